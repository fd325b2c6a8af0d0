"""Normalisation: forward and backward in as few passes as numpy allows."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .quiet import quiet

Array = NDArray[Any]


def _rows(a: Array, width: int) -> Array:
    return np.ascontiguousarray(a).reshape(-1, width)


@quiet
def layer_norm(a: Array, shape: tuple[int, ...], weight: Array | None, bias: Array | None, eps: float) -> tuple[Array, Array, Array]:
    """Rows (the trailing dimensions in `shape`) brought to mean 0 and variance 1, then scaled: (out, mean, 1 / deviation)."""
    if a.shape[a.ndim - len(shape):] != tuple(shape):
        raise RuntimeError(f"Given normalized_shape={list(shape)}, expected input with shape [{', '.join(['*', *map(str, shape)])}], but "
                           f"got input of size{list(a.shape)}")
    width = math.prod(shape)
    x = _rows(a if a.dtype.itemsize > 2 else a.astype(np.float32), width)
    ones = np.full(width, 1 / width, x.dtype)
    mean = x @ ones
    out = x - mean[:, None]
    rstd = 1 / np.sqrt(np.vecdot(out, out) * x.dtype.type(1 / width) + x.dtype.type(eps))
    out *= rstd[:, None]
    if weight is not None:
        out *= weight.reshape(-1)
    if bias is not None:
        out += bias.reshape(-1)
    stats = (*a.shape[:a.ndim - len(shape)], *(1,) * len(shape))
    return out.reshape(a.shape).astype(a.dtype, copy=False), mean.reshape(stats), rstd.reshape(stats)


def layer_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, shape: tuple[int, ...], weight: Array | None,
                        bias: Array | None) -> tuple[Any, Any, Any]:
    """Cotangents of input, weight and bias."""
    width = math.prod(shape)
    gy, r = _rows(g, width), rstd.reshape(-1, 1)
    xhat = _rows(a, width) - mean.reshape(-1, 1)
    xhat *= r
    count = len(gy)
    weight_grad = None if weight is None else np.einsum("ij,ij->j", gy, xhat).reshape(shape)
    bias_grad = None if bias is None else (np.ones(count, gy.dtype) @ gy).reshape(shape)
    gx = gy * weight.reshape(-1) if weight is not None else gy.copy()
    ones = np.full(width, 1 / width, gx.dtype)
    m1 = gx @ ones
    m2 = np.vecdot(gx, xhat) * gx.dtype.type(1 / width)
    xhat *= m2[:, None]
    gx -= xhat
    gx -= m1[:, None]
    gx *= r
    return gx.reshape(a.shape).astype(a.dtype, copy=False), weight_grad, bias_grad


def _channels(a: Array) -> Array:
    """(N, C, everything else) of an input with a channel dimension."""
    return np.ascontiguousarray(a).reshape(a.shape[0], a.shape[1], -1)


def _over_channels(v: Array) -> Array:
    return v[:, None]


@quiet
def batch_norm(a: Array, weight: Array | None, bias: Array | None, running_mean: Array | None, running_var: Array | None,
               training: bool, eps: float) -> tuple[Array, Array, Array]:
    """Channels brought to mean 0 and variance 1 (of the batch, or as remembered): (out, mean, 1 / deviation)."""
    x = _channels(a)
    if training:
        count = x.shape[0] * x.shape[2]
        mean = channel_total(x) / x.dtype.type(count)
        centred = x - mean[:, None]
        var = np.einsum("ncl,ncl->c", centred, centred) / x.dtype.type(count)
        rstd = 1 / np.sqrt(var + x.dtype.type(eps))
    else:
        assert running_mean is not None and running_var is not None
        mean, rstd = running_mean.astype(x.dtype), (1 / np.sqrt(running_var + eps)).astype(x.dtype)
        centred = x - mean[:, None]
    centred *= _over_channels(rstd if weight is None else rstd * weight)
    if bias is not None:
        centred += _over_channels(bias)
    return centred.reshape(a.shape), mean, rstd


def channel_total(x: Array) -> Array:
    """Sums over all but the channel dimension of (N, C, L)."""
    if x.shape[2] == 1:
        return np.ones(x.shape[0], x.dtype) @ x[:, :, 0]
    return np.add.reduce(x @ np.ones(x.shape[2], x.dtype), axis=0)


def batch_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, weight: Array | None, bias: Array | None,
                        training: bool) -> tuple[Any, Any, Any]:
    """Cotangents of input, weight and bias."""
    gy, x = _channels(g), _channels(a)
    count = x.shape[0] * x.shape[2]
    xhat = x - mean[:, None]
    xhat *= rstd[:, None]
    dot = np.einsum("ncl,ncl->c", gy, xhat)
    total = channel_total(gy)
    scale = rstd if weight is None else rstd * weight
    if training:
        xhat *= (dot / -gy.dtype.type(count))[:, None]
        xhat += gy
        xhat -= (total / gy.dtype.type(count))[:, None]
        xhat *= scale[:, None]
    else:
        xhat = gy * scale[:, None]
    return xhat.reshape(a.shape), None if weight is None else dot, None if bias is None else total


def unbiased(var_rstd: Array, eps: float, count: int) -> Array:
    """The unbiased variance that running statistics remember, from 1 / deviation."""
    var = 1 / (var_rstd * var_rstd) - eps
    return var * (count / (count - 1)) if count > 1 else var * math.nan
