"""Sums, means and products over dimensions."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .dtypes import int64
from .quiet import quiet
from .shape import wrap_dims

Array = NDArray[Any]


def axes(dim: Any, ndim: int) -> tuple[int, ...] | None:
    """The `axis` that numpy wants for PyTorch's `dim`: None or () means all."""
    if dim is None or (dim.__class__ in (tuple, list) and not dim):
        return None
    wrapped = wrap_dims(dim, ndim)
    return wrapped if ndim else None


def sum(a: Array, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Array:
    """Sum over `dim`; integers and bools sum to int64."""
    kind = a.dtype.kind
    if dtype is None and kind in "bui":
        dtype = int64
    if dtype is not None and dtype != a.dtype:
        a = a.astype(dtype)
    if dim is None and not keepdim:
        return _sum_all(a)
    return _wide(np.add.reduce, a, axes(dim, a.ndim), keepdim)


def _sum_all(a: Array) -> Array:
    size = a.size
    if size <= 1024 and a.dtype.kind == "f" and a.dtype.itemsize > 2 and a.flags.c_contiguous and size:
        # A dot with ones has a third of the overhead of numpy's reduction.
        ones = _ONES.get((a.dtype.num, size))
        if ones is None:
            ones = _ONES[a.dtype.num, size] = np.ones(size, a.dtype)
        return a.reshape(-1).dot(ones)
    if a.dtype == np.float32 and a.size > 2048 and a.flags.c_contiguous:
        # Rows of ones through BLAS, then the row sums: several times numpy's speed, and as accurate as its pairwise sum.
        flat = a.reshape(-1)
        width = 256
        rows = flat.size // width
        head = flat[:rows * width].reshape(rows, width)
        part = head @ _ones256
        return np.asarray(np.add.reduce(part, dtype=np.float64) + np.add.reduce(flat[rows * width:], dtype=np.float64), np.float32)
    return _wide(np.add.reduce, a, None, False)


_ONES: dict[tuple[int, int], Array] = {}
_ones256 = np.ones(256, np.float32)


def _wide(reduce: Any, a: Array, axis: Any, keepdim: bool) -> Array:
    """A reduction of half precision through float32, of others in their own type."""
    if a.dtype.itemsize == 2 and a.dtype.kind in "fV":
        return np.asarray(reduce(a.astype(np.float32), axis=axis, keepdims=keepdim)).astype(a.dtype)
    return reduce(a, axis=axis, keepdims=keepdim)


def count(shape: tuple[int, ...], dim: Any) -> int:
    """How many elements a reduction over `dim` joins."""
    chosen = axes(dim, len(shape))
    n = 1
    for i in range(len(shape)) if chosen is None else chosen:
        n *= shape[i]
    return n


@quiet
def mean(a: Array, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Array:
    """Mean over `dim`."""
    if dtype is not None:
        a = a.astype(dtype)
    if a.dtype.kind in "bui":
        raise RuntimeError("mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: "
                           f"{_SCALAR_TYPE[a.dtype.name]}")
    total = sum(a, dim, keepdim)
    return np.asarray(np.true_divide(total, count(a.shape, dim)), a.dtype)


_SCALAR_TYPE = {"bool": "Bool", "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long"}


def expand_reduced(g: Array, shape: tuple[int, ...], dim: Any, keepdim: bool) -> Array:
    """The adjoint of a sum: `g` repeated, without memory, over the dimensions that were summed."""
    chosen = axes(dim, len(shape))
    if not keepdim and shape and chosen is not None:
        g = np.asarray(g).reshape(tuple(1 if i in chosen else n for i, n in enumerate(shape)))
    return np.broadcast_to(g, shape)
