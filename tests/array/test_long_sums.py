"""Sums of many equal numbers, which are rounded the same way each time."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize("value", [0.1, 0.3, 0.6931471824645996, 1.1, 3.3])
@pytest.mark.parametrize("size", [40_000, 65_537, 1_000_003])
def test_sums_of_equal_numbers(value: float, size: int) -> None:
    x = torch.full((size,), value)
    exact = size * x[0].item()
    assert abs(x.sum().item() - exact) <= 1e-6 * exact and abs(x.mean().item() * size - exact) <= 1e-6 * exact
