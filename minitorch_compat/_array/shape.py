"""Shape kernels: views where PyTorch gives views."""
from __future__ import annotations

import math
from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def wrap_dim(dim: int, ndim: int) -> int:
    """A dimension counted from the front; IndexError if there is none such. 0-d arrays have a dimension 0 (and -1)."""
    limit = ndim or 1
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim + limit if dim < 0 else dim


def wrap_dims(dims: Any, ndim: int) -> tuple[int, ...]:
    """Dimensions counted from the front; no repeats."""
    if dims is None:
        return tuple(range(ndim))
    if not isinstance(dims, (tuple, list)):
        return (wrap_dim(index(dims), ndim),)
    wrapped = tuple(wrap_dim(index(d), ndim) for d in dims)
    if len(set(wrapped)) != len(wrapped):
        repeated = next(d for d in wrapped if wrapped.count(d) > 1)
        raise RuntimeError(f"dim {repeated} appears multiple times in the list of dims")
    return wrapped


def resolve_size(size: Sequence[int], numel: int) -> tuple[int, ...]:
    """Replace a -1 in `size` by what `numel` elements leave for it."""
    shape = tuple(index(n) for n in size)
    if -1 not in shape:
        if math.prod(shape) != numel:
            raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
        return shape
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    known = math.prod(n for n in shape if n != -1)
    if any(n < -1 for n in shape):
        raise RuntimeError(f"invalid shape dimension {next(n for n in shape if n < -1)}")
    if known == 0 and numel == 0:
        raise RuntimeError(f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size -1 can "
                           "be any value and is ambiguous")
    if known == 0 or numel % known:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
    return tuple(numel // known if n == -1 else n for n in shape)


def view(a: Array, size: Sequence[int]) -> Array:
    """A view of another shape, or PyTorch's refusal if the strides do not allow one."""
    shape = size if -1 not in size and size.__class__ is tuple and math.prod(size) == a.size else resolve_size(size, a.size)
    try:
        return np.reshape(a, shape, copy=False)
    except ValueError:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous "
            "subspaces). Use .reshape(...) instead.") from None


def reshape(a: Array, size: Sequence[int]) -> Array:
    """Another shape: a view if possible, else a copy."""
    return a.reshape(resolve_size(size, a.size))


def can_view(a: Array, shape: tuple[int, ...]) -> bool:
    """Whether `reshape` would answer with a view."""
    if a.flags.c_contiguous:
        return True
    try:
        np.reshape(a, shape, copy=False)
    except ValueError:
        return False
    return True


def expand(a: Array, size: Sequence[int]) -> Array:
    """A view in which dimensions of size 1 are repeated without memory; -1 keeps a size."""
    extra = len(size) - a.ndim
    if extra < 0:
        raise RuntimeError(
            f"expand(torch.FloatTensor{{{list(a.shape)}}}, size={list(size)}): the number of sizes provided ({len(size)}) must be "
            f"greater or equal to the number of dimensions in the tensor ({a.ndim})")
    shape = []
    for i, n in enumerate(size):
        n = index(n)
        have = a.shape[i - extra] if i >= extra else None
        if n == -1:
            if have is None:
                raise RuntimeError(
                    f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {i}")
            n = have
        elif have is not None and have != 1 and have != n:
            raise RuntimeError(
                f"The expanded size of the tensor ({n}) must match the existing size ({have}) at non-singleton dimension {i}.  "
                f"Target sizes: {list(size)}.  Tensor sizes: {list(a.shape)}")
        shape.append(n)
    return broadcast_to(a, tuple(shape))


def broadcast_to(a: Array, shape: tuple[int, ...]) -> Array:
    """A writable broadcast view: PyTorch lets one write to it, numpy's function does not."""
    if a.shape == shape:
        return a[...]
    extra = len(shape) - a.ndim
    strides = (0,) * extra + tuple(0 if n == 1 and shape[i + extra] != 1 else s
                                   for i, (n, s) in enumerate(zip(a.shape, a.strides, strict=True)))
    return np.lib.stride_tricks.as_strided(a, shape, strides)


def transpose(a: Array, dim0: int, dim1: int) -> Array:
    """Two dimensions swapped, as a view."""
    ndim = a.ndim
    dim0, dim1 = wrap_dim(dim0, ndim), wrap_dim(dim1, ndim)
    return a.swapaxes(dim0, dim1) if ndim else a[...]


def t(a: Array) -> Array:
    """The transpose of a matrix; vectors and scalars as they are."""
    if a.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {a.ndim}D")
    return a.T


def permute(a: Array, dims: Sequence[int]) -> Array:
    """All dimensions in a new order, as a view."""
    if len(dims) != a.ndim:
        raise RuntimeError(
            f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of "
            f"dimensions i.e. input.dim() = {a.ndim} is not equal to len(dims) = {len(dims)}")
    wrapped = tuple(wrap_dim(index(d), a.ndim) for d in dims)
    if len(set(wrapped)) != len(wrapped):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return a.transpose(wrapped)


def unsqueeze(a: Array, dim: int) -> Array:
    """A dimension of size 1 put in at `dim`."""
    dim = wrap_dim(index(dim), a.ndim + 1)
    return a.reshape(*a.shape[:dim], 1, *a.shape[dim:]) if a.flags.c_contiguous else np.expand_dims(a, dim)


def squeeze(a: Array, dims: Any = None) -> Array:
    """Dimensions of size 1 dropped: all, or those among `dims`."""
    chosen = set(wrap_dims(dims, a.ndim))
    return a.reshape(tuple(n for i, n in enumerate(a.shape) if n != 1 or i not in chosen)) if a.flags.c_contiguous else np.squeeze(
        a, tuple(i for i in chosen if i < a.ndim and a.shape[i] == 1))


def contiguous(a: Array) -> Array:
    """`a` itself if it lies in C order, else a copy that does."""
    return a if a.flags.c_contiguous else np.ascontiguousarray(a)


def alias(a: Array) -> Array:
    """The same memory under another array object."""
    return a[...]


def clone(a: Array, memory_format: Any = None) -> Array:
    """A copy; dense arrays keep their strides, as PyTorch's preserve_format does."""
    return a.copy("C" if memory_format is not None else "K")
