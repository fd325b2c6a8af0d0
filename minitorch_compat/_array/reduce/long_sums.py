"""Sums of many floating numbers over any dimensions of any layout, without losing digits.

numpy sums pairwise along the innermost dimension in memory; along other dimensions it adds row to row, with n rounding errors as large
as the sum so far. Here runs are at most `RUN` long, and their sums are summed in the same way, so errors grow with the number of
levels. Sums of runs of rows and columns are products with ones, which BLAS computes faster than numpy's reductions.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.execution import blocks
from ..core.execution.blocks import add_reduce, column_sums, ones, row_sums

Array = np.ndarray[Any, np.dtype[Any]]
_add: Any = np.add.reduce


def _sum_middle_dim(a: Array) -> Array:
    """Sums over the middle dimension of (outer, n, inner)."""
    outer, n, inner = a.shape
    if n <= blocks.RUN:
        return _add(a, 1)
    if outer == 1:
        return column_sums(a[0])[None]
    if inner == 1:
        return row_sums(a[:, :, 0])[:, None]
    head = n // blocks.RUN * blocks.RUN
    parts = np.matmul(ones(blocks.RUN, a.dtype), a[:, :head].reshape(outer, -1, blocks.RUN, inner))
    total = _sum_middle_dim(parts)
    return total + _add(a[:, head:], 1) if head < n else total


def sum_dims(a: Array, dims_summed: set[int]) -> Array:
    shape = [n for d, n in enumerate(a.shape) if d not in dims_summed]
    repeated = [d for d, n in enumerate(a.shape) if n > 1 and not a.strides[d]]
    if repeated:  # expanded: each element is summed once, times the number of its repetitions that are summed
        times = math.prod([a.shape[d] for d in repeated if d in dims_summed])
        total = add_reduce(a[tuple(slice(1) if d in repeated else slice(None) for d in range(a.ndim))], tuple(dims_summed), keepdims=True)
        total = np.multiply(total, total.dtype.type(times)) if times != 1 else total
        expanded_shape = [1 if d in dims_summed else n for d, n in enumerate(a.shape)]
        return np.ascontiguousarray(np.broadcast_to(total, expanded_shape)).reshape(shape)
    order = sorted(range(a.ndim), key=lambda d: -abs(a.strides[d]))
    permuted = a.transpose(order)
    if not permuted.flags.c_contiguous:
        permuted = np.ascontiguousarray(permuted)
    dims = [(d, n) for d, n in zip(order, permuted.shape) if n != 1]
    i = len(dims) - 1
    while i >= 0:  # from the innermost group of adjacent summed dimensions to the outermost
        d, n = dims[i]
        if d not in dims_summed:
            i -= 1
            continue
        first = i
        while first and dims[first - 1][0] in dims_summed:
            first -= 1
        n = math.prod([n for _, n in dims[first:i + 1]])
        permuted = _sum_middle_dim(permuted.reshape(math.prod([n for _, n in dims[:first]]), n, math.prod([n for _, n in dims[i + 1:]])))
        del dims[first:i + 1]
        i = first - 1
    kept = sorted(d for d, _ in dims)
    found = permuted.reshape([n for _, n in dims]).transpose([[d for d, _ in dims].index(d) for d in kept])
    return np.ascontiguousarray(found).reshape(shape)
