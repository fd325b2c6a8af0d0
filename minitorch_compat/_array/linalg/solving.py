"""Solving with factors, least squares, Householder reflections, the matrix exponential."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import scalar_name
from ..core.execution.quiet import quiet
from ..core.row_order import note_layout
from . import decompositions
from .decompositions import LinAlgError, adjoint, check_matrix, check_shape, column_major, inv, solve_triangular, upper_triangle
from .factorizations import permutation_matrix, pinv, pinv_and_values, split_lu, unit_lower

Array = np.ndarray[Any, np.dtype[Any]]


def check_lapack_dtype(dtype: np.dtype[Any], kernel: str) -> None:
    """Raise for a dtype that LAPACK does not support."""
    if dtype.kind not in "fc" or dtype.itemsize == 2:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name(dtype)}'")


def _check_two_dims(a: Array, name: str) -> None:
    if a.ndim < 2:
        raise RuntimeError(f"{name}: Expected tensor with 2 or more dimensions. Got size: {list(a.shape)} instead")


# Cholesky -----------------------------------------------------------------------------------------------------------------------------


def _check_system(b: Array, a: Array, name: str) -> None:
    for role, t in (("b", b), (name, a)):
        if t.ndim < 2:
            raise RuntimeError(f"{role} should have at least 2 dimensions, but has {t.ndim} dimensions instead")
    if b.dtype != a.dtype:
        raise RuntimeError(f"Expected b and A to have the same dtype, but found b of type {scalar_name(b.dtype)} and A of type "
                           f"{scalar_name(a.dtype)} instead.")
    if a.shape[-1] != a.shape[-2]:
        raise RuntimeError(f"A must be batches of square matrices, but they are {a.shape[-2]} by {a.shape[-1]} matrices")
    if a.shape[-1] != b.shape[-2]:
        raise RuntimeError(f"Incompatible matrix sizes for {'cholesky_solve' if name == 'u' else 'triangular_solve'}: each A matrix is "
                           f"{a.shape[-1]} by {a.shape[-1]} but each b matrix is {b.shape[-2]} by {b.shape[-1]}")


def cholesky_solve(b: Array, factor: Array, upper: bool) -> Array:
    """x with A x = b, from the Cholesky factor of A."""
    _check_system(b, factor, "u")
    check_lapack_dtype(factor.dtype, "cholesky_solve_cpu")
    lower, above = (adjoint(factor), factor) if upper else (factor, adjoint(factor))
    return solve_triangular(above, solve_triangular(lower, b, False, True, False), True, True, False)


def cholesky_inverse(factor: Array, upper: bool) -> Array:
    """The inverse of A, from its Cholesky factor."""
    check_shape(factor, "cholesky_inverse")
    check_lapack_dtype(factor.dtype, "cholesky_inverse_out_cpu")
    inverse = inv(adjoint(upper_triangle(factor)) if upper else np.tril(factor), "cholesky_inverse")
    return column_major(np.matmul(adjoint(inverse), inverse))


# LU ---------------------------------------------------------------------------------------------------------------------------------


def lu_solve(lu: Array, pivots: Array, b: Array, left: bool, hermitian: bool) -> Array:
    """x with A x = b (or x A = b, or with A's adjoint), from the LU factors of A."""
    if lu.dtype.kind not in "fcV":
        raise RuntimeError(f"torch.linalg.lu_solve: Expected a floating point or complex tensor as input. Got {scalar_name(lu.dtype)}")
    check_shape(lu, "torch.linalg.lu_solve")
    if lu.dtype != b.dtype:
        raise RuntimeError(f"linalg.lu_solve: Expected LU and B to have the same dtype, but found LU of type {scalar_name(lu.dtype)} and B "
                           f"of type {scalar_name(b.dtype)} instead")
    _check_two_dims(b, "torch.linalg.lu_solve")
    if not lu.size or not b.size:
        return column_major(b) if left else np.empty_like(b)
    check_lapack_dtype(lu.dtype, "linalg.lu_solve_cpu")
    if not left:
        return adjoint(lu_solve(lu, pivots, adjoint(b), True, not hermitian))
    p = permutation_matrix(pivots, lu.shape[-2], lu.dtype)
    if hermitian:
        inner = solve_triangular(adjoint(lu), b, False, True, False)
        return column_major(np.matmul(p, solve_triangular(adjoint(lu), inner, True, True, True)))
    return solve_triangular(lu, solve_triangular(lu, np.matmul(np.swapaxes(p, -1, -2), b), False, True, True), True, True, False)


def lu_unpack(lu: Array, pivots: Array, data: bool, order: bool) -> tuple[Array, Array, Array]:
    """P, L, U from the results of `lu_factor`; empty arrays for parts that are not requested."""
    if order and pivots.dtype != np.int32:
        raise RuntimeError("torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n"
                           "Note: this function is intended to be used with the output produced by torch.linalg.lu_factor")
    _check_two_dims(lu, "torch.lu_unpack")
    if order and pivots.shape[-1:] != (min(lu.shape[-2:]),):
        raise RuntimeError("torch.lu_unpack: LU_pivots.shape[-1] must be min(LU_data.shape[-2:])")
    empty = np.empty(0, lu.dtype)
    p = permutation_matrix(pivots, lu.shape[-2], lu.dtype) if order else empty
    if not data:
        return p, empty, empty.copy()
    return p, *split_lu(lu)


def triangular_solve(b: Array, a: Array, upper: bool, transpose: bool, unitriangular: bool) -> tuple[Array, Array]:
    """x with a x = b (or a^T x = b) for triangular a, and a copy of a."""
    for name, t in (("b", b), ("A", a)):
        if t.ndim < 2:
            raise RuntimeError(f"torch.triangular_solve: Expected {name} to have at least 2 dimensions, but it has {t.ndim} "
                               "dimensions instead")
    _check_system(b, a, "A")
    matrix, above = (np.swapaxes(a, -1, -2), not upper) if transpose else (a, upper)
    solution = solve_triangular(matrix, b, above, True, unitriangular)
    return solution, column_major(np.broadcast_to(a, (*solution.shape[:-2], *a.shape[-2:])))


# Least squares ------------------------------------------------------------------------------------------------------------------------


def lstsq(a: Array, b: Array, rcond: Any, driver: str) -> tuple[Array, Array, Array, Array]:
    """The least-norm x that minimizes a x - b, residuals, ranks and singular values; empty arrays for what a driver omits."""
    vectors = b.ndim == a.ndim - 1
    right = b[..., None] if vectors else b
    m, n = a.shape[-2:]
    real = a.real.dtype
    relative = max(m, n) * float(np.finfo(real).eps) if rcond is None or driver == "gels" else rcond
    if driver in ("gels", "gelsy") and a.dtype.char == "f" and m >= n and a.size and right.size and relative > 0:
        solution, rank = _lstsq_by_equations_or_svd(a, right, relative)
        values = np.empty(0, real)
    else:
        solution, rank, values = _lstsq_by_svd(a, right, relative)
    if driver == "gels":
        _check_full_rank(rank, min(m, n))
    solution = _to_lapack_layout(solution, m)
    residuals = np.empty(0, real)
    if m > n and driver != "gelsy" and (driver == "gels" or (rank == n).all()):
        residuals = (np.abs(np.matmul(a, solution) - right) ** 2).sum(-2)
    note_layout(solution)
    return (solution[..., 0] if vectors else solution, residuals, np.empty(0, np.int64) if driver == "gels" else np.asarray(rank, np.int64),
            values if driver in ("gelsd", "gelss") else np.empty(0, real))


def _check_full_rank(rank: Array, full: int) -> None:
    """Raise for rank-deficient matrices, which the driver without pivoting cannot solve."""
    deficient = intp.flatnonzero(np.less(rank, full))
    if len(deficient):
        which = f"(Batch element {deficient[0]}): " if rank.ndim else ""
        raise LinAlgError(f"torch.linalg.lstsq: {which}The least squares solution could not be computed because the input matrix does "
                          f"not have full rank (error code: {rank.reshape(-1)[deficient[0]] + 1}).")


def _lstsq_by_svd(a: Array, right: Array, relative: float) -> tuple[Array, Array, Array]:
    """The solution, ranks and singular values."""
    inverse, values = pinv_and_values(a, relative)
    largest = np.maximum.reduce(values, -1, keepdims=True, initial=0)
    return np.matmul(inverse, right), np.add.reduce(values > largest * relative, -1, np.int64), values


def _lstsq_by_equations_or_svd(a: Array, right: Array, relative: float) -> tuple[Array, Array]:
    """The solution and ranks for matrices in single precision, by singular values where the rank is in doubt."""
    solution, full_rank = _lstsq_by_normal_equations(a, right, relative)
    rank = np.full(full_rank.shape, a.shape[-1], np.int64)
    if not full_rank.all():
        if a.shape[:-2] != right.shape[:-2]:
            return _lstsq_by_svd(a, right, relative)[:2]
        rank_unknown = ~full_rank
        solution[rank_unknown], rank[rank_unknown], _ = _lstsq_by_svd(a[rank_unknown], right[rank_unknown], relative)
    return solution, rank


def _lstsq_by_normal_equations(a: Array, right: Array, relative: float) -> tuple[Array, Array]:
    """The solution by normal equations in float64, and a mask of the matrices that certainly have full rank.

    Their condition number is the square of that of `a`; below the limit for full rank this leaves more digits than a decomposition in
    single precision has, and takes a third of its time.
    """
    m, n = a.shape[-2:]
    double = a.astype(np.float64)
    transposed = np.swapaxes(double, -1, -2)
    equations = double if m == n else np.matmul(transposed, double)
    try:
        inverse = np.linalg.inv(equations)
    except np.linalg.LinAlgError:  # raised for the whole batch: numpy does not report which matrix is singular
        return np.empty((*a.shape[:-2], n, right.shape[-1]), a.dtype), np.zeros(a.shape[:-2], bool)
    condition = np.linalg.norm(equations, axis=(-2, -1)) * np.linalg.norm(inverse, axis=(-2, -1))
    full_rank = np.asarray(condition < (1 / relative if m == n else 1 / relative**2) / n)
    return np.matmul(inverse, right if m == n else np.matmul(transposed, right)).astype(a.dtype), full_rank


def lstsq_inverse(a: Array, rcond: Any) -> Array:
    """The pseudoinverse with the tolerance of `lstsq`."""
    return pinv(a, max(a.shape[-2:]) * float(np.finfo(a.dtype).eps) if rcond is None else rcond, False)


def _to_lapack_layout(found: Array, m: int) -> Array:
    """The solution in LAPACK's layout: the first rows of the right side, column-major."""
    *batch, n, count = found.shape
    memory = np.empty((*batch, count, max(m, n)), found.dtype).swapaxes(-1, -2)
    solution = memory[..., :n, :]
    solution[...] = found
    return solution


# Reflections --------------------------------------------------------------------------------------------------------------------------


def apply_reflections(v: Array, tau: Array, x: Array, backwards: bool) -> Array:
    """H_1 ... H_k x with H_i = 1 - tau_i v_i v_i^H; or H_k^H ... H_1^H x."""
    if tau.shape[-1] > _REFLECTION_BLOCK:
        return _apply_reflections_blocked(v, tau, x, backwards)
    order = range(tau.shape[-1])
    for i in order if backwards else reversed(order):
        vector, factor = v[..., :, i:i + 1], tau[..., i, None, None]
        x = x - (factor.conj() if backwards else factor) * np.matmul(vector, np.matmul(adjoint(vector), x))
    return x


#: Reflections that are combined in one product.
_REFLECTION_BLOCK = 32


def _apply_reflections_blocked(v: Array, tau: Array, x: Array, backwards: bool) -> Array:
    """The same by H_i ... H_j = 1 - V T V^H with triangular T (R. Schreiber, C. Van Loan, 1989)."""
    starts = range(0, tau.shape[-1], _REFLECTION_BLOCK)
    for i in starts if backwards else reversed(starts):
        vectors = v[..., :, i:i + _REFLECTION_BLOCK]
        factor = _reflection_triangle(np.matmul(adjoint(vectors), vectors), tau[..., i:i + _REFLECTION_BLOCK])
        x = x - np.matmul(vectors, np.matmul(adjoint(factor) if backwards else factor, np.matmul(adjoint(vectors), x)))
    return x


def _reflection_triangle(products: Array, tau: Array) -> Array:
    """T, from the dot products of the vectors with each other."""
    out = np.zeros_like(products)
    for j in range(tau.shape[-1]):
        out[..., :j, j] = np.matmul(out[..., :j, :j], products[..., :j, j, None])[..., 0] * -tau[..., j, None]
        out[..., j, j] = tau[..., j]
    return out


def householder_product(a: Array, tau: Array) -> Array:
    """The leading columns of H_1 ... H_k."""
    if a.ndim < 2:
        raise RuntimeError("torch.linalg.householder_product: input must have at least 2 dimensions.")
    m, n = a.shape[-2:]
    if m < n:
        raise RuntimeError("torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]")
    if n < tau.shape[-1]:
        raise RuntimeError("torch.linalg.householder_product: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    if tau.dtype != a.dtype:
        raise RuntimeError(f"torch.linalg.householder_product: tau dtype {scalar_name(tau.dtype)} does not match input dtype "
                           f"{scalar_name(a.dtype)}")
    check_lapack_dtype(a.dtype, "orgqr_cpu")
    return column_major(apply_reflections(unit_lower(a), tau, np.broadcast_to(np.eye(m, n, dtype=a.dtype), a.shape), False))


def geqrf(a: Array) -> tuple[Array, Array]:
    """R on and above the diagonal and Householder vectors below it, and their factors."""
    if a.ndim < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    check_lapack_dtype(a.dtype, "geqrf_cpu")
    if not a.size:
        return column_major(a), np.empty((*a.shape[:-2], min(a.shape[-2:])), a.dtype)
    transposed, tau = np.linalg.qr(a, mode="raw")  # column-major, as in Fortran
    return np.swapaxes(np.ascontiguousarray(transposed), -1, -2), tau


def ormqr(a: Array, tau: Array, other: Array, left: bool, transpose: bool) -> Array:
    """Q other (or other Q) with Q = H_1 ... H_k, or with `transpose` its adjoint."""
    for name, t in (("tau", tau), ("other", other)):
        if t.dtype != a.dtype:
            raise RuntimeError(f"torch.ormqr: Expected input and {name} to have the same dtype, but input has dtype{scalar_name(a.dtype)} "
                               f"and {name} has dtype {scalar_name(t.dtype)}")
    check_lapack_dtype(a.dtype, "ormqr_cpu")
    v = unit_lower(a)
    if left:
        return column_major(apply_reflections(v, tau, other, transpose))
    return column_major(adjoint(apply_reflections(v, tau, adjoint(other), not transpose)))


# The exponential ----------------------------------------------------------------------------------------------------------------------


@quiet
def matrix_exp(a: Array) -> Array:
    """The exponential, by a Taylor polynomial of the scaled matrices and repeated squaring."""
    if a.ndim < 2:
        check_shape(a, "linalg.matrix_exp")
    if a.dtype.kind not in "fcV":
        raise RuntimeError(f"linalg.matrix_exp: Expected a floating point or complex tensor as input. Got {scalar_name(a.dtype)}")
    check_shape(a, "linalg.matrix_exp")
    if not a.size:
        return a.copy()
    # Squaring doubles the relative error: single precision has no digits to spare for that.
    double = a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)
    norm = float(np.abs(double).sum(-2).max())
    if not math.isfinite(norm):
        return a * a.dtype.type(np.nan)
    halvings = max(0, math.ceil(math.log2(norm)) + 2) if norm > 0.25 else 0
    scaled = double / double.dtype.type(2.0**halvings)
    total = term = np.broadcast_to(np.eye(a.shape[-1], dtype=double.dtype), double.shape)
    for order in range(1, 15):
        term = np.matmul(term, scaled) / double.dtype.type(order)
        total = total + term
    for _ in range(halvings):
        total = np.matmul(total, total)
    return total.astype(a.dtype)


def cholesky(a: Array, upper: bool) -> Array:
    """`torch.cholesky`, which does not check the dtype of empty arrays."""
    if not a.size:
        return np.empty_like(a)
    check_matrix(a, "cholesky", kernel="cholesky_cpu")
    return decompositions.cholesky(a, upper, "cholesky")
