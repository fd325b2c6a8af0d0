"""LU with partial pivoting, eigenvalues of general matrices, the pseudoinverse."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .decompositions import LinAlgError, check, column_major
from .dtypes import scalar_name
from .quiet import quiet

Array = NDArray[Any]


@quiet
def eliminate(work: Array) -> tuple[Array, Array]:
    """L (below the diagonal) and U in place of a batch of matrices, and LAPACK's pivots. numpy has no LU: columns, one by one."""
    m, n = work.shape[-2:]
    batch = np.arange(work.shape[0])
    pivots = np.empty((work.shape[0], min(m, n)), np.int32)
    for j in range(min(m, n)):
        pivot = j + np.argmax(_size(work[:, j:, j]), axis=1)
        pivots[:, j] = pivot + 1
        kept = work[batch, pivot].copy()
        work[batch, pivot] = work[:, j]
        work[:, j] = kept
        head = work[:, j, j, None]
        work[:, j + 1:, j] = np.where(head == 0, 0, work[:, j + 1:, j] / np.where(head == 0, 1, head))
        work[:, j + 1:, j + 1:] -= work[:, j + 1:, j, None] * work[:, j, None, j + 1:]
    return work, pivots


def _size(a: Array) -> Array:
    """The modulus by which LAPACK chooses pivots: of complex numbers, the sum of both parts'."""
    return np.abs(a.real) + np.abs(a.imag) if a.dtype.kind == "c" else np.abs(a)


def lu_factor(a: Array) -> tuple[Array, Array, Array]:
    """L and U in one matrix, LAPACK's pivots, and the number of the first zero pivot (0: none)."""
    if a.ndim < 2:
        raise RuntimeError(f"torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: {list(a.shape)} instead")
    check(a, "linalg.lu_factor", square=False, kernel="lu_cpu")
    m, n = a.shape[-2:]
    work, pivots = eliminate(a.reshape(math.prod(a.shape[:-2]), m, n).copy())
    zero = np.diagonal(work, axis1=-2, axis2=-1) == 0
    info = np.where(zero.any(-1), zero.argmax(-1) + 1, 0) if min(m, n) else np.zeros(zero.shape[0])
    lead = a.shape[:-2]
    return column_major(work.reshape(a.shape)), pivots.reshape(*lead, min(m, n)), info.astype(np.int32).reshape(lead)


def lu(a: Array) -> tuple[Array, Array, Array]:
    """P, L, U with a = P L U."""
    if a.ndim < 2:
        raise RuntimeError(f"linalg.lu: Expected tensor with 2 or more dimensions. Got size: {list(a.shape)} instead")
    compact, pivots, _ = lu_factor(a)
    m, k = a.shape[-2], min(a.shape[-2:])
    lower = np.tril(compact[..., :k], -1) + np.eye(m, k, dtype=a.dtype)
    return permutation_of(pivots, m, a.dtype), np.ascontiguousarray(lower), np.ascontiguousarray(np.triu(compact[..., :k, :]))


def permutation_of(pivots: Array, m: int, dtype: Any) -> Array:
    """The permutation matrix of LAPACK's pivots."""
    steps = pivots.reshape(math.prod(pivots.shape[:-1]), pivots.shape[-1])
    batch, order = np.arange(len(steps)), np.tile(np.arange(m), (len(steps), 1))
    for j in range(steps.shape[1]):
        place = steps[:, j] - 1
        kept = order[batch, place]
        order[batch, place] = order[:, j]
        order[:, j] = kept
    out = np.zeros((len(steps), m, m), dtype)
    out[batch[:, None], order, np.arange(m)] = 1
    return out.reshape(*pivots.shape[:-1], m, m)


def eig(a: Array) -> tuple[Array, Array]:
    """Eigenvalues and eigenvectors of square matrices, complex whatever the input."""
    if a.dtype.kind not in "fcV":
        raise RuntimeError(f"Unknown Complex ScalarType for {scalar_name(a.dtype)}")
    check(a, "linalg.eig", half="linalg_eig_out_cpu")
    if not np.isfinite(a).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")
    values, vectors = np.linalg.eig(a)
    wanted = np.result_type(a.dtype, np.complex64)
    return values.astype(wanted), column_major(vectors.astype(wanted))


def pinv(a: Array, rcond: Any, hermitian: bool) -> Array:
    """The Moore-Penrose inverse; singular values below `rcond` times the largest count as 0."""
    if a.ndim < 2 or a.dtype.kind not in "fc" or a.dtype.itemsize == 2:
        raise RuntimeError(f"linalg.pinv({scalar_name(a.dtype)}{{{list(a.shape)}}}): expected a tensor with 2 or more dimensions of float, "
                           "double, cfloat or cdouble types")
    if hermitian:
        check(a, "linalg.eigh")
    if not np.isfinite(a).all():
        raise LinAlgError("linalg.svd: The algorithm failed to converge because the input matrix contained non-finite values.")
    return np.ascontiguousarray(np.linalg.pinv(a, rcond, hermitian=hermitian))
