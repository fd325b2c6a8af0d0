"""Kernels that copy elements to other positions: triangles, flips, rolls, repeats."""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.conjugate import require_values
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import add_reduce, column_sums
from ..core.numbers import check_not_negative, to_int64
from ..core.row_order import note_layout
from ..core.undispatched import copyto
from ..pointwise.where import select as masked_select
from .strided import copy_dense, empty_dense, in_image_layout, with_zero_strides_like
from .views import with_row_major_strides, wrap_dim, wrap_dims

Array = np.ndarray[Any, np.dtype[Any]]

#: Elements of a mask up to which it is cached.
_CACHED_SIZE = block_size(__name__, "_CACHED_SIZE", 1 << 16)
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)  # elements: below, the time is that of numpy's calls


def _triangle_mask(rows: int, columns: int, diagonal: int) -> Array:
    return np.less_equal(intp.arange(columns), intp.arange(diagonal, diagonal + rows)[:, None])


_cached_triangle_mask = lru_cache(maxsize=64)(_triangle_mask)


def triangle(rows: int, columns: int, diagonal: int = 0) -> Array:
    """A mask that is True on and below a diagonal of a matrix. Read-only."""
    return (_cached_triangle_mask if rows * columns <= _CACHED_SIZE else _triangle_mask)(rows, columns, diagonal)


@lru_cache(maxsize=64)
def _small_upper_triangle(rows: int, columns: int, diagonal: int) -> Array:
    """A mask that is True above a diagonal of a matrix. Read-only."""
    return ~triangle(rows, columns, diagonal)


def triangle_indices(rows: int, columns: int, diagonal: int, dtype: Any, upper: bool = False) -> Array:
    """Row and column indices, in two rows, of the elements on and below a diagonal, or on and above it with `upper`."""
    if rows * columns <= _SMALL_SIZE:
        lower = triangle(rows, columns, diagonal - upper)
        return np.array(intp.nonzero(~lower if upper else lower), dtype)
    if rows >= 1 << 59:
        raise RuntimeError(f"Storage size calculation overflowed with sizes=[2, {rows}]")
    row = intp.arange(rows)
    first, end = (row + diagonal, columns) if upper else (0, row + (diagonal + 1))
    first, end = np.clip(first, 0, columns), np.clip(end, 0, columns)
    counts = np.maximum(end - first, 0) * np.ones_like(row)
    out = np.empty((2, int(counts.sum())), dtype)
    out[0] = intp.repeat(row, counts)
    begin = intp.cumsum(counts) - counts - first  # an element's position minus this is its column
    np.subtract(intp.arange(out.shape[1]), intp.repeat(begin, counts), out[1], casting="unsafe")
    return out


def tril(a: Array, diagonal: int = 0) -> Array:
    """The lower triangle of matrices, 0 elsewhere."""
    if a.ndim < 2:
        raise RuntimeError("tril: input tensor must have at least 2 dimensions")
    return _keep_triangle(a, to_int64(diagonal), True)


def triu(a: Array, diagonal: int = 0) -> Array:
    """The upper triangle of matrices, 0 elsewhere."""
    if a.ndim < 2:
        raise RuntimeError("triu: input tensor must have at least 2 dimensions")
    return _keep_triangle(a, to_int64(diagonal) - 1, False)


#: Elements of a matrix up to which its triangle is selected by one mask.
_MASK_SIZE = block_size(__name__, "_MASK_SIZE", 1 << 18)


def _keep_triangle(a: Array, diagonal: int, lower: bool) -> Array:
    """`a` on and below a diagonal if `lower`, else above it, 0 elsewhere; row-major."""
    rows, columns = a.shape[-2:]
    if a.size <= _SMALL_SIZE:
        out = np.zeros(a.shape, a.dtype)
        copyto(out, a, where=(triangle if lower else _small_upper_triangle)(rows, columns, diagonal))
        return out
    require_values(a)
    if columns >= _WIDE_MATRIX and rows * columns > _CACHED_SIZE:
        return _copy_triangle(a, diagonal, lower)
    if rows * columns <= _MASK_SIZE:
        return _apply_mask(a, triangle(rows, columns, diagonal), lower)
    step, out = max(1, _MASK_SIZE // columns), np.empty(a.shape, a.dtype)
    for i in range(0, rows, step):
        part = a[..., i:i + step, :]
        out[..., i:i + step, :] = _apply_mask(part, triangle(part.shape[-2], columns, diagonal + i), lower)
    return out


#: Columns from which on rows are copied, some at a time, and how many.
_WIDE_MATRIX, _COPIED_ROWS = block_size(__name__, "_WIDE_MATRIX", 128), block_size(__name__, "_COPIED_ROWS", 32)


def _copy_triangle(a: Array, diagonal: int, lower: bool) -> Array:
    """`_keep_triangle` of wide matrices: of some rows at a time a rectangle is copied, and a mask selects where the diagonal is."""
    rows, columns = a.shape[-2:]
    out = np.zeros(a.shape, a.dtype)
    for i in range(0, rows, _COPIED_ROWS):
        part, target = a[..., i:i + _COPIED_ROWS, :], out[..., i:i + _COPIED_ROWS, :]
        count = part.shape[-2]
        left, right = (min(max(diagonal + i + n, 0), columns) for n in (1, count))  # between these rows differ
        kept = slice(left) if lower else slice(right, None)
        target[..., kept] = part[..., kept]
        if left < right:
            mask = triangle(count, right - left, diagonal + i - left)
            copyto(target[..., left:right], part[..., left:right], where=mask if lower else ~mask)
    return out


def _apply_mask(a: Array, mask: Array, lower: bool) -> Array:
    return np.asarray(masked_select(mask, a, 0) if lower else masked_select(mask, 0, a), a.dtype, order="C")


def flip(a: Array, dims: Any) -> Array:
    """Reverse along `dims`; a copy, as PyTorch has no negative strides."""
    if a.__class__ is not np.ndarray:
        require_values(a)
    return copy_flipped(a, wrap_dims(dims, a.ndim))


def copy_flipped(a: Array, axes: tuple[int, ...]) -> Array:
    """A dense copy, reversed along `axes`, in the memory order of `a`: a flipped view would have negative strides."""
    if not a.size:
        return with_row_major_strides(np.empty(a.shape, a.dtype))
    if 1 < a.size <= _SMALL_SIZE and a.flags.c_contiguous and 1 not in a.shape:
        return intp.take(a, _flip_source_positions(a.shape, axes))
    out = empty_dense(a, a.dtype)
    index = [slice(None)] * a.ndim
    for d in axes if a.ndim else ():
        index[d] = slice(None, None, -1)
    out[...] = a[tuple(index)]
    return out if out.size > 1 else with_zero_strides_like(out, a)


@lru_cache(maxsize=128)
def _flip_source_positions(shape: tuple[int, ...], axes: tuple[int, ...]) -> Array:
    """The source position of each element of the result."""
    return np.ascontiguousarray(np.flip(intp.arange(math.prod(shape)).reshape(shape), axes))


def rot90(a: Array, k: int = 1, dims: Sequence[int] = (0, 1)) -> Array:
    """Rotate by k right angles in the plane of two dimensions; a copy."""
    require_values(a)
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if a.ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {a.ndim}")
    for dim in dims:
        if not -a.ndim <= dim < a.ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-a.ndim}, {a.ndim - 1}], but got {dim})")
    first, second = (d % a.ndim for d in dims)
    if first == second:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    k = to_int64(k)
    if k % 4 == 1:
        return _note_layout(copy_flipped(a, (second,)).swapaxes(first, second))
    if k % 4 == 2:
        return copy_flipped(a, (first, second))
    return np.array(a, order="C") if k % 4 == 0 else _note_layout(copy_flipped(a, (first,)).swapaxes(first, second))


def _note_layout(out: Array) -> Array:
    note_layout(out)
    return out


def roll(a: Array, shifts: Any, dims: Any = None) -> Array:
    """Shift cyclically along `dims`; without `dims`, as a flat array."""
    if shifts.__class__ is int:
        to_int64(shifts)
    if shifts.__class__ is int and dims.__class__ is int and a.size and -a.ndim <= dims < a.ndim and a.flags.c_contiguous:
        return in_image_layout(_roll_one(a, shifts, dims % a.ndim), a)
    if isinstance(shifts, (tuple, list)) and not shifts:
        raise RuntimeError("`shifts` required")
    if isinstance(shifts[0] if isinstance(shifts, (tuple, list)) else shifts, (bool, np.bool_)):
        raise TypeError("shifts must be tuple of ints, not bool")
    if isinstance(dims, (tuple, list)) and dims and isinstance(dims[0], (bool, np.bool_)):
        raise TypeError("dims must be tuple of ints, not bool")
    if dims is None or (isinstance(dims, (tuple, list)) and not dims):
        if isinstance(shifts, (tuple, list)) and len(shifts) > 1:
            raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:0")
        flat = np.ascontiguousarray(a).reshape(-1)
        return _roll_one(flat, shifts[0] if isinstance(shifts, (tuple, list)) else shifts, 0).reshape(a.shape)
    shift = tuple(shifts) if isinstance(shifts, (tuple, list)) else (shifts,)
    dim_list = dims if isinstance(dims, (tuple, list)) else (dims,)
    if not a.ndim and len(shift) == len(dim_list):
        raise IndexError(f"Dimension specified as {dims[0] if isinstance(dims, (tuple, list)) else dims} but tensor has no dimensions")
    if not a.size and len(shift) == 1 and not (isinstance(dims, (tuple, list)) and len(dims) > 1):
        return copy_dense(a, a.dtype)  # PyTorch does not check the dimension of empty tensors
    if len(shift) != len(dim_list):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shift)}, dims:{len(dim_list)}")
    wrapped_dims = tuple([wrap_dim(d, a.ndim) for d in dim_list])
    if 0 < a.size <= _SMALL_SIZE and set(map(type, shift)) == {int}:
        return in_image_layout(intp.take(a, _roll_source_positions(a.shape, shift, wrapped_dims)), a)
    out = np.asarray(a, order="C")
    for by, dim in zip(shift, wrapped_dims):
        out = _roll_one(out, by, dim)
    return in_image_layout(out.copy() if out is a else out, a)


@lru_cache(maxsize=128)
def _roll_source_positions(shape: tuple[int, ...], shift: tuple[int, ...], where: tuple[int, ...]) -> Array:
    """The source position of each element of the result."""
    positions = intp.arange(math.prod(shape)).reshape(shape)
    for by, dim in zip(shift, where):
        positions = _roll_one(positions, by, dim)
    return positions


def _roll_one(a: Array, by: int, dim: int) -> Array:
    """Shift cyclically along one dimension; a new row-major array."""
    out, n = np.empty(a.shape, a.dtype), a.shape[dim]
    by = by % n if n else 0
    before = (slice(None),) * dim
    out[(*before, slice(by, None))] = a[(*before, slice(n - by))]
    if by:
        out[(*before, slice(by))] = a[(*before, slice(n - by, None))]
    return out


def repeat(a: Array, sizes: Sequence[int]) -> Array:
    """Tile the array `sizes[i]` times along each dimension; leading ones are new."""
    if len(sizes) < a.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    full = [n * m for n, m in zip(sizes, (1,) * (len(sizes) - a.ndim) + a.shape)]
    check_not_negative(full)
    lead = len(sizes) - a.ndim
    padded_shape = (1,) * lead + a.shape
    out = np.empty(full, a.dtype)
    if not out.size:
        require_values(a)
    else:
        pairs = [length for pair in zip(sizes, padded_shape) for length in pair]
        out.reshape(pairs)[...] = a.reshape([n for m in padded_shape for n in (1, m)])
    return out


def repeat_backward(g: Array, shape: tuple[int, ...], sizes: Sequence[int]) -> Array:
    """Sum the repetitions: the adjoint of `repeat`."""
    lead = len(sizes) - len(shape)
    full = (1,) * lead + tuple(shape)
    if not g.size:
        require_values(g)
        return np.zeros(shape, g.dtype)
    out, done, rest = g, 1, g.size
    for n, m in zip(sizes, full, strict=True):
        rest //= n * m
        if n != 1:  # one dimension at a time, the outermost first: it has long runs, and shrinks the rest
            sums_fast = done == 1 and g.dtype.char in "fd"
            out = column_sums(out.reshape(n, m * rest)) if sums_fast else add_reduce(out.reshape(done, n, m * rest), axis=1)
        done *= m
    if out is g:
        out = g.copy()
    if out.base is not None or not out.flags.c_contiguous:
        return out.reshape(shape)
    out.resize(shape, refcheck=False)  # not a view: backward accumulates in-place only into arrays that own their memory
    return out
