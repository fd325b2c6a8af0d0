"""Arrays in coordinate form: kernels on (indices, values). A `Coo` is used in place of an ndarray, and raises when used as one."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from ..core import intp
from ..core.dtypes import cast, scalar_name
from ..core.stable_order import stable_argsort
from ..shape.unbroadcast import sum_to_shape

Array = np.ndarray[Any, np.dtype[Any]]


def unsupported_error(what: str) -> NotImplementedError:
    """The error for code that does not support the layout."""
    return NotImplementedError(f"Could not run 'aten::{what}' with arguments from the 'SparseCPU' backend. Here tensors of layout "
                               "torch.sparse_coo do what docs/api/sparse.md lists; to_dense() gives one that everything takes.")


class Sparse:
    """Used in place of an ndarray for a tensor whose layout is not strided."""

    __slots__ = ()
    base = strides = None
    is_meta_tensor = False
    is_sparse = True
    shape: tuple[int, ...]
    values: Array
    form: str
    #: The error for code that does not support the layout.
    unsupported_error: Callable[[str], NotImplementedError]

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.values.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.values.itemsize

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(name) if name.startswith("__") else self.unsupported_error(name)

    def __array__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise self.unsupported_error("as_strided")

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> NoReturn:
        raise self.unsupported_error(func.__name__)

    def with_values(self, values: Array) -> Any:
        """Other values with the same indices."""
        raise NotImplementedError

    def sum_to(self, shape: tuple[int, ...]) -> Array:
        """The sum over the dimensions in which `shape` was broadcast, as an ndarray."""
        raise NotImplementedError


class Coo(Sparse):
    """An array of `shape` that is 0 except for `values` [nnz, *dense] at `indices` [sparse dimensions, nnz]; duplicates are summed.

    `coalesced`: indices are unique and in order. Arithmetic (`+`, `-`, `*`, `/`, and `np.add` into an ndarray, by which backward
    accumulates) is supported; any other use as an ndarray raises.
    """

    __slots__ = ("coalesced", "indices", "shape", "values")
    unsupported_error = staticmethod(unsupported_error)

    def __init__(self, values: Array, indices: Array, shape: tuple[int, ...], coalesced: bool = False) -> None:
        self.values, self.indices, self.shape, self.coalesced = values, indices, tuple(shape), coalesced

    @property
    def sparse_dim(self) -> int:
        return len(self.indices)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **options: Any) -> Any:
        known = _UFUNCS.get(ufunc)
        if known is None or method != "__call__":
            raise unsupported_error(ufunc.__name__)
        if out is None:
            return known(*inputs)
        if ufunc is not np.add or inputs[0] is not out[0] or out[0].__class__ is Coo:
            raise unsupported_error(f"{ufunc.__name__}.out")
        return add_into(out[0], inputs[1])

    def __add__(self, other: Any) -> Any:
        return add(self, other) if other.__class__ is Coo else add(other, self)

    def __mul__(self, other: Any) -> Any:
        return mul(self, other)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Any:
        return div(self, other)

    def __neg__(self) -> Coo:
        return neg(self)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def conj(self) -> Any:
        return conj(self)

    def with_values(self, values: Array) -> Coo:
        """Other values with the same indices."""
        return Coo(values, self.indices, self.shape, self.coalesced)

    def copy(self, order: Any = "K") -> Coo:
        """Values of its own with the same indices."""
        return self.with_values(self.values.copy(order))

    def sum_to(self, shape: tuple[int, ...]) -> Array:
        """The sum over the dimensions in which `shape` was broadcast, as an ndarray."""
        return sum_to_shape(to_dense(self), shape)


def is_coo(array: Any) -> bool:
    """Whether a tensor's array is in coordinate form."""
    return array.__class__ is Coo


def make(values: Array, indices: Array, size: tuple[int, ...], coalesced: bool) -> Coo:
    return Coo(values, indices, size, coalesced)


def keys(x: Coo, indices: Array | None = None) -> Array:
    """The indices as flat, row-major positions."""
    indices = x.indices if indices is None else indices
    out = np.zeros(indices.shape[1], np.int64)
    for row, size in zip(indices, x.shape, strict=False):
        out = out * size + row
    return out


def coalesce(x: Coo) -> Coo:
    """Unique indices in order, with the values of duplicates summed."""
    if x.coalesced:
        return x
    if x.indices.shape[1] < 2:
        return Coo(x.values, x.indices, x.shape, True)
    positions = keys(x)
    order = stable_argsort(positions)
    positions = positions[order]
    starts = intp.flatnonzero(np.concatenate(([True], positions[1:] != positions[:-1])))
    return Coo(_sums(x.values[order], starts), intp.take(x.indices, order[starts], 1), x.shape, True)


def _sums(values: Array, starts: Array) -> Array:
    """Sums of consecutive runs of `values` along the first dimension."""
    if len(starts) == len(values):
        return values
    if not values.size:
        return values[starts]
    return intp.reduceat(np.add, values, starts, axis=0, dtype=values.dtype)


def to_dense(x: Any, masked: bool = True) -> Array:
    """An ndarray; a dense array is returned unchanged."""
    if x.__class__ is not Coo:
        return x
    x = coalesce(x)
    out = np.zeros(x.shape, x.dtype)
    _rows(out, x.sparse_dim)[keys(x)] = x.values
    return out


def _rows(array: Array, count: int) -> Array:
    """A view of a contiguous array with its first `count` dimensions as one."""
    return array.reshape(math.prod(array.shape[:count]), *array.shape[count:])


def from_dense(x: Array, sparse_dim: int) -> Coo:
    """The nonzero elements of `x` as a `Coo`, by its first `sparse_dim` dimensions."""
    rows = x.reshape(math.prod(x.shape[:sparse_dim]), -1) if x.size else x.reshape(math.prod(x.shape[:sparse_dim]), 0)
    kept = intp.flatnonzero((rows != 0).any(axis=1))
    positions = intp.unravel_index(kept, x.shape[:sparse_dim]) if sparse_dim else ()
    indices = np.array(positions, np.int64).reshape(sparse_dim, len(kept))
    return Coo(x.reshape(len(rows), *x.shape[sparse_dim:])[kept], indices, x.shape, True)


def from_dense_with_zeros(x: Any, sparse_dim: int) -> Any:
    """An ndarray as a `Coo` with all elements, zeros included."""
    if x.__class__ is Coo:
        return x
    positions = x.shape[:sparse_dim]
    indices = np.indices(positions, np.int64).reshape(sparse_dim, -1)
    return Coo(np.array(x).reshape(indices.shape[1], *x.shape[sparse_dim:]), indices, x.shape, True)


def values_at(x: Any, indices: Array) -> Array:
    """The values [nnz, *dense] of a dense or sparse array at `indices`."""
    if x.__class__ is not Coo:
        return x[tuple(indices)] if len(indices) else intp.repeat(x[None], indices.shape[1], 0)
    if x.sparse_dim != len(indices):
        return values_at(to_dense(x), indices)
    x = coalesce(x)
    existing, requested = keys(x), keys(x, indices)
    if not len(existing):
        return np.zeros((len(requested), *x.values.shape[1:]), x.dtype)
    found = intp.searchsorted(existing, requested).clip(max=len(existing) - 1)
    out: Array = x.values[found]
    out[existing[found] != requested] = 0
    return out


def mask(x: Any, indices: Array, coalesced: bool = False) -> Coo:
    """A dense or sparse array restricted to `indices`."""
    return Coo(values_at(x, indices), indices, x.shape, coalesced)


# Arithmetic -----------------------------------------------------------------------------------------------------------------------


def add_into(total: Array, x: Coo) -> Array:
    """`total += x`, in-place, for an ndarray of the shape of `x`."""
    if total.shape != x.shape:
        raise RuntimeError(f"add: expected 'self' and 'other' to have same size, but self has size {list(total.shape)} while other "
                           f"has size {list(x.shape)} (FYI: dense-sparse addition does not currently support broadcasting)")
    x = coalesce(x)
    if total.flags.c_contiguous:
        rows = _rows(total, x.sparse_dim)
        rows[keys(x)] += x.values
    elif x.sparse_dim:
        total[tuple(x.indices)] += x.values
    elif len(x.values):
        total += x.values[0]
    return total


def add(x: Any, y: Any) -> Any:
    """The sum of two sparse arrays or, as a dense array, of an ndarray and a sparse one."""
    if x.__class__ is not Coo:
        if not isinstance(x, np.ndarray):
            raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
        dtype = np.result_type(x.dtype, y.dtype)
        return add_into(np.array(x, dtype, order="C"), y)
    if y.__class__ is not Coo:
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    if x.shape != y.shape:
        raise RuntimeError(f"add: expected sizes of 'self' and 'other' to match, but {list(x.shape)} != {list(y.shape)}")
    if x.sparse_dim != y.sparse_dim:
        raise RuntimeError("add: expected 'self' and 'other' to have same density: same number of sparse and dense dimensions")
    return _merge(x, y)


def sub(x: Any, y: Any) -> Any:
    return add(x, neg(y) if y.__class__ is Coo else -y)


def _merge(x: Coo, y: Coo) -> Coo:
    """The sum of two arrays: merged in order if their indices are in order, else concatenated."""
    a, b = keys(x), keys(y)
    both = x.coalesced and y.coalesced
    in_rows = x.values.flags.c_contiguous and y.values.flags.c_contiguous
    if len(a) and (both or in_rows) and np.array_equal(a, b):
        return Coo(x.values + y.values, x.indices, x.shape, x.coalesced or y.coalesced)
    values = np.concatenate((x.values, y.values))
    indices = np.concatenate((x.indices, y.indices), axis=1)
    if not both and not (in_rows and np.all(a[1:] >= a[:-1]) and np.all(b[1:] >= b[:-1])):
        return Coo(values, indices, x.shape)
    positions = np.concatenate((a, b))
    turns = np.concatenate((_duplicate_counts(a), _duplicate_counts(b)))
    order = intp.lexsort((turns, positions))
    positions, turns = positions[order], turns[order]
    first = np.concatenate(([True], (positions[1:] != positions[:-1]) | (turns[1:] != turns[:-1]))) if len(positions) else np.zeros(0, bool)
    starts = intp.flatnonzero(first)
    return Coo(_sums(values[order], starts), intp.take(indices, order[starts], 1), x.shape, both)


def _duplicate_counts(positions: Array) -> Array:
    """For each index, of a sequence in order, the number of its duplicates before it."""
    new = np.concatenate(([True], positions[1:] != positions[:-1])) if len(positions) else np.zeros(0, bool)
    starts = intp.flatnonzero(new)
    return intp.arange(len(positions)) - intp.repeat(starts, np.diff(np.append(starts, len(positions))))


def mul(x: Any, y: Any) -> Any:
    """The product of a sparse array and a number, an ndarray that broadcasts to its shape, or a sparse array of the same shape."""
    if x.__class__ is not Coo:
        return mul(y, x)
    if y.__class__ is Coo:
        return _multiply_sparse(x, y)
    if np.ndim(y) == 0:
        return x.with_values(np.multiply(x.values, y))
    shape = np.broadcast_shapes(x.shape, y.shape)
    if shape != x.shape:
        x = _repeat_leading(x, shape)
    return x.with_values(x.values * values_at(np.broadcast_to(y, x.shape), x.indices))


def _repeat_leading(x: Coo, shape: tuple[int, ...]) -> Coo:
    """The array broadcast over new leading dimensions. PyTorch fills only the first index of an expanded size 1: not supported."""
    if shape[len(shape) - x.ndim:] != x.shape:
        raise unsupported_error("mul.Tensor of a sparse tensor that is broadcast")
    x, ahead = coalesce(x), shape[:len(shape) - x.ndim]
    count, own = math.prod(ahead), x.indices.shape[1]
    positions = intp.repeat(intp.indices(ahead).reshape(len(ahead), count), own, axis=1)
    return Coo(np.tile(x.values, (count, *(1,) * (x.values.ndim - 1))), np.concatenate((positions, np.tile(x.indices, count))), shape, True)


def _multiply_sparse(x: Coo, y: Coo) -> Coo:
    if x.shape != y.shape or x.sparse_dim != y.sparse_dim:
        raise RuntimeError("sparse_binary_op_intersection_cpu(): expects sparse inputs with equal dimensionality, number of sparse "
                           "dimensions, and shape of sparse dimensions")
    # One is searched in the other: the coalesced one, or the one with more values.
    searched, positions = (x, y) if (x.coalesced, x.indices.shape[1]) >= (y.coalesced, y.indices.shape[1]) else (y, x)
    if x.coalesced and y.coalesced:  # only the indices of both are kept
        kept = intp.flatnonzero(_is_member(keys(positions), keys(searched)))
        positions = Coo(positions.values[kept], intp.take(positions.indices, kept, 1), positions.shape, True)
    return positions.with_values(positions.values * values_at(searched, positions.indices))


def _is_member(numbers: Array, sorted_numbers: Array) -> Array:
    """Which numbers are among others, which are sorted and unique."""
    if not len(sorted_numbers):
        return np.zeros(len(numbers), np.bool_)
    return np.asarray(intp.take(sorted_numbers, intp.searchsorted(sorted_numbers, numbers), mode="clip") == numbers)


def div(x: Any, y: Any) -> Any:
    """A sparse array divided by a number."""
    if x.__class__ is not Coo or y.__class__ is Coo or np.ndim(y):
        raise RuntimeError("Sparse division requires a scalar or zero-dim dense tensor divisor"
                           + (f" (got shape {list(y.shape)} for divisor)" if hasattr(y, "shape") else ""))
    return x.with_values(np.divide(x.values, y))


def neg(x: Any) -> Any:
    return x.with_values(np.negative(x.values)) if x.__class__ is Coo else np.negative(x)


def conj(x: Any) -> Any:
    return x.with_values(np.conjugate(x.values)) if x.values.dtype.kind == "c" else x


_UFUNCS: dict[Any, Any] = {np.conjugate: conj,
                           np.add: lambda x, y: add(y, x) if x.__class__ is Coo and y.__class__ is not Coo else add(x, y),
                           np.subtract: lambda x, y: x + -y, np.multiply: mul, np.true_divide: div, np.negative: neg}


# Shapes and dtypes ----------------------------------------------------------------------------------------------------------------


def astype(x: Any, dtype: np.dtype[Any]) -> Any:
    """A dense or sparse array in another dtype."""
    return x.with_values(cast(x.values, dtype)) if isinstance(x, Sparse) else cast(x, dtype)


def copy(x: Coo, _memory_format: Any = None) -> Coo:
    return Coo(x.values.copy(), x.indices.copy(), x.shape, x.coalesced)


def transpose(x: Any, dim0: int, dim1: int) -> Any:
    """Two dimensions exchanged, for an ndarray or a sparse array."""
    if x.__class__ is not Coo:
        return np.swapaxes(x, dim0, dim1)
    ndim = x.ndim or 1  # no dimensions count as one, as in PyTorch
    for d in (dim0, dim1):
        if not -ndim <= d < ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {d})")
    d0, d1 = dim0 % ndim, dim1 % ndim
    if d0 == d1:
        return x
    count = x.sparse_dim
    if d0 >= count or d1 >= count:
        raise RuntimeError(f"sparse transpose: transposed dimensions must be sparse Got sparse_dim: {count}, d0: {d0}, d1: {d1}")
    order, shape = list(range(count)), list(x.shape)
    order[d0], order[d1], shape[d0], shape[d1] = d1, d0, shape[d1], shape[d0]
    return Coo(x.values, x.indices[order], tuple(shape))


def t(x: Any) -> Any:
    """The transpose of a matrix, dense or sparse."""
    if x.__class__ is not Coo:
        return x.T
    if x.sparse_dim > 2 or x.sparse_dim < x.ndim:
        raise RuntimeError(f"t() expects a tensor with <= 2 sparse and 0 dense dimensions, but got {x.sparse_dim} sparse and "
                           f"{x.ndim - x.sparse_dim} dense dimensions")
    return transpose(x, 0, x.ndim - 1) if x.ndim else x


# Products -------------------------------------------------------------------------------------------------------------------------

def check_alike(x: Any, y: Any) -> None:
    """Raise for matrices of different dtypes."""
    if x.dtype != y.dtype:
        raise RuntimeError(f"expected scalar type {scalar_name(x.dtype)} but found {scalar_name(y.dtype)}")


def total(x: Coo) -> Any:
    """The sum of all elements."""
    return sum_values(x.values)


def sum_values(values: Array) -> Any:
    return values.sum(dtype=np.int64 if values.dtype.kind in "biu" else values.dtype)


def indices_of(x: Coo) -> Array:
    return x.indices


def values_of(x: Coo) -> Array:
    return x.values


def embedding_rows(g: Array, index: Array, rows: int, padding_idx: int) -> Coo:
    """The cotangent of an embedding's table [rows, D]: a row for each use, none for row `padding_idx`."""
    flat = np.asarray(index, np.int64).reshape(-1)
    values = g.reshape(len(flat), g.shape[-1])
    if padding_idx >= 0:
        kept = intp.flatnonzero(flat != padding_idx)
        flat, values = flat[kept], values[kept]
    return Coo(values, flat.reshape(1, -1), (rows, g.shape[-1]), len(flat) < 2)


def gather_gradient(g: Array, index: Array, dim: int, size: tuple[int, ...]) -> Coo:
    """The cotangent of the input of `gather`, with `index` along `dim`: a value for each use."""
    if not size:
        return Coo(g.reshape(1), np.zeros((0, 1), np.int64), (), True)
    positions = intp.indices(index.shape or (1,)).reshape(len(size), -1)
    positions[dim] = index.reshape(-1)
    return Coo(g.reshape(-1), positions, size, index.size < 2)


def take_rows(g: Any, index: Array, padding_idx: int) -> Array:
    """The transpose of `embedding_rows`: the rows of a dense or sparse table at `index`, zeros for `padding_idx`."""
    out: Array = to_dense(g)[index]
    if padding_idx >= 0:
        out[index == padding_idx] = 0
    return out
