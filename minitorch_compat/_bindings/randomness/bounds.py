"""The bounds of random functions: parsed, and refused if a dtype cannot represent them."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._array.core.dtypes import FLOAT8, c_name, scalar_name
from ..._array.core.numbers import index
from ..._array.core.user_warnings import warn
from ..._dispatch.messages import argument_messages
from ..functions.arguments import is_int_like

_INT64 = np.dtype(np.int64)
_LIST_CLASSES = frozenset({tuple, list})
_NUMBER_CLASSES, _SAFE_BOUND = (int, float), 2.0**126
_INT64_MIN, _INT64_MAX = -1 << 63, (1 << 63) - 1
#: By dtype, the power of two up to which it represents every integer.
_EXACT_INT_BITS = {"e": 11, "f": 24, "d": 53, "E": 8}  # "E" is bfloat16


def check_range(low: int, high: int, dtype: np.dtype[Any]) -> None:
    """Refuse an empty range and bounds out of the dtype's range; warn if not every number between them can be represented."""
    if not (_INT64_MIN <= low <= _INT64_MAX and _INT64_MIN <= high <= _INT64_MAX):
        raise ValueError("Overflow when unpacking long long")
    if dtype.kind == "c":
        raise RuntimeError("check_random_bounds handles only integral, floating-point and boolean types")
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    if dtype is _INT64 or dtype.kind not in "biuf" and dtype.char not in _EXACT_INT_BITS or dtype == _INT64:
        return
    if dtype.char in _EXACT_INT_BITS and abs(low) + abs(high) < 1 << _EXACT_INT_BITS[dtype.char]:
        return
    least, most = (0, 1) if dtype.kind == "b" else (int(limits(dtype).min), int(limits(dtype).max))
    if not least <= low <= most:
        raise RuntimeError(f"from is out of bounds for {c_name(dtype)}")
    if high - 1 > most:
        raise RuntimeError(f"to - 1 is out of bounds for {c_name(dtype)}")
    digits = _EXACT_INT_BITS.get(dtype.char, 64)
    for name, bound in (("from", low), ("to - 1", high - 1)):
        if abs(bound) > 1 << digits:
            warn(f"{name} is out of bounds [-(2^{digits}), 2^{digits}]. Due to precision limitations {c_name(dtype)} can support discrete "
                 "uniform distribution only within this range. This warning will become an error in version 1.7 release, please fix the "
                 "code in advance")


def representable_range(low: int, high: int, dtype: np.dtype[Any]) -> tuple[int, int]:
    """The range to draw from: narrower if a floating dtype cannot represent the bounds and rounding would leave the range."""
    digits = _EXACT_INT_BITS.get(dtype.char)
    if digits is None:
        return low, high
    if abs(low) + abs(high) < 1 << digits:  # each integer in between can be represented
        return low, high
    after, before = (int(np.float64(n).astype(dtype)) if abs(n) <= float(limits(dtype).max) else n for n in (low + 1, high - 1))
    if after < low:
        low = after + (1 << max(abs(low + 1).bit_length() - digits, 0))
    if before >= high:
        high = before - (1 << max(abs(high - 1).bit_length() - digits, 0))
    return low, high


def limits(dtype: np.dtype[Any]) -> Any:
    """The `finfo` or `iinfo` of a dtype; for bfloat16, which has the same range, that of float32."""
    return np.iinfo(dtype) if dtype.kind in "iu" else np.finfo(dtype if dtype.kind == "f" else np.float32)


def check_uniform(low: Any, to: Any, dtype: np.dtype[Any]) -> None:
    """Refuse bounds in the wrong order or out of the dtype's range."""
    if dtype.char in "fd" and low.__class__ in _NUMBER_CLASSES and to.__class__ in _NUMBER_CLASSES and (
            -_SAFE_BOUND < low <= to < _SAFE_BOUND):
        return  # far within the range
    if dtype.kind not in "fcV" or dtype.char in FLOAT8:
        raise NotImplementedError(f"\"check_uniform_bounds\" not implemented for '{scalar_name(dtype)}'")
    if low > to:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={float(low):g} > to={float(to):g}")
    if dtype.kind == "c":
        dtype = np.dtype(f"f{dtype.itemsize // 2}")
    most = float(np.finfo(dtype).max) if dtype.kind == "f" else math.inf
    for name, bound in (("from", low), ("to", to)):
        if not -most <= bound <= most:
            raise RuntimeError(f"{name} is out of bounds for {c_name(dtype)}")
    if float(to) - float(low) > most:
        raise RuntimeError(f"uniform_ expects to-from <= std::numeric_limits<{scalar_name(dtype)}>::max(), but found to={float(to):g} and "
                           f"from={float(low):g} which result in to-from to exceed the limit")


def check_permutation(n: int, dtype: np.dtype[Any]) -> None:
    """Refuse more numbers than a dtype can represent."""
    if dtype is _INT64:
        return
    if dtype.kind in "iu" and n - 1 > np.iinfo(dtype).max:
        raise RuntimeError(f"value cannot be converted to type {dtype.name}_t without overflow")
    if dtype.kind == "f" and n > (1 << (digits := _EXACT_INT_BITS[dtype.char])) + 1:
        raise RuntimeError(f"n cannot be greater than {(1 << digits) + 1 if digits == 11 else f'2^{digits}+1'} for {scalar_name(dtype)} "
                           "type.")


def parse_range(name: str, args: tuple[Any, ...], low: Any, high: Any, size: Any) -> tuple[int, int, Any]:
    """The bounds and the size of `randint` and `randint_like`, passed by position or by keyword."""
    if len(args) == 3 and low is high is size is None and args[0].__class__ is args[1].__class__ is int and (
            args[2].__class__ in _LIST_CLASSES):
        return args
    if len(args) == 2 and low is high is size is None and args[0].__class__ is int and args[1].__class__ in _LIST_CLASSES:
        return 0, *args
    values = list(args)
    if None in args[:2] or not values and high is None:
        raise argument_messages.wrong_combination(name, args, {})
    if values and isinstance(values[-1], (tuple, list)) and size is None:
        size = values.pop()
    if high is None:
        if low is not None:
            high = values.pop(0)
        else:
            high = values.pop()
            low = values.pop(0) if values else 0
    low = 0 if low is None else low
    if values or not all(v.__class__ is int or is_int_like(v) for v in (low, high)):
        raise argument_messages.wrong_combination(name, args, {})
    return index(low), index(high), size
