"""LU, eigenvalues of general matrices, the pseudoinverse, and their derivatives."""
from __future__ import annotations

from typing import Any

from .._array import factorizations as k
from . import batching as b
from .op import custom


def _mH(xp: Any, a: Any) -> Any:
    return xp.conj_physical(xp.transpose(a, -2, -1))


def _check_square(lower: Any, upper: Any) -> None:
    if lower.shape[-2] != upper.shape[-1]:
        raise NotImplementedError("linalg.lu: the derivative is only built for square matrices")


def _lu_vjp(xp: Any, g: Any, p: Any, lower: Any, upper: Any, _a: Any) -> Any:
    _check_square(lower, upper)
    _, gl, gu = g
    middle = xp.tril(xp.matmul(_mH(xp, lower), gl), -1) + xp.triu(xp.matmul(gu, _mH(xp, upper)), 0)
    left = xp.solve_matrix(_mH(xp, lower), middle)
    return xp.matmul(p, _mH(xp, xp.solve_matrix(upper, _mH(xp, left))))


def _lu_jvp(xp: Any, t: Any, p: Any, lower: Any, upper: Any, _a: Any) -> Any:
    _check_square(lower, upper)
    inner = xp.matmul(xp.solve_matrix(lower, xp.matmul(_mH(xp, p), t)), xp.inv(upper))
    return None, xp.matmul(lower, xp.tril(inner, -1)), xp.matmul(xp.triu(inner, 0), upper)


LU = custom("lu_parts(Tensor input) -> (Tensor P, Tensor L, Tensor U)", k.lu, _lu_vjp, jvp=_lu_jvp, differentiable=(1, 2),
            holomorphic=False, module=None, node="LinalgLuBackward0", batch=b.direct)


def _gaps(xp: Any, values: Any) -> Any:
    """1 / (w_j - w_i), 0 on the diagonal and between equal values."""
    difference = xp.unsqueeze(values, -2) - xp.unsqueeze(values, -1)
    return xp.where(difference == 0, 0.0, 1 / xp.where(difference == 0, 1.0, difference))


def _real_diagonal(xp: Any, a: Any, like: Any) -> Any:
    """The real part of the diagonal, as a row to scale columns with."""
    return xp.unsqueeze(xp.cast(xp.real_part(xp.diagonal(a, 0, -2, -1)), like.dtype), -2)


def _eig_vjp(xp: Any, g: Any, values: Any, vectors: Any, a_meta: Any) -> Any:
    """Eigenvectors have length 1, so that their change along themselves does not count."""
    gw, gv = g
    adjoint = _mH(xp, vectors)
    turned = xp.matmul(adjoint, gv)
    turned = turned - xp.matmul(adjoint, vectors) * _real_diagonal(xp, turned, vectors.array if hasattr(vectors, "array") else vectors)
    middle = turned * xp.conj_physical(_gaps(xp, values)) + xp.diag_embed(gw, 0, -2, -1)
    full = xp.solve_matrix(adjoint, xp.matmul(middle, adjoint))
    return full if a_meta.dtype.kind == "c" else xp.real_part(full)


def _eig_jvp(xp: Any, t: Any, values: Any, vectors: Any, _a: Any) -> Any:
    plain = vectors.array if hasattr(vectors, "array") else vectors
    inner = xp.matmul(xp.solve_matrix(vectors, xp.cast(t, plain.dtype)), vectors)
    moved = xp.matmul(vectors, inner * _gaps(xp, values))
    return xp.diagonal(inner, 0, -2, -1), moved - vectors * _real_diagonal(xp, xp.matmul(_mH(xp, vectors), moved), plain)


EIG = custom("eig_of(Tensor input) -> (Tensor eigenvalues, Tensor eigenvectors)", k.eig, _eig_vjp, jvp=_eig_jvp, holomorphic=False,
             module=None, node="LinalgEigBackward0", batch=b.direct)


def _pinv_vjp(xp: Any, g: Any, out: Any, a: Any, _rcond: Any) -> Any:
    """Golub and Pereyra (1973); the terms with projections vanish for invertible matrices."""
    oh, gh = _mH(xp, out), _mH(xp, g)
    inner = -xp.matmul(xp.matmul(oh, g), oh)
    rows = xp.matmul(xp.matmul(gh, out), oh)
    columns = xp.matmul(xp.matmul(oh, out), gh)
    return inner + rows - xp.matmul(a, xp.matmul(out, rows)) + columns - xp.matmul(xp.matmul(columns, out), a)


def _pinv_jvp(xp: Any, t: Any, out: Any, a: Any, _rcond: Any) -> Any:
    oh, th = _mH(xp, out), _mH(xp, t)
    rows = xp.matmul(xp.matmul(out, oh), th)
    columns = xp.matmul(xp.matmul(th, oh), out)
    return (-xp.matmul(xp.matmul(out, t), out) + rows - xp.matmul(xp.matmul(rows, a), out)
            + columns - xp.matmul(out, xp.matmul(a, columns)))


PINV = custom("pinv_of(Tensor input, Any rcond) -> Tensor", k.pinv, _pinv_vjp, jvp=_pinv_jvp, holomorphic=False, module=None,
              node="LinalgPinvBackward0", batch=b.direct)
