"""Reductions over segments of rows, of unequal lengths, and the bitwise exclusive or."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import INDEX_TYPES, scalar_name
from ..core.execution.blocks import count_nonzero
from ..core.execution.quiet import quiet
from ..shape.views import wrap_dim, wrap_dims
from .reduction import axes, to_row_major

Array = np.ndarray[Any, np.dtype[Any]]

_xor: Any = np.bitwise_xor.reduce  # numpy's stubs have no variant for a `keepdims` that is known only at run time

#: Reduction -> its ufunc and the value of an empty segment.
_REDUCTIONS: dict[str, tuple[Any, float]] = {"sum": (np.add, 0.0), "mean": (np.add, 0.0), "prod": (np.multiply, 1.0),
                                             "max": (np.maximum, -math.inf), "min": (np.minimum, math.inf)}


def segment_bounds(lengths: Array | None, offsets: Array | None) -> tuple[Array, Array]:
    """The start and end of each segment along the last dimension, as int64."""
    if offsets is not None:  # these take precedence if both are given
        cuts = offsets.astype(np.int64)
        return cuts[..., :-1], cuts[..., 1:]
    assert lengths is not None
    ends = np.add.accumulate(lengths, axis=-1, dtype=np.int64)
    return ends - lengths, ends


@quiet
def segment_reduce(data: Array, reduce: str, lengths: Array | None = None, indices: Array | None = None, offsets: Array | None = None,
                   axis: int = 0, unsafe: bool = False, initial: float | None = None) -> Array:
    """One element per segment along `axis`. Elements of a segment are accumulated one by one, in the dtype of `data`."""
    axis, starts, ends = _check_arguments(data, reduce, lengths, indices, offsets, axis, unsafe)
    ufunc, identity = _REDUCTIONS["max" if reduce == "amax" else "min" if reduce == "amin" else reduce]
    count = starts.shape[-1]
    inner = math.prod(data.shape[axis + 1:])
    positions = _result_positions(starts, ends, data.shape[axis], inner)
    out = np.empty((*data.shape[:axis], count + 1, *data.shape[axis + 1:]), data.dtype)
    out.fill(identity if initial is None else initial)
    ufunc.at(out.reshape(-1), positions, data.reshape(-1))
    out = np.ascontiguousarray(out[(slice(None),) * axis + (slice(count),)])
    if reduce == "mean":
        sizes = _append_unit_dims(ends - starts, out.ndim).astype(data.dtype)
        out /= np.where((sizes == 0) & (initial is not None), sizes.dtype.type(1), sizes)
    return out


def _result_positions(starts: Array, ends: Array, length: int, inner: int) -> Array:
    """For each element its position in the flat result, which has one more index along the dimension, for elements in no segment."""
    if starts.ndim == 1 and starts.size and starts.item(0) == 0 and ends.item(-1) == length and not count_nonzero(
            np.not_equal(starts[1:], ends[:-1])):
        known = intp.repeat(intp.arange(starts.size), ends - starts)  # every position is in a segment
        return known if inner == 1 else (known[:, None] * inner + intp.arange(inner)).reshape(-1)
    segments = segment_of_positions(starts, ends, length).reshape(math.prod(starts.shape[:-1]), length)
    segments += intp.arange(len(segments))[:, None] * (starts.shape[-1] + 1)
    return segments.reshape(-1) if inner == 1 else (segments.reshape(-1, 1) * inner + intp.arange(inner)).reshape(-1)


def segment_of_positions(starts: Array, ends: Array, length: int) -> Array:
    """The segment of each of `length` positions; the number of segments for positions in none."""
    count = starts.shape[-1]
    if ends.size and (ends.max() > length or starts.min() < 0):
        raise RuntimeError("segment_reduce(): a segment lies beyond the data")
    rows = math.prod(starts.shape[:-1])
    before = intp.arange(rows)[:, None] * length  # the rows are concatenated
    first, last = ((bounds.reshape(rows, count) + before).reshape(-1) for bounds in (starts, ends))
    filled = intp.flatnonzero(first < last)
    out = np.full(rows * length, count, np.int64)
    if filled.size:
        positions = intp.arange(rows * length)
        found = intp.searchsorted(first[filled], positions, side="right") - 1
        inside = (found >= 0) & (positions < last[filled][found])
        out[inside] = (filled[found] % count)[inside]
    return out.reshape(*starts.shape[:-1], length)


def segment_index(data: Array, lengths: Array | None, offsets: Array | None, axis: int) -> Array:
    """For each element of `data` its segment along `axis`; the number of segments for elements in none."""
    starts, ends = segment_bounds(lengths, offsets)
    index = _append_unit_dims(segment_of_positions(starts, ends, data.shape[axis]), data.ndim)
    return np.ascontiguousarray(np.broadcast_to(index, data.shape))


def segment_sizes(out: Array, lengths: Array | None, offsets: Array | None, empty: float) -> Array:
    """The lengths of the segments in the shape and dtype of `out`, with `empty` for empty ones."""
    starts, ends = segment_bounds(lengths, offsets)
    sizes = _append_unit_dims(ends - starts, out.ndim).astype(out.dtype)
    return np.ascontiguousarray(np.broadcast_to(np.where(sizes == 0, out.dtype.type(empty), sizes), out.shape))


def _append_unit_dims(a: Array, ndim: int) -> Array:
    return a.reshape(a.shape + (1,) * (ndim - a.ndim))


def _check_arguments(data: Array, reduce: str, lengths: Array | None, indices: Array | None, offsets: Array | None, axis: int,
                     unsafe: bool) -> tuple[int, Array, Array]:
    """Check the arguments; return the dimension and the starts and ends of segments."""
    if reduce not in _REDUCTIONS and reduce not in ("amax", "amin"):
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    axis = wrap_dim(axis, data.ndim)
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    name, runs = ("lengths", lengths) if offsets is None else ("offsets", offsets)
    assert runs is not None
    if data.ndim < runs.ndim:
        raise RuntimeError(f"Expected data.dim() >= {name}_value.dim() to be true, but got false.")
    if axis != runs.ndim - 1:
        raise RuntimeError(f"segment_reduce(): Expected axis to be the last dimension of {name} but got {axis}.")
    if runs.shape[:-1] != data.shape[:axis]:
        raise RuntimeError(f"segment_reduce(): Expected {name} to have the leading dimensions of data, {list(data.shape[:axis])}")
    if runs is lengths and not unsafe:
        if not lengths.size:
            raise RuntimeError("min(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
                               "'dim' argument.")
        if lengths.item(intp.argmin(lengths)) < 0:
            raise RuntimeError("lengths contains negative value!")
        if count_nonzero(np.asarray(np.not_equal(np.add.reduce(lengths, axis=-1), data.shape[axis]))):
            raise RuntimeError("segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when "
                               "!unsafe.")
    if runs.dtype not in INDEX_TYPES:
        raise NotImplementedError(f"\"_segment_reduce_{name}_cpu_kernel1\" not implemented for '{scalar_name(runs.dtype)}'")
    if data.dtype.kind not in "fV":
        raise NotImplementedError(f"\"_segment_reduce_cpu\" not implemented for '{scalar_name(data.dtype)}'")
    if runs is offsets and not runs.shape[-1]:
        raise RuntimeError(f"Trying to create tensor with negative dimension -1: {[*runs.shape[:-1], -1]}")
    starts, ends = segment_bounds(lengths, offsets)
    if count_nonzero(np.less(ends, starts)):
        raise RuntimeError("Expected segment_length >= 0 to be true, but got false.")
    return axis, starts, ends


def hash_tensor(a: Array, dim: Any = (), keepdim: bool = False, mode: int = 0) -> Array:
    """The exclusive or, as uint64, over `dim` of the bits of the elements as float64 (for integers as int64)."""
    if mode:
        raise RuntimeError(f"Unknown hash_tensor mode: {mode}")
    axis = axes(dim, a.ndim)
    if not a.size:
        if dim is None or dim == () or dim == []:
            raise RuntimeError("hash_tensor: Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with "
                               "the 'dim' argument.")
        for d in wrap_dims(dim, a.ndim):
            if a.shape[d] == 0:
                raise IndexError(f"hash_tensor: Expected reduction dim {d} to have non-zero size.")
    if a.dtype.kind == "c" or a.dtype.kind == "u" and a.dtype.itemsize > 1:
        raise NotImplementedError(f"\"xor_sum_cpu\" not implemented for '{scalar_name(a.dtype)}'")
    bits = a.astype(np.int64 if a.dtype.kind in "bui" else np.float64).view(np.uint64)
    return to_row_major(_xor(bits, axis=axis, keepdims=keepdim), a)
