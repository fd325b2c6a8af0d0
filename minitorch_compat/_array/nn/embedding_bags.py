"""Embedding bags: sums and maxima of rows of a table, and renormalization of its rows."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import POSITIONS, scalar_name, tensor_type
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import wide
from ..shape.strided import converted

Array = np.ndarray[Any, np.dtype[Any]]


def check_indices(index: Array, argument: int, function: str) -> None:
    """Raise RuntimeError unless the indices are int32 or int64."""
    if index.dtype not in POSITIONS:
        raise RuntimeError(f"Expected tensor for argument #{argument} 'indices' to have one of the following scalar types: Long, Int; but "
                           f"got {tensor_type(index.dtype)} instead (while checking arguments for {function})")


def largest(rows: Array, bag: Array, count: int) -> tuple[Array, Array]:
    """For each of `count` bags and each column the position of the row with the maximum, and whether the bag has rows.

    `bag` is ascending. The first of equal elements is chosen; as in PyTorch, a NaN only if it comes first.
    """
    place, filled = np.zeros((count, rows.shape[1]), np.int64), np.zeros((count, 1), bool)
    if not len(bag):
        return place, filled
    starts = intp.flatnonzero(np.concatenate([[True], bag[1:] != bag[:-1]]))
    members = bag[starts]
    sizes = np.diff(np.append(starts, len(bag)))
    values = wide(rows)
    top = intp.repeat(intp.reduceat(np.fmax, values, starts, axis=0), sizes, axis=0)
    positions = np.where(values == top, intp.arange(len(bag))[:, None], len(bag))
    found = intp.reduceat(np.minimum, positions, starts, axis=0)
    place[members] = np.where(np.isnan(values[starts]), starts[:, None], found)
    filled[members] = True
    return place, filled


#: Elements whose sum takes as long as the call for one position in the bags.
_CALL = block_size(__name__, "_CALL", 1 << 10)


def sums_of_bags(table: Array, index: Array, starts: Array) -> tuple[Array, Array] | None:
    """The sum of the rows of each bag, sequentially, and its size; None if one bag is much longer than most.

    `starts` ascends from 0. Rows at the same position in all bags are added at once.
    """
    sizes = np.diff(starts, append=index.size)
    count, width = len(starts), table.shape[1]
    if not index.size:
        return np.zeros((count, width), table.dtype), sizes
    longest = int(sizes[intp.argmax(sizes)])
    if longest * _CALL > index.size * width + 64 * _CALL:
        return None
    if longest * count == index.size:
        places = index.reshape(count, longest)
        out = intp.take(table, places[:, 0], 0)
        np.add(out, 0, out)  # -0 becomes 0
        for k in range(1, longest):
            np.add(out, intp.take(table, places[:, k], 0), out)
        return out, sizes
    order = intp.argsort(-sizes, kind="stable")  # the longest first: the bags that have a row at a position are then contiguous
    first = starts[order]
    filled = count - np.add.accumulate(intp.bincount(sizes, minlength=longest))
    sums = np.zeros((count, width), table.dtype)
    for k, some in enumerate(filled[:longest].tolist()):
        part = sums[:some]
        np.add(part, intp.take(table, index[first[:some] + k], 0), part)
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
    rows = wide(table[used])
    size = np.linalg.norm(rows, norm_type, axis=1, keepdims=True).astype(table.real.dtype).astype(np.float64)
    factor = np.where(size > max_norm, max_norm / (size + 1e-7), 1.0).astype(table.dtype).astype(rows.dtype)
    out = table.copy()
    out[used] = converted(rows * factor, table.dtype)
    return out
