"""Python numbers as arrays: converting one costs numpy more than its work on a small array, so they are cached."""
from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import Any

import numpy as np

from .dtypes import c_name, check_64_bits

#: number -> 0-d float32 array. Read-only.
NUMBERS32: dict[Any, np.ndarray[Any, np.dtype[np.float32]]] = {}
_CACHE_LIMIT = 512
_EXACT_LIMIT = 1 << 24


def _index_refusing_bool(value: Any) -> int:
    """`operator.index` as of newer numpy versions, whose bool scalars are not integers."""
    if value.__class__ is np.bool_:
        raise TypeError("'numpy.bool' object cannot be interpreted as an integer")
    return operator.index(value)


#: The integer value of an object with `__index__`.
index = _index_refusing_bool if np.version.version.startswith(("2.1.", "2.2.")) else operator.index


def to_int64(value: Any) -> int:
    """The integer value of an object, or ValueError if it does not fit into 64 bits, as PyTorch's sizes, counts and dimensions must."""
    number = index(value)
    if not -1 << 63 <= number < 1 << 63:
        raise ValueError("Overflow when unpacking long long")
    return number


def check_numel(count: int) -> int:
    """The count, or RuntimeError if so many elements exceed the address space; numpy would silently make none."""
    if to_int64(count) >= 1 << 60:
        raise RuntimeError(f"Storage size calculation overflowed with sizes=[{count}]")
    return count


def check_not_negative(sizes: Iterable[int]) -> None:
    """Raise for negative sizes, naming the first."""
    sizes = list(sizes)
    for n in sizes:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {sizes}")


def cache_number32(value: Any) -> Any:
    """The operand for float32 arrays in place of a number not in `NUMBERS32`: an array, or the number itself where results might differ."""
    if not value or not -_EXACT_LIMIT < value < _EXACT_LIMIT:  # 0.0 and -0.0 are one key; large numbers may overflow
        return check_64_bits(value) if value.__class__ is int else value
    if len(NUMBERS32) >= _CACHE_LIMIT:
        NUMBERS32.clear()
    array = np.array(value, np.float32)
    array.setflags(write=False)
    NUMBERS32[value] = array
    return array


def to_number32(value: Any) -> Any:
    """The cached operand that replaces a number in an operation with float32 arrays."""
    found = NUMBERS32.get(value)
    return cache_number32(value) if found is None else found


def check_float32_range(value: float) -> float:
    """The number, or RuntimeError if it is finite and beyond the range of float32."""
    if not -LARGEST32 <= value <= LARGEST32 and math.isfinite(value):
        raise RuntimeError("value cannot be converted to type float without overflow")
    return value


#: The largest finite number of single precision.
LARGEST32 = float(np.finfo(np.float32).max)


def to_python_number(value: Any) -> Any:
    """The Python number that PyTorch makes of a numpy scalar: a float of whatever Python has no number of that type for.

    Bools become 1.0 and 0.0, and of a complex64 the real part is left, with numpy's warning.
    """
    return float(value) if value.__class__ in _AS_FLOAT else value.item()


_AS_FLOAT: frozenset[Any] = frozenset({np.bool_, np.complex64, np.longdouble, np.clongdouble} - {np.float64, np.complex128})


def check_number_fits(value: Any, dtype: np.dtype[Any]) -> Any:
    """A number that an op does not promote; RuntimeError if it has an imaginary part and `dtype` has none, or is too large."""
    if value.__class__ is float and dtype.char == "f":
        return check_float32_range(value)
    if value.__class__ is complex and dtype.kind != "c":
        if value.imag == 0:
            return value.real
        raise RuntimeError(f"value cannot be converted to type {c_name(dtype)} without overflow")
    return value
