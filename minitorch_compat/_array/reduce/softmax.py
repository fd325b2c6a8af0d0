"""softmax and its relatives over one dimension.

The work is done in blocks. Rows (the last dimension) are used in place if they are wide or nothing is broadcast against them; everything
else is loaded as columns, where maxima, sums and broadcasts along the first axis run at full speed however short a lane is.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.axes import moveaxis
from ..core.conjugate import require_values
from ..core.dtypes import scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import (
    CHAIN_BLOCK,
    add_reduce,
    all_finite,
    as_lanes,
    column_sums,
    lane_indices,
    lane_slices,
    load_lanes,
    ones,
    require_floating,
    row_dots,
    row_max,
    row_slices,
    row_sums,
    store_lanes,
    widen_half,
)
from ..core.execution.blocks import ones_square as ones_square
from ..core.execution.quiet import quiet, restore, silence_rows
from ..core.execution.threads import PARALLEL_SIZE, map_parallel, map_serial
from ..shape.strided import as_dtype
from ..shape.views import wrap_dim
from . import scans
from .reduction import axes, sum_all, to_row_major

Array = np.ndarray[Any, np.dtype[Any]]

# Sums from 1 to this need no shift by the maximum: an exponential that underflows is below 1e-37 of its sum anyway.
_MAX_UNSHIFTED_SUM = 1e30
_WIDE_ROW = 64
#: Elements of a row from which on it is used in place if no maximum is needed.
_UNSHIFTED_ROW = 8
_TINY_SIZE, _NARROW_WIDTH = 256, 32
_FLOAT32 = np.dtype(np.float32)
_maximum: Any = np.maximum.reduce
_sum: Any = np.add.reduce
#: Elements of a block of rows: small enough that several threads have work in arrays of moderate size.
_ROW_BLOCK = block_size(__name__, "_ROW_BLOCK", 1 << 18)
_WHOLE_EXP_SIZE = block_size(__name__, "_WHOLE_EXP_SIZE", 1 << 15)  # elements whose exponentials may be kept all at once
_SMALL_MATRIX = block_size(__name__, "_SMALL_MATRIX", 1 << 14)  # matrices up to this size are not worth cutting or transposing


class _TinyLanes:
    """How to repeat sums and maxima of the lanes of a small array along them: numpy's broadcasting and reductions each take three times as
    long as a product or a gather."""

    __slots__ = ("dim", "lane", "ones", "right", "square", "start", "step")

    def __init__(self, shape: tuple[int, ...], dim: int, dtype: Any) -> None:
        self.dim = dim
        self.right = dim == -1 or dim == len(shape) - 1  # rows
        self.square = ones_square(shape[dim], dtype) if len(shape) == 2 and shape[dim] <= _NARROW_WIDTH else None
        self.ones = ones(shape[dim], dtype)
        self.lane, self.start, self.step = lane_indices(shape, dim)

    def sums(self, a: Array) -> Array:
        """Sums of lanes, repeated along them."""
        if self.square is not None:
            return a.dot(self.square) if self.right else self.square.dot(a)
        sums: Array = (a.dot(self.ones) if self.right else _sum(a, self.dim)).ravel()
        return sums[self.lane]  # takes half the time of `take`

    def maxima(self, a: Array) -> Array:
        """The same for maxima."""
        if self.step is not None:
            return _maximum(a, self.dim).ravel()[self.lane]
        position = intp.ndarray_argmax(a, self.dim).ravel()[self.lane]
        return a.ravel()[np.add(position, self.start, position)]


@lru_cache(maxsize=256)
def _find_tiny_lanes(shape: tuple[int, ...], dim: int, dtype: Any) -> _TinyLanes | None:
    fits = math.prod(shape) > 0 and dtype.char in "fd" and -len(shape) <= dim < len(shape)
    return _TinyLanes(shape, dim, dtype) if fits else None


def _tiny_lanes(a: Array, dim: int) -> _TinyLanes | None:
    """The lanes of an array so small that the time is that of numpy's calls alone: then the plain definition is used, which has the
    fewest."""
    if a.__class__ is not np.ndarray or a.size > _TINY_SIZE or not a.flags.c_contiguous:
        return None
    return _find_tiny_lanes(a.shape, dim, a.dtype)


def _run_rows_or_columns(rows: Callable[..., None], columns: Callable[..., Array], dim: int, *arrays: Array,
                         min_row: int = _WIDE_ROW) -> Array:
    """Run one of two kernels over `arrays`, block by block: `rows(out, *matrices)` if rows have at least `min_row` elements, else
    `columns(*matrices) -> result`."""
    first = arrays[0]
    require_values(first)
    dtype = first.dtype
    if first.ndim == 2 and (dim == 1 or dim == -1) and 0 < first.size <= _SMALL_MATRIX and dtype.char in "fd":
        out = np.empty(first.shape, dtype)
        rows(out, *arrays)
        return out
    dim = wrap_dim(dim, first.ndim)
    if not first.ndim:
        return np.asarray(_run_rows_or_columns(rows, columns, 0, *[a.reshape(1) for a in arrays])[0])
    out = np.empty(first.shape, np.float32 if dtype.itemsize == 2 else dtype)
    if out.size:
        views = [as_lanes(widen_half(a), dim) for a in arrays]
        _run_blocks(rows, columns, as_lanes(out, dim), views, min_row)
    return as_dtype(out, dtype)


def _run_blocks(rows: Callable[..., None], columns: Callable[..., Array], out: Array, views: list[Array], min_row: int) -> None:
    if out.shape[2] == 1 and out.shape[1] >= min_row:
        token = silence_rows(out.shape[1])
        try:
            map_parallel(lambda cut: rows(out[cut[0], :, 0], *[v[cut[0], :, 0] for v in views]), lane_slices(out.shape, _ROW_BLOCK))
        finally:
            restore(token)
        return
    map_parallel(lambda cut: store_lanes(out[cut[0], :, cut[1]], columns(*[load_lanes(v[cut[0], :, cut[1]]) for v in views])),
                 lane_slices(out.shape, _ROW_BLOCK))


def _are_sums_accurate(s: Array) -> bool:
    """Whether sums of exponentials neither overflow nor are so small that an exponential was subnormal and lost digits."""
    return bool(np.minimum.reduce(s) >= 1 and np.maximum.reduce(s) <= _MAX_UNSHIFTED_SUM)


def _softmax_rows(out: Array, x: Array) -> None:
    s = row_sums(np.exp(x, out))
    if not _are_sums_accurate(s):
        if x.shape[1] < _WIDE_ROW:
            store_lanes(out[:, :, None], _softmax_columns(load_lanes(x[:, :, None])))
            return None
        return _shifted_rows(out, x)
    out *= np.divide(1, s, s)[:, None]
    return None


def _shifted_rows(out: Array, x: Array) -> None:
    np.subtract(x, row_max(x), out)
    s = row_sums(np.exp(out, out))
    out *= np.divide(1, s, s)[:, None]


def _softmax_columns(x: Array) -> Array:
    e = np.exp(x)
    s = column_sums(e)
    if not _are_sums_accurate(s):
        x -= np.maximum.reduce(x, axis=0)
        np.exp(x, e)
        s = column_sums(e)
    e *= np.divide(1, s, s)
    return e


def _check_dtype(a: Array, dim: int, name: str) -> None:
    """Raise for dtypes without a kernel in PyTorch, unless the array is empty."""
    require_values(a)
    if a.dtype.kind not in "fV" and a.size:
        wrap_dim(dim, a.ndim)
        require_floating(a, f"{name}_{'lastdim_' * ((dim + 1) % max(a.ndim, 1) == 0)}kernel_impl")


@quiet
def softmax(a: Array, dim: int) -> Array:
    """exp(a) / sum(exp(a)) along `dim`, recomputed with a shift by the maximum where sums are too large or too small."""
    if (lanes := _tiny_lanes(a, dim)) is not None:
        e = np.exp(a)
        s = lanes.sums(e)
        # The test of `_are_sums_accurate`, in a third of the time of two reductions.
        if s.item(intp.ndarray_argmin(s)) >= 1 and s.item(intp.ndarray_argmax(s)) <= _MAX_UNSHIFTED_SUM:
            return np.divide(e, s, e)
        np.subtract(a, lanes.maxima(a), e)
        np.exp(e, e)
        return np.divide(e, lanes.sums(e), e)
    _check_dtype(a, dim, "softmax")
    return _run_rows_or_columns(_softmax_rows, _softmax_columns, dim, a, min_row=_UNSHIFTED_ROW)


#: Up to this number of elements testing all is as fast as testing a slice.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 4096)


@quiet
def _shifted_softmax(a: Array, dim: int) -> Array:
    return _run_rows_or_columns(_shifted_rows, _softmax_columns, dim, a)


def safe_softmax(a: Array, dim: int, masked: bool = False) -> Array:
    """softmax, but 0 where everything along `dim` is -inf: in attention, a row that is masked entirely.

    With `masked`, elements are masked: sums of the few others tend to be too small without the shift, so it is used right away.
    """
    out = _shifted_softmax(a, dim) if masked and a.size > _TINY_SIZE and a.dtype.char in "fd" else softmax(a, dim)
    if not out.size or out.size < _SMALL_SIZE and (top := out.item(intp.ndarray_argmax(out))) == top:  # argmax finds a NaN first
        return out
    if np.isnan(intp.take(out, 0, dim)).any():
        out[np.broadcast_to(np.isneginf(a).all(dim, keepdims=True), out.shape)] = 0
    return out


def _softmax_backward_rows(out: Array, y: Array, g: Array) -> None:
    np.subtract(g, row_dots(g, y)[:, None], out)
    np.multiply(out, y, out)


def _softmax_backward_columns(y: Array, g: Array) -> Array:
    r = g * y
    g -= column_sums(r)
    g *= y
    return g


@quiet
def softmax_backward(g: Array, out: Array, dim: int) -> Array:
    """out * (g - sum(g * out))."""
    if (lanes := _tiny_lanes(out, dim)) is not None and _tiny_lanes(g, dim) is not None:
        r = np.multiply(g, out)
        np.subtract(g, lanes.sums(r), r)
        return np.multiply(r, out, r)
    return _run_rows_or_columns(_softmax_backward_rows, _softmax_backward_columns, dim, out, g, min_row=1)


def _log_softmax_rows(out: Array, x: Array) -> None:
    np.subtract(x, row_max(x), out)
    s = row_sums(np.exp(out))
    out -= np.log(s, s)[:, None]


def _log_softmax_columns(x: Array) -> Array:
    x -= np.maximum.reduce(x, axis=0)
    s = column_sums(np.exp(x))
    x -= np.log(s, s)
    return x


@quiet
def log_softmax(a: Array, dim: int) -> Array:
    """a - log(sum(exp(a))) along `dim`, shifted by the maximum: without, results near 0 would have the rounding error of large inputs."""
    if (lanes := _tiny_lanes(a, dim)) is not None:
        d = np.subtract(a, lanes.maxima(a))
        s = lanes.sums(np.exp(d))
        return np.subtract(d, np.log(s, s), d)
    _check_dtype(a, dim, "log_softmax")
    return _run_rows_or_columns(_log_softmax_rows, _log_softmax_columns, dim, a)


@quiet
def soft_cross_entropy(a: Array, target: Array, dim: int, mean: bool) -> Array:
    """Minus the sum of the target times `log_softmax`, divided by the number of examples for a mean."""
    total = np.negative(sum_all(np.multiply(log_softmax(a, dim), target)))
    return np.asarray(np.divide(total, a.dtype.type(a.size / max(a.shape[dim], 1))) if mean else total)


def _log_softmax_backward_rows(out: Array, y: Array, g: Array) -> None:
    np.exp(y, out)
    s = row_sums(g)
    # After a mean all sums are the same: multiplying by a scalar takes half the time.
    out *= s[0] if s.item(intp.ndarray_argmin(s)) == s.item(intp.ndarray_argmax(s)) else s[:, None]
    np.subtract(g, out, out)


def _log_softmax_backward_columns(y: Array, g: Array) -> Array:
    np.exp(y, y)
    y *= column_sums(g)
    return np.subtract(g, y, y)


@quiet
def log_softmax_backward(g: Array, out: Array, dim: int) -> Array:
    """g - softmax * sum(g)."""
    if (lanes := _tiny_lanes(out, dim)) is not None and _tiny_lanes(g, dim) is not None:
        p = np.exp(out)
        return np.subtract(g, np.multiply(p, lanes.sums(g), p), p)
    return _run_rows_or_columns(_log_softmax_backward_rows, _log_softmax_backward_columns, dim, out, g, min_row=1)


@quiet
def logcumsumexp(a: Array, dim: int) -> Array:
    """The running log of the sum of exponentials along a dimension."""
    dim = wrap_dim(dim, a.ndim)
    if a.dtype.kind in "biu":
        raise NotImplementedError(f"\"logcumsumexp_out_cpu\" not implemented for '{scalar_name(a.dtype)}'")
    if not a.ndim:
        return a.copy()
    x = widen_half(a)
    if x.dtype is _FLOAT32 and 0 < x.size <= _TINY_SIZE:  # one by one in float64, as `logcumsumexp_real` does where exponentials underflow
        return np.ascontiguousarray(np.logaddexp.accumulate(x, dim, np.float64), a.dtype)
    if x.dtype.kind != "c":
        return as_dtype(scans.logcumsumexp_real(x, dim), a.dtype)
    rows = moveaxis(x, dim, -1)
    if x.shape[dim] <= _SEQUENTIAL_LENGTH:
        return np.ascontiguousarray(moveaxis(_logcumsumexp_sequential(rows), -1, dim), a.dtype)
    sums = (_logcumsumexp_by_pieces if np.isfinite(x).all() else _logcumsumexp_by_triangle)(rows)
    return np.ascontiguousarray(moveaxis(sums, -1, dim), a.dtype)


_PIECE_SIZE = block_size(__name__, "_PIECE_SIZE", 8)
#: Up to this length sums of complex elements are sequential, on PyTorch's branch of the logarithm; more would take long.
_SEQUENTIAL_LENGTH = block_size(__name__, "_SEQUENTIAL_LENGTH", 4096)


@quiet
def _logcumsumexp_sequential(rows: Array) -> Array:
    """`logcumsumexp` of complex numbers along the last dimension, sequentially: the imaginary part continues from the larger number's."""
    out = np.empty_like(rows)
    total: Array = np.full(rows.shape[:-1], -np.inf, rows.dtype)
    for i in range(rows.shape[-1]):
        total = out[..., i] = _log_add_exp_complex(rows[..., i], total)
    return out


def _log_add_exp_complex(x: Array, y: Array) -> Array:
    """log(exp(x) + exp(y))"""
    from ..pointwise.elementwise import log1p

    low, high = np.where(x.real < y.real, x, y), np.where(x.real >= y.real, x, y)
    both = np.isinf(high.real) & (low.real == high.real)
    usual = high + log1p(np.exp(np.where(both, 0, low - high)))
    found = np.where(both, np.where(low.real < 0, low, np.log(np.exp(low) + np.exp(high))), usual)
    return np.where(np.isnan(x) | np.isnan(y), complex(np.nan, np.nan), found)


def _logcumsumexp_by_triangle(rows: Array) -> Array:
    """`logcumsumexp` along the last dimension, as n separate sums."""
    n = rows.shape[-1]
    return logsumexp(np.where(np.tril(np.ones((n, n), np.bool_)), np.expand_dims(rows, -2), -np.inf), -1) if n else rows


def _logcumsumexp_by_pieces(rows: Array) -> Array:
    """The same for many finite elements: the log-sum of all preceding pieces is the first element of a piece."""
    n = rows.shape[-1]
    count = -(-n // _PIECE_SIZE)
    padded = np.full((*rows.shape[:-1], count * _PIECE_SIZE), -np.inf, rows.dtype)
    padded[..., :n] = rows
    pieces = padded.reshape(*rows.shape[:-1], count, _PIECE_SIZE)
    totals = logsumexp(pieces[..., :-1, :], -1)
    before = np.full((*pieces.shape[:-1], 1), -np.inf, rows.dtype)
    before[..., 1:, 0] = _logcumsumexp_by_pieces(totals) if count > 2 * _PIECE_SIZE else _logcumsumexp_by_triangle(totals)
    sums = _logcumsumexp_by_triangle(np.concatenate([before, pieces], -1))[..., 1:]
    return sums.reshape(*rows.shape[:-1], count * _PIECE_SIZE)[..., :n]


@quiet
def logsumexp(a: Array, dim: Any, keepdim: bool = False) -> Array:
    """log(sum(exp(a))) over one or more dimensions; -inf for an empty sum or if all elements are -inf."""
    axis = axes(dim, a.ndim)
    if axis is None and a.size and a.ndim and not keepdim:
        raise RuntimeError(f"output with shape [] doesn't match the broadcast shape {[1] * a.ndim}")
    x = widen_half(a)
    if not a.size:
        return np.asarray(np.log(np.sum(x, axis=axis, keepdims=keepdim)), a.dtype)
    if axis == (a.ndim - 1,) and x.size > _WHOLE_EXP_SIZE and x.flags.c_contiguous and x.dtype.kind == "f":
        out = _logsumexp_rows(x.reshape(-1, x.shape[-1])).reshape(*x.shape[:-1], 1)
        return to_row_major(np.asarray(out if keepdim else out.squeeze(axis), a.dtype), a)
    # Only the real part of complex numbers is shifted: the logarithm of the sum then has its argument in (-pi, pi].
    top = np.maximum.reduce(x.real, axis=axis, keepdims=True)
    if not all_finite(np.asarray(top)):
        top = np.where(np.isfinite(top), top, 0)  # a shift by infinity would give NaN
    e = np.asarray(np.subtract(x, top))
    total = np.asarray(_sum_exponentials(np.exp(e, out=e), axis))
    out = np.add(np.log(total, total), top)
    return to_row_major(np.asarray(out if keepdim else out.squeeze(axis), a.dtype), a)


def _logsumexp_rows(x: Array) -> Array:
    """The same of rows, some at a time: their exponentials stay in the cache."""
    out = np.empty(len(x), x.dtype)

    def work(cut: slice) -> None:
        part = x[cut]
        top = row_max(part)
        if not all_finite(top):
            top = np.where(np.isfinite(top), top, 0)
        e = np.subtract(part, top)
        total = row_sums(np.exp(e, e))
        np.add(np.log(total, total), top[:, 0], out[cut])

    run, block = (map_parallel, _ROW_BLOCK) if x.size >= PARALLEL_SIZE else (map_serial, CHAIN_BLOCK)
    token = silence_rows(x.shape[1])
    try:
        run(work, row_slices(len(x), x.shape[1], block))
    finally:
        restore(token)
    return out


def _sum_exponentials(e: Array, axis: tuple[int, ...] | None) -> Array:
    if axis == (e.ndim - 1,) and e.flags.c_contiguous and e.dtype.kind == "f":
        return row_sums(e.reshape(-1, e.shape[-1])).reshape(*e.shape[:-1], 1)
    return (add_reduce if e.size > _TINY_SIZE else np.add.reduce)(e, axis=axis, keepdims=True)
