"""Gradients of constants and of infinite cotangents."""
from __future__ import annotations

import math
from typing import Any

import pytest

import minitorch_compat as torch


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
