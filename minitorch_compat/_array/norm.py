"""Normalisation: forward and backward in as few passes as numpy allows."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .blocks import column_sums, constants, ones, row_cuts, row_dots, row_sums, wide
from .quiet import quiet, restore, silence_rows
from .strided import like_images

Array = NDArray[Any]


def _rows(a: Array, dims: int) -> Array:
    """A matrix: the last `dims` dimensions in its rows."""
    leading = a.shape[:a.ndim - dims]
    return np.ascontiguousarray(a).reshape(math.prod(leading), math.prod(a.shape[a.ndim - dims:]))


def layer_norm(a: Array, shape: tuple[int, ...], weight: Array | None, bias: Array | None, eps: float) -> tuple[Array, Array, Array]:
    """Rows (the trailing dimensions in `shape`) brought to mean 0 and variance 1, then scaled: (out, mean, 1 / deviation)."""
    if a.shape[a.ndim - len(shape):] != tuple(shape):
        raise RuntimeError(f"Given normalized_shape={list(shape)}, expected input with shape [{', '.join(['*', *map(str, shape)])}], but "
                           f"got input of size{list(a.shape)}")
    width = math.prod(shape)
    x = _rows(wide(a), len(shape))
    out, mean, rstd = np.empty_like(x), np.empty((len(x), 1), x.dtype), np.empty((len(x), 1), x.dtype)
    scale, shift = (None if v is None else v.reshape(-1) for v in (weight, bias))
    token = silence_rows(width)
    try:
        for i in row_cuts(len(x), width):
            _layer_norm_rows(out[i], mean[i], rstd[i], x[i], scale, shift, eps)
    finally:
        restore(token)
    stats = (*a.shape[:a.ndim - len(shape)], *(1,) * len(shape))
    return out.reshape(a.shape).astype(a.dtype, copy=False), mean.reshape(stats), rstd.reshape(stats)


def _layer_norm_rows(out: Array, mean: Array, rstd: Array, x: Array, weight: Array | None, bias: Array | None, eps: float) -> None:
    width = x.shape[1]
    count, small = constants(x.dtype, width, eps)
    mean[:, 0] = row_sums(x)
    mean /= count
    np.subtract(x, mean, out)
    rstd[:, 0] = row_dots(out, out)
    rstd /= count
    rstd += small
    np.sqrt(rstd, rstd)
    np.reciprocal(rstd, rstd)
    out *= rstd
    if weight is not None:
        out *= weight
    if bias is not None:
        out += bias


def layer_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, shape: tuple[int, ...], weight: Array | None,
                        bias: Array | None) -> tuple[Any, Any, Any]:
    """Cotangents of input, weight and bias."""
    width = math.prod(shape)
    dims = len(shape)
    gy, x, m, r = _rows(wide(g), dims), _rows(wide(a), dims), mean.reshape(-1, 1), rstd.reshape(-1, 1)
    gx = np.empty_like(x)
    weight_grad, bias_grad = (None if v is None else np.zeros(width, x.dtype) for v in (weight, bias))
    scale = ones(width, x.dtype) if weight is None else weight.reshape(-1)
    token = silence_rows(width)
    try:
        for i in row_cuts(len(x), width):
            _layer_norm_rows_backward(gx[i], gy[i], x[i], m[i], r[i], scale, weight_grad, bias_grad)
    finally:
        restore(token)
    return (gx.reshape(a.shape).astype(a.dtype, copy=False), None if weight_grad is None else weight_grad.reshape(shape),
            None if bias_grad is None else bias_grad.reshape(shape))


def _layer_norm_rows_backward(gx: Array, gy: Array, x: Array, mean: Array, rstd: Array, weight: Array, weight_grad: Array | None,
                              bias_grad: Array | None) -> None:
    """r (g w - mean(g w) - c r^2 mean(g w c)), c being x without its mean; products with vectors do all the sums."""
    width = x.shape[1]
    c = x - mean
    np.multiply(gy, c, gx)
    if weight_grad is not None:
        weight_grad += rstd[:, 0].dot(gx)
    if bias_grad is not None:
        bias_grad += ones(len(gy), gy.dtype).dot(gy)
    share = (gx.dot(weight) / width)[:, None]
    share *= rstd
    share *= rstd
    c *= share
    np.multiply(gy, weight, gx)
    c += (gy.dot(weight) / width)[:, None]
    gx -= c
    gx *= rstd


def group_norm(a: Array, weight: Array | None, bias: Array | None, groups: int, eps: float) -> tuple[Array, Array, Array]:
    """Groups of channels of (N, C, ...) brought to mean 0 and variance 1, then scaled by channel: (out, mean, 1 / deviation)."""
    n, c = a.shape[:2]
    x = np.ascontiguousarray(wide(a))
    rows = x.reshape(n * groups, math.prod((c, *a.shape[2:])) // groups)
    mean, rstd = _statistics(rows, eps)
    # As PyTorch does it: one factor and one term for each channel of each example.
    scale, shift = (v.reshape(n, groups).repeat(c // groups, 1) for v in (rstd, -mean * rstd))
    if weight is not None:
        scale, shift = scale * weight, shift * weight
    if bias is not None:
        shift = shift + bias
    planes = x.reshape(n, c, math.prod(a.shape[2:]))
    out = np.multiply(planes, scale[:, :, None])
    out += shift[:, :, None]
    mean, rstd = (v.reshape(n, groups).astype(a.dtype, copy=False) for v in (mean, rstd))
    return like_images(out.reshape(a.shape).astype(a.dtype, copy=False), a), mean, rstd


def _statistics(rows: Array, eps: float) -> tuple[Array, Array]:
    """Mean and 1 / deviation of every row, as columns."""
    width, mean, rstd = rows.shape[1], np.empty((len(rows), 1), rows.dtype), np.empty((len(rows), 1), rows.dtype)
    count, small, one = constants(rows.dtype, width, eps, 1)
    token = silence_rows(width)
    try:
        for i in row_cuts(len(rows), width):
            np.divide(row_sums(rows[i]), count, mean[i, 0])
            centred = rows[i] - mean[i]
            spread = row_dots(centred, centred)
            spread /= count
            spread += small
            np.divide(one, np.sqrt(spread, spread), rstd[i, 0])
    finally:
        restore(token)
    return mean, rstd


def _by_channel(v: Array, ndim: int) -> Array:
    return v.reshape(-1, *(1,) * (ndim - 2))


def group_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, weight: Array | None, bias: Array | None, groups: int
                        ) -> tuple[Any, Any, Any]:
    """Cotangents of input, weight and bias."""
    shape = (a.shape[0] * groups, math.prod(a.shape[1:]) // groups)
    rows, m, r = np.ascontiguousarray(a).reshape(shape), mean.reshape(-1, 1), rstd.reshape(-1, 1)
    scaled = g if weight is None else g * _by_channel(weight, a.ndim)
    gx = layer_norm_backward(np.ascontiguousarray(scaled).reshape(shape), rows, m, r, shape[1:], None, None)[0].reshape(a.shape)
    axes = (0, *range(2, a.ndim))
    gw = None if weight is None else np.add.reduce(g * ((rows - m) * r).reshape(a.shape), axis=axes)
    return gx, gw, None if bias is None else np.add.reduce(g, axis=axes)


class _Channels:
    """An input (N, C, ...) as a matrix whose rows hold one channel each, or whose columns do when nothing follows the channels."""

    __slots__ = ("by_rows", "count", "matrix", "shape")

    def __init__(self, a: Array) -> None:
        self.shape = a.shape
        self.by_rows = a.size != a.shape[0] * a.shape[1]
        self.matrix = np.ascontiguousarray(wide(a)).reshape(a.shape[0] * a.shape[1] if self.by_rows else a.shape[0], -1)
        self.count = a.size // a.shape[1]

    def spread(self, v: Array) -> Array:
        """A value per channel, to be broadcast against the matrix."""
        if not self.by_rows:
            return v
        rows = np.empty((self.shape[0], len(v)), v.dtype)
        rows[...] = v
        return rows.reshape(-1, 1)

    def total(self, x: Array) -> Array:
        """Sums of a matrix by channels."""
        return column_sums(row_sums(x).reshape(self.shape[:2])) if self.by_rows else column_sums(x)

    def dot(self, x: Array, y: Array) -> Array:
        """Sums of a product of matrices by channels."""
        return column_sums(row_dots(x, y).reshape(self.shape[:2])) if self.by_rows else column_sums(x * y)


@quiet
def batch_norm(a: Array, weight: Array | None, bias: Array | None, running_mean: Array | None, running_var: Array | None,
               training: bool, eps: float) -> tuple[Array, Array, Array]:
    """Channels brought to mean 0 and variance 1 (of the batch, or as remembered): (out, mean, 1 / deviation)."""
    channels = _Channels(a)
    x = channels.matrix
    token = silence_rows(x.shape[1])
    try:
        if training:
            mean = channels.total(x) / x.dtype.type(channels.count)
            out = x - channels.spread(mean)
            rstd = 1 / np.sqrt(channels.dot(out, out) / x.dtype.type(channels.count) + x.dtype.type(eps))
        else:
            assert running_mean is not None and running_var is not None
            mean, rstd = running_mean.astype(x.dtype), (1 / np.sqrt(running_var + eps)).astype(x.dtype)
            out = x
        scale, shift = rstd if weight is None else rstd * weight, bias
        if not training or weight is not None and not math.isfinite(np.add.reduce(scale)):
            # As PyTorch does it: one term for each channel, which decides what becomes of infinities among the weights. In training
            # the inputs have lost their mean already, which is more accurate.
            out, shift = x, -mean * scale if bias is None else bias - mean * scale
        out = np.multiply(out, channels.spread(scale), out if out is not x else None)
        if shift is not None:
            out += channels.spread(shift)
    finally:
        restore(token)
    return like_images(out.reshape(a.shape).astype(a.dtype, copy=False), a), mean, rstd


def batch_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, weight: Array | None, bias: Array | None,
                        training: bool) -> tuple[Any, Any, Any]:
    """Cotangents of input, weight and bias."""
    channels = _Channels(a)
    gy, spread = _Channels(g).matrix, channels.spread
    token = silence_rows(gy.shape[1])
    try:
        gx = gy * spread(rstd if weight is None else rstd * weight)
        if not training and weight is None and bias is None:
            return gx.reshape(a.shape).astype(a.dtype, copy=False), None, None
        c = channels.matrix - spread(mean)
        total, dot = channels.total(gy), channels.dot(gy, c) * rstd
        if training:
            scale = (rstd if weight is None else rstd * weight) / gy.dtype.type(channels.count)
            c *= spread(dot * rstd * scale)
            c += spread(total * scale)
            gx -= c
    finally:
        restore(token)
    return gx.reshape(a.shape).astype(a.dtype, copy=False), None if weight is None else dot, None if bias is None else total


def unbiased(var_rstd: Array, eps: float, count: int) -> Array:
    """The unbiased variance that running statistics remember, from 1 / deviation."""
    var = 1 / (var_rstd * var_rstd) - eps
    return var * (count / (count - 1)) if count > 1 else var * math.nan
