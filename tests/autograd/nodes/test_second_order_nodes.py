"""Gradients that can be differentiated again: the nodes that made them are PyTorch's."""
from __future__ import annotations

import math
from typing import Any

import pytest

import minitorch_compat as torch

F = torch.nn.functional


@pytest.mark.parametrize(("f", "name"), [
    (lambda x: F.softplus(x), "SoftplusBackwardBackward0"), (lambda x: F.gelu(x), "GeluBackwardBackward0"),
    (lambda x: F.elu(x), "EluBackwardBackward0"), (lambda x: F.logsigmoid(x), "LogSigmoidBackwardBackward0"),
    (lambda x: x.clamp(0, 1), "WhereBackward0"), (lambda x: torch.maximum(x, x.detach() - 1), "MaskedFillBackward0"),
    (lambda x: x.max(), "MaskedFillBackward1"), (lambda x: x.max(-1)[0], "ScatterBackward0"), (lambda x: x.sort()[0], "ScatterBackward0"),
    (lambda x: x.mean(), "DivBackward1"), (lambda x: x.nansum(), "MulBackward0"), (lambda x: x.cumsum(0), "FlipBackward0"),
    (lambda x: x.exp2(), "MulBackward1"), (lambda x: x ** torch.ones(3), "WhereBackward0"),
    (lambda x: torch.stack([x, torch.ones(3)]), "SelectBackward0"), (lambda x: torch.cat([x, torch.ones(3)]), "SliceBackward0")])
def test_nodes(f: Any, name: str) -> None:
    x = torch.tensor([0.5, 1.5, 0.75], requires_grad=True)
    (g,) = torch.autograd.grad((f(x) ** 2).sum(), x, create_graph=True)
    assert g.grad_fn is not None
    assert g.grad_fn.name() == name


def test_powers_of_zero_have_no_second_gradient() -> None:
    x = torch.ones(3, requires_grad=True)
    (g,) = torch.autograd.grad((x.pow(0) ** 2).sum(), x, create_graph=True)
    assert not g.requires_grad
    assert g.tolist() == [0.0] * 3


@pytest.mark.parametrize(("f", "wanted"), [
    (lambda x: torch.maximum(x, torch.ones(3)), [0.0, math.inf, math.inf]), (lambda x: x.clamp(1.0, 2.5), [0.0, math.inf, 0.0]),
    (lambda x: x.max(), [0.0, 0.0, math.inf]), (lambda x: x ** torch.zeros(3), [0.0] * 3)])
def test_masks_keep_infinity_out(f: Any, wanted: list[float]) -> None:
    x = torch.tensor([0.5, 2.0, 3.0], requires_grad=True)
    y = f(x)
    assert torch.autograd.grad(y, x, torch.full_like(y, math.inf))[0].tolist() == wanted


def test_an_extreme_that_is_nan() -> None:
    x = torch.tensor([1.0, math.nan], requires_grad=True)
    assert all(map(math.isnan, torch.autograd.grad(x.amax(), x)[0].tolist())), "nothing equals it"
    assert torch.autograd.grad(x.max(), x)[0].tolist() == [0.0, 1.0], "the search knows it"
