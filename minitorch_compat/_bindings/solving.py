"""`torch.linalg`: solving equations, LU and Householder factors, and their older names."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._array.decompositions import check_shape
from .._array.dtypes import scalar_name
from .._dispatch.call import caller, wrap
from .._dispatch.lifting import concrete_values
from . import return_types
from .decompositions import inv, matrix_rank, pinv, svdvals
from .looping import on_values
from .signatures import named

_solve, _triangular, _lu, _lu_factor, _inv, _permutation = (
    caller(n) for n in ("solve_matrix", "solve_triangular_of", "lu_parts", "lu_factor_of", "inv", "lu_permutation"))


def _refuse(A: Any, kernel: str, halves: str = "fc") -> None:
    """Refuse what has no kernel."""
    dtype = A.array.dtype
    if dtype.kind not in halves or dtype.itemsize == 2:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name(dtype)}'")


@named("linalg_solve", 2)
def solve(A: Any, B: Any, *, left: bool = True, out: Any = None) -> Any:
    """X with A X = B (or X A = B)."""
    return _solve(A, B, left)


@named("linalg_solve_ex", 2)
def solve_ex(A: Any, B: Any, *, left: bool = True, check_errors: bool = False, out: Any = None) -> Any:
    """The solution and 0; for a singular matrix, values that are not finite and the number of the zero pivot."""
    solution, info = caller("solve_ex_of")(A, B, left)
    if check_errors and info.array.any():
        return _solve(A, B, left)  # which says that it is singular
    return return_types.linalg_solve_ex(solution, info)


@named("linalg_solve_triangular", 2)
def solve_triangular(A: Any, B: Any, *, upper: bool, left: bool = True, unitriangular: bool = False, out: Any = None) -> Any:
    """X with A X = B (or X A = B) for triangular A."""
    return _triangular(A, B, upper, left, unitriangular)


@named("triangular_solve", 2)
def triangular_solve(b: Any, A: Any, upper: bool = True, transpose: bool = False, unitriangular: bool = False, *, out: Any = None) -> Any:
    """X with A X = b for triangular A, and a copy of A."""
    for name, t in (("b", b), ("A", A)):
        if t.array.ndim < 2:
            raise RuntimeError(f"torch.triangular_solve: Expected {name} to have at least 2 dimensions, but it has {t.array.ndim} "
                               "dimensions instead")
    matrix, above = (A.mT, not upper) if transpose else (A, upper)
    solution = _triangular(matrix, b, above, True, unitriangular)
    return return_types.triangular_solve(solution, A.mT.contiguous().mT)


@named("linalg_lstsq", 2)
def lstsq(input: Any, b: Any, rcond: Any = None, *, driver: str | None = None) -> Any:
    """The X of least norm that makes A X - b smallest; the named tuple has residuals for tall matrices of full rank."""
    a = input.array
    if a.ndim < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    if a.dtype.kind not in "fc" or a.dtype.itemsize == 2:
        raise RuntimeError("This function doesn't handle types other than float and double")
    vectors = b.array.ndim == a.ndim - 1
    right = b.unsqueeze(-1) if vectors else b
    solution = (pinv(input, rtol=rcond) @ right).mT.contiguous().mT
    m, n = a.shape[-2:]
    driver = driver or "gelsy"
    rank = matrix_rank(input, rtol=rcond)
    with_residuals = m > n and driver != "gelsy" and (driver == "gels" or bool((concrete_values(rank) == n).all()))
    residuals = (input @ solution - right).abs().square().sum(-2) if with_residuals else input.new_empty(0, dtype=_real(input))
    values = svdvals(input).detach() if driver in ("gelsd", "gelss") else wrap(np.empty(0, np.zeros(0, a.dtype).real.dtype))
    found = wrap(np.empty(0, np.int64)) if driver == "gels" else rank
    return return_types.linalg_lstsq(solution.squeeze(-1) if vectors else solution, residuals, found, values)


def _real(x: Any) -> Any:
    """The dtype of absolute values."""
    return x.dtype.to_real() if x.dtype.is_complex else x.dtype


# LU -----------------------------------------------------------------------------------------------------------------------------------


def _check_pivot(pivot: bool, name: str) -> None:
    if not pivot:
        raise RuntimeError(f"{name}: LU without pivoting is not implemented on the CPU")


@named("linalg_lu")
def lu(A: Any, *, pivot: bool = True, out: Any = None) -> Any:
    """P, L, U with A = P L U."""
    _check_pivot(pivot, "linalg.lu")
    return return_types.linalg_lu(*_lu(A))


@named("linalg_lu_factor")
def lu_factor(A: Any, *, pivot: bool = True, out: Any = None) -> Any:
    """L and U in one matrix, and LAPACK's pivots."""
    _check_pivot(pivot, "linalg.lu_factor")
    compact, pivots, info = _lu_factor(A)
    numbers = concrete_values(info)
    if numbers.any():
        number = int(numbers[numbers != 0][0])
        raise RuntimeError(f"torch.linalg.lu_factor: U[{number},{number}] is zero and using it on lu_solve would result in a division by "
                           "zero. If you still want to perform the factorization, consider calling linalg.lu(A, pivot) or "
                           "linalg.lu_factor_ex(A, pivot)")
    return return_types.linalg_lu_factor(compact, pivots)


@named("linalg_lu_factor_ex")
def lu_factor_ex(A: Any, *, pivot: bool = True, check_errors: bool = False, out: Any = None) -> Any:
    """`lu_factor`, and the number of the first zero pivot (0: none)."""
    _check_pivot(pivot, "linalg.lu_factor")
    return return_types.linalg_lu_factor_ex(*_lu_factor(A))


@named("lu")
def torch_lu(A: Any, pivot: bool = True, get_infos: bool = False, out: Any = None) -> Any:
    """L and U in one matrix and the pivots; with `get_infos` the number of the first zero pivot, too."""
    compact, pivots, info = lu_factor_ex(A, pivot=pivot)
    return (compact, pivots, info) if get_infos else (compact, pivots)


@named("lu_unpack", 2)
def lu_unpack(LU_data: Any, LU_pivots: Any, unpack_data: bool = True, unpack_pivots: bool = True, *, out: Any = None) -> Any:
    """P, L, U from what `lu_factor` gave; empty tensors for what is not wanted."""
    if unpack_pivots and LU_pivots.array.dtype != np.int32:
        raise RuntimeError("torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n"
                           "Note: this function is intended to be used with the output produced by torch.linalg.lu_factor")
    m, n = LU_data.array.shape[-2:]
    k = min(m, n)
    empty = LU_data.new_empty(0)
    p = _permutation(LU_pivots, m, LU_data.array.dtype) if unpack_pivots else empty
    if not unpack_data:
        return return_types.lu_unpack(p, empty, empty)
    lower = LU_data[..., :, :k].tril(-1) + wrap(np.eye(m, k, dtype=LU_data.array.dtype))
    return return_types.lu_unpack(p, lower.contiguous(), LU_data[..., :k, :].triu().contiguous())


@named("linalg_lu_solve", 3)
def lu_solve(LU: Any, pivots: Any, B: Any, *, left: bool = True, adjoint: bool = False, out: Any = None) -> Any:
    """X with A X = B (or X A = B, or with A's adjoint) from the LU factors of A."""
    if pivots.array.dtype != np.int32:
        raise RuntimeError("linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32")
    _refuse(LU, "lu_solve_cpu")
    check_shape(LU.array, "torch.linalg.lu_solve")
    if not left:
        x = lu_solve(LU, pivots, B.mH, adjoint=not adjoint).mH.resolve_conj()
        return x if x.array.size else x.clone()  # in order even where nothing was computed
    p = _permutation(pivots, LU.array.shape[-2], LU.array.dtype)
    if adjoint:
        inner = _triangular(_triangular_adjoint(LU), B, False, True, False)
        return (p @ _triangular(_triangular_adjoint(LU), inner, True, True, True)).mT.contiguous().mT
    return _triangular(LU, _triangular(LU, p.mT @ B, False, True, True), True, True, False)


def _triangular_adjoint(LU: Any) -> Any:
    return LU.mH.resolve_conj()


@named("lu_solve", 3)
def torch_lu_solve(b: Any, LU_data: Any, LU_pivots: Any, *, out: Any = None) -> Any:
    """X with A X = b, from the LU factors of A."""
    return lu_solve(LU_data, LU_pivots, b)


# Cholesky -----------------------------------------------------------------------------------------------------------------------------


@named("cholesky_solve", 2)
def cholesky_solve(B: Any, L: Any, upper: bool = False, *, out: Any = None) -> Any:
    """X with A X = B, from the Cholesky factor of A."""
    for name, t in (("b", B), ("u", L)):
        if t.array.ndim < 2:
            raise RuntimeError(f"{name} should have at least 2 dimensions, but has {t.array.ndim} dimensions instead")
    if L.array.shape[-1] != L.array.shape[-2]:
        raise RuntimeError(f"A must be batches of square matrices, but they are {L.array.shape[-2]} by {L.array.shape[-1]} matrices")
    _refuse(L, "cholesky_solve_cpu")
    adjoint = L.mH.resolve_conj()
    lower, above = (adjoint, L) if upper else (L, adjoint)
    return _triangular(above, _triangular(lower, B, False, True, False), True, True, False)


@named("cholesky_inverse")
def cholesky_inverse(L: Any, upper: bool = False, *, out: Any = None) -> Any:
    """The inverse of a matrix, from its Cholesky factor."""
    check_shape(L.array, "cholesky_inverse")
    _refuse(L, "cholesky_inverse_out_cpu")
    inverse = inv(L.triu().mH.resolve_conj() if upper else L.tril())
    return (inverse.mH @ inverse).mT.contiguous().mT


# Tensors as maps ----------------------------------------------------------------------------------------------------------------------


@named("linalg_tensorinv")
def tensorinv(A: Any, ind: int = 2, *, out: Any = None) -> Any:
    """The inverse of the map that contracts with the last dimensions of A."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    shape = A.array.shape
    rows, columns = math.prod(shape[:ind]), math.prod(shape[ind:])
    if rows != columns:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
                           f"{columns} != {rows}")
    return _inv(A.reshape(rows, columns)).reshape(*shape[ind:], *shape[:ind])


@named("linalg_tensorsolve", 2)
def tensorsolve(A: Any, B: Any, dims: Any = None, *, out: Any = None) -> Any:
    """X whose contraction with the last dimensions of A is B."""
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.array.ndim - len(dims), A.array.ndim)))
    shape = A.array.shape[B.array.ndim:]
    if math.prod(shape) != B.array.size:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but "
                           f"got {math.prod(shape)} != {B.array.size}")
    return _solve(A.reshape(B.array.size, -1), B.reshape(-1), True).reshape(shape)


@named("linalg_householder_product", 2)
def householder_product(input: Any, tau: Any, *, out: Any = None) -> Any:
    """The first columns of the product of Householder reflections held in the columns of `input`."""
    if input.array.ndim < 2:
        raise RuntimeError("torch.linalg.householder_product: input must have at least 2 dimensions.")
    m, n = input.array.shape[-2:]
    if m < n:
        raise RuntimeError("torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]")
    if n < tau.array.shape[-1]:
        raise RuntimeError("torch.linalg.householder_product: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    _refuse(input, "orgqr_cpu")
    if tau.array.dtype != input.array.dtype:
        raise RuntimeError(f"torch.linalg.householder_product: tau dtype {scalar_name(tau.array.dtype)} does not match input dtype "
                           f"{scalar_name(input.array.dtype)}")
    eye = wrap(np.broadcast_to(np.eye(m, n, dtype=input.array.dtype), input.array.shape).copy())
    return _reflected(input, tau, eye, reversed(range(tau.array.shape[-1]))).mT.contiguous().mT


def _reflected(a: Any, tau: Any, product: Any, order: Any, adjoint: bool = False) -> Any:
    """`product`, with the reflections in the columns of `a` applied from the left in an order."""
    m, n = a.array.shape[-2:]
    lower = a.tril(-1) + wrap(np.eye(m, n, dtype=a.array.dtype))
    for i in order:
        v = lower[..., :, i:i + 1]
        factor = tau[..., i, None, None]
        product = product - (factor.conj() if adjoint else factor) * (v @ (v.mH @ product))
    return product


@named("ormqr", 3)
def ormqr(input: Any, tau: Any, other: Any, left: bool = True, transpose: bool = False, *, out: Any = None) -> Any:
    """Q other, or with `left` other Q, Q being the product of Householder reflections (or its adjoint)."""
    for name, t in (("input", input), ("other", other)):
        if t.array.ndim < 2:
            raise RuntimeError(f"torch.ormqr: {name} must have at least 2 dimensions.")
    _refuse(input, "ormqr_cpu")
    side = -2 if left else -1
    if other.array.shape[side] != input.array.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]")
    if not left:
        return ormqr(input, tau, other.mH.resolve_conj(), True, not transpose).mH.resolve_conj().mT.contiguous().mT
    count = range(tau.array.shape[-1])
    return _reflected(input, tau, other, count if transpose else reversed(count), transpose).mT.contiguous().mT


@named("geqrf")
@on_values("geqrf")
def geqrf(input: Any, *, out: Any = None) -> Any:
    """R above the diagonal and Householder vectors below it, and their factors."""
    if input.array.ndim < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    _refuse(input, "geqrf_cpu")
    if input.requires_grad:
        raise NotImplementedError("the derivative for 'geqrf' is not implemented.")
    a, tau = np.linalg.qr(input.array, mode="raw")  # transposed, as Fortran has it
    return return_types.geqrf(wrap(np.swapaxes(np.ascontiguousarray(a), -1, -2)), wrap(tau))
