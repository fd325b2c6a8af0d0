"""Running sums and products along a dimension, accumulated in float64 and rounded once per element.

numpy's `accumulate` in float32 loses a digit per factor of ten in length. Lanes are processed in stretches, converted to float64 rows,
and each stretch continues from the last values of the one before.
"""
from __future__ import annotations

import math
from functools import cache, partial
from typing import Any

import numpy as np

from ..core.conjugate import require_values
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import RUN
from ..core.execution.threads import map_parallel

Array = np.ndarray[Any, np.dtype[Any]]

#: Elements converted to float64 at a time.
BLOCK = block_size(__name__, "BLOCK", 1 << 16)
#: Elements from which on products are worth their calls, and the size of a group: with 16 the product dominates the time.
_PRODUCTS, _SQUARE = block_size(__name__, "_PRODUCTS", 2048), 8
#: So many groups of a lane are added up one after the other in less time than by products of their own.
_GROUPS = block_size(__name__, "_GROUPS", 126)
_ONES, _TRIANGLE = np.ones(_SQUARE), np.triu(np.ones((_SQUARE, _SQUARE)))
#: Up to this number of adjacent lanes a product of their groups is faster than adding slice to slice.
_SIDE_BY_SIDE = block_size(__name__, "_SIDE_BY_SIDE", 4096)
#: Lanes from which on whole slices are added to slices: numpy's `accumulate` works element by element.
_MANY = 256
_DOUBLE = {"f": np.dtype(np.float64), "F": np.dtype(np.complex128), "d": np.dtype(np.float64), "D": np.dtype(np.complex128)}


def running(ufunc: Any, a: Array, d: int, backward: bool = False) -> Array:
    """`ufunc.accumulate` along d, or backward from its end, with a row-major result."""
    n = a.shape[d]
    out = np.empty(a.shape, a.dtype)
    if not a.size:
        return out
    lanes = a.size // n
    wide = _DOUBLE.get(a.dtype.char)
    if wide is None or n <= RUN and lanes < _MANY and a.size < _PRODUCTS:
        source, target = (np.flip(a, d), np.flip(out, d)) if backward else (a, out)
        ufunc.accumulate(source, d, a.dtype, target)  # numpy would widen small integers
        return out
    shape = (math.prod(a.shape[:d]), n, math.prod(a.shape[d + 1:]))
    source, target = a.reshape(shape), out.reshape(shape)
    if backward:
        source, target = source[:, ::-1], target[:, ::-1]
    if ufunc is np.add and a.dtype.char == "f" and n >= _SQUARE <= shape[2] // 2 and a.size >= _PRODUCTS and (
            lanes <= _SIDE_BY_SIDE or shape[2] < _MANY):
        _by_groups_of_slices(source, target)
    else:
        (_by_slices if shape[2] >= _MANY and n <= lanes else _by_stretches)(ufunc, source, target, wide)
    return out


def _by_slices(ufunc: Any, source: Array, target: Array, wide: Any) -> None:
    for start in range(0, source.shape[2], BLOCK):
        block = slice(start, start + BLOCK)
        last = source[:, 0, block].astype(wide)
        target[:, 0, block] = source[:, 0, block]
        for i in range(1, source.shape[1]):
            target[:, i, block] = ufunc(last, source[:, i, block], last)


def _by_stretches(ufunc: Any, source: Array, target: Array, wide: Any) -> None:
    count, n, inner = source.shape
    if inner == 1 and n <= BLOCK:  # rows need not be transposed
        if count * n <= BLOCK:
            target[:, :, 0] = _accumulated(ufunc, source[:, :, 0], wide, None)
            return
        step = max(1, BLOCK // n)
        map_parallel(partial(_rows, ufunc, source[:, :, 0], target[:, :, 0], wide), [slice(i, i + step) for i in range(0, count, step)])
        return
    for outer in cuts(source.shape):
        _transposed_runs(ufunc, [source[outer[0], :, outer[1]], target[outer[0], :, outer[1]]], wide)


def _rows(ufunc: Any, source: Array, target: Array, wide: Any, cut: slice) -> None:
    target[cut] = _accumulated(ufunc, source[cut], wide, None)


def _accumulated(ufunc: Any, a: Array, wide: Any, carry: Any) -> Array:
    """`ufunc.accumulate` along the last dimension in float64, with lanes starting from `carry`."""
    if ufunc is np.add and a.dtype.char == "f" and a.size >= _PRODUCTS and a.shape[-1] >= 2 * _SQUARE:
        sums = _sums_by_products(a, carry)
        if sums is not None:
            return sums
    piece = np.array(a, wide, order="C")
    if carry is not None:
        piece[..., 0] = ufunc(carry, piece[..., 0])
    ufunc.accumulate(piece, -1, None, piece)
    return piece


def _sums_by_products(a: Array, carry: Any) -> Array | None:
    """Running sums by a product of groups of eight numbers with a triangle of ones, which takes half the time of a sequential scan.

    The sum of the preceding groups is added to each group's first element; products give these, too, or for many groups `accumulate`. None
    if there is an infinity or a NaN, which a product would spread over the group. The order of summation does not matter: for float32
    summed in float64 little is left of it after rounding.
    """
    *lanes, n = a.shape
    count = -(-n // _SQUARE)
    if count * _SQUARE == n:
        flat = np.array(a, np.float64, order="C")
    else:
        flat = np.empty((*lanes, count * _SQUARE))
        flat[..., :n], flat[..., n:] = a, 0.0
    if carry is not None:
        flat[..., 0] += carry
    groups = flat.reshape(-1, _SQUARE)
    totals = groups.dot(_ONES)
    if not math.isfinite(np.add.reduce(totals)):
        return None
    totals, first = totals.reshape(-1, count), groups.reshape(-1, count, _SQUARE)[:, :, 0]
    if count > _GROUPS:
        np.add(first[:, 1:], np.add.accumulate(totals[:, :-1], 1), first[:, 1:])
    else:
        np.add(first, _sums_before(totals.mT[None])[0].T, first)
    return groups.dot(_TRIANGLE).reshape(flat.shape)[..., :n]


def _sums_before(a: Array) -> Array:
    """Exclusive running sums along the middle of (outer, n, inner), by products as above."""
    outer, n, inner = a.shape
    if n <= 2 * _SQUARE:
        return np.matmul(_before(n), a)
    count = -(-n // _SQUARE)
    flat = np.zeros((outer, count * _SQUARE, inner))
    flat[:, :n] = a
    groups = flat.reshape(outer, count, _SQUARE, inner)
    out = np.matmul(_before(_SQUARE), groups)
    np.add(out, _sums_before(np.matmul(_ONES, groups))[:, :, None], out)
    return out.reshape(outer, -1, inner)[:, :n]


@cache
def _before(n: int) -> Array:
    """The matrix whose product gives the exclusive running sums of n numbers."""
    return np.tril(np.ones((n, n)), -1)


def _by_groups_of_slices(source: Array, target: Array) -> None:
    """`_sums_by_products` along the middle of (outer, n, inner), without transposing, a stretch at a time."""
    for outer in cuts(source.shape):
        given, taken = source[outer[0], :, outer[1]], target[outer[0], :, outer[1]]
        step = max(1, BLOCK * given.shape[1] // given.size // _SQUARE) * _SQUARE
        last: Any = 0.0
        for i in range(0, given.shape[1], step):
            stretch = given[:, i:i + step]
            sums = _sums_of_slices(stretch, last)
            if sums is None:
                sums = stretch.astype(np.float64)
                np.add(sums[:, 0], last, sums[:, 0])
                np.add.accumulate(sums, 1, None, sums)
            last = sums[:, -1].copy()
            taken[:, i:i + step] = sums


def _sums_of_slices(a: Array, carry: Any) -> Array | None:
    outer, n, inner = a.shape
    count = -(-n // _SQUARE)
    flat = np.empty((outer, count * _SQUARE, inner))
    flat[:, :n], flat[:, n:] = a, 0.0
    flat[:, 0] += carry
    groups = flat.reshape(outer, count, _SQUARE, inner)
    totals = np.matmul(_ONES, groups)
    if not math.isfinite(np.add.reduce(totals, None)):
        return None
    groups[:, :, 0] += _sums_before(totals)
    return np.matmul(_TRIANGLE.T, groups).reshape(flat.shape)[:, :n]


def _transposed_runs(ufunc: Any, lanes: list[Array], wide: Any) -> None:
    carry: Any = None
    step = max(1, BLOCK // (lanes[0].size // lanes[0].shape[1]))
    for i in range(0, lanes[0].shape[1], step):
        piece = _accumulated(ufunc, lanes[0][:, i:i + step].transpose(0, 2, 1), wide, carry)
        carry = piece[..., -1].copy()
        lanes[1][:, i:i + step] = piece.transpose(0, 2, 1)


def cuts(shape: tuple[int, ...]) -> list[tuple[slice, slice]]:
    """Slices of outer and inner that hold at most a block of lanes each."""
    outer, _, inner = shape
    across = max(1, BLOCK // 16)
    rows = max(1, across // inner)
    return [(slice(i, i + rows), slice(j, j + across)) for i in range(0, outer, rows) for j in range(0, inner, across)]


def rows_of(a: Array, dtype: Any) -> Array:
    """An (outer, n, inner) piece as a new (outer, inner, n) array of another dtype."""
    return np.array(a.transpose(0, 2, 1), dtype, order="C")


def log_sums(a: Array, d: int) -> Array:
    """The running log of the sum of exponentials along d, for real numbers."""
    require_values(a)
    n = a.shape[d]
    out = np.empty(a.shape, a.dtype)
    if not a.size:
        return out
    shape = (math.prod(a.shape[:d]), n, math.prod(a.shape[d + 1:]))
    source, target = a.reshape(shape), out.reshape(shape)
    for outer in cuts(shape):
        given, taken = source[outer[0], :, outer[1]], target[outer[0], :, outer[1]]
        carry: Any = None
        step = max(1, BLOCK // (given.size // n))
        for i in range(0, n, step):
            piece = rows_of(given[:, i:i + step], np.float64)
            if carry is not None:
                piece[..., 0] = np.logaddexp(carry, piece[..., 0])
            _log_sums(piece)
            carry = piece[..., -1].copy()
            taken[:, i:i + step] = piece.transpose(0, 2, 1)
    return out


#: The largest difference of exponents in a stretch at which the smallest exponential is still a normal double.
_DEEP = 600.0


def _log_sums(piece: Array) -> None:
    """Running log-sums along the last dimension, in-place: by exponentials if these do not underflow, else one by one."""
    top = np.maximum.reduce(piece, -1, keepdims=True)
    low = np.minimum.reduce(piece, -1, keepdims=True)
    if not (top - low <= _DEEP).all():  # also for infinities and NaN
        np.logaddexp.accumulate(piece, 2, None, piece)
        return
    first = piece[..., 0].copy()
    np.subtract(piece, top, piece)
    np.exp(piece, piece)
    np.add.accumulate(piece, 2, None, piece)
    np.log(piece, piece)
    np.add(piece, top, piece)
    piece[..., 0] = first  # the first element is its own log-sum, exactly
