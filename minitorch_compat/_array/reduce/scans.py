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
_PRODUCT_MIN_SIZE, _GROUP_SIZE = block_size(__name__, "_PRODUCT_MIN_SIZE", 2048), 8
#: So many groups of a lane are added up one after the other in less time than by products of their own.
_MAX_SEQUENTIAL_GROUPS = block_size(__name__, "_MAX_SEQUENTIAL_GROUPS", 126)
_ONES, _TRIANGLE = np.ones(_GROUP_SIZE), np.triu(np.ones((_GROUP_SIZE, _GROUP_SIZE)))
#: Up to this number of adjacent lanes a product of their groups is faster than adding slice to slice.
_MAX_PRODUCT_LANES = block_size(__name__, "_MAX_PRODUCT_LANES", 4096)
#: Lanes from which on whole slices are added to slices: numpy's `accumulate` works element by element.
_MANY_LANES = 256
_ACCUMULATION_DTYPES = {"f": np.dtype(np.float64), "F": np.dtype(np.complex128), "d": np.dtype(np.float64), "D": np.dtype(np.complex128)}


def scan(ufunc: Any, a: Array, d: int, backward: bool = False) -> Array:
    """`ufunc.accumulate` along d, or backward from its end, with a row-major result."""
    n = a.shape[d]
    out = np.empty(a.shape, a.dtype)
    if not a.size:
        return out
    lanes = a.size // n
    wide_dtype = _ACCUMULATION_DTYPES.get(a.dtype.char)
    if wide_dtype is None or n <= RUN and lanes < _MANY_LANES and a.size < _PRODUCT_MIN_SIZE:
        source, target = (np.flip(a, d), np.flip(out, d)) if backward else (a, out)
        if wide_dtype in (None, a.dtype):
            ufunc.accumulate(source, d, a.dtype, target)  # numpy would widen small integers
        else:
            target[...] = ufunc.accumulate(source, d, wide_dtype)
        return out
    shape = (math.prod(a.shape[:d]), n, math.prod(a.shape[d + 1:]))
    source, target = a.reshape(shape), out.reshape(shape)
    if backward:
        source, target = source[:, ::-1], target[:, ::-1]
    if ufunc is np.add and a.dtype.char == "f" and n >= _GROUP_SIZE <= shape[2] // 2 and a.size >= _PRODUCT_MIN_SIZE and (
            lanes <= _MAX_PRODUCT_LANES or shape[2] < _MANY_LANES):
        _sum_groups_of_slices(source, target)
    else:
        (_scan_slices if shape[2] >= _MANY_LANES and n <= lanes else _scan_stretches)(ufunc, source, target, wide_dtype)
    return out


def _scan_slices(ufunc: Any, source: Array, target: Array, wide_dtype: Any) -> None:
    for start in range(0, source.shape[2], BLOCK):
        block = slice(start, start + BLOCK)
        last = source[:, 0, block].astype(wide_dtype)
        target[:, 0, block] = source[:, 0, block]
        for i in range(1, source.shape[1]):
            target[:, i, block] = ufunc(last, source[:, i, block], last)


def _scan_stretches(ufunc: Any, source: Array, target: Array, wide_dtype: Any) -> None:
    count, n, inner = source.shape
    if inner == 1 and n <= BLOCK:  # rows need not be transposed
        if count * n <= BLOCK:
            target[:, :, 0] = _accumulate(ufunc, source[:, :, 0], wide_dtype, None)
            return
        step = max(1, BLOCK // n)
        map_parallel(partial(_scan_rows, ufunc, source[:, :, 0], target[:, :, 0], wide_dtype),
                     [slice(i, i + step) for i in range(0, count, step)])
        return
    for outer in lane_block_slices(source.shape):
        _scan_transposed(ufunc, [source[outer[0], :, outer[1]], target[outer[0], :, outer[1]]], wide_dtype)


def _scan_rows(ufunc: Any, source: Array, target: Array, wide_dtype: Any, cut: slice) -> None:
    target[cut] = _accumulate(ufunc, source[cut], wide_dtype, None)


def _accumulate(ufunc: Any, a: Array, wide_dtype: Any, carry: Any) -> Array:
    """`ufunc.accumulate` along the last dimension in float64, with lanes starting from `carry`."""
    if ufunc is np.add and a.dtype.char == "f" and a.size >= _PRODUCT_MIN_SIZE and a.shape[-1] >= 2 * _GROUP_SIZE:
        sums = _cumsum_by_products(a, carry)
        if sums is not None:
            return sums
    piece = np.array(a, wide_dtype, order="C")
    if carry is not None:
        piece[..., 0] = ufunc(carry, piece[..., 0])
    ufunc.accumulate(piece, -1, None, piece)
    return piece


def _cumsum_by_products(a: Array, carry: Any) -> Array | None:
    """Running sums by a product of groups of eight numbers with a triangle of ones, which takes half the time of a sequential scan.

    The sum of the preceding groups is added to each group's first element; products give these, too, or for many groups `accumulate`. None
    if there is an infinity or a NaN, which a product would spread over the group. The order of summation does not matter: for float32
    summed in float64 little is left of it after rounding.
    """
    *lanes, n = a.shape
    count = -(-n // _GROUP_SIZE)
    if count * _GROUP_SIZE == n:
        flat = np.array(a, np.float64, order="C")
    else:
        flat = np.empty((*lanes, count * _GROUP_SIZE))
        flat[..., :n], flat[..., n:] = a, 0.0
    if carry is not None:
        flat[..., 0] += carry
    groups = flat.reshape(-1, _GROUP_SIZE)
    totals = groups.dot(_ONES)
    if not math.isfinite(np.add.reduce(totals)):
        return None
    totals, first = totals.reshape(-1, count), groups.reshape(-1, count, _GROUP_SIZE)[:, :, 0]
    if count > _MAX_SEQUENTIAL_GROUPS:
        np.add(first[:, 1:], np.add.accumulate(totals[:, :-1], 1), first[:, 1:])
    else:
        np.add(first, _exclusive_sums(totals.mT[None])[0].T, first)
    return groups.dot(_TRIANGLE).reshape(flat.shape)[..., :n]


def _exclusive_sums(a: Array) -> Array:
    """Exclusive running sums along the middle of (outer, n, inner), by products as above."""
    outer, n, inner = a.shape
    if n <= 2 * _GROUP_SIZE:
        return np.matmul(_exclusive_sum_matrix(n), a)
    count = -(-n // _GROUP_SIZE)
    flat = np.zeros((outer, count * _GROUP_SIZE, inner))
    flat[:, :n] = a
    groups = flat.reshape(outer, count, _GROUP_SIZE, inner)
    out = np.matmul(_exclusive_sum_matrix(_GROUP_SIZE), groups)
    np.add(out, _exclusive_sums(np.matmul(_ONES, groups))[:, :, None], out)
    return out.reshape(outer, -1, inner)[:, :n]


@cache
def _exclusive_sum_matrix(n: int) -> Array:
    """The matrix whose product gives the exclusive running sums of n numbers."""
    return np.tril(np.ones((n, n)), -1)


def _sum_groups_of_slices(source: Array, target: Array) -> None:
    """`_cumsum_by_products` along the middle of (outer, n, inner), without transposing, a stretch at a time."""
    for outer in lane_block_slices(source.shape):
        source_block, target_block = source[outer[0], :, outer[1]], target[outer[0], :, outer[1]]
        step = max(1, BLOCK * source_block.shape[1] // source_block.size // _GROUP_SIZE) * _GROUP_SIZE
        last: Any = 0.0
        for i in range(0, source_block.shape[1], step):
            stretch = source_block[:, i:i + step]
            sums = _cumsum_slices_by_products(stretch, last)
            if sums is None:
                sums = stretch.astype(np.float64)
                np.add(sums[:, 0], last, sums[:, 0])
                np.add.accumulate(sums, 1, None, sums)
            last = sums[:, -1].copy()
            target_block[:, i:i + step] = sums


def _cumsum_slices_by_products(a: Array, carry: Any) -> Array | None:
    outer, n, inner = a.shape
    count = -(-n // _GROUP_SIZE)
    flat = np.empty((outer, count * _GROUP_SIZE, inner))
    flat[:, :n], flat[:, n:] = a, 0.0
    flat[:, 0] += carry
    groups = flat.reshape(outer, count, _GROUP_SIZE, inner)
    totals = np.matmul(_ONES, groups)
    if not math.isfinite(np.add.reduce(totals, None)):
        return None
    groups[:, :, 0] += _exclusive_sums(totals)
    return np.matmul(_TRIANGLE.T, groups).reshape(flat.shape)[:, :n]


def _scan_transposed(ufunc: Any, lanes: list[Array], wide_dtype: Any) -> None:
    carry: Any = None
    step = max(1, BLOCK // (lanes[0].size // lanes[0].shape[1]))
    for i in range(0, lanes[0].shape[1], step):
        piece = _accumulate(ufunc, lanes[0][:, i:i + step].transpose(0, 2, 1), wide_dtype, carry)
        carry = piece[..., -1].copy()
        lanes[1][:, i:i + step] = piece.transpose(0, 2, 1)


def lane_block_slices(shape: tuple[int, ...]) -> list[tuple[slice, slice]]:
    """Slices of outer and inner that hold at most a block of lanes each."""
    outer, _, inner = shape
    across = max(1, BLOCK // 16)
    rows = max(1, across // inner)
    return [(slice(i, i + rows), slice(j, j + across)) for i in range(0, outer, rows) for j in range(0, inner, across)]


def to_rows(a: Array, dtype: Any) -> Array:
    """An (outer, n, inner) piece as a new (outer, inner, n) array of another dtype."""
    return np.array(a.transpose(0, 2, 1), dtype, order="C")


def logcumsumexp_real(a: Array, d: int) -> Array:
    """The running log of the sum of exponentials along d, for real numbers."""
    require_values(a)
    n = a.shape[d]
    out = np.empty(a.shape, a.dtype)
    if not a.size:
        return out
    shape = (math.prod(a.shape[:d]), n, math.prod(a.shape[d + 1:]))
    source, target = a.reshape(shape), out.reshape(shape)
    for outer in lane_block_slices(shape):
        source_block, target_block = source[outer[0], :, outer[1]], target[outer[0], :, outer[1]]
        carry: Any = None
        step = max(1, BLOCK // (source_block.size // n))
        for i in range(0, n, step):
            piece = to_rows(source_block[:, i:i + step], np.float64)
            if carry is not None:
                piece[..., 0] = np.logaddexp(carry, piece[..., 0])
            _logcumsumexp_rows(piece)
            carry = piece[..., -1].copy()
            target_block[:, i:i + step] = piece.transpose(0, 2, 1)
    return out


#: The largest difference of exponents in a stretch at which the smallest exponential is still a normal double.
_MAX_EXPONENT_RANGE = 600.0


def _logcumsumexp_rows(piece: Array) -> None:
    """Running log-sums along the last dimension, in-place: by exponentials if these do not underflow, else one by one."""
    top = np.maximum.reduce(piece, -1, keepdims=True)
    low = np.minimum.reduce(piece, -1, keepdims=True)
    if not (top - low <= _MAX_EXPONENT_RANGE).all():  # also for infinities and NaN
        np.logaddexp.accumulate(piece, 2, None, piece)
        return
    first = piece[..., 0].copy()
    np.subtract(piece, top, piece)
    np.exp(piece, piece)
    np.add.accumulate(piece, 2, None, piece)
    np.log(piece, piece)
    np.add(piece, top, piece)
    piece[..., 0] = first  # the first element is its own log-sum, exactly
