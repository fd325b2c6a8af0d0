"""Least squares, LU, general eigenvalues, functions of matrices: what is built on the decompositions."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._array.decompositions import LinAlgError
from .._array.factorizations import permutation_of, pivots_of
from .._bindings import return_types
from .._bindings._support import write_out
from .._dispatch.call import caller, wrap
from .._dispatch.lifting import concrete_values, mapped

_pinv, _eig, _lu, _solve, _inv, _cholesky = (caller(n) for n in ("pinv_of", "eig_of", "lu_parts", "solve_matrix", "inv", "cholesky_lower"))


def _value(x: Any) -> Any:
    return x.array if hasattr(x, "array") else x


def pinv(A: Any, *, atol: Any = None, rtol: Any = None, hermitian: bool = False, rcond: Any = None, out: Any = None) -> Any:
    """The Moore-Penrose inverse; singular values up to max(atol, rtol * largest) count as 0."""
    if out is not None:
        return write_out(pinv, out, A, atol=atol, rtol=rtol, hermitian=hermitian, rcond=rcond)
    relative = rtol if rtol is not None else rcond
    if relative is None:
        relative = max(A.array.shape[-2:]) * np.finfo(A.array.dtype).eps if atol is None else 0.0
    limit = _value(relative)
    if atol is not None:
        largest = np.linalg.norm(A.array, 2, (-2, -1))
        with np.errstate(divide="ignore", invalid="ignore"):
            limit = np.maximum(limit, np.where(largest > 0, _value(atol) / largest, 0.0))
    return _pinv(A, limit)


def lstsq(A: Any, B: Any, rcond: Any = None, *, driver: str | None = None) -> Any:
    """The X of least norm that makes A X - B smallest; the named tuple has residuals for tall matrices of full rank."""
    if A.array.ndim < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    vectors = B.array.ndim == A.array.ndim - 1
    right = B.unsqueeze(-1) if vectors else B
    solution = pinv(A, rtol=rcond) @ right
    m, n = A.array.shape[-2:]
    rank = matrix_rank(A, rtol=rcond)
    empty = A.new_empty(0)
    tall = m > n and bool((concrete_values(rank) == n).all()) and driver in (None, "gels", "gelsy", "gelsd", "gelss")
    residuals = (A @ solution - right).abs().square().sum(-2) if tall and driver is not None and driver != "gelsy" else empty
    values = mapped(A, lambda a: np.linalg.svd(a, compute_uv=False)) if driver in ("gelsd", "gelss") else empty
    found = rank if driver not in ("gels",) else wrap(np.empty(0, np.int64))
    return return_types.linalg_lstsq(solution.squeeze(-1) if vectors else solution, residuals, found, values)


def matrix_rank(A: Any, *, tol: Any = None, atol: Any = None, rtol: Any = None, hermitian: bool = False, out: Any = None) -> Any:
    """How many singular values lie above max(atol, rtol * largest)."""
    if out is not None:
        return write_out(matrix_rank, out, A, tol=tol, atol=atol, rtol=rtol, hermitian=hermitian)
    if A.array.__class__ is not np.ndarray:
        return mapped(A, lambda a: matrix_rank(wrap(a), tol=tol, atol=atol, rtol=rtol, hermitian=hermitian).array)
    values = np.linalg.svd(A.array, compute_uv=False)
    relative = _value(rtol) if rtol is not None else None
    absolute = _value(tol) if tol is not None else _value(atol) if atol is not None else 0.0
    if relative is None:
        given = tol is not None or atol is not None
        relative = 0.0 if given else max(A.array.shape[-2:]) * np.finfo(A.array.dtype).eps
    largest = values.max(-1, initial=0.0)
    limit = np.maximum(absolute, relative * largest)
    return wrap(np.asarray((values > np.asarray(limit)[..., None]).sum(-1), np.int64))


def cond(A: Any, p: Any = None, *, out: Any = None) -> Any:
    """The condition number in a norm: the product of the norms of a matrix and its inverse."""
    if out is not None:
        return write_out(cond, out, A, p)
    from . import matrix_norm, svdvals

    if p in (None, 2, -2):
        values = svdvals(A)
        first, last = values.select(-1, 0), values.select(-1, -1)
        return last / first if p == -2 else first / last
    try:
        return matrix_norm(A, p) * matrix_norm(_inv(A), p)
    except LinAlgError:
        return wrap(np.full(A.array.shape[:-2], np.inf, np.zeros(0, A.array.dtype).real.dtype))


def cholesky_ex(A: Any, *, upper: bool = False, check_errors: bool = False, out: Any = None) -> Any:
    """The Cholesky factor, and which leading minor is not positive (0: all are); raises only with `check_errors`."""
    if out is not None:
        return write_out(cholesky_ex, out, A, upper=upper, check_errors=check_errors)
    info = np.zeros(A.array.shape[:-2], np.int32)
    for index in np.ndindex(*info.shape):
        info[index] = _first_bad_minor(A.array[index])
    if not info.any() or check_errors:
        factor = _cholesky(A)
    else:
        parts = np.stack([_partial_factor(a) for a in A.array.reshape(-1, *A.array.shape[-2:])])
        factor = wrap(parts.reshape(A.array.shape))
    return return_types.linalg_cholesky_ex(factor.mH if upper else factor, wrap(info))


def _first_bad_minor(a: np.ndarray[Any, Any]) -> int:
    """1 + the step at which elimination meets a pivot that is not positive; 0 if it meets none."""
    try:
        np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        for k in range(1, a.shape[-1] + 1):
            try:
                np.linalg.cholesky(a[:k, :k])
            except np.linalg.LinAlgError:
                return k
    return 0


def _partial_factor(a: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What LAPACK leaves where it stopped: the factor so far, and the reduced pivot in the place of the bad one."""
    bad = _first_bad_minor(a)
    if not bad:
        return np.linalg.cholesky(a)
    out = np.tril(a)
    k = bad - 1
    head = np.linalg.cholesky(a[:k, :k])
    out[:k, :k] = head
    out[k, :k] = np.linalg.solve(head, a[k, :k].conj()).conj()
    out[k, k] = a[k, k] - np.vdot(out[k, :k], out[k, :k])
    return out


def inv_ex(A: Any, *, check_errors: bool = False, out: Any = None) -> Any:
    """The inverse, and 0 (or, for a singular matrix, with infinities in the result, the number of the zero pivot)."""
    if out is not None:
        return write_out(inv_ex, out, A, check_errors=check_errors)
    info = _singular_pivots(A)
    if info.any() and not check_errors:
        return return_types.linalg_inv_ex(A / 0 if not A.array.any() else wrap(np.full_like(A.array, np.inf)), wrap(info))
    return return_types.linalg_inv_ex(_inv(A), wrap(info))


def solve_ex(A: Any, B: Any, *, left: bool = True, check_errors: bool = False, out: Any = None) -> Any:
    """The solution, and 0 (or, for a singular matrix, with infinities in the result, the number of the zero pivot)."""
    if out is not None:
        return write_out(solve_ex, out, A, B, left=left, check_errors=check_errors)
    from . import solve

    info = _singular_pivots(A)
    if info.any() and not check_errors:
        return return_types.linalg_solve_ex(wrap(np.full(np.broadcast_shapes(B.array.shape), np.inf, B.array.dtype)), wrap(info))
    return return_types.linalg_solve_ex(solve(A, B, left=left), wrap(info))


def _singular_pivots(A: Any) -> np.ndarray[Any, Any]:
    """The number of the first zero pivot of each matrix, 0 where there is none."""
    from .._array.factorizations import lu as factorize

    diagonal = np.diagonal(factorize(A.array)[2], axis1=-2, axis2=-1) == 0
    return np.asarray(np.where(diagonal.any(-1), diagonal.argmax(-1) + 1, 0), np.int32)


# LU -----------------------------------------------------------------------------------------------------------------------------------


def lu(A: Any, *, pivot: bool = True, out: Any = None) -> Any:
    """P, L, U with A = P L U."""
    if out is not None:
        return write_out(lu, out, A, pivot=pivot)
    _check_pivot(pivot)
    return return_types.linalg_lu(*_lu(A))


def _check_pivot(pivot: bool) -> None:
    if not pivot:
        raise RuntimeError("linalg.lu: LU without pivoting is not implemented on the CPU")


def lu_factor(A: Any, *, pivot: bool = True, out: Any = None) -> Any:
    """L and U in one matrix, and LAPACK's pivots."""
    if out is not None:
        return write_out(lu_factor, out, A, pivot=pivot)
    compact, pivots, _ = lu_factor_ex(A, pivot=pivot)
    return return_types.linalg_lu_factor(compact, pivots)


def lu_factor_ex(A: Any, *, pivot: bool = True, check_errors: bool = False, out: Any = None) -> Any:
    """`lu_factor`, and the number of the first zero pivot (0: none)."""
    if out is not None:
        return write_out(lu_factor_ex, out, A, pivot=pivot, check_errors=check_errors)
    _check_pivot(pivot)
    p, lower, upper = _lu(A)
    m, n = A.array.shape[-2:]
    strict = lower.tril(-1)
    compact = (caller("constant_pad_nd")(strict, (0, max(n - m, 0)), 0)
               + caller("constant_pad_nd")(upper, (0, 0, 0, max(m - n, 0)), 0))
    zero = np.diagonal(upper.array, axis1=-2, axis2=-1) == 0
    info = np.asarray(np.where(zero.any(-1), zero.argmax(-1) + 1, 0), np.int32)
    return return_types.linalg_lu_factor_ex(compact, wrap(pivots_of(p.array, min(m, n))), wrap(info))


def lu_unpack(LU_data: Any, LU_pivots: Any, unpack_data: bool = True, unpack_pivots: bool = True, *, out: Any = None) -> Any:
    """P, L, U from what `lu_factor` gave; empty tensors for what is not wanted."""
    if out is not None:
        return write_out(lu_unpack, out, LU_data, LU_pivots, unpack_data, unpack_pivots)
    m, n = LU_data.array.shape[-2:]
    k = min(m, n)
    empty = LU_data.new_empty(0)
    p = wrap(permutation_of(LU_pivots.array, m, LU_data.array.dtype)) if unpack_pivots else empty
    if not unpack_data:
        return return_types.lu_unpack(p, empty, empty)
    lower = LU_data[..., :, :k].tril(-1) + wrap(np.eye(m, k, dtype=LU_data.array.dtype))
    return return_types.lu_unpack(p, lower, LU_data[..., :k, :].triu())


def lu_solve(LU: Any, pivots: Any, B: Any, *, left: bool = True, adjoint: bool = False, out: Any = None) -> Any:
    """X with A X = B (or X A = B, or with A's adjoint) from the LU factors of A."""
    if out is not None:
        return write_out(lu_solve, out, LU, pivots, B, left=left, adjoint=adjoint)
    p, lower, upper = lu_unpack(LU, pivots)
    if not left:
        return lu_solve(LU, pivots, B.mH, adjoint=not adjoint).mH
    if adjoint:
        return p @ _solve(lower.mH, _solve(upper.mH, B))
    return _solve(upper, _solve(lower, p.mT @ B))


# Eigenvalues, functions of matrices -----------------------------------------------------------------------------------------------------


def eig(A: Any, *, out: Any = None) -> Any:
    """Complex eigenvalues and eigenvectors of square matrices."""
    if out is not None:
        return write_out(eig, out, A)
    return return_types.linalg_eig(*_eig(A))


def eigvals(A: Any, *, out: Any = None) -> Any:
    """Complex eigenvalues of square matrices."""
    if out is not None:
        return write_out(eigvals, out, A)
    return _eig(A)[0]


def matrix_exp(A: Any) -> Any:
    """The exponential of square matrices: a Taylor polynomial of the scaled matrix, squared again."""
    if A.array.shape[-1] != A.array.shape[-2] or A.array.ndim < 2:
        raise RuntimeError("linalg.matrix_exp: A must be batches of square matrices, but they are "
                           f"{A.array.shape[-2]} by {A.array.shape[-1]} matrices")
    if not A.array.size:
        return A.clone()
    norm = float(np.abs(concrete_values(A)).sum(-2).max())
    halvings = max(0, math.ceil(math.log2(norm)) + 2) if norm > 0.25 else 0
    scaled = A / 2.0**halvings
    total = term = wrap(np.broadcast_to(np.eye(A.array.shape[-1], dtype=A.array.dtype), A.array.shape).copy())
    for order in range(1, 15):
        term = term @ scaled / order
        total = total + term
    for _ in range(halvings):
        total = total @ total
    return total


def tensorinv(A: Any, ind: int = 2, *, out: Any = None) -> Any:
    """The inverse of the map that contracts with the last dimensions of A."""
    if out is not None:
        return write_out(tensorinv, out, A, ind)
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', got {ind}")
    shape = A.array.shape
    rows, columns = math.prod(shape[:ind]), math.prod(shape[ind:])
    if rows != columns:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
                           f"{columns} != {rows}")
    return _inv(A.reshape(rows, columns)).reshape(*shape[ind:], *shape[:ind])


def tensorsolve(A: Any, B: Any, dims: Any = None, *, out: Any = None) -> Any:
    """X whose contraction with the last dimensions of A is B."""
    if out is not None:
        return write_out(tensorsolve, out, A, B, dims)
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.array.ndim - len(dims), A.array.ndim)))
    shape = A.array.shape[B.array.ndim:]
    if math.prod(shape) != B.array.size:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but "
                           f"got {math.prod(shape)} != {B.array.size}")
    return _solve(A.reshape(B.array.size, -1), B.reshape(-1, 1)).reshape(shape)


def householder_product(A: Any, tau: Any, *, out: Any = None) -> Any:
    """The first columns of the product of Householder reflections held in the columns of A."""
    if out is not None:
        return write_out(householder_product, out, A, tau)
    m, n = A.array.shape[-2:]
    lower = A.tril(-1) + wrap(np.eye(m, n, dtype=A.array.dtype))
    product = wrap(np.broadcast_to(np.eye(m, n, dtype=A.array.dtype), A.array.shape).copy())
    for i in reversed(range(tau.array.shape[-1])):
        v = lower[..., :, i:i + 1]
        product = product - tau[..., i, None, None] * (v @ (v.mH @ product))
    return product


# torch's older names --------------------------------------------------------------------------------------------------------------------


def cholesky(input: Any, upper: bool = False, *, out: Any = None) -> Any:
    """The Cholesky factor: lower, or upper."""
    if out is not None:
        return write_out(cholesky, out, input, upper)
    factor = _cholesky(input)
    return factor.mH if upper else factor


def cholesky_solve(B: Any, L: Any, upper: bool = False, *, out: Any = None) -> Any:
    """X with A X = B, from the Cholesky factor of A."""
    if out is not None:
        return write_out(cholesky_solve, out, B, L, upper)
    factor = L.triu().mH if upper else L.tril()
    return _solve(factor.mH, _solve(factor, B))


def cholesky_inverse(L: Any, upper: bool = False, *, out: Any = None) -> Any:
    """The inverse of a matrix, from its Cholesky factor."""
    if out is not None:
        return write_out(cholesky_inverse, out, L, upper)
    inverse = _inv(L.triu().mH if upper else L.tril())
    return inverse.mH @ inverse


def torch_lu_solve(b: Any, LU_data: Any, LU_pivots: Any, *, out: Any = None) -> Any:
    """X with A X = b, from the LU factors of A."""
    if out is not None:
        return write_out(torch_lu_solve, out, b, LU_data, LU_pivots)
    return lu_solve(LU_data, LU_pivots, b)


def torch_lu(A: Any, pivot: bool = True, get_infos: bool = False, out: Any = None) -> Any:
    """L and U in one matrix and the pivots; with `get_infos` the number of the first zero pivot, too."""
    if out is not None:
        return write_out(torch_lu, out, A, pivot, get_infos)
    compact, pivots, info = lu_factor_ex(A, pivot=pivot)
    return (compact, pivots, info) if get_infos else (compact, pivots)


def torch_svd(input: Any, some: bool = True, compute_uv: bool = True, *, out: Any = None) -> Any:
    """U, S, V (not its adjoint, as `torch.linalg.svd` gives)."""
    if out is not None:
        return write_out(torch_svd, out, input, some, compute_uv)
    from . import svd

    u, s, vh = svd(input, full_matrices=not some)
    if not compute_uv:
        m, n = input.array.shape[-2:]
        u, vh = input.new_zeros(*input.array.shape[:-2], m, m), input.new_zeros(*input.array.shape[:-2], n, n)
    return return_types.torch_svd(u, s, vh.mH)


def torch_qr(input: Any, some: bool = True, *, out: Any = None) -> Any:
    """Q and R."""
    if out is not None:
        return write_out(torch_qr, out, input, some)
    from . import qr

    return qr(input, "reduced" if some else "complete")


def pinverse(input: Any, rcond: float = 1e-15) -> Any:
    """The Moore-Penrose inverse."""
    return _pinv(input, rcond)


def triangular_solve(b: Any, A: Any, upper: bool = True, transpose: bool = False, unitriangular: bool = False, *, out: Any = None) -> Any:
    """X with A X = b for triangular A, and A."""
    if out is not None:
        return write_out(triangular_solve, out, b, A, upper, transpose, unitriangular)
    from . import solve_triangular

    matrix, above = (A.mT, not upper) if transpose else (A, upper)
    solution = solve_triangular(matrix, b, upper=above, unitriangular=unitriangular)
    return return_types.triangular_solve(solution, A.clone())
