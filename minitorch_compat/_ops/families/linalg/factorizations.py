"""LU, eigenvalues of general matrices, the pseudoinverse, and their derivatives."""
from __future__ import annotations

from typing import Any

from ...._array.linalg import factorizations as k
from ...batching import rules as b
from ...namespace import conjugate
from ...op import custom, nondiff
from .decompositions import are_unused, check_phases, mH, mT, off_diagonal, plain, value_differences


def _permute_rows(xp: Any, pivots: Any, rows: int, a: Any) -> Any:
    """The matrix P of pivots, to multiply `a` with."""
    return xp.lu_permutation(pivots, rows, plain(a).dtype)


PERMUTATION = nondiff("lu_permutation(Tensor pivots, int rows, ScalarType dtype) -> Tensor", k.permutation_matrix, module=None,
                      batch=b.leading_dims_rule)


def _square_lu_vjp(xp: Any, gl: Any, gu: Any, lower: Any, upper: Any) -> Any:
    middle = xp.tril(xp.matmul(mH(xp, lower), gl), -1) + xp.triu(xp.matmul(gu, mH(xp, upper)), 0)
    left = xp.solve_triangular_of(mH(xp, lower), middle, True, True, True)
    return xp.solve_triangular_of(mH(xp, upper), left, False, False, False)


def _lu_vjp(xp: Any, gl: Any, gu: Any, lower: Any, upper: Any) -> Any:
    """For P^T A. The leading square is decomposed, the rest of a wide matrix multiplied by L^-1, that of a tall one by U^-1."""
    m, n = lower.shape[-2], upper.shape[-1]
    if m == n:
        return _square_lu_vjp(xp, gl, gu, lower, upper)
    if m < n:
        rest, grest = xp.narrow(upper, -1, m, n - m), xp.narrow(gu, -1, m, n - m)
        rest_grad = xp.solve_triangular_of(mH(xp, lower), grest, True, True, True)
        head = _square_lu_vjp(xp, gl - xp.matmul(rest_grad, mH(xp, rest)), xp.narrow(gu, -1, 0, m), lower, xp.narrow(upper, -1, 0, m))
        return xp.cat((head, rest_grad), -1)
    rest, grest = xp.narrow(lower, -2, n, m - n), xp.narrow(gl, -2, n, m - n)
    rest_grad = xp.solve_triangular_of(mH(xp, upper), grest, False, False, False)
    head = _square_lu_vjp(xp, xp.narrow(gl, -2, 0, n), gu - xp.matmul(mH(xp, rest), rest_grad), xp.narrow(lower, -2, 0, n), upper)
    return xp.cat((head, rest_grad), -2)


def _square_lu_jvp(xp: Any, t: Any, lower: Any, upper: Any) -> Any:
    inner = xp.solve_triangular_of(upper, xp.solve_triangular_of(lower, t, False, True, True), True, False, False)
    return xp.matmul(lower, xp.tril(inner, -1)), xp.matmul(xp.triu(inner, 0), upper)


def _lu_jvp(xp: Any, t: Any, lower: Any, upper: Any) -> Any:
    """The tangents of L and U from that of P^T A."""
    m, n = lower.shape[-2], upper.shape[-1]
    if m == n:
        return _square_lu_jvp(xp, t, lower, upper)
    if m < n:
        dl, du = _square_lu_jvp(xp, xp.narrow(t, -1, 0, m), lower, xp.narrow(upper, -1, 0, m))
        rest = xp.narrow(t, -1, m, n - m) - xp.matmul(dl, xp.narrow(upper, -1, m, n - m))
        return dl, xp.cat((du, xp.solve_triangular_of(lower, rest, False, True, True)), -1)
    dl, du = _square_lu_jvp(xp, xp.narrow(t, -2, 0, n), xp.narrow(lower, -2, 0, n), upper)
    rest = xp.narrow(t, -2, n, m - n) - xp.matmul(xp.narrow(lower, -2, n, m - n), du)
    return xp.cat((dl, xp.solve_triangular_of(upper, rest, True, False, False)), -2), du


def _lu_parts_jvp(xp: Any, t: Any, p: Any, lower: Any, upper: Any, _a: Any) -> Any:
    return None, *_lu_jvp(xp, xp.matmul(mT(xp, p), t), lower, upper)


LU = custom("lu_parts(Tensor input) -> (Tensor P, Tensor L, Tensor U)", k.lu,
            lambda xp, g, p, lower, upper, _a: xp.matmul(p, _lu_vjp(xp, g[1], g[2], lower, upper)), jvp=_lu_parts_jvp,
            differentiable=(1, 2), holomorphic=False, module=None, node="LinalgLuBackward0", batch=b.matrix_rule, refused_as="linalg_lu",
            out_overload="linalg_lu_factor_ex_out", products_in_backward="unknown")


def _parts(xp: Any, compact: Any) -> Any:
    """L and U packed in one matrix."""
    count = min(compact.shape[-2:])
    lower = xp.tril(xp.narrow(compact, -1, 0, count), -1)
    ones = xp.diag_embed(xp.fill_like(xp.diagonal(lower, 0, -2, -1), 1), 0, -2, -1)
    if lower.shape[-2] > count:
        ones = xp.constant_pad_nd(ones, (0, 0, 0, lower.shape[-2] - count), 0)
    return lower + ones, xp.triu(xp.narrow(compact, -2, 0, count), 0)


def _compact(xp: Any, lower: Any, upper: Any) -> Any:
    m, n = lower.shape[-2], upper.shape[-1]
    lower, upper = xp.tril(lower, -1), xp.triu(upper, 0)
    if m > n:
        upper = xp.constant_pad_nd(upper, (0, 0, 0, m - n), 0)
    return (xp.constant_pad_nd(lower, (0, n - m), 0) if n > m else lower) + upper


def _lu_factor_vjp(xp: Any, g: Any, compact: Any, pivots: Any, _info: Any, _a: Any) -> Any:
    lower, upper = _parts(xp, compact)
    count = min(compact.shape[-2:])
    gl, gu = xp.tril(xp.narrow(g, -1, 0, count), -1), xp.triu(xp.narrow(g, -2, 0, count), 0)
    return xp.matmul(_permute_rows(xp, pivots, compact.shape[-2], compact), _lu_vjp(xp, gl, gu, lower, upper))


def _lu_factor_jvp(xp: Any, t: Any, compact: Any, pivots: Any, _info: Any, _a: Any) -> Any:
    permutation = _permute_rows(xp, pivots, compact.shape[-2], compact)
    return _compact(xp, *_lu_jvp(xp, xp.matmul(mT(xp, permutation), t), *_parts(xp, compact))), None, None


LU_FACTOR = custom("lu_factor_of(Tensor input) -> (Tensor LU, Tensor pivots, Tensor info)", k.lu_factor, _lu_factor_vjp,
                   jvp=_lu_factor_jvp, differentiable=(0,), holomorphic=False, module=None, node="LinalgLuFactorExBackward0",
                   batch=b.matrix_rule, aten="linalg_lu_factor_ex", products_in_backward="unknown")


def _real_diagonal(xp: Any, a: Any, like: Any) -> Any:
    """The real part of the diagonal, as a row that scales columns."""
    return xp.unsqueeze(xp.cast(xp.real_part(xp.diagonal(a, 0, -2, -1)), like.dtype), -2)


def _eig_vjp(xp: Any, g: Any, values: Any, vectors: Any, _a: Any) -> Any:
    """Eigenvectors have length 1, so that their change along themselves does not count."""
    gw, gv = g
    adjoint = mH(xp, vectors)
    rotated = xp.matmul(adjoint, gv)
    check_phases("linalg_eig", "eigenvectors", rotated)
    rotated = rotated - xp.matmul(adjoint, vectors) * _real_diagonal(xp, rotated, plain(vectors))
    middle = off_diagonal(xp, rotated) / conjugate(xp, value_differences(xp, values, are_unused(xp, gv))) + xp.diag_embed(gw, 0, -2, -1)
    return xp.solve_matrix(adjoint, xp.matmul(middle, adjoint), True)


def _eig_jvp(xp: Any, t: Any, values: Any, vectors: Any, _a: Any) -> Any:
    inner = xp.matmul(xp.solve_matrix(vectors, xp.cast(t, plain(vectors).dtype), True), vectors)
    vectors_tangent = xp.matmul(vectors, off_diagonal(xp, inner) / value_differences(xp, values))
    shift = _real_diagonal(xp, xp.matmul(mH(xp, vectors), vectors_tangent), plain(vectors))
    return xp.diagonal(inner, 0, -2, -1), vectors_tangent - vectors * shift


EIG = custom("eig_of(Tensor input) -> (Tensor eigenvalues, Tensor eigenvectors)", k.eig, _eig_vjp, jvp=_eig_jvp, holomorphic=False,
             module=None, node="LinalgEigBackward0", batch=b.matrix_rule, aten="linalg_eig",
             autocast="single", products_in_backward="unknown")


def _pinv_vjp(xp: Any, g: Any, out: Any, a: Any, _rcond: Any, _hermitian: Any) -> Any:
    """Golub and Pereyra (1973); the terms with projections vanish for invertible matrices."""
    oh, gh = mH(xp, out), mH(xp, g)
    if a.shape[-2] <= a.shape[-1]:
        small = xp.matmul(gh, out)
        rows = xp.matmul(small, oh)
        return (-mH(xp, xp.matmul(out, small)) + rows - xp.matmul(xp.matmul(a, out), rows)
                + xp.matmul(xp.matmul(oh, out), gh - xp.matmul(small, a)))
    small = xp.matmul(out, gh)
    columns = xp.matmul(oh, small)
    return (-mH(xp, xp.matmul(small, out)) + xp.matmul(xp.matmul(gh - xp.matmul(a, small), out), oh) + columns
            - xp.matmul(xp.matmul(columns, out), a))


def _pinv_jvp(xp: Any, t: Any, out: Any, a: Any, _rcond: Any, _hermitian: Any) -> Any:
    oh, th = mH(xp, out), mH(xp, t)
    rows = xp.matmul(xp.matmul(out, oh), th)
    columns = xp.matmul(xp.matmul(th, oh), out)
    return (-xp.matmul(xp.matmul(out, t), out) + rows - xp.matmul(xp.matmul(rows, a), out)
            + columns - xp.matmul(out, xp.matmul(a, columns)))


PINV = custom("pinv_of(Tensor input, Any rcond, bool hermitian) -> Tensor", k.pinv, _pinv_vjp, jvp=_pinv_jvp, holomorphic=False,
              module=None, node="LinalgPinvBackward0", batch=b.matrix_rule, aten="linalg_pinv", refused_as="linalg_pinv.atol_rtol_tensor",
              products_in_backward="unknown")
