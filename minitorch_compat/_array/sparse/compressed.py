"""Sparse matrices with one compressed dimension (CSR and its relatives): kernels on (compressed indices, plain indices, values)."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import cast
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import widen_half
from ..core.user_warnings import warn_once
from ..shape.strided import as_dtype
from ..shape.unbroadcast import sum_to_shape
from . import coo as sparse
from . import coo_products as products
from .coo import Coo, Sparse, check_alike

Array = np.ndarray[Any, np.dtype[Any]]

#: Form -> its name in PyTorch's messages.
LAYOUT_NAMES = {"csr": "SparseCsr", "csc": "SparseCsc", "bsr": "SparseBsr", "bsc": "SparseBsc"}
TRANSPOSED_FORMS = {"csr": "csc", "csc": "csr", "bsr": "bsc", "bsc": "bsr"}


def unsupported_error(what: str) -> NotImplementedError:
    """The error for code that does not support the layout."""
    return NotImplementedError(f"Could not run 'aten::{what}' with arguments from the 'SparseCsrCPU' backend. Here tensors of a compressed "
                               "layout do what docs/api/sparse.md lists; to_dense() gives one that everything takes.")


class Compressed(Sparse):
    """An array of `shape` in the form csr, csc, bsr or bsc.

    `plain` [*batch, nnz] has column indices (for csc row indices, of blocks if there are any), `compressed` [*batch, n + 1] the start of
    each row (column), and `values` [*batch, nnz, *block, *dense] the elements.

    Sums of such arrays, and with ndarrays, are supported; any other use as an ndarray raises.
    """

    __slots__ = ("compressed", "form", "plain", "shape", "values")
    unsupported_error = staticmethod(unsupported_error)

    def __init__(self, values: Array, compressed: Array, plain: Array, shape: Sequence[int], form: str) -> None:
        self.values, self.compressed, self.plain, self.shape, self.form = values, compressed, plain, tuple(shape), form
        warn_once(f"Sparse {form.upper()} tensor support is in beta state.", "compressed")

    @property
    def batch(self) -> int:
        """The number of batch dimensions."""
        return self.compressed.ndim - 1

    @property
    def block(self) -> tuple[int, ...]:
        """The shape of a block, () without blocks."""
        return self.values.shape[self.batch + 1:self.batch + 3] if self.form[0] == "b" else ()

    @property
    def dense_dim(self) -> int:
        return self.ndim - self.batch - 2

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **options: Any) -> Any:
        if ufunc is np.conjugate:
            return self.conj()
        if ufunc is not np.add or method != "__call__":
            raise unsupported_error(ufunc.__name__)
        total = add(*inputs)
        if out is None:
            return total
        np.copyto(out[0], total)
        return out[0]

    def __add__(self, other: Any) -> Any:
        return add(self, other)

    __radd__ = __add__

    def conj(self) -> Compressed:
        return self.with_values(np.conjugate(self.values))

    def with_values(self, values: Array) -> Compressed:
        """Other values with the same indices."""
        return Compressed(values, self.compressed, self.plain, self.shape, self.form)

    def sum_to(self, shape: tuple[int, ...]) -> Array:
        """The sum over the dimensions in which `shape` was broadcast, as an ndarray."""
        return sum_to_shape(to_dense(self), shape)


def is_compressed(array: Any) -> bool:
    """Whether a tensor's array is in a compressed form."""
    return array.__class__ is Compressed


def make(values: Array, compressed: Array, plain: Array, size: tuple[int, ...], form: str) -> Compressed:
    return Compressed(values, compressed, plain, size, form)


# Indices --------------------------------------------------------------------------------------------------------------------------


def row_and_column_indices(x: Compressed) -> tuple[Array, Array]:
    """Row and column (of blocks, if there are any) of each value of an array without batch dimensions."""
    major = intp.repeat(intp.arange(len(x.compressed) - 1), np.diff(x.compressed))
    plain = x.plain.astype(np.int64, copy=False)
    return (major, plain) if x.form in ("csr", "bsr") else (plain, major)


def solve_triangular(x: Compressed, b: Array, upper: bool, transpose: bool, unit: bool) -> Array:
    """The solution of a system whose matrix is one triangle of `x`, or its transpose, found row by row in linear memory."""
    rows, columns = row_and_column_indices(x)
    if transpose:
        rows, columns, upper = columns, rows, not upper
    chosen = (columns > rows) if upper else (columns < rows)
    n = x.shape[0]
    diagonal = np.ones(n, x.dtype) if unit else np.zeros(n, x.dtype)
    if not unit:
        diagonal[rows[rows == columns]] = x.values[rows == columns]
    order = intp.lexsort((columns[chosen], rows[chosen]))
    columns, values = columns[chosen][order], x.values[chosen][order]
    starts = intp.searchsorted(rows[chosen][order], intp.arange(n + 1))
    out = np.array(b, dtype=np.result_type(b, x.values))
    with np.errstate(all="ignore"):
        for i in (range(n - 1, -1, -1) if upper else range(n)):
            part = slice(starts[i], starts[i + 1])
            out[i] = (out[i] - values[part] @ out[columns[part]]) / diagonal[i]
    return out


def _value_positions(x: Compressed) -> tuple[Any, ...]:
    """An index of all values of a batch, matrix by matrix, into the result of `_matrix_view`."""
    starts = x.compressed.reshape(-1, x.compressed.shape[-1])
    count, lines = len(starts), starts.shape[1] - 1
    member = intp.repeat(intp.arange(count), x.plain.shape[-1])
    major = intp.repeat(np.tile(intp.arange(lines), count), np.diff(starts).reshape(-1))
    plain = x.plain.reshape(-1).astype(np.int64, copy=False)
    rows, columns = (major, plain) if x.form in ("csr", "bsr") else (plain, major)
    return (member, rows, slice(None), columns) if x.block else (member, rows, columns)


def _matrix_view(array: Array, batch: int, block: Sequence[int]) -> Array:
    """A view [matrices, rows, columns, *dense] or, with blocks, [matrices, rows, block rows, columns, block columns, *dense]."""
    n, m = array.shape[batch:batch + 2]
    sizes = (n // block[0], block[0], m // block[1], block[1]) if block else (n, m)
    return array.reshape(math.prod(array.shape[:batch]), *sizes, *array.shape[batch + 2:])


def to_dense(x: Any, masked: bool = True) -> Any:
    """An ndarray of any layout; a dense array is returned unchanged."""
    if x.__class__ is not Compressed:
        return sparse.to_dense(x)
    out, values = np.zeros(x.shape, x.dtype), x.values + np.zeros((), x.dtype)  # PyTorch adds to 0, which turns -0 into 0
    if x.batch:
        _matrix_view(out, x.batch, x.block)[_value_positions(x)] = values.reshape(-1, *values.shape[x.batch + 1:])
    elif x.block:
        rows, columns = row_and_column_indices(x)
        _matrix_view(out, 0, x.block)[0, rows, :, columns] = values
    else:
        out[row_and_column_indices(x)] = values
    return out


def to_coo(x: Any) -> Coo:
    """The array in coordinate form, in the order of the values."""
    if x.__class__ is Coo:
        return x
    if x.batch:
        return _batch_to_coo(x)
    rows, columns = row_and_column_indices(x)
    if not x.block:
        return Coo(x.values, np.stack((rows, columns)), x.shape, x.form == "csr" or len(rows) < 2)
    a, b = x.block
    rows = (rows[:, None, None] * a + intp.arange(a)[:, None]) + np.zeros((1, 1, b), np.int64)
    columns = (columns[:, None, None] * b + intp.arange(b)) + np.zeros((1, a, 1), np.int64)
    return Coo(x.values.reshape(-1, *x.values.shape[3:]), np.stack((rows.reshape(-1), columns.reshape(-1))), x.shape)


def _batch_to_coo(x: Compressed) -> Coo:
    parts = [to_coo(matrix) for matrix in _split_batch(x)]
    lead = intp.unravel_index(intp.repeat(intp.arange(len(parts)), [part.indices.shape[1] for part in parts]), x.shape[:x.batch])
    values, indices = (np.concatenate(arrays, axis) for arrays, axis in (([p.values for p in parts], 0), ([p.indices for p in parts], 1)))
    return Coo(values, np.concatenate((np.stack(lead), indices)), x.shape, all(part.coalesced for part in parts))


def _split_batch(x: Compressed) -> list[Compressed]:
    """The matrices of a batch."""
    each = [a.reshape(-1, *a.shape[x.batch:]) for a in (x.values, x.compressed, x.plain)]
    return [Compressed(values, starts, plain, x.shape[x.batch:], x.form) for values, starts, plain in zip(*each, strict=True)]


# Construction ---------------------------------------------------------------------------------------------------------------------


def compress(x: Any, form: str, block: Sequence[int] | None = None, dense_dim: int = 0) -> Compressed:
    """A dense, coordinate or compressed array in `form`: the nonzero elements (blocks), or those that a sparse `x` specifies."""
    if x.__class__ is Compressed:
        if x.form == form and (not block or tuple(block) == x.block):
            return x
        if x.batch:
            return _batch_compressed(x, form, block)
        x = to_coo(x)
    if x.__class__ is Coo:
        x = sparse.coalesce(x)
        return _compress_indices(x.values, x.indices, x.shape, form) if not block else _to_blocks(x, form, block)
    batch = x.ndim - 2 - dense_dim
    if batch:
        return _compress_batch(_matrix_view(x, batch, block or ()), x.shape, batch, form, bool(block))
    cells = x if not block else _matrix_view(x, 0, block)[0]
    is_specified = (cells != 0).any(axis=(1, 3, *range(4, cells.ndim)) if block else tuple(range(2, x.ndim)))
    rows, columns = intp.nonzero(is_specified) if form in ("csr", "bsr") else intp.nonzero(is_specified.T)[::-1]
    values = cells[rows, :, columns] if block else cells[rows, columns]
    return _compress_sorted(values, rows, columns, x.shape, form, is_specified.shape)


def _batch_compressed(x: Compressed, form: str, block: Sequence[int] | None) -> Compressed:
    if block or x.block:
        raise unsupported_error("to_sparse of a batch of blocks")
    each = [compress(matrix, form) for matrix in _split_batch(x)]
    lead = x.shape[:x.batch]
    values, starts, plain = (np.stack(parts).reshape(*lead, *parts[0].shape) for parts in (
        [m.values for m in each], [m.compressed for m in each], [m.plain for m in each]))
    return Compressed(values, starts, plain, x.shape, form)


def _compress_sorted(values: Array, rows: Array, columns: Array, shape: Sequence[int], form: str, count: Sequence[int]) -> Compressed:
    """Compress values that are in order, in a matrix of `count` rows and columns (of blocks)."""
    by_row = form in ("csr", "bsr")
    major, plain = (rows, columns) if by_row else (columns, rows)
    starts = np.concatenate(([0], intp.cumsum(intp.bincount(major, minlength=count[0 if by_row else 1])))).astype(np.int64)
    return Compressed(np.ascontiguousarray(values), starts, np.ascontiguousarray(plain, np.int64), shape, form)


def _compress_indices(values: Array, indices: Array, shape: Sequence[int], form: str) -> Compressed:
    rows, columns = indices
    if form == "csc":
        order = intp.lexsort((rows, columns))
        values, rows, columns = values[order], rows[order], columns[order]
    return _compress_sorted(values, rows, columns, shape, form, shape[:2])


def _to_blocks(x: Coo, form: str, block: Sequence[int]) -> Compressed:
    """The blocks that contain an element specified by `x`."""
    rows, columns = x.indices[0] // block[0], x.indices[1] // block[1]
    width = x.shape[1] // block[1]
    height = x.shape[0] // block[0]
    keys = rows * width + columns if form == "bsr" else columns * height + rows
    named, where = intp.unique(keys, return_inverse=True)
    values = np.zeros((len(named), *block, *x.values.shape[1:]), x.dtype)
    values[where.reshape(-1), x.indices[0] % block[0], x.indices[1] % block[1]] = x.values
    rows, columns = np.divmod(named, width) if form == "bsr" else np.divmod(named, height)[::-1]
    return _compress_sorted(values, rows, columns, x.shape, form, (height, width))


def _compress_batch(cells: Array, shape: tuple[int, ...], batch: int, form: str, block: bool) -> Compressed:
    """Compress matrices in the layout of `_matrix_view`, all of which must keep equally many elements (blocks)."""
    if not len(cells):
        raise RuntimeError(f"to_sparse_{form}: Expected product of batch dimensions to be non-zero.")
    is_specified = (cells != 0).any(axis=(2, 4, *range(5, cells.ndim)) if block else tuple(range(3, cells.ndim)))
    by_line = is_specified if form in ("csr", "bsr") else is_specified.swapaxes(1, 2)
    counts = np.add.accumulate(by_line.sum(2, np.int64), axis=1)  # of each line and the preceding ones
    if (counts[:, -1:] != counts[0, -1:]).any():
        raise RuntimeError("Expect the same number of specified elements per batch.")
    member, major, plain = intp.nonzero(by_line)
    rows, columns = (major, plain) if form in ("csr", "bsr") else (plain, major)
    values = cells[member, rows, :, columns] if block else cells[member, rows, columns]
    lead, starts = shape[:batch], np.zeros((len(cells), by_line.shape[1] + 1), np.int64)
    starts[:, 1:] = counts
    each = len(plain) // len(cells)
    return Compressed(np.ascontiguousarray(values).reshape(*lead, each, *values.shape[1:]), starts.reshape(*lead, -1),
                      np.ascontiguousarray(plain).reshape(*lead, each), shape, form)


def mask(x: Any, like: Compressed) -> Compressed:
    """A dense or sparse array at the indices of `like`, in its form."""
    if x.__class__ is Compressed and x.plain is like.plain:
        return like.with_values(x.values)
    if x.__class__ is not np.ndarray and not like.block and not like.batch:
        return like.with_values(sparse.values_at(to_coo(x), np.stack(row_and_column_indices(like))))
    x = to_dense(x)
    if like.batch:
        return like.with_values(_matrix_view(x, like.batch, like.block)[_value_positions(like)].reshape(like.values.shape))
    rows, columns = row_and_column_indices(like)
    if not like.block:
        return like.with_values(x[rows, columns])
    return like.with_values(_matrix_view(x, 0, like.block)[0, rows, :, columns])


def restore(x: Any, like: Any) -> Any:
    """`x` in the layout of `like`, at its indices."""
    if like.__class__ is Compressed:
        return mask(x, like)
    return sparse.mask(x if x.__class__ is not Compressed else to_coo(x), sparse.coalesce(like).indices, True) if like.__class__ is Coo \
        else to_dense(x)


def values_of(x: Compressed) -> Array:
    return x.values


def with_values(values: Array, like: Compressed) -> Compressed:
    return like.with_values(values)


# Arithmetic -----------------------------------------------------------------------------------------------------------------------


def _have_same_indices(x: Compressed, y: Compressed) -> bool:
    return x.form == y.form and (x.plain is y.plain or x.plain.shape == y.plain.shape and bool((x.plain == y.plain).all())) and (
        x.compressed is y.compressed or x.compressed.shape == y.compressed.shape and bool((x.compressed == y.compressed).all()))


def add(x: Any, y: Any) -> Any:
    """The sum of two compressed arrays of one form or, as a dense array, of one and an ndarray."""
    if x.shape != y.shape:
        first, second = (list(getattr(a, "shape", ())) for a in ((x, y) if x.__class__ is not Compressed else (y, x)))
        raise RuntimeError(f"add: expected 'self' and 'other' to have same size, but self has size {first} while other has size "
                           f"{second} (FYI: op2-sparse addition does not currently support broadcasting)")
    if x.__class__ is not Compressed or y.__class__ is not Compressed:
        return to_dense(x) + to_dense(y)
    if x.form != y.form:
        expected = "row" if x.form in ("csr", "bsr") else "column"
        name = "crow" if expected == "row" else "ccol"
        raise RuntimeError(f"{name}_indices expected sparse {expected} compressed tensor layout but got {LAYOUT_NAMES[y.form]}")
    if _have_same_indices(x, y):
        return x.with_values(x.values + y.values)
    if x.block != y.block:
        raise unsupported_error("add.out of different blocks")
    both = sparse.coalesce(Coo(*_concatenate_values(to_coo(x), to_coo(y)), x.shape))
    return compress(both, x.form, x.block)


def _concatenate_values(x: Coo, y: Coo) -> tuple[Array, Array]:
    return np.concatenate((x.values, y.values)), np.concatenate((x.indices, y.indices), axis=1)


def mul(x: Any, y: Any) -> Compressed:
    """The product of a compressed array and a dense or compressed one of the same shape, at the indices of the first (of both)."""
    if x.__class__ is not Compressed:
        return mul(y, x)
    if x.shape != y.shape:
        raise RuntimeError(f"sparse_mask(): operands have incompatible sizes; self has size {list(y.shape)} but mask has size "
                           f"{list(x.shape)}")
    if y.__class__ is not Compressed or _have_same_indices(x, y):
        return x.with_values(x.values * mask(y, x).values)
    if x.block or y.block or x.batch:
        raise unsupported_error("mul.out of different places")
    a, b = sparse.coalesce(to_coo(x)), sparse.coalesce(to_coo(y))
    return compress(sparse.mul(a, b), x.form)


def cast_values(x: Compressed, dtype: np.dtype[Any]) -> Compressed:
    out: Compressed = x.with_values(cast(x.values, dtype))
    return out


def copy(x: Compressed) -> Compressed:
    return Compressed(x.values.copy(), x.compressed.copy(), x.plain.copy(), x.shape, x.form)


def t(x: Any) -> Any:
    """The last two dimensions exchanged: compressed rows become compressed columns, in the other form."""
    if x.__class__ is not Compressed:
        return sparse.t(x) if x.__class__ is Coo else x.swapaxes(-1, -2)
    if x.dense_dim:
        raise unsupported_error("transpose with dense dimensions")
    values = x.values.swapaxes(-1, -2) if x.block else x.values
    return Compressed(values, x.compressed, x.plain, (*x.shape[:-2], x.shape[-1], x.shape[-2]), TRANSPOSED_FORMS[x.form])


def mm(x: Compressed, y: Array) -> Array:
    """A compressed matrix times a dense one."""
    _check(x, y)
    if x.form == "csr":
        check_alike(x, y)
        return as_dtype(products.rows_mm(*row_and_column_indices(x), widen_half(x.values), x.shape[0], widen_half(y)), x.dtype)
    return products.mm(to_coo(x), y)


def _check(x: Any, y: Any) -> None:
    if x.ndim != 2 or y.ndim != 2:
        raise unsupported_error("bmm.out")
    if x.shape[1] != y.shape[0]:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({x.shape[0]}x{x.shape[1]} and {y.shape[0]}x{y.shape[1]})")


def dense_mm(x: Array, y: Compressed) -> Array:
    """A dense matrix times a compressed one."""
    _check(x, y)
    transposed = to_coo(t(y))
    products.check_mm(transposed, x.T)
    return np.ascontiguousarray(products.mm(transposed, x.T).T)


def sparse_mm(x: Compressed, y: Compressed) -> Compressed:
    """The product of two compressed matrices, in CSR form."""
    _check(x, y)
    if x.block or y.block:
        raise RuntimeError(f"zeros_sparse_compressed expected sparse compressed (non-block) tensor layout but got "
                           f"{LAYOUT_NAMES[x.form if x.block else y.form]}")
    return compress(products.sparse_mm(to_coo(x), to_coo(y)), "csr")


def dense_product(x: Compressed, y: Compressed) -> Array:
    """The same, dense."""
    _check(x, y)
    return np.asarray(to_dense(products.sparse_mm(to_coo(x), to_coo(y))))


_PRODUCT_BLOCK = block_size(__name__, "_PRODUCT_BLOCK", 1 << 22)


def sampled_product(x: Compressed, a: Array, b: Array) -> Array:
    """The values of the product `a` @ `b` at the indices of the matrix `x`."""
    rows, columns = row_and_column_indices(x)
    a, b = widen_half(a), widen_half(b)
    out = np.empty(len(rows), np.result_type(a, b))
    step = max(1, _PRODUCT_BLOCK // max(1, a.shape[1]))
    for k in range(0, len(rows), step):
        np.einsum("ik,ik->i", a[rows[k:k + step]], b.T[columns[k:k + step]], out=out[k:k + step])
    return out.astype(x.dtype, copy=False)


def total(x: Compressed) -> Any:
    """The sum of all elements."""
    return sparse.sum_values(x.values)


def extreme_indices(products: Array, compressed: Array, largest: bool) -> Array:
    """For each row and column of `products` the index of its largest (smallest) value, -1 in rows without values."""
    which = np.full((len(compressed) - 1, products.shape[1]), -1, np.int64)
    for row in intp.flatnonzero(np.diff(compressed)):
        own = products[compressed[row]:compressed[row + 1]]
        which[row] = (intp.argmax(own, 0) if largest else intp.argmin(own, 0)) + compressed[row]
    return which
