"""Matrix products in coordinate form."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import BLOCK, all_finite
from ..core.execution.quiet import quiet
from ..core.stable_order import stable_argsort
from .coo import Coo, check_alike, coalesce

Array = np.ndarray[Any, np.dtype[Any]]


def mm(x: Coo, y: Array) -> Array:
    """A sparse matrix [n, m] times a dense one [m, k]."""
    check_mm(x, y)
    (rows, columns), values = x.indices, x.values
    if not x.coalesced:
        order = stable_argsort(rows)
        rows, columns, values = rows[order], columns[order], values[order]
    return rows_mm(rows, columns, values, x.shape[0], y)


@quiet
def rows_mm(rows: Array, columns: Array, values: Array, n: int, y: Array) -> Array:
    """The product of a matrix of `n` rows, with indices sorted by row, and a dense one."""
    out = np.zeros((n, y.shape[1]), values.dtype)
    if not len(rows) or not out.size:
        return out
    if _is_dense_faster(values, n, y):
        positions = rows * len(y) + columns
        if (positions[1:] > positions[:-1]).all():  # there are no duplicates
            _mm_by_blocks(rows, positions, values, y, out)
            return out
    if values.dtype.char in "fdFD" and _is_grouping_faster(len(rows), n, y.shape[1]):
        _mm_by_counts(rows, columns, values, np.ascontiguousarray(y), out)
        return out
    starts = intp.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1])))
    kept, transposed = rows[starts], np.ascontiguousarray(y.T)
    for k, column in enumerate(transposed):  # one at a time: reduceat is slow on elements that are not contiguous
        products = intp.take(column, columns)
        out[kept, k] = intp.reduceat(np.add, np.multiply(products, values, products), starts)
    return out


def _is_dense_faster(values: Array, n: int, y: Array) -> bool:
    """Whether BLAS is faster although it multiplies the zeros as well; there must be no 0 * inf."""
    m, k = y.shape
    return values.dtype.char in "fd" and 14 * values.size * k > n * m * (16 + k) and all_finite(y)


def _is_grouping_faster(size: int, n: int, columns: int) -> bool:
    """Whether grouping rows by their number of values takes less time than column by column; costs are measured, in nanoseconds."""
    kinds = min(n, 2 + 6 * math.isqrt(size // n))
    return columns * (4000 + 3 * size) > 9000 * kinds + 12 * size + 50 * n


#: Products computed at a time, and how many of them BLAS sums.
_PRODUCT_BLOCK = block_size(__name__, "_PRODUCT_BLOCK", 1 << 17)
_MAX_GROUPED_COUNT = block_size(__name__, "_MAX_GROUPED_COUNT", 512)


def _mm_by_counts(rows: Array, columns: Array, values: Array, y: Array, out: Array) -> None:
    """The product by groups of rows with equally many values: each row is a vector times the rows of `y` at its column indices."""
    counts = intp.bincount(rows, minlength=len(out))
    starts = intp.cumsum(counts) - counts
    order = intp.argsort(counts, kind="stable")
    sorted_counts = counts[order]
    first = intp.flatnonzero(np.concatenate(([True], sorted_counts[1:] != sorted_counts[:-1])))
    for begin, end in zip(first, [*first[1:], len(order)], strict=True):
        count = int(sorted_counts[begin])
        for at in range(0, count, _MAX_GROUPED_COUNT):
            along = intp.arange(at, min(count, at + _MAX_GROUPED_COUNT))
            step = max(1, _PRODUCT_BLOCK // (len(along) * y.shape[1]))
            for i in range(begin, end, step):
                selected = order[i:min(end, i + step)]
                positions = starts[selected, None] + along
                is_nonzero = intp.take(y, intp.take(columns, positions), 0)
                out[selected] += np.matmul(intp.take(values, positions)[:, None], is_nonzero)[:, 0]


def _mm_by_blocks(rows: Array, positions: Array, values: Array, y: Array, out: Array) -> None:
    """The product by blocks of rows that fit into the cache, made dense."""
    n, m = len(out), len(y)
    step = min(n, max(1, BLOCK // m))
    dense = np.zeros((step, m), values.dtype)
    cuts = intp.searchsorted(rows, intp.arange(0, n + step, step))
    for i, start in enumerate(range(0, n, step)):
        part = dense[:min(step, n - start)]
        own = slice(cuts[i], cuts[i + 1])
        if i:
            part.fill(0)
        part.reshape(-1)[positions[own] - start * m] = values[own]
        np.dot(part, y, out[start:start + len(part)])


def bmm(x: Any, y: Any) -> Array:
    """A batch of sparse matrices times a batch of dense ones, as one product: the former block-diagonal, the latter concatenated."""
    _check_bmm(x, y)
    (count, n, m), width = x.shape, y.shape[2]
    batch, rows, columns = x.indices
    flat = Coo(x.values, np.stack((batch * n + rows, batch * m + columns)), (count * n, count * m), x.coalesced)
    return mm(flat, y.reshape(count * m, width)).reshape(count, n, width)


def _check_bmm(x: Any, y: Any) -> None:
    """Raise for batches that cannot be multiplied."""
    if y.__class__ is Coo:
        raise RuntimeError("bmm_sparse: Tensor 'mat2' must be dense")
    if x.sparse_dim < x.ndim:
        raise RuntimeError(f"bmm_sparse: Tensor 'self' must have 0 dense dims, but has {x.ndim - x.sparse_dim}")
    if x.ndim != 3:
        raise RuntimeError(f"bmm_sparse: Tensor 'self' must have 3 sparse dims, but has {x.ndim}")
    if y.ndim != 3:
        raise RuntimeError(f"bmm_sparse: Tensor 'mat2' must have 3 dims, but has {y.ndim}")
    for own, other in ((0, 0), (2, 1)):
        if x.shape[own] != y.shape[other]:
            raise RuntimeError(f"bmm_sparse: 'self.size({own})' and 'mat2.size({other})' must match")
    check_alike(x, y)
    if x.dtype.kind not in "iufc" or x.dtype.itemsize == 2 and x.dtype.kind == "f":
        raise NotImplementedError(f'"bmm_sparse_dense" not implemented for \'{scalar_name(x.dtype)}\'')


def check_mm(x: Any, y: Any) -> None:
    """Raise for matrices that cannot be multiplied."""
    if x.ndim != 2 or y.ndim != 2 or x.sparse_dim != 2:
        raise RuntimeError(f"addmm: Argument #2 (sparse) and #3 (dense): matrices expected, got {x.ndim}D and {y.ndim}D tensors")
    if x.shape[1] != y.shape[0]:
        raise RuntimeError(f"addmm: Argument #3 (dense): Expected dim 0 size {x.shape[1]}, got {y.shape[0]}")
    check_alike(x, y)


def sparse_mm(x: Coo, y: Coo) -> Coo:
    """The product of two sparse matrices: every value in column k of `x` is multiplied by every value in row k of `y`."""
    check_mm(x, y)
    x, y = coalesce(x), coalesce(y)
    counts = intp.bincount(y.indices[0], minlength=y.shape[0])
    times = counts[x.indices[1]]
    steps = x.shape[0] * x.shape[1] * y.shape[1]
    if x.dtype.char in "fd" and 0 < steps <= _MAX_DENSE_WORK * times.sum() and all_finite(x.values) and all_finite(y.values):
        return _product_by_dense(x, y)
    starts = np.concatenate(([0], intp.cumsum(counts)))
    left = intp.repeat(intp.arange(len(times)), times)
    ends = intp.cumsum(times)
    right = intp.arange(len(left)) - intp.repeat(ends - times, times) + starts[x.indices[1]][left]
    values, rows, columns, shape = x.values[left] * y.values[right], x.indices[0][left], y.indices[1][right], (x.shape[0], y.shape[1])
    if values.dtype.char in "fd" and 0 < shape[0] * shape[1] <= _MAX_CELLS_PER_PRODUCT * len(values):
        return _sum_by_dense_counts(values, rows, columns, shape)
    return coalesce(Coo(values, np.stack((rows, columns)), shape))


#: Cells per product up to which summing in a dense matrix is faster than sorting; and the number of cells at a time.
_MAX_CELLS_PER_PRODUCT = 16
_CELL_BLOCK = block_size(__name__, "_CELL_BLOCK", 1 << 19)
#: Steps of a dense product per product of two values up to which it is faster.
_MAX_DENSE_WORK = 64


def _product_by_dense(x: Coo, y: Coo) -> Coo:
    """The product by dense matrices; its indices are the nonzero elements of the product of matrices of ones."""
    shape = (x.shape[0], y.shape[1])
    values, is_nonzero = (np.matmul(*(_to_dense_matrix(part, ones) for part in (x, y))).reshape(-1) for ones in (False, True))
    found = intp.flatnonzero(is_nonzero)
    return Coo(values[found], np.stack(intp.unravel_index(found, shape)), shape, True)


def _to_dense_matrix(x: Coo, ones: bool) -> Array:
    """A dense matrix of the values, or of ones at their indices."""
    out = np.zeros(x.shape, np.float32 if ones else x.dtype)
    out[x.indices[0], x.indices[1]] = 1 if ones else x.values
    return out


def _sum_by_dense_counts(values: Array, rows: Array, columns: Array, shape: tuple[int, int]) -> Coo:
    """Sums of the values with the same index, by dense counts for some rows at a time; `rows` are ascending."""
    step = max(1, _CELL_BLOCK // shape[1])
    cuts = intp.searchsorted(rows, intp.arange(0, shape[0] + step, step))
    sums, indices = [], []
    for i, first in enumerate(range(0, shape[0], step)):
        own = slice(cuts[i], cuts[i + 1])
        positions = (rows[own] - first) * shape[1] + columns[own]
        is_nonzero = np.zeros(min(step, shape[0] - first) * shape[1], np.bool_)
        is_nonzero[positions] = True
        found = intp.flatnonzero(is_nonzero)
        sums.append(intp.take(intp.bincount(positions, values[own], is_nonzero.size), found).astype(values.dtype))
        row, column = np.divmod(found, shape[1])
        indices.append(np.stack((row + first, column)))
    return Coo(np.concatenate(sums), np.concatenate(indices, 1), shape, True)
