"""Filling with numbers in and out of range. The outcomes are PyTorch's."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize(("dtype", "value", "found"), [
    ("uint8", -3, 253), ("int8", 2.7, 2), ("bool", 1j, True), ("bool", 2, True), ("complex64", 1 + 2j, 1 + 2j), ("int64", True, 1),
])
def test_what_fits(dtype: str, value: Any, found: Any) -> None:
    kind = getattr(torch, dtype)
    for t in (torch.zeros(2, dtype=kind).fill_(value), torch.full((2,), value, dtype=kind),
              torch.full_like(torch.ones(2), value, dtype=kind), torch.ones(2).new_full((2,), value, dtype=kind)):
        assert t.dtype is kind and t.tolist() == [found, found]


@pytest.mark.parametrize(("dtype", "value", "name"), [
    ("uint8", 300, "uint8_t"), ("float32", 1j, "float"), ("int64", 1j, "int64_t"), ("float32", 1e300, "float"),
])
def test_what_does_not(dtype: str, value: Any, name: str) -> None:
    kind = getattr(torch, dtype)
    for call in (lambda: torch.zeros(2, dtype=kind).fill_(value), lambda: torch.full((2,), value, dtype=kind)):
        with pytest.raises(RuntimeError, match=f"value cannot be converted to type {name} without overflow"):
            call()


def test_a_tensor_with_dimensions_is_no_number() -> None:
    with pytest.raises(TypeError, match=r"full_like\(\): argument 'fill_value' \(position 2\) must be Number, not Tensor"):
        torch.full_like(torch.zeros(2), torch.zeros(2))


def test_numbers_beside_unsigned_bytes_wrap() -> None:
    x = torch.tensor([1, 2], dtype=torch.uint8)
    assert (x + -3).tolist() == [254, 255] and (x < -3).tolist() == [True, True]
    assert x.add_(-3).tolist() == [254, 255]


def test_masked_fill_keeps_no_dimensions() -> None:
    assert torch.tensor(1.0).masked_fill(torch.tensor(True), torch.tensor(2.0)).shape == ()


def test_xlogy_of_a_number() -> None:
    assert torch.tensor([True]).xlogy(2).dtype is torch.float32
