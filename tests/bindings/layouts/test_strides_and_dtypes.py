"""Differences in strides and dtypes that random programs found."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
from tests.ops.rounding import zero_signs


def test_truth_of_complex_numbers() -> None:
    assert torch.tensor(1j).bool().item() is True
    assert torch.tensor([0j, 1j, 2.0]).to(torch.bool).tolist() == [False, True, True]


def test_truths_to_the_power_of_a_truth() -> None:
    x = torch.tensor([True, False])
    assert (x**True).dtype is torch.bool
    assert (x**True).tolist() == [True, False]
    assert (x**False).tolist() == [True, True]
    with pytest.raises(NotImplementedError, match="Bool"):
        True**x


@zero_signs
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("count", [1, 3, 2000, 20000])
def test_negative_zero_stays(dtype: torch.dtype, count: int) -> None:
    x = torch.full((count,), -0.0, dtype=dtype)
    for f in (torch.relu, torch.nn.functional.elu, lambda x: x.clamp(min=0)):
        assert math.copysign(1, f(x)[-1].item()) == -1
        assert (1 / f(x)).tolist() == [-math.inf] * count


def test_nothing_to_compute_is_not_refused() -> None:
    assert torch.ones(0, 2, dtype=torch.complex64).amin(-1).shape == (0,)
    assert torch.bmm(torch.ones(0, 2, 3, dtype=torch.float64), torch.ones(0, 3, 2)).dtype is torch.float32
    assert torch.ones(0, 2, dtype=torch.complex64).median().isnan()


def test_sizes_that_do_not_fit() -> None:
    with pytest.raises(IndexError, match="Dimension out of range"):
        torch.tensor([1]).logcumsumexp(3)
    with pytest.raises(RuntimeError, match=r"tensor a \(3\) must match the size of tensor b \(2\) at non-singleton dimension 0"):
        torch.ones(3, 3, 3) @ torch.ones(2, 1, 3)
    with pytest.raises(RuntimeError, match="at non-singleton dimension 1"):
        torch.ones(2, 2).expand(1, 1)
    with pytest.raises(RuntimeError, match="dimension 0 covered by ellipsis in operand 1has size 2"):
        torch.einsum("...i,...i->...", torch.ones(2, 3, 2), torch.ones(2, 2))


def test_layout_of_sums_of_products() -> None:
    a, b = torch.rand(3, 2), torch.rand(4, 2)
    assert torch.einsum("ai,bi->ab", a, b).stride() == (4, 1)
    assert torch.einsum("ai,bi->ba", a, b).stride() == (3, 1)
    assert torch.allclose(torch.einsum("ai,bi->ba", a, b), b @ a.t())


def test_powers_of_a_truth() -> None:
    assert (True ** torch.tensor([-1, 2])).tolist() == [1, 1]


def test_masks_that_are_parts() -> None:
    x = torch.ones(4, dtype=torch.bool)
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor"):
        x.masked_fill_(x[:1], False)
    assert x.masked_fill_(x, False).tolist() == [False] * 4


def test_too_large_for_half_precision() -> None:
    """PyTorch assigns to a single element, and converts the number for any other count."""
    for fill in (lambda n: torch.full((n,), 1e5, dtype=torch.float16), lambda n: torch.ones(n, dtype=torch.float16).fill_(1e5)):
        assert fill(1).tolist() == [math.inf]
        for n in (0, 2, 100):
            with pytest.raises(RuntimeError, match="c10::Half without overflow"):
                fill(n)


def test_rounded_quotients_save_what_pytorch_saves() -> None:
    x, y = torch.ones(2, requires_grad=True), torch.ones(2)
    z = torch.div(x, y, rounding_mode="floor")
    y.relu_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


@pytest.mark.filterwarnings("ignore:Casting complex values")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.int32, torch.uint8])
def test_real_parts_by_conversion_lie_as_the_complex_numbers_do(dtype: torch.dtype) -> None:
    c = torch.complex64
    for x in (torch.tensor([1 + 2j]), torch.tensor([[1 + 2j]]), torch.zeros(1, 3, dtype=c)[:, 1:], torch.ones(2, 1, 2, dtype=c).mT):
        y = x.to(dtype)
        assert y.stride() == torch.empty_like(x).stride() and torch.equal(y, x.real.contiguous().to(dtype))
