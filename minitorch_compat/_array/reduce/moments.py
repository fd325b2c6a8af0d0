"""Variances, standard deviations, and the means that PyTorch returns with them."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.axes import moveaxis
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import add_reduce, all_finite, constants, lane_indices, ones, row_dots, row_sums, widen_half
from ..core.execution.quiet import quiet
from .reduction import axes, count_over_axes, mean, to_row_major

Array = np.ndarray[Any, np.dtype[Any]]
#: Up to this number of elements the time is that of numpy's calls.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)
# numpy's stubs have no variant of `reduce` for a `keepdims` that is known only at run time.
_add: Any = add_reduce


@quiet
def var(a: Array, dim: Any = None, correction: float = 1, keepdim: bool = False) -> Array:
    """Variance over `dim`, divided by n - correction."""
    if a.dtype.kind in "biu":
        raise RuntimeError("std and var only support floating point and complex dtypes")
    if a.dtype.itemsize == 2:
        return var(a.astype(np.float32), dim, correction, keepdim).astype(a.dtype)
    out = _var_over_axes(a, axes(dim, a.ndim), correction, keepdim)
    return _var_float64(a, dim, correction, keepdim).astype(out.dtype) if _overflows(a, out) else out


def _overflows(a: Array, out: Array) -> bool:
    """Whether squares overflowed in float32; PyTorch accumulates them in float64."""
    return a.dtype.char == "f" and not (math.isfinite(out.item()) if out.size == 1 else all_finite(out)) and all_finite(a)


def _var_float64(a: Array, dim: Any, correction: float, keepdim: bool) -> Array:
    return _var_over_axes(a.astype(np.float64), axes(dim, a.ndim), correction, keepdim)


def _var_over_axes(a: Array, axis: tuple[int, ...] | None, correction: float, keepdim: bool) -> Array:
    n = count_over_axes(a.shape, axis)
    divisor = n - correction if n > correction and n else 0.0
    if 0 < a.size <= _SMALL_SIZE and a.ndim and a.dtype.char in "fd":
        if a.size <= _TINY_SIZE and a.ndim == 2 and axis == _FIRST_AXIS and divisor:
            found = np.array([_var_of_numbers(row, n, divisor) for row in a.T.tolist()], a.dtype)
            return found[None] if keepdim else found
        if axis is None or sorted(axis) == _INDICES[a.ndim - len(axis):a.ndim]:
            return _var_of_rows(a if a.flags.c_contiguous else np.ascontiguousarray(a), axis, n, divisor, keepdim)
        kept = [d for d in range(a.ndim) if d not in axis]
        rows = np.ascontiguousarray(a.transpose((*kept, *axis)))  # a contiguous copy costs less than reductions of strided memory
        found = _var_of_rows(rows, tuple(_INDICES[len(kept):a.ndim]), n, divisor, False)
        return found.reshape([1 if d in axis else n for d, n in enumerate(a.shape)]) if keepdim else found
    # Relative to the first element, so that constant data gives exactly 0.
    centre = a - _first_elements(a, axis) if a.size else a.copy()
    centre -= np.asarray(_add(centre, axis=axis, keepdims=True) / n, a.dtype)
    square = (centre.real ** 2 + centre.imag ** 2) if a.dtype.kind == "c" else centre * centre
    total = to_row_major(_add(square, axis=axis, keepdims=keepdim), a)
    return np.asarray(np.true_divide(total, divisor), square.dtype)


_INDICES, _FIRST_AXIS = list(range(65)), (0,)


#: Up to this number of elements Python arithmetic is faster than a numpy call per step.
_TINY_SIZE = block_size(__name__, "_TINY_SIZE", 24)


def _var_of_numbers(row: list[float], n: int, divisor: float) -> float:
    """The variance in float64, relative to the first element, so that constant data gives exactly 0."""
    first = row[0]
    centre = [v - first for v in row]
    mean = sum(centre) / n
    return sum([(v - mean) * (v - mean) for v in centre]) / divisor


def _var_of_rows(a: Array, axis: tuple[int, ...] | None, n: int, divisor: float, keepdim: bool) -> Array:
    """The same over the last dimensions of a small array, by products of rows: numpy's reductions would take longer than the rest."""
    if a.size == n <= _TINY_SIZE and divisor:
        found = np.array(_var_of_numbers(a.reshape(-1).tolist(), n, divisor), a.dtype)
        if axis is None and not keepdim:
            return found
        return found.reshape((1,) * a.ndim if keepdim else a.shape[:0 if axis is None else a.ndim - len(axis)])
    rows = a.reshape(a.size // n, n)
    if a.size <= _TINY_SIZE and divisor:
        kept = 0 if axis is None else a.ndim - len(axis)
        found = np.array([_var_of_numbers(row, n, divisor) for row in rows.tolist()], a.dtype)
        return found.reshape(a.shape[:kept] + (1,) * (a.ndim - kept) if keepdim else a.shape[:kept])
    if len(rows) == 1:  # dot products of vectors instead of rows
        row = a if a.ndim == 1 else rows[0]
        centre = np.subtract(row, row[0, ...])
        # Dividing in float64 and rounding to float32 gives the same quotients as float32.
        np.subtract(centre, np.array(float(centre.dot(ones(n, a.dtype))) / n, a.dtype), centre)
        total = centre.dot(centre)
        found = np.array(float(total) / divisor, a.dtype) if divisor else np.divide(total, constants(a.dtype, divisor)[0])
        if axis is None and not keepdim:
            return found
        return found.reshape((1,) * a.ndim if keepdim else a.shape[:0 if axis is None else a.ndim - len(axis)])
    number, divided_by = constants(a.dtype, n, divisor)
    row, start, _ = lane_indices(rows.shape, 1)
    centre = np.subtract(rows, intp.take(rows, start))
    mean = row_sums(centre)
    np.divide(mean, number, mean)
    np.subtract(centre, intp.take(mean, row), centre)
    total = row_dots(centre, centre)
    np.divide(total, divided_by, total)
    kept = 0 if axis is None else a.ndim - len(axis)
    return total.reshape(a.shape[:kept] + (1,) * (a.ndim - kept) if keepdim else a.shape[:kept])


@quiet
def running_mean(a: Array, dim: Any, keepdim: bool) -> Array:
    """The mean of data with infinities: NaN unless the only one comes last. Real and imaginary parts are separate."""
    if a.dtype.kind == "c":
        return running_mean(a.real, dim, keepdim) + 1j * running_mean(a.imag, dim, keepdim).astype(a.dtype)
    axis = axes(dim, a.ndim)
    order = tuple(range(a.ndim)) if axis is None else axis
    lanes = moveaxis(a, order, range(a.ndim - len(order), a.ndim)).reshape(*(n for d, n in enumerate(a.shape) if d not in order), -1)
    early = np.isinf(lanes[..., :-1]).any(-1)
    found = np.where(early, np.nan, mean(a, axis)).astype(a.dtype)
    return np.expand_dims(found, order) if keepdim else found


def _first_elements(a: Array, axis: tuple[int, ...] | None) -> Array:
    """The first element of each group that a reduction combines."""
    return a[tuple(slice(1) if axis is None or d in axis else slice(None) for d in range(a.ndim))]


@quiet
def std(a: Array, dim: Any = None, correction: float = 1, keepdim: bool = False) -> Array:
    """Standard deviation over `dim`."""
    if a.dtype.kind in "biu":
        raise RuntimeError("std and var only support floating point and complex dtypes")
    x = a if a.dtype.itemsize > 2 else widen_half(a)
    square = _var_over_axes(x, axes(dim, a.ndim), correction, keepdim)
    found = np.sqrt(_var_float64(x, dim, correction, keepdim)).astype(square.dtype) if _overflows(x, square) else np.sqrt(square)
    return found if x is a else found.astype(a.dtype)
