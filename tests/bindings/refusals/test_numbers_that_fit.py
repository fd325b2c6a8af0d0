"""Numbers out of a tensor's dtype range: refused where PyTorch converts them, with its message."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

F = torch.nn.functional
CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "clamp_min": lambda t, v: t.clamp(min=v), "clamp_max": lambda t, v: torch.clamp_max(t, v), "clamp": lambda t, v: t.clamp(0, v),
    "clamp_": lambda t, v: t.clamp_(max=v), "hardtanh": lambda t, v: F.hardtanh(t, 0, v), "threshold": lambda t, v: F.threshold(t, 0, v),
    "fill_": lambda t, v: t.fill_(v), "full_like": torch.full_like, "masked_fill": lambda t, v: t.masked_fill(t == t, v),
    "where": lambda t, v: torch.where(t == t, t, v), "addcmul": lambda t, v: torch.addcmul(t, t, t, value=v),
    "pad": lambda t, v: F.pad(t, (1, 1), value=v), "add": lambda t, v: torch.add(t, t, alpha=v), "pow": lambda t, v: t ** v,
    "new_full": lambda t, v: t.new_full((1,), v)}
#: Type, number, its name in C, and which calls take it after all.
REFUSED = [(torch.uint8, 300, "uint8_t", ()), (torch.int8, 200, "int8_t", ()), (torch.int32, 2 ** 40, "int", ()),
           (torch.int64, 2 ** 63, "int64_t", ()), (torch.float16, 1e6, "c10::Half", ("where", "new_full", "addcmul")),
           (torch.bfloat16, 1e39, "c10::BFloat16", ("where", "new_full")), (torch.float32, 1e39, "float", ("pow",))]

#: What is refused in other words, or wraps around.
APART = [("clamp", torch.int64), ("pad", torch.int64), ("addcmul", torch.bfloat16)]


@pytest.mark.parametrize(("call", "dtype", "value", "name", "allowed"),
                         [(call, *case) for call in CALLS for case in REFUSED if (call, case[0]) not in APART])
def test_a_number_has_to_fit(call: str, dtype: Any, value: Any, name: str, allowed: tuple[str, ...]) -> None:
    t = torch.ones(2).to(dtype)
    if call in allowed:
        assert CALLS[call](t, value).dtype == dtype
        return
    with pytest.raises(RuntimeError, match=f"value cannot be converted to type {name} without overflow"):
        CALLS[call](t, value)
    assert t.tolist() == [1, 1] and t._version == 0


@pytest.mark.parametrize("call", [name for name in CALLS if name not in ("add", "addcmul", "pow", "pad", "threshold")])
def test_infinity_fits_where_there_is_one(call: str) -> None:
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        assert CALLS[call](torch.ones(2).to(dtype), float("inf")).dtype == dtype


def test_an_assignment_makes_infinity_of_what_half_precision_has_not() -> None:
    t = torch.ones(2).half()
    t[0] = 1e6
    assert t.tolist() == [float("inf"), 1.0]
    for dtype in (torch.float32, torch.int64, torch.bool):
        t = torch.ones(2).to(dtype)
        with pytest.raises(ValueError, match="Overflow when unpacking long long"):
            t[0] = 2 ** 63
        assert t.tolist() == [1, 1] and t._version == 0


def test_numbers_of_64_bits_are_not_promoted() -> None:
    message = "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote"
    for call in (torch.add, torch.mul, torch.sub, torch.div):
        with pytest.raises(RuntimeError, match=f"{message} UInt64 and Long"):
            call(2 ** 63, 1)
        with pytest.raises(RuntimeError, match=f"{message} Long and UInt64"):
            call(1, 2 ** 63)
    mask = torch.tensor([True, False])
    for method in ("add", "mul", "eq", "lt", "remainder", "floor_divide", "clamp_min"):
        with pytest.raises(RuntimeError, match=f"{message} Bool and UInt64"):
            getattr(mask, method)(2 ** 63)


def test_booleans_have_no_negative_powers() -> None:
    with pytest.raises(RuntimeError, match="Integers to negative integer powers are not allowed"):
        torch.tensor([True, False]) ** -2
