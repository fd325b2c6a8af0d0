"""What sparse tensors do by way of their values: each form takes the arguments of the op of that name."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .._array import sparse as k
from .call import TENSORS, wrap
from .state import LOCAL


def opened(x: Any) -> tuple[Any, np.ndarray[Any, Any], bool]:
    """The values of a sparse tensor, their places, and whether it is coalesced; with a gradient it has to be."""
    if LOCAL.grad and x.requires_grad:
        x = TENSORS.sparse_coalesce(x)
    return TENSORS.sparse_values(x), x._array.indices, x._array.coalesced


def built(values: Any, indices: np.ndarray[Any, Any], shape: Any, coalesced: bool = False) -> Any:
    """A sparse tensor of values, a tensor, and places."""
    return TENSORS.sparse_coo(values, wrap(np.ascontiguousarray(indices, np.int64)), tuple(shape), coalesced)


def wrapped_dim(dim: int, ndim: int) -> int:
    """`dim` as a position among `ndim` dimensions."""
    if not -ndim <= dim < ndim:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {dim})")
    return dim % ndim


def index_select(x: Any, dim: int, index: Any) -> Any:
    """The slices that `index` names along a dimension."""
    dim = wrapped_dim(dim, x.dim())
    wanted = index._array.reshape(-1)
    size = x._array.shape[dim]
    if wanted.size and not (wanted.min() >= 0 and wanted.max() < size):
        raise IndexError(f"index_select(): index contains elements out of range for a dimension of size {size}")
    values, indices, _ = opened(x)
    shape = (*x.shape[:dim], len(wanted), *x.shape[dim + 1:])
    if dim >= len(indices):
        return built(TENSORS.index_select(values, dim - len(indices) + 1, index), indices, shape)
    position, entry = _met(wanted, indices[dim])
    chosen = indices[:, entry]
    chosen[dim] = position
    return built(TENSORS.index_select(values, 0, wrap(entry)), chosen, shape)


def _met(wanted: Any, places: Any) -> tuple[Any, Any]:
    """The pairs of equal numbers in both: their positions in the one, in ascending order, and in the other."""
    order = places.argsort(kind="stable")
    places = places[order]
    first = places.searchsorted(wanted)
    counts = places.searchsorted(wanted, "right") - first
    ahead = np.cumsum(counts) - counts
    return np.arange(len(wanted)).repeat(counts), order[np.arange(counts.sum()) + (first - ahead).repeat(counts)]


def select(x: Any, dim: int, index: int) -> Any:
    """One slice along a dimension; dense where no sparse dimension is left."""
    dim = wrapped_dim(dim, x.dim())
    size = x._array.shape[dim]
    if not -size <= index < size:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(x.shape)} at dimension {dim}")
    values, indices, coalesced = opened(x)
    index %= size
    shape = (*x.shape[:dim], *x.shape[dim + 1:])
    if dim >= len(indices):
        return built(TENSORS.select(values, dim - len(indices) + 1, index), indices, shape, coalesced)
    kept = np.flatnonzero(indices[dim] == index)
    values = TENSORS.index_select(values, 0, wrap(kept))
    if len(indices) == 1:
        return TENSORS.sum_dim(values, (0,), False, None)
    return built(values, np.delete(indices[:, kept], dim, 0), shape, coalesced or len(kept) < 2)


def _parts(tensors: Any) -> list[Any]:
    """The members of a list, opened; all must be sparse in equally many dimensions."""
    if not all(t._array.__class__ is k.Coo for t in tensors):
        raise RuntimeError("Concatenating sparse tensors, but a dense tensor was found at position "
                           f"{next(i for i, t in enumerate(tensors) if t._array.__class__ is not k.Coo)}.")
    if len({(t._array.sparse_dim, t.dim()) for t in tensors}) > 1:
        raise RuntimeError("All tensors must have the same sparse_dim and dense_dim")
    return [opened(t) for t in tensors]


def cat(tensors: Any, dim: int = 0) -> Any:
    """One after the other along a dimension."""
    parts = _parts(tensors)
    dim = wrapped_dim(dim, tensors[0].dim())
    rest = {(*t._array.shape[:dim], *t._array.shape[dim + 1:]) for t in tensors}
    if len(rest) > 1 or dim >= tensors[0]._array.sparse_dim:
        raise k.refused("cat along a dense dimension, or of different shapes,")
    sizes = [t._array.shape[dim] for t in tensors]
    starts = np.cumsum([0, *sizes])
    moved = [_moved(indices, dim, start) for (_, indices, _), start in zip(parts, starts, strict=False)]
    shape = list(tensors[0]._array.shape)
    shape[dim] = int(starts[-1])
    return built(TENSORS.cat([values for values, _, _ in parts], 0), np.concatenate(moved, axis=1), shape)


def _moved(indices: Any, dim: int, by: int) -> Any:
    out = indices.copy()
    out[dim] += by
    return out


def unsqueeze(x: Any, dim: int) -> Any:
    """A new dimension of size 1: a dense one behind the sparse ones, else a sparse one."""
    dim = wrapped_dim(dim, x.dim() + 1)
    values, indices, coalesced = opened(x)
    shape = (*x.shape[:dim], 1, *x.shape[dim:])
    if dim > len(indices):
        return built(TENSORS.unsqueeze(values, dim - len(indices) + 1), indices, shape, coalesced)
    return built(values, np.insert(indices, dim, 0, 0), shape, coalesced)


def stack(tensors: Any, dim: int = 0) -> Any:
    """Side by side along a new dimension."""
    return cat([unsqueeze(t, dim) for t in tensors], dim)


def sum_dim(x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    """Sums over dimensions: sparse as long as a sparse dimension is left, else dense."""
    if dtype is not None:
        x = TENSORS.cast(x, dtype)
    if dim is None or dim == ():
        return TENSORS.sum(x)
    dims = sorted({wrapped_dim(d, x.dim()) for d in (dim if isinstance(dim, (tuple, list)) else (dim,))})
    values, indices, _ = opened(x)
    count = len(indices)
    inner = tuple(d - count + 1 for d in dims if d >= count)
    if inner:
        values = TENSORS.sum_dim(values, inner, keepdim, None)
    outer = [d for d in dims if d < count]
    if len(outer) == count:
        out = TENSORS.sum_dim(values, (0,), False, None)
        return TENSORS.reshape(out, tuple(1 if i in dims else n for i, n in enumerate(x.shape))) if keepdim else out
    if keepdim:
        shape = [1 if i in dims else n for i, n in enumerate(x.shape)]
        left = indices.copy()
        left[outer] = 0
    else:
        shape = [n for i, n in enumerate(x.shape) if i not in dims]
        left = np.delete(indices, outer, 0)
    return TENSORS.sparse_coalesce(built(values, left, shape))


def addmm(input: Any, x: Any, y: Any, beta: Any = 1, alpha: Any = 1) -> Any:
    """beta * input + alpha * (x @ y), with a sparse `x`."""
    product = TENSORS.mm(x, y)
    if input._array.__class__ is k.Coo:
        raise k.refused("addmm")
    return input * beta + product * alpha


def mv(x: Any, vec: Any) -> Any:
    """A sparse matrix times a dense vector."""
    if x.dim() != 2 or vec.dim() != 1 or x.shape[1] != vec.shape[0]:
        raise RuntimeError("mv: expected self.size(-1) == vec.size(-1)")
    return TENSORS.select(TENSORS.mm(x, TENSORS.unsqueeze(vec, 1)), 1, 0)


def permute(x: Any, dims: Any) -> Any:
    """The dimensions in another order; sparse ones stay in front of dense ones."""
    order = [wrapped_dim(d, x.dim()) for d in dims]
    if len(order) != x.dim() or len(set(order)) != len(order):
        raise RuntimeError("permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
                           f"ordering of dimensions i.e. input.dim() = {x.dim()} is not equal to len(dims) = {len(order)}")
    count = x._array.sparse_dim
    if any(d >= count for d in order[:count]):
        raise RuntimeError("permute(sparse_coo): transpositions between sparse and dense dimensions are not allowed.Only transpositions "
                           "within sparse and dense dimensions are supported.")
    values, indices, _ = opened(x)
    if order[count:] != list(range(count, x.dim())):
        values = TENSORS.permute(values, (0, *(d - count + 1 for d in order[count:])))
    return built(values, indices[order[:count]], [x.shape[d] for d in order])


def softmax(x: Any, dim: int, log: bool) -> Any:
    """Softmax, or its logarithm, over the specified elements along a dimension; what is not specified counts as -inf."""
    dim = wrapped_dim(dim, x.dim())
    x = TENSORS.sparse_coalesce(x)
    values, indices, _ = opened(x)
    if dim >= len(indices):
        out = (TENSORS.log_softmax_dim if log else TENSORS.softmax_dim)(values, dim - len(indices) + 1)
    else:
        out = _over_groups(values, _groups(x._array, dim), log)
    return TENSORS.sparse_coo(out, TENSORS.sparse_indices(x), tuple(x.shape), True)


def _groups(x: Any, dim: int) -> Any:
    """For each value the number of its group: the values that differ in their place along `dim` only."""
    rest = np.delete(x.indices, dim, 0)
    places = k.keys(k.Coo(x.values, rest, (*x.shape[:dim], *x.shape[dim + 1:])))
    return np.unique(places, return_inverse=True)[1].reshape(-1)


def _over_groups(values: Any, groups: Any, log: bool) -> Any:
    array = values._array
    count = int(groups.max()) + 1 if len(groups) else 0
    top = np.full((count, *array.shape[1:]), -math.inf, array.dtype)
    np.maximum.at(top, groups, array)
    index = wrap(groups)
    shifted = values - wrap(top[groups])
    powers = TENSORS.exp(shifted)
    sums = TENSORS.index_select(TENSORS.index_add(wrap(np.zeros_like(top)), 0, index, powers), 0, index)
    return shifted - TENSORS.log(sums) if log else powers / sums


#: Op of the table -> what it comes to for sparse tensors.
FORMS: dict[str, Callable[..., Any]] = {
    "addmm": addmm, "cat": cat, "index_select": index_select, "mv": mv, "permute": permute, "select": select, "stack": stack,
    "sum_dim": sum_dim, "unsqueeze": unsqueeze,
}
#: The names that PyTorch gives the nodes of some.
NODES = {"sum_dim": "SparseSumBackward0"}
