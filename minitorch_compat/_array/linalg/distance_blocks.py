"""Norms of the differences of all rows of two matrices, and their gradients, in memory of one block.

A block is a plane of pairs of rows that fits into the cache, over which columns are accumulated one by one; or, for few pairs of many
columns, the differences of all pairs over a range of columns.
"""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import RUN, add_reduce, all_finite, column_sums, row_dots, row_sums

Array = np.ndarray[Any, np.dtype[Any]]

#: Elements of a plane of pairs, and of the differences of few pairs over many columns.
BLOCK = block_size(__name__, "BLOCK", 1 << 16)
#: Number of all differences from which a matrix product is worth its setup.
_PRODUCT_MIN_SIZE = block_size(__name__, "_PRODUCT_MIN_SIZE", 1 << 15)
#: From this number of columns on, few of the differences in one column are the largest of their pair.
_SPARSE_MIN_COLUMNS = 16
#: Up to this number of pairs, differences are computed by subtraction.
_SMALL_PAIRS = block_size(__name__, "_SMALL_PAIRS", 1024)
#: Squared distances below this fraction of the squared lengths are recomputed from differences: in the matrix product they have cancelled.
_CANCELLATION_LIMITS = {"f": 1e-6, "d": 0.05}
#: The sign bit, as an unsigned integer of the dtype's size.
_SIGN_BITS: dict[str, Any] = {"e": np.uint16(1 << 15), "f": np.uint32(1 << 31), "d": np.uint64(1 << 63)}
#: If a larger fraction of the pairs of a block is that close, all its differences are computed.
_MAX_CLOSE_FRACTION = 0.02


def pair_blocks(n: int, m: int) -> Iterator[tuple[slice, slice]]:
    """Blocks of pairs, as slices of rows of either matrix."""
    columns = min(m, max(1, BLOCK // 4)) or 1
    rows = max(1, BLOCK // columns)
    for i in range(0, n, rows):
        for j in range(0, m, columns):
            yield slice(i, i + rows), slice(j, j + columns)


def pairwise_norms(a: Array, b: Array, p: float, out: Array, maximum: np.ufunc = np.fmax) -> None:
    """Fill `out` with the p-norms of the differences of all rows of `a` and `b`; for p = infinity `maximum` is the maximum to use."""
    if p == 2 and len(a) * len(b) * a.shape[1] >= _PRODUCT_MIN_SIZE and a.shape[1] > 3 and _distances_by_product(a, b, out):
        return
    for rows, other_rows in pair_blocks(len(a), len(b)):
        _pairwise_norms_of_block(a[rows], b[other_rows], p, out[rows, other_rows], maximum)


def _pairwise_norms_of_block(a: Array, b: Array, p: float, out: Array, maximum: np.ufunc) -> None:
    pairs, columns = len(a) * len(b), a.shape[1]
    if columns > RUN and pairs * 8 < columns:
        step = max(1, BLOCK // pairs)
        parts = [_sum_powers(np.subtract(a[:, None, i:i + step], b[:, i:i + step]), p, maximum) for i in range(0, columns, step)]
        total = parts[0] if len(parts) == 1 else (maximum.reduce if p == math.inf else add_reduce)(np.array(parts), 0)
    else:
        total = _accumulate_columns(a, b, p, maximum)
    if p == 2:
        np.sqrt(total, total)
    elif p not in (0, 1, math.inf):
        np.power(total, 1 / p, total)
    out[...] = total


def _power_inplace(d: Array, p: float) -> Array:
    """|d|^p in-place; for p = 0 whether d is not 0, for infinity |d|."""
    if p == 2:
        return np.multiply(d, d, d)
    if p == 0:  # 1 for nonzero numbers, but NaN for NaN
        return np.minimum(np.ceil(np.abs(d, d), d), 1, out=d)
    np.abs(d, d)
    return d if p == math.inf else _raise_inplace(d, p)


def _raise_inplace(size: Array, p: float) -> Array:
    """size^p for size >= 0, in-place: by products and a root where that is exact, in a tenth of the time of np.power."""
    if p <= 0 or p > 8 or 2 * p != int(2 * p):
        return np.power(size, p, size)
    if p == 1:
        return size
    factor = size.copy()
    if p != int(p):
        np.sqrt(size, size)
    for _ in range(int(p) - (p == int(p))):
        np.multiply(size, factor, size)
    return size


def _sum_powers(d: Array, p: float, maximum: np.ufunc) -> Array:
    """The sums of powers of (rows, rows, columns) over columns; for p = infinity the maxima."""
    power = _power_inplace(d, p)
    if p == math.inf:
        return np.asarray(maximum.reduce(power, -1, initial=0))
    return row_sums(power.reshape(-1, d.shape[2])).reshape(d.shape[:2])


class _Differences:
    """Differences of all rows of two matrices, one column at a time.

    They are matrix products with ones, exact and in half the time of numpy's broadcast subtraction.
    """

    def __init__(self, a: Array, b: Array) -> None:
        self.left, self.right = np.ones((a.shape[1], len(a), 2), a.dtype), np.ones((b.shape[1], 2, len(b)), b.dtype)
        self.left[..., 0], self.right[:, 1] = a.T, -b.T
        self.by_product = len(a) * len(b) > _SMALL_PAIRS

    def fill(self, i: int, out: Array) -> None:
        """Write the differences in column `i` to `out`."""
        if self.by_product:
            np.matmul(self.left[i], self.right[i], out)
        else:
            np.add(self.left[i, :, :1], self.right[i, 1], out)


def _accumulate_columns(a: Array, b: Array, p: float, maximum: np.ufunc) -> Array:
    total = np.zeros((len(a), len(b)), a.dtype)
    part, scratch, differences = total, np.empty_like(total), _Differences(a, b)
    for i in range(a.shape[1]):
        differences.fill(i, scratch)
        _power_inplace(scratch, p)
        if p == math.inf:
            maximum(total, scratch, out=total)
            continue
        if i % RUN == 0 and i:  # no more than RUN terms are added one by one
            if part is not total:
                np.add(total, part, total)
            part = np.zeros_like(total)
        np.add(part, scratch, part)
    return total if part is total else np.add(total, part, total)


def _distances_by_product(a: Array, b: Array, out: Array) -> bool:
    """Distances from |a|^2 + |b|^2 - 2 ab in float64, and from differences for close pairs; False if that is not possible."""
    if not (all_finite(a) and all_finite(b)):
        return False
    centre = np.mean(b, 0, np.float64)
    b = b - centre
    lengths = np.vecdot(b, b)
    if not math.isfinite(lengths.max(initial=0)):
        return False
    rows = max(1, 4 * BLOCK // len(b))
    for i in range(0, len(a), rows):
        piece = a[i:i + rows] - centre
        sizes = np.vecdot(piece, piece)[:, None] + lengths
        if not all_finite(sizes):
            return False
        squares = np.matmul(piece, b.T)
        squares *= -2
        squares += sizes
        np.multiply(sizes, _CANCELLATION_LIMITS[out.dtype.char], sizes)
        close = squares < sizes
        count = intp.count_nonzero(close)
        if count > _MAX_CLOSE_FRACTION * close.size + 2 * (len(a) + len(b)):
            return False
        if count:
            _correct_close_pairs(squares, close, piece, b)
        np.sqrt(squares, out[i:i + rows], casting="unsafe")
    return True


def _correct_close_pairs(squares: Array, close: Array, a: Array, b: Array) -> None:
    """Replace the squared distances of close pairs by those computed from differences."""
    first, second = np.divmod(intp.flatnonzero(close), close.shape[1])  # on two dimensions nonzero takes ten times as long
    step = max(1, BLOCK // (a.shape[1] or 1))
    for i in range(0, len(first), step):
        d = intp.take(a, first[i:i + step], 0) - intp.take(b, second[i:i + step], 0)
        squares[first[i:i + step], second[i:i + step]] = np.vecdot(d, d)


def accumulate_gradient(g: Array, a: Array, b: Array, distances: Array, p: float, out: Array) -> None:
    """Add the cotangent of `a` to `out`: the sum over rows of `b` of `g` times the gradients of the norms; equal rows contribute 0."""
    if p == 0:
        return
    if has_few_long_rows(a, b):
        for columns, contribution in _long_row_gradients(g, a, b, distances, p):
            out[:, columns] += np.add.reduce(contribution, 1)
        return
    distinct = columns_without_ties(np.concatenate([a, b])) if p == 1 else []
    for rows, other_rows in pair_blocks(len(a), len(b)):
        part, norms = np.ascontiguousarray(g[rows, other_rows]), np.ascontiguousarray(distances[rows, other_rows])
        inverse = np.divide(1, norms, out=np.zeros_like(norms), where=norms != 0)
        if p == 2:
            part = part * inverse
            if (contributions := _weighted_differences(part, a[rows], b[other_rows])) is not None:
                out[rows] += contributions[0]
                continue
        d, differences = np.empty_like(part), _Differences(a[rows], b[other_rows])
        for i in range(a.shape[1]):
            differences.fill(i, d)
            if distinct and distinct[i]:
                out[rows, i] += row_sums(_copy_sign(d, part))
            else:
                out[rows, i] += row_dots(part, _slope(d, norms, inverse, p))


def accumulate_gradients(g: Array, a: Array, b: Array, distances: Array, p: float, out_a: Array, out_b: Array,
                         distinct: Sequence[bool]) -> None:
    """Add the cotangents of `a` and `b`, whose outputs may overlap; `distinct`: for p = 1, the columns without equal values."""
    if p == 0:
        return
    if has_few_long_rows(a, b):
        for columns, contribution in _long_row_gradients(g, a, b, distances, p):
            out_a[:, columns] += np.add.reduce(contribution, 1)
            out_b[:, columns] -= np.add.reduce(contribution, 0)
        return
    for rows, other_rows in pair_blocks(len(a), len(b)):
        part, norms = np.ascontiguousarray(g[rows, other_rows]), np.ascontiguousarray(distances[rows, other_rows])
        inverse = np.divide(1, norms, out=np.zeros_like(norms), where=norms != 0)
        if p == 2:
            part = part * inverse
            if (pair := _weighted_differences(part, a[rows], b[other_rows])) is not None:
                out_a[rows] += pair[0]
                out_b[other_rows] += pair[1]
                continue
        d, contributions = np.empty_like(part), np.empty((2, a.shape[1], max(part.shape)), part.dtype)
        differences = _Differences(a[rows], b[other_rows])
        for i in range(a.shape[1]):
            differences.fill(i, d)
            if p == math.inf and a.shape[1] > _SPARSE_MIN_COLUMNS:
                contributions[0, i, :len(d)], contributions[1, i, :d.shape[1]] = _sum_largest_differences(part, d, norms)
                continue
            contribution = _copy_sign(d, part) if distinct and distinct[i] else np.multiply(_slope(d, norms, inverse, p), part, out=d)
            contributions[0, i, :len(contribution)] = row_sums(contribution)
            contributions[1, i, :contribution.shape[1]] = column_sums(contribution)
        out_a[rows] += contributions[0, :, :len(part)].T
        out_b[other_rows] -= contributions[1, :, :part.shape[1]].T


def _weighted_differences(weights: Array, a: Array, b: Array) -> tuple[Array, Array] | None:
    """Weighted differences of float32 rows, summed over rows of `b`, and their negatives summed over rows of `a`, by matrix products in
    float64: after cancellation enough digits are left."""
    if a.dtype.char != "f" or weights.size * a.shape[1] < _PRODUCT_MIN_SIZE:
        return None
    if not (all_finite(weights) and all_finite(a) and all_finite(b)):
        return None
    centre = np.mean(b, 0, np.float64)
    w, a, b = weights.astype(np.float64), a - centre, b - centre
    return row_sums(w)[:, None] * a - np.matmul(w, b), column_sums(w)[:, None] * b - np.matmul(w.T, a)


def columns_without_ties(points: Array) -> list[bool]:
    """For each column whether all values are finite and different."""
    if not len(points):
        return [True] * points.shape[1]
    columns = np.sort(np.ascontiguousarray(points.T), -1)
    ends = np.isfinite(columns[:, 0]) & np.isfinite(columns[:, -1])
    found: list[bool] = (ends & (columns[:, 1:] != columns[:, :-1]).all(-1)).tolist()
    return found


def _copy_sign(d: Array, values: Array) -> Array:
    """The values with their signs flipped where `d` is negative, in the memory of `d`: numpy's sign functions take three times as long."""
    sign = _SIGN_BITS[d.dtype.char]
    found = d.view(sign.dtype)
    np.bitwise_and(found, sign, found)
    np.bitwise_xor(found, values.view(sign.dtype), found)
    return d


def has_few_long_rows(a: Array, b: Array) -> bool:
    """Whether there are few pairs of long rows: then blocks have all pairs over a range of columns, not one column at a time."""
    return a.shape[1] > RUN and len(a) * len(b) * 8 < a.shape[1]


def _long_row_gradients(g: Array, a: Array, b: Array, distances: Array, p: float) -> Iterator[tuple[slice, Array]]:
    """The contribution of each pair to the cotangent of its row of `a`, by ranges of columns."""
    step = max(1, BLOCK // max(1, len(a) * len(b)))
    inverse = np.divide(1, distances, out=np.zeros_like(distances), where=distances != 0)[..., None]
    factor = (g * inverse[..., 0] if p == 2 else g)[..., None]
    for i in range(0, a.shape[1], step):
        columns = slice(i, i + step)
        d = np.subtract(a[:, None, columns], b[:, columns])
        yield columns, _slope(d, distances[..., None], inverse, p) * factor


def _sum_largest_differences(g: Array, d: Array, norms: Array) -> tuple[Array, Array]:
    """Sums, along rows and along columns, of `g` with the sign of `d` where that is the largest difference, which is rare."""
    positions = intp.flatnonzero(np.equal(np.abs(d), norms))
    first, second = np.divmod(positions, d.shape[1])
    contribution = np.sign(intp.take(d, positions)) * intp.take(g, positions)
    return intp.bincount(first, contribution, len(d)), intp.bincount(second, contribution, d.shape[1])


def _slope(d: Array, norms: Array, inverse: Array, p: float) -> Array:
    """sign(d) (|d| / norm)^(p - 1); for p = 2 without the division."""
    if p == 2:
        return d
    if p == 1:
        return np.sign(d)  # in-place it would take ten times as long: that loop of numpy's is not vectorized
    if p == math.inf:
        return np.sign(d) * (np.abs(d) == norms)
    size = np.multiply(np.abs(d), inverse)
    if p < 1:
        return _copy_sign(d, np.power(size, p - 1, out=np.zeros_like(size), where=size != 0))
    return _copy_sign(d, _raise_inplace(size, p - 1))
