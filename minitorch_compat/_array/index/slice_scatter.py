"""Kernels that write values into a part of an array: a slice, a diagonal, windows, the inside of padding."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.numbers import to_int64
from ..shape.strided import copy_with_memory, in_image_layout, with_zero_strides_like
from ..shape.views import diagonal, put_diagonal, select, slice_, wrap_dim, wrap_two_dims

Array = np.ndarray[Any, np.dtype[Any]]


def _copy_with_part(a: Array, src: Array, view: Any, *args: Any) -> Array:
    """A copy of `a` in which the view `view(copy, *args)` is overwritten by `src`."""
    out = copy_with_memory(a)
    part = view(out, *args)
    if part.shape != src.shape:
        raise RuntimeError(f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, slice size = "
                           f"{list(part.shape)}")
    part[...] = src
    return out


def select_scatter(a: Array, src: Array, dim: int, index: int) -> Array:
    """A copy of `a` with `src` at an index along `dim`."""
    return _copy_with_part(a, src, select, dim, index)


def slice_scatter(a: Array, src: Array, dim: int, start: int | None, end: int | None, step: int) -> Array:
    """A copy of `a` with `src` in a range of indices along `dim`."""
    if not a.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    for limit in (start, end, step):
        if limit is not None:
            to_int64(limit)
    return _copy_with_part(a, src, slice_, dim, start, end, step)


def diagonal_scatter(a: Array, src: Array, offset: int, dim1: int, dim2: int) -> Array:
    """A copy of `a` with `src` on a diagonal."""
    return _copy_with_part(a, src, diagonal, offset, dim1, dim2)


def diag_embed(a: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Zero matrices with the last dimension of `a` on a diagonal."""
    ndim = a.ndim + 1
    dim1, dim2 = wrap_two_dims(dim1, dim2, ndim)
    n = a.shape[-1] + abs(offset)
    shape = list(a.shape[:-1])
    for d in sorted((dim1, dim2)):
        shape.insert(d, n)
    return put_diagonal(a, tuple(shape), offset, dim1, dim2)


def fold_windows(g: Array, shape: tuple[int, ...], dim: int, size: int, step: int) -> Array:
    """Sum windows where they overlap: the adjoint of `unfold`."""
    out = np.zeros(shape, g.dtype)
    if not shape:
        out += g.sum()
        return out
    dim = wrap_dim(dim, len(shape))
    count = g.shape[dim]
    for i in range(size):
        slice_(out, dim, i, i + (count - 1) * step + 1, step)[...] += g[..., i]
    return out


def pad_constant(a: Array, pad: Sequence[int], value: float = 0.0) -> Array:
    """Pad (negative: crop) with a constant; `pad` has (before, after) pairs, the last dimension first."""
    if pad and pad[0].__class__ is bool:  # PyTorch checks only the first
        raise TypeError("pad must be tuple of ints, not bool")
    if len(pad) % 2:
        raise RuntimeError(f"Length of pad must be even but instead it equals {len(pad)}")
    if len(pad) > 2 * a.ndim:
        raise RuntimeError(f"Length of pad should be no more than twice the number of dimensions of the input. Pad length is {len(pad)}"
                           f"while the input has {a.ndim}dimensions.")
    shape, source, target = list(a.shape), [slice(None)] * a.ndim, [slice(None)] * a.ndim
    for i in range(len(pad) // 2):
        d = a.ndim - 1 - i
        before, after = pad[2 * i], pad[2 * i + 1]
        n = a.shape[d]
        shape[d] = n + before + after
        if n + min(before, 0) + min(after, 0) < 0:
            raise RuntimeError("narrow(): length must be non-negative.")
        source[d] = slice(max(-before, 0), n - max(-after, 0))
        target[d] = slice(max(before, 0), shape[d] - max(after, 0))
    out = np.empty(shape, a.dtype)
    if value:
        from .indexing import to_scalar_array

        out[...] = to_scalar_array(value if a.dtype.kind == "c" else float(value), a.dtype)
    else:
        out[...] = value
    out[tuple(target)] = a[tuple(source)]
    # PyTorch keeps the strides of arrays that are only cropped.
    return in_image_layout(out, a) if out.size != 1 or max(pad, default=0) > 0 else with_zero_strides_like(out, a)


def infer_unflattened_sizes(sizes: tuple[int, ...], dim: int, size: int) -> tuple[int, ...]:
    """The sizes of `unflatten`, with -1 inferred."""
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if min(sizes) >= 0 and math.prod(sizes) == size:
        return sizes
    if sizes.count(-1) > 1 or any(n < -1 for n in sizes):
        why = "only one dimension can be inferred" if sizes.count(-1) > 1 else f"invalid shape dimension {min(sizes)}"
        raise RuntimeError(f"unflatten got an unexpected error:\n{why}")
    known = math.prod(n for n in sizes if n != -1)
    if -1 in sizes and not size and not known:
        raise RuntimeError(f"unflatten got an unexpected error:\ncannot reshape tensor of 0 elements into shape {[int(n) for n in sizes]} "
                           "because the unspecified dimension size -1 can be any value and is ambiguous")
    inner = tuple(size // known if n == -1 and known else n for n in sizes)
    if math.prod(inner) != size:
        given = [int(n) for n in sizes]
        raise RuntimeError(f"unflatten: Provided sizes {given} don't multiply up to the size of dim {dim} ({size}) in the input tensor")
    return inner
