"""Solving and decomposing matrices. Formulas: M. Giles, "Collected matrix derivative results for forward and reverse mode" (2008).

Those of decompositions are for complex matrices, with conjugate transposes, and make fixed choices of phases.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ...._array.linalg import decompositions as k
from ...batching import rules as b
from ...namespace import ARRAYS, conjugate
from ...op import custom


def mT(xp: Any, a: Any) -> Any:
    """The transposed matrices."""
    return xp.transpose(a, -2, -1)


def mH(xp: Any, a: Any) -> Any:
    """The conjugate transposes."""
    return conjugate(xp, xp.transpose(a, -2, -1))


def product(xp: Any, *factors: Any) -> Any:
    """The product of several matrices, from the left."""
    total = factors[0]
    for factor in factors[1:]:
        total = xp.matmul(total, factor)
    return total


def _column(xp: Any, v: Any) -> Any:
    return xp.reshape(v, (*v.shape, 1, 1))


# Solving ------------------------------------------------------------------------------------------------------------------------------


INV = custom("inv(Tensor input) -> Tensor", k.inv,
             lambda xp, g, out, _a: -product(xp, mT(xp, out), g, mT(xp, out)),
             jvp=lambda xp, t, out, _a: -product(xp, out, t, out), module=None, node="LinalgInvExBackward0", batch=b.matrix_rule,
             aten="linalg_inv_ex", extra_calls="inverse", autocast="single", out_overload="_linalg_solve_ex_out",
             products_in_backward="unknown")


INV_EX = custom("inv_ex_of(Tensor input) -> (Tensor inverse, Tensor info)", k.inv_ex,
                lambda xp, g, out, _info, _a: -product(xp, mH(xp, out), g, mH(xp, out)),
                jvp=lambda xp, t, out, _info, _a: (-product(xp, out, t, out), None), differentiable=(0,), holomorphic=False, module=None,
                node="LinalgInvExBackward0", batch=b.matrix_rule, aten="linalg_inv_ex",
                autocast="single", out_overload="_linalg_solve_ex_out", products_in_backward="unknown")


def _outer(xp: Any, left: bool, tangent: Any, out: Any, vector: bool) -> Any:
    """The cotangent of the matrix from that of the right-hand side."""
    if vector:
        return -xp.matmul(xp.unsqueeze(tangent, -1), xp.unsqueeze(out, -2))
    return -xp.matmul(tangent, mT(xp, out)) if left else -xp.matmul(mT(xp, out), tangent)


def _solve_jvp(xp: Any, ts: Any, out: Any, a: Any, b: Any, left: bool) -> Any:
    ta, tb = ts
    if ta is None:
        return xp.solve_matrix(a, tb, left)
    if k.is_vector_rhs(a.shape, b.shape):
        change = -xp.squeeze(xp.matmul(ta, xp.unsqueeze(out, -1)), -1)
    else:
        change = -xp.matmul(ta, out) if left else -xp.matmul(out, ta)
    return xp.solve_matrix(a, change if tb is None else tb + change, left)


def _solve_batched(xp: Any, op: Any, batch: Any, args: list[Any]) -> Any:
    """A vector per example must not be taken for one matrix."""
    if not k.is_vector_rhs(batch.shape(args, 0), batch.shape(args, 1)):
        return b.broadcast_matrix_rule(xp, op, batch, args)
    return xp.squeeze(b.broadcast_matrix_rule(xp, op, batch, [args[0], xp.unsqueeze(args[1], -1), args[2]]), -1)


def _solve_vjp(xp: Any, g: Any, out: Any, a: Any, b_meta: Any, left: bool) -> Any:
    b_grad = xp.solve_matrix(mT(xp, a), g, left)
    return _outer(xp, left, b_grad, out, k.is_vector_rhs(a.shape, b_meta.shape)), b_grad


SOLVE = custom("solve_matrix(Tensor input, Tensor other, bool left=True) -> Tensor", k.solve, joint=_solve_vjp, jvp=_solve_jvp, module=None,
               node="LinalgSolveExBackward0", batch=_solve_batched, aten="_linalg_solve_ex",
               out_overload="linalg_lu_factor_ex_out", autocast="single", products_in_backward="unknown", allows_mixed_devices=True)


def _solve_ex_vjp(xp: Any, g: Any, out: Any, _info: Any, a: Any, b_meta: Any, left: bool) -> Any:
    b_grad = xp.solve_ex_of(mT(xp, a), conjugate(xp, g), left)[0]
    return conjugate(xp, _outer(xp, left, b_grad, out, k.is_vector_rhs(a.shape, b_meta.shape)))


def _solve_ex_batched(xp: Any, op: Any, batch: Any, args: list[Any]) -> Any:
    vector = k.is_vector_rhs(batch.shape(args, 0), batch.shape(args, 1))
    shape = (batch.size, *batch.shape(args, 0)[:-2])
    out, info = b.broadcast_matrix_rule(xp, op, batch, [args[0], xp.unsqueeze(args[1], -1), args[2]] if vector else args)
    return xp.squeeze(out, -1) if vector else out, xp.reshape(info, shape)


SOLVE_EX = custom("solve_ex_of(Tensor input, Tensor other, bool left=True) -> (Tensor result, Tensor info)", k.solve_ex, _solve_ex_vjp,
                  lambda xp, g, out, _info, a, _b, left: xp.solve_ex_of(mH(xp, a), g, left)[0],
                  jvp=lambda xp, ts, out, _info, a, b, left: (_solve_jvp(xp, ts, out, a, b, left), None), differentiable=(0,),
                  holomorphic=False, module=None, node="LinalgSolveExBackward0", batch=_solve_ex_batched, aten="_linalg_solve_ex",
                  products_in_backward="unknown", allows_mixed_devices=True)


def _triangle(xp: Any, a: Any, upper: bool, strict: bool) -> Any:
    return xp.triu(a, 1 if strict else 0) if upper else xp.tril(a, -1 if strict else 0)


def _triangular_jvp(xp: Any, ts: Any, out: Any, a: Any, _b: Any, upper: bool, left: bool, unit: bool) -> Any:
    ta, tb = ts
    if ta is not None:
        ta = _triangle(xp, ta, upper, unit)
        change = -xp.matmul(ta, out) if left else -xp.matmul(out, ta)
        tb = change if tb is None else tb + change
    return xp.solve_triangular_of(a, tb, upper, left, unit)


SOLVE_TRIANGULAR = custom("solve_triangular_of(Tensor input, Tensor other, bool upper, bool left, bool unit) -> Tensor", k.solve_triangular,
                          lambda xp, g, out, a, _b, upper, left, unit: _triangle(xp, _outer(
                              xp, left, xp.solve_triangular_of(mT(xp, a), g, not upper, left, unit), out, False), upper, unit),
                          lambda xp, g, out, a, _b, upper, left, unit: xp.solve_triangular_of(mT(xp, a), g, not upper, left, unit),
                          jvp=_triangular_jvp, module=None, node="LinalgSolveTriangularBackward0", batch=b.broadcast_matrix_rule,
                          aten="linalg_solve_triangular", products_in_backward="unknown", allows_mixed_devices=True)


# Cholesky, determinants ---------------------------------------------------------------------------------------------------------------


def _half_tril(xp: Any, a: Any) -> Any:
    """The lower triangle with half the diagonal."""
    return xp.tril(a, 0) - xp.tril(xp.triu(a, 0), 0) * 0.5


def _cholesky_vjp(xp: Any, g: Any, out: Any, _a: Any, upper: bool) -> Any:
    """Hermitian except for the imaginary part of g on the diagonal, which is real and never gets it: PyTorch keeps it."""
    lower, g = (mH(xp, out), mH(xp, g)) if upper else (out, g)
    middle = xp.matmul(mH(xp, lower), g)
    middle = xp.mul_scalar(xp.tril(middle, 0) + mH(xp, xp.tril(middle, -1)), 0.5)
    if xp is ARRAYS:  # faster than solving twice
        inverse = xp.inv_ex_of(lower)[0]
        return product(xp, mH(xp, inverse), middle, inverse)
    solved = xp.solve_triangular_of(mH(xp, lower), middle, True, True, False)
    return xp.solve_triangular_of(lower, solved, False, False, False)


def _cholesky_jvp(xp: Any, t: Any, out: Any, _a: Any, upper: bool) -> Any:
    lower = mH(xp, out) if upper else out
    inverse = xp.inv(lower)
    tangent = xp.matmul(lower, _half_tril(xp, product(xp, inverse, t, mH(xp, inverse))))
    return mH(xp, tangent) if upper else tangent


CHOLESKY = custom("cholesky_of(Tensor input, bool upper=False) -> Tensor", k.cholesky, _cholesky_vjp, jvp=_cholesky_jvp,
                  holomorphic=False, module=None, node="LinalgCholeskyExBackward0", batch=b.matrix_rule, aten="linalg_cholesky_ex",
                  autocast="single", products_in_backward="unknown")
CHOLESKY_EX = custom("cholesky_ex_of(Tensor input, bool upper=False) -> (Tensor L, Tensor info)", k.cholesky_ex,
                     lambda xp, g, out, _info, _a, upper: _cholesky_vjp(xp, g, out, None, upper),
                     jvp=lambda xp, t, out, _info, _a, upper: (_cholesky_jvp(xp, t, out, None, upper), None), differentiable=(0,),
                     holomorphic=False, module=None, node="LinalgCholeskyExBackward0", batch=b.matrix_rule, aten="linalg_cholesky_ex",
                     autocast="single", products_in_backward="unknown")


def _det_vjp(xp: Any, g: Any, out: Any, a: Any) -> Any:
    if a.shape[-1] == 1:
        return _column(xp, g)
    try:
        return _multiply_by_inverse(xp, g * out, mT(xp, a))
    except k.LinAlgError:
        if xp is not ARRAYS:
            return _column(xp, g) * mT(xp, _adjugate(xp, out, a))
        return xp.where(_column(xp, out) == 0, 0.0, _column(xp, g * out) * mT(xp, xp.inv_ex_of(a)[0]))  # zeros, as in PyTorch


def _multiply_by_inverse(xp: Any, numbers: Any, a: Any) -> Any:
    """The inverse times one number per matrix; on tensors by solving with a diagonal matrix, as in PyTorch."""
    if xp is ARRAYS:
        return _column(xp, numbers) * xp.inv(a)
    return xp.solve_matrix(a, mT(xp, _diagonal_matrix(xp, xp.expand(xp.unsqueeze(numbers, -1), tuple(a.shape[:-1])))))


def _adjugate(xp: Any, det: Any, a: Any) -> Any:
    """det(a) a^-1 for the singular matrices of a batch, from U S V^H: det(U) det(V^H) times V, the products of all other S, and U^H."""
    singular, other = _singular(xp, det, a)
    u, s, vh = xp.svd_of(xp.where(singular, a, other), False)
    others = xp.prod_others(s, -1) + xp.unsqueeze(_zeros_with_nan_derivative(xp, s), -1)
    middle = mH(xp, vh) * xp.unsqueeze(others, -2)
    adjugate = _column(xp, xp.det(u) * xp.det(vh)) * xp.matmul(middle, mH(xp, u))
    return xp.where(singular, adjugate, _column(xp, det) * xp.inv(xp.where(singular, other, a)))


def _zeros_with_nan_derivative(xp: Any, s: Any) -> Any:
    """Zeros; their derivative is NaN where two singular values vanish, because their vectors are not unique."""
    second = xp.select(s, -1, s.shape[-1] - 2)
    vanished = second <= xp.select(s, -1, 0) * (s.shape[-1] * float(np.finfo(plain(s).dtype).eps))
    return xp.where(vanished, xp.sqrt(xp.where(vanished, second * 0, 1.0)), 0.0)


def _singular(xp: Any, det: Any, a: Any) -> Any:
    """Which matrices are singular; and a substitute for them, or for the others: a matrix with singular values 1, 2, 3, ..."""
    ones = xp.contiguous_zeros(xp.select(a, -1, 0)) + 1
    return _column(xp, det) == 0, _diagonal_matrix(xp, xp.cumsum(ones, -1))


def _det_jvp(xp: Any, t: Any, out: Any, a: Any) -> Any:
    try:
        inverse = xp.inv(a)
    except k.LinAlgError:
        singular, other = _singular(xp, out, a)
        inverse = xp.inv(xp.where(singular, other, a))  # multiplied by a determinant of zero, as in PyTorch
    return out * xp.sum_dim(inverse * mT(xp, t), (-2, -1), False, None)


DET = custom("det(Tensor input) -> Tensor", k.det, _det_vjp, jvp=_det_jvp, module=None, node="LinalgDetBackward0", batch=b.matrix_rule,
             aten="_linalg_det", products_in_backward="unknown")


def _slogdet_vjp(xp: Any, g: Any, sign: Any, _value: Any, a: Any) -> Any:
    """d log det = tr(A^-1 dA): its real part changes the logarithm, its imaginary part rotates the sign."""
    gs, gl = g
    if plain(a).dtype.kind == "c":
        phase_grad = conjugate(xp, gs) * sign
        gl = xp.cast(gl, plain(a).dtype) - (phase_grad - conjugate(xp, phase_grad)) * 0.5
    try:
        return _multiply_by_inverse(xp, gl, mH(xp, a))
    except k.LinAlgError:
        if xp is not ARRAYS:
            raise
        from ...._array.linalg.factorizations import adjoint_inverse

        return xp.mul(_column(xp, gl), adjoint_inverse(a))


def _slogdet_jvp(xp: Any, t: Any, sign: Any, value: Any, a: Any) -> Any:
    log_tangent = xp.sum_dim(xp.inv_ex_of(a)[0] * mT(xp, t), (-2, -1), False, None)
    if plain(a).dtype.kind != "c":
        return xp.contiguous_zeros(sign), log_tangent
    real = xp.real_part(log_tangent)
    return (log_tangent - xp.cast(real, plain(log_tangent).dtype)) * sign, real


def plain(x: Any) -> Any:
    """The array of a tensor, or an array itself, whose dtype is numpy's."""
    return x._array if hasattr(x, "_array") else x


SLOGDET = custom("slogdet_of(Tensor input) -> (Tensor sign, Tensor logabsdet)", k.slogdet, _slogdet_vjp, jvp=_slogdet_jvp,
                 holomorphic=False, module=None, node="LinalgSlogdetBackward0", batch=b.matrix_rule, aten="_linalg_slogdet",
                 products_in_backward="unknown")


# QR -----------------------------------------------------------------------------------------------------------------------------------


def _check_qr(mode: str, r: Any) -> None:
    if mode == "r":
        raise RuntimeError("The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, "
                           "mode='reduced') if you are going to differentiate through linalg.qr.")
    if mode == "complete" and r.shape[-2] > r.shape[-1]:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols")


def _adjoint_of_skewing(xp: Any, m: Any) -> Any:
    """The Hermitian matrix with this upper triangle and a real diagonal."""
    upper = xp.triu(m, 1)
    full = xp.tril(xp.triu(m, 0), 0)
    return upper + mH(xp, upper) + (full + mH(xp, full)) * 0.5


def _skew(xp: Any, m: Any) -> Any:
    """The skew-Hermitian part of m for Q, which leaves an upper triangular R with a real diagonal."""
    lower = xp.tril(m, -1)
    full = xp.tril(xp.triu(m, 0), 0)
    return lower - mH(xp, lower) + (full - mH(xp, full)) * 0.5


def _qr_vjp(xp: Any, g: Any, q: Any, r: Any, _a: Any, mode: str) -> Any:
    """Of a wide matrix, the first columns are decomposed and the others only transformed."""
    _check_qr(mode, r)
    (gq, gr), m, n = g, r.shape[-2], r.shape[-1]
    if n <= m:
        return _tall_qr_vjp(xp, gq, gr, q, r)
    rest, grest = xp.narrow(r, -1, m, n - m), xp.narrow(gr, -1, m, n - m)
    gq = gq + product(xp, q, rest, mH(xp, grest))
    head = _tall_qr_vjp(xp, gq, xp.narrow(gr, -1, 0, m), q, xp.narrow(r, -1, 0, m))
    return xp.cat((head, xp.matmul(q, grest)), -1)


def _tall_qr_vjp(xp: Any, gq: Any, gr: Any, q: Any, r: Any) -> Any:
    middle = _adjoint_of_skewing(xp, xp.matmul(gr, mH(xp, r)) - xp.matmul(mH(xp, q), gq))
    return xp.solve_triangular_of(mH(xp, r), gq + xp.matmul(q, middle), False, False, False)


def _qr_jvp(xp: Any, t: Any, q: Any, r: Any, _a: Any, mode: str) -> Any:
    _check_qr(mode, r)
    m, n = r.shape[-2:]
    if n <= m:
        return _tall_qr_jvp(xp, t, q, r)
    dq, dr = _tall_qr_jvp(xp, xp.narrow(t, -1, 0, m), q, xp.narrow(r, -1, 0, m))
    rest_tangent = product(xp, mH(xp, dq), q, xp.narrow(r, -1, m, n - m)) + xp.matmul(mH(xp, q), xp.narrow(t, -1, m, n - m))
    return dq, xp.cat((dr, rest_tangent), -1)


def _tall_qr_jvp(xp: Any, t: Any, q: Any, r: Any) -> Any:
    scaled = xp.solve_triangular_of(r, t, True, False, False)
    inner = xp.matmul(mH(xp, q), scaled)
    upper = inner - _skew(xp, inner)
    return scaled - xp.matmul(q, upper), xp.matmul(upper, r)


QR = custom("qr_of(Tensor input, str mode) -> (Tensor Q, Tensor R)", k.qr, _qr_vjp, jvp=_qr_jvp, holomorphic=False, module=None,
            node="LinalgQrBackward0", batch=b.matrix_rule, aten="linalg_qr",
            autocast="single", out_overload="triu_out", products_in_backward="unknown")


# Eigenvalues and singular values ------------------------------------------------------------------------------------------------------


def are_unused(xp: Any, *cotangents: Any) -> Any:
    """For each matrix of a batch whether no loss depends on its vectors."""
    total = None
    for g in cotangents:
        size = xp.sum_dim(xp.abs(g), (-2, -1), True, None)
        total = size if total is None else total + size
    return total == 0


def value_differences(xp: Any, values: Any, without: Any = None) -> Any:
    """v_j - v_i, with 1 on the diagonal. Equal values give infinities or NaN in quotients, except `without` vectors to distinguish."""
    out = xp.diag_embed(values == values, 0, -2, -1)
    found = xp.unsqueeze(values, -2) - xp.unsqueeze(values, -1)
    return xp.where(out if without is None else out | ((found == 0) & without), 1.0, found)


def off_diagonal(xp: Any, m: Any) -> Any:
    """The matrices with a zero diagonal."""
    return xp.tril(m, -1) + xp.triu(m, 1)


def _diagonal_matrix(xp: Any, v: Any) -> Any:
    return xp.diag_embed(v, 0, -2, -1)


def _real_diagonal(xp: Any, a: Any) -> Any:
    return xp.real_part(xp.diagonal(a, 0, -2, -1))


#: PyTorch's relative and absolute tolerances for how far a loss may depend on the phases of complex vectors.
_PHASES = 1e-2


def check_phases(name: str, vectors: str, *rotated: Any) -> None:
    """Refuse a cotangent of complex vectors that depends on their arbitrary phases, where values are available.

    The matrices' diagonals are the derivatives of the loss by the phases; of two kinds that rotate together, the second cancels the first.
    """
    arrays = [plain(m) for m in rotated]
    if not all(a.__class__ is np.ndarray and a.dtype.kind == "c" for a in arrays):
        return
    change, other = ([a.diagonal(0, -2, -1).imag for a in arrays] + [np.zeros(())])[:2]
    if not (np.abs(change + other) <= _PHASES + _PHASES * np.abs(other)).all():
        raise RuntimeError(f"{name}_backward: The {vectors} in the complex case are specified up to multiplication by e^{{i phi}}. "
                           "The specified loss function depends on this quantity, so it is ill-defined.")


def _eigh_vjp(xp: Any, g: Any, values: Any, vectors: Any, _a: Any, _uplo: str) -> Any:
    gw, gv = g
    rotated = xp.matmul(mH(xp, vectors), gv)
    check_phases("linalg_eigh", "eigenvectors", rotated)
    differences = value_differences(xp, values, are_unused(xp, gv))
    inner = off_diagonal(xp, (rotated - mH(xp, rotated)) * 0.5) / differences + _diagonal_matrix(xp, gw)
    return product(xp, vectors, inner, mH(xp, vectors))


def _eigh_jvp(xp: Any, t: Any, values: Any, vectors: Any, _a: Any, _uplo: str) -> Any:
    inner = product(xp, mH(xp, vectors), t, vectors)
    return _real_diagonal(xp, inner), xp.matmul(vectors, off_diagonal(xp, inner) / value_differences(xp, values))


EIGH = custom("eigh_of(Tensor input, str uplo) -> (Tensor eigenvalues, Tensor eigenvectors)", k.eigh, _eigh_vjp, jvp=_eigh_jvp,
              holomorphic=False, module=None, node="LinalgEighBackward0", batch=b.matrix_rule, aten="_linalg_eigh",
              autocast="single", products_in_backward="unknown")


def _phases(xp: Any, m: Any, row: Any) -> Any:
    """The imaginary part of the diagonal over the singular values: how the phases of complex singular vectors rotate."""
    full = xp.tril(xp.triu(m, 0), 0)
    return (full - mH(xp, full)) * 0.5 / row


def _first_vectors(xp: Any, u: Any, gu: Any, vh: Any, gvh: Any, count: int) -> Any:
    """Of full matrices only the vectors that belong to singular values have derivatives."""
    if u.shape[-1] > count:
        u, gu = xp.narrow(u, -1, 0, count), xp.narrow(gu, -1, 0, count)
    if vh.shape[-2] > count:
        vh, gvh = xp.narrow(vh, -2, 0, count), xp.narrow(gvh, -2, 0, count)
    return u, gu, vh, gvh


def _svd_vjp(xp: Any, g: Any, u: Any, s: Any, vh: Any, _a: Any, _full: bool) -> Any:
    """Valid for distinct singular values, and non-zero ones for non-square matrices."""
    gu, gs, gvh = g
    u, gu, vh, gvh = _first_vectors(xp, u, gu, vh, gvh, s.shape[-1])
    v, gv = mH(xp, vh), mH(xp, gvh)
    row, column, without = xp.unsqueeze(s, -2), xp.unsqueeze(s, -1), are_unused(xp, gu, gvh)
    su, sv, between = xp.matmul(mH(xp, u), gu), xp.matmul(vh, gv), value_differences(xp, s * s, without)
    skew_u, skew_v = su - mH(xp, su), sv - mH(xp, sv)
    check_phases("svd", "singular vectors", skew_u, skew_v)
    middle = off_diagonal(xp, skew_u) / between * row + column * (off_diagonal(xp, skew_v) / between) + _diagonal_matrix(xp, gs)
    row = xp.where((row == 0) & without, 1.0, row)
    if plain(u).dtype.kind == "c":
        middle = middle + _phases(xp, su, row)
    total = product(xp, u, middle, vh)
    if u.shape[-2] > s.shape[-1]:
        total = total + xp.matmul((gu - xp.matmul(u, su)) / row, vh)
    if v.shape[-2] > s.shape[-1]:
        total = total + xp.matmul(u / row, mH(xp, gv - xp.matmul(v, sv)))
    return total


def _svd_jvp(xp: Any, t: Any, u: Any, s: Any, vh: Any, _a: Any, full: bool) -> Any:
    """Of full matrices the vectors that belong to no singular value are constant."""
    more_u, more_v = u.shape[-1] - s.shape[-1], vh.shape[-2] - s.shape[-1]
    if more_u or more_v:
        first, _, second, _ = _first_vectors(xp, u, u, vh, vh, s.shape[-1])
        du, ds, dvh = _svd_jvp(xp, t, first, s, second, None, False)
        return xp.constant_pad_nd(du, (0, more_u), 0), ds, xp.constant_pad_nd(dvh, (0, 0, 0, more_v), 0)
    v = mH(xp, vh)
    inner = product(xp, mH(xp, u), t, v)
    row, column = xp.unsqueeze(s, -2), xp.unsqueeze(s, -1)
    between = value_differences(xp, s * s)
    left = off_diagonal(xp, inner * row + column * mH(xp, inner)) / between
    right = off_diagonal(xp, column * inner + mH(xp, inner) * row) / between
    if plain(u).dtype.kind == "c":
        phase_change = _phases(xp, inner, row) * 0.5
        left, right = left + phase_change, right - phase_change
    du, dv = xp.matmul(u, left), xp.matmul(v, right)
    if u.shape[-2] > s.shape[-1]:
        du = du + (xp.matmul(t, v) - xp.matmul(u, inner)) / row
    if v.shape[-2] > s.shape[-1]:
        dv = dv + (xp.matmul(mH(xp, t), u) - xp.matmul(v, mH(xp, inner))) / row
    return du, _real_diagonal(xp, inner), mH(xp, dv)


SVD = custom("svd_of(Tensor input, bool full) -> (Tensor U, Tensor S, Tensor Vh)", k.svd, _svd_vjp, jvp=_svd_jvp, holomorphic=False,
             module=None, node="LinalgSvdBackward0", batch=b.matrix_rule, aten="_linalg_svd",
             autocast="single", products_in_backward="unknown")
