"""`torch.linalg`. https://docs.pytorch.org/docs/stable/linalg.html"""
from __future__ import annotations

from typing import Any

from .._array.decompositions import LinAlgError
from .._bindings import return_types
from .._bindings._support import write_out
from .._bindings.compositions import linalg_cross as cross
from .._bindings.compositions import linalg_vander as vander
from .._bindings.linalg_gen import det, inv
from .._dispatch.call import caller
from .._dispatch.dtype import array_dtype
from .._names import missing
from .solvers import (
    cholesky_ex,
    cond,
    eig,
    eigvals,
    householder_product,
    inv_ex,
    lstsq,
    lu,
    lu_factor,
    lu_factor_ex,
    lu_solve,
    matrix_exp,
    matrix_rank,
    pinv,
    solve_ex,
    tensorinv,
    tensorsolve,
)

_vector_norm, _solve, _cholesky, _slogdet, _qr, _eigh, _svd = (
    caller(n) for n in ("vector_norm", "solve_matrix", "cholesky_lower", "slogdet_of", "qr_reduced", "eigh_lower", "svd_reduced"))


def vector_norm(x: Any, ord: Any = 2, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, out: Any = None) -> Any:
    """The `ord`-norm of the elements over `dim`, or of all of them."""
    if out is not None:
        return write_out(vector_norm, out, x, ord, dim, keepdim, dtype=dtype)
    return _vector_norm(x, ord, dim, keepdim, None if dtype is None else array_dtype(dtype))


def matrix_norm(A: Any, ord: Any = "fro", dim: Any = (-2, -1), keepdim: bool = False, *, dtype: Any = None, out: Any = None) -> Any:
    """A norm of matrices: "fro", "nuc", 1, -1, 2, -2, inf or -inf."""
    if out is not None:
        return write_out(matrix_norm, out, A, ord, dim, keepdim, dtype=dtype)
    rows, columns = (d % A.array.ndim for d in dim)
    if ord == "fro":
        return _vector_norm(A, 2, (rows, columns), keepdim, None if dtype is None else array_dtype(dtype))
    if ord in ("nuc", 2, -2):
        values = svdvals(A.movedim((rows, columns), (-2, -1)))
        found = values.sum(-1) if ord == "nuc" else values.amax(-1) if ord == 2 else values.amin(-1)
        if keepdim:
            for d in sorted((rows, columns)):
                found = found.unsqueeze(d)
        return found
    if ord in (1, -1, float("inf"), float("-inf")):
        summed, picked = (rows, columns) if abs(ord) == 1 else (columns, rows)
        sums = A.abs().sum(summed, keepdim=True)
        best = sums.amax(picked, keepdim=True) if ord > 0 else sums.amin(picked, keepdim=True)
        return best if keepdim else best.squeeze((rows, columns))
    raise ValueError(f"linalg.matrix_norm: Order {ord} not supported.")


def norm(A: Any, ord: Any = None, dim: Any = None, keepdim: bool = False, *, out: Any = None, dtype: Any = None) -> Any:
    """A vector norm, or a matrix norm where `dim` names two dimensions (or `ord` is given for a matrix)."""
    if out is not None:
        return write_out(norm, out, A, ord, dim, keepdim, dtype=dtype)
    if isinstance(ord, str) or (ord is not None and dim is None and A.array.ndim == 2) or (
            ord is not None and isinstance(dim, (tuple, list)) and len(dim) == 2):
        return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    return vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)


def solve(A: Any, B: Any, *, left: bool = True, out: Any = None) -> Any:
    """X with A X = B (or X A = B)."""
    if out is not None:
        return write_out(solve, out, A, B, left=left)
    if not left:
        return solve(A.mT, B.mT).mT
    if B.array.ndim == 1 or (B.array.ndim == A.array.ndim - 1 and B.array.shape == A.array.shape[:-1]):
        return _solve(A, B.unsqueeze(-1)).squeeze(-1)
    return _solve(A, B)


def solve_triangular(A: Any, B: Any, *, upper: bool, left: bool = True, unitriangular: bool = False, out: Any = None) -> Any:
    """X with A X = B (or X A = B) for triangular A."""
    if out is not None:
        return write_out(solve_triangular, out, A, B, upper=upper, left=left, unitriangular=unitriangular)
    triangle = A.triu() if upper else A.tril()
    if unitriangular:
        triangle = triangle - triangle.diagonal(0, -2, -1).diag_embed() + (triangle.diagonal(0, -2, -1) * 0 + 1).diag_embed()
    return _solve(triangle, B) if left else _solve(triangle.mT, B.mT).mT


def cholesky(A: Any, *, upper: bool = False, out: Any = None) -> Any:
    """The triangular factor of Hermitian positive-definite matrices."""
    if out is not None:
        return write_out(cholesky, out, A, upper=upper)
    factor = _cholesky(A)
    return factor.mH if upper else factor


def slogdet(A: Any, *, out: Any = None) -> Any:
    """Signs and logarithms of absolute determinants."""
    if out is not None:
        return write_out(slogdet, out, A)
    return return_types.slogdet(*_slogdet(A))


def qr(A: Any, mode: str = "reduced", *, out: Any = None) -> Any:
    """Orthonormal columns Q and an upper triangle R with A = Q R. Only "reduced" and "r" modes."""
    if out is not None:
        return write_out(qr, out, A, mode)
    if mode not in ("reduced", "r"):
        from .._dispatch.unsupported import UnsupportedError

        raise UnsupportedError(f"torch.linalg.qr(mode={mode!r})")
    q, r = _qr(A)
    return return_types.qr(q.new_empty(0) if mode == "r" else q, r)


def eigh(A: Any, UPLO: str = "L", *, out: Any = None) -> Any:
    """Eigenvalues in ascending order and eigenvectors of Hermitian matrices."""
    if out is not None:
        return write_out(eigh, out, A, UPLO)
    return return_types.eigh(*_eigh(A if UPLO.upper() == "L" else A.mH))


def eigvalsh(A: Any, UPLO: str = "L", *, out: Any = None) -> Any:
    """Eigenvalues of Hermitian matrices in ascending order."""
    if out is not None:
        return write_out(eigvalsh, out, A, UPLO)
    return eigh(A, UPLO)[0]


def svd(A: Any, full_matrices: bool = True, *, driver: Any = None, out: Any = None) -> Any:
    """Singular value decomposition U, S, V^H; full matrices only where they are no larger than the reduced ones."""
    if out is not None:
        return write_out(svd, out, A, full_matrices, driver=driver)
    rows, columns = A.array.shape[-2:]
    if full_matrices and rows != columns:
        import numpy as np

        from .._dispatch.call import wrap
        from .._dispatch.unsupported import UnsupportedError

        if A.requires_grad:
            raise UnsupportedError("the derivative of torch.linalg.svd(full_matrices=True) for matrices that are not square")
        return return_types.svd(*(wrap(part) for part in np.linalg.svd(A.array)))
    return return_types.svd(*_svd(A))


def svdvals(A: Any, *, driver: Any = None, out: Any = None) -> Any:
    """Singular values, descending."""
    if out is not None:
        return write_out(svdvals, out, A, driver=driver)
    return _svd(A)[1]


def matrix_power(A: Any, n: int, *, out: Any = None) -> Any:
    """A square matrix to an integer power."""
    if out is not None:
        return write_out(matrix_power, out, A, n)
    if n < 0:
        return matrix_power(inv(A), -n)
    if n == 0:
        from .._bindings.creation import eye

        return eye(A.array.shape[-1], dtype=A.dtype).expand(A.array.shape).clone()
    half = matrix_power(A, n // 2) if n > 1 else None
    square = A if half is None else half @ half
    return square if n == 1 or n % 2 == 0 else square @ A


def multi_dot(tensors: Any, *, out: Any = None) -> Any:
    """The product of several matrices."""
    if out is not None:
        return write_out(multi_dot, out, tensors)
    result = tensors[0]
    for t in tensors[1:]:
        result = result @ t
    return result


def diagonal(A: Any, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    """The diagonal of two dimensions, as the last one; a view."""
    return A.diagonal(offset, dim1, dim2)


def matmul(input: Any, other: Any, *, out: Any = None) -> Any:
    """Matrix product."""
    if out is not None:
        return write_out(matmul, out, input, other)
    return input @ other


def vecdot(x: Any, y: Any, *, dim: int = -1, out: Any = None) -> Any:
    """Dot products along `dim`, the first argument conjugated."""
    if out is not None:
        return write_out(vecdot, out, x, y, dim=dim)
    return (x.conj() * y).sum(dim)


__getattr__ = missing("torch.linalg", __name__)
