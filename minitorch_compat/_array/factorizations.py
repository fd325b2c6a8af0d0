"""LU with partial pivoting, eigenvalues of general matrices, the pseudoinverse."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .decompositions import _check, _failing
from .quiet import quiet

Array = NDArray[Any]


@quiet
def lu(a: Array) -> tuple[Array, Array, Array]:
    """P, L, U with a = P L U. numpy has no LU; the elimination runs over columns, batches and rows at once."""
    _check(a, "linalg.lu", square=False)
    m, n = a.shape[-2:]
    k = min(m, n)
    work = a.reshape(-1, m, n).copy()
    order = np.tile(np.arange(m), (work.shape[0], 1))
    batch = np.arange(work.shape[0])
    for j in range(k):
        pivot = j + np.argmax(np.abs(work[:, j:, j]), axis=1)
        for rows in (work, order):
            kept = rows[batch, pivot].copy()
            rows[batch, pivot] = rows[:, j]
            rows[:, j] = kept
        head = work[:, j, j, None]
        factor = np.where(head == 0, 0, work[:, j + 1:, j] / np.where(head == 0, 1, head))
        work[:, j + 1:, j] = factor
        work[:, j + 1:, j + 1:] -= factor[:, :, None] * work[:, j, None, j + 1:]
    lower = np.tril(work[:, :, :k], -1) + np.eye(m, k, dtype=a.dtype)
    permutation = np.zeros((work.shape[0], m, m), a.dtype)
    permutation[batch[:, None], order, np.arange(m)] = 1
    lead = a.shape[:-2]
    return permutation.reshape(*lead, m, m), lower.reshape(*lead, m, k), np.triu(work[:, :k]).reshape(*lead, k, n)


def pivots_of(permutation: Array, count: int) -> Array:
    """LAPACK's pivots, which say step by step what row is swapped to the place, from a permutation matrix."""
    m = permutation.shape[-1]
    order = np.argmax(np.abs(permutation.reshape(-1, m, m)), axis=1)
    out = np.empty((order.shape[0], count), np.int32)
    for row, wanted in enumerate(order):
        current = list(range(m))
        for j in range(count):
            place = current.index(wanted[j])
            current[j], current[place] = current[place], current[j]
            out[row, j] = place + 1
    return out.reshape(*permutation.shape[:-2], count)


def permutation_of(pivots: Array, m: int, dtype: Any) -> Array:
    """The permutation matrix of LAPACK's pivots."""
    steps = pivots.reshape(-1, pivots.shape[-1])
    out = np.zeros((steps.shape[0], m, m), dtype)
    for row, swaps in enumerate(steps):
        order = list(range(m))
        for j, place in enumerate(swaps):
            order[j], order[place - 1] = order[place - 1], order[j]
        out[row, order, range(m)] = 1
    return out.reshape(*pivots.shape[:-1], m, m)


def eig(a: Array) -> tuple[Array, Array]:
    """Eigenvalues and eigenvectors of square matrices, complex whatever the input."""
    _check(a, "linalg.eig")
    if not np.isfinite(a).all():
        raise _failing("torch.linalg.eig", "input tensor should not contain infs or NaNs.")
    values, vectors = np.linalg.eig(a)
    wanted = np.result_type(a.dtype, np.complex64)
    return values.astype(wanted), vectors.astype(wanted)


def pinv(a: Array, rcond: Any) -> Array:
    """The Moore-Penrose inverse; singular values below `rcond` times the largest count as 0."""
    _check(a, "linalg.pinv", square=False)
    return np.linalg.pinv(a, rcond)
