"""Compositions that are a single node in PyTorch's graph."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import gradcheck, gradgradcheck

X = [[1.0, -2.5, 3.5], [0.5, 4.0, -1.5]]
Y = [[0.3, 1.0, -2.0], [1.2, -0.4, 0.7]]
CASES = [
    ("Deg2RadBackward0", torch.deg2rad), ("Rad2DegBackward0", torch.rad2deg), ("SincBackward0", torch.sinc),
    ("DistBackward0", lambda x: torch.dist(x, torch.tensor(Y, dtype=x.dtype))),
    ("RenormBackward0", lambda x: x.renorm(2, 0, 1.5)), ("BlockDiagBackward0", lambda x: torch.block_diag(x, x)),
    ("MvlgammaBackward0", lambda x: (x * x + 2).mvlgamma(2)), ("VarMeanBackward0", lambda x: torch.var_mean(x, 1)),
    ("StdMeanBackward0", lambda x: torch.std_mean(x, 0)), ("AminmaxBackward0", lambda x: tuple(torch.aminmax(x, dim=1))),
    ("PdistBackward0", torch.nn.functional.pdist)]


def leaf():
    return torch.tensor(X, dtype=torch.float64, requires_grad=True)


def outputs(function, x):
    result = function(x)
    return result if isinstance(result, tuple) else (result,)


@pytest.mark.parametrize(("name", "function"), CASES)
def test_one_node(name, function):
    outs = outputs(function, leaf())
    assert {o.grad_fn.name() for o in outs} == {name} and len({o.grad_fn for o in outs}) == 1


@pytest.mark.parametrize(("name", "function"), CASES)
def test_derivatives(name, function):
    assert gradcheck(function, leaf(), check_batched_grad=False)
    assert gradgradcheck(function, leaf())


def test_it_is_freed_as_others_are():
    x = leaf()
    y = torch.sinc(x).sum()
    y.backward()
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()
    y = torch.deg2rad(x).sum()  # saves nothing
    y.backward()
    y.backward()


def test_changes_in_place_are_noticed():
    y = leaf() * 1
    z = torch.sinc(y)
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_nothing_lives_on():
    import gc
    import weakref

    gc.disable()
    try:
        y = leaf() * 1
        hold = weakref.ref(y)
        z = torch.sinc(y)
        del y
        z.sum().backward()
        del z
        assert hold() is None
    finally:
        gc.enable()


def test_names_that_arguments_choose():
    x = leaf()
    assert x.round().grad_fn.name() == "RoundBackward0" and x.round(decimals=0).grad_fn.name() == "RoundBackward1"
    assert x.sort()[0].grad_fn.name() == "SortBackward0" and x.sort(stable=True)[0].grad_fn.name() == "SortBackward1"
    assert x.nanmedian().grad_fn.name() == "NanmedianBackward0" and x.nanmedian(0)[0].grad_fn.name() == "NanmedianBackward1"
    assert x.to(torch.float64, copy=True).grad_fn.name() == "ToCopyBackward0"
