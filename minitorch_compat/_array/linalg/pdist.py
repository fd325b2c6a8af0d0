"""Distances between all pairs of rows: blocks of rows against all later ones, as planes of pairs that fit into the cache."""
from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import RUN, all_finite, row_sums, widen_half
from ..core.execution.quiet import quiet
from ..core.numbers import LARGEST32
from ..shape.strided import as_dtype
from .distance_blocks import BLOCK, accumulate_gradients, columns_without_ties, has_few_long_rows, pairwise_norms

Array = np.ndarray[Any, np.dtype[Any]]


def _row_blocks(n: int, max_rows: int) -> Iterator[tuple[slice, slice, list[tuple[slice, slice]]]]:
    """Blocks of up to `max_rows` rows, the later rows, for each row of a block the slices of its pairs and of the later rows in them."""
    i = start = 0
    while i < n - 1:
        rows = max(1, min(max_rows, n - 1 - i, 4 * BLOCK // (n - 1 - i)))
        pairs = []
        for j in range(rows):
            count = n - 1 - i - j
            pairs.append((slice(start, start + count), slice(j, n)))
            start += count
        yield slice(i, i + rows), slice(i + 1, n), pairs
        i += rows


def _rows_per_block(x: Array, p: float) -> int:
    """Rows of a block. One block of all rows computes each pair twice, but by a matrix product that is still fast."""
    return len(x) if p == 2 or len(x) < _ONE_BLOCK_ROWS else min(RUN, -(-len(x) // 4))


#: Fewer rows than this are one block.
_ONE_BLOCK_ROWS = block_size(__name__, "_ONE_BLOCK_ROWS", 64)
#: Up to this number of differences, all are computed at once.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 2048)


@lru_cache(maxsize=64)
def _pair_indices(n: int) -> tuple[Array, Array]:
    """The two rows of each pair."""
    first, second = intp.triu_indices(n, 1)
    return first, second


@quiet
def pdist(x: Array, p: float) -> Array:
    """The p-norms of the differences of rows (0, 1), (0, 2), ... of a matrix."""
    out = np.empty(len(x) * (len(x) - 1) // 2, widen_half(x).dtype)
    if p > LARGEST32 and x.dtype.char == "f":  # p is out of the range of float32
        p = math.inf
    if p not in (0, math.inf) and 0 < out.size * x.shape[1] <= _SMALL_SIZE:
        first, second = _pair_indices(len(x))
        return as_dtype(_norms(np.subtract(intp.take(widen_half(x), first, 0), intp.take(widen_half(x), second, 0)), p), x.dtype)
    points = widen_half(x)
    for rows, later, pairs in _row_blocks(len(x), _rows_per_block(x, p)):
        a, b = points[rows], points[later]
        plane = np.empty((len(a), len(b)), out.dtype)
        pairwise_norms(a, b, p, plane, np.maximum)
        for norms, (positions, other_rows) in zip(plane, pairs, strict=True):
            out[positions] = norms[other_rows]
    return as_dtype(out, x.dtype)


def _norms(d: Array, p: float) -> Array:
    if p == 2:
        return np.sqrt(np.vecdot(d, d))
    size = np.abs(d, d)
    return row_sums(size) if p == 1 else row_sums(size**p) ** (1 / p)


@quiet
def pdist_backward(g: Array, out: Array, x: Array, p: float) -> Array:
    """The cotangent of `x` in `pdist`."""
    total = np.zeros(x.shape, widen_half(x).dtype)
    points, g, out = widen_half(x), widen_half(g), widen_half(out)
    distinct = columns_without_ties(points) if p == 1 and not has_few_long_rows(points, points) else []
    step = _rows_per_block(x, p) if all_finite(points) else 1  # a row minus itself: inf - inf is NaN
    for rows, later, pairs in _row_blocks(len(x), step):
        a, b = points[rows], points[later]
        slopes, norms = np.zeros((2, len(a), len(b)), total.dtype)  # 0 for duplicate pairs
        for i, (positions, other_rows) in enumerate(pairs):
            slopes[i, other_rows], norms[i, other_rows] = g[positions], out[positions]
        accumulate_gradients(slopes, a, b, norms, p, total[rows], total[later], distinct)
    return as_dtype(total, x.dtype)
