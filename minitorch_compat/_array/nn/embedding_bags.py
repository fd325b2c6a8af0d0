"""Embedding bags: sums and maxima of rows of a table, and renormalization of its rows."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import INDEX_TYPES, scalar_name, tensor_type
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import widen_half
from ..core.stable_order import stable_argsort
from ..shape.strided import as_dtype, convert

Array = np.ndarray[Any, np.dtype[Any]]


def check_indices(index: Array, argument: int, function: str) -> None:
    """Raise RuntimeError unless the indices are int32 or int64."""
    if index.dtype not in INDEX_TYPES:
        raise RuntimeError(f"Expected tensor for argument #{argument} 'indices' to have one of the following scalar types: Long, Int; but "
                           f"got {tensor_type(index.dtype)} instead (while checking arguments for {function})")


def bag_maxima(table: Array, index: Array, bag: Array, count: int) -> tuple[Array, Array]:
    """For each of `count` bags and each column the position in `index` of the row with the maximum, and whether the bag has rows.

    `bag` is ascending. The first of equal elements is chosen; as in PyTorch, a NaN only if it comes first.
    """
    position, filled = np.zeros((count, table.shape[1]), np.int64), np.zeros((count, 1), bool)
    if not len(bag):
        return position, filled
    starts = intp.flatnonzero(np.concatenate([[True], bag[1:] != bag[:-1]]))
    members, sizes = bag[starts], np.diff(np.append(starts, len(bag)))
    order = intp.argsort(-sizes, kind="stable")
    step = max(1, _SUMS_BLOCK // max(1, table.shape[1]))
    for i in range(0, len(order), step):
        chosen = order[i:i + step]
        position[members[chosen]] = _bag_argmax(table, index, starts[chosen], sizes[chosen])
    filled[members] = True
    return position, filled


_FEW_BAGS = block_size(__name__, "_FEW_BAGS", 256)  # bags, that are quickly looked at one by one


def _bag_argmax(table: Array, index: Array, first: Array, sizes: Array) -> Array:
    """The rows at the same place in all bags at once, while many bags have one; then what is left of each long bag."""
    longest = int(sizes[0])
    filled = intp.searchsorted(-sizes, -intp.arange(longest), "left").tolist()
    maxima = _factored_rows(table, index, None, first)
    position = intp.repeat(first[:, None], table.shape[1], 1)
    k = 1
    while k < longest and filled[k] >= min(_FEW_BAGS, longest - k):
        nonempty, candidates = filled[k], first[:filled[k]] + k
        _update_maxima(maxima[:nonempty], position[:nonempty], _factored_rows(table, index, None, candidates), candidates[:, None])
        k += 1
    for i in range(filled[k] if k < longest else 0):
        start = int(first[i]) + k
        columns = np.ascontiguousarray(_factored_rows(table, index, None, slice(start, int(first[i] + sizes[i]))).T)
        if np.isnan(columns).any():
            columns[np.isnan(columns)] = -np.inf
        candidates = intp.argmax(columns, 1)
        _update_maxima(maxima[i], position[i], columns[intp.arange(len(columns)), candidates], candidates + start)
    return position


def _update_maxima(maxima: Array, position: Array, value: Array, candidates: Array) -> None:
    larger = value > maxima
    np.copyto(maxima, value, where=larger)
    np.copyto(position, candidates, where=larger)


#: Elements of the sums that are computed at a time, and of the rows that are added to one of them.
_SUMS_BLOCK = block_size(__name__, "_SUMS_BLOCK", 1 << 16)
#: Places whose rows are added in the time in which what is left of one segment is.
_PLACES_PER_SEGMENT = block_size(__name__, "_PLACES_PER_SEGMENT", 3)


def segment_sums(table: Array, index: Array, sizes: Array, factors: Array | None = None) -> Array:
    """The sums of consecutive segments of the rows `table[index]` (times `factors`); half precision is rounded once.

    Rows at the same place in all segments of a block are added at once, while many segments have one; then what is left of long ones.
    """
    count, width = len(sizes), table.shape[1]
    order, starts = intp.argsort(-sizes, kind="stable"), intp.cumsum(sizes) - sizes
    out = np.zeros((count, width), table.dtype)
    step = max(1, _SUMS_BLOCK // max(1, width))
    for i in range(0, count, step):
        chosen = order[i:i + step]
        lengths, first = sizes[chosen], starts[chosen]
        if not lengths[0] or not width:
            break
        sums = _sums_by_place(table, index, factors, first, lengths)
        out[chosen] = as_dtype(sums, table.dtype)
    return out


def _sums_by_place(table: Array, index: Array, factors: Array | None, first: Array, lengths: Array) -> Array:
    """`segment_sums` of the segments that start at `first`, from the longest to the shortest."""
    filled = intp.searchsorted(-lengths, -intp.arange(int(lengths[0])), "left").tolist()  # how many have a row at each place
    sums = np.zeros((len(first), table.shape[1]), np.result_type(widen_half(table[:0])))
    place = 0
    while place < len(filled) and filled[place] * _PLACES_PER_SEGMENT >= len(filled) - place:
        part = sums[:filled[place]]
        np.add(part, _factored_rows(table, index, factors, first[:filled[place]] + place), part)
        place += 1
    for k in range(filled[place] if place < len(filled) else 0):
        _add_segment(sums[k], table, index, factors, range(int(first[k]) + place, int(first[k] + lengths[k])))
    return sums


def _add_segment(total: Array, table: Array, index: Array, factors: Array | None, positions: range) -> None:
    step = max(1, _SUMS_BLOCK // len(total))
    for start in range(positions.start, positions.stop, step):
        part = slice(start, min(positions.stop, start + step))
        rows = _factored_rows(table, index, None, part)
        total += np.matmul(np.ones(len(rows), rows.dtype) if factors is None else widen_half(factors[part]), rows)


def _factored_rows(table: Array, index: Array, factors: Array | None, positions: Any) -> Array:
    rows = widen_half(intp.take(table, index[positions], 0))
    return rows if factors is None else np.multiply(rows, widen_half(factors[positions])[:, None], rows)


def bag_sums(table: Array, index: Array, bag: Array, factors: Array | None, count: int) -> Array:
    """`out[bag[k]] += factors[k] * table[index[k]]`, from zeros in `count` rows; what `table[index]` takes is never there at once."""
    sizes = intp.bincount(bag, minlength=count)
    if (bag[1:] < bag[:-1]).any():
        order = stable_argsort(bag)
        index, factors = index[order], None if factors is None else factors[order]
    return segment_sums(table, index, sizes, factors)


def row_products(a: Array, b: Array, i: Array, j: Array) -> Array:
    """The scalar products of the rows `a[i]` and `b[j]`."""
    out = np.empty(len(i), widen_half(a[:0]).dtype)
    step = max(1, _SUMS_BLOCK // max(1, a.shape[1]))
    for k in range(0, len(i), step):
        np.einsum("ik,ik->i", widen_half(intp.take(a, i[k:k + step], 0)), widen_half(intp.take(b, j[k:k + step], 0)), out=out[k:k + step])
    return as_dtype(out, a.dtype)


def embedding_renorm(table: Array, index: Array, max_norm: float, norm_type: float) -> Array:
    """The table with the rows at `index` scaled down to norm `max_norm` where theirs is larger."""
    if table.ndim != 2:
        raise RuntimeError(f"Expected 2-dimensional tensor, but got {table.ndim}-dimensional tensor for argument #1 'self' (while checking "
                           "arguments for embedding_renorm_)")
    check_indices(index, 2, "embedding_renorm_")
    count = len(table)
    wrong = index[(index < -count) | (index >= count)]
    if wrong.size:
        raise IndexError(f"select(): index {wrong.min()} out of range for tensor of size {list(table.shape)} at dimension 0")
    if table.dtype.kind not in "fVc":
        raise RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {scalar_name(table.dtype)} instead.")
    used = intp.unique(index % max(count, 1))
    rows = widen_half(table[used])
    size = np.linalg.norm(rows, norm_type, axis=1, keepdims=True).astype(table.real.dtype).astype(np.float64)
    factor = np.where(size > max_norm, max_norm / (size + 1e-7), 1.0).astype(table.dtype).astype(rows.dtype)
    out = table.copy()
    out[used] = convert(rows * factor, table.dtype)
    return out
