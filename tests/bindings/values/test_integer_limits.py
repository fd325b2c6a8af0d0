"""Python ints at the limits of an integer dtype, wherever one is accepted: unsigned ones wrap around, those out of range are refused."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch


def zeros_after(change: Callable[[Any, int], object]) -> Callable[[Any, int], Any]:
    """What is in a tensor of zeros after a change."""
    def door(dtype: Any, value: int) -> Any:
        x = torch.zeros(2, dtype=dtype)
        change(x, value)
        return x[0].item()
    return door


DOORS: dict[str, Callable[[Any, int], Any]] = {
    "full": lambda dtype, value: torch.full((2,), value, dtype=dtype)[0].item(),
    "tensor": lambda dtype, value: torch.tensor([value], dtype=dtype)[0].item(),
    "scalar_tensor": lambda dtype, value: torch.scalar_tensor(value, dtype=dtype).item(),
    "item": zeros_after(lambda x, value: x.__setitem__(0, value)),
    "slice": zeros_after(lambda x, value: x.__setitem__(slice(None), value)),
    "fill_": zeros_after(lambda x, value: x.fill_(value)),
    "where": lambda dtype, value: torch.where(torch.tensor([True]), value, torch.zeros(1, dtype=dtype)).item(),
}
#: uint64 is no part of it: it does not fit what PyTorch carries integers in, and each door has rules of its own.
#: PyTorch has no masked writes in the other unsigned ones.
MASKED: dict[str, Callable[[Any, int], Any]] = {
    "masked_fill_": zeros_after(lambda x, value: x.masked_fill_(x == 0, value)),
    "mask": zeros_after(lambda x, value: x.__setitem__(x == 0, value)),
    "index_fill_": zeros_after(lambda x, value: x.index_fill_(0, torch.tensor([0]), value)),
}
CASES = [(name, door, door_name) for name in ("uint8", "uint16", "uint32", "int8", "int16", "int32")
         for door_name, door in (DOORS | (MASKED if name in ("uint8", "int8", "int16", "int32") else {})).items()]


@pytest.mark.parametrize(("name", "door"), [pytest.param(n, d, id=f"{n}-{i}") for n, d, i in CASES])
def test_ends(name: str, door: Callable[[Any, int], Any]) -> None:
    dtype = getattr(torch, name)
    info = torch.iinfo(dtype)
    wraps = name.startswith("u")
    for value in (info.min, info.max, info.min + 1, info.max - 1, 0):
        assert door(dtype, value) == value
    if wraps:
        for value in (-1, -2, -info.max):
            assert door(dtype, value) == info.max + 1 + value
    for value in ((-info.max - 1 if wraps else info.min - 1), info.max + 1):
        with pytest.raises((RuntimeError, OverflowError), match=r"cannot be converted|Overflow|too (large|big)"):
            door(dtype, value)
