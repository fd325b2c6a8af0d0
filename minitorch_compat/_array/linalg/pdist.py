"""Distances between all pairs of rows, one row against all later ones at a time: the differences stay in the cache."""
from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.block_sizes import block_size
from ..core.blocks import column_sums, row_sums, wide
from ..core.numbers import LARGEST32
from ..core.quiet import quiet
from ..shape.strided import as_dtype

Array = np.ndarray[Any, np.dtype[Any]]


def _later(x: Array) -> Iterator[tuple[int, slice, Array]]:
    """For each row but the last: its number, the places of its pairs, its differences from the rows after it."""
    start = 0
    for i in range(len(x) - 1):
        stop = start + len(x) - 1 - i
        yield i, slice(start, stop), x[i] - x[i + 1:]
        start = stop


#: Up to so many elements of differences they are made at once.
_FEW = block_size(__name__, "_FEW", 2048)


@lru_cache(maxsize=64)
def _pairs(n: int) -> tuple[Array, Array]:
    """The rows of all pairs."""
    first, second = intp.triu_indices(n, 1)
    return first, second


@quiet
def pdist(x: Array, p: float) -> Array:
    """The p-norms of the differences of rows (0, 1), (0, 2), ... of a matrix."""
    out = np.empty(len(x) * (len(x) - 1) // 2, wide(x).dtype)
    if p > LARGEST32 and x.dtype.char == "f":  # which holds no such number
        p = math.inf
    if p in (0, math.inf):
        _extremes(np.ascontiguousarray(wide(x).T), out, p)
        return as_dtype(out, x.dtype)
    if 0 < out.size * x.shape[1] <= _FEW:
        first, second = _pairs(len(x))
        return as_dtype(_norms(np.subtract(intp.take(wide(x), first, 0), intp.take(wide(x), second, 0)), p), x.dtype)
    for _, pairs, d in _later(wide(x)):
        out[pairs] = _norms(d, p)
    return as_dtype(out, x.dtype)


def _extremes(columns: Array, out: Array, p: float) -> None:
    """The norms of p = 0 and infinity, each step for many pairs: the fewer the columns, the longer it would take numpy pair by pair."""
    start = 0
    for i in range(columns.shape[1] - 1):
        size = np.abs(columns[:, i, None] - columns[:, i + 1:])
        part = out[start:start + size.shape[1]]
        if p:
            np.maximum.reduce(size, axis=0, out=part, initial=0)
        else:  # 1 for all that is not 0, but NaN for NaN
            np.add.reduce(np.minimum(np.ceil(size, size), 1, out=size), axis=0, out=part)
        start += size.shape[1]


def _norms(d: Array, p: float) -> Array:
    if p == 2:
        return np.sqrt(np.vecdot(d, d))
    size = np.abs(d, d)
    return row_sums(size) if p == 1 else row_sums(size**p) ** (1 / p)


@quiet
def pdist_backward(g: Array, out: Array, x: Array, p: float) -> Array:
    """The cotangent of `x` in `pdist`."""
    total = np.zeros(x.shape, wide(x).dtype)
    for i, pairs, d in _later(wide(x)):
        share = _slopes(d, wide(out)[pairs, None], p) * wide(g)[pairs, None]
        total[i] += column_sums(share)
        total[i + 1:] -= share
    return as_dtype(total, x.dtype)


def _slopes(d: Array, norms: Array, p: float) -> Array:
    """The derivatives of norms in the differences; 0 where the norm is 0."""
    if p == 0:
        return np.zeros_like(d)
    if p == 1:
        return np.sign(d)
    inverse = np.where(norms == 0, 0, 1 / norms)
    if p == 2:
        return d * inverse
    if p == math.inf:
        return np.sign(d) * (np.abs(d) == norms)
    return np.where((d == 0) | (norms == 0), 0, np.sign(d) * (np.abs(d) * inverse) ** (p - 1))
