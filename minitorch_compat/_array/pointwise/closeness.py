"""Whether elements are equal, or nearly so."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import widen_half
from ..core.execution.quiet import quiet
from ..shape.strided import convert

Array = np.ndarray[Any, np.dtype[Any]]
_PREFIX_SIZE = block_size(__name__, "_PREFIX_SIZE", 1 << 12)


def are_equal(a: Array, b: Array) -> bool:
    """Whether two large arrays of one shape are equal; a comparison of the first elements often decides that they are not."""
    prefix = len(a) * _PREFIX_SIZE // a.size + 1
    return bool(np.equal(a[:prefix], b[:prefix]).all()) and bool(np.equal(a, b).all())


@quiet
def isclose(a: Array, b: Array, rtol: float, atol: float, equal_nan: bool) -> Array:
    """Where |a - b| <= atol + rtol |b|, or both are equal."""
    equal = np.equal(a, b)
    if equal_nan and a.dtype.kind in "fcV":
        equal = equal | np.not_equal(a, a) & np.not_equal(b, b)
    if not rtol and not atol:
        return equal
    if a.dtype.kind == "b":
        a, b = a.astype(np.uint8), b.astype(np.uint8)
    if a.dtype.itemsize == 2 and a.dtype.kind in "fV":
        return np.logical_or(equal, _isclose_half(a, b, rtol, atol))
    distance = np.abs(np.subtract(a, b, dtype=None if a.dtype.kind in "fcV" else np.float64))
    return np.logical_or(equal, np.isfinite(distance) & (distance <= atol + np.abs(rtol * b)))


def _isclose_half(a: Array, b: Array, rtol: float, atol: float) -> Array:
    """Where |a - b| is finite and at most atol + rtol |b|, with every step rounded to half precision, and `atol`, which is added."""
    wide_a, wide_b = widen_half(a), widen_half(b)
    distance, relative = (_round(np.abs(v), a.dtype) for v in (wide_a - wide_b, wide_b * np.float32(rtol)))
    return np.isfinite(distance) & (distance <= _round(relative + _round(np.full((), atol, np.float32), a.dtype), a.dtype))


def _round(values: Array, dtype: Any) -> Array:
    return widen_half(convert(values, dtype))
