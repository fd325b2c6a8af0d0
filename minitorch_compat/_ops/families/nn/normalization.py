"""Normalisations, each defined by other ops and computed in one pass."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...._array.nn import normalization as k
from ...batching import products as bp
from ...batching import rules as b
from ...facts import Out
from ...namespace import ARRAYS
from ...op import fused


def _layer_norm(xp: Any, x: Any, shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    dims = tuple(range(len(x.shape) - len(shape), len(x.shape)))
    centred = x - xp.mean_dim(x, dims, True, None)
    out = centred * xp.rsqrt(xp.mean_dim(centred * centred, dims, True, None) + eps)
    if weight is not None:
        out = out * weight
    return out if bias is None else out + bias


def _normalize(xp: Any, x: Any, dims: tuple[int, ...], eps: float) -> tuple[Any, Any]:
    centred = x - xp.mean_dim(x, dims, True, None)
    rstd = xp.rsqrt(xp.mean_dim(centred * centred, dims, True, None) + eps)
    return centred * rstd, rstd


def _unscale(xp: Any, g: Any, normal: Any, rstd: Any, dims: tuple[int, ...] | None) -> Any:
    """The cotangent of x from g, that of the normalised x; without `dims`, mean and deviation are constants."""
    if dims is None:
        return g * rstd
    return rstd * (g - xp.mean_dim(g, dims, True, None) - normal * xp.mean_dim(g * normal, dims, True, None))


def _second_derivative(xp: Any, g: Any, grad: Any, x: Any, weight: Any, normal: Any, rstd: Any, dims: tuple[int, ...] | None,
                       rows: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """From the cotangents of the gradients of x, weight and bias (None if there is none): those of grad, x and weight.

    The gradient is linear and symmetric in its cotangent; it depends on x through the normalised x and the deviation. None stands for what
    the gradients do not depend on: only the gradient of x depends on weight.
    """
    v, of_weight, of_bias = g
    scaled = grad if weight is None else grad * weight
    through_weight = None if of_weight is None else grad * of_weight
    if v is None:
        of_grad = of_weight * normal if of_weight is not None else xp.contiguous_zeros(x)
        of_grad = of_grad if of_bias is None else of_grad + of_bias
        return of_grad, None if through_weight is None else _unscale(xp, through_weight, normal, rstd, dims), None
    back = _unscale(xp, v, normal, rstd, dims)
    of_grad = back if weight is None else back * weight
    if dims is not None:
        bent = -(rstd * (v * xp.mean_dim(scaled * normal, dims, True, None) + scaled * xp.mean_dim(v * normal, dims, True, None)))
        through_weight = bent if through_weight is None else through_weight + bent
    of_x = None if through_weight is None else _unscale(xp, through_weight, normal, rstd, dims)
    if dims is not None:
        of_x = of_x - rstd * normal * xp.mean_dim(v * _unscale(xp, scaled, normal, rstd, dims), dims, True, None)
    if of_weight is not None:
        of_grad = of_grad + of_weight * normal
    if of_bias is not None:
        of_grad = of_grad + of_bias
    product = grad * back
    return of_grad, of_x, None if weight is None else xp.sum_dim(product, rows, False, None) if rows else product


def _layer_norm_backward(xp: Any, g: Any, x: Any, _mean: Any, _rstd: Any, weight: Any, _bias: Any, shape: Any, eps: float) -> Any:
    """The definition; the results for a missing weight and bias are not used."""
    rank = len(x.shape) - len(shape)
    dims, rows = tuple(range(rank, len(x.shape))), tuple(range(rank))
    normal, rstd = _normalize(xp, x, dims, eps)
    gx = _unscale(xp, g if weight is None else g * weight, normal, rstd, dims)
    return (gx, *(xp.sum_dim(part, rows, False, None) if rows else part for part in (g * normal, g)))


def _layer_norm_double_backward(xp: Any, g: Any, _gx: Any, _gw: Any, _gb: Any, grad: Any, x: Any, _mean: Any, _rstd: Any, w: Any, _b: Any,
                      shape: Any, eps: float) -> Any:
    rank = len(x.shape) - len(shape)
    dims = tuple(range(rank, len(x.shape)))
    of_grad, of_x, of_weight = _second_derivative(xp, g, grad, x, w, *_normalize(xp, x, dims, eps), dims, tuple(range(rank)))
    return of_grad, of_x, None, None, of_weight, None


def _fill_missing(parts: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """The gradients of input, weight and bias, with zeros for missing ones."""
    return tuple(np.zeros(shape, parts[0].dtype) if part is None else part for part in parts)


def _layer_norm_joint(xp: Any, g: Any, _out: Any, mean: Any, rstd: Any, x: Any, shape: Any, w: Any, b: Any, eps: float) -> Any:
    if xp is ARRAYS:
        return k.layer_norm_backward(g, x, mean, rstd, shape, w, b)
    gx, gw, gb = xp.layer_norm_backward(g, x, mean, rstd, w, b, shape, eps)
    return gx, None if w is None else gw, None if b is None else gb


LAYER_NORM_BACKWARD = fused(
    "layer_norm_backward(Tensor grad, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, Tensor? bias, int[] shape, float eps) -> "
    "(Tensor gx, Tensor gw, Tensor gb)",
    lambda g, x, mean, rstd, w, b, shape, eps: _fill_missing(k.layer_norm_backward(g, x, mean, rstd, shape, w, b), shape),
    joint=_layer_norm_double_backward, composite=_layer_norm_backward, has_differentiable_vjps=True, joint_takes_none=True, module=None,
    node="NativeLayerNormBackwardBackward0", batch=b.Definition(_layer_norm_backward))
LAYER_NORM = fused(
    "native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> "
    "(Tensor out, Tensor mean, Tensor rstd)", k.layer_norm,
    joint=_layer_norm_joint, has_differentiable_vjps=True, composite=_layer_norm, differentiable=(0,), variants="function",
    node="NativeLayerNormBackward0",
    module=None, refuses="buic", batch=b.Definition(bp.layer_norm),
    overload_arguments="layer norm", kernel_label="LayerNormKernelImpl")


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
    return out, xp.stop_gradient(xp.reshape(mean, (n, groups))), xp.stop_gradient(xp.reshape(rstd, (n, groups)))


GROUP_NORM = fused(
    "group_norm_of(Tensor input, Tensor? weight, Tensor? bias, int groups, float eps) -> (Tensor out, Tensor mean, Tensor rstd)",
    k.group_norm, joint=lambda xp, g, _out, mean, rstd, x, w, b_unversioned, groups, eps: k.group_norm_backward(
        g, x, mean, rstd, w, b_unversioned, groups),
    composite=_group_norm, differentiable=(0,), module=None, node="NativeGroupNormBackward0", batch=b.Definition(_group_norm),
    refuses="buic", aten="native_group_norm", refused_as="view", overload_arguments="group norm", kernel_label="GroupNormKernelImpl")


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


def _channels(x: Any) -> tuple[int, ...]:
    return (1, -1, *(1,) * (len(x.shape) - 2))


def _normalize_channels(xp: Any, x: Any, running_mean: Any, running_var: Any, training: bool, eps: float) -> tuple[Any, Any, Any]:
    """The normalised input, the deviations, and the dimensions over which they were taken."""
    if training:
        dims = (0, *range(2, len(x.shape)))
        return (*_normalize(xp, x, dims, eps), dims)
    rstd = xp.reshape(xp.rsqrt(running_var + eps), _channels(x))
    return (x - xp.reshape(running_mean, _channels(x))) * rstd, rstd, None


def _batch_norm_backward(xp: Any, g: Any, x: Any, weight: Any, running_mean: Any, running_var: Any, _mean: Any, _rstd: Any,
                         _has_bias: bool, training: bool, eps: float) -> Any:
    normal, rstd, dims = _normalize_channels(xp, x, running_mean, running_var, training, eps)
    rows = (0, *range(2, len(x.shape)))
    gx = _unscale(xp, g if weight is None else g * xp.reshape(weight, _channels(x)), normal, rstd, dims)
    return gx, xp.sum_dim(g * normal, rows, False, None), xp.sum_dim(g, rows, False, None)


def _batch_norm_double_backward(xp: Any, g: Any, _gx: Any, _gw: Any, _gb: Any, grad: Any, x: Any, w: Any, rm: Any, rv: Any, _mean: Any,
                                _rstd: Any, _has_bias: bool, training: bool, eps: float) -> Any:
    v, of_weight, of_bias = (c if c is None or len(c.shape) == len(x.shape) else xp.reshape(c, _channels(x)) for c in g)
    weight = None if w is None else xp.reshape(w, _channels(x))
    parts = _second_derivative(xp, (v, of_weight, of_bias), grad, x, weight, *_normalize_channels(xp, x, rm, rv, training, eps),
                               (0, *range(2, len(x.shape))))
    return (*parts, None, None, None, None)


def _batch_norm_joint(xp: Any, g: Any, _out: Any, mean: Any, rstd: Any, x: Any, w: Any, b_unversioned: Any, rm: Any, rv: Any,
                      training: bool, eps: float) -> Any:
    if xp is ARRAYS:
        return (*k.batch_norm_backward(g, x, mean, rstd, w, rm, b_unversioned, training), None, None)
    gx, gw, gb = xp.batch_norm_backward(g, x, w, rm, rv, mean, rstd, b_unversioned is not None, training, eps)
    return gx, None if w is None else gw, None if b_unversioned is None else gb, None, None


BATCH_NORM_BACKWARD = fused(
    "batch_norm_backward(Tensor grad, Tensor input, Tensor? weight, Tensor? running_mean, Tensor? running_var, Tensor mean, Tensor rstd, "
    "bool has_bias, bool training, float eps) -> (Tensor gx, Tensor gw, Tensor gb)",
    lambda g, x, w, rm, _rv, mean, rstd, has_bias, training, eps: _fill_missing(
        k.batch_norm_backward(g, x, mean, rstd, w, rm, has_bias or None, training), x.shape[1:2]),
    joint=_batch_norm_double_backward, composite=_batch_norm_backward, has_differentiable_vjps=True, joint_takes_none=True, module=None,
    node="NativeBatchNormBackwardBackward0", batch=b.Definition(_batch_norm_backward))
BATCH_NORM = fused(
    "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float eps) -> "
    "(Tensor out, Tensor mean, Tensor rstd)", k.batch_norm,
    joint=_batch_norm_joint, has_differentiable_vjps=True, composite=_batch_norm, differentiable=(0,), module=None,
    node="NativeBatchNormBackward0",
    refuses="buic", batch=b.Definition(bp.batch_norm),
    extra_calls="batch norm", kernel_label="batch_norm",
    out=Out(accepted_dtypes="exact", dtype_message="expected scalar type {0} but found {1}"))


def _weight_norm(xp: Any, v: Any, g: Any, dim: int) -> Any:
    norms = xp.vector_norm(v, 2, tuple(d for d in range(len(v.shape)) if d != dim % len(v.shape)), True, None)
    return v * (g / norms), xp.stop_gradient(norms)


WEIGHT_NORM = fused(
    "weight_norm_interface(Tensor v, Tensor g, int dim) -> (Tensor out, Tensor result1)", k.weight_norm,
    joint=lambda xp, grad, _out, result1, v, g, dim: k.weight_norm_backward(grad, v, g, result1, dim),
    composite=_weight_norm, differentiable=(0,), module=None, refuses="bcui", batch=b.Definition(_weight_norm),
    aten="_weight_norm_interface")
