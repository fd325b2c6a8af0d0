"""The package functorch: old names of torch.func, and modules as functions."""
from __future__ import annotations

import subprocess
import sys

import pytest

import minitorch_compat as torch
from minitorch_compat.func import _functorch as functorch
from minitorch_compat.testing import assert_close

MOVED = "We've integrated functorch into PyTorch"


def test_old_names_warn_and_work() -> None:
    x = torch.tensor([0.5, 1.0])
    with pytest.warns(FutureWarning, match=r"use `torch\.vmap` instead"):
        assert_close(functorch.vmap(torch.sin)(x), x.sin())
    with pytest.warns(FutureWarning, match=r"use `torch\.func\.grad` instead"):
        assert_close(functorch.grad(torch.sin)(x[0]), x[0].cos())


def test_modules_as_functions() -> None:
    model = torch.nn.Linear(2, 3)
    with pytest.warns(FutureWarning, match=MOVED):
        function, parameters = functorch.make_functional(model)
    x = torch.ones(4, 2)
    assert_close(function(parameters, x), model(x))
    assert parameters[0] is not model.weight and parameters[0].requires_grad
    gradient = torch.func.grad(lambda ps: function(ps, x).sum())(parameters)
    assert_close(gradient[1], torch.full((3,), 4.0))
    with pytest.warns(FutureWarning, match=MOVED):
        assert not functorch.make_functional(model, disable_autograd_tracking=True)[1][0].requires_grad
    with pytest.warns(FutureWarning, match=MOVED), pytest.raises(RuntimeError, match="has buffers"):
        functorch.make_functional(torch.nn.BatchNorm1d(2))


def test_modules_with_buffers() -> None:
    with pytest.warns(FutureWarning, match=MOVED):
        function, parameters, buffers = functorch.make_functional_with_buffers(torch.nn.BatchNorm1d(2))
    assert function(parameters, buffers, torch.ones(3, 2)).shape == (3, 2)
    assert_close(buffers[0], torch.full((2,), 0.1))


def test_ensembles() -> None:
    models = [torch.nn.Linear(2, 3) for _ in range(4)]
    with pytest.warns(FutureWarning, match=MOVED):
        function, parameters, buffers = functorch.combine_state_for_ensemble(models)
    x = torch.randn(5, 2)
    out = torch.vmap(function, in_dims=(0, 0, None))(parameters, buffers, x)
    assert_close(out, torch.stack([m(x) for m in models]))
    assert not parameters[0].requires_grad and buffers == ()
    with pytest.warns(FutureWarning, match=MOVED), pytest.raises(RuntimeError, match="at least one model"):
        functorch.combine_state_for_ensemble([])


def test_programs_import_it() -> None:
    code = ("import minitorch_compat, sys, warnings; warnings.simplefilter('ignore'); minitorch_compat.install()\n"
            "import torch, functorch; from functorch import vmap, grad\n"
            "print(vmap(grad(torch.sin))(torch.zeros(2)).tolist(), functorch.__version__ == torch.__version__)\n"
            "minitorch_compat.uninstall(); print('functorch' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[1.0, 1.0] True", "False"]
