"""Activation functions and their derivatives."""
from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy import add, divide, exp, maximum, multiply, negative, subtract  # as in `logistic`

from ..core.dtypes import check_64_bits, int64, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import blockwise, constants, min_number, require_floating, rounded_once, stepwise, zeros
from ..core.execution.quiet import quiet
from ..core.float16 import half_through_float32
from ..core.numbers import LARGEST32, check_number_fits
from ..core.undispatched import putmask
from ..index.indexing import check_fit, to_scalar_array
from ..shape.strided import as_dtype
from ..special.erf_and_gamma import erf
from .elementwise import clip
from .logistic import one_plus_exp_of_minus, sigmoid, sigmoid_step
from .through_float64 import FAST_MATH, expm1, log1p
from .where import select

Array = np.ndarray[Any, np.dtype[Any]]

_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)


def _are_few(a: Array) -> bool:
    """Whether the time is that of numpy's calls: then a step runs on all elements at once, and numbers are arrays."""
    return a.dtype.char in "fd" and a.ndim > 0 and a.size <= _SMALL_SIZE and a.flags.c_contiguous


_SQRT_HALF, _INV_SQRT_2PI, _SQRT_2_PI, _CUBIC = math.sqrt(0.5), 1 / math.sqrt(2 * math.pi), math.sqrt(2 / math.pi), 0.044715
#: PyTorch's gelu is 0 where 1 + erf(a / sqrt(2)) is 0 in float32: below this, and where the distribution's reciprocal is greater than that.
_GELU_UNDERFLOW, _GELU_RECIPROCAL_LIMIT = -5.45, np.float32(5.8e7)
_ONE_FLOAT32, _DENSITY = (np.array(v, np.float32) for v in (1, _INV_SQRT_2PI))
# exp(-a^2 / 2) of float32, by exp2 where that is fast: rounding the exponent in base 2 costs a relative error of 2e-6 at most at exp(-12).
_exponential, _EXPONENT = (np.exp2, np.array(-0.5 / math.log(2), np.float32)) if FAST_MATH else (np.exp, np.array(-0.5, np.float32))


# The normal distribution function of float32 is 1 / (1 + exp(-u)), with u = s a R(a^2) and the rational function R(z) =
# z + n0 + p1 / (z + n1 + p2 / (z + n2)), a minimax fit on |a| <= 6.5 (error 9.3e-8 over the larger of 1 and |a| / 1.5): dividing a block
# takes numpy only 1.25 times as long as multiplying it, so this is faster than a polynomial of the same accuracy.
_S, _N0, _P1, _N1, _P2, _N2 = (np.array(v, np.float32) for v in (
    -0.05076860009970257 * (1 if FAST_MATH else math.log(2)), 69.30610181466996, -213.25799582260584,
    -12.615274977373678, 765.9227140786224, 35.59740852737073))


def _gelu_logits(out: Array | None, square: Array | None, a: Array) -> tuple[Array, Array]:
    """Write a R(a^2) to `out`, and a * a to `square`."""
    square = np.multiply(a, a, square)
    out = np.add(square, _N2, out)
    np.divide(_P2, out, out)
    np.add(out, square, out)
    np.add(out, _N1, out)
    np.divide(_P1, out, out)
    np.add(out, square, out)
    np.add(out, _N0, out)
    return np.multiply(out, a, out), square


def _gelu_step(out: Array | None, scratch: Array | None, a: Array) -> Array:
    out, _ = _gelu_logits(out, scratch, a)
    np.multiply(out, _S, out)
    _exponential(out, out)
    np.add(out, _ONE_FLOAT32, out)
    lowest = min_number(a) if 0 < a.size <= _SMALL_SIZE else math.nan
    if (lowest if lowest == lowest else np.fmin.reduce(a, None, initial=0)) < _GELU_UNDERFLOW:
        out[out > _GELU_RECIPROCAL_LIMIT] = np.inf
    return np.divide(a, out, out)


def _approximate_erf(out: Array | None, square: Array | None, a: Array) -> tuple[Array, Array]:
    """Write tanh(sqrt(2 / pi) (a + 0.044715 a^3)), about erf(a / sqrt(2)), to `out`, and a * a to `square`."""
    cubic, linear = constants(a.dtype, _SQRT_2_PI * _CUBIC, _SQRT_2_PI)
    square = np.multiply(a, a, square)
    out = np.multiply(square, cubic, out)
    np.add(out, linear, out)
    np.multiply(out, a, out)
    return np.tanh(out, out), square


def _gelu_tanh_step(out: Array | None, scratch: Array | None, a: Array) -> Array:
    half, = constants(a.dtype, 0.5)
    out, _ = _approximate_erf(out, scratch, a)
    np.multiply(out, half, out)
    np.add(out, half, out)
    return np.multiply(out, a, out)


@quiet
def gelu(a: Array, approximate: str = "none") -> Array:
    """a times the normal distribution function at a, exact or by tanh."""
    if approximate == "none":
        if a.dtype.itemsize <= 4:
            return blockwise(_gelu_step, 1, a)
        return 0.5 * a * (1 + erf(np.asarray(a * _SQRT_HALF)))
    if approximate != "tanh":
        raise RuntimeError("approximate argument must be either none or tanh.")
    return blockwise(_gelu_tanh_step, 1, a)


def _gelu_gradient_step(out: Array | None, scratch: Array | None, a: Array, g: Array) -> Array:
    """g ((1 + erf(a / sqrt(2))) / 2 + a exp(-a^2 / 2) / sqrt(2 pi))"""
    out, scratch = _gelu_logits(out, scratch, a)
    np.multiply(out, _S, out)
    _exponential(out, out)
    np.add(out, _ONE_FLOAT32, out)
    np.divide(_ONE_FLOAT32, out, out)
    np.multiply(scratch, _EXPONENT, scratch)
    _exponential(scratch, scratch)
    np.multiply(scratch, _DENSITY, scratch)
    np.multiply(scratch, a, scratch)
    np.add(out, scratch, out)
    return np.multiply(out, g, out)


def _gelu_tanh_gradient_step(out: Array | None, slope: Array | None, rest: Array | None, a: Array, g: Array) -> Array:
    """g ((1 + t) / 2 + a (1 - t^2) u / 2), with t from `_approximate_erf` and u the derivative of tanh's argument"""
    half, one, cubic, linear = constants(a.dtype, 0.5, 1, 1.5 * _SQRT_2_PI * _CUBIC, 0.5 * _SQRT_2_PI)
    out, slope = _approximate_erf(out, slope, a)
    np.multiply(slope, cubic, slope)
    np.add(slope, linear, slope)
    np.multiply(slope, a, slope)
    rest = np.multiply(out, out, rest)
    np.subtract(one, rest, rest)
    np.multiply(slope, rest, slope)
    np.multiply(out, half, out)
    np.add(out, half, out)
    np.add(out, slope, out)
    return np.multiply(out, g, out)


@quiet
def gelu_gradient(g: Array, a: Array, approximate: str = "none") -> Array:
    """g times the derivative of gelu."""
    if g.__class__ is not np.ndarray or g.shape != a.shape or g.dtype is not a.dtype:
        return g * gelu_gradient(np.ones_like(a), a, approximate)
    if approximate != "none":
        return blockwise(_gelu_tanh_gradient_step, 2, a, g)
    if a.dtype.itemsize <= 4:
        return blockwise(_gelu_gradient_step, 1, a, g)
    density = np.exp(-0.5 * a * a) * _INV_SQRT_2PI
    return g * (0.5 * (1 + erf(np.asarray(a * _SQRT_HALF))) + a * density)


def _silu_step(out: Array | None, a: Array) -> Array:
    out = one_plus_exp_of_minus(out, a)
    return divide(a, out, out)


@stepwise(_silu_step)
@quiet
def silu(a: Array) -> Array:
    """a * sigmoid(a)."""
    return blockwise(_silu_step, 0, a) if a.dtype.kind in "fV" else a * sigmoid(a)


def _silu_slope_step(out: Array | None, s: Array | None, a: Array) -> Array:
    """s (1 + a (1 - s)), with s = sigmoid(a)"""
    one, = constants(a.dtype, 1)
    s = sigmoid_step(s, a)
    out = np.subtract(one, s, out)
    np.multiply(out, a, out)
    np.add(out, one, out)
    return np.multiply(out, s, out)


@quiet
@rounded_once
def glu(a: Array, dim: int) -> Array:
    """The first half along `dim` times the sigmoid of the second."""
    if 0 in a.strides:  # numpy would make the result with the expanded dimension innermost
        a = np.ascontiguousarray(a)
    half, before = a.shape[dim] // 2, (slice(None),) * (dim % a.ndim)
    out = sigmoid(a[(*before, slice(half, None))])
    return np.multiply(out, a[(*before, slice(half))], out)


@rounded_once
@quiet
def silu_gradient(g: Array, a: Array) -> Array:
    """`g` times the derivative of silu."""
    return g * blockwise(_silu_slope_step, 1, a)


def _softplus_step(beta: float, out: Array | None, scratch: Array | None, a: Array) -> Array:
    """max(s, 0) + log(1 + exp(-|s|)), divided by beta; in float32 the logarithm adds nothing above 20."""
    zero, infinity = constants(a.dtype, 0, np.inf)
    if beta != 1:
        a = multiply(a, beta)
    out = np.abs(a, out)
    exp(negative(out, out), out)
    log1p(out, out)
    add(out, clip(a, zero, infinity, scratch), out)
    return divide(out, beta, out) if beta != 1 else out


def _softplus_numbers(dtype: np.dtype[Any], beta: float, threshold: float) -> tuple[Array, Array]:
    """Both numbers as arrays, after PyTorch's checks."""
    for value in (beta, threshold):
        if value.__class__ is int:
            check_64_bits(value)
        check_number_fits(value, dtype)
    return np.array(beta, dtype), np.array(threshold, dtype)


_cached_softplus_numbers = lru_cache(maxsize=64, typed=True)(_softplus_numbers)


@quiet
@rounded_once
def softplus(a: Array, beta: float = 1.0, threshold: float = 20.0) -> Array:
    """log(1 + exp(beta a)) / beta; a itself where beta a is above `threshold`."""
    # 0.0 and -0.0 are one key.
    factor, limit = (_cached_softplus_numbers if beta and threshold else _softplus_numbers)(a.dtype, beta, threshold)
    few = _are_few(a)
    if a.dtype == np.float32 and threshold >= 20:
        return _softplus_step(beta, None, None, a) if few else blockwise(partial(_softplus_step, beta), 1, a)
    if not a.ndim or a.dtype.char not in "fd":
        scaled = a * beta
        return select(scaled > threshold, a, np.log1p(exp(np.minimum(scaled, threshold))) / beta).astype(a.dtype, copy=False)
    out = multiply(a, factor)
    linear = np.greater(out, limit)
    clip(out, constants(a.dtype, -np.inf)[0], limit, out)
    log1p(exp(out, out), out)
    divide(out, factor, out)
    if few:
        putmask(out, linear, a)
        return out
    return select(linear, a, out)


def _mish_step(out: Array | None, n: Array | None, a: Array) -> Array:
    """a n / (n + 2), with n = e (e + 2) and e = exp(a): one transcendental function instead of three."""
    lowest, limit, two = constants(a.dtype, -np.inf, 20, 2)
    out = clip(a, lowest, limit, out)
    n = add(exp(out, out), two, n)
    add(multiply(n, out, n), two, out)
    return multiply(divide(n, out, out), a, out)


@stepwise(_mish_step, True)
@quiet
def mish(a: Array) -> Array:
    """a tanh(log(1 + exp(a)))."""
    return blockwise(_mish_step, 1, a) if a.dtype.kind in "fV" else a * np.tanh(softplus(a))


@quiet
def elu(a: Array, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> Array:
    """a above 0, alpha (exp(a) - 1) below."""
    if alpha.__class__ is int:
        check_64_bits(alpha)
    if _are_few(a):
        return _elu_step(alpha * scale, scale, input_scale, None, None, a)
    require_floating(a, "elu_cpu")
    return blockwise(partial(_elu_step, alpha * scale, scale, input_scale), 1, a)


def _elu_step(negative_scale: float, scale: float, input_scale: float, out: Array | None, positive: Array | None, x: Array) -> Array:
    lowest, zero, infinity, below, above = constants(x.dtype, -np.inf, 0, np.inf, negative_scale, scale)
    if negative_scale <= 0:  # the sign of a zero is that of its own branch, which the sum of both would lose
        result = select(np.less(x, zero), np.multiply(expm1(np.minimum(x, zero) * input_scale), below), np.multiply(x, above))
        return result if out is None else np.positive(result, out=out)
    if x.size <= _SMALL_SIZE:
        out, positive = clip(x, lowest, zero, out), clip(x, zero, infinity, positive)
    else:  # where neither clip nor minimum with a single number is vectorized
        zero = zeros(x.size, x.dtype).reshape(x.shape)
        out = np.minimum(zero, x, out=out)  # of equal zeros the second operand is taken, which keeps -0
        positive = maximum(zero, x, out=positive)
    if input_scale != 1:
        multiply(out, input_scale, out)
    expm1(out, out)
    if negative_scale != 1:
        multiply(out, below, out)
    if scale != 1:
        multiply(positive, above, positive)
    return add(out, positive, out)


@rounded_once
def leaky_relu(a: Array, negative_slope: float = 0.01) -> Array:
    """a above 0, `negative_slope` times a below."""
    if 0 < negative_slope <= 1:  # a slope of 0 would turn infinity into NaN
        if a.ndim and a.dtype.kind == "f":
            out = multiply(a, constants(a.dtype, negative_slope)[0])
            return maximum(a, out, out=out)
        return np.maximum(a, a * a.dtype.type(negative_slope))
    return _leaky_relu_by_mask(a, negative_slope)


@quiet
def _leaky_relu_by_mask(a: Array, negative_slope: float) -> Array:
    if negative_slope.__class__ is int:
        check_64_bits(negative_slope)
    return select(a > 0, a, a * a.dtype.type(negative_slope))


def _logsigmoid_step(out: Array | None, scratch: Array | None, a: Array) -> Array:
    lowest, zero = constants(a.dtype, -np.inf, 0)
    out = np.abs(a, out)
    exp(negative(out, out), out)
    log1p(out, out)
    return subtract(clip(a, lowest, zero, scratch), out, out)


@stepwise(_logsigmoid_step, True)
@quiet
def logsigmoid(a: Array) -> Array:
    """log(sigmoid(a)) without underflow; row-major, as in PyTorch."""
    a = np.asarray(a, order="C")
    return blockwise(_logsigmoid_step, 1, a) if a.dtype.kind in "fV" else np.minimum(a, 0) - np.log1p(np.exp(-np.abs(a)))


def threshold(a: Array, threshold: float, value: float) -> Array:
    """a above the threshold, which is not rounded to half precision; `value` elsewhere."""
    return _threshold(a, threshold, to_scalar_array(value, a.dtype))


@rounded_once
def _threshold(a: Array, threshold: float, value: Any) -> Array:
    return select(a <= to_scalar_array(threshold, a.dtype), np.asarray(value, a.dtype)[()], a)


def hardtanh(a: Array, low: float, high: float) -> Array:
    """a limited to [low, high], which are first cast to the dtype of a."""
    if a.dtype.char in "fd" and (low or low.__class__ is int) and (high or high.__class__ is int):  # 0.0 and -0.0 are one key
        return clip(a, *_limits_of_hardtanh(a.dtype, low, high))
    if a.dtype.kind == "u" and low <= -1:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    scalar_type = a.dtype.type
    if a.dtype.kind in "iu":
        low, high = int(to_scalar_array(low, int64)), int(to_scalar_array(high, int64))
    check_fit(low, a.dtype)
    check_fit(high, a.dtype)
    return as_dtype(_clip_half(a, scalar_type(low), scalar_type(high)), a.dtype)  # small bfloat16 arrays come back as float32


@lru_cache(maxsize=64, typed=True)
def _limits_of_hardtanh(dtype: np.dtype[Any], low: float, high: float) -> tuple[Array, Array]:
    check_fit(low, dtype)
    check_fit(high, dtype)
    return np.array(low, dtype), np.array(high, dtype)


_clip_half = half_through_float32(clip)


def _hardsigmoid_step(out: Array | None, a: Array) -> Array:
    zero, three, six = constants(a.dtype, 0, 3, 6)
    out = add(a, three, out)
    return divide(clip(out, zero, six, out), six, out)


@stepwise(_hardsigmoid_step)
def hardsigmoid(a: Array) -> Array:
    """(a + 3) / 6 limited to [0, 1]."""
    return blockwise(_hardsigmoid_step, 0, a)


def _hardswish_step(out: Array | None, a: Array) -> Array:
    zero, three, six = constants(a.dtype, 0, 3, 6)
    out = add(a, three, out)
    clip(out, zero, six, out)
    return divide(multiply(out, a, out), six, out)


@stepwise(_hardswish_step)
def hardswish(a: Array) -> Array:
    """a * hardsigmoid(a)."""
    if a.dtype.kind in "fV" and a.flags.c_contiguous:
        return blockwise(_hardswish_step, 0, a)
    return as_dtype(a * clip(a + 3, 0, 6) / 6, a.dtype)


@rounded_once
def hardswish_gradient(g: Array, a: Array) -> Array:
    """`g` times the derivative of hardswish."""
    return select(a <= -3, g.dtype.type(0), select(a < 3, g * (a / 3 + 0.5), g))


@rounded_once
def hardsigmoid_gradient(g: Array, a: Array) -> Array:
    """`g` times the derivative of hardsigmoid."""
    return select(between(a, -3, 3), g * _SIXTH, g.dtype.type(0))


_SIXTH = float(np.float32(1 / 6))  # PyTorch's factor, for every dtype


def hardshrink(a: Array, lambd: float = 0.5) -> Array:
    """a outside [-lambd, lambd], 0 inside."""
    check_number_fits(lambd, a.dtype)
    if lambd and _are_few(a):
        low, high, zero = constants(a.dtype, -lambd, lambd, 0)
        out, inside = a.copy(), np.greater_equal(a, low)
        putmask(out, np.logical_and(inside, np.less_equal(a, high), inside), zero)
        return out
    return _hardshrink(a, np.asarray(lambd, a.dtype)[()] if a.dtype.itemsize == 2 else lambd)


@half_through_float32
def _hardshrink(a: Array, lambd: Any) -> Array:
    return select((a >= -lambd) & (a <= lambd), a.dtype.type(0), a)


_MAX_BFLOAT16 = float.fromhex("0x1.fep127")


def softshrink(a: Array, lambd: float = 0.5) -> Array:
    """a moved toward 0 by lambd, and 0 where it would cross 0."""
    if 0 < lambd <= LARGEST32 and _are_few(a):
        return subtract(a, clip(a, *constants(a.dtype, -lambd, lambd)))
    limit = _MAX_BFLOAT16 if a.dtype.kind == "V" else np.finfo(a.dtype).max
    if not 0 <= lambd <= limit:
        raise RuntimeError(f"lambda must be in range [0, {limit:g}] for input dtype {scalar_name(a.dtype)}, but found {lambd:g}")
    return _softshrink(a, lambd)


@rounded_once
def _softshrink(a: Array, lambd: float) -> Array:
    return subtract(a, clip(a, -lambd, lambd))


def between(a: Array, low: float, high: float) -> Array:
    """Whether low < a < high."""
    return (a > low) & (a < high)


@rounded_once
def prelu(x: Array, weight: Array) -> Array:
    """x, multiplied by `weight` where x is not positive."""
    if _are_few(x) and x.dtype is weight.dtype and weight.ndim <= x.ndim:
        out = multiply(x, weight.reshape(()) if weight.size == 1 else weight)  # a single number is not broadcast, which would take long
        if out.shape == x.shape:
            putmask(out, np.greater(x, constants(x.dtype, 0)[0]), x)
            return out
    if x.size > _SMALL_SIZE and x.dtype.kind == "f" and x.dtype == weight.dtype and np.isfinite(weight).all():
        if weight.min() > 0 and weight.max() <= 1:
            out = multiply(x, weight)
            return maximum(x, out, out=out)
        below = clip(x, -np.inf, 0) * weight
        return add(below, clip(x, 0, np.inf), below)
    return select(x > 0, x, weight * x)


@rounded_once
def softplus_gradient(g: Array, a: Array, beta: float, threshold: float) -> Array:
    """g times the derivative of softplus."""
    scaled = a * beta
    return g * select(np.greater(scaled, threshold), 1.0, sigmoid(scaled))


@rounded_once
@quiet
def elu_gradient(g: Array, a: Array, alpha: float, scale: float, input_scale: float) -> Array:
    """g times the derivative of elu."""
    below = np.exp(np.minimum(a, 0.0) * input_scale) * (alpha * scale * input_scale)
    return g * select(np.less_equal(a, 0), below, float(scale))  # NaN takes the branch above 0, as in PyTorch


@rounded_once
def elu_gradient_from_result(g: Array, out: Array, alpha: float, scale: float, input_scale: float) -> Array:
    """g times the derivative of elu where its result is `out`; `alpha` is multiplied by `scale` already."""
    return select(out <= 0, g * input_scale * (out + alpha), g * scale)


@rounded_once
def logsigmoid_gradient(g: Array, a: Array) -> Array:
    """g times the derivative of logsigmoid."""
    return np.multiply(g, sigmoid(-a), order="C")
