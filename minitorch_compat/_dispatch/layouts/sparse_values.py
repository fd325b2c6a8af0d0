"""Sparse ops computed through the values of a sparse tensor: each function takes the arguments of the op of that name."""
from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NoReturn

import numpy as np

from ..._array.core import intp
from ..._array.core.stable_order import stable_argsort
from ..._array.sparse import coo as k
from ..call.caller import TENSORS, wrap
from ..messages import layout_messages
from ..state import LOCAL
from ..tensor import TensorBase


def unpack_coo(x: Any) -> tuple[Any, np.ndarray[Any, Any], bool]:
    """The values of a sparse tensor, its indices, and whether it is coalesced, which it must be to require a gradient."""
    if LOCAL.grad and x.requires_grad:
        x = TENSORS.sparse_coalesce(x)
    return TENSORS.sparse_values(x), x._array.indices, x._array.coalesced


def make_coo(values: Any, indices: np.ndarray[Any, Any], shape: Any, coalesced: bool = False) -> Any:
    """A sparse tensor of `values` (a tensor) at indices."""
    return TENSORS.sparse_coo(values, wrap(np.ascontiguousarray(indices, np.int64)), tuple(shape), coalesced)


def wrap_dim(dim: int, ndim: int) -> int:
    """`dim` as a position among `ndim` dimensions."""
    if not -ndim <= dim < ndim:
        raise layout_messages.dim_out_of_range(dim, ndim)
    return dim % ndim


def index_select(x: Any, dim: int, index: Any) -> Any:
    """The slices that `index` selects along a dimension."""
    dim = wrap_dim(dim, x.dim())
    positions = index._array.reshape(-1)
    size = x._array.shape[dim]
    if index._array.ndim != 1 or index._array.dtype != np.int64:
        raise layout_messages.index_select_index_type()
    if (outside := positions[(positions < -size) | (positions >= size)]).size:
        raise layout_messages.index_select_out_of_range(outside[0], x.shape, dim)
    positions = positions % size if size else positions
    values, indices, _ = unpack_coo(x)
    shape = (*x.shape[:dim], len(positions), *x.shape[dim + 1:])
    if dim >= len(indices):
        return make_coo(TENSORS.index_select(values, dim - len(indices) + 1, index), indices, shape, indices.shape[1] < 2)
    position, entry = _find_matches(positions, indices[dim])
    chosen = indices[:, entry]
    chosen[dim] = position
    return make_coo(TENSORS.index_select(values, 0, wrap(entry)), chosen, shape, len(entry) < 2)


def _find_matches(wanted: Any, places: Any) -> tuple[Any, Any]:
    """The pairs of equal numbers in both: their positions in the first, ascending, and in the second."""
    order = stable_argsort(places)
    places = places[order]
    first = intp.searchsorted(places, wanted)
    counts = intp.searchsorted(places, wanted, "right") - first
    ahead = intp.cumsum(counts) - counts
    return intp.repeat(intp.arange(len(wanted)), counts), order[intp.arange(counts.sum()) + intp.repeat(first - ahead, counts)]


def select(x: Any, dim: int, index: int) -> Any:
    """One slice along a dimension; dense if no sparse dimension is left."""
    dim = wrap_dim(dim, x.dim())
    size = x._array.shape[dim]
    if not -size <= index < size:
        raise layout_messages.select_out_of_range(index, x.shape, dim)
    values, indices, coalesced = unpack_coo(x)
    index %= size
    shape = (*x.shape[:dim], *x.shape[dim + 1:])
    if dim >= len(indices):
        return make_coo(TENSORS.select(values, dim - len(indices) + 1, index), indices, shape, coalesced)
    entries = intp.flatnonzero(indices[dim] == index)
    values = TENSORS.index_select(values, 0, wrap(entries))
    if len(indices) == 1:
        return TENSORS.sum_dim(values, (0,), False, None)
    return make_coo(values, np.delete(indices[:, entries], dim, 0), shape, coalesced or len(entries) < 2)


def _unpack_all(tensors: Any) -> list[Any]:
    """Values and indices of the members of a list; all must be sparse in the same number of dimensions."""
    if tensors[0]._array.__class__ is not k.Coo:
        raise layout_messages.cat_sparse_to_dense()
    if not all(t._array.__class__ is k.Coo for t in tensors):
        raise layout_messages.cat_dense_to_sparse(next(i for i, t in enumerate(tensors) if t._array.__class__ is not k.Coo))
    if len({(t._array.sparse_dim, t.dim()) for t in tensors}) > 1:
        raise layout_messages.cat_dense_dims_differ()
    return [unpack_coo(t) for t in tensors]


def cat(tensors: Any, dim: int) -> Any:
    """Concatenation along a dimension."""
    parts = _unpack_all(tensors)
    dim = wrap_dim(dim, tensors[0].dim())
    for i, t in enumerate(tensors):
        if (*t.shape[:dim], *t.shape[dim + 1:]) != (*tensors[0].shape[:dim], *tensors[0].shape[dim + 1:]):
            raise layout_messages.cat_shapes_differ(tensors[0].shape, t.shape, i)
    if dim >= tensors[0]._array.sparse_dim:
        return _cat_dense(tensors, parts, dim)
    sizes = [t._array.shape[dim] for t in tensors]
    starts = intp.cumsum([0, *sizes])
    shifted = [_shift_dim(indices, dim, start) for (_, indices, _), start in zip(parts, starts, strict=False)]
    shape = list(tensors[0]._array.shape)
    shape[dim] = int(starts[-1])
    return make_coo(TENSORS.cat([values for values, _, _ in parts], 0), np.concatenate(shifted, axis=1), shape)


def _cat_dense(tensors: Any, parts: Any, dim: int) -> Any:
    """Concatenation along a dense dimension: the values of each tensor, surrounded by zeros."""
    sizes = [t._array.shape[dim] for t in tensors]
    place = dim - tensors[0]._array.sparse_dim + 1
    values = []
    for i, (own, _, _) in enumerate(parts):
        before, after = (wrap(np.zeros((*own.shape[:place], n, *own.shape[place + 1:]), own._array.dtype)) for n in (
            sum(sizes[:i]), sum(sizes[i + 1:])))
        values.append(TENSORS.cat([before, own, after], place))
    shape = [*tensors[0]._array.shape[:dim], sum(sizes), *tensors[0]._array.shape[dim + 1:]]
    return make_coo(TENSORS.cat(values, 0), np.concatenate([indices for _, indices, _ in parts], axis=1), shape)


def _shift_dim(indices: Any, dim: int, by: int) -> Any:
    out = indices.copy()
    out[dim] += by
    return out


def unsqueeze(x: Any, dim: int) -> Any:
    """A new dimension of size 1: dense if behind the sparse ones, else sparse."""
    dim = wrap_dim(dim, x.dim() + 1)
    values, indices, _ = unpack_coo(x)
    shape = (*x.shape[:dim], 1, *x.shape[dim:])
    alone = indices.shape[1] < 2
    if dim > len(indices):
        return make_coo(TENSORS.unsqueeze(values, dim - len(indices) + 1), indices, shape, alone)
    return make_coo(values, np.insert(indices, dim, 0, 0), shape, alone)


def stack(tensors: Any, dim: int = 0) -> Any:
    """Stacking along a new dimension."""
    for i, t in enumerate(tensors):
        if t.shape != tensors[0].shape:
            raise layout_messages.stack_shapes_differ(tensors[0].shape, t.shape, i)
    _unpack_all(tensors)
    return cat([unsqueeze(t, dim) for t in tensors], dim)


def sum_dim(x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    """Sums over dimensions: sparse while a sparse dimension is left, else dense."""
    if dtype is not None:
        x = TENSORS.cast(x, dtype)
    if dim is None or dim == ():
        return TENSORS.sum(x)
    dims = sorted(wrap_dim(d, x.dim()) for d in (dim if isinstance(dim, (tuple, list)) else (dim,)))
    for first, second in pairwise(dims):
        if first == second:
            raise layout_messages.duplicate_dim(first)
    values, indices, _ = unpack_coo(x)
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
    return TENSORS.sparse_coalesce(make_coo(values, left, shape))


def addmm(input: Any, x: Any, y: Any, beta: Any = 1, alpha: Any = 1) -> Any:
    """beta * input + alpha * (x @ y), with a sparse `x`."""
    if x.dim() == y.dim() == 2 and tuple(input.shape) != (x.shape[0], y.shape[1]):
        TENSORS.expand(input, (x.shape[0], y.shape[1]))  # raises for shapes that do not fit
    kinds = ["Sparse" if t._array.__class__ is k.Coo else "Strided" for t in (input, x, y)]
    if kinds[0] == "Sparse":
        raise layout_messages.addmm_into_sparse()
    if kinds[1:] != ["Sparse", "Strided"]:
        raise layout_messages.addmm_layouts(kinds[1], kinds[2])
    return input * beta + TENSORS.mm(x, y) * alpha


def mv(x: Any, vec: Any) -> Any:
    """A sparse matrix times a dense vector."""
    if x.dim() != 2 or vec.dim() != 1 or x.shape[1] != vec.shape[0]:
        raise layout_messages.mv_size_mismatch()
    if x._array.__class__ is vec._array.__class__ is k.Coo:
        raise k.unsupported_error("as_strided")
    return TENSORS.select(TENSORS.mm(x, TENSORS.unsqueeze(vec, 1)), 1, 0)


def reshape(x: Any, shape: Any) -> NoReturn:
    """Refused."""
    raise layout_messages.reshape_of_sparse()


def narrow(x: Any, dim: int, start: int, length: int) -> NoReturn:
    """Refused: it would be a view."""
    size = x._array.shape[wrap_dim(dim, x.dim())]
    if not -size <= start <= size:
        raise layout_messages.narrow_start_out_of_range(start, size)
    if length < 0:
        raise layout_messages.narrow_negative_length()
    if start % (size or 1) + length > size:
        raise layout_messages.narrow_past_end(start, length, size)
    raise k.unsupported_error("as_strided")


def narrow_copy(x: Any, dim: int, start: int, length: int) -> Any:
    """The slices from `start` on along a dimension."""
    if not 0 <= dim < x.dim():
        raise layout_messages.narrow_copy_dim_out_of_range(dim, x.dim())
    if length < 0:
        raise layout_messages.narrow_negative_length()
    if start < 0 or start + length > x._array.shape[dim]:
        raise layout_messages.narrow_copy_out_of_range(x._array.shape[dim])
    values, indices, coalesced = unpack_coo(x)
    shape = (*x.shape[:dim], length, *x.shape[dim + 1:])
    if dim >= len(indices):
        return make_coo(TENSORS.narrow(values, dim - len(indices) + 1, start, length), indices, shape, coalesced)
    entries = intp.flatnonzero((indices[dim] >= start) & (indices[dim] < start + length))
    return make_coo(TENSORS.index_select(values, 0, wrap(entries)), _shift_dim(indices[:, entries], dim, -start), shape, coalesced)


def squeeze(x: Any, dim: Any = None) -> NoReturn:
    """Refused: it would be a view."""
    for d in () if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,):
        wrap_dim(d, x.dim())
    raise k.unsupported_error("as_strided")


def expand(x: Any, size: Any) -> NoReturn:
    """Refused: it would be a view."""
    if len(size) < x.dim():
        raise layout_messages.expand_with_too_few_sizes(x.type(), x.shape, size)
    raise layout_messages.expand_of_sparse()


def repeat(x: Any, repeats: Any) -> NoReturn:
    """Refused, as it expands."""
    if len(repeats) < x.dim():
        raise layout_messages.repeat_with_too_few_dims()
    raise layout_messages.expand_of_sparse()


def masked_fill(x: Any, mask: Any, value: Any) -> NoReturn:
    """Refused: it would have to read every element of the mask."""
    np.broadcast_shapes(x._array.shape, mask._array.shape)
    raise layout_messages.masked_fill_of_sparse()


def mul_scalar(x: Any, factor: Any) -> Any:
    """Times a number."""
    return x * factor


def any_of(x: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Whether some element is true; over all dimensions only."""
    if dim is not None:
        raise k.unsupported_error("any.dim")
    return TENSORS.any(TENSORS.sparse_values(x), None, False)


def floor_divide(x: Any, other: Any) -> Any:
    """Floor division by a number."""
    return _divide_rounded(x, other, TENSORS.floor_divide)


def div_floor(x: Any, other: Any) -> Any:
    """Floor division by a number."""
    return _divide_rounded(x, other, TENSORS.div_floor)


def div_trunc(x: Any, other: Any) -> Any:
    """Division by a number, rounded towards 0."""
    return _divide_rounded(x, other, TENSORS.div_trunc)


def _divide_rounded(x: Any, other: Any, divide: Callable[..., Any]) -> Any:
    if x._array.__class__ is not k.Coo:
        raise k.unsupported_error("div.Tensor_mode")
    if isinstance(other, TensorBase) and other._array.ndim:
        raise layout_messages.floor_divide_by_dense(other._array.shape)
    x = TENSORS.sparse_coalesce(x)
    values, indices, _ = unpack_coo(x)
    return make_coo(divide(values, other), indices, x.shape, True)


def permute(x: Any, dims: Any) -> Any:
    """The dimensions in another order; sparse ones stay in front of dense ones."""
    order = [wrap_dim(d, x.dim()) for d in dims]
    if len(set(order)) != len(order):
        raise layout_messages.permute_duplicate_dims()
    if len(order) != x.dim():
        raise layout_messages.permute_dim_count(x.dim(), len(order))
    count = x._array.sparse_dim
    if any(d >= count for d in order[:count]):
        raise layout_messages.permute_sparse_with_dense_dim()
    values, indices, coalesced = unpack_coo(x)
    if order[count:] != list(range(count, x.dim())):
        values = TENSORS.permute(values, (0, *(d - count + 1 for d in order[count:])))
    return make_coo(values, indices[order[:count]], [x.shape[d] for d in order], coalesced and order[:count] == list(range(count)))


def view_as_real(x: Any) -> Any:
    """Real and imaginary parts along a new dense dimension."""
    values, indices, _ = unpack_coo(x)
    return make_coo(TENSORS.view_as_real(values), indices, (*x.shape, 2), indices.shape[1] < 2)


def softmax(x: Any, dim: int, log: bool) -> Any:
    """Softmax, or its logarithm, over the specified elements along a dimension; unspecified ones count as -inf."""
    dim = wrap_dim(dim, x.dim())
    x = TENSORS.sparse_coalesce(x)
    values, indices, _ = unpack_coo(x)
    if dim >= len(indices):
        out = (TENSORS.log_softmax_dim if log else TENSORS.softmax_dim)(values, dim - len(indices) + 1)
    else:
        out = _softmax_of_groups(values, _group_ids(x._array, dim), log)
    return TENSORS.sparse_coo(out, TENSORS.sparse_indices(x), tuple(x.shape), True)


def _group_ids(x: Any, dim: int) -> Any:
    """For each value the number of its group: values whose indices differ along `dim` only."""
    rest = np.delete(x.indices, dim, 0)
    places = k.keys(k.Coo(x.values, rest, (*x.shape[:dim], *x.shape[dim + 1:])))
    return intp.unique(places, return_inverse=True)[1].reshape(-1)


def _softmax_of_groups(values: Any, groups: Any, log: bool) -> Any:
    array = values._array
    count = int(groups.max()) + 1 if len(groups) else 0
    top = np.full((count, *array.shape[1:]), -math.inf, array.dtype)
    np.maximum.at(top, groups, array)
    index = wrap(groups)
    shifted = values - wrap(top[groups])
    powers = TENSORS.exp(shifted)
    sums = TENSORS.index_select(TENSORS.index_add(wrap(np.zeros_like(top)), 0, index, powers), 0, index)
    return shifted - TENSORS.log(sums) if log else powers / sums


#: The functions that entries refer to (`coo`).
FORMS: dict[str, Callable[..., Any]] = {form.__name__: form for form in (
    addmm, any_of, cat, div_floor, div_trunc, expand, floor_divide, index_select, masked_fill, mv, narrow, narrow_copy, permute, repeat,
    reshape, mul_scalar, select, squeeze, stack, sum_dim, unsqueeze, view_as_real)}
