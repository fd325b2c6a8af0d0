"""LU with partial pivoting, eigenvalues of general matrices, pseudoinverses."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.conjugate import require_values
from ..core.dtypes import scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import all_finite, count_nonzero
from ..core.execution.quiet import quiet
from ..core.undispatched import where
from . import lapack
from .decompositions import LinAlgError, check_matrix, column_major, solve_triangular, strictly_lower_mask, upper_triangle

Array = np.ndarray[Any, np.dtype[Any]]


@quiet
def lu_inplace(work: Array) -> tuple[Array, Array]:
    """Replace a batch of matrices by L (below the diagonal) and U; returns LAPACK's pivots. numpy has no LU: it is done by columns."""
    if len(work) == 1:
        return work, _lu_one_inplace(work[0])[None]
    m, n = work.shape[-2:]
    if len(work) >= _STACK_MIN_BATCH and m <= _STACK_MAX_ROWS:
        inner = np.ascontiguousarray(work.transpose(1, 2, 0))
        pivots = _lu_stack_inplace(inner)
        np.copyto(work, inner.transpose(2, 0, 1))
        return work, pivots
    batch = intp.arange(work.shape[0])
    pivots = np.empty((work.shape[0], min(m, n)), np.int32)
    for j in range(min(m, n)):
        pivot = j + _pivots_of_columns(work[:, j:, j])
        pivots[:, j] = pivot + 1
        saved_row = work[batch, pivot].copy()
        work[batch, pivot] = work[:, j]
        work[:, j] = saved_row
        head = work[:, j, j, None]
        work[:, j + 1:, j] /= np.where(head == 0, 1, head)  # where the column is zeros or NaN, it is left unchanged
        work[:, j + 1:, j + 1:] -= work[:, j + 1:, j, None] * work[:, j, None, j + 1:]
    return work, pivots


#: From this batch size on, and up to this number of rows, matrices are processed as a stack, element by element.
_STACK_MIN_BATCH, _STACK_MAX_ROWS = block_size(__name__, "_STACK_MIN_BATCH", 64), 16


def _lu_stack_inplace(work: Array) -> Array:
    """The same for a stack of many small matrices, stored as (rows, columns, matrices); returns their pivots."""
    m, n, number = work.shape
    pivots = np.empty((number, min(m, n)), np.int32)
    for j in range(min(m, n)):
        column = work[j:, j]
        sizes = np.abs(column) if work.dtype.kind != "c" else np.abs(column.real) + np.abs(column.imag)
        largest, pivot = sizes[0], np.zeros(number, np.int64)
        for i in range(1, m - j):
            larger = sizes[i] > largest  # False for NaN
            pivot[larger] = i
            largest = np.where(larger, sizes[i], largest)
        pivots[:, j] = pivot + (j + 1)
        moved = intp.flatnonzero(pivot)
        rows = pivot[moved] + j
        saved_rows = work[rows, :, moved]
        work[rows, :, moved] = work[j][:, moved].T
        work[j][:, moved] = saved_rows.T
        head, below = work[j, j], work[j + 1:, j]
        np.divide(below, np.where(head == 0, 1, head), below)  # where the column is zeros or NaN, it is left unchanged
        for i in range(j + 1, m):
            work[i, j + 1:] -= work[i, j] * work[j, j + 1:]
    return pivots


def _lu_one_inplace(a: Array) -> Array:
    """The same for one matrix; returns its pivots."""
    count = min(a.shape)
    pivots = np.arange(1, count + 1, dtype=np.int32)
    for j in range(min(len(a) - 1, count)):  # below the last row there is nothing
        column = a[j:, j]
        distance, size = _pivot_of_column(column)
        if distance:
            pivots[j] += distance
            row = a[j].copy()
            a[j] = a[j + distance]
            a[j + distance] = row
        below = column[1:]
        if size:  # else the column is zeros or NaN, and left unchanged
            np.divide(below, column[0], below)
        rest = a[j + 1:, j + 1:]
        if rest.size:
            np.subtract(rest, np.multiply.outer(below, a[j, j + 1:]), rest)
    return pivots


def _pivot_of_column(column: Array) -> tuple[int, float]:
    """`_pivots_of_columns` for one column, and the modulus of the pivot."""
    sizes = np.abs(column) if column.dtype.kind != "c" else np.abs(column.real) + np.abs(column.imag)
    found = int(intp.ndarray_argmax(sizes))
    size = sizes.item(found)
    if size != size:
        found = int(_pivots_of_columns(column))
        size = sizes.item(found)
    return found, size


def _pivots_of_columns(columns: Array) -> Any:
    """The index of LAPACK's pivot in each column: the largest modulus; for complex numbers, the largest sum of the parts' moduli. LAPACK
    searches for elements greater than the first, so NaN is a pivot only if it is the first element."""
    sizes = np.abs(columns.real) + np.abs(columns.imag) if columns.dtype.kind == "c" else np.abs(columns)
    found = intp.argmax(sizes, -1)
    if np.isnan(np.take_along_axis(sizes, np.expand_dims(found, -1), -1)).any():
        found = np.where(np.isnan(sizes[..., 0]), 0, intp.argmax(np.fmax(sizes, -1), -1))
    return found


def lu_factor(a: Array) -> tuple[Array, Array, Array]:
    """L and U in one matrix, LAPACK's pivots, and the number of the first zero pivot (0: none)."""
    if a.ndim < 2:
        raise RuntimeError(f"torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: {list(a.shape)} instead")
    check_matrix(a, "linalg.lu_factor", square=False, kernel="lu_cpu")
    m, n = a.shape[-2:]
    work, pivots = lu_inplace(a.reshape(math.prod(a.shape[:-2]), m, n).copy())
    lead = a.shape[:-2]
    return column_major(work.reshape(a.shape)), pivots.reshape(*lead, min(m, n)), first_zero_on_diagonal(work).reshape(lead)


def first_zero_on_diagonal(work: Array) -> Array:
    """For each matrix of a batch the number of the first zero on its diagonal, 0 if there is none."""
    diagonal = work.diagonal(0, -2, -1)
    if count_nonzero(diagonal) == diagonal.size:
        return np.zeros(len(work), np.int32)
    zero = diagonal == 0
    return np.where(zero.any(-1), intp.argmax(zero, -1) + 1, 0).astype(np.int32)


def lu(a: Array) -> tuple[Array, Array, Array]:
    """P, L, U with a = P L U."""
    if a.ndim < 2:
        raise RuntimeError(f"linalg.lu: Expected tensor with 2 or more dimensions. Got size: {list(a.shape)} instead")
    compact, pivots, _ = lu_factor(a)
    return permutation_matrix(pivots, a.shape[-2], a.dtype), *split_lu(compact)


@quiet
def adjoint_inverse(a: Array) -> Array:
    """Inverses of the adjoints of square matrices by LU; those of singular ones are divided by the zero pivots."""
    p, lower, upper = lu(a)
    ones = np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape)
    found = solve_triangular(upper.swapaxes(-1, -2).conj(), ones, False, True, False)
    found = solve_triangular(lower.swapaxes(-1, -2).conj(), found, True, True, True)
    return np.take_along_axis(found, intp.argmax(p.real, -1)[..., None], -2)  # a product would turn infinities into NaN


def split_lu(compact: Array) -> tuple[Array, Array]:
    """The unit lower and the upper triangle that are stored in one matrix."""
    m, n = compact.shape[-2:]
    k = min(m, n)
    return unit_lower(compact[..., :k]), upper_triangle(compact[..., :k, :])


def unit_lower(a: Array) -> Array:
    """The part below the diagonal, 1 on it, 0 above; row-major."""
    m, n = a.shape[-2:]
    out = np.ascontiguousarray(where(strictly_lower_mask(m, n), a, a.dtype.type(0)))
    out.reshape(math.prod(a.shape[:-2]), m * n)[:, :min(m, n) * n:n + 1] = 1
    return out


def permutation_matrix(pivots: Array, m: int, dtype: Any) -> Array:
    """The permutation matrix of LAPACK's pivots."""
    require_values(pivots)
    if pivots.ndim == 1:
        return _single_permutation_matrix(pivots, m, dtype)
    steps = pivots.reshape(math.prod(pivots.shape[:-1]), pivots.shape[-1])
    batch, order = intp.arange(len(steps)), np.tile(intp.arange(m), (len(steps), 1))
    for j in range(steps.shape[1]):
        position = steps[:, j] - 1
        saved = order[batch, position]
        order[batch, position] = order[:, j]
        order[:, j] = saved
    out = np.zeros((len(steps), m, m), dtype)
    out[batch[:, None], order, intp.arange(m)] = 1
    return out.reshape(*pivots.shape[:-1], m, m)


def _single_permutation_matrix(pivots: Array, m: int, dtype: Any) -> Array:
    order = list(range(m))
    for j, pivot in enumerate(pivots.tolist()):
        order[j], order[pivot - 1] = order[pivot - 1], order[j]
    out = np.zeros((m, m), dtype)
    for j, row in enumerate(order):
        out[row, j] = 1
    return out


def eig(a: Array) -> tuple[Array, Array]:
    """Eigenvalues and eigenvectors of square matrices, complex for any input."""
    if a.dtype.kind not in "fcV":
        raise RuntimeError(f"Unknown Complex ScalarType for {scalar_name(a.dtype)}")
    check_matrix(a, "linalg.eig", half_kernel="linalg_eig_out_cpu")
    if not np.isfinite(a).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")
    values, vectors = np.linalg.eig(a)
    wanted = np.result_type(a.dtype, np.complex64)
    return values.astype(wanted), column_major(vectors.astype(wanted))


def pinv(a: Array, rcond: Any, hermitian: bool) -> Array:
    """The Moore-Penrose inverse; singular values up to `rcond` times the largest are treated as 0."""
    if not hermitian:
        return pinv_and_values(a, rcond)[0]
    _check_pinv(a, True)
    if not a.size:
        return np.empty(a.shape, a.dtype)
    values, vectors = lapack.eigh_lower(a)
    sizes = np.abs(values)
    large = sizes > np.asarray(rcond)[..., None] * np.maximum.reduce(sizes, axis=-1, keepdims=True)
    inverse = np.divide(1, values, where=large, out=np.zeros(values.shape, values.dtype))
    return np.matmul(vectors * inverse[..., None, :], vectors.swapaxes(-1, -2).conj())


def pinv_and_values(a: Array, rcond: Any) -> tuple[Array, Array]:
    """`pinv`, and all singular values."""
    _check_pinv(a, False)
    return lapack.pinv_and_values(a, rcond)


def _check_pinv(a: Array, hermitian: bool) -> None:
    if a.ndim < 2 or a.dtype.kind not in "fc" or a.dtype.itemsize == 2:
        raise RuntimeError(f"linalg.pinv({scalar_name(a.dtype)}{{{list(a.shape)}}}): expected a tensor with 2 or more dimensions of float, "
                           "double, cfloat or cdouble types")
    if hermitian:
        check_matrix(a, "linalg.eigh")
    if not all_finite(a):
        raise LinAlgError("linalg.svd: The algorithm failed to converge because the input matrix contained non-finite values.")
