"""Limits: clamp to numbers or tensors, where a limit applies, and nan_to_num."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import all_finite, constants, float16_through_float32, widen_half
from ..core.numbers import to_number32
from ..index.indexing import check_fit
from ..shape.strided import convert, copy_dense
from .elementwise import INFINITY32, INPLACE, clip

Array = np.ndarray[Any, np.dtype[Any]]
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)
_MAX_BFLOAT16 = 2.0 ** 128 - 2.0 ** 120


def clamp(a: Array, low: Any = None, high: Any = None) -> Array:
    """a limited to [low, high]; NaN is kept."""
    if a.dtype.kind == "b" and low is not None and high is not None:
        raise NotImplementedError('"clamp_cpu" not implemented for \'Bool\'')
    return clamp_ordered(a, low, high)


def clamp_scalars(a: Array, low: Any, high: Any = None) -> Array:
    """The same for limits that are numbers, for which PyTorch has other kernels, none of them for bool."""
    if a.dtype.kind == "b":
        name = "clamp_max_scalar" if low is None else "clamp_min_scalar" if high is None else "clamp_scalar"
        raise NotImplementedError(f'"{name}_cpu" not implemented for \'Bool\'')
    if low is not None and not -60000 < low < 60000:  # in the range of every dtype that gets here unpromoted
        check_fit(low, a.dtype)
    if high is not None and not -60000 < high < 60000:
        check_fit(high, a.dtype)
    return clamp_ordered(a, low, high)


def _clamp_inplace(a: Array, low: Any, high: Any = None) -> None:
    """`clamp_scalars` of a large array, in-place."""
    for bound in (low, high):
        if bound is not None and not -60000 < bound < 60000:
            check_fit(bound, a.dtype)
    clip(a, -np.inf if low is None else low, np.inf if high is None else high, a)


INPLACE[clamp_scalars] = _clamp_inplace
_maximum, _minimum = float16_through_float32(np.maximum), float16_through_float32(np.minimum)


def clamp_ordered(a: Array, low: Any, high: Any) -> Array:
    """`clamp` for ordered dtypes."""
    if a.size > _SMALL_SIZE and a.dtype.kind in "fV" and not (isinstance(low, np.ndarray) or isinstance(high, np.ndarray)):
        if a.dtype.itemsize == 2:
            low, high = (None if v is None else np.asarray(v, a.dtype).astype(np.float32) for v in (low, high))
            return convert(clip(widen_half(a), -INFINITY32 if low is None else low, INFINITY32 if high is None else high), a.dtype)
        return clip(a, -np.inf if low is None else low, np.inf if high is None else high)
    if a.size > _SMALL_SIZE and a.dtype.kind in "iu" and low.__class__ in _INTEGER_LIMITS and high.__class__ in _INTEGER_LIMITS:
        kind, limits = a.dtype.type, np.iinfo(a.dtype)
        return clip(a, kind(limits.min if low is None else low), kind(limits.max if high is None else high))
    if a.dtype is _FLOAT32:  # of equal zeros the second operand is taken
        if low is not None:
            a = np.maximum(to_number32(low) if low.__class__ in _NUMBERS else low, a)
        return a if high is None else np.minimum(to_number32(high) if high.__class__ in _NUMBERS else high, a)
    if low.__class__ is float and low and a.dtype.char == "d":
        low, = constants(a.dtype, low)
    if low is not None:
        a = _maximum(low, a)
    return a if high is None else _minimum(high, a)


_FLOAT32, _NUMBERS = np.dtype(np.float32), frozenset({int, float})
_INTEGER_LIMITS: frozenset[Any] = frozenset({int, type(None)})


def within_bounds(a: Array, low: Any, high: Any) -> Array:
    """Whether `clamp` keeps the element: there the gradient passes."""
    if low is None:
        return np.less_equal(a, high)
    if high is None:
        return np.greater_equal(a, low)
    return np.greater_equal(a, low) & np.less_equal(a, high)


def below_min(a: Array, low: Any, high: Any) -> Array:
    """Where `clamp` returns its lower limit."""
    return np.less(a, low) if high is None else np.less(a, low) & np.less(low, high)


def above_max(a: Array, low: Any, high: Any) -> Array:
    """Where `clamp` returns its upper limit."""
    return np.greater(a, high) if low is None else np.greater(a, high) | np.greater(low, high)


def nan_to_num(a: Array, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Array:
    """Replace NaN, inf and -inf."""
    if a.dtype.kind in "biu" or a.dtype.kind == "f" and all_finite(a):
        return copy_dense(a, a.dtype)
    if 0 in a.strides:
        a = copy_dense(a, a.dtype)
    if a.dtype.kind == "V":  # numpy does not treat bfloat16 as a floating dtype
        highest, lowest = _MAX_BFLOAT16 if posinf is None else posinf, -_MAX_BFLOAT16 if neginf is None else neginf
        return nan_to_num(a.astype(np.float32), nan, highest, lowest).astype(a.dtype)
    return np.nan_to_num(a, nan=0.0 if nan is None else nan, posinf=posinf, neginf=neginf)
