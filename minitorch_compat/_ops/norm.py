"""Normalisations, each defined through other ops and computed in one pass."""
from __future__ import annotations

import math
from typing import Any

from .._array import norm as k
from . import batching as b
from . import batching_products as bp
from .op import fused


def _layer_norm(xp: Any, x: Any, shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    dims = tuple(range(len(x.shape) - len(shape), len(x.shape)))
    centred = x - xp.mean_dim(x, dims, True, None)
    out = centred * xp.rsqrt(xp.mean_dim(centred * centred, dims, True, None) + eps)
    if weight is not None:
        out = out * weight
    return out if bias is None else out + bias


LAYER_NORM = fused(
    "native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> "
    "(Tensor out, Tensor mean, Tensor rstd)", k.layer_norm,
    joint=lambda xp, g, _out, mean, rstd, x, shape, w, b, eps: k.layer_norm_backward(g, x, mean, rstd, shape, w, b),
    composite=_layer_norm, differentiable=(0,), variants="function", node="NativeLayerNormBackward0", module=None, refuses="buic",
    batch=b.Definition(bp.layer_norm))


def _group_norm(xp: Any, x: Any, weight: Any, bias: Any, groups: int, eps: float) -> Any:
    n, c, *rest = x.shape
    rows = xp.reshape(x, (n, groups, math.prod((c, *rest)) // groups))
    mean = xp.mean_dim(rows, (2,), True, None)
    centred = rows - mean
    rstd = xp.rsqrt(xp.mean_dim(centred * centred, (2,), True, None) + eps)
    out = xp.reshape(centred * rstd, (n, c, *rest))
    shape = (-1, *(1,) * len(rest))
    if weight is not None:
        out = out * xp.reshape(weight, shape)
    out = out if bias is None else out + xp.reshape(bias, shape)
    return out, xp.stopped(xp.reshape(mean, (n, groups))), xp.stopped(xp.reshape(rstd, (n, groups)))


GROUP_NORM = fused(
    "group_norm_of(Tensor input, Tensor? weight, Tensor? bias, int groups, float eps) -> (Tensor out, Tensor mean, Tensor rstd)",
    k.group_norm, joint=lambda xp, g, _out, mean, rstd, x, w, b_loose, groups, eps: k.group_norm_backward(
        g, x, mean, rstd, w, b_loose, groups),
    composite=_group_norm, differentiable=(0,), module=None, node="NativeGroupNormBackward0", batch=b.Definition(_group_norm),
    refuses="buic")


def _batch_norm(xp: Any, x: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, eps: float) -> Any:
    shape = (1, -1, *(1,) * (len(x.shape) - 2))
    dims = (0, *range(2, len(x.shape)))
    if training:
        centred = x - xp.mean_dim(x, dims, True, None)
        out = centred * xp.rsqrt(xp.mean_dim(centred * centred, dims, True, None) + eps)
    else:
        out = (x - xp.reshape(running_mean, shape)) * xp.reshape(xp.rsqrt(running_var + eps), shape)
    if weight is not None:
        out = out * xp.reshape(weight, shape)
    return out if bias is None else out + xp.reshape(bias, shape)


BATCH_NORM = fused(
    "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float eps) -> "
    "(Tensor out, Tensor mean, Tensor rstd)", k.batch_norm,
    joint=lambda xp, g, _out, mean, rstd, x, w, b_loose, _rm, _rv, training, eps: (
        *k.batch_norm_backward(g, x, mean, rstd, w, b_loose, training), None, None),
    composite=_batch_norm, differentiable=(0,), module=None, node="NativeBatchNormBackward0", refuses="buic",
    batch=b.Definition(bp.batch_norm))


def _weight_norm(xp: Any, v: Any, g: Any, dim: int) -> Any:
    norms = xp.vector_norm(v, 2, tuple(d for d in range(len(v.shape)) if d != dim % len(v.shape)), True, None)
    return v * (g / norms), xp.stopped(norms)


WEIGHT_NORM = fused(
    "weight_norm_interface(Tensor v, Tensor g, int dim) -> (Tensor out, Tensor result1)", k.weight_norm,
    joint=lambda xp, grad, _out, result1, v, g, dim: k.weight_norm_backward(grad, v, g, result1, dim),
    composite=_weight_norm, differentiable=(0,), module=None, refuses="bcui", batch=b.Definition(_weight_norm))
