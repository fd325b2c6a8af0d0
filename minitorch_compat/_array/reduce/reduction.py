"""Sums, means and products over dimensions."""
from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core import shape_errors as shape_errors
from ..core.axes import moveaxis
from ..core.conjugate import require_values
from ..core.dtypes import LIMITED_TYPES, check_64_bits, int64, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import (
    SEQUENTIAL_DOT,
    SERIAL_VECTOR,
    add_reduce,
    all_finite,
    constants,
    dot_parts,
    even_run_length,
    ones,
    outer_sums,
    times_ones,
    widen_half,
)
from ..core.execution.blocks import count_nonzero as fast_count_nonzero
from ..core.execution.quiet import quiet
from ..core.numbers import LARGEST32, index
from ..core.undispatched import vdot
from ..shape.strided import as_dtype, copy_dense, with_strides_like, with_zero_strides_like
from ..shape.views import broadcast_to, wrap_dim, wrap_dims
from . import scans

Array = np.ndarray[Any, np.dtype[Any]]

# numpy's stubs have no variant of `reduce` for a `keepdims` that is known only at run time.
_add: Any = add_reduce
_maximum: Any = np.maximum.reduce
_minimum: Any = np.minimum.reduce
_logical_and: Any = np.logical_and.reduce
_logical_or: Any = np.logical_or.reduce

def axes(dim: Any, ndim: int) -> tuple[int, ...] | None:
    """numpy's `axis` for PyTorch's `dim`: None or () means all."""
    if dim.__class__ is int and -ndim <= dim < ndim:
        return (dim if dim >= 0 else dim + ndim,)
    if dim is None or (dim.__class__ in (tuple, list) and not dim):
        return None
    wrapped = wrap_dims(dim, ndim)
    return wrapped if ndim else None


def sum(a: Array, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Array:
    """Sum over `dim`; integers and bools sum to int64."""
    kind = a.dtype.kind
    if dtype is None and kind in "bui":
        dtype = int64
    if dtype is not None and (dtype != a.dtype or a.size):
        _require_kernel(dtype, "sum_cpu")
        a = a.astype(dtype, copy=False)
    if a.dtype.kind == "b":  # dtype=bool was passed: the sum of bools is their logical or
        return _reduce_widened(np.logical_or.reduce, a, axes(dim, a.ndim), keepdim)
    if dim is None and not keepdim:
        return _sum_all(a)
    return _sum_dims(a, axes(dim, a.ndim), keepdim)


def _require_kernel(dtype: np.dtype[Any], name: str) -> None:
    """Raise for a requested dtype for which PyTorch has no kernel."""
    if dtype.char in LIMITED_TYPES:
        raise NotImplementedError(f'"{name}" not implemented for {scalar_name(dtype)!r}')


def _sum_dims(a: Array, axis: tuple[int, ...] | None, keepdim: bool) -> Array:
    if 0 < a.size <= _RUN_LENGTH and axis == _LAST_AXIS[a.ndim] and a.dtype.char in "fd" and a.flags.c_contiguous:
        shape = a.shape
        sums = a.dot(ones(shape[-1], a.dtype))  # takes a third of the overhead of numpy's reduction
        return sums.reshape((*shape[:-1], 1)) if keepdim else sums
    if axis is not None and a.size > _RUN_LENGTH:  # below, the overhead dominates
        is_column_major = a.ndim == 2 and a.flags.f_contiguous
        fast = outer_sums(a.T, tuple([1 - d for d in axis])) if is_column_major else outer_sums(a, axis)
        if fast is not None:
            return np.expand_dims(fast, axis) if keepdim else fast
        if len(axis) == a.ndim and (_is_large_half(a) or a.dtype.char in "fd" and a.flags.forc):
            return np.reshape(_sum_all(a), (1,) * a.ndim if keepdim else ())
    return _reduce_widened(_add, a, axis, keepdim)


#: The axis tuple of the last dimension, by number of dimensions.
_LAST_AXIS: list[tuple[int, ...]] = [(), *[(n,) for n in range(64)]]


def _sum_all(a: Array) -> Array:
    if a.dtype.char in "fd" and a.flags.forc and a.size:
        return _sum_flat(a.reshape(-1, order="A"))
    return _sum_half_by_pieces(a) if _is_large_half(a) else _reduce_widened(_add, a, None, False)


def _is_large_half(a: Array) -> bool:
    return a.size > _PIECE_SIZE and a.dtype.itemsize == 2 and a.dtype.kind in "fV"


def _sum_half_by_pieces(a: Array) -> Array:
    """The sum of many half-precision numbers, widened piece by piece: allocating a widened copy of all takes longer than the sum."""
    flat = _flatten_in_memory_order(a)
    parts = [_sum_flat(widen_half(flat[i:i + _PIECE_SIZE])) for i in range(0, a.size, _PIECE_SIZE)]
    return _sum_flat(np.array(parts)).astype(a.dtype)


def _flatten_in_memory_order(a: Array) -> Array:
    """All elements in memory order: a view where they are contiguous in some order."""
    return a.reshape(-1) if a.flags.c_contiguous else a.transpose(sorted(range(a.ndim), key=lambda d: -abs(a.strides[d]))).reshape(-1)


#: Half-precision elements that are widened at once.
_PIECE_SIZE = block_size(__name__, "_PIECE_SIZE", 1 << 16)


def _sum_flat(a: Array) -> Array:
    """The sum of a vector, by products with ones: a third of the overhead of numpy's reduction, and up to four times as fast.

    No product sums more than 1024 numbers, which keeps it as accurate as a pairwise sum, and in long vectors no more than 256: equal
    numbers are rounded the same way each time, so that errors add up. For medium sizes numpy's reduction is used
    where no run divides the size.
    """
    size = a.size
    if size <= _RUN_LENGTH:
        return a.dot(ones(size, a.dtype))
    if size <= _MEDIUM_SIZE:
        run = even_run_length(size, _RUN_LENGTH)
        return a.reshape(-1, run).dot(ones(run, a.dtype)).dot(ones(size // run, a.dtype)) if run * _RUN_LENGTH >= size else np.add.reduce(a)
    rows = size // _LONG_RUN_LENGTH
    head = rows * _LONG_RUN_LENGTH
    total = _sum_flat(times_ones(a[:head].reshape(rows, _LONG_RUN_LENGTH)))
    return np.asarray(total + a[head:].dot(ones(size - head, a.dtype)), a.dtype) if head < size else total


_RUN_LENGTH = block_size(__name__, "_RUN_LENGTH", 64 if SEQUENTIAL_DOT else 1024)
_LONG_RUN_LENGTH = block_size(__name__, "_LONG_RUN_LENGTH", 64 if SEQUENTIAL_DOT else 256)
_MEDIUM_SIZE = block_size(__name__, "_MEDIUM_SIZE", 1 << 15)


def _reduce_widened(reduce: Any, a: Array, axis: Any, keepdim: bool) -> Array:
    """A reduction of half precision in float32, of other dtypes in their own."""
    if a.dtype.itemsize == 2 and a.dtype.kind in "fV":
        return to_row_major(np.asarray(reduce(widen_half(a), axis=axis, keepdims=keepdim)).astype(a.dtype), a)
    return to_row_major(reduce(a, axis, a.dtype, None, keepdim), a)  # numpy would widen small integers


def to_row_major(found: Any, a: Array) -> Any:
    """The result of a reduction of `a`, row-major as in PyTorch: numpy keeps the memory order of the dimensions of `a`."""
    return found if found.ndim < 2 or a.flags.c_contiguous else np.array(found, order="C")


def reduced_count(shape: tuple[int, ...], dim: Any) -> int:
    """The number of elements that a reduction over `dim` combines."""
    axis = axes(dim, len(shape))
    return count_over_axes(shape, axis)


def count_over_axes(shape: tuple[int, ...], axis: tuple[int, ...] | None) -> int:
    if axis is None:
        return math.prod(shape)
    n = 1
    for i in axis:
        n *= shape[i]
    return n


@quiet
def mean(a: Array, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Array:
    """Mean over `dim`."""
    if dtype is not None:
        a = a.astype(dtype)
    if a.dtype.kind in "bui":
        role = "Input" if dtype is None else "Optional"
        raise RuntimeError(f"mean(): could not infer output dtype. {role} dtype must be either a floating point or complex dtype. Got: "
                           f"{scalar_name(a.dtype)}")
    axis = axes(dim, a.ndim)
    x = widen_half(a)  # in half precision the sum could overflow
    total = _sum_all(x) if dim is None and not keepdim else _sum_dims(x, axis, keepdim)
    if x is a and a.dtype.char in "fd":
        return _quotient(total, count_over_axes(a.shape, axis), a.dtype)
    return np.asarray(np.true_divide(total, count_over_axes(a.shape, axis)), a.dtype)


def _quotient(total: Any, count: int, dtype: np.dtype[Any]) -> Array:
    """A sum over the count of what was added up, in the dtype of the sum.

    A sum that is a number is divided in Python, at a third of numpy's overhead: rounded to float32 a quotient of two float32 numbers in
    float64 is the same as in float32.
    """
    if total.__class__ is np.ndarray or not 0 < count <= _EXACT_COUNT:
        return np.true_divide(total, constants(dtype, count)[0])
    return np.array(float(total) / count, dtype)


#: The largest count up to which float32 has every integer.
_EXACT_COUNT = 1 << 24


def expand_reduced(g: Array, shape: tuple[int, ...], dim: Any, keepdim: bool) -> Array:
    """The adjoint of a sum: `g` broadcast, as a view, over the dimensions that were summed."""
    if dim is None and g.size == 1:
        g = g if g.__class__ is np.ndarray else np.array(g)
        return np.ndarray(shape, g.dtype, g, 0, (0,) * len(shape))  # np.broadcast_to takes five times as long
    axis = axes(dim, len(shape))
    if not keepdim and shape and axis is not None:
        g = with_zero_strides_like(np.asarray(g).reshape(tuple(1 if i in axis else n for i, n in enumerate(shape))), np.asarray(g))
    return broadcast_to(np.asarray(g), shape)


def mean_gradient(g: Array, shape: tuple[int, ...], dim: Any, keepdim: bool) -> Array:
    """The adjoint of a mean: divides, then broadcasts. Large results stay expanded, since the copy that PyTorch makes would cost time."""
    found = expand_reduced(as_dtype(np.divide(widen_half(g), reduced_count(shape, dim)), g.dtype), shape, dim, keepdim)
    if found.size > _SMALL_SIZE:
        return found
    return copy_dense(found, found.dtype) if found.size > 1 else np.array(found, order="C")


#: The dot product of two flattened arrays.
dot = vdot


def sum_all(a: Array) -> Array:
    """The sum of all elements; integers and bools to int64."""
    size, dtype = a.size, a.dtype
    if 0 < size <= _RUN_LENGTH and dtype.char in "fd":
        if size == 1:
            return np.add(a.reshape(()), 0, dtype=dtype)  # adding to 0 turns -0 into 0
        return np.asarray(dot(a, ones(size, dtype)))
    return _sum_all(a) if a.dtype.kind in "fc" else sum(a)


def mean_all(a: Array) -> Array:
    """The mean of all elements."""
    if 1 < a.size <= _RUN_LENGTH and a.dtype.char in "fd" and a.flags.c_contiguous:
        return _quotient(dot(a, ones(a.size, a.dtype)), a.size, a.dtype)
    return mean(a) if a.size != 1 or a.dtype.kind not in "fc" else np.add(a.reshape(()), 0, dtype=a.dtype)


def _check_not_empty(a: Array, dim: Any, name: str, keep_negative: bool = False) -> None:
    """Raise for an empty reduction; with `keep_negative` the message has the dimension as passed, else wrapped."""
    if a.size:
        return
    if dim is None:
        raise RuntimeError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
                           "'dim' argument.")
    dims = dim if isinstance(dim, (tuple, list)) else (dim,)
    for named, d in zip(dims, wrap_dims(dim, a.ndim), strict=True):
        if a.ndim and a.shape[d] == 0:
            raise IndexError(f"{name}(): Expected reduction dim {named if keep_negative else d} to have non-zero size.")


_product: Any = np.multiply.reduce


@quiet
def _fold_product(a: Array) -> Array:
    """Fewer numbers of the same product: numpy multiplies those of two arrays by vector code, those of one array one by one.

    A product of few is also less likely to fall below the normal range, where arithmetic is slow. Products of numbers near 1 are all
    rounded alike, so that errors add up: those of single precision and halves are multiplied in double precision.
    """
    if a.dtype.char in "fF":
        a = a.astype(np.promote_types(a.dtype, np.float64))
    while a.size > _SMALL_SIZE:
        half, rest = a.size // 2, a[a.size // 2 * 2:]
        a = np.multiply(a[:half], a[half:2 * half])
        if rest.size:
            a[0] *= rest[0]
    return a


#: Rows of fewer numbers are multiplied one by one.
_LONG_ROW = block_size(__name__, "_LONG_ROW", 128)
_LANES = 16


def _multiply_rows(a: Array) -> Array:
    """The products of long contiguous rows, by vector code: equal parts of each row are multiplied with each other first."""
    length = a.shape[-1] // _LANES
    parts = a[..., :_LANES * length].reshape(*a.shape[:-1], _LANES, length)
    found, rest = _product(_product(parts, -2), -1), a[..., _LANES * length:]
    return np.multiply(found, _product(rest, -1), out=found) if rest.size else found


@quiet
def prod(a: Array, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Array:
    """Product over `dim`; integers are multiplied as int64."""
    if dtype is None and a.dtype.kind in "bui":
        dtype = int64
    if dtype is not None:
        _require_kernel(dtype, "prod_out_cpu")
        a = a.astype(dtype)
    axis = axes(dim, a.ndim)
    if a.dtype.kind == "b":
        return _reduce_widened(np.logical_and.reduce, a, axis, keepdim)
    if (axis is None or a.ndim == 1) and not keepdim and a.dtype.kind in "fcV" and a.size > _SMALL_SIZE and a.flags.c_contiguous:
        return as_dtype(np.asarray(_product(_fold_product(widen_half(a).reshape(-1)), None)), a.dtype)
    if a.size >= _LONG_ROW and axis == (a.ndim - 1,) and a.ndim > 1 and a.shape[-1] >= _LONG_ROW and (
            a.dtype.char in "fdlq" and a.flags.c_contiguous):
        return _multiply_rows(a)[..., None] if keepdim else _multiply_rows(a)
    return _reduce_widened(_product, a, axis, keepdim)


@quiet
def prod_others(a: Array, dim: Any = None) -> Array:
    """For each element the product of all others along `dim`; exact where elements are 0."""
    if not a.size:
        return a
    if dim is None:
        return _exclusive_products(a.reshape(-1)).reshape(a.shape)
    d = wrap_dims(dim, a.ndim)[0]
    if not a.ndim:
        return np.ones_like(a)
    others = moveaxis(_exclusive_products(moveaxis(a, d, -1)), -1, d)
    return others if others.strides == a.strides else with_strides_like(others, a)


def _exclusive_products(a: Array) -> Array:
    if not a.shape[-1]:
        return a.copy()
    ones = np.ones((*a.shape[:-1], 1), a.dtype)
    before = np.concatenate([ones, np.multiply.accumulate(a, axis=-1)[..., :-1]], axis=-1)
    after = np.concatenate([np.multiply.accumulate(a[..., ::-1], axis=-1)[..., ::-1][..., 1:], ones], axis=-1)
    return before * after


def _check_ordered_dtype(a: Array, dim: Any, name: str) -> None:
    """Raise for complex numbers, unless the result is empty."""
    if a.dtype.kind != "c":
        return
    wrap_dims(dim, a.ndim)
    if a.size or np.asarray(np.add.reduce(a, axis=axes(dim, a.ndim))).size:
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(a.dtype)}'")


def _check_real(a: Array, dim: Any, text: str) -> None:
    """Raise for complex numbers, after checking the dimensions."""
    if a.dtype.kind == "c":
        wrap_dims(dim, a.ndim)
        raise RuntimeError(text)


def amax(a: Array, dim: Any = None, keepdim: bool = False) -> Array:
    """The largest element over `dim`."""
    if a.dtype.char == "f" and not keepdim and (dim is None or dim == ()) and 0 < a.size <= _ARGMAX_MAX_SIZE and a.flags.c_contiguous:
        return a.reshape(-1)[intp.argmax(a)]
    _check_not_empty(a, None if dim == () else dim, "amax", True)
    _check_ordered_dtype(a, dim, "max_values_cpu")
    return _reduce_widened(_maximum, a, axes(dim, a.ndim), keepdim)


def amin(a: Array, dim: Any = None, keepdim: bool = False) -> Array:
    """The smallest element over `dim`."""
    if a.dtype.char == "f" and not keepdim and (dim is None or dim == ()) and 0 < a.size <= _ARGMAX_MAX_SIZE and a.flags.c_contiguous:
        return a.reshape(-1)[intp.argmin(a)]
    _check_not_empty(a, None if dim == () else dim, "amin", True)
    _check_ordered_dtype(a, dim, "min_values_cpu")
    return _reduce_widened(_minimum, a, axes(dim, a.ndim), keepdim)


def max_all(a: Array) -> Array:
    """The largest element."""
    if a.dtype.char in "fd" and 0 < a.size <= _ARGMAX_MAX_SIZE and a.flags.c_contiguous:
        return a.reshape(-1)[intp.argmax(a)]
    _check_not_empty(a, None, "max")
    _check_ordered_dtype(a, None, "max_all")
    if a.size <= _SMALL_SIZE and a.flags.c_contiguous:
        return a.reshape(-1)[intp.argmax(a)]
    return _reduce_widened(_maximum, a, None, False)


def min_all(a: Array) -> Array:
    """The smallest element."""
    if a.dtype.char in "fd" and 0 < a.size <= _ARGMAX_MAX_SIZE and a.flags.c_contiguous:
        return a.reshape(-1)[intp.argmin(a)]
    _check_not_empty(a, None, "min")
    _check_ordered_dtype(a, None, "min_all")
    if a.size <= _SMALL_SIZE and a.flags.c_contiguous:
        return a.reshape(-1)[intp.argmin(a)]
    return _reduce_widened(_minimum, a, None, False)


@quiet
def extreme_weights(a: Array, out: Array, dim: Any, keepdim: bool, nans: bool = True) -> Array:
    """1 / n at each of the n elements that attain `out`, 0 elsewhere; with `nans` NaN elements attain it."""
    attains = np.equal(a, expand_reduced(out, a.shape, dim, keepdim)) | (np.isnan(a) if nans and a.dtype.kind in "fV" else False)
    axis = axes(dim, a.ndim)
    return (attains / np.add.reduce(attains, axis=axis, keepdims=True)).astype(a.dtype)


def distribute_evenly(g: Array, out: Array, a: Array) -> Array:
    """An equal part of the scalar g at each element of `a` that equals `out`, 0 elsewhere."""
    attains = np.isnan(a) if out != out else np.equal(a, out)
    return np.where(attains, g / np.add.reduce(attains, axis=None), 0).astype(a.dtype)


def _arg_reduce(pick: Any, a: Array, dim: Any, keepdim: bool, name: str) -> Array:
    if dim is None:
        if not a.size:
            raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
        found = np.asarray(pick(a))
        return found.reshape((1,) * a.ndim) if keepdim else found
    if not a.size:
        _check_not_empty(a, dim, name)
    if a.ndim == 0:
        wrap_dim(index(dim), 0)
        require_values(a)
        return np.zeros((), np.int64)
    return np.asarray(pick(a, axis=wrap_dim(index(dim), a.ndim), keepdims=keepdim))


def argmax(a: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """The index of the largest element; the first if there are several."""
    return _arg_reduce(intp.argmax, a, dim, keepdim, "argmax")


def argmin(a: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """The index of the smallest element; the first if there are several."""
    return _arg_reduce(intp.argmin, a, dim, keepdim, "argmin")


def _extreme_with_index(find: Any, a: Array, dim: int, keepdim: bool) -> tuple[Array, Array]:
    if 0 < a.size <= _SMALL_SIZE and a.flags.c_contiguous and dim.__class__ is int and -a.ndim <= dim < a.ndim:
        index = np.asarray(find(a, dim))
        starts, step = _line_starts(a.shape, dim)
        values = np.asarray(intp.take(a, np.add(index if step is None else np.multiply(index, step), starts)))
        if not keepdim:
            return values, index
        shape = (*a.shape[:dim], 1, *a.shape[dim + 1 or a.ndim:])
        return values.reshape(shape), index.reshape(shape)
    index = _arg_reduce(find, a, dim, keepdim, "")
    return gather_dim(a, index, dim, keepdim), index


@lru_cache(maxsize=256)
def _line_starts(shape: tuple[int, ...], dim: int) -> tuple[Array, Array | None]:
    """Flat positions of the starts of lines along `dim` of a contiguous array, shaped like a reduction, and their step if not 1."""
    starts = intp.take(intp.arange(math.prod(shape)).reshape(shape), 0, dim)
    step = math.prod(shape[dim + 1 or len(shape):])
    return starts, None if step == 1 else np.array(step, np.int64)


def _flat_positions(index: Array, shape: tuple[int, ...], d: int) -> Array:
    """Flat positions, in a contiguous array of `shape`, of the elements at `index` along dimension d."""
    width, inner = shape[d], math.prod(shape[d + 1:])
    if inner == 1:
        return index.reshape(-1) + intp.arange(index.size) * width
    outer = index.size // inner
    return (index.reshape(outer, inner) * inner + (intp.arange(outer) * (width * inner))[:, None] + intp.arange(inner)).reshape(-1)


def max_dim(a: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """The largest element along `dim` and its index."""
    _check_not_empty(a, dim, "max")
    _check_real(a, dim, "max(): does not support complex input")
    return _extreme_with_index(intp.argmax, a, dim, keepdim)


def min_dim(a: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """The smallest element along `dim` and its index."""
    _check_not_empty(a, dim, "min")
    _check_real(a, dim, "min(): does not support complex input")
    return _extreme_with_index(intp.argmin, a, dim, keepdim)


def scatter_dim(g: Array, index: Array, shape: tuple[int, ...], dim: int, keepdim: bool) -> Array:
    """Zeros with g at `index` along `dim`: the adjoint of picking one element per line."""
    out = np.zeros(shape, g.dtype)
    if not shape:
        out[...] = g
        return out
    if out.size:
        out.reshape(-1)[_flat_positions(index, shape, wrap_dims(dim, len(shape))[0])] = np.asarray(g).reshape(-1)
    return out


def gather_dim(a: Array, index: Array, dim: int, keepdim: bool) -> Array:
    """The element at `index` of each line along `dim`."""
    if a.ndim == 0:
        return a.copy()
    if not index.size:
        require_values(a)
        return np.empty(index.shape, a.dtype)
    return intp.take(a.reshape(-1), _flat_positions(index, a.shape, wrap_dims(dim, a.ndim)[0])).reshape(index.shape)


def _logical_axes(dim: Any, ndim: int) -> tuple[int, ...] | None:
    """The `axis` for `all` and `any`, for which, unlike for others, () means no dimension."""
    return () if dim.__class__ in (tuple, list) and not dim else axes(dim, ndim)


def all(a: Array, dim: Any = None, keepdim: bool = False) -> Array:
    """Whether every element is true; for uint8 arrays as uint8."""
    if dim is None and not keepdim and a.__class__ is np.ndarray and a.size <= _SMALL_SIZE and a.dtype.kind in "bfi":
        return np.array(fast_count_nonzero(a) == a.size)
    found = to_row_major(_logical_and(a, axis=_logical_axes(dim, a.ndim), keepdims=keepdim), a)
    return np.asarray(found, np.uint8) if a.dtype == np.uint8 else found


def any(a: Array, dim: Any = None, keepdim: bool = False) -> Array:
    """Whether some element is true; for uint8 arrays as uint8."""
    if dim is None and not keepdim and a.__class__ is np.ndarray and a.size <= _SMALL_SIZE and a.dtype.kind in "bfi":
        return np.array(fast_count_nonzero(a) > 0)
    found = to_row_major(_logical_or(a, axis=_logical_axes(dim, a.ndim), keepdims=keepdim), a)
    return np.asarray(found, np.uint8) if a.dtype == np.uint8 else found


def cumsum(a: Array, dim: int, dtype: Any = None) -> Array:
    """Running sums along `dim`, which start from 0, so that none is -0."""
    out = _scan(np.add, a, dim, dtype, "cumsum_out_cpu")
    if out.dtype.kind in "fcV" and out.size and out.ndim:
        first = out[0] if out.ndim == 1 else intp.take(out, 0, dim) if out.size > _SMALL_SIZE else out
        if fast_count_nonzero(first) < first.size:
            np.add(out, out.dtype.type(0), out)
    return out


_times_one = quiet(lambda a: np.multiply(a, 1 + 0j, dtype=a.dtype))


def cumprod(a: Array, dim: int, dtype: Any = None) -> Array:
    """Running products along `dim`."""
    if a.dtype.kind == "c":  # starting from 1 as a complex product, which makes a finite part of an infinity NaN
        a = _times_one(a)
    return _scan(np.multiply, a, dim, dtype, "cumprod_out_cpu")


@quiet
def _scan(ufunc: Any, a: Array, dim: int, dtype: Any, name: str) -> Array:
    if dtype is None and a.dtype.char in "fd" and 0 < a.size <= _SMALL_SIZE and a.flags.c_contiguous and dim.__class__ is int and (
            -a.ndim <= dim < a.ndim):
        sums = np.asarray(ufunc.accumulate(a, dim, _FLOAT64))  # as in `scans.py`: a partial result may be too large for float32
        return sums if a.dtype.char == "d" else sums.astype(a.dtype)
    if dtype is not None and a.ndim and a.size:  # PyTorch calls no kernel for the others
        if dtype.kind == "b":
            raise NotImplementedError(f"\"{name}\" not implemented for 'Bool'")
        _require_kernel(dtype, name)
    if dtype is None and a.dtype.kind in "bui":
        dtype = int64
    a = np.asarray(a, dtype, order="C")
    d = wrap_dim(index(dim), a.ndim)
    return as_dtype(scans.scan(ufunc, widen_half(a), d), a.dtype) if a.ndim else a.copy()


_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 4096)  # elements: below, the time is that of numpy's calls
_ARGMAX_MAX_SIZE = block_size(__name__, "_ARGMAX_MAX_SIZE", 1 << 14)  # up to so many argmax takes half to two thirds of the time of max
_FLOAT64 = np.dtype(np.float64)


def has_zero(x: Any) -> bool:
    """Whether an element of an array, or of a tensor, may be 0: inside a transform values are not known."""
    array = x._array if hasattr(x, "_array") else x
    return not (isinstance(array, np.ndarray) and np.logical_and.reduce(array, axis=None))


def has_several_zeros(x: Any) -> bool:
    """Whether more than one element of an array is 0; False for tensors, which are not examined."""
    return isinstance(x, np.ndarray) and bool(x.size - intp.count_nonzero(x) > 1)


@quiet
def cumprod_gradient(g: Array, out: Array, a: Array, dim: int) -> Array:
    """The gradient of running products `out` of `a`, some of whose elements are 0.

    Before the first zero along `dim` it is that of a product without zeros; the first zero's is the sum over the products up to the second
    zero without it; after it the gradient is 0. Masked elements are multiplied by 0, as in PyTorch, so that infinities give NaN.
    """
    zeros = a == 0
    count = np.add.accumulate(zeros, dim, np.int64)
    before_zero, before_second_zero = count == 0, count == 1
    slopes = np.where(before_zero, reverse_cumsum(np.where(before_zero, out * g, g.dtype.type(0)), dim) / a, g.dtype.type(0))
    first = zeros & before_second_zero
    products = cumprod(np.where(before_second_zero & ~first, a, a.dtype.type(1)), dim) * np.where(before_second_zero, g, g.dtype.type(0))
    previous = np.roll(out, 1, dim)
    previous[(slice(None),) * (dim % a.ndim) + (slice(0, 1),)] = 1
    return np.ascontiguousarray(np.where(first, sum(products, dim, True) * previous, slopes))


def reverse_cumsum(g: Array, dim: int) -> Array:
    """Running sums from the end: the adjoint of cumsum."""
    if not g.ndim or g.shape[d := wrap_dims(dim, g.ndim)[0]] == 1:
        return g
    return as_dtype(scans.scan(np.add, np.ascontiguousarray(widen_half(g)), d, True), g.dtype)


def count_nonzero(a: Array, dim: Any = None) -> Array:
    """The number of nonzero elements."""
    return np.asarray(intp.count_nonzero(a, axis=axes(dim, a.ndim)), np.int64, order="C")


@quiet
def vector_norm(a: Array, ord: float = 2.0, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Array:
    """The `ord`-norm of the elements over `dim`."""
    if ord.__class__ is int:
        check_64_bits(ord)
    return to_row_major(_vector_norm(a, ord, dim, keepdim, dtype), a)


def _sum_of_squares(a: Array) -> float:
    """The sum of the squares of many elements."""
    flat = _flatten_in_memory_order(a)
    return float(np.add.reduce(dot_parts(flat, flat), dtype=np.float64))


def _vector_norm(a: Array, ord: float, dim: Any, keepdim: bool, dtype: Any) -> Array:
    if dtype is not None:
        a = a.astype(dtype)
    if ord.__class__ is complex:
        raise RuntimeError("linalg.vector_norm: Expected a non-complex scalar as the order of norm.")
    if a.dtype.kind in "biu":
        raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {scalar_name(a.dtype)}")
    if a.dtype.itemsize == 2:  # powers overflow in half precision
        return vector_norm(widen_half(a), ord, dim, keepdim).astype(a.dtype)
    axis = axes(dim, a.ndim)
    if ord and (a.size == 1 if axis is None else a.ndim and count_over_axes(a.shape, axis) == 1):  # of one number: its absolute value
        return _maximum(np.abs(a), axis=axis, keepdims=keepdim)
    if ord == 2 and a.dtype.kind == "f":
        if not keepdim and (axis is None or len(axis) == a.ndim):
            squares = vdot(a, a) if a.size <= SERIAL_VECTOR else _sum_of_squares(a)
            return np.array(math.sqrt(squares), a.dtype)  # the root rounded twice equals the root rounded once
        if axis == _LAST_AXIS[a.ndim] and 0 < a.size <= _RUN_LENGTH and a.flags.c_contiguous:
            squares = np.vecdot(a, a)
            return np.sqrt(squares.reshape((*a.shape[:-1], 1)) if keepdim else squares)
        return np.sqrt(_sum_dims(np.multiply(a, a), axis, keepdim))
    if ord == 0:
        return _zero_norm(a, axis, keepdim)
    size = np.abs(a)
    if ord == 2:
        return np.asarray(np.sqrt(_add(size * size, axis=axis, keepdims=keepdim)), size.dtype)
    if not a.size and (abs(ord) == float("inf") or ord < 0):
        shape_errors.require_identity(a.shape, dim, ord)
    if axis is None and not keepdim and 0 < size.size <= _ARGMAX_MAX_SIZE and (ord == math.inf or ord == -math.inf):
        return size.reshape(-1)[intp.argmax(size) if ord > 0 else intp.argmin(size)]  # a third of the overhead of a reduction
    if ord == math.inf:
        return _maximum(size, axis=axis, keepdims=keepdim)
    if ord == -math.inf:
        return _minimum(size, axis=axis, keepdims=keepdim)
    if ord == 1:
        return _add(size, axis=axis, keepdims=keepdim)
    if abs(ord) > LARGEST32 and size.dtype.char == "f":  # out of the range of the elements' dtype
        ord = math.copysign(math.inf, ord)
    return np.asarray(np.power(_add(np.power(size, ord), axis=axis, keepdims=keepdim), 1 / ord), size.dtype)


def _zero_norm(a: Array, axis: tuple[int, ...] | None, keepdim: bool) -> Array:
    """The number of nonzero elements, in the real dtype: numpy sums bools several times as slowly."""
    if axis is None and not keepdim:
        return np.asarray(fast_count_nonzero(a), a.real.dtype)
    return np.asarray(_add(np.not_equal(a, 0).astype(a.real.dtype), axis=axis, keepdims=keepdim))


def nansum(a: Array, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Array:
    """Sum over `dim`, with NaN treated as 0."""
    _check_real(a, dim, "nansum on CPU does not support complex inputs")
    if dtype is not None and dtype.kind in "biuc" and a.dtype.kind in "fV":
        raise NotImplementedError(f"\"nansum_cpu\" not implemented for '{scalar_name(dtype)}'")
    total = sum(a, dim, keepdim, dtype)  # if this has no NaN, which is usual, no element is NaN
    if a.dtype.kind in "fV" and not all_finite(total) and np.isnan(total).any():
        return sum(np.where(np.isnan(a), 0, a).astype(a.dtype), dim, keepdim, dtype)
    return total
