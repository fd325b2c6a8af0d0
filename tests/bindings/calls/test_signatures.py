"""Overloads of one function record nodes of different names; in-place views keep theirs."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

# What PyTorch 2.13 names the nodes.
NODES: list[tuple[str, Callable[[Any], Any]]] = [
    ("RemainderBackward1", lambda x: x % torch.ones(2, 3)),
    ("RemainderBackward0", lambda x: x % 2),
    ("torch::autograd::NotImplemented", lambda x: 2 % x),
    ("FmodBackward1", lambda x: torch.fmod(x, torch.tensor(2.0))),
    ("FmodBackward0", lambda x: x.fmod(2)),
    ("RemainderBackward1", lambda x: x.clone().remainder_(torch.ones(3))),
    ("CopysignBackward1", lambda x: torch.copysign(x, -1)),
    ("SumBackward0", lambda x: x.sum(dtype=torch.float64)),
    ("MeanBackward0", lambda x: x.mean(dtype=torch.float64)),
    ("ProdBackward0", lambda x: x.prod()),
    ("ProdBackward1", lambda x: x.prod(0)),
    ("TBackward1", lambda x: x.clone().t_()),
    ("TransposeBackward1", lambda x: x.clone().view(2, 3).transpose_(0, 1)),
    ("SqueezeBackward3", lambda x: x.clone().squeeze_()),
    ("SqueezeBackward4", lambda x: x.clone().squeeze_(0)),
    ("UnsqueezeBackward1", lambda x: x.clone().unsqueeze_(0)),
    ("ViewBackward0", lambda x: torch.einsum("...i,...i->...", x, x)),
    ("MulBackward0", lambda x: torch.einsum("i,j->ij", x[0], x[1])),
    ("ViewBackward0", lambda x: torch.tensordot(x, x, 2)),
    ("Unique2Backward0", lambda x: x.unique()),
]


@pytest.mark.parametrize(("name", "call"), NODES)
def test_node(name: str, call: Callable[[Any], Any]) -> None:
    assert call(torch.randn(2, 3, requires_grad=True)).grad_fn.name() == name


@pytest.mark.parametrize(("call", "error", "text"), [
    (lambda x: 2 % x, RuntimeError, "derivative for aten::remainder is not implemented"),
    (lambda x: x.unique(), NotImplementedError, "the derivative for '_unique2' is not implemented"),
    (lambda x: x.unique(dim=0), NotImplementedError, "the derivative for 'unique_dim' is not implemented"),
])
def test_no_derivative(call: Callable[[Any], Any], error: type[Exception], text: str) -> None:
    out = call(torch.randn(2, 3, requires_grad=True))
    with pytest.raises(error, match=text):
        out.sum().backward()


def test_views_in_place_have_gradients() -> None:
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    y = (2 * x).view(3, 2)
    y.t_().unsqueeze_(0).mul_(3)
    y[0, 1].sum().backward()
    assert x.grad.tolist() == [[0, 6, 0], [6, 0, 6]]


@pytest.mark.parametrize("call", [
    lambda x: x.sum(dtype=torch.int64), lambda x: x.prod(0, dtype=torch.int64), lambda x: x.cumsum(0, dtype=torch.int64)])
def test_integers_have_no_gradient(call: Callable[[Any], Any]) -> None:
    with pytest.raises(RuntimeError, match="Autograd not support dtype: Long"):
        call(torch.randn(2, 3, requires_grad=True))


def test_zero_remainders_have_the_sign_of_the_dividend() -> None:
    assert torch.signbit(torch.tensor([-2.0, 2.0, 3.0]) % 2).tolist() == [True, False, False]
    assert torch.signbit(torch.tensor([-2.0, 2.0]) % -2).tolist() == [True, False]


def test_views_taken_unrecorded_get_no_gradient() -> None:
    x = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        v = x[:1]
    (v * x.exp()).sum().backward()
    assert v.grad is None and x.grad is not None
    assert torch.autograd.grad((v * 2).sum(), v, allow_unused=True)[0] is None


def test_integer_powers_and_divisions_of_nothing() -> None:
    assert (3 ** torch.tensor([-1, -2, 2])).tolist() == [0, 0, 9]
    assert ((-1) ** torch.tensor([-1, -2])).tolist() == [-1, 1]
    assert (torch.zeros(0, dtype=torch.int64) // torch.tensor(0)).tolist() == []
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        torch.ones(1, dtype=torch.int64) % torch.tensor(0)


def test_einsum_of_sizes_that_do_not_fit() -> None:
    with pytest.raises(RuntimeError, match="subscript i has size 3 for operand 1 which does not broadcast with previously seen size 2"):
        torch.einsum("i,i->", torch.ones(2), torch.ones(3))
