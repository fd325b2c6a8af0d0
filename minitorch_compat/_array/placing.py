"""Kernels that put values into a part of an array: a slice, a diagonal, windows."""
from __future__ import annotations

from typing import Any

import numpy as np

from .shape import diagonal, put_diagonal, select, slice_, two_dims, wrap_dim
from .strided import copy_where_it_lies

Array = np.ndarray[Any, np.dtype[Any]]


def _replaced(a: Array, src: Array, view: Any, name: str, *args: Any) -> Array:
    """A copy of `a` in which `view(copy, *args)` holds `src`."""
    out = copy_where_it_lies(a)
    part = view(out, *args)
    if part.shape != src.shape:
        raise RuntimeError(f"expected src to have a size equal to the {name} of self. src size = {list(src.shape)}, {name} size = "
                           f"{list(part.shape)}")
    part[...] = src
    return out


def select_scatter(a: Array, src: Array, dim: int, index: int) -> Array:
    """A copy of `a` with `src` at an index along `dim`."""
    return _replaced(a, src, select, "slice", dim, index)


def slice_scatter(a: Array, src: Array, dim: int, start: int | None, end: int | None, step: int) -> Array:
    """A copy of `a` with `src` in a range of indices along `dim`."""
    if not a.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    return _replaced(a, src, slice_, "slice", dim, start, end, step)


def diagonal_scatter(a: Array, src: Array, offset: int, dim1: int, dim2: int) -> Array:
    """A copy of `a` with `src` on a diagonal."""
    return _replaced(a, src, diagonal, "slice", offset, dim1, dim2)


def diag_embed(a: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Matrices with the last dimension of `a` on their diagonal."""
    ndim = a.ndim + 1
    dim1, dim2 = two_dims(dim1, dim2, ndim)
    n = a.shape[-1] + abs(offset)
    shape = list(a.shape[:-1])
    for d in sorted((dim1, dim2)):
        shape.insert(d, n)
    return put_diagonal(a, tuple(shape), offset, dim1, dim2)


def fold_windows(g: Array, shape: tuple[int, ...], dim: int, size: int, step: int) -> Array:
    """Windows added up where they overlap: the adjoint of `unfold`."""
    out = np.zeros(shape, g.dtype)
    if not shape:
        out += g.sum()
        return out
    dim = wrap_dim(dim, len(shape))
    count = g.shape[dim]
    for i in range(size):
        slice_(out, dim, i, i + (count - 1) * step + 1, step)[...] += g[..., i]
    return out
