"""Normalization: forward and backward in as few passes as numpy allows."""
from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy import add, divide, multiply, negative, sqrt, subtract  # as in `_array/pointwise/logistic.py`

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import (
    BLOCK,
    CHAIN_BLOCK,
    WIDE_ROW,
    add_reduce,
    all_finite,
    column_sums,
    constants,
    even_run_length,
    ones,
    row_dots,
    row_slices,
    row_sums,
    widen_half,
)
from ..core.execution.quiet import LONG_ROW, quiet, restore, silence, silence_rows
from ..shape.strided import as_dtype, channels_last, convert, has_channels_innermost, in_image_layout

Array = np.ndarray[Any, np.dtype[Any]]


def _as_rows(a: Array, dims: int) -> Array:
    """A matrix whose rows are the last `dims` dimensions."""
    leading = a.shape[:a.ndim - dims]
    return np.ascontiguousarray(a).reshape(math.prod(leading), math.prod(a.shape[a.ndim - dims:]))


def layer_norm(a: Array, shape: tuple[int, ...], weight: Array | None, bias: Array | None, eps: float) -> tuple[Array, Array, Array]:
    """Normalize rows (the trailing dimensions in `shape`) to mean 0 and variance 1, then scale them: (out, mean, 1 / deviation)."""
    if a.shape[a.ndim - len(shape):] != tuple(shape):
        raise RuntimeError(f"Given normalized_shape={list(shape)}, expected input with shape [{', '.join(['*', *map(str, shape)])}], but "
                           f"got input of size{list(a.shape)}")
    scale, shift = None if weight is None else weight.ravel(), None if bias is None else bias.ravel()
    if 0 < a.size <= _SMALL_SIZE:
        x = widen_half(a)
        rows = _few_rows(a.shape, len(shape), x.dtype)
        token = silence()
        try:
            out, mean, rstd = _layer_norm_few_rows(x.reshape(rows.shape), rows, scale, shift, eps)
        finally:
            restore(token)
        if a.ndim != 2 or len(shape) != 1:
            out, mean, rstd = out.reshape(a.shape), mean.reshape(rows.stats), rstd.reshape(rows.stats)
        return out if x is a else as_dtype(out, a.dtype), mean, rstd
    width = math.prod(shape)
    # Beside half precision numpy would convert them again for every row.
    scale, shift = [None if v is None else widen_half(v) for v in (scale, shift)]
    x = _as_rows(widen_half(a), len(shape))
    cuts = row_slices(len(x), width, CHAIN_BLOCK)
    token = silence_rows(width)
    try:
        if width < LONG_ROW and len(cuts) == 1:
            out, mean, rstd = _layer_norm_short_rows(x, scale, shift, eps)
        else:
            out, mean, rstd = np.empty_like(x), np.empty((len(x), 1), x.dtype), np.empty((len(x), 1), x.dtype)
            for i in cuts:
                _layer_norm_rows(out[i], mean[i], rstd[i], x[i], scale, shift, eps)
    finally:
        restore(token)
    stats = (*a.shape[:a.ndim - len(shape)], *(1,) * len(shape))
    return as_dtype(out.reshape(a.shape), a.dtype), mean.reshape(stats), rstd.reshape(stats)


#: Up to this number of elements the time is that of numpy's calls.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)


class _FewRows:
    """A small array as a matrix with the last `dims` dimensions as rows, and what repeats numbers along rows and columns: indexing with
    that takes numpy a fifth of the time of broadcasting."""

    __slots__ = ("column", "ones", "row", "shape", "stats")

    def __init__(self, shape: tuple[int, ...], dims: int, dtype: Any) -> None:
        leading, width = shape[:len(shape) - dims], math.prod(shape[len(shape) - dims:])
        self.shape, self.stats = (math.prod(leading), width), (*leading, *(1,) * dims)  # of the matrix, and of a number per row
        self.ones = np.ones((width, 1), dtype)  # a product with it gives a column of row sums
        self.row, self.column = intp.indices(self.shape)


_few_rows = lru_cache(maxsize=256)(_FewRows)


def _layer_norm_few_rows(x: Array, rows: _FewRows, weight: Array | None, bias: Array | None, eps: float) -> tuple[Array, Array, Array]:
    """`_layer_norm_rows` for matrices that need no blocks: results are not copied."""
    out, mean, rstd = _center_few_rows(x, rows, eps)
    multiply(out, rstd.ravel()[rows.row] if weight is None else rstd.dot(weight[None]), out)
    if bias is not None:
        add(out, bias[rows.column], out)
    return out, mean, rstd


def _center_few_rows(x: Array, rows: _FewRows, eps: float) -> tuple[Array, Array, Array]:
    """`_center_rows` for such matrices."""
    count, = constants(x.dtype, x.shape[1])
    mean = x.dot(rows.ones)
    divide(mean, count, mean)
    return _finish_centering(subtract(x, mean.ravel()[rows.row]), mean, count, eps)


def _layer_norm_short_rows(x: Array, weight: Array | None, bias: Array | None, eps: float) -> tuple[Array, Array, Array]:
    """The same for rows too short for numpy to broadcast quickly: the product of a column and a row takes less time."""
    out, mean, rstd = _center_rows(x, eps)
    np.multiply(out, rstd if weight is None else rstd.dot(weight[None]), out)
    if bias is not None:
        np.add(out, bias, out)
    return out, mean, rstd


def _center_rows(x: Array, eps: float) -> tuple[Array, Array, Array]:
    """Rows minus their means, the means, and 1 / deviation, as columns."""
    count, = constants(x.dtype, x.shape[1])
    mean = row_sums(x).reshape(-1, 1)
    divide(mean, count, mean)
    return _finish_centering(subtract(x, mean), mean, count, eps)


def _finish_centering(out: Array, mean: Array, count: Array, eps: float) -> tuple[Array, Array, Array]:
    """The results of `_center_rows`, from rows minus the means as first computed."""
    small, one = constants(out.dtype, eps, 1)
    if out.shape[1] > _ONE_PASS_LENGTH:
        rest = row_sums(out)[:, None]
        divide(rest, count, rest)
        subtract(out, rest, out)
        add(mean, rest, mean)
    rstd = row_dots(out, out).reshape(-1, 1)
    divide(rstd, count, rstd)
    add(rstd, small, rstd)
    return out, mean, divide(one, sqrt(rstd, rstd), rstd)


#: Up to this number of elements rows of channels are not processed in blocks.
_UNBLOCKED_SIZE = block_size(__name__, "_UNBLOCKED_SIZE", 1 << 16)
#: Means of rows up to this length have little error, and such rows are too quick for another pass.
_ONE_PASS_LENGTH = block_size(__name__, "_ONE_PASS_LENGTH", 512)


def _layer_norm_rows(out: Array, mean: Array, rstd: Array, x: Array, weight: Array | None, bias: Array | None, eps: float) -> None:
    width = x.shape[1]
    count, small = constants(x.dtype, width, eps)
    mean[:, 0] = row_sums(x)
    mean /= count
    np.subtract(x, mean, out)
    if width > _ONE_PASS_LENGTH:  # an error in the last digit of the mean matters if the mean is large compared to the deviation
        rest = row_sums(out)[:, None]
        rest /= count
        out -= rest
        mean += rest
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


def _saved_statistics(a: Array, mean: Array, rstd: Array, *parameters: Array | None) -> tuple[Array, Array]:
    """The statistics as PyTorch saves them: in the dtype of the parameters, which rounds them where all are of half precision."""
    if a.dtype.itemsize != 2 or any(t is not None and t.dtype != a.dtype for t in parameters):
        return mean, rstd
    return widen_half(convert(mean, a.dtype)), widen_half(convert(rstd, a.dtype))


def layer_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, shape: tuple[int, ...], weight: Array | None,
                        bias: Array | None) -> tuple[Any, Any, Any]:
    """Cotangents of input, weight and bias."""
    width = math.prod(shape)
    dims = len(shape)
    mean, rstd = _saved_statistics(a, mean, rstd, weight)
    gy, x, m, r = _as_rows(widen_half(g), dims), _as_rows(widen_half(a), dims), mean.reshape(-1, 1), rstd.reshape(-1, 1)
    scale = ones(width, x.dtype) if weight is None else widen_half(weight).reshape(-1)
    cuts = row_slices(len(x), width, CHAIN_BLOCK)
    token = silence_rows(width)
    sums: Any = (None, None)
    try:
        if len(cuts) == 1:
            gx, *sums = _layer_norm_rows_backward(None, gy, x, m, r, scale, weight is not None, bias is not None)
        else:
            gx = np.empty_like(x)
            for i in cuts:
                _, *parts = _layer_norm_rows_backward(gx[i], gy[i], x[i], m[i], r[i], scale, weight is not None, bias is not None)
                sums = tuple([part if total is None or part is None else np.add(total, part, total) for total, part in zip(sums, parts)])
    finally:
        restore(token)
    weight_grad, bias_grad = sums
    if dims != 1:
        weight_grad, bias_grad = [None if total is None else total.reshape(shape) for total in sums]
    return as_dtype(gx if a.ndim == 2 and dims == 1 else gx.reshape(a.shape), a.dtype), weight_grad, bias_grad


def _layer_norm_rows_backward(gx: Array | None, gy: Array, x: Array, mean: Array, rstd: Array, weight: Array, of_weight: bool,
                              of_bias: bool) -> tuple[Array, Array | None, Array | None]:
    """r (g w - mean(g w) - c r^2 mean(g w c)) with c = x - mean, and the sums for weight and bias; all sums are products with vectors."""
    count, = constants(x.dtype, x.shape[1])
    c = np.subtract(x, mean)
    gx = np.multiply(gy, c, gx)
    weight_grad = rstd[:, 0].dot(gx) if of_weight else None
    bias_grad = ones(len(gy), gy.dtype).dot(gy) if of_bias else None
    contribution, part = gx.dot(weight)[:, None], np.divide(rstd, count)
    np.multiply(contribution, rstd, contribution)
    np.multiply(contribution, rstd, contribution)
    np.multiply(contribution, part, contribution)
    np.multiply(c, contribution, c)
    contribution = gy.dot(weight)[:, None]
    np.add(c, np.multiply(contribution, part, contribution), c)
    if x.shape[1] < LONG_ROW:  # as in `_layer_norm_short_rows`
        np.multiply(gy, rstd.dot(weight[None]), gx)
    else:
        np.multiply(gy, weight, gx)
        np.multiply(gx, rstd, gx)
    return np.subtract(gx, c, gx), weight_grad, bias_grad


def group_norm(a: Array, weight: Array | None, bias: Array | None, groups: int, eps: float) -> tuple[Array, Array, Array]:
    """Normalize groups of channels of (N, C, ...) to mean 0 and variance 1, then scale by channel: (out, mean, 1 / deviation)."""
    by_group, by_channel, matrix, channels = _group_shapes(a.shape, groups)
    x = np.ascontiguousarray(widen_half(a))
    if 0 < x.size <= _SMALL_SIZE:
        out, mean, rstd = _group_norm_of_few(x, by_group, weight, bias, groups, eps)
    else:
        out, mean, rstd = _group_norm_of_many(x, by_group, by_channel, channels, weight, bias, eps)
    out, mean, rstd = out.reshape(a.shape), mean.reshape(matrix), rstd.reshape(matrix)
    if out.dtype is not a.dtype:
        out, mean, rstd = as_dtype(out, a.dtype), mean.astype(a.dtype, copy=False), rstd.astype(a.dtype, copy=False)
    return in_image_layout(out, a), mean, rstd


def _group_norm_of_few(x: Array, by_group: tuple[int, int], weight: Array | None, bias: Array | None, groups: int,
                       eps: float) -> tuple[Array, Array, Array]:
    """Results for few elements; as in PyTorch with one factor and one term per channel of each example."""
    group, channel = _group_indices(x.shape, groups)
    token = silence()
    try:
        _, mean, rstd = _center_few_rows(x.reshape(by_group), _few_rows(by_group, 1, x.dtype), eps)
    finally:
        restore(token)
    shift = multiply(mean, rstd)
    scale, shift = rstd.ravel()[group], negative(shift, shift).ravel()[group]
    if weight is not None:
        factor = weight[channel]
        scale, shift = multiply(scale, factor), multiply(shift, factor)
    if bias is not None:
        shift = add(shift, bias[channel])
    out = multiply(x, scale)
    return add(out, shift, out), mean, rstd


def _group_norm_of_many(x: Array, by_group: tuple[int, int], by_channel: tuple[int, ...], channels: tuple[int, ...], weight: Array | None,
                        bias: Array | None, eps: float) -> tuple[Array, Array, Array]:
    """The same for many, some groups at a time. The mean is subtracted first if that is possible: with a small deviation the term would
    lose digits."""
    rows, group = x.reshape(by_group), (*by_channel[:2], 1, 1)
    if weight is not None and not all_finite(weight):
        mean, rstd = _statistics(rows, eps)
        scale, shift = multiply(rstd.reshape(group), weight.reshape(channels)), -(mean * rstd).reshape(group) * weight.reshape(channels)
        out = multiply(x.reshape(by_channel), scale)
        return add(out, shift if bias is None else add(shift, bias.reshape(channels)), out), mean, rstd
    out, mean, rstd = np.empty_like(rows), np.empty((len(rows), 1), x.dtype), np.empty((len(rows), 1), x.dtype)
    factors, terms = _of_all_channels(weight, by_channel, x.dtype), _of_all_channels(bias, by_channel, x.dtype)
    token = silence_rows(by_channel[3])
    try:
        for i in row_slices(len(rows), by_group[1]):
            centred, mean[i], rstd[i] = _with_buffer_for(by_group[1], _center_rows, rows[i], eps)
            scale = np.broadcast_to(rstd[i], (len(centred), by_channel[2])) if factors is None else multiply(rstd[i], factors[i])
            part = out[i].reshape(len(centred) * by_channel[2], by_channel[3])
            multiply(centred.reshape(part.shape), scale.reshape(-1, 1), part)
            if terms is not None:
                add(part, terms[i].reshape(-1, 1), part)
    finally:
        restore(token)
    return out, mean, rstd


def _with_buffer_for(width: int, function: Any, *args: Any) -> Any:
    """A result for rows of another width than the surrounding ones, with the buffer of numpy that suits it."""
    token = silence_rows(width)
    try:
        return function(*args)
    finally:
        restore(token)


def _of_all_channels(v: Array | None, by_channel: tuple[int, ...], dtype: Any) -> Array | None:
    """A value per channel for all examples: a row per group of each."""
    if v is None:
        return None
    n, groups, count, _ = by_channel
    return np.broadcast_to(v.reshape(1, groups, count), (n, groups, count)).astype(dtype).reshape(n * groups, count)


@lru_cache(maxsize=256)
def _group_shapes(shape: tuple[int, ...], groups: int) -> tuple[tuple[int, int], tuple[int, ...], tuple[int, int], tuple[int, ...]]:
    """Shapes for groups of channels: a row per group of each example, a row per channel, a number per group, a number per channel."""
    n, c, size = shape[0], shape[1], math.prod(shape[2:])
    return (n * groups, c * size // groups), (n, groups, c // groups, size), (n, groups), (groups, c // groups, 1)


@lru_cache(maxsize=256)
def _group_indices(shape: tuple[int, ...], groups: int) -> tuple[Array, Array]:
    """For each element the index of its group, counted over all examples, and of its channel."""
    channel = intp.arange(math.prod(shape)).reshape(shape) // math.prod(shape[2:])
    return channel // (shape[1] // groups), channel % shape[1]


def _statistics(rows: Array, eps: float) -> tuple[Array, Array]:
    """Mean and 1 / deviation of every row, as columns."""
    token = silence_rows(rows.shape[1])
    try:
        if rows.size <= BLOCK:
            return _center_rows(rows, eps)[1:]
        mean, rstd = np.empty((len(rows), 1), rows.dtype), np.empty((len(rows), 1), rows.dtype)
        for i in row_slices(len(rows), rows.shape[1]):
            mean[i], rstd[i] = _center_rows(rows[i], eps)[1:]
    finally:
        restore(token)
    return mean, rstd


def _align_channels(v: Array, ndim: int) -> Array:
    return v.reshape(-1, *(1,) * (ndim - 2))


def group_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, weight: Array | None, bias: Array | None, groups: int
                        ) -> tuple[Any, Any, Any]:
    """Cotangents of input, weight and bias."""
    if a.size > _SMALL_SIZE and all(v is None or v.dtype.char in "fd" and v.dtype is a.dtype for v in (g, a, mean, weight, bias)):
        return _group_norm_backward(g, a, mean.reshape(-1, 1), rstd.reshape(-1, 1), weight, bias, groups)
    shape = (a.shape[0] * groups, math.prod(a.shape[1:]) // groups)
    rows, m, r = np.ascontiguousarray(a).reshape(shape), mean.reshape(-1, 1), rstd.reshape(-1, 1)
    scaled = g if weight is None else g * _align_channels(weight, a.ndim)
    gx = layer_norm_backward(np.ascontiguousarray(scaled).reshape(shape), rows, m, r, shape[1:], None, None)[0].reshape(a.shape)
    axes = (0, *range(2, a.ndim))
    gw = None if weight is None else add_reduce(g * ((rows - m) * r).reshape(a.shape), axis=axes)
    return in_image_layout(gx, a), gw, None if bias is None else add_reduce(g, axis=axes)


def _group_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, weight: Array | None, bias: Array | None, groups: int
                         ) -> tuple[Any, Any, Any]:
    """The same from the sums of g and of g c for each channel of each example, with c = x - mean, some groups at a time:
    r g w - c r^3 mean(g w c) - r mean(g w)."""
    by_group, by_channel, _, _ = _group_shapes(a.shape, groups)
    count, size = by_channel[2:]
    rows, gy, gx = np.ascontiguousarray(a).reshape(by_group), np.ascontiguousarray(g).reshape(by_group), np.empty(by_group, a.dtype)
    factors, dots, sums = _of_all_channels(weight, by_channel, a.dtype), *np.empty((2, by_group[0], count), a.dtype)
    token = silence_rows(size)
    try:
        for i in row_slices(by_group[0], by_group[1]):
            r, centred, out, incoming = rstd[i], _with_buffer_for(by_group[1], subtract, rows[i], mean[i]), gx[i], gy[i].reshape(-1, size)
            sums[i] = row_sums(incoming).reshape(-1, count)
            dots[i] = row_dots(incoming, centred.reshape(-1, size)).reshape(-1, count)
            total, dot = (sums[i], dots[i]) if factors is None else (multiply(sums[i], factors[i]), multiply(dots[i], factors[i]))
            part = divide(r, by_group[1])
            dot, total = multiply(row_sums(dot)[:, None], r * r * part), multiply(row_sums(total)[:, None], part)
            _with_buffer_for(by_group[1], multiply, centred, dot, centred)
            _with_buffer_for(by_group[1], add, centred, total, centred)
            scale = np.broadcast_to(r, (len(r), count)) if factors is None else multiply(r, factors[i])
            multiply(incoming, scale.reshape(-1, 1), out.reshape(-1, size))
            subtract(out, centred, out)
    finally:
        restore(token)
    gw = None if weight is None else column_sums(multiply(dots, rstd).reshape(len(a), -1))
    gb = None if bias is None else column_sums(sums.reshape(len(a), -1))
    return in_image_layout(gx.reshape(a.shape), a), gw, gb


class _ChannelMatrix:
    """An input (N, C, ...) as a matrix with one channel per row, or per column if no dimension follows the channels."""

    __slots__ = ("by_rows", "count", "is_small", "matrix", "shape")

    def __init__(self, a: Array) -> None:
        shape = self.shape = a.shape
        self.by_rows = a.size != shape[0] * shape[1]
        x = np.ascontiguousarray(widen_half(a))
        #: For few elements each example is a matrix of its own: values per channel are then repeated by an index.
        self.is_small = self.by_rows and 0 < a.size <= _SMALL_SIZE
        self.matrix = x.reshape((shape[0], shape[1], -1) if self.is_small else (shape[0] * shape[1] if self.by_rows else shape[0], -1))
        self.count = a.size // shape[1]

    def align(self, v: Array) -> Array:
        """A value per channel, shaped to broadcast against the matrix."""
        if not self.by_rows:
            return v
        if self.is_small:
            return v[_group_indices(self.matrix.shape, 1)[1]]
        rows = np.empty((self.shape[0], len(v)), v.dtype)
        rows[...] = v
        return rows.reshape(-1, 1)

    def total(self, x: Array) -> Array:
        """Sums of a matrix by channel."""
        if self.is_small:
            x = x.reshape(-1, x.shape[-1])
        return column_sums(row_sums(x).reshape(self.shape[:2])) if self.by_rows else column_sums(x)

    def dot(self, x: Array, y: Array) -> Array:
        """Sums by channel of the product of two matrices."""
        if self.is_small:
            x, y = x.reshape(-1, x.shape[-1]), y.reshape(-1, x.shape[-1])
        return column_sums(row_dots(x, y).reshape(self.shape[:2])) if self.by_rows else column_sums(x * y)


def _running_moments(mean: Array | None, variance: Array | None, dtype: Any, eps: float) -> tuple[Array, Array]:
    """The running mean, and 1 / deviation from the running variance."""
    assert mean is not None and variance is not None
    variance = widen_half(variance)
    small, one = constants(variance.dtype, eps, 1)
    deviation = add(variance, small)
    rstd = divide(one, sqrt(deviation, deviation), deviation)
    return mean.astype(dtype), rstd if rstd.dtype is dtype else rstd.astype(dtype)


def _batch_moments(channels: _ChannelMatrix) -> tuple[Array, Array, Array]:
    """Of each channel the mean, the differences from it, and the variance of the population."""
    x = channels.matrix
    count, = constants(x.dtype, channels.count)
    mean = np.divide(channels.total(x), count)
    centred = np.subtract(x, channels.align(mean))
    if channels.count > _ONE_PASS_LENGTH:
        rest = np.divide(channels.total(centred), count)
        np.subtract(centred, channels.align(rest), centred)
        np.add(mean, rest, mean)
    return mean, centred, np.divide(channels.dot(centred, centred), count)


def update_bfloat16_statistics(running_mean: Array, running_var: Array, mean: Array, rstd: Array, eps: float, count: int,
                               weight: float) -> None:
    """Update running statistics of bfloat16, in-place, by those of a batch of `count` numbers per channel: `weight` is that of the batch.

    In PyTorch they come from oneDNN and are rounded after each step; those of float16 are computed in float32.
    """
    def rounded(values: Any) -> Array:
        return widen_half(convert(np.asarray(values, np.float32), running_mean.dtype))

    share, to_sample = rounded(weight), count / (count - 1) if count > 1 else math.nan
    rest = rounded(1 - share)
    np.copyto(running_mean, rounded(share * rounded(mean)) + rounded(rest * widen_half(running_mean)), "unsafe")
    np.copyto(running_var, share * rounded(rounded(_variance(rstd, eps)) * to_sample) + rounded(rest * widen_half(running_var)), "unsafe")


def _variance(rstd: Array, eps: float) -> Array:
    """The variance of the population, from 1 / deviation."""
    variance: Array = 1 / (rstd * rstd) - rstd.dtype.type(eps)
    return variance


def _factor_and_term(mean: Array, rstd: Array, weight: Array | None, bias: Array | None) -> tuple[Array, Array]:
    """The factor and the term of each channel."""
    scale = rstd if weight is None else rstd * weight
    return scale, -mean * scale if bias is None else bias - mean * scale


def _to_channels_last_like(a: Array, out: Array) -> Array:
    """`out` in channels-last layout if `a` has it, ignoring strides of dimensions of size 1."""
    return channels_last(out) if has_channels_innermost(a) else in_image_layout(out, a)


@quiet
def batch_norm(a: Array, weight: Array | None, bias: Array | None, running_mean: Array | None, running_var: Array | None,
               training: bool, eps: float) -> tuple[Array, Array, Array]:
    """Normalize channels to mean 0 and variance 1 (of the batch, or running statistics): (out, mean, 1 / deviation)."""
    if not training and 0 < a.size <= _SMALL_SIZE and a.dtype.char in "fd" and a.flags.c_contiguous:
        mean, rstd = _running_moments(running_mean, running_var, a.dtype, eps)
        factor, term = _factor_and_term(mean, rstd, weight, bias)
        indices = _group_indices(a.shape, 1)[1]
        out = multiply(a, factor[indices])
        return add(out, term[indices], out), mean, rstd
    if not training and a.dtype.char in "fd" and a.size and has_channels_innermost(a):
        mean, rstd = _running_moments(running_mean, running_var, a.dtype, eps)
        return _scale_channels_innermost(a, *_factor_and_term(mean, rstd, weight, bias)), mean, rstd
    few_rows = training and a.ndim == 2 and 0 < a.size <= _UNBLOCKED_SIZE and len(a) <= _ONE_PASS_LENGTH
    if few_rows and a.dtype.char in "fd" and a.flags.c_contiguous:
        return _batch_norm_few_rows(a, weight, bias, eps)
    channels = _ChannelMatrix(a)
    x = channels.matrix
    token = silence_rows(x.shape[-1])
    try:
        if training:
            mean, out, rstd = _batch_moments(channels)
            small, one = constants(x.dtype, eps, 1)
            np.add(rstd, small, rstd)
            np.divide(one, np.sqrt(rstd, rstd), rstd)
        else:
            mean, rstd = _running_moments(running_mean, running_var, x.dtype, eps)
            out = x
        if training and a.dtype.itemsize == 2 and all(t is None or t.dtype == a.dtype for t in (weight, bias, running_mean, running_var)):
            return _batch_norm_of_halves(a, channels, mean, rstd, weight, bias, eps)
        scale, shift = rstd if weight is None else rstd * weight, bias
        if not training or weight is not None and not math.isfinite(add_reduce(scale)):
            # As in PyTorch: one term per channel, which determines the result for infinite weights. In training the mean has been
            # subtracted already, which is more accurate.
            out, (_, shift) = x, _factor_and_term(mean, rstd, weight, bias)
        out = np.multiply(out, channels.align(scale), out if out is not x else None)
        if shift is not None:
            out += channels.align(shift)
    finally:
        restore(token)
    out = out.reshape(a.shape)
    return _to_channels_last_like(a, as_dtype(out, a.dtype)), mean, rstd


def _batch_norm_of_halves(a: Array, channels: _ChannelMatrix, mean: Array, rstd: Array, weight: Array | None, bias: Array | None,
                          eps: float) -> tuple[Array, Array, Array]:
    """`batch_norm` in training from the statistics in float32, where all parameters are of half precision, too."""
    saved_mean, _ = _saved_statistics(a, mean, rstd)
    if has_channels_innermost(a):  # there the variance is taken around the rounded mean
        rstd = 1 / np.sqrt(1 / (rstd * rstd) + np.square(saved_mean - mean))
    elif a.dtype.kind == "V":  # for bfloat16 oneDNN gives the variance, rounded
        rstd = 1 / np.sqrt(widen_half(convert(_variance(rstd, eps), a.dtype)) + np.float32(eps))
    scale, shift = _factor_and_term(*_saved_statistics(a, mean, rstd), weight, bias)
    out = channels.matrix * channels.align(scale) + channels.align(shift)
    return _to_channels_last_like(a, as_dtype(out.reshape(a.shape), a.dtype)), mean, rstd


def _scale_channels_innermost(a: Array, factor: Array, term: Array) -> Array:
    """Scale and shift channels that are innermost, in rows of as many pixels as numpy is fast with."""
    pixels = a.transpose(0, *range(2, a.ndim), 1)
    repeats = even_run_length(a.size // len(factor), max(1, WIDE_ROW // len(factor))) or 1
    out = np.multiply(pixels.reshape(-1, repeats * len(factor)), np.tile(factor, repeats))
    np.add(out, np.tile(term, repeats), out)
    return channels_last(out.reshape(pixels.shape).transpose(0, a.ndim - 1, *range(1, a.ndim - 1)))


def _batch_norm_few_rows(a: Array, weight: Array | None, bias: Array | None, eps: float) -> tuple[Array, Array, Array]:
    """`batch_norm` in training for few rows of channels, with the same steps."""
    count, small, one = constants(a.dtype, len(a), eps, 1)
    mean = column_sums(a)
    np.divide(mean, count, mean)
    out = np.subtract(a, mean)
    rstd = column_sums(np.multiply(out, out))
    np.divide(rstd, count, rstd)
    np.add(rstd, small, rstd)
    np.divide(one, np.sqrt(rstd, rstd), rstd)
    scale, shift = rstd, bias
    if weight is not None:
        scale = np.multiply(rstd, weight)
        if not math.isfinite(scale.dot(scale)) and not math.isfinite(add_reduce(scale)):
            out, (_, shift) = a, _factor_and_term(mean, rstd, weight, bias)
    out = np.multiply(out, scale)
    if shift is not None:
        np.add(out, shift, out)
    return out, mean, rstd


def batch_norm_backward(g: Array, a: Array, mean: Array, rstd: Array, weight: Array | None, running_mean: Array | None,
                        bias: Array | None, training: bool) -> tuple[Any, Any, Any]:
    """Cotangents of input, weight and bias."""
    channels = _ChannelMatrix(a)
    gy, spread = _ChannelMatrix(g).matrix, channels.align
    if training:
        mean, rstd = _saved_statistics(a, mean, rstd, weight, running_mean)
    token = silence_rows(gy.shape[-1])
    try:
        gx = gy * spread(rstd if weight is None else rstd * weight)
        if not training and weight is None and bias is None:
            return _to_channels_last_like(a, as_dtype(gx.reshape(a.shape), a.dtype)), None, None
        c = channels.matrix - spread(mean)
        total, dot = channels.total(gy), channels.dot(gy, c) * rstd
        if training:
            scale = (rstd if weight is None else rstd * weight) / gy.dtype.type(channels.count)
            c *= spread(dot * rstd * scale)
            c += spread(total * scale)
            gx -= c
    finally:
        restore(token)
    gx = _to_channels_last_like(a, as_dtype(gx.reshape(a.shape), a.dtype))
    return gx, None if weight is None else dot, None if bias is None else total


def unbiased_variance(var_rstd: Array, eps: float, count: int) -> Array:
    """The unbiased variance for running statistics, from 1 / deviation."""
    if var_rstd.__class__ is not np.ndarray or var_rstd.dtype.char not in "fd":  # inside function transforms it is a tensor
        var = 1 / (var_rstd * var_rstd) - eps
        return var * (count / (count - 1)) if count > 1 else var * math.nan
    one, small, factor = constants(var_rstd.dtype, 1, eps, count / (count - 1) if count > 1 else math.nan)
    var = np.multiply(var_rstd, var_rstd)
    np.divide(one, var, var)
    np.subtract(var, small, var)
    return np.multiply(var, factor, var)


def update_running_statistic(statistic: Array, value: Array, weight: float) -> None:
    """Update a running statistic, in-place: `weight` is that of the batch's value."""
    if statistic.dtype is value.dtype and value.dtype.char in "fd":
        rest, contribution = constants(value.dtype, 1 - weight, weight)
        np.multiply(statistic, rest, statistic)
        np.add(statistic, np.multiply(value, contribution), statistic)
        return
    np.copyto(statistic, widen_half(statistic) * (1 - weight) + value * weight, "unsafe")


def weight_norm(v: Array, g: Array, dim: int) -> tuple[Array, Array]:
    """v rescaled to the norms g over all dimensions except `dim` (the first or the last), and the original norms, at least in float32."""
    x = widen_half(v)
    norms = np.sqrt(add_reduce(x * x, axis=_dims_except(dim, v.ndim), keepdims=True))
    return as_dtype(x * (widen_half(g) / norms), v.dtype), norms


def weight_norm_backward(grad: Array, v: Array, g: Array, norms: Array, dim: int) -> tuple[Array, Array]:
    """Cotangents of v and g."""
    dy, x, scale = widen_half(grad), widen_half(v), widen_half(g)
    along = add_reduce(dy * x, axis=_dims_except(dim, v.ndim), keepdims=True)
    change = scale / norms * (dy - x * (along / (norms * norms)))
    return as_dtype(change, v.dtype), (along / norms).astype(g.dtype, copy=False)


def _dims_except(dim: int, ndim: int) -> tuple[int, ...]:
    return tuple(d for d in range(ndim) if d != dim % ndim)
