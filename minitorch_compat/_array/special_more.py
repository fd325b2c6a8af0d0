"""Bessel functions, the incomplete gamma function, Hurwitz' zeta and relatives of erf, by series, continued fractions and asymptotics."""
from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .piecewise import Piecewise
from .quiet import quiet
from .special import CHUNK, NEAR, by_chunks, erf, erfc64, erfinv64, lgamma32, lgamma64, scaled_complement, stirling_rest
from .strided import empty_dense
from .tables import TINY, ByBits, tabled, where_usual

Array = NDArray[Any]
f32 = np.float32
_ROOT_2PI = math.sqrt(2 * math.pi)


def _in_double(function: Any, without_half: str = "") -> Any:
    """Computed in double precision, given back in the type and layout of the first array; `without_half` refuses half precision."""

    @quiet
    def call(x: Array, *rest: Any) -> Array:
        if without_half and x.dtype == np.float16:
            raise NotImplementedError(f"\"{without_half}\" not implemented for 'Half'")
        if not rest and x.size > 2 * CHUNK and x.flags.c_contiguous:
            return by_chunks(function, x)
        values = np.asarray(function(x.astype(np.float64), *(np.asarray(r, np.float64) for r in rest)))
        if values.shape != x.shape:
            return values.astype(x.dtype)
        out = empty_dense(x, x.dtype)
        out[...] = values
        return out

    return call


def _bessel_series(x: Array, order: int) -> Array:
    """exp(-x) I_order(x) / x^order for 0 <= x <= 30, by the power series, whose terms are all positive."""
    square = x * x / 4
    term = np.full_like(x, 0.5**order)
    series = term.copy()
    for k in range(1, 75):
        term = term * square / (k * (k + order))
        series = series + term
    return np.asarray(series * np.exp(-x))


def _bessel_tail(inverse: Array, order: int) -> Array:
    """exp(-x) I_order(x) sqrt(2 pi x) for x >= 30, by the asymptotic series; given is 30 / x."""
    term = np.ones_like(inverse)
    tail = term.copy()
    for k in range(1, 25):
        term = -term * (4 * order * order - (2 * k - 1) ** 2) / (8 * k * 30) * inverse
        tail = tail + term
    return tail


_SERIES = tuple(Piecewise(partial(_bessel_series, order=order), 0, 30, 30) for order in (0, 1))
_TAIL = tuple(Piecewise(partial(_bessel_tail, order=order), 0, 1, 4) for order in (0, 1))


def _bessel_scaled(x: Array, order: int) -> Array:
    """exp(-|x|) I_order(x), from polynomials fitted to two series."""
    size = np.abs(x)
    near = np.minimum(size, 30.0)
    value = _SERIES[order](near)
    if order:
        value *= near
    if (size > 30).any():
        far = np.maximum(size, 30.0)
        value = np.where(size <= 30, value, _TAIL[order](30 / far) / np.sqrt(2 * math.pi * far))
    value = np.where(np.isinf(size), 0.0, value)
    return np.where(np.isnan(x), x, np.copysign(value, x) if order % 2 else value)


_I = (ByBits(lambda x: _bessel_scaled(x, 0), 6), ByBits(lambda x: _bessel_scaled(x, 1), 6))


def _scaled32(x: Array, order: int) -> Array:
    value = _I[order](np.abs(x))
    return np.copysign(value, x, value) if order else value


def unscaled(x: Array, order: int) -> Array:
    """I_order(x) of float32 numbers, in double precision."""
    size = np.abs(x)
    value = _I[order](size)
    value *= np.exp(size, dtype=np.float64)
    return np.copysign(value, x, value) if order else value


i0e = tabled(partial(_scaled32, order=0), _in_double(lambda x: _bessel_scaled(x, 0)))
i1e = tabled(partial(_scaled32, order=1), _in_double(lambda x: _bessel_scaled(x, 1)))
i0 = tabled(partial(unscaled, order=0), _in_double(lambda x: _bessel_scaled(x, 0) * np.exp(np.abs(x))))
i1 = tabled(partial(unscaled, order=1), _in_double(lambda x: _bessel_scaled(x, 1) * np.exp(np.abs(x))))


def _erfcx(x: Array) -> Array:
    """exp(x^2) erfc(x)."""
    near = np.minimum(x, NEAR)
    return np.where(x <= NEAR, np.exp(near * near) * erfc64(near), scaled_complement(np.maximum(x, NEAR)))


_ERFCX = ByBits(_erfcx, 6)


def _erfcx32(x: Array) -> Array:
    value = _ERFCX(np.abs(x))
    if x.size and not x.min() >= 0:
        wide = x.astype(np.float64)
        value = np.where(x < 0, 2 * np.exp(wide * wide) - value, value)
    return value


erfcx = tabled(_erfcx32, _in_double(_erfcx), "erfcx_cpu")


@quiet
def ndtr(x: Array) -> Array:
    """The normal distribution function as PyTorch composes it; towards -inf the sum cancels."""
    return np.asarray((erf(np.asarray(x / x.dtype.type(math.sqrt(2)))) + x.dtype.type(1)) * x.dtype.type(0.5))


def mvlgamma(x: Array, p: int) -> Array:
    """The logarithm of the multivariate gamma function."""
    constant = p * (p - 1) / 4 * math.log(math.pi)
    if x.dtype.char == "f" and x.size and x.min() > (p - 1) / 2:  # then the differences are exact

        def narrow(y: Array) -> Array:
            total = lgamma32(y)
            for i in range(1, p):
                total += lgamma32(y - f32(i / 2))
            return total + constant

        return np.asarray(tabled(narrow, lgamma64)(x))
    return np.asarray(_in_double(lambda y: sum(lgamma64(y - i / 2) for i in range(p)) + constant)(x))


def _quantile_in_tail(p: Array) -> Array:
    """The normal quantile of small p: from the leading term of the tail, by Newton's method on log p."""
    size = np.sqrt(-2 * np.log(p))
    guess = np.log(size * _ROOT_2PI) / size - size
    for _ in range(4):
        scaled = _erfcx(-guess / math.sqrt(2)) / 2
        guess = guess - (np.log(scaled) - guess * guess / 2 - np.log(p)) * _ROOT_2PI * scaled
    return guess


def _refined_quantile(p: Array) -> Array:
    """The normal quantile of 0 < p <= 1/2."""
    out, tail = np.asarray(math.sqrt(2) * erfinv64(2 * p - 1)), p < 0.02
    out[tail] = _quantile_in_tail(p[tail])
    return out


def _ndtri(p: Array) -> Array:
    """The normal quantile; nan outside [0, 1]."""
    tail = np.where(p > 0.5, 1 - p, p)
    found = _refined_quantile(np.where((tail > 0) & (tail <= 0.5), tail, 0.5))
    inside = np.where(p == 0, -np.inf, np.where(p == 1, np.inf, np.where(p > 0.5, -found, found)))
    return np.where((p >= 0) & (p <= 1), inside, np.nan)


_NDTRI = ByBits(_ndtri, 6)


def _ndtri32(p: Array) -> Array:
    tail = np.minimum(p, 1 - p)
    value = _NDTRI(tail)
    np.negative(value, value, where=p > 0.5)
    return value if tail.size and tail.min() >= TINY else where_usual(value, tail >= TINY, _ndtri, p)


ndtri = tabled(_ndtri32, _in_double(_ndtri), "ndtri_cpu")


def _log_half_erfc(t: Array) -> Array:
    low = np.minimum(t, -0.7)
    return np.where(t < -0.7, np.log(_erfcx(-low) / 2) - low * low, np.log1p(-erfc64(np.maximum(t, -0.7)) / 2))


def _scaled_right(t: Array) -> Array:
    """-exp(t^2) log(1 - erfc(t) / 2) for t >= 0."""
    q = erfc64(t) / 2
    return _erfcx(t) / 2 * np.where(q > 1e-17, np.log1p(-q) / np.maximum(q, 1e-300), -1.0)


_LOG_NDTR = ByBits(_scaled_right, 6, mirrored=lambda t: _log_half_erfc(-t))


def _log_half_erfc32(t: Array) -> Array:
    value = _LOG_NDTR(t)
    value *= np.exp(-np.square(np.maximum(t, 0), dtype=np.float64))
    return value


_log_half_erfc_of = tabled(_log_half_erfc32, _in_double(_log_half_erfc), "log_ndtr_cpu")


@quiet
def log_ndtr(x: Array) -> Array:
    """log of the normal distribution function. As in PyTorch, x / sqrt(2) is rounded to the type of x."""
    return np.asarray(_log_half_erfc_of(np.asarray(x * x.dtype.type(math.sqrt(0.5)), x.dtype)))


@quiet
def entr(x: Array) -> Array:
    """-x log x; 0 at 0, -inf below."""
    inside = np.where(x > 0, -x * np.log(np.where(x > 0, x, 1)), np.where(x == 0, x.dtype.type(0), -np.inf))
    return np.where(np.isnan(x), x, inside).astype(x.dtype)


@quiet
def xlog1py(x: Array, y: Array) -> Array:
    """x log(1 + y); 0 where x is 0 and y is not nan."""
    return np.asarray(np.where(np.isnan(y), y, np.where(x == 0, 0, x * np.log1p(y))))


_EVEN_BERNOULLI = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330]


def _zeta_positive(x: Array, q: Array) -> Array:
    """For q > 0, by Euler and Maclaurin's formula."""
    shift = 12
    total = np.zeros(np.broadcast_shapes(x.shape, q.shape))
    for k in range(shift):
        total = total + (q + k) ** -x
    w = q + shift
    total = total + w ** (1 - x) / (x - 1) + 0.5 * w ** -x
    factor, power = x.copy(), w ** (-x - 1)
    for j, bernoulli in enumerate(_EVEN_BERNOULLI, 1):
        total = total + np.where(power == 0, 0.0, bernoulli / math.factorial(2 * j) * factor * power)
        factor = factor * (x + 2 * j - 1) * (x + 2 * j)
        power = power / (w * w)
    return np.where(q == np.inf, np.nan, total)


def _zeta(x: Array, q: Array) -> Array:
    """The Hurwitz zeta function. Of negative q, and then whole x, the terms before 0 make two more such sums, with 1 - the fraction."""
    x, q = np.broadcast_arrays(x, q)
    negative, whole = q < 0, x == np.floor(x)
    total = _zeta_positive(x, np.where(negative, q - np.floor(q), q))
    if negative.any():
        last, first = _zeta_positive(x, np.ceil(q) - q), _zeta_positive(x, 1 + np.abs(q))
        total = np.where(negative, np.where(x % 2 == 1, total - last + first, total + last - first), total)
        total = np.where(negative & ~whole, np.nan, total)
    total = np.where((q <= 0) & (q == np.floor(q)), np.inf, total)
    return np.where(x == 1, np.inf, np.where(x < 1, np.nan, total))


zeta = _in_double(_zeta, "zeta_cpu")


def _gamma_small(a: Array) -> Array:
    """Gamma(a) for 0 < a < 13, from its logarithm on [1, 2]."""
    product, base = np.where(a < 1, 1 / a, 1.0), np.where(a < 1, a + 1, a)
    for _ in range(11):
        far = base >= 2
        base = np.where(far, base - 1, base)
        product = np.where(far, product * base, product)
    return product * np.exp(lgamma64(base))


def _deviance(d: Array) -> Array:
    """log(1 + d) - d, without cancellation for small d."""
    s = np.where(np.abs(d) < 0.5, d, 0.0) / (2 + d)
    square = s * s
    total = np.zeros_like(s)
    for k in range(31, 1, -2):
        total = (total + 1 / k) * square
    return np.where(np.abs(d) < 0.5, s * (2 * total - d), np.log1p(d) - d)


def _power_over_gamma(a: Array, x: Array) -> Array:
    """x^a exp(-x) / Gamma(a). For large a as C. Loader's Poisson probabilities (2000): only how far x is from a is exponentiated."""
    large = a >= 13
    big, at = np.where(large, a, 13.0), np.where(large, x, 13.0)
    far = np.exp(big * _deviance((at - big) / big) - stirling_rest(big)) * np.sqrt(big / (2 * math.pi))
    small, near = np.where(large, 1.0, a), np.minimum(np.where(large, 1.0, x), 700.0)
    direct = near**small * np.exp(-near) / _gamma_small(small)
    return np.where(large, far, np.where(x > 700, np.exp(a * np.log(x) - x - lgamma64(a)), direct))


def _igamma(a: Array, x: Array, upper: bool) -> Array:
    """The regularised incomplete gamma function: a power series for small x, a continued fraction above, Temme's expansion for large a."""
    a, x = np.broadcast_arrays(a, x)
    usual = (a > 0) & (x > 0) & (a < 1e5) & (x < np.inf)
    value = _igamma_usual(np.where(usual, a, 1.0), np.where(usual, x, 1.0), upper)
    huge = (a >= 1e5) & (a < np.inf) & (x > 0) & (x < np.inf)
    if huge.any():
        value = np.where(huge, _igamma_temme(np.where(huge, a, 1e5), np.where(huge, x, 1e5), upper), value)
    nothing, everything = (1.0, 0.0) if upper else (0.0, 1.0)
    value = np.where(np.isnan(a) | np.isnan(x), np.nan, value)
    value = np.where(np.isposinf(x), everything, value)
    value = np.where(np.isposinf(a), np.where(np.isposinf(x), np.nan, nothing), value)
    value = np.where(x == 0, nothing, value)
    value = np.where(a == 0, np.where(x > 0, everything, np.nan), value)
    return np.where((x < 0) | (a < 0), np.nan, value)


def _igamma_usual(a: Array, x: Array, upper: bool) -> Array:
    scale = _power_over_gamma(a, x)
    below = (x <= 1) | (x <= a)
    lower, higher = np.zeros(x.shape), np.zeros(x.shape)
    lower[below], higher[~below] = _series(a[below], x[below]), _fraction(a[~below], x[~below])
    lower, higher = lower * scale, higher * scale
    if not upper:
        return np.where(below, lower, 1 - higher)
    tiny = below & (a < 1)
    return np.where(tiny, _upper_near_0(np.where(tiny, a, 0.5), np.where(tiny, x, 0.5)), np.where(below, 1 - lower, higher))


def _upper_near_0(a: Array, x: Array) -> Array:
    """The upper function for a, x < 1, where the lower one is nearly 1 and nothing would be left of the difference."""
    term, total = np.ones_like(x), np.zeros_like(x)
    for n in range(1, 30):
        term = -term * x / n
        total = total + term / (a + n)
    exponent = a * np.log(x) - lgamma64(1 + a)
    return -np.expm1(exponent) - a * np.exp(exponent) * total


def _igamma_temme(a: Array, x: Array, upper: bool) -> Array:
    """Temme's uniform expansion, DLMF 8.12."""
    d = (x - a) / a
    half_square = -_deviance(d)
    eta = np.copysign(np.sqrt(2 * half_square), d)
    near = np.clip(eta, -0.1, 0.1)
    first = -1 / 3 + near * (1 / 12 + near * (-2 / 135 + near * (1 / 864 + near * (1 / 2835 - near * 139 / 777600))))
    second = -1 / 540 + near * (-1 / 288 + near / 378)
    rest = np.exp(-a * half_square) / np.sqrt(2 * math.pi * a) * (first + (second + 25 / 6048 / a) / a)
    root = eta * np.sqrt(a / 2)
    return erfc64(root) / 2 + rest if upper else erfc64(-root) / 2 - rest


def _series(a: Array, x: Array) -> Array:
    out, left = np.empty(a.shape), np.arange(a.size)
    term = 1 / a
    total = term.copy()
    for k in range(1, 5000):
        term = term * x / (a + k)
        total = total + term
        if k % 8 == 0:  # only some elements need many terms
            going = np.abs(term) > np.abs(total) * 1e-17
            out[left] = total
            if not going.any():
                break
            left, a, x, term, total = (v[going] for v in (left, a, x, term, total))
    return out


def _fraction(a: Array, x: Array) -> Array:
    """Lentz' evaluation of the continued fraction of the upper function."""
    b = x + 1 - a
    c = np.full_like(b, 1e300)
    d = 1 / np.where(b == 0, 1e-300, b)
    h = d
    out, left = np.empty(a.shape), np.arange(a.size)
    for k in range(1, 5000):
        an = -k * (k - a)
        b = b + 2
        d = an * d + b
        c = b + an / c
        d = 1 / np.where(d == 0, 1e-300, d)
        c = np.where(c == 0, 1e-300, c)
        change = d * c
        h = h * change
        if k % 8 == 0:  # only some elements need many steps; the last digit may never settle
            going = np.abs(change - 1) > 4.5e-16
            out[left] = h
            if not going.any():
                break
            left, a, b, c, d, h = (v[going] for v in (left, a, b, c, d, h))
    return out


igamma = _in_double(lambda a, x: _igamma(a, x, False))
igammac = _in_double(lambda a, x: _igamma(a, x, True))
