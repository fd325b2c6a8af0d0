"""Gradients at infinite and NaN values, as in PyTorch."""
import math

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

inf, nan = math.inf, math.nan


def gradient(function, values):
    x = torch.tensor(values, requires_grad=True)
    y = function(x)
    return torch.autograd.grad(y, x, torch.ones_like(y))[0].tolist()


@pytest.mark.parametrize("function", [F.elu, F.celu, F.selu])
def test_the_slope_of_an_exponential_ends_at_0(function) -> None:
    assert gradient(function, [-inf, 1.0])[0] == 0


def test_threshold_keeps_what_is_not_below_it() -> None:
    assert gradient(lambda x: F.threshold(x, 0.0, 0.0), [nan, -1.0, 2.0]) == [1, 0, 1]


def test_the_median_of_numbers_has_the_whole_gradient() -> None:
    assert gradient(torch.nanmedian, [nan, 1.0, 3.0, 2.0]) == [0, 0, 0, 1]
    assert gradient(torch.median, [nan, 1.0, nan, 2.0]) == [0.5, 0, 0.5, 0]
    assert gradient(torch.max, [nan, 1.0, 3.0]) == [1, 0, 0]


def test_slices_without_a_norm_are_left_alone() -> None:
    assert gradient(lambda x: x.view(1, -1).renorm(2, 0, 1.0), [nan, 1.0, 2.0]) == [1, 1, 1]


def test_sinc_is_1_at_0_inside_of_transforms() -> None:
    zero = torch.zeros(2)
    assert torch.vmap(torch.sinc)(zero).tolist() == [1, 1]
    assert torch.func.grad(lambda x: torch.sinc(x).sum())(zero).tolist() == [0, 0]
    assert torch.func.jvp(torch.sinc, (zero,), (torch.ones(2),))[0].tolist() == [1, 1]


def test_variances_are_added_up_in_double_precision() -> None:
    x = torch.tensor([1e30, 2e30, -1e25])
    assert x.std().item() == pytest.approx(1.0000050e30, rel=1e-6) and x.var().item() == inf
    assert gradient(torch.std, [1e20, 2e20]) == pytest.approx([-math.sqrt(0.5), math.sqrt(0.5)])


def test_bytes_are_the_last_bits_of_large_numbers() -> None:
    large = torch.tensor([1356446145698.0, 1e15 + 7, nan, -1.0], dtype=torch.float64)
    wanted = [162, 7, 0, 255]
    assert large.to(torch.uint8).tolist() == large.byte().tolist() == wanted
    target = torch.zeros(4, dtype=torch.uint8)
    assert target.copy_(large).tolist() == wanted
    target[:] = large.flip(0)
    assert target.tolist() == wanted[::-1]
