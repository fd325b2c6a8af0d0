"""Sums of many floating numbers without loss of digits: no long run is added up one by one.

numpy adds in pairs along what lies innermost in memory; along other dimensions it adds row to row, and each of n rounding errors is as
large as the sum so far. Here runs are at most `RUN` long, and their sums are summed in the same way, so errors grow with the number of
such levels. Runs of rows and columns are products with ones, which BLAS adds up faster than numpy's reductions do.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

#: The longest run that is added up in one go: of row by row, where each lane has one accumulator, and along rows, where BLAS has several.
RUN, ROW_RUN = 64, 512
#: Elements that a row of a matrix should have for its columns to be summed quickly: narrower ones are joined.
_BROAD = 512
#: Arrays of fewer elements go to numpy: the runs of most are short, and the calls cost more than the sums.
FEW = 2048
_KEPT = 4096
_ONES: dict[tuple[Any, int], Array] = {}
_add: Any = np.add.reduce


def ones(n: int, dtype: Any) -> Array:
    """n ones, kept for the next call when n is small."""
    found = _ONES.get((dtype, n))
    if found is None:
        found = np.ones(n, dtype)
        if n <= _KEPT:
            if len(_ONES) > 256:
                _ONES.clear()
            found.setflags(write=False)
            _ONES[dtype, n] = found
    return found


def row_sums(a: Array) -> Array:
    """Sums of the rows of a matrix, by a product with ones."""
    width = a.shape[1]
    if width <= ROW_RUN:
        return a.dot(ones(width, a.dtype))
    head = width // ROW_RUN * ROW_RUN
    parts = np.empty((len(a), head // ROW_RUN + (head < width)), a.dtype)
    if head == width and a.flags.c_contiguous:
        np.dot(a.reshape(-1, ROW_RUN), ones(ROW_RUN, a.dtype), out=parts.reshape(-1))
    else:
        np.matmul(a[:, :head].reshape(len(a), -1, ROW_RUN), ones(ROW_RUN, a.dtype), out=parts[:, :head // ROW_RUN])
    if head < width:
        parts[:, -1] = a[:, head:].dot(ones(width - head, a.dtype))
    return row_sums(parts)


def column_sums(a: Array) -> Array:
    """Sums of the columns of a matrix, by a product with ones, up to twice as fast as a reduction, and more where there are few."""
    rows, columns = a.shape
    if rows <= RUN:
        return ones(rows, a.dtype).dot(a)
    joined = min(_BROAD // columns, rows // 2) if columns and a.flags.c_contiguous else 1
    if joined > 1:
        head = rows // joined * joined
        parts = column_sums(a[:head].reshape(-1, joined * columns)).reshape(joined, columns)
        total = row_sums(np.ascontiguousarray(parts.T)) if joined > RUN else ones(joined, a.dtype).dot(parts)
        return total + _add(a[head:], 0) if head < rows else total
    head = rows // RUN * RUN
    total = column_sums(np.matmul(ones(RUN, a.dtype), a[:head].reshape(-1, RUN, columns)))
    return total + ones(rows - head, a.dtype).dot(a[head:]) if head < rows else total


def row_dots(a: Array, b: Array) -> Array:
    """Dot products of the rows of two matrices; long rows by runs."""
    width = a.shape[1]
    if width <= ROW_RUN:
        return np.vecdot(a, b)
    head = width // ROW_RUN * ROW_RUN
    parts = np.vecdot(a[:, :head].reshape(len(a), -1, ROW_RUN), b[:, :head].reshape(len(a), -1, ROW_RUN))
    total = row_sums(parts)
    return total + np.vecdot(a[:, head:], b[:, head:]) if head < width else total


def _middle_sums(a: Array) -> Array:
    """Sums over the dimension in the middle of (outer, n, inner)."""
    outer, n, inner = a.shape
    if n <= RUN:
        return _add(a, 1)
    if outer == 1:
        return column_sums(a[0])[None]
    if inner == 1:
        return row_sums(a[:, :, 0])[:, None]
    head = n // RUN * RUN
    parts = np.matmul(ones(RUN, a.dtype), a[:, :head].reshape(outer, -1, RUN, inner))
    total = _middle_sums(parts)
    return total + _add(a[:, head:], 1) if head < n else total


def add_reduce(a: Array, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """`np.add.reduce`; of many floating numbers in any layout with errors that do not grow with their count."""
    if a.size <= FEW or a.dtype.char not in "fdFD" or dtype is not None and dtype != a.dtype or a.ndim == 1:
        return _add(a, axis, dtype, out, keepdims)
    chosen = range(a.ndim) if axis is None else (axis,) if axis.__class__ is int else axis
    picked = {d % a.ndim for d in chosen}
    if math.prod([a.shape[d] for d in picked]) <= RUN:
        return _add(a, axis, dtype, out, keepdims)
    total = _sums(a, picked)
    if keepdims:
        total = total.reshape([1 if d in picked else n for d, n in enumerate(a.shape)])
    if out is None:
        return total if total.ndim else total[()]
    out[...] = total
    return out


def _sums(a: Array, chosen: set[int]) -> Array:
    shape = [n for d, n in enumerate(a.shape) if d not in chosen]
    repeated = [d for d, n in enumerate(a.shape) if n > 1 and not a.strides[d]]
    if repeated:  # without memory: each element is there once, for those that are summed times their count
        times = math.prod([a.shape[d] for d in repeated if d in chosen])
        total = add_reduce(a[tuple(slice(1) if d in repeated else slice(None) for d in range(a.ndim))], tuple(chosen), keepdims=True)
        total = np.multiply(total, total.dtype.type(times)) if times != 1 else total
        wide = [1 if d in chosen else n for d, n in enumerate(a.shape)]
        return np.ascontiguousarray(np.broadcast_to(total, wide)).reshape(shape)
    order = sorted(range(a.ndim), key=lambda d: -abs(a.strides[d]))
    laid = a.transpose(order)
    if not laid.flags.c_contiguous:
        laid = np.ascontiguousarray(laid)
    dims = [(d, n) for d, n in zip(order, laid.shape) if n != 1]
    i = len(dims) - 1
    while i >= 0:  # from the innermost group of neighbours that are summed to the outermost
        d, n = dims[i]
        if d not in chosen:
            i -= 1
            continue
        first = i
        while first and dims[first - 1][0] in chosen:
            first -= 1
        n = math.prod([n for _, n in dims[first:i + 1]])
        laid = _middle_sums(laid.reshape(math.prod([n for _, n in dims[:first]]), n, math.prod([n for _, n in dims[i + 1:]])))
        del dims[first:i + 1]
        i = first - 1
    kept = sorted(d for d, _ in dims)
    found = laid.reshape([n for _, n in dims]).transpose([[d for d, _ in dims].index(d) for d in kept])
    return np.ascontiguousarray(found).reshape(shape)
