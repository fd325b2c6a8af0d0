"""Distances between rows, renorm, and their derivatives."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...._array.core.dtypes import HALF_TYPES
from ...._array.linalg import cdist as k
from ...batching import rules as b
from ...namespace import conjugate
from ...not_implemented import no_forward, not_implemented
from ...op import custom, fused
from ..reduce.reduction import _norm_vjp
from .decompositions import plain

_NO_SECOND = not_implemented("_cdist_backward")
_SINGLE = np.dtype(np.float32)


def _euclidean_vjp(xp: Any, g: Any, out: Any, x: Any, y: Any) -> Any:
    """For sqrt(sum (x - y)^2): sums of g / distance over the rows of the other batch, times the difference; 0 for equal rows."""
    ratio = xp.where(out == 0, 0.0, g / xp.where(out == 0, 1.0, out))
    dual = xp.transpose(ratio, -1, -2)
    return (x * xp.sum_dim(ratio, (-1,), True, None) - xp.matmul(ratio, y), y * xp.sum_dim(dual, (-1,), True, None) - xp.matmul(dual, x))


CDIST = custom("cdist_of(Tensor input, Tensor other, float p) -> Tensor", k.cdist,
               lambda xp, g, out, x, y, p: xp.cdist_backward(g, x, y, out, p),
               lambda xp, g, out, x, y, p: xp.cdist_backward(xp.transpose(g, -1, -2), y, x, xp.transpose(out, -1, -2), p),
               jvp=no_forward("_cdist_forward"), module=None, node="CdistBackward0",
               batch=b.matrix_pair_rule, aten="_cdist_forward", autocast="single", allows_mixed_devices=True)
# What PyTorch does by a product of matrices, for many rows, has derivatives of every order.
EUCLIDEAN = custom("euclidean_dist(Tensor input, Tensor other) -> Tensor", k.euclidean_distances, joint=_euclidean_vjp,
                   jvp=no_forward("_euclidean_dist"), module=None, node="EuclideanDistBackward0", batch=b.matrix_pair_rule,
                   aten="_euclidean_dist", products_in_backward="unknown")
CDIST_BACKWARD = custom("cdist_backward(Tensor grad, Tensor input, Tensor other, Tensor distances, float p) -> Tensor", k.cdist_backward,
                        joint=lambda xp, g, _out, _g, _x, _y, _d, p: _NO_SECOND(), jvp=no_forward("_cdist_backward"), module=None,
                        node="CdistBackwardBackward0", batch=b.matrix_pair_rule, aten="_cdist_backward", products_in_backward="unknown")


def _norms(xp: Any, x: Any, p: float, dim: int) -> tuple[Any, tuple[int, ...]]:
    others = tuple(d for d in range(len(x.shape)) if d != dim % len(x.shape))
    return xp.vector_norm(x, p, others, True, None), others


def _factor(xp: Any, norms: Any, maxnorm: float) -> Any:
    return xp.where(norms > maxnorm, maxnorm / (norms + 1e-7), 1.0)


def _renorm_by_parts(xp: Any, x: Any, p: float, dim: int, maxnorm: float) -> Any:
    return x * xp.cast(_factor(xp, _norms(xp, x, p, dim)[0], maxnorm), plain(x).dtype)


def _renorm_vjp(xp: Any, g: Any, _out: Any, x: Any, p: float, dim: int, maxnorm: float) -> Any:
    dtype = plain(x).dtype
    if dtype in HALF_TYPES:  # as in PyTorch, which rounds neither norms nor sums
        x, g = xp.cast(x, _SINGLE), xp.cast(g, _SINGLE)
    norms, others = _norms(xp, x, p, dim)
    share = xp.real_part(xp.sum_dim(g * conjugate(xp, x), others, True, None))
    steep = _norm_vjp(xp, share * (-maxnorm / ((norms + 1e-7) * (norms + 1e-7))), norms, x, p, others, True)
    slope = g * xp.cast(_factor(xp, norms, maxnorm), plain(x).dtype) + xp.where(norms > maxnorm, steep, 0.0)
    return xp.cast(slope, dtype) if dtype in HALF_TYPES else slope


RENORM = fused("renorm_of(Tensor input, Scalar p, int dim, Scalar maxnorm) -> Tensor", k.renorm, _renorm_vjp, composite=_renorm_by_parts,
               holomorphic=False, module=None, node="RenormBackward0", batch=b.Definition(_renorm_by_parts), aten="renorm",
               out_overload="mul_out")
