"""Solving and decomposing matrices. Formulas: M. Giles, "Collected matrix derivative results for forward and reverse mode" (2008)."""
from __future__ import annotations

from typing import Any

from .._array import decompositions as k
from . import batching as b
from .op import custom


def _mT(xp: Any, a: Any) -> Any:
    return xp.transpose(a, -2, -1)


def _column(xp: Any, v: Any) -> Any:
    return xp.reshape(v, (*v.shape, 1, 1))


INV = custom("inv(Tensor input) -> Tensor", k.inv,
             lambda xp, g, out, _a: -xp.matmul(xp.matmul(_mT(xp, out), g), _mT(xp, out)),
             jvp=lambda xp, t, out, _a: -xp.matmul(xp.matmul(out, t), out), module="linalg", node="LinalgInvExBackward0", batch=b.direct)
SOLVE = custom("solve_matrix(Tensor input, Tensor other) -> Tensor", k.solve,
               lambda xp, g, out, a, _b: -xp.matmul(xp.solve_matrix(_mT(xp, a), g), _mT(xp, out)),
               lambda xp, g, _out, a, _b: xp.solve_matrix(_mT(xp, a), g),
               jvp=lambda xp, ts, out, a, _b: xp.solve_matrix(a, _difference(xp, ts[1], ts[0], out)), module=None,
               node="LinalgSolveExBackward0", batch=b.matrices)


def _difference(xp: Any, tb: Any, ta: Any, out: Any) -> Any:
    if ta is None:
        return tb
    moved = -xp.matmul(ta, out)
    return moved if tb is None else tb + moved


def _half_tril(xp: Any, a: Any) -> Any:
    """The lower triangle with half the diagonal."""
    return xp.tril(a, 0) - xp.tril(xp.triu(a, 0), 0) * 0.5


def _cholesky_vjp(xp: Any, g: Any, out: Any, _a: Any) -> Any:
    inverse = xp.inv(out)
    middle = _half_tril(xp, xp.matmul(_mT(xp, out), g))
    full = xp.matmul(xp.matmul(_mT(xp, inverse), middle), inverse)
    return (full + _mT(xp, full)) * 0.5


CHOLESKY = custom("cholesky_lower(Tensor input) -> Tensor", k.cholesky, _cholesky_vjp,
                  jvp=lambda xp, t, out, _a: xp.matmul(out, _half_tril(xp, xp.matmul(xp.matmul(xp.inv(out), t), _mT(xp, xp.inv(out))))),
                  module=None, node="LinalgCholeskyExBackward0", batch=b.direct)
DET = custom("det(Tensor input) -> Tensor", k.det,
             lambda xp, g, out, a: _column(xp, g * out) * _mT(xp, xp.inv(a)),
             jvp=lambda xp, t, out, a: out * xp.sum_dim(xp.inv(a) * _mT(xp, t), (-2, -1), False, None), module="linalg",
             node="LinalgDetBackward0", batch=b.direct)
SLOGDET = custom("slogdet_of(Tensor input) -> (Tensor sign, Tensor logabsdet)", k.slogdet,
                 lambda xp, g, _sign, _value, a: _column(xp, g) * _mT(xp, xp.inv(a)),
                 jvp=lambda xp, t, _sign, _value, a: (None, xp.sum_dim(xp.inv(a) * _mT(xp, t), (-2, -1), False, None)),
                 differentiable=(1,), module=None, node="LinalgSlogdetBackward0", batch=b.direct)


def _qr_vjp(xp: Any, g: Any, q: Any, r: Any, _a: Any) -> Any:
    if r.shape[-2] != r.shape[-1]:
        raise RuntimeError("linalg.qr: the derivative is only implemented for matrices with at least as many rows as columns")
    gq, gr = g
    m = xp.matmul(r, _mT(xp, gr)) - xp.matmul(_mT(xp, gq), q)
    symmetric = xp.tril(m, 0) + _mT(xp, xp.tril(m, -1))
    return _mT(xp, xp.solve_matrix(r, _mT(xp, gq + xp.matmul(q, symmetric))))


def _qr_jvp(xp: Any, t: Any, q: Any, r: Any, _a: Any) -> Any:
    if r.shape[-2] != r.shape[-1]:
        raise RuntimeError("linalg.qr: the derivative is only implemented for matrices with at least as many rows as columns")
    scaled = xp.matmul(t, xp.inv(r))
    inner = xp.matmul(_mT(xp, q), scaled)
    lower = xp.tril(inner, -1)
    skew = lower - _mT(xp, lower)
    return scaled - xp.matmul(q, inner - skew), xp.matmul(inner - skew, r)


QR = custom("qr_reduced(Tensor input) -> (Tensor Q, Tensor R)", k.qr, _qr_vjp, jvp=_qr_jvp, module=None, node="LinalgQrBackward0",
            batch=b.direct)


def _gaps(xp: Any, values: Any) -> Any:
    """1 / (w_j - w_i), 0 on the diagonal."""
    difference = xp.unsqueeze(values, -2) - xp.unsqueeze(values, -1)
    return xp.where(difference == 0, 0.0, 1 / xp.where(difference == 0, 1.0, difference))


def _diagonal_matrix(xp: Any, v: Any) -> Any:
    return xp.diag_embed(v, 0, -2, -1)


def _eigh_vjp(xp: Any, g: Any, values: Any, vectors: Any, _a: Any) -> Any:
    gw, gv = g
    inner = _gaps(xp, values) * xp.matmul(_mT(xp, vectors), gv) + _diagonal_matrix(xp, gw)
    return xp.matmul(xp.matmul(vectors, inner), _mT(xp, vectors))


def _eigh_jvp(xp: Any, t: Any, values: Any, vectors: Any, _a: Any) -> Any:
    inner = xp.matmul(xp.matmul(_mT(xp, vectors), t), vectors)
    return xp.diagonal(inner, 0, -2, -1), xp.matmul(vectors, inner * _gaps(xp, values))


EIGH = custom("eigh_lower(Tensor input) -> (Tensor eigenvalues, Tensor eigenvectors)", k.eigh, _eigh_vjp, jvp=_eigh_jvp, module=None,
              node="LinalgEighBackward0", batch=b.direct)


def _svd_vjp(xp: Any, g: Any, u: Any, s: Any, vh: Any, _a: Any) -> Any:
    """Through the eigenproblem of A^T A; holds for real matrices with distinct, non-zero singular values."""
    gu, gs, gvh = g
    v, gv = _mT(xp, vh), _mT(xp, gvh)
    gaps = _gaps(xp, s * s)
    row, column = xp.unsqueeze(s, -2), xp.unsqueeze(s, -1)
    su = xp.matmul(_mT(xp, u), gu)
    sv = xp.matmul(_mT(xp, v), gv)
    middle = gaps * (su - _mT(xp, su)) * row + column * (gaps * (sv - _mT(xp, sv))) + _diagonal_matrix(xp, gs)
    total = xp.matmul(xp.matmul(u, middle), vh)
    if u.shape[-2] > s.shape[-1]:
        total = total + xp.matmul((gu - xp.matmul(u, su)) / row, vh)
    if v.shape[-2] > s.shape[-1]:
        total = total + xp.matmul(u / row, _mT(xp, gv - xp.matmul(v, sv)))
    return total


def _svd_jvp(xp: Any, t: Any, u: Any, s: Any, vh: Any, _a: Any) -> Any:
    v = _mT(xp, vh)
    inner = xp.matmul(xp.matmul(_mT(xp, u), t), v)
    gaps = _gaps(xp, s * s)
    row, column = xp.unsqueeze(s, -2), xp.unsqueeze(s, -1)
    du = xp.matmul(u, gaps * (inner * row + column * _mT(xp, inner)))
    dv = xp.matmul(v, gaps * (column * inner + _mT(xp, inner) * row))
    if u.shape[-2] > s.shape[-1]:
        du = du + (xp.matmul(t, v) - xp.matmul(u, inner)) / row
    if v.shape[-2] > s.shape[-1]:
        dv = dv + (xp.matmul(_mT(xp, t), u) - xp.matmul(v, _mT(xp, inner))) / row
    return du, xp.diagonal(inner, 0, -2, -1), _mT(xp, dv)


SVD = custom("svd_reduced(Tensor input) -> (Tensor U, Tensor S, Tensor Vh)", k.svd, _svd_vjp, jvp=_svd_jvp, module=None,
             node="LinalgSvdBackward0", batch=b.direct)
