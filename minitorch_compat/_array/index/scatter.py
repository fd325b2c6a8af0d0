"""Kernels that read or write at positions given by index arrays and masks."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import le
from typing import Any, TypeVar

import numpy as np

from ..core import intp, shape_errors
from ..core.conjugate import require_values
from ..core.dtypes import HALF_TYPES, int64, scalar_name, tensor_type
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import max_integer, widen_half
from ..core.execution.quiet import quiet, restore, silence_rows
from ..core.row_order import note_layout
from ..core.stable_order import stable_argsort
from ..core.undispatched import putmask
from ..core.user_warnings import warn
from ..pointwise.where import select
from ..shape.strided import as_dtype, convert, copy_dense, empty_dense, row_major, with_strides_like
from ..shape.unbroadcast import sum_to_shape
from ..shape.views import broadcast_to, wrap_dim
from .indexing import (
    SMALL_SIZE,
    Advanced,
    accumulate_at,
    add_at,
    cached_offsets,
    offsets,
    small_flat_positions,
    to_operand,
    to_scalar_array,
)

Array = np.ndarray[Any, np.dtype[Any]]
F = TypeVar("F", bound=Callable[..., Any])
_ALL = slice(None)


def overwriting(kernel: F) -> F:
    """Decorate a kernel that returns a copy of its first argument with a part overwritten, and overwrites the (contiguous) argument itself
    if it is given as `into`, too: after all checks, so that a call that raises has written nothing."""
    kernel.overwrites = True  # type: ignore[attr-defined]
    return kernel


def _target(x: Array, into: Array | None) -> Array:
    """What to write into: a contiguous copy, or the array itself."""
    return np.array(x, order="C") if into is None else into


# --- along a dimension ------------------------------------------------------------------------------------------------

def gather(x: Array, dim: int, index: Array) -> Array:
    """`out[i, j] = x[index[i, j], j]` for dim 0, and so on; `index` may be smaller than `x` in other dimensions."""
    small_positions = small_flat_positions(x, dim, index)
    if small_positions is not None:
        return intp.take(x, small_positions)
    dim = wrap_dim(dim, x.ndim)
    if not index.size:
        require_values(x)
        return np.empty(index.shape, x.dtype)
    _check_index(index, "gather")
    _check_extents(x, dim, index, "input", "Size does not match at dimension {d} expected index {index} to be no "
                                           "larger than self {x}")
    vector = _expanded_index_vector(index, dim)
    if vector is not None:
        return intp.take(_addressed_window(x, dim, index.shape), check_bounds(vector, dim, x.shape[dim]), dim)
    if index.size > _BLOCKED_MIN_SIZE:
        flat, out = x.reshape(-1), np.empty(index.shape, x.dtype)
        for part, positions in _position_blocks(index, dim, x.shape):
            intp.take(flat, positions, None, out[part], "clip")  # checked above; with mode "raise" numpy would buffer the output
        return out
    return np.asarray(intp.take(x.reshape(-1), _positions(index, dim, x.shape)))


def _expanded_index_vector(index: Array, dim: int) -> Array | None:
    """The vector of indices along `dim` if a large index is expanded in all other dimensions; else None."""
    if index.ndim < 2 or index.size <= SMALL_SIZE:
        return None
    for d, n in enumerate(index.shape):
        if d != dim and n != 1 and index.strides[d]:
            return None
    vector: Array = index[tuple([_ALL if d == dim else 0 for d in range(index.ndim)])]
    return vector


def _addressed_window(x: Array, dim: int, extent: tuple[int, ...]) -> Array:
    """The leading corner of an array that an index of this shape can address; along `dim` all of it."""
    window: Array = x[tuple([_ALL if d == dim else slice(n) for d, n in enumerate(extent)])]
    return window


def broadcasts_to_gather(shape: tuple[int, ...], index: Array, dim: int) -> bool:
    """Whether a small index within bounds only has to be broadcast to fit a small array of this shape."""
    if not (0 < index.size <= SMALL_SIZE and math.prod(shape) <= SMALL_SIZE) or max_integer(index.view(np.uint64)) >= shape[dim]:
        return False
    for d, n in enumerate(index.shape):  # noqa: SIM110 (faster than a generator)
        if d != dim and n != 1 and n != shape[d]:
            return False
    return True


def gather_broadcast(x: Array, dim: int, index: Array) -> Array:
    """`gather` where `broadcasts_to_gather` holds: adding the offsets of the other dimensions broadcasts the index."""
    shape = x.shape
    step, rest = cached_offsets((*shape[:dim], index.shape[dim], *shape[dim + 1:]), dim, shape)
    return np.asarray(intp.take(x, np.add(index if step is None else np.multiply(index, step), rest)))


def gather_backward(g: Array, dim: int, index: Array, shape: tuple[int, ...]) -> Array:
    """The cotangent of `x` (of this shape) in `gather`."""
    require_values(g)
    if g.dtype in HALF_TYPES:  # sums need more precision than half
        return convert(gather_backward(widen_half(g), dim, index, shape), g.dtype)
    out, dim = np.zeros(shape, g.dtype), wrap_dim(dim, len(shape))
    vector = _expanded_index_vector(index, dim)
    if vector is not None:
        accumulate_at(_addressed_window(out, dim, index.shape), _slice_plan(dim, check_bounds(vector, dim, shape[dim])), g)
    elif index.size:
        _add_at_index(out, dim, index, g)
    return out


def _add_at_index(out: Array, dim: int, index: Array, values: Array) -> None:
    """Add values at the index, of the same shape, along `dim` of a contiguous array."""
    flat = out.reshape(-1)
    if index.size <= _BLOCKED_MIN_SIZE or values.shape != index.shape:
        add_at(flat, _flat_positions(index, dim, out.shape), values.reshape(-1))
        return
    for part, positions in _position_blocks(index, dim, out.shape):
        add_at(flat, positions.reshape(-1), values[part].reshape(-1))


@overwriting
def scatter(x: Array, dim: int, index: Array, src: Any, reduce: str | None = None, *, into: Array | None = None) -> Array:
    """A copy of `x` with `src` (an array or a number) written at `index` along `dim`, or added, or multiplied."""
    small_positions = small_flat_positions(x, dim, index) if reduce is None else None
    if small_positions is not None and (values := _source_values(x, index, src)) is not None:
        out = x.copy() if into is None else into
        out.reshape(-1)[small_positions] = values
        return out
    dim = wrap_dim(dim, x.ndim)
    if not isinstance(src, np.ndarray):
        # A number out of range raises only if it is written.
        src = np.broadcast_to(to_scalar_array(src, x.dtype) if index.size else np.zeros((), x.dtype), index.shape)
    out, values = _prepare(x, dim, index, src, into)
    if reduce not in (None, "add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    reduce_name = None if reduce is None else "sum" if reduce == "add" else "prod"
    vector = _checked_index_vector(x, dim, index, reduce_name)
    if vector is not None:
        _reduce_slices_at(_addressed_window(out, dim, index.shape), dim, vector, values, reduce_name)
        return out
    positions, flat = _flat_positions(index, dim, x.shape), out.reshape(-1)
    if reduce_name is None:
        flat[positions] = values.reshape(-1)
    else:
        _reduce_at(flat, positions, values.reshape(-1), reduce_name)
    return out


def _source_values(x: Array, index: Array, src: Any) -> Array | None:
    """The part of `src` that belongs to the index; None if it does not fit."""
    if src.__class__ is not np.ndarray:
        return to_scalar_array(src, x.dtype)
    if src.dtype is not x.dtype or src.ndim != index.ndim:
        return None
    if src.shape == index.shape:
        return src
    return src[tuple([slice(n) for n in index.shape])] if all(map(le, index.shape, src.shape)) else None


@overwriting
def scatter_add(x: Array, dim: int, index: Array, src: Array, *, into: Array | None = None) -> Array:
    """A copy of `x` with `src` added at `index` along `dim`, accumulating repeats."""
    positions = small_flat_positions(x, dim, index) if x.dtype.char in "fd" else None
    if positions is not None and (values := _source_values(x, index, src)) is not None:
        out = x.copy() if into is None else into
        add_at(out.reshape(-1), positions.ravel(), values.ravel())
        return out
    if x.dtype in HALF_TYPES and src.dtype == x.dtype:  # sums need more precision than half
        return convert(scatter_add(widen_half(x), dim, index, widen_half(src)), x.dtype)
    dim = wrap_dim(dim, x.ndim)
    out, values = _prepare(x, dim, index, src, into)
    vector = _checked_index_vector(x, dim, index, "sum")
    if vector is not None:
        _reduce_slices_at(_addressed_window(out, dim, index.shape), dim, vector, values, "sum")
        return out
    if x.dtype.kind == "b":
        _reduce_at(out.reshape(-1), _flat_positions(index, dim, x.shape), values.reshape(-1), "sum")
    else:
        _add_at_index(out, dim, index, values)
    return out


_REDUCERS = {"sum": np.add, "mean": np.add, "prod": np.multiply, "amax": np.maximum, "amin": np.minimum}


def _reduce_at(flat: Array, positions: Array, values: Array, reduce: str) -> None:
    """Reduce values into their positions. For bools one True decides a sum or a maximum, one False a product or a minimum."""
    if flat.dtype.kind != "b":
        _REDUCERS[reduce].at(flat, positions, values)
    elif positions.size:
        deciding = reduce in ("sum", "amax")
        values = np.broadcast_to(values, positions.shape)
        flat[positions[values if deciding else ~values]] = deciding


@quiet
@overwriting
def scatter_reduce(x: Array, dim: int, index: Array, src: Array, reduce: str, include_self: bool = True, *,
                   into: Array | None = None) -> Array:
    """A copy of `x` with `src` reduced at `index` by "sum", "prod", "mean", "amax" or "amin", including the elements of `x` or not."""
    if reduce not in _REDUCERS:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    positions = small_flat_positions(x, dim, index) if x.dtype.char in "fd" else None
    if positions is not None and (values := _source_values(x, index, src)) is not None:
        out = x.copy() if into is None else into
        _reduce_at_positions(out.reshape(-1), positions.reshape(-1), values, reduce, include_self)
        return out
    dim = wrap_dim(dim, x.ndim)
    if reduce in ("sum", "mean", "prod") and x.dtype in HALF_TYPES and x.dtype == src.dtype:
        return as_dtype(scatter_reduce(widen_half(x), dim, index, widen_half(src), reduce, include_self), x.dtype)
    return _reduce_one_by_one(x, dim, index, src, reduce, include_self, into)


def _reduce_one_by_one(x: Array, dim: int, index: Array, src: Array, reduce: str, include_self: bool, into: Array | None) -> Array:
    """`scatter_reduce` with each step rounded to the dtype."""
    out, values = _prepare(x, dim, index, src, into)
    if x.dtype.kind == "b" and reduce == "mean" or x.dtype.kind == "c" and reduce in ("amax", "amin"):
        raise NotImplementedError(f"\"scatter_gather_tensor_cpu_reduce_{reduce}\" not implemented for '{scalar_name(x.dtype)}'")
    vector = _checked_index_vector(x, dim, index, reduce)
    if vector is not None:
        _scatter_reduce_slices(_addressed_window(out, dim, index.shape), dim, vector, values, reduce, include_self)
        return out
    _reduce_at_positions(out.reshape(-1), _flat_positions(index, dim, x.shape), values, reduce, include_self)
    return out


def _reduce_at_positions(flat: Array, positions: Array, values: Array, reduce: str, include_self: bool) -> None:
    """`scatter_reduce` into a vector, in-place."""
    if not include_self:
        flat[positions] = _identity_element(reduce, flat.dtype)
    _reduce_at(flat, positions, values.reshape(-1), reduce)
    if reduce == "mean":
        _divide_by_counts(flat, intp.bincount(positions, minlength=flat.size) + include_self)


def _divide_by_counts(sums: Array, counts: Array) -> None:
    """Divide sums in-place by their numbers of terms, at least 1."""
    np.maximum(counts, 1, out=counts)
    np.copyto(sums, sums / counts if sums.dtype.kind in "fcV" else sums // counts, casting="unsafe")


def _checked_index_vector(x: Array, dim: int, index: Array, reduce: str | None) -> Array | None:
    """The checked `_expanded_index_vector` for writing or reducing slices; None for bools and half precision, which reduce by elements."""
    if reduce is not None and (x.dtype.kind not in "fciu" or x.dtype in HALF_TYPES):
        return None
    vector = _expanded_index_vector(index, dim)
    return None if vector is None else check_bounds(vector, dim, x.shape[dim])


def _reduce_slices_at(target: Array, dim: int, vector: Array, values: Array, reduce: str | None) -> None:
    """Write slices of values to the slices of `target` at a vector of indices, or reduce them into these."""
    plan = _slice_plan(dim, vector)
    if reduce is None:
        target[plan.index] = values
    elif reduce in ("sum", "mean"):
        accumulate_at(target, plan, np.broadcast_to(values, (*target.shape[:dim], len(vector), *target.shape[dim + 1:])))
    else:
        order = stable_argsort(vector)
        sorted_line = intp.take(vector, order)
        starts = np.concatenate(([0], intp.flatnonzero(sorted_line[1:] != sorted_line[:-1]) + 1))
        reduce_name = intp.reduceat(_REDUCERS[reduce], intp.take(np.broadcast_to(
            values, (*target.shape[:dim], len(vector), *target.shape[dim + 1:])), order, dim), starts, dim)
        positions = (_ALL,) * dim + (intp.take(sorted_line, starts),)
        target[positions] = _REDUCERS[reduce](target[positions], reduce_name)


def _scatter_reduce_slices(target: Array, dim: int, vector: Array, values: Array, reduce: str, include_self: bool) -> None:
    """`scatter_reduce` of whole slices into `target`, in-place."""
    if not include_self:
        target[(_ALL,) * dim + (vector,)] = _identity_element(reduce, target.dtype)
    _reduce_slices_at(target, dim, vector, values, reduce)
    if reduce == "mean":
        counts = intp.bincount(vector, minlength=target.shape[dim]) + include_self
        _divide_by_counts(target, counts.reshape(-1, *(1,) * (target.ndim - dim - 1)))


@quiet
@overwriting
def index_reduce(x: Array, dim: int, index: Array, source: Array, reduce: str, include_self: bool = True, *,
                 into: Array | None = None) -> Array:
    """`scatter_reduce` of whole slices of `source` at a vector `index`."""
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    dim = wrap_dim(dim, x.ndim)
    _check_slices(x, dim, index, source, "index_reduce_()")
    if x.dtype.kind in "bc":
        kernel = "index_func_" if x.ndim < 2 else _MISSING_KERNELS.get((x.dtype.kind, reduce))
        name = kernel if include_self else "index_reduce_func_exclude_input_init"
        if name is not None:
            raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(x.dtype)}'")
    size = x.shape[dim] if x.ndim else 1
    if index.size and max_integer(as_dtype(index, int64).view(np.uint64)) >= size:
        raise IndexError("index out of range in self")
    shape = [1] * source.ndim
    if shape:
        shape[dim] = -1
    index = broadcast_to(index.reshape(shape), source.shape)
    if x.dtype in HALF_TYPES:
        return _reduce_one_by_one(x, dim, index, source, reduce, include_self, into)
    return scatter_reduce(x, dim, index, source, reduce, include_self, into=into)


def _check_slices(x: Array, dim: int, index: Array, source: Array, name: str) -> None:
    """Raise for an index that is not a vector of integers, or slices that differ in number, dtype or shape."""
    if index.ndim > 1:
        raise IndexError(f"{name}: Index is supposed to be a vector, but got dim: {index.ndim} with type: {scalar_name(index.dtype)} and "
                         f"size: {list(index.shape)}")
    if not is_index(index):
        raise RuntimeError(f"{name}: Expected dtype int32/int64 for index but got: {scalar_name(index.dtype)}")
    if x.dtype != source.dtype:
        raise RuntimeError(f"{name}: self ({scalar_name(x.dtype)}) and source ({scalar_name(source.dtype)}) must have the same scalar type")
    if dim and dim >= source.ndim:
        raise RuntimeError(f"{name}: Indexing dim {dim} is out of bounds of the source tensor with dim {source.ndim}")
    count = source.shape[dim] if source.ndim else 1
    if index.size != count:
        if not source.ndim:
            raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
        raise RuntimeError(f"{name}: Number of indices ({index.size}) should be equal to source.size(dim): ({count}), for dim: {dim}")
    if x.ndim != source.ndim or x.shape[:dim] + x.shape[dim + 1:] != source.shape[:dim] + source.shape[dim + 1:]:
        raise RuntimeError("source tensor shape must match self tensor shape, excluding the specified dimension. "
                           f"Got self.shape = {list(x.shape)} source.shape = {list(source.shape)}")


#: The first kernel that is missing in PyTorch, by kind of dtype.
_MISSING_KERNELS = {("b", "mean"): "div_floor_cpu", ("c", "amin"): "minimum_cpu", ("c", "amax"): "maximum_cpu"}


def _identity_element(reduce: str, dtype: np.dtype[Any]) -> Any:
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    lowest = reduce == "amax"
    if dtype.kind == "b":
        return not lowest
    if dtype.kind in "iu":
        return np.iinfo(dtype).min if lowest else np.iinfo(dtype).max
    return -np.inf if lowest else np.inf


def _prepare(x: Array, dim: int, index: Array, src: Array, into: Array | None) -> tuple[Array, Array]:
    """A contiguous copy of `x`, or `into`, and the values that belong to the index; checks all but the bounds of the index."""
    _check_index(index, "scatter")
    if src.dtype != x.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    out = _target(x, into)
    if not index.size:
        return out, np.empty(0, x.dtype)
    if not index.ndim == x.ndim == src.ndim and not max(index.ndim, 1) == max(x.ndim, 1) == max(src.ndim, 1):
        role = "self" if max(index.ndim, 1) != max(x.ndim, 1) else "src"
        if role == "src" and 0 < src.ndim < index.ndim and all(n <= m for n, m in zip(index.shape, src.shape, strict=False)) and all(
                n <= m or d == dim for d, (n, m) in enumerate(zip(index.shape, x.shape, strict=True))):
            wrap_dim(src.ndim, src.ndim)  # PyTorch compares size by size; this raises for the missing dimension
        raise RuntimeError(f"Index tensor must have the same number of dimensions as {role} tensor")
    extents = index.shape or (1,)  # 0-d arrays are treated as 1-d
    fits = index.shape == src.shape or all(n <= m for n, m in zip(extents, src.shape or (1,)))
    _check_extents(x, dim, index, "self", _EXTENT_MESSAGE, fits, src)
    return out, src if src.shape == index.shape or not src.ndim else src[tuple([slice(n) for n in extents])]


def _flat_positions(index: Array, dim: int, shape: tuple[int, ...]) -> Array:
    return _positions(index, dim, shape).reshape(-1) if index.size else np.empty(0, int64)


def _check_index(index: Array, name: str) -> None:
    if not is_index(index):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")


def is_index(index: Array) -> bool:
    """Whether the dtype of an array is valid for indices."""
    return index.dtype.kind == "i" and index.dtype.itemsize >= 4


_EXTENT_MESSAGE = ("Expected index {index} to be no larger than self {x} apart from dimension {dim} and to be no larger size than src "
                   "{src}")


def _check_extents(x: Array, dim: int, index: Array, role: str, text: str, fits: bool = True, src: Any = None) -> None:
    """PyTorch's check of an index against the indexed array; 0-d arrays are treated as 1-d."""
    if (x.ndim or 1) != (index.ndim or 1):
        raise RuntimeError(f"Index tensor must have the same number of dimensions as {role} tensor")
    for d in range(x.ndim or 1):
        if not fits or (d != dim and index.shape[d] > x.shape[d]):
            message = text.format(d=d, dim=dim, index=list(index.shape), x=list(x.shape), src=None if src is None else list(src.shape))
            raise RuntimeError(message if "apart from" in message else f"{message} apart from dimension {dim}")


def _positions(index: Array, dim: int, shape: tuple[int, ...]) -> Array:
    """Flat positions, in a contiguous array of this shape, of an index along `dim`; bounds are checked."""
    if not shape:
        shape = (1,)
    index = check_bounds(index, dim, shape[dim])
    if index.ndim == 0:
        return index
    step, rest = (cached_offsets if index.size <= SMALL_SIZE * index.shape[dim] else offsets)(index.shape, dim, shape)
    return np.asarray(np.add(index if step is None else np.multiply(index, step), rest))


#: Elements of an index from which on positions are computed in blocks, and the size of these: they fit into the cache.
_BLOCKED_MIN_SIZE, _POSITIONS_BLOCK = block_size(__name__, "_BLOCKED_MIN_SIZE", 1 << 17), block_size(__name__, "_POSITIONS_BLOCK", 1 << 15)


def _position_blocks(index: Array, dim: int, shape: tuple[int, ...]) -> Iterator[tuple[slice, Array]]:
    """`_positions` of blocks of an index along its first dimension; each may overwrite the one before."""
    index = check_bounds(index, dim, shape[dim])
    step, rest = offsets(index.shape, dim, shape)
    differ = rest.ndim == index.ndim and len(rest) > 1
    rows = max(1, _POSITIONS_BLOCK * len(index) // index.size)
    buffer = np.empty((min(rows, len(index)), *index.shape[1:]), int64)
    for start in range(0, len(index), rows):
        part = slice(start, start + rows)
        indices = index[part]
        positions = buffer[:len(indices)]
        if step is not None:
            indices = np.multiply(indices, step, positions)
        token = silence_rows(index.shape[-1])
        try:
            np.add(indices, rest[part] if differ else rest, positions)
        finally:
            restore(token)
        yield part, positions


def check_bounds(index: Array, dim: int, n: int) -> Array:
    """`index` as int64 if it is within [0, n), else RuntimeError: negative indices are refused."""
    if index.dtype is not int64 or not index.flags.c_contiguous:
        index = np.ascontiguousarray(index, int64).reshape(index.shape)
    if index.size and max_integer(index.view(np.uint64)) >= n:
        bad = index[(index < 0) | (index >= n)][0] if index.ndim else index
        raise RuntimeError(f"index {bad} is out of bounds for dimension {dim} with size {n}")
    return index


def take_along_dim(x: Array, index: Array, dim: int | None = None) -> Array:
    """`gather` with broadcasting and negative indices; without `dim`, of the flattened array."""
    if dim is None:
        x, index, dim = x.reshape(-1), index.reshape(-1), 0
    if x.ndim != index.ndim:
        raise RuntimeError("torch.take_along_dim(): input and indices should have the same number of dimensions, "
                           f"but got {x.ndim} dimensions for input, and {index.ndim} dimensions for indices")
    dim = wrap_dim(dim, x.ndim)
    x, index = broadcast_except(x, index, dim)
    return gather(x, dim, wrap_negative_unchecked(index, x.shape[dim] if x.ndim else 1))


def wrap_negative_unchecked(index: Array, n: int) -> Array:
    """Negative indices wrapped, without a check of bounds."""
    if index.size and index.item(intp.argmin(index)) >= 0:
        return index
    return np.where(index < 0, index + n, index)


def broadcast_except(x: Array, index: Array, dim: int) -> tuple[Array, Array]:
    """Both arrays broadcast against each other in every dimension except `dim`."""
    if not x.ndim:
        return x, index
    left, right = ((*a.shape[:dim], 1, *a.shape[dim + 1:]) for a in (x, index))
    shape = np.broadcast_shapes(left, right)
    before, after = shape[:dim], shape[dim + 1:]
    return broadcast_to(x, (*before, x.shape[dim], *after)), broadcast_to(index, (*before, index.shape[dim], *after))


# --- one index for whole slices ---------------------------------------------------------------------------------------

def index_select(x: Array, dim: int, index: Array) -> Array:
    """The slices of `x` along `dim` at a vector of indices."""
    if index.dtype is int64 and index.ndim == 1 and dim.__class__ is int and -x.ndim <= dim < x.ndim and 0 < index.size <= SMALL_SIZE:
        unsigned = index.view(np.uint64)  # negative ones become the largest
        if unsigned.item(intp.argmax(unsigned)) < x.shape[dim]:
            return _take_slices(x, index, dim)
    dim = wrap_dim(dim, x.ndim)
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if not is_index(index):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if not x.ndim:
        if index.size != 1:
            raise RuntimeError(f"index_select(): Index to scalar can have only 1 value, got {index.size} value(s)")
        if index.any():
            raise IndexError("index out of range in self")
        return x.copy()
    n = x.shape[dim]
    if index.size and not n:
        if x.ndim == 1:
            raise IndexError("index out of range in self")
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    if index.size and max_integer((index if index.dtype is int64 else index.astype(int64)).view(np.uint64)) >= n:
        bad = index[(index < 0) | (index >= n)] if index.ndim else [index]
        raise IndexError("index out of range in self") if dim == 0 else RuntimeError(
            f"INDICES element is out of DATA bounds, id={bad[0]} axis_dim={n}")
    return _take_slices(x, index.reshape(-1), dim)


def _take_slices(x: Array, index: Array, dim: int) -> Array:
    """`take` of indices within bounds; from a strided array, of which it would copy everything, few slices are indexed instead."""
    if x.flags.c_contiguous or 2 * index.size > x.shape[dim]:
        return intp.take(x, index, dim)
    return np.ascontiguousarray(x[intp.index_to_intp((*(_ALL,) * (dim % x.ndim), index))])


def index_select_backward(g: Array, dim: int, index: Array, shape: tuple[int, ...]) -> Array:
    """The cotangent of `x` (of this shape) in `index_select`."""
    require_values(g)
    if g.dtype in HALF_TYPES and not _adds_slice_by_slice(len(shape), dim):
        return convert(index_select_backward(widen_half(g), dim, index, shape), g.dtype)
    out = np.zeros(shape, g.dtype)
    if not shape:
        return out + g
    accumulate_at(out, _slice_plan(wrap_dim(dim, len(shape)), index), g)
    return out


def _adds_slice_by_slice(ndim: int, dim: int) -> bool:
    """Whether PyTorch adds slices one after the other, each sum rounded to the dtype; others are added up in float32."""
    return ndim < 2 or dim % ndim not in (0, ndim - 1)


def _slice_plan(dim: int, index: Array) -> Advanced:
    return Advanced(None, (_ALL,) * dim + (index.reshape(-1),), dim, False)


@overwriting
def index_add(x: Array, dim: int, index: Array, source: Array, alpha: Any = 1, *, into: Array | None = None) -> Array:
    """A copy of `x` with `alpha * source` added to the slices at `index`."""
    dim = wrap_dim(dim, x.ndim)
    _check_slices(x, dim, index, source, "index_add_()")
    if x.dtype in HALF_TYPES and not (alpha != 1 or _adds_slice_by_slice(x.ndim, dim)):
        return convert(index_add(widen_half(x), dim, index, widen_half(source), alpha), x.dtype)
    out = _target(x, into)
    if alpha != 1:
        source = source * to_scalar_array(alpha, x.dtype)
    target, values = (out, source) if x.ndim else (out.reshape(1), source.reshape(1))
    try:
        index = check_bounds(index, dim, target.shape[dim])
    except RuntimeError:
        if x.ndim > 1 and not out.size:
            return out  # an index out of bounds accesses nothing then
        if x.ndim > 1 and alpha == 1 and dim in (0, x.ndim - 1):  # PyTorch uses another kernel here
            raise
        raise IndexError("index out of range in self") from None
    accumulate_at(target, _slice_plan(dim, index), values)
    return out


@overwriting
def index_copy(x: Array, dim: int, index: Array, source: Array, *, into: Array | None = None) -> Array:
    """A copy of `x` with the slices at `index` replaced by those of `source`."""
    dim = wrap_dim(dim, x.ndim)
    _check_index_copy(x, dim, index, source)
    out = _target(x, into)
    target = out if x.ndim else out.reshape(1)
    n = target.shape[dim]
    index = index.reshape(-1)
    if index.size and max_integer(index.view(np.uint64)) >= n:  # negative ones become the largest
        raise IndexError(f"index_copy_(): index {index[(index < 0) | (index >= n)][0]} is out of bounds for dimension {dim} with size {n}")
    target[(_ALL,) * dim + (index,)] = source
    return out


def _check_index_copy(x: Array, dim: int, index: Array, source: Array) -> None:
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if not source.ndim and index.size != 1:
        raise IndexError(f"index_copy_(): When source is scalar, index should have one element (got {index.size})")
    if source.ndim and x.ndim and source.ndim != x.ndim:
        raise IndexError("index_copy_(): When source and destination are not scalars, their dimensionality must match. Source "
                         f"dimensionality ({source.ndim}), destination dimensionality ({x.ndim})")
    if index.dtype != int64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {scalar_name(index.dtype)}")
    if x.dtype != source.dtype:
        raise RuntimeError("index_copy_(): self and source expected to have the same dtype, but got (self) "
                           f"{scalar_name(x.dtype)} and (source) {scalar_name(source.dtype)}")
    left, right = x.shape[:dim] + x.shape[dim + 1:], source.shape[:dim] + source.shape[dim + 1:]
    if left != right:
        raise RuntimeError("index_copy_(): Source/destination tensor must have same slice shapes. Destination "
                           f"slice shape: {' '.join(map(str, left))} at dimension {dim} and source slice shape: "
                           f"{' '.join(map(str, right))} at dimension 0.")
    count = source.shape[dim] if source.ndim else 1
    if index.size != count:
        raise IndexError(f"index_copy_(): Number of indices ({index.size}) should be equal to source.size(dim) "
                         f"({count})")


@overwriting
def index_fill(x: Array, dim: int, index: Array, value: Any, *, into: Array | None = None) -> Array:
    """A copy of `x` with the slices at `index` filled with `value`, a number or a 0-d array."""
    dim = wrap_dim(dim, x.ndim)
    if index.dtype != int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    if (value.dtype.kind == "c" if isinstance(value, np.ndarray) else isinstance(value, complex)) and x.dtype.kind != "c":
        raise RuntimeError("index_fill_(): Converting complex Scalar to non-complex type is not supported")
    fill = _fill_value(value, x.dtype, "index_fill_")
    out = np.asarray(copy_dense(x, x.dtype)) if into is None else into
    target = out if x.ndim else out.reshape(1)
    if x.ndim and not x.size:
        _check_empty_slices(out, dim, index.size)
        return out
    plan = _slice_plan(dim, index)
    if index.size and max_integer(index.view(np.uint64)) >= target.shape[dim]:  # negative ones become the largest
        outside = index[(index < -target.shape[dim]) | (index >= target.shape[dim])]
        if outside.size:
            raise IndexError(f"index {outside.reshape(-1)[0]} is out of bounds for dimension {dim} with size {target.shape[dim]}")
    target[plan.index] = fill
    return with_strides_like(out, x) if x.size == 1 and into is None else out


def _check_empty_slices(x: Array, dim: int, count: int) -> None:
    """Raise for nonempty slices of an empty array: PyTorch makes a strided view first."""
    steps = [s // x.itemsize for s in x.strides] if any(x.strides) else list(row_major(x.shape))
    size = (*x.shape[:dim], count, *x.shape[dim + 1:])
    needed = 0 if 0 in size else 1 + sum((n - 1) * s for i, (n, s) in enumerate(zip(size, steps, strict=True)) if i != dim)
    if needed:
        steps[dim] = 0
        raise RuntimeError(f"setStorage: sizes {list(size)}, strides {steps}, storage offset 0, and itemsize {x.itemsize} requiring a "
                           f"storage size of {needed * x.itemsize} are out of bounds for storage of size 0")


def _fill_value(value: Any, dtype: np.dtype[Any], name: str) -> Array:
    if not isinstance(value, np.ndarray):
        return to_operand(value, dtype)
    if value.ndim:
        raise RuntimeError(f"{name} only supports a 0-dimensional value tensor, but got tensor with {value.ndim} "
                           "dimension(s).")
    lossy = value.dtype.kind == "c" and dtype.kind != "c" and name != "fill_" or dtype.kind in "iu" and value.dtype != dtype
    return to_scalar_array(value.item(), dtype) if lossy else value.astype(dtype)


def fill_like(x: Array, value: Any) -> Array:
    """One value, a number or a 0-d array, in the layout of `x`."""
    if isinstance(value, np.ndarray) and value.ndim:
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions.")
    require_values(x)
    out = empty_dense(x, x.dtype)
    out[...] = _fill_value(value, x.dtype, "fill_")
    return out


# --- masks ------------------------------------------------------------------------------------------------------------

_C_TYPE_NAMES = {"int64": "long int", "int32": "int", "int16": "short int", "int8": "signed char", "uint8": "unsigned char",
                 "float32": "float", "float64": "double"}


def masked_fill(x: Array, mask: Array, value: Any) -> Array:
    """`value`, a number or a 0-d array, where `mask` is true, `x` elsewhere; both are broadcast."""
    if mask.dtype.kind != "b":
        _broadcast_shape(x, mask)
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype "
                           f"{_C_TYPE_NAMES.get(mask.dtype.name, mask.dtype.name)}")
    fill = _fill_value(value, x.dtype, "masked_fill_")
    if x.shape != mask.shape:
        _broadcast_shape(x, mask)  # raises PyTorch's error if they do not broadcast
    elif x.__class__ is np.ndarray and x.size <= SMALL_SIZE and x.flags.c_contiguous and mask.flags.c_contiguous:  # half `select`'s time
        out = x.copy()
        putmask(out, mask, fill)
        return out
    return np.asarray(select(mask, fill, x), order="C")


def _broadcast_shape(a: Array, b: Array) -> tuple[int, ...]:
    try:
        return np.broadcast(a, b).shape
    except ValueError:
        pass
    ndim = max(a.ndim, b.ndim)
    left, right = ((1,) * (ndim - s.ndim) + s.shape for s in (b, a))
    d = max(i for i in range(ndim) if left[i] != right[i] and 1 not in (left[i], right[i]))
    raise RuntimeError(f"The size of tensor a ({left[d]}) must match the size of tensor b ({right[d]}) at "
                       f"non-singleton dimension {d}")


def masked_select(x: Array, mask: Array) -> Array:
    """The elements of `x` where `mask` is true, as a vector; both are broadcast."""
    if mask.dtype.kind != "b":
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    if x.shape != mask.shape:
        shape = _broadcast_shape(x, mask)
        x, mask = broadcast_to(x, shape), broadcast_to(mask, shape)
    return x[mask]


def masked_scatter(x: Array, mask: Array, source: Array) -> Array:
    """`x` with the elements where `mask` is true replaced by those of `source`, in order; `mask` broadcasts with `x`."""
    if x.dtype != source.dtype:
        raise RuntimeError("masked_scatter: expected self and source to have same dtypes but "
                           f"got{scalar_name(x.dtype)} and {scalar_name(source.dtype)}")
    if mask.dtype.kind != "b":
        _broadcast_shape(x, mask)
        if mask.dtype.char == "B":
            warn("masked_scatter_ received a mask with dtype torch.uint8, this behavior is now deprecated, please use a mask with dtype "
                 "torch.bool instead.")
        raise RuntimeError("masked_scatter_ only supports boolean masks, but got mask with dtype "
                           f"{scalar_name(mask.dtype)}")
    shape = _broadcast_shape(x, mask)
    out, mask = np.array(broadcast_to(x, shape), order="C"), broadcast_to(mask, shape)
    count = int(intp.count_nonzero(mask))
    if source.size < count:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    out[mask] = source.reshape(-1)[:count]
    return out


def nonzero(x: Array) -> Array:
    """The indices of the nonzero elements: [count, x.ndim]."""
    if not x.ndim:
        count = int(bool(x))
        return np.ndarray((count, 0), int64, np.empty((count, 0), int64), 0, (8, 8 * count))
    positions = intp.nonzero((x if x.dtype.kind == "b" or x.size <= SMALL_SIZE else np.not_equal(x, 0)).reshape(-1))[0]
    coordinates = _unravel(positions, x.shape).T
    # PyTorch's strides are those of a transpose even for an empty result, which numpy's are not.
    if coordinates.size:
        note_layout(coordinates)
        return coordinates
    return np.ndarray(coordinates.shape, int64, np.empty(coordinates.shape, int64), 0, (coordinates.itemsize, 0))


@lru_cache(maxsize=256)
def _all_coordinates(shape: tuple[int, ...]) -> Array:
    """The indices of all elements of an array of this shape, a row per dimension."""
    return intp.indices(shape).reshape(len(shape), -1)


def _unravel(positions: Array, shape: tuple[int, ...]) -> Array:
    """The indices of flat positions, a row per dimension."""
    if math.prod(shape) <= SMALL_SIZE:
        return np.asarray(intp.ndarray_take(_all_coordinates(shape), positions, 1))
    out = np.empty((len(shape), positions.size), int64)
    for d in range(len(shape) - 1, 0, -1):
        above = positions // max(shape[d], 1)
        np.subtract(positions, above * shape[d], out[d])
        positions = above
    out[0] = positions
    return out


# --- flat positions, embeddings ---------------------------------------------------------------------------------------

def take_flat(x: Array, index: Array) -> Array:
    """`torch.take`: the elements of the flattened `x`; negative indices count from the end."""
    if index.dtype != int64:
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {scalar_name(index.dtype)}")
    if index.size and not x.size:
        raise IndexError("take(): tried to take from an empty tensor")
    if index.size and max_integer(index.view(np.uint64)) >= x.size:  # negative ones become the largest
        outside = index[(index < -x.size) | (index >= x.size)]
        if outside.size:
            raise IndexError(f"out of range: tried to access index {outside.reshape(-1)[0]} on a tensor of {x.size} "
                             "elements.")
    return np.asarray(intp.take(x, index))


@overwriting
def put_flat(x: Array, index: Array, source: Array, accumulate: bool = False, *, into: Array | None = None) -> Array:
    """A copy of `x` with `source` written, or added with `accumulate`, at flat indices."""
    if index.dtype != int64:
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {scalar_name(index.dtype)}")
    if x.dtype != source.dtype:
        raise RuntimeError("put_(): self and source expected to have the same dtype, but got self.dtype = "
                           f"{scalar_name(x.dtype)} and source.dtype = {scalar_name(source.dtype)}")
    if index.size != source.size:
        raise IndexError("put_(): Expected source and index to have the same number of elements, but got source.numel() = "
                           f"{source.size}, index.numel() = {index.size}")
    if index.size and not x.size:
        raise IndexError("put_(): Tried to put elements into an empty tensor")
    if index.size and max_integer(index.view(np.uint64)) >= x.size:  # negative ones become the largest
        outside = index[(index < -x.size) | (index >= x.size)]
        if outside.size:
            raise IndexError(f"out of range: tried to access index {outside.reshape(-1)[0]} on a tensor of {x.size} elements.")
        index = wrap_negative_unchecked(index, x.size)
    flat, positions = _target(x, into).reshape(-1), index.reshape(-1)
    if accumulate:
        add_at(flat, positions, source.reshape(-1))
    else:
        flat[positions] = source.reshape(-1)
    out = flat.reshape(x.shape)
    return out if x.flags.c_contiguous and 1 not in x.shape and x.size > 1 or into is not None else with_strides_like(out, x)


def take_flat_backward(g: Array, index: Array, shape: tuple[int, ...]) -> Array:
    """The cotangent of `x` (of this shape) in `take_flat`."""
    out = np.zeros(shape, g.dtype)
    add_at(out.reshape(-1), wrap_negative_unchecked(index, out.size).reshape(-1), g.reshape(-1))
    return out


def embedding(weight: Array, index: Array) -> Array:
    """The rows of `weight` [V, D] at `index`: index.shape + (D,). IndexError for negative indices, too."""
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if not is_index(index):
        raise RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: "
                           f"Long, Int; but got {tensor_type(index.dtype)} instead (while checking "
                           "arguments for embedding)")
    if index.ndim == 64:  # before numpy 2.3 `take` overruns its buffer of sizes then
        raise shape_errors.dimension_error(index.ndim + 1)
    try:
        if not index.size or np.minimum.reduce(index, axis=None) >= 0:
            return _take_slices(weight, index, 0)
    except IndexError:
        pass
    raise IndexError("index out of range in self")


def embedding_backward(g: Array, index: Array, rows: int, padding_idx: int = -1,
                       scale_grad_by_freq: bool = False) -> Array:
    """The cotangent of `weight` [rows, D]; 0 for row `padding_idx`; `scale_grad_by_freq` divides each row by its number of uses."""
    width = g.shape[-1]
    out = np.zeros((rows, width), g.dtype)
    flat = np.asarray(index, int64).reshape(-1)
    accumulate_at(out, _slice_plan(0, flat), g.reshape(flat.size, width))
    if scale_grad_by_freq:
        out /= np.maximum(intp.bincount(flat, minlength=rows), 1)[:, None].astype(g.dtype)
    if padding_idx >= 0:
        out[padding_idx] = 0
    return out


def one_hot(index: Array, num_classes: int = -1) -> Array:
    """int64 one-hot vectors: index.shape + (num_classes,); without `num_classes` it is inferred."""
    if not index.size:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return np.zeros((*index.shape, num_classes), int64)
    if index.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    needed = int(index.max()) + 1
    if num_classes == -1:
        num_classes = needed
    elif needed > num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (index[..., None] == intp.arange(num_classes)).astype(int64)


def resize_corner(x: Array, shape: tuple[int, ...]) -> Array:
    """`x` in the leading corner of zeros of `shape`, or the leading corner of `x` where `shape` is smaller."""
    if x.shape == tuple(shape):
        return x
    if not x.ndim or not shape:  # 0-d arrays are treated as 1-d
        return resize_corner(x.reshape(x.shape or (1,)), tuple(shape) or (1,)).reshape(shape)
    out = np.zeros(shape, x.dtype)
    both = tuple(slice(0, min(a, b)) for a, b in zip(x.shape, shape, strict=True))
    out[both] = x[both]
    return out


def masked_select_backward(values: Array, mask: Array, shape: tuple[int, ...]) -> Array:
    """The adjoint of `masked_select` on an array of `shape`: the values at their positions, 0 elsewhere."""
    full = np.broadcast_shapes(shape, mask.shape)
    out = np.zeros(full, values.dtype)
    positions = np.broadcast_to(mask, full)
    out[positions] = values.reshape(-1)[:intp.count_nonzero(positions)]
    return sum_to_shape(out, tuple(shape))


def pad_to_shape(values: Array, shape: tuple[int, ...]) -> Array:
    """Values padded with zeros to `shape`."""
    out = np.zeros(math.prod(shape), values.dtype)
    out[:values.size] = values
    return out.reshape(shape)


def masked_scatter_backward(a: Array, mask: Array, shape: tuple[int, ...]) -> Array:
    """The elements of `a` where `mask` is true, in order, padded with zeros to `shape`."""
    out = np.zeros(shape, a.dtype)
    full = np.broadcast_shapes(a.shape, mask.shape)
    selected = np.broadcast_to(a, full)[np.broadcast_to(mask, full)]
    out.reshape(-1)[:selected.size] = selected[:out.size]
    return out
