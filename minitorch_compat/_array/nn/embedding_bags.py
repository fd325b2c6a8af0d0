"""Embedding bags: sums and maxima of rows of a table, and renormalization of its rows."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import INDEX_TYPES, scalar_name, tensor_type
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import widen_half
from ..shape.strided import convert

Array = np.ndarray[Any, np.dtype[Any]]


def check_indices(index: Array, argument: int, function: str) -> None:
    """Raise RuntimeError unless the indices are int32 or int64."""
    if index.dtype not in INDEX_TYPES:
        raise RuntimeError(f"Expected tensor for argument #{argument} 'indices' to have one of the following scalar types: Long, Int; but "
                           f"got {tensor_type(index.dtype)} instead (while checking arguments for {function})")


def bag_maxima(rows: Array, bag: Array, count: int) -> tuple[Array, Array]:
    """For each of `count` bags and each column the position of the row with the maximum, and whether the bag has rows.

    `bag` is ascending. The first of equal elements is chosen; as in PyTorch, a NaN only if it comes first.
    """
    position, filled = np.zeros((count, rows.shape[1]), np.int64), np.zeros((count, 1), bool)
    if not len(bag):
        return position, filled
    starts = intp.flatnonzero(np.concatenate([[True], bag[1:] != bag[:-1]]))
    members = bag[starts]
    position[members] = _bag_argmax(widen_half(rows), starts, np.diff(np.append(starts, len(bag))))
    filled[members] = True
    return position, filled


_FEW_BAGS = block_size(__name__, "_FEW_BAGS", 256)  # bags, that are quickly looked at one by one


def _bag_argmax(values: Array, starts: Array, sizes: Array) -> Array:
    """The rows at the same place in all bags at once, while many bags have one; then what is left of each long bag."""
    order, filled = _bags_by_length(sizes)
    longest, first = len(filled), starts[order]
    maxima = intp.take(values, first, 0)
    position = intp.repeat(first[:, None], values.shape[1], 1)
    k = 1
    while k < longest and filled[k] >= min(_FEW_BAGS, longest - k):
        nonempty, candidates = filled[k], first[:filled[k]] + k
        _update_maxima(maxima[:nonempty], position[:nonempty], intp.take(values, candidates, 0), candidates[:, None])
        k += 1
    for i in range(filled[k] if k < longest else 0):
        start = int(first[i]) + k
        columns = np.ascontiguousarray(values[start:start + int(sizes[order[i]]) - k].T)
        if np.isnan(columns).any():
            columns[np.isnan(columns)] = -np.inf
        candidates = intp.argmax(columns, 1)
        _update_maxima(maxima[i], position[i], columns[intp.arange(len(columns)), candidates], candidates + start)
    out = np.empty_like(position)
    out[order] = position
    return out


def _update_maxima(maxima: Array, position: Array, value: Array, candidates: Array) -> None:
    larger = value > maxima
    np.copyto(maxima, value, where=larger)
    np.copyto(position, candidates, where=larger)


def _bags_by_length(sizes: Array) -> tuple[Array, list[int]]:
    """The order in which bags that have a row at a place stand together, and for each place how many have one."""
    counts = intp.bincount(sizes)
    return intp.argsort(-sizes, kind="stable"), (len(sizes) - np.add.accumulate(counts))[:-1].tolist()


#: Elements whose sums take as long as a call for each place in the longest bag.
_CALL_COST = block_size(__name__, "_CALL_COST", 1 << 10)


def bag_sums(table: Array, index: Array, starts: Array) -> tuple[Array, Array] | None:
    """The sum of the rows of each bag, sequentially, and its size; None if one bag is much longer than most.

    `starts` ascends from 0. Rows at the same position in all bags are added at once.
    """
    sizes = np.diff(starts, append=index.size)
    count, width = len(starts), table.shape[1]
    if not index.size:
        return np.zeros((count, width), table.dtype), sizes
    longest = int(sizes[intp.argmax(sizes)])
    if longest * _CALL_COST > index.size * width + 64 * _CALL_COST:
        return None
    if longest * count == index.size:
        positions = index.reshape(count, longest)
        out = intp.take(table, positions[:, 0], 0)
        np.add(out, 0, out)  # -0 becomes 0
        for k in range(1, longest):
            np.add(out, intp.take(table, positions[:, k], 0), out)
        return out, sizes
    order, filled = _bags_by_length(sizes)
    first = starts[order]
    sums = np.zeros((count, width), table.dtype)
    for k, nonempty in enumerate(filled):
        part = sums[:nonempty]
        np.add(part, intp.take(table, index[first[:nonempty] + k], 0), part)
    out = np.empty_like(sums)
    out[order] = sums
    return out, sizes


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
