"""Gradients next to zeros, their strides, and how often they were written."""
from __future__ import annotations

import math

import numpy as np
import pytest

import minitorch_compat as torch

F = torch.nn.functional
INF = math.inf


def leaf(values: object, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return torch.tensor(values, dtype=dtype, requires_grad=True)


def test_cumprod_beside_a_zero_keeps_infinities_apart() -> None:
    """Behind -inf comes 0: its gradient and the first are -inf."""
    x = leaf([2.0, -INF, 0.0])
    x.cumprod(0).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), [-INF, math.nan, -INF])


def test_cumprod_beside_zeros_along_each_dimension() -> None:
    values = np.array([[2.0, 0.0, 3.0], [0.0, 5.0, 0.0], [7.0, 2.0, 0.0]])
    for dim in (0, 1):
        x = leaf(values.tolist())
        g = torch.autograd.grad(x.cumprod(dim).sum(), x, retain_graph=True)[0]
        slow = torch.autograd.grad(x.cumprod(dim).sum(), x, create_graph=True)[0]
        np.testing.assert_array_equal(g.numpy(), slow.detach().numpy())


@pytest.mark.parametrize("f", [torch.copysign, torch.nextafter])
@pytest.mark.parametrize("again", [False, True])
def test_zeros_for_what_lends_its_sign(f: object, again: bool) -> None:
    x, y = torch.ones(2, 3, 2, dtype=torch.float64), torch.ones(1, requires_grad=True)
    g = torch.autograd.grad((f(x, y) ** 2).sum(), y, create_graph=again)[0]  # type: ignore[operator]
    assert g.dtype == torch.float32
    assert g.stride() == (1,)


@pytest.mark.parametrize("choose", [lambda x: x.clamp(0, 1), lambda x: x.relu(), lambda x: torch.where(x > 0, x, x * 0),
                                    lambda x: F.leaky_relu(x), lambda x: torch.maximum(x, x * 0), lambda x: x.clamp(min=0)])
@pytest.mark.parametrize("again", [False, True])
def test_what_a_mask_chooses_lies_as_the_mask(choose: object, again: bool) -> None:
    x = leaf([[3, 0.5, 1], [1, 7, -2]])
    y = choose(x.permute(1, 0))[[0, -1]]  # type: ignore[operator]
    assert torch.autograd.grad(y.sum(), x, create_graph=again)[0].stride() == (3, 1)


def test_the_first_gradient_decides_how_a_sum_lies() -> None:
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    y = x @ torch.arange(3.0).requires_grad_()
    g = torch.autograd.grad((x.t() * 2 * x.t()).sum() + (y**2).sum(), x)[0]
    assert g.stride() == (3, 1)
    v = torch.arange(3.0).requires_grad_()
    first = torch.autograd.grad((torch.mv(x, v)**2).sum(), [x, v], create_graph=True)
    assert torch.autograd.grad(sum(t.sum() for t in first), x)[0].stride() == (1, 2)


def test_second_gradients_of_linear_meet_behind_the_weight() -> None:
    x, w = torch.ones(3, 3, requires_grad=True), torch.ones(3, 3, requires_grad=True)
    for bias in (None, torch.zeros(3)):
        first = torch.autograd.grad((F.linear(x, w, bias) ** 2).sum(), x, create_graph=True)[0]
        assert torch.autograd.grad(first.sum(), w)[0]._version == 0


def test_linear_of_a_column_keeps_the_sign_of_zero() -> None:
    assert np.signbit(F.linear(torch.zeros(2, 1), -torch.ones(2, 1)).numpy()).all()
