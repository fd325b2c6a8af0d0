"""Whether elements are equal, or nearly so."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import through_float32, widen_half
from ..core.execution.quiet import quiet

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
    if a.dtype.kind in "fc" and equal_nan:
        equal |= np.isnan(a) & np.isnan(b)
    if not rtol and not atol:
        return equal
    if a.dtype.kind == "b":
        a, b = a.astype(np.uint8), b.astype(np.uint8)
    if a.dtype.char == "e":
        return np.logical_or(equal, _isclose_float16(a, b, rtol, atol))
    distance = np.abs(np.subtract(a, b, dtype=None if a.dtype.kind in "fcV" else np.float64))
    return np.logical_or(equal, np.isfinite(distance) & (distance <= atol + np.abs(rtol * b)))


def _isclose_float16(a: Array, b: Array, rtol: float, atol: float) -> Array:
    """Where |a - b| is finite and at most atol + rtol |b|, with every step rounded to float16."""
    distance, relative = np.abs(_difference(a, b)), np.abs(_product(rtol, b))
    return np.isfinite(distance) & np.less_equal(widen_half(distance), widen_half(_sum(atol, relative)))


_difference, _product, _sum = (through_float32(f) for f in (np.subtract, np.multiply, np.add))
