"""Solving with given factors, least squares, Householder reflections, the matrix exponential, and their derivatives."""
from __future__ import annotations

from typing import Any

from ...._array.linalg import factorizations, ldl
from ...._array.linalg import solving as k
from ...batching import rules as b
from ...facts import NoUnsigned
from ...namespace import conjugate
from ...not_implemented import no_derivative, no_forward, no_tangent, not_implemented
from ...op import custom
from .decompositions import _cholesky_vjp, _triangle, mH, mT, plain, product
from .factorizations import _compact, _parts, _permute_rows, _pinv_jvp, _pinv_vjp

# Cholesky -----------------------------------------------------------------------------------------------------------------------------

TORCH_CHOLESKY = custom("torch_cholesky_of(Tensor input, bool upper) -> Tensor", k.cholesky, _cholesky_vjp, jvp=no_forward("cholesky"),
                        holomorphic=False, module=None, node="CholeskyBackward0", batch=b.matrix_rule, aten="cholesky",
                        autocast="single", products_in_backward="unknown")


def _factor_cotangent(xp: Any, common: Any, factor: Any, upper: bool) -> Any:
    """The cotangent of the factor from that of A. As in PyTorch the other triangle, which is not read, gets its share."""
    return -xp.matmul(factor, common) if upper else -xp.matmul(common, factor)


def _matrix_tangent(xp: Any, t: Any, factor: Any, upper: bool) -> Any:
    """The tangent of A from that of its factor."""
    half = xp.matmul(mH(xp, t), factor) if upper else xp.matmul(t, mH(xp, factor))
    return half + mH(xp, half)


def _cholesky_solve_vjp(xp: Any, g: Any, out: Any, b: Any, factor: Any, upper: bool) -> Any:
    right = xp.cholesky_solve_of(g, factor, upper)
    common = xp.matmul(right, mH(xp, out))
    return right, _factor_cotangent(xp, common + mH(xp, common), factor, upper)


def _cholesky_solve_jvp(xp: Any, ts: Any, out: Any, _b: Any, factor: Any, upper: bool) -> Any:
    tb, tf = ts
    if tf is not None:
        change = -xp.matmul(_matrix_tangent(xp, tf, factor, upper), out)
        tb = change if tb is None else tb + change
    return xp.cholesky_solve_of(tb, factor, upper)


CHOLESKY_SOLVE = custom("cholesky_solve_of(Tensor input, Tensor other, bool upper) -> Tensor", k.cholesky_solve, joint=_cholesky_solve_vjp,
                        jvp=_cholesky_solve_jvp, holomorphic=False, module=None, node="CholeskySolveBackward0",
                        batch=b.broadcast_matrix_rule,
                        aten="_cholesky_solve_helper", autocast="single", products_in_backward="unknown")
CHOLESKY_INVERSE = custom(
    "cholesky_inverse_of(Tensor input, bool upper) -> Tensor", k.cholesky_inverse,
    lambda xp, g, out, factor, upper: _factor_cotangent(xp, product(xp, out, g + mH(xp, g), out), factor, upper),
    jvp=lambda xp, t, out, factor, upper: -product(xp, out, _matrix_tangent(xp, t, factor, upper), out),
    holomorphic=False, module=None, node="CholeskyInverseBackward0", batch=b.matrix_rule, aten="cholesky_inverse",
    autocast="single", products_in_backward="unknown")


# LU ---------------------------------------------------------------------------------------------------------------------------------


def _lu_solve_vjp(xp: Any, g: Any, out: Any, lu: Any, pivots: Any, _b: Any, left: bool, hermitian: bool) -> Any:
    if not left:
        glu, _, right = _lu_solve_vjp(xp, mH(xp, g), mH(xp, out), lu, pivots, None, True, not hermitian)
        return glu, None, mH(xp, right)
    p, dual = _permute_rows(xp, pivots, lu.shape[-2], lu), mH(xp, lu)
    if hermitian:  # out = P L^-H U^-H b
        rotated, solved = xp.matmul(mT(xp, p), g), xp.matmul(mT(xp, p), out)
        inner = xp.solve_triangular_of(lu, rotated, False, True, True)
        right = xp.solve_triangular_of(lu, inner, True, True, False)
        glower, gupper = xp.matmul(solved, mH(xp, inner)), product(xp, mH(xp, _parts(xp, lu)[0]), solved, mH(xp, right))
        return -xp.tril(glower, -1) - xp.triu(gupper, 0), None, right
    inner = xp.solve_triangular_of(dual, g, False, True, False)
    solved = xp.solve_triangular_of(dual, inner, True, True, True)
    glower = xp.matmul(solved, mH(xp, xp.matmul(xp.triu(lu, 0), out)))
    return -xp.tril(glower, -1) - xp.triu(xp.matmul(inner, mH(xp, out)), 0), None, xp.matmul(p, solved)


def _lu_solve_jvp(xp: Any, ts: Any, out: Any, lu: Any, pivots: Any, _b: Any, left: bool, hermitian: bool) -> Any:
    tlu, _, tb = ts
    if tlu is not None:
        lower, upper = _parts(xp, lu)
        change = xp.matmul(_permute_rows(xp, pivots, lu.shape[-2], lu),
                           xp.matmul(xp.tril(tlu, -1), upper) + xp.matmul(lower, xp.triu(tlu, 0)))
        change = mH(xp, change) if hermitian else change
        change = -xp.matmul(change, out) if left else -xp.matmul(out, change)
        tb = change if tb is None else tb + change
    return xp.lu_solve_of(lu, pivots, tb, left, hermitian)


def _lu_solve_batched(xp: Any, lu: Any, pivots: Any, right: Any, left: bool, hermitian: bool) -> Any:
    if not left:
        return mH(xp, _lu_solve_batched(xp, lu, pivots, mH(xp, right), True, not hermitian))
    p, dual = xp.lu_permutation(pivots, lu.shape[-2], plain(lu).dtype), mH(xp, lu)
    if hermitian:
        inner = xp.solve_triangular_of(dual, right, False, True, False)
        return xp.matmul(p, xp.solve_triangular_of(dual, inner, True, True, True))
    return xp.solve_triangular_of(lu, xp.solve_triangular_of(lu, xp.matmul(mT(xp, p), right), False, True, True), True, True, False)


LU_SOLVE = custom("lu_solve_of(Tensor input, Tensor pivots, Tensor other, bool left, bool adjoint) -> Tensor", k.lu_solve,
                  joint=_lu_solve_vjp, jvp=_lu_solve_jvp, holomorphic=False, module=None, node="LinalgLuSolveBackward0",
                  batch=b.Definition(_lu_solve_batched), aten="linalg_lu_solve", products_in_backward="unknown")


def _lu_unpack_jvp(xp: Any, ts: Any, _p: Any, _lower: Any, _upper: Any, lu: Any, _pivots: Any, data: bool, _order: bool) -> Any:
    count, t = min(lu.shape[-2:]), ts[0]
    if not data or t is None:
        return None, None, None
    return None, xp.tril(xp.narrow(t, -1, 0, count), -1), xp.triu(xp.narrow(t, -2, 0, count), 0)


def _lu_unpack_batched(xp: Any, op: Any, batch: Any, args: list[Any]) -> Any:
    """Outputs that are not requested are empty for each example."""
    p, lower, upper = b.leading_dims_rule(xp, op, batch, [*args[:2], True, True])
    nothing = xp.reshape(xp.narrow(lower, 0, 0, 0), (batch.size, 0))
    return p if args[3] else nothing, *((lower, upper) if args[2] else (nothing, nothing))


LU_UNPACK = custom("lu_unpack_of(Tensor input, Tensor pivots, bool data, bool order) -> (Tensor P, Tensor L, Tensor U)", k.lu_unpack,
                   lambda xp, g, _p, _lower, _upper, _lu, _pivots, data, order: _compact(xp, g[1], g[2]), jvp=_lu_unpack_jvp,
                   differentiable=(1, 2), holomorphic=False, module=None, node="LuUnpackBackward0", batch=_lu_unpack_batched,
                   aten="lu_unpack", allows_mixed_devices=True, unsigned=NoUnsigned("tril"))


def _triangular_vjp(xp: Any, g: Any, out: Any, _copy: Any, b: Any, a: Any, upper: bool, transpose: bool, unit: bool) -> Any:
    (gx, ga) = g
    matrix, above = (mT(xp, a), not upper) if transpose else (a, upper)
    right = xp.solve_triangular_of(mH(xp, matrix), gx, not above, True, unit)
    a_grad = -xp.matmul(right, mH(xp, out))
    return right, ga + _triangle(xp, mT(xp, a_grad) if transpose else a_grad, upper, unit)


def _triangular_jvp(xp: Any, ts: Any, out: Any, copy: Any, _b: Any, a: Any, upper: bool, transpose: bool, unit: bool) -> Any:
    """As in PyTorch the whole tangent of the matrix counts, including the other triangle."""
    tb, ta = ts
    matrix, above = (mT(xp, a), not upper) if transpose else (a, upper)
    if ta is not None:
        change = -xp.matmul(mT(xp, ta) if transpose else ta, out)
        tb = change if tb is None else tb + change
    return xp.solve_triangular_of(matrix, tb, above, True, unit), xp.contiguous_zeros(copy) if ta is None else ta


TRIANGULAR_SOLVE = custom(
    "triangular_pair(Tensor input, Tensor other, bool upper, bool transpose, bool unit) -> (Tensor solution, Tensor copy)",
    k.triangular_solve, joint=_triangular_vjp, jvp=_triangular_jvp, holomorphic=False, module=None, node="TriangularSolveBackward0",
    batch=b.broadcast_matrix_rule, aten="triangular_solve", compressed="triangular_pair", autocast="single", products_in_backward="unknown")


# Least squares ------------------------------------------------------------------------------------------------------------------------


def _columns(xp: Any, x: Any, vectors: bool) -> Any:
    return xp.unsqueeze(x, -1) if vectors else x


def _has_residuals(residuals: Any) -> bool:
    return tuple(residuals.shape) != (0,)


def _lstsq_vjp(xp: Any, g: Any, out: Any, residuals_meta: Any, _rank: Any, _values: Any, a: Any, right: Any, rcond: Any, _driver: str
               ) -> Any:
    vectors = len(right.shape) == len(a.shape) - 1
    gx, x, right = (_columns(xp, t, vectors) for t in (g[0], out, right))
    inverse = xp.lstsq_inverse(a, rcond)
    ga = _pinv_vjp(xp, xp.matmul(gx, mH(xp, right)), inverse, a, None, None)
    gb = xp.matmul(mH(xp, inverse), gx)
    if _has_residuals(residuals_meta):
        residual_grad = (xp.matmul(a, x) - right) * (xp.unsqueeze(g[1], -2) * 2)
        ga, gb = ga + xp.matmul(residual_grad, mH(xp, x)), gb - residual_grad
    return ga, xp.squeeze(gb, -1) if vectors else gb


def _lstsq_jvp(xp: Any, ts: Any, out: Any, residuals: Any, _rank: Any, _values: Any, a: Any, right: Any, rcond: Any, _driver: str) -> Any:
    vectors = len(right.shape) == len(a.shape) - 1
    x, right = _columns(xp, out, vectors), _columns(xp, right, vectors)
    ta, tb = ts[0], None if ts[1] is None else _columns(xp, ts[1], vectors)
    inverse = xp.lstsq_inverse(a, rcond)
    x_tangent, residual_tangent = None, None
    if tb is not None:
        x_tangent, residual_tangent = xp.matmul(inverse, tb), -tb
    if ta is not None:
        change, rotated = xp.matmul(_pinv_jvp(xp, ta, inverse, a, None, None), right), xp.matmul(ta, x)
        x_tangent, residual_tangent = (change, rotated) if x_tangent is None else (x_tangent + change, residual_tangent + rotated)
    if not _has_residuals(residuals):
        rest = xp.contiguous_zeros(residuals)
    else:
        rest = xp.real_part(xp.sum_dim(conjugate(xp, xp.matmul(a, x) - right) * residual_tangent, (-2,), False, None)) * 2
    return xp.squeeze(x_tangent, -1) if vectors else x_tangent, rest, None, None


def _lstsq_batched(xp: Any, op: Any, batch: Any, args: list[Any]) -> Any:
    vectors = len(batch.shape(args, 1)) == len(batch.shape(args, 0)) - 1
    matrices = [args[0], xp.unsqueeze(args[1], -1), *args[2:]] if vectors else args
    found = b.broadcast_matrix_rule(xp, op, batch, matrices)
    solution, *rest = found
    rest = [xp.reshape(t, (batch.size, 0)) if tuple(t.shape) == (0,) else t for t in rest]
    return xp.squeeze(solution, -1) if vectors else solution, *rest


LSTSQ = custom("lstsq_of(Tensor input, Tensor other, Any rcond, str driver) -> "
               "(Tensor solution, Tensor residuals, Tensor rank, Tensor singular_values)", k.lstsq, joint=_lstsq_vjp, jvp=_lstsq_jvp,
               differentiable=(0, 1), holomorphic=False, module=None, node="LinalgLstsqBackward0",
               batch=_lstsq_batched, aten="linalg_lstsq", refused_as="linalg_lstsq.out", autocast="single", products_in_backward="unknown")
LSTSQ_INVERSE = custom("lstsq_inverse(Tensor input, Any rcond) -> Tensor", k.lstsq_inverse,
                       lambda xp, g, out, a, rcond: _pinv_vjp(xp, g, out, a, None, None),
                       jvp=lambda xp, t, out, a, rcond: _pinv_jvp(xp, t, out, a, None, None), holomorphic=False, module=None,
                       node="LinalgPinvBackward0", batch=b.matrix_rule)


# Reflections --------------------------------------------------------------------------------------------------------------------------

UNIT_LOWER = custom("unit_lower(Tensor input) -> Tensor", factorizations.unit_lower, lambda xp, g, _out, _a: xp.tril(g, -1),
                    jvp=lambda xp, t, _out, _a: xp.tril(t, -1), module=None, batch=b.matrix_rule)


def _factor(xp: Any, tau: Any, i: int) -> Any:
    return xp.unsqueeze(xp.narrow(tau, -1, i, 1), -1)


def _row_dots(xp: Any, v: Any, x: Any) -> Any:
    return xp.matmul(mH(xp, v), x)


def _reflection_steps(xp: Any, v: Any, tau: Any, x: Any, order: Any) -> list[tuple[int, Any, Any, Any]]:
    """Apply reflections to x, the last of the product first: yields for each its number, vector and factor, and what it is applied to."""
    found = []
    for i in reversed(order):
        vector, factor = xp.narrow(v, -1, i, 1), _factor(xp, tau, i)
        found.append((i, vector, factor, x))
        x = x - factor * xp.matmul(vector, _row_dots(xp, vector, x))
    return found[::-1]


def _reflected_vjp(xp: Any, g: Any, v: Any, tau: Any, x: Any, order: Any) -> Any:
    """Cotangents of the columns, the factors and x for H x, H being the product of reflections in a given order."""
    columns, factors = {}, {}
    for i, vector, factor, before in _reflection_steps(xp, v, tau, x, order):
        near, far = _row_dots(xp, vector, g), _row_dots(xp, vector, before)
        dual = conjugate(xp, factor)
        factors[i] = -xp.squeeze(xp.matmul(near, mH(xp, far)), -1)
        columns[i] = -(dual * xp.matmul(g, mH(xp, far)) + factor * xp.matmul(before, mH(xp, near)))
        g = g - dual * xp.matmul(vector, near)
    if not columns:
        return xp.contiguous_zeros(v), xp.contiguous_zeros(tau), g
    count = v.shape[-1] - len(columns)
    v_grad = xp.cat(tuple(columns[i] for i in range(len(columns))), -1)
    v_grad = xp.constant_pad_nd(v_grad, (0, count), 0) if count else v_grad
    return xp.tril(v_grad, -1), xp.cat(tuple(factors[i] for i in range(len(factors))), -1), g


def _householder_vjp(xp: Any, g: Any, out: Any, a: Any, tau: Any) -> Any:
    if not a.shape[-1] or not tau.shape[-1]:
        return None, None
    v = xp.unit_lower(a)
    columns, factors, _ = _reflected_vjp(xp, g, v, tau, xp.unit_lower(xp.contiguous_zeros(a)), range(tau.shape[-1]))
    return columns, factors


def _householder_jvp(xp: Any, ts: Any, _out: Any, a: Any, tau: Any) -> Any:
    ta, tt = ts
    v, tangent = xp.unit_lower(a), None
    tv = None if ta is None else xp.tril(ta, -1)
    for i, vector, factor, before in reversed(_reflection_steps(xp, v, tau, xp.unit_lower(xp.contiguous_zeros(a)), range(tau.shape[-1]))):
        if tangent is not None:
            tangent = tangent - factor * xp.matmul(vector, _row_dots(xp, vector, tangent))
        change = None
        if tt is not None:
            change = -_factor(xp, tt, i) * xp.matmul(vector, _row_dots(xp, vector, before))
        if tv is not None:
            vector_tangent = xp.narrow(tv, -1, i, 1)
            rotated = -factor * (xp.matmul(vector_tangent,
                                           _row_dots(xp, vector, before)) + xp.matmul(vector, _row_dots(xp, vector_tangent, before)))
            change = rotated if change is None else change + rotated
        tangent = change if tangent is None else tangent + change
    return xp.contiguous_zeros(a) if tangent is None else tangent


_NO_GEQRF = not_implemented("geqrf")
GEQRF = custom("geqrf_of(Tensor input) -> (Tensor a, Tensor tau)", k.geqrf, lambda xp, g, _a, _tau, _input: _NO_GEQRF(),
               jvp=no_forward("geqrf"), module=None, node="GeqrfBackward0", batch=b.matrix_rule, aten="geqrf", autocast="single")
HOUSEHOLDER = custom("householder_product_of(Tensor input, Tensor tau) -> Tensor", k.householder_product, joint=_householder_vjp,
                     jvp=_householder_jvp, holomorphic=False, module=None, node="LinalgHouseholderProductBackward0", batch=b.matrix_rule,
                     aten="linalg_householder_product", autocast="single", products_in_backward="unknown")


def _ormqr_vjp(xp: Any, g: Any, out: Any, a: Any, tau: Any, other: Any, left: bool, transpose: bool) -> Any:
    if not tau.shape[-1] or not plain(other).size:
        return None, None, g
    if not left:
        columns, factors, gx = _ormqr_vjp(xp, mH(xp, g), None, a, tau, mH(xp, other), True, not transpose)
        return columns, factors, mH(xp, gx)
    order = range(tau.shape[-1])
    if not transpose:
        return _reflected_vjp(xp, g, xp.unit_lower(a), tau, other, order)
    columns, factors, gx = _reflected_vjp(xp, g, xp.unit_lower(a), conjugate(xp, tau), other, order[::-1])
    return columns, conjugate(xp, factors), gx


ORMQR = custom("ormqr_of(Tensor input, Tensor tau, Tensor other, bool left, bool transpose) -> Tensor", k.ormqr, joint=_ormqr_vjp,
               jvp=no_forward("ormqr"), holomorphic=False, module=None, node="OrmqrBackward0", batch=b.matrix_rule, aten="ormqr",
               autocast="single", products_in_backward="unknown")


# The exponential ----------------------------------------------------------------------------------------------------------------------


def _exp_change(xp: Any, a: Any, e: Any) -> Any:
    """The derivative of exp at a in a direction: a corner of exp([[a, e], [0, a]]) (Al-Mohy and Higham, 2009)."""
    n = a.shape[-1]
    upper, lower = xp.cat((a, e), -1), xp.cat((xp.contiguous_zeros(a), a), -1)
    return xp.narrow(xp.narrow(xp.matrix_exp_of(xp.cat((upper, lower), -2)), -2, 0, n), -1, n, n)


MATRIX_EXP = custom("matrix_exp_of(Tensor input) -> Tensor", k.matrix_exp, lambda xp, g, _out, a: _exp_change(xp, mH(xp, a), g),
                    jvp=lambda xp, t, _out, a: _exp_change(xp, a, t), holomorphic=False, module=None, node="LinalgMatrixExpBackward0",
                    batch=b.matrix_rule, aten="linalg_matrix_exp", products_in_backward="unknown")


# Symmetric factors --------------------------------------------------------------------------------------------------------------------


_NO_LDL, _NO_LDL_SOLVE = no_derivative("linalg_ldl_factor_ex"), no_derivative("linalg_ldl_solve")
LDL_FACTOR = custom("ldl_factor_of(Tensor input, bool hermitian) -> (Tensor LD, Tensor pivots, Tensor info)", ldl.factor,
                    lambda xp, g, _ld, _pivots, _info, _a, hermitian: _NO_LDL(), jvp=no_tangent("linalg_ldl_factor_ex"),
                    differentiable=(0,), holomorphic=False, module=None, node="NotImplemented", batch=b.matrix_rule,
                    aten="linalg_ldl_factor_ex", products_in_backward="unknown")
LDL_SOLVE = custom("ldl_solve_of(Tensor input, Tensor pivots, Tensor other, bool hermitian) -> Tensor", ldl.solve,
                   joint=lambda xp, g, _out, _ld, _pivots, _b, hermitian: _NO_LDL_SOLVE(), jvp=no_forward("linalg_ldl_solve"),
                   holomorphic=False, module=None, node="NotImplemented", batch=b.matrix_rule, aten="linalg_ldl_solve",
                   products_in_backward="unknown")
