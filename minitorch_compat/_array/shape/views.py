"""Shape kernels: views where PyTorch returns views."""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np

from ..core import shape_errors as shape_errors
from ..core.dtypes import cast, tensor_type
from ..core.execution.blocks import ones
from ..core.numbers import index, to_int64
from ..core.row_order import has_row_major_strides, note_layout
from ..core.undispatched import concatenate
from .strided import (
    channels_last,
    copy_dense,
    empty_slice,
    is_channels_last_like,
    strided_view,
    window,
    with_zero_strides_like,
)

Array = np.ndarray[Any, np.dtype[Any]]


def wrap_dim(dim: int, ndim: int) -> int:
    """A dimension with negative values wrapped; IndexError if it is out of range. 0-d arrays have a dimension 0 (and -1)."""
    limit = ndim or 1
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim + limit if dim < 0 else dim


def wrap_dims(dims: Any, ndim: int) -> tuple[int, ...]:
    """Dimensions with negative values wrapped; repeats raise."""
    if dims is None:
        return tuple(range(ndim))
    if dims.__class__ is int and -ndim <= dims < ndim:
        return (dims if dims >= 0 else dims + ndim,)
    if dims.__class__ is tuple and len(dims) == 1 and dims[0].__class__ is int and -ndim <= dims[0] < ndim:
        return dims if dims[0] >= 0 else (dims[0] + ndim,)
    if not isinstance(dims, (tuple, list)):
        if isinstance(dims, np.ndarray):  # Python would convert it to its element
            raise TypeError("dims must be tuple of ints, not numpy.ndarray")
        return (wrap_dim(index(dims), ndim),)
    if dims and (dims[0] is True or dims[0] is False):  # PyTorch checks only the first
        raise TypeError("dims must be tuple of ints, not bool")
    wrapped = tuple([(d if d >= 0 else d + ndim) if d.__class__ is int and -ndim <= d < ndim else wrap_dim(index(d), ndim) for d in dims])
    if len(wrapped) > 1 and len(set(wrapped)) != len(wrapped):
        repeated = next(d for d in wrapped if wrapped.count(d) > 1)
        raise RuntimeError(f"dim {repeated} appears multiple times in the list of dims")
    return wrapped


def _negative_size_error(shape: Sequence[int]) -> RuntimeError:
    position, wrong = next((i, n) for i, n in enumerate(shape) if n < -1)
    return RuntimeError(f"invalid shape dimension {wrong} at index {position} of shape {list(shape)}")


def resolve_size(size: Sequence[int], numel: int) -> tuple[int, ...]:
    """Replace a -1 in `size` by the size inferred from `numel` elements."""
    if len(size) == 1 and size[0] == -1 and numel:
        return (numel,)
    shape = tuple(map(index, size))
    if -1 not in shape:
        if min(shape, default=0) < 0:
            raise _negative_size_error(shape)
        if math.prod(shape) != numel:
            raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
        return shape
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    known = -math.prod(shape)
    if min(shape) < -1:
        raise _negative_size_error(shape)
    if known == 0 and numel == 0:
        raise RuntimeError(f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size -1 can "
                           "be any value and is ambiguous")
    if known == 0 or numel % known:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
    position = shape.index(-1)
    return (*shape[:position], numel // known, *shape[position + 1:])


def with_row_major_strides(a: Array) -> Array:
    """An empty array with row-major strides: numpy's are 0, and its views would have no order of dimensions."""
    if any(a.strides):
        return a
    steps, step = [0] * a.ndim, a.itemsize
    for d in range(a.ndim - 1, -1, -1):
        steps[d] = step
        step *= a.shape[d] or 1
    return np.lib.stride_tricks.as_strided(a, a.shape, steps)


def view(a: Array, size: Sequence[int]) -> Array:
    """A view of another shape; raises PyTorch's error if the strides do not allow one."""
    try:
        out = a.reshape(size) if a.flags.c_contiguous else a.reshape(size, copy=False)
        owner = out.base
        if (owner is a or owner is not None and owner is a.base) and out.shape == size:  # not a copy, and there is no -1
            return out if out.size > 1 else with_zero_strides_like(out, a)
    except (TypeError, ValueError):
        pass  # raises below
    shape = size if -1 not in size and size.__class__ is tuple and math.prod(size) == a.size else resolve_size(size, a.size)
    if shape and shape[0].__class__ is not bool:  # where a bool is not a valid size
        shape = tuple(int(n) if n.__class__ is bool else n for n in shape)
    try:
        return with_zero_strides_like(a.reshape(shape) if a.flags.c_contiguous else a.reshape(shape, copy=False), a)
    except ValueError:
        if min(shape, default=0) < 0:
            raise _negative_size_error(shape) from None
        if len(shape) > shape_errors.MAX_DIMENSIONS:
            raise shape_errors.dimension_error(len(shape)) from None
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous "
            "subspaces). Use .reshape(...) instead.") from None


def reshape(a: Array, size: Sequence[int]) -> Array:
    """Reshape, as a view if possible, else as a copy."""
    if size.__class__ is tuple and a.flags.c_contiguous:
        try:
            out = a.reshape(size)
            if out.shape == size and out.size > 1:  # there is no -1
                return out
        except (TypeError, ValueError):
            pass  # raises below
    return with_zero_strides_like(a.reshape(resolve_size(size, a.size)), a)


def can_view(a: Array, shape: tuple[int, ...]) -> bool:
    """Whether `reshape` would return a view."""
    if a.flags.c_contiguous:
        return True
    try:
        np.reshape(a, shape, copy=False)
    except ValueError:
        return False
    return True


_INT_TYPES = frozenset({int})


def expand(a: Array, size: Sequence[int]) -> Array:
    """A view in which dimensions of size 1 are expanded with stride 0; -1 keeps a size."""
    if size.__class__ is tuple and a.__class__ is np.ndarray and a.size and a.flags.c_contiguous and a.shape != size and (
            a.dtype.kind != "V"):
        try:
            return np.ndarray(size, a.dtype, a, 0, _broadcast_strides(a.shape, a.strides, size, a.itemsize))
        except (TypeError, ValueError):
            pass  # a -1, or sizes that do not fit: raises below
    extra = len(size) - a.ndim
    if extra < 0:
        raise RuntimeError(
            f"expand({tensor_type(a.dtype)}{{{list(a.shape)}}}, size={list(size)}): the number of sizes provided ({len(size)}) must be "
            f"greater or equal to the number of dimensions in the tensor ({a.ndim})")
    shape = size if size.__class__ is tuple and _INT_TYPES.issuperset(map(type, size)) else tuple(map(index, size))
    if -1 in shape:
        if -1 in shape[:extra]:
            raise shape_errors.expand_error(a, shape, extra)
        shape = (*shape[:extra], *[have if n == -1 else n for n, have in zip(shape[extra:], a.shape)])
    try:
        return broadcast_to(a, shape)
    except ValueError:
        raise shape_errors.expand_error(a, size, extra) from None


def broadcast_to(a: Array, shape: tuple[int, ...]) -> Array:
    """A writable broadcast view, as in PyTorch; numpy's is read-only. ValueError if the shapes do not fit."""
    if not a.size:
        a = with_row_major_strides(a)
    if a.shape == shape:
        return a[...]
    return strided_view(a, shape, _broadcast_strides(a.shape, a.strides, shape, a.itemsize))


@lru_cache(maxsize=256)
def _broadcast_strides(source_shape: tuple[int, ...], source_strides: tuple[int, ...], shape: tuple[int, ...],
                       itemsize: int) -> tuple[int, ...]:
    extra = len(shape) - len(source_shape)
    if extra < 0 or min(shape, default=0) < 0:  # numpy makes some arrays with a size of -1
        raise ValueError("shapes do not fit")
    strides = []
    for n, m, s in zip(source_shape, shape[extra:] if extra else shape, source_strides):
        if n == m:
            strides.append(s)
        elif n == 1:
            strides.append(0)
        else:
            raise ValueError("shapes do not fit")
    for i in range(extra - 1, -1, -1):  # a new dimension of size 1 gets its contiguous stride
        next_stride = shape[i + 1] * strides[0] if i + 1 < len(shape) else itemsize
        strides.insert(0, next_stride if shape[i] == 1 and source_shape else 0)
    return tuple(strides)


def broadcast_arrays(a: Array, b: Array) -> tuple[Array, Array]:
    """Both in their broadcast shape; `np.broadcast_arrays` takes ten times as long."""
    if a.shape == b.shape:
        return a, b
    shape = np.broadcast(a, b).shape
    return broadcast_to(a, shape), broadcast_to(b, shape)


def transpose(a: Array, dim0: int, dim1: int) -> Array:
    """A view with two dimensions swapped."""
    try:
        if a.size:
            return a.swapaxes(dim0, dim1)
    except (ValueError, OverflowError):
        pass  # invalid dimensions, or none at all
    ndim = a.ndim
    if not a.size:
        a = with_row_major_strides(a)
    dim0, dim1 = wrap_dim(dim0, ndim), wrap_dim(dim1, ndim)
    return a.swapaxes(dim0, dim1) if ndim else a[...]


def t(a: Array) -> Array:
    """The transpose of a matrix as a view; vectors and scalars unchanged."""
    if a.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {a.ndim}D")
    if not a.size:
        a = with_row_major_strides(a)
    return a.T


#: All permutations of two to four dimensions.
_PERMUTATIONS = frozenset(order for n in (2, 3, 4) for order in permutations(range(n)))


def permute(a: Array, dims: Sequence[int]) -> Array:
    """A view with the dimensions permuted."""
    if len(dims) != a.ndim:
        raise RuntimeError(
            f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of "
            f"dimensions i.e. input.dim() = {a.ndim} is not equal to len(dims) = {len(dims)}")
    ndim = a.ndim
    try:
        if a.size and (dims in _PERMUTATIONS and dims[0].__class__ is int
                       or -ndim <= min(dims, default=0) <= max(dims, default=0) < ndim):  # numpy truncates larger ones to 32 bits
            return a.transpose(dims)
    except (ValueError, TypeError):
        pass  # raises below
    if dims and (dims[0] is True or dims[0] is False):  # PyTorch checks only the first
        raise TypeError("dims must be tuple of ints, not bool")
    wrapped = tuple([wrap_dim(index(d), ndim) for d in dims])
    if len(set(wrapped)) != len(wrapped):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    if not a.size:
        a = with_row_major_strides(a)
    return a.transpose(wrapped)


_UNIT_SIZE = (1,)


def unsqueeze(a: Array, dim: int) -> Array:
    """Insert a dimension of size 1 at `dim`."""
    shape = a.shape
    if dim.__class__ is int and dim == 0 and 0 not in shape and 1 not in shape:  # the usual case
        return a.reshape(_UNIT_SIZE + shape)
    ndim = len(shape)
    if ndim >= shape_errors.MAX_DIMENSIONS:
        raise shape_errors.dimension_error(ndim + 1)
    if dim.__class__ is not int or dim < 0 or dim > ndim:
        dim = wrap_dim(index(dim), ndim + 1)
    if not a.size or (dim == ndim or 1 in shape) and not a.flags.c_contiguous or ndim > 1 and 1 in shape and not has_row_major_strides(a):
        # After the last dimension PyTorch's stride is 1; and numpy's reshape does not keep the strides of dimensions of size 1.
        a = a if a.size else with_row_major_strides(a)
        steps = [s // a.itemsize for s in a.strides]
        return window(a, (*shape[:dim], 1, *shape[dim:]), (*steps[:dim], shape[dim] * steps[dim] if dim < ndim else 1, *steps[dim:]), 0)
    return a.reshape(shape[:dim] + _UNIT_SIZE + shape[dim:])  # never a copy, whatever the strides


def squeeze(a: Array, dims: Any = None) -> Array:
    """Drop dimensions of size 1: all, or those among `dims`."""
    if not a.size:
        a = with_row_major_strides(a)
    if dims is None:
        return a.squeeze().view()  # unlike reshape it keeps the strides of other dimensions of size 1
    shape = a.shape
    return a.squeeze(tuple([i for i in wrap_dims(dims, a.ndim) if shape[i:i + 1] == _UNIT_SIZE])).view()


def trace(a: Array) -> Array:
    """The sum of a matrix's diagonal."""
    if a.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {a.ndim}")
    main = a.diagonal()
    if a.dtype.char in "fd" and len(main) <= 1024:
        return main.dot(ones(len(main), a.dtype)) + 0.0  # never -0
    if a.dtype.itemsize == 2 and a.dtype.kind in "fV":  # sums need more precision than half
        return np.asarray(np.add.reduce(main, dtype=np.float32)).astype(a.dtype)
    return np.add.reduce(main, dtype=np.int64 if a.dtype.kind in "iu" else a.dtype)


def contiguous(a: Array) -> Array:
    """`a` itself if it is row-major, else a row-major copy."""
    return a if a.flags.c_contiguous else np.ascontiguousarray(a)


def alias(a: Array) -> Array:
    """The same memory under another array object."""
    return a[...]


def clone(a: Array, memory_format: Any = None) -> Array:
    """A copy; a dense array keeps its strides, as with PyTorch's preserve_format."""
    if memory_format is None:
        return copy_dense(a, a.dtype)
    return to_memory_format(a, a.dtype, memory_format, copy=True)


#: The memory formats that are not row-major, by name: their rank.
CHANNELS_LAST = {"channels_last": 4, "channels_last_3d": 5}
#: And those that only formulas ask for.
_FORMAT_RANKS = {**CHANNELS_LAST, "signals_last": 3}


def to_memory_format(a: Array, dtype: Any, memory_format: Any, copy: bool = False) -> Array:
    """`a` with a dtype and memory format: `a` itself, unless `copy` is set or a copy is needed."""
    if a.dtype is not dtype and a.dtype.kind == "c" and dtype.kind != "c":
        a = a.real
    rank = _FORMAT_RANKS.get(memory_format.name)
    if rank is not None and a.ndim != rank:
        raise RuntimeError(f"required rank {rank} tensor to use {memory_format.name} format")
    permuted = a if rank is None else a.transpose(_CHANNELS_TO_END[rank])
    if not copy and permuted.flags.c_contiguous and a.dtype is dtype:
        return a
    result = permuted.astype(dtype, "C")
    result = result if result.size else with_row_major_strides(result)
    if rank is None:
        return result
    out = result.transpose(_CHANNELS_FROM_END[rank])
    note_layout(out)
    return out


#: By rank: the channels brought to the end, and back to their place.
_CHANNELS_TO_END = {3: (0, 2, 1), 4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
_CHANNELS_FROM_END = {3: (0, 2, 1), 4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}


def select(a: Array, dim: int, index: int) -> Array:
    """A view at one index along a dimension, which is dropped."""
    if dim == 0 and a.size and a.ndim and -a.shape[0] <= index < a.shape[0]:
        return a[index, ...]
    if not a.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim, n = wrap_dim(dim, a.ndim), a.shape[wrap_dim(dim, a.ndim)]
    if not -n <= index < n:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(a.shape)} at dimension {dim}")
    if not a.size:
        a = with_row_major_strides(a)
    return a[(slice(None),) * dim + (index, ...)]


_ALL = (slice(None),)


def slice_(a: Array, dim: int, start: int | None, end: int | None, step: int) -> Array:
    """A view of a range of indices along a dimension."""
    if not a.size:
        a = with_row_major_strides(a)
    if dim < 0 or dim >= a.ndim:
        dim = wrap_dim(dim, a.ndim)
    found = a[(*_ALL * dim, slice(start, end, step))] if dim else a[start:end:step]
    return found if found.size else empty_slice(a, found, dim, slice(start, end, step).indices(a.shape[dim])[0], step)


def narrow(a: Array, dim: int, start: int, length: int) -> Array:
    """A view of `length` indices from `start` along a dimension."""
    if not a.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, a.ndim)
    n = a.shape[dim]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -n <= start <= n:
        raise IndexError(f"start out of range (expected to be in range of [{-n}, {n}], but got {start})")
    start = start + n if start < 0 else start
    if start + length > n:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return slice_(a, dim, start, start + length, 1)


def put_slice(g: Array, shape: tuple[int, ...], dim: int, start: int | None, end: int | None, step: int) -> Array:
    """Zeros with g in the range: the adjoint of `slice_`."""
    out = np.zeros(shape, g.dtype)
    slice_(out, dim, start, end, step)[...] = g
    return out


def put_select(g: Array, shape: tuple[int, ...], dim: int, index: int) -> Array:
    """Zeros with g at the index: the adjoint of `select`."""
    out = np.zeros(shape, g.dtype)
    select(out, dim, index)[...] = g
    return out


def split_sizes(a: Array, sizes: Sequence[int], dim: int) -> list[Array]:
    """Views of consecutive pieces of given lengths along a dimension."""
    if not a.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim = wrap_dim(dim, a.ndim)
    if min(sizes, default=0) < 0:
        raise RuntimeError(f"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes={list(sizes)}")
    if sum(sizes) != a.shape[dim]:
        raise RuntimeError(f"split_with_sizes expects split_sizes to sum exactly to {a.shape[dim]} (input tensor's size at dimension "
                           f"{dim}), but got split_sizes={list(sizes)}")
    if not a.size:
        a = with_row_major_strides(a)
    before = (slice(None),) * dim
    pieces, start = [], 0
    for n in sizes:
        pieces.append(a[(*before, slice(start, start + n))] if n else slice_(a, dim, start, start, 1))
        start += n
    return pieces


def even_sizes(n: int, size: int) -> list[int]:
    """Lengths of pieces of `size`; the last one may be shorter."""
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if size == 0 and n:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {n}")
    return [size] * (n // size) + [n % size] * (n % size > 0) if n else [0]


def split(a: Array, size: int, dim: int) -> list[Array]:
    """Views of consecutive pieces of length `size` along a dimension."""
    if not a.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    if size < 0:
        even_sizes(0, size)  # raises
    if size >= 1 << 63:
        to_int64(size)  # raises
    dim = wrap_dim(dim, a.ndim)
    if size > 0 and a.size:
        before = (slice(None),) * dim
        return [a[(*before, slice(i, i + size))] for i in range(0, a.shape[dim], size)]
    return split_sizes(a, even_sizes(a.shape[dim], size), dim)


def unbind(a: Array, dim: int) -> list[Array]:
    """Views at every index along a dimension."""
    dim = wrap_dim(dim, a.ndim)
    if not a.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    if not a.size:
        a = with_row_major_strides(a)
    return list(a.swapaxes(0, dim)) if dim == 1 and a.ndim == 2 else [a[(slice(None),) * dim + (i, ...)] for i in range(a.shape[dim])]


def cat(arrays: Sequence[Array], dim: int = 0) -> Array:
    """Concatenate along an existing dimension; empty vectors are skipped."""
    if not arrays:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    shape = arrays[0].shape
    if 0 < len(shape) < 4 and shape != (0,) and [a.shape for a in arrays] == [shape] * len(arrays):
        joined = concatenate(arrays, wrap_dim(dim, len(shape)))
        return joined if joined.flags.c_contiguous else np.ascontiguousarray(joined)
    return _cat_checked(arrays, dim)


def _cat_checked(arrays: Sequence[Array], dim: int) -> Array:
    used = [a for a in arrays if a.shape != (0,)]
    if not used:
        return arrays[0].copy()
    if 0 in [a.ndim for a in used]:
        raise RuntimeError(f"zero-dimensional tensor (at position {[a.ndim for a in arrays].index(0)}) cannot be concatenated")
    first = used[0]
    dim = wrap_dim(dim, first.ndim)
    before, after = first.shape[:dim], first.shape[dim + 1:]
    for position, a in enumerate(used):
        if a.ndim != first.ndim:
            raise RuntimeError(f"Tensors must have same number of dimensions: got {first.ndim} and {a.ndim}")
        if a.shape[:dim] != before or a.shape[dim + 1:] != after:
            d = next(d for d in range(first.ndim) if d != dim and a.shape[d] != first.shape[d])
            raise RuntimeError(f"Sizes of tensors must match except in dimension {dim}. Expected size {first.shape[d]} but got size "
                               f"{a.shape[d]} for tensor number {position} in the list.")
    joined = concatenate(used, dim)
    if first.ndim in (4, 5) and all(map(is_channels_last_like, used)):
        return channels_last(joined)
    # Row-major as in PyTorch: numpy keeps a layout that all arrays share.
    return joined if joined.flags.c_contiguous else np.ascontiguousarray(joined)


def stack(arrays: Sequence[Array], dim: int = 0) -> Array:
    """Concatenate along a new dimension."""
    if not arrays:
        raise RuntimeError("stack expects a non-empty TensorList")
    first, last = arrays[0], arrays[-1]
    shape = first.shape
    # An array that is repeated, such as the zero in the gradient of one element, is broadcast.
    common = None if len(arrays) < 3 else first if arrays[1] is first else last if arrays[-2] is last and last.shape == shape else None
    for position, a in enumerate(arrays):
        if a is not common and a.shape != shape:
            raise RuntimeError(f"stack expects each tensor to be equal size, but got {list(shape)} at entry 0 and "
                               f"{list(a.shape)} at entry {position}")
    dim = wrap_dim(dim, len(shape) + 1)
    if len(shape) > 3 and dim < len(shape) and not arrays[0].flags.c_contiguous and all(map(is_channels_last_like, arrays)):
        out = cat(arrays, dim).reshape(*shape[:dim], len(arrays), *shape[dim:])  # in this layout, as in PyTorch
        note_layout(out)
        return out
    out = np.empty((*shape[:dim], len(arrays), *shape[dim:]), arrays[0].dtype)
    before: tuple[Any, ...] = (slice(None),) * dim
    if common is not None:
        out[...] = np.expand_dims(common, dim) if dim else common
    for i, a in enumerate(arrays):
        if a is not common:
            out[(*before, i, ...)] = a  # with the Ellipsis numpy takes 0-d arrays as arrays, not as numbers
    return out


def cat_lengths(metas: Sequence[Any], dim: int) -> list[int]:
    """The size along `dim` of each array in a `cat`."""
    ndim = max(len(m.shape) for m in metas)
    return [0 if m.shape == (0,) and ndim != 1 else m.shape[dim % ndim] for m in metas]


def movedim_order(ndim: int, source: Any, destination: Any) -> tuple[int, ...]:
    """The permutation of dimensions of a `movedim`."""
    if isinstance(source, (tuple, list)) is not isinstance(destination, (tuple, list)):
        raise TypeError("movedim: source and destination must both be int, or both tuple of ints")
    dims = (tuple(source), tuple(destination)) if isinstance(source, (tuple, list)) else ((source,), (destination,))
    for d in (*dims[0], *dims[1]):
        if d.__class__ is not int:
            return _movedim_order(ndim, *dims)
    return _cached_movedim_order(ndim, *dims)


def _movedim_order(ndim: int, source: tuple[Any, ...], destination: tuple[Any, ...]) -> tuple[int, ...]:
    if len(source) != len(destination):
        raise RuntimeError(f"movedim: Invalid source or destination dims: source ({list(source)} dims) should contain the same number of "
                           f"dims as destination ({list(destination)} dims)")
    src, dst = _wrap_movedim_dims(source, ndim, "source"), _wrap_movedim_dims(destination, ndim, "destination")
    if len(src) == ndim:
        placed = [0] * ndim
        for position, d in zip(dst, src):
            placed[position] = d
        return tuple(placed)
    order = [d for d in range(ndim) if d not in src]
    for position, d in sorted(zip(dst, src)):
        order.insert(position, d)
    return tuple(order)


_cached_movedim_order = lru_cache(maxsize=256)(_movedim_order)


def _wrap_movedim_dims(dims: tuple[Any, ...], ndim: int, role: str) -> tuple[int, ...]:
    """The dimensions passed to `movedim`, with negative values wrapped; repeats raise."""
    wrapped = tuple([d if d.__class__ is int and 0 <= d < ndim else wrap_dim(index(d), ndim) for d in dims])
    if len(set(wrapped)) != len(wrapped):
        raise RuntimeError(f"movedim: repeated dim in `{role}` ({list(dims)})")
    return wrapped


def wrap_two_dims(dim1: int, dim2: int, ndim: int) -> tuple[int, int]:
    first, second = wrap_dim(dim1, ndim), wrap_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return first, second


#: An offset beyond every dimension; numpy takes ints of 32 bits.
_MAX_OFFSET = (1 << 31) - 1


def diagonal(a: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """A view of the diagonal of two dimensions, as the last dimension."""
    if not a.size:
        a = with_row_major_strides(a)
    if not (0 <= dim1 < a.ndim and 0 <= dim2 < a.ndim and dim1 != dim2):
        dim1, dim2 = wrap_two_dims(dim1, dim2, a.ndim)
    if offset.__class__ is not int or not -_MAX_OFFSET <= offset <= _MAX_OFFSET:
        offset = min(max(to_int64(offset), -_MAX_OFFSET), _MAX_OFFSET)
    view = a.diagonal(offset, dim1, dim2)
    if a.flags.writeable:
        view.flags.writeable = True  # numpy's is read-only; PyTorch's is writable
    return view


def put_diagonal(g: Array, shape: tuple[int, ...], offset: int, dim1: int, dim2: int) -> Array:
    """Zeros with g on the diagonal: the adjoint of `diagonal`."""
    out = np.zeros(shape, g.dtype)
    diagonal(out, offset, dim1, dim2)[...] = g
    return out


def unfold(a: Array, dim: int, size: int, step: int) -> Array:
    """A view of windows of `size` along a dimension, every `step`, as a new last dimension."""
    if not a.size:
        a = with_row_major_strides(a)
    dim = wrap_dim(dim, a.ndim)
    n = a.shape[dim] if a.ndim else 1
    if size > n:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {n} but size is {size}")
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    base = a if a.ndim else a.reshape(1)
    shape, strides = list(base.shape), list(base.strides)
    shape[dim] = (n - size) // step + 1
    strides[dim] *= step
    if not a.ndim:
        return strided_view(base, (size,), base.strides)
    return strided_view(base, (*shape, size), (*strides, base.strides[dim]))


def common_shape(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that arrays of these shapes broadcast to."""
    return _cached_common_shape(tuple(shapes))


@lru_cache(maxsize=256)
def _cached_common_shape(shapes: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    out = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for i, n in reversed([*enumerate(shape, len(out) - len(shape))]):
            if n != out[i] and n != 1:
                if out[i] != 1:
                    raise RuntimeError(f"The size of tensor a ({out[i]}) must match the size of tensor b ({n}) at non-singleton dimension "
                                       f"{i}")
                out[i] = n
    return tuple(out)


def copy_into(a: Array, b: Array) -> Array:
    """The values of `b` in the shape and dtype of `a`."""
    found = cast(b, a.dtype)
    return found if found.shape == a.shape else np.broadcast_to(found, a.shape)


def check_diff_shapes(shape: tuple[int, ...], others: list[tuple[int, ...]], dim: int) -> None:
    """Raise for shapes that cannot be prepended or appended along a dimension by `diff`."""
    for other in others:
        if len(other) != len(shape):
            raise RuntimeError("diff expects prepend or append to be the same dimension as input")
        for d, (own_size, other_size) in enumerate(zip(shape, other)):
            if d != dim and own_size != other_size:
                raise RuntimeError("diff expects the shape of tensor to prepend or append to match that of input except along the "
                                   f"differencing dimension; input.size({d}) = {own_size}, but got tensor.size({d}) = {other_size}")
