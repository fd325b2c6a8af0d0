"""Products of matrices and vectors added to a tensor.

Affine, not multilinear: the result is linear in each argument, plus a constant.
"""
from __future__ import annotations

from typing import Any

from ...._array.linalg import affine_products as k
from ...batching import rules as b
from ...facts import NO_UNSIGNED, NoUnsigned, Out
from ...op import InPlace, custom
from .products import sum_of_tangents

ALL = "function method inplace out"


def _times(xp: Any, value: Any, factor: Any) -> Any:
    return value if factor == 1 or value is None else xp.mul_scalar(value, factor)


def _tangent(xp: Any, ts: Any, a: Any, b: Any, multiply: Any, beta: Any, alpha: Any) -> Any:
    """beta * d input + alpha * d(a b)."""
    return sum_of_tangents(_times(xp, ts[0], beta), (_times(xp, ts[1], alpha), b, multiply), (a, _times(xp, ts[2], alpha), multiply))


def _affine_combination(xp: Any, x: Any, product: Any, beta: Any, alpha: Any) -> Any:
    """The definition for batching rules; with beta 0, `x` is not read."""
    product = _times(xp, product, alpha)
    return product if beta == 0 else _times(xp, x, beta) + product


ADDMM = custom("addmm(Tensor input, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", k.addmm,
               lambda xp, g, _out, _x, _a, _b, beta, _alpha: _times(xp, g, beta),
               lambda xp, g, _out, _x, _a, b, _beta, alpha: _times(xp, xp.mm(g, xp.t(b)), alpha),
               lambda xp, g, _out, _x, a, _b, _beta, alpha: _times(xp, xp.mm(xp.t(a), g), alpha),
               jvp=lambda xp, ts, _out, _x, a, b, beta, alpha: _tangent(xp, ts, a, b, xp.mm, beta, alpha), variants=ALL,
               batch=b.Definition(lambda xp, x, a, c, beta, alpha: _affine_combination(xp, x, xp.mm(a, c), beta, alpha)),
               doc="beta * input + alpha * (mat1 @ mat2).", in_place=InPlace(check="matrix product"),
               flops="sum with product",
               autocast="lower", device_argument=1, coo="addmm", compressed="addmm", products_in_backward="sum with matrices",
               out=Out(reads_before_write="first argument"), unsigned=NoUnsigned("addmm_impl_cpu_", answers_empty=True))
ADDMM.layout_formulas = (1, False, lambda xp, g, _out, _x, _a, b, _beta, alpha: _times(xp, xp.t(xp.mm(b, xp.t(g))), alpha),
              lambda xp, g, _out, _x, a, _b, _beta, alpha: _times(xp, xp.t(xp.mm(xp.t(g), a)), alpha))
ADDMV = custom("addmv(Tensor input, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor", k.addmv,
               lambda xp, g, _out, _x, _a, _v, beta, _alpha: _times(xp, g, beta),
               lambda xp, g, _out, _x, _a, v, _beta, alpha: _times(xp, xp.ger(g, v), alpha),
               lambda xp, g, _out, _x, a, _v, _beta, alpha: _times(xp, xp.mv(xp.t(a), g), alpha),
               jvp=lambda xp, ts, _out, _x, a, v, beta, alpha: _tangent(xp, ts, a, v, xp.mv, beta, alpha), variants=ALL,
               batch=b.Definition(lambda xp, x, a, v, beta, alpha: _affine_combination(xp, x, xp.mv(a, v), beta, alpha)),
               doc="beta * input + alpha * (mat @ vec).", device_argument=1, compressed="addmv", in_place=InPlace(check="vector product"),
               out=Out(reads_before_write="first argument"), unsigned=NoUnsigned("addmv_impl_cpu", answers_empty=True))
ADDR = custom("addr(Tensor input, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", k.addr,
              lambda xp, g, _out, _x, _v, _w, beta, _alpha: _times(xp, g, beta),
              lambda xp, g, _out, _x, _v, w, _beta, alpha: _times(xp, xp.mv(g, w), alpha),
              lambda xp, g, _out, _x, v, _w, _beta, alpha: _times(xp, xp.mv(xp.t(g), v), alpha),
              jvp=lambda xp, ts, _out, _x, v, w, beta, alpha: _tangent(xp, ts, v, w, xp.ger, beta, alpha), variants=ALL,
              batch=b.Definition(lambda xp, x, v, w, beta, alpha: _affine_combination(xp, x, xp.ger(v, w), beta, alpha)),
              promote="expanded",
              doc="beta * input + alpha * outer(vec1, vec2).", in_place=InPlace(check="vectors"),
              out=Out(reads_before_write="first argument"), unsigned=NO_UNSIGNED)
BADDBMM = custom("baddbmm(Tensor input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", k.baddbmm,
                 lambda xp, g, _out, _x, _a, _b, beta, _alpha: _times(xp, g, beta),
                 lambda xp, g, _out, _x, _a, b, _beta, alpha: _times(xp, xp.bmm(g, xp.transpose(b, 1, 2)), alpha),
                 lambda xp, g, _out, _x, a, _b, _beta, alpha: _times(xp, xp.bmm(xp.transpose(a, 1, 2), g), alpha),
                 jvp=lambda xp, ts, _out, _x, a, b, beta, alpha: _tangent(xp, ts, a, b, xp.bmm, beta, alpha), variants=ALL,
                 batch=b.Definition(lambda xp, x, a, c, beta, alpha: _affine_combination(xp, x, xp.bmm(a, c), beta, alpha)),
                 doc="beta * input + alpha * bmm(batch1, batch2).", in_place=InPlace(check="batched product"),
                 flops="sum with product",
                 autocast="lower", products_in_backward="sum with batches", out=Out(reads_before_write="first argument"),
                 allows_mixed_devices=True, unsigned=NoUnsigned("baddbmm", answers_empty=True))


def _sum_rule(xp: Any) -> Any:
    return lambda a, b: xp.sum_dim(xp.bmm(a, b), (0,), False, None)


def _repeat_like(xp: Any, g: Any, like: Any) -> Any:
    return xp.expand(xp.unsqueeze(g, 0), (like.shape[0], *g.shape))


ADDBMM = custom("addbmm(Tensor input, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor", k.addbmm,
                lambda xp, g, _out, _x, _a, _b, beta, _alpha: _times(xp, g, beta),
                lambda xp, g, _out, _x, _a, b, _beta, alpha: _times(xp, xp.bmm(_repeat_like(xp, g, b), xp.transpose(b, 1, 2)), alpha),
                lambda xp, g, _out, _x, a, _b, _beta, alpha: _times(xp, xp.bmm(xp.transpose(a, 1, 2), _repeat_like(xp, g, a)), alpha),
                jvp=lambda xp, ts, _out, _x, a, b, beta, alpha: _tangent(xp, ts, a, b, _sum_rule(xp), beta, alpha), variants=ALL,
                batch=b.Definition(lambda xp, x, a, c, beta, alpha: _affine_combination(xp, x, _sum_rule(xp)(a, c), beta, alpha)),
                doc="beta * input + alpha * the sum of bmm(batch1, batch2) over the batch.",
                autocast="lower", products_in_backward="sum of batches", out=Out(reads_before_write="first argument",
                accepted_dtypes="exact", dtype_message="self and mat2 must have the same dtype, but got {1} and {0}"),
                allows_mixed_devices=True, unsigned=NoUnsigned("addmm_impl_cpu_", answers_empty=True))
