"""L D L^T of symmetric and L D L^H of Hermitian matrices by J. R. Bunch and L. Kaufman's pivoting (1977), and solving from it.

D has blocks of size 1 and 2. L and D lie in the lower triangle as LAPACK leaves them: a pivot that is positive is the row that a
column of a block of size 1 changed places with, two equal negative ones stand for a block of size 2 and its second row.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .decompositions import check, check_shape, column_major
from .dtypes import scalar_name
from .quiet import quiet

Array = NDArray[Any]
_ALPHA = (1 + math.sqrt(17)) / 8


def _size(a: Any) -> Any:
    """What LAPACK compares: the sum of the sizes of the parts of a complex number."""
    return np.abs(a.real) + np.abs(a.imag) if a.dtype.kind == "c" else np.abs(a)


def _pivot(a: Array, k: int, hermitian: bool) -> tuple[int, int, bool]:
    """The row to change places with, the size of the block, and whether the column has nothing but zeros."""
    n = len(a)
    diagonal = (lambda i: abs(a[i, i].real)) if hermitian else (lambda i: _size(a[i, i]))
    own, below = diagonal(k), _size(a[k + 1:, k])
    row = k + 1 + int(np.argmax(below)) if k < n - 1 else k
    largest = below[row - k - 1] if k < n - 1 else 0.0
    if max(own, largest) == 0 or np.isnan(own):
        return k, 1, True
    if own >= _ALPHA * largest:
        return k, 1, False
    other = max(_size(a[row, k:row]).max(initial=0), _size(a[row + 1:, row]).max(initial=0))
    if own >= _ALPHA * largest * (largest / other):
        return k, 1, False
    return (row, 1, False) if diagonal(row) >= _ALPHA * other else (row, 2, False)


def _exchange(a: Array, k: int, i: int, j: int, hermitian: bool) -> None:
    """Rows and columns i < j change places in the lower triangle from column k on."""
    a[j + 1:, [i, j]] = a[j + 1:, [j, i]]
    between = a[i + 1:j, i].copy()
    a[i + 1:j, i], a[j, i + 1:j] = (a[j, i + 1:j].conj(), between.conj()) if hermitian else (a[j, i + 1:j], between)
    if hermitian:
        a[j, i] = a[j, i].conj()
    a[i, i], a[j, j] = a[j, j], a[i, i]
    if i > k:
        a[i, k], a[j, k] = a[j, k], a[i, k]


def _dual(x: Array, hermitian: bool) -> Array:
    return x.conj() if hermitian else x


def _eliminate_one(a: Array, k: int, hermitian: bool) -> None:
    column = a[k + 1:, k].copy()
    pivot = a[k, k].real if hermitian else a[k, k]
    a[k + 1:, k + 1:] -= np.tril(np.outer(column / pivot, _dual(column, hermitian)))
    a[k + 1:, k] = column / pivot


def _eliminate_two(a: Array, k: int, hermitian: bool) -> None:
    block = np.array([[a[k, k], _dual(a[k + 1, k], hermitian)], [a[k + 1, k], a[k + 1, k + 1]]])
    columns = a[k + 2:, k:k + 2].copy()
    factors = columns @ _inverse(block)
    a[k + 2:, k + 2:] -= np.tril(factors @ _dual(columns, hermitian).T)
    a[k + 2:, k:k + 2] = factors


def _inverse(block: Array) -> Array:
    """Of a block of size 2, scaled by its off-diagonal element, which is the largest."""
    low, high = block[1, 0], block[0, 1]
    first, second = block[0, 0] / high, block[1, 1] / low
    scale = 1 / (first * second - 1)
    return np.array([[second / high * scale, -scale / low], [-scale / high, first / low * scale]])


@quiet
def _factor(a: Array, hermitian: bool) -> tuple[Array, Array, int]:
    a, n, k, info = np.tril(a), len(a), 0, 0
    pivots = np.empty(n, np.int32)
    if hermitian:
        np.fill_diagonal(a, a.diagonal().real)
    while k < n:
        row, count, empty = _pivot(a, k, hermitian)
        if empty:
            info = info or k + 1
        elif row != k + count - 1:
            _exchange(a, k, k + count - 1, row, hermitian)
        if not empty:
            (_eliminate_one if count == 1 else _eliminate_two)(a, k, hermitian)
        pivots[k:k + count] = row + 1 if count == 1 else -(row + 1)
        if hermitian:
            np.fill_diagonal(a, a.diagonal().real)
        k += count
    return a, pivots, info


def factor(a: Array, hermitian: bool) -> tuple[Array, Array, Array]:
    """L and D in one matrix, pivots, and the number of the first column of zeros (0: none)."""
    check(a, "torch.linalg.ldl_factor_ex", half="ldl_factor_kernel_cpu")
    lead, n = a.shape[:-2], a.shape[-1]
    out, pivots, info = np.empty_like(a), np.empty((*lead, n), np.int32), np.zeros(lead, np.int32)
    for index in np.ndindex(*lead):
        out[index], pivots[index], info[index] = _factor(a[index], hermitian and a.dtype.kind == "c")
    return column_major(out), pivots, info


def _solve_forward(ld: Array, pivots: Array, x: Array, hermitian: bool) -> None:
    """x becomes D^-1 L^-1 P x."""
    k, n = 0, len(ld)
    while k < n:
        count = 1 if pivots[k] > 0 else 2
        own, other = k + count - 1, abs(int(pivots[k])) - 1
        x[[own, other]] = x[[other, own]]
        x[k + count:] -= ld[k + count:, k:k + count] @ x[k:k + count]
        if count == 1:
            x[k] /= ld[k, k].real if hermitian else ld[k, k]
        else:
            low = ld[k + 1, k]
            x[k:k + 2] = _inverse(np.array([[ld[k, k], _dual(low, hermitian)], [low, ld[k + 1, k + 1]]])) @ x[k:k + 2]
        k += count


def _solve_back(ld: Array, pivots: Array, x: Array, hermitian: bool) -> None:
    """x becomes P^T L^-T x."""
    k = len(ld) - 1
    while k >= 0:
        count = 1 if pivots[k] > 0 else 2
        first = k - count + 1
        x[first:k + 1] -= _dual(ld[k + 1:, first:k + 1], hermitian).T @ x[k + 1:]
        other = abs(int(pivots[k])) - 1
        x[[k, other]] = x[[other, k]]
        k -= count


@quiet
def solve(ld: Array, pivots: Array, b: Array, hermitian: bool) -> Array:
    """x with A x = b, from what `factor` gave for A."""
    _check_solve(ld, pivots, b)
    lead = np.broadcast_shapes(ld.shape[:-2], b.shape[:-2])
    out = np.broadcast_to(b, (*lead, *b.shape[-2:])).copy()
    ld, pivots = np.broadcast_to(ld, (*lead, *ld.shape[-2:])), np.broadcast_to(pivots, (*lead, pivots.shape[-1]))
    for index in np.ndindex(*lead):
        for step in (_solve_forward, _solve_back):
            step(ld[index], pivots[index], out[index], hermitian and ld.dtype.kind == "c")
    return column_major(out)


def _check_solve(ld: Array, pivots: Array, b: Array) -> None:
    name = "torch.linalg.ldl_solve"
    if ld.dtype.kind not in "fc":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {scalar_name(ld.dtype)}")
    check_shape(ld, name)
    if b.ndim < 2:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-max(b.ndim, 1)}, {max(b.ndim, 1) - 1}], but got -2)")
    if b.dtype != ld.dtype:
        raise RuntimeError(f"Expected b and A to have the same dtype, but found b of type {scalar_name(b.dtype)} and A of type "
                           f"{scalar_name(ld.dtype)} instead.")
    if b.shape[-2] != ld.shape[-1]:
        raise RuntimeError(f"Incompatible matrix sizes for {name}: each A matrix is {ld.shape[-2]} by {ld.shape[-1]} but each b matrix is "
                           f"{b.shape[-2]} by {b.shape[-1]}")
    if pivots.shape != ld.shape[:-1]:
        raise RuntimeError(f"{name}: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
                           f"{list(pivots.shape)} instead")
    if pivots.dtype.kind not in "iu":
        raise RuntimeError(f"{name}: Expected pivots to be integers. Got {scalar_name(pivots.dtype)}")
    if ld.size and ld.dtype.itemsize == 2:
        raise NotImplementedError(f"\"ldl_solve_kernel_cpu\" not implemented for '{scalar_name(ld.dtype)}'")
