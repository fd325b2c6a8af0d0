"""Bessel functions, the incomplete gamma function, Hurwitz' zeta and relatives of erf, by series, continued fractions and asymptotics."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .quiet import quiet
from .special import erfc, erfinv, lgamma

Array = NDArray[Any]
_ROOT_2PI = math.sqrt(2 * math.pi)


def _in_double(function: Any, without_half: str = "") -> Any:
    """Computed in double precision, given back in the type and layout of the first array; `without_half` refuses half precision."""

    @quiet
    def call(x: Array, *rest: Any) -> Array:
        if without_half and x.dtype == np.float16:
            raise NotImplementedError(f"\"{without_half}\" not implemented for 'Half'")
        values = np.asarray(function(x.astype(np.float64), *(np.asarray(r, np.float64) for r in rest)))
        if values.shape != x.shape:
            return values.astype(x.dtype)
        out = np.empty_like(x)
        out[...] = values
        return out

    return call


def _bessel_scaled(x: Array, order: int) -> Array:
    """exp(-|x|) I_order(x): the power series up to 30, whose terms are all positive, and the asymptotic one beyond."""
    size = np.abs(x)
    near = np.minimum(size, 30.0)
    square = near * near / 4
    term = (near / 2) ** order
    series = term.copy()
    for k in range(1, 75):
        term = term * square / (k * (k + order))
        series = series + term
    far = np.maximum(size, 30.0)
    term = np.ones_like(far)
    tail = term.copy()
    for k in range(1, 25):
        term = -term * (4 * order * order - (2 * k - 1) ** 2) / (8 * k * far)
        tail = tail + term
    value = np.where(size <= 30, series * np.exp(-near), tail / np.sqrt(2 * math.pi * far))
    value = np.where(np.isinf(size), 0.0, value)
    return np.where(np.isnan(x), x, np.copysign(value, x) if order % 2 else value)


i0e = _in_double(lambda x: _bessel_scaled(x, 0))
i1e = _in_double(lambda x: _bessel_scaled(x, 1))
i0 = _in_double(lambda x: _bessel_scaled(x, 0) * np.exp(np.abs(x)))
i1 = _in_double(lambda x: _bessel_scaled(x, 1) * np.exp(np.abs(x)))


def _erfcx(x: Array) -> Array:
    """exp(x^2) erfc(x); beyond 25 by its asymptotic series, where erfc underflows."""
    near = np.minimum(x, 25.0)
    far = np.maximum(x, 25.0)
    inverse = 1 / (2 * far * far)
    tail = (1 - inverse * (1 - 3 * inverse * (1 - 5 * inverse))) / (far * math.sqrt(math.pi))
    return np.where(x <= 25, np.exp(near * near) * erfc(near), tail)


erfcx = _in_double(_erfcx, "erfcx_cpu")
ndtr = _in_double(lambda x: 0.5 * erfc(-x / math.sqrt(2)))


def _refined_quantile(p: Array) -> Array:
    """The normal quantile: from erfinv, and one Newton step where 2p - 1 has lost digits."""
    guess = math.sqrt(2) * erfinv(np.clip(2 * p - 1, -1 + 1e-16, 1 - 1e-16))
    for _ in range(3):
        density = np.exp(-guess * guess / 2) / _ROOT_2PI
        step = (0.5 * erfc(-guess / math.sqrt(2)) - p) / density
        guess = np.where(np.isfinite(step), guess - step / (1 + 0.5 * guess * step), guess)
    return guess


def _ndtri(p: Array) -> Array:
    """The normal quantile; nan outside [0, 1]."""
    inside = np.where(p == 0, -np.inf, np.where(p == 1, np.inf, _refined_quantile(p)))
    return np.where((p < 0) | (p > 1), np.nan, inside)


ndtri = _in_double(_ndtri, "ndtri_cpu")


def _log_ndtr(x: Array) -> Array:
    """log of the normal distribution function."""
    low = np.minimum(x, -1.0)
    left = np.log(_erfcx(-low / math.sqrt(2)) / 2) - low * low / 2
    return np.where(x < -1, left, np.log1p(-erfc(np.maximum(x, -1.0) / math.sqrt(2)) / 2))


log_ndtr = _in_double(_log_ndtr, "log_ndtr_cpu")


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


def _zeta(x: Array, q: Array) -> Array:
    """The Hurwitz zeta function by Euler and Maclaurin's formula."""
    shift = 12
    total = np.zeros(np.broadcast_shapes(x.shape, q.shape))
    for k in range(shift):
        total = total + (q + k) ** -x
    w = q + shift
    total = total + w ** (1 - x) / (x - 1) + 0.5 * w ** -x
    factor, power = x.copy(), w ** (-x - 1)
    for j, bernoulli in enumerate(_EVEN_BERNOULLI, 1):
        total = total + bernoulli / math.factorial(2 * j) * factor * power
        factor = factor * (x + 2 * j - 1) * (x + 2 * j)
        power = power / (w * w)
    pole = (q <= 0) & (q == np.floor(q))
    total = np.where(pole, np.inf, np.where((q <= 0) & (x != np.floor(x)), np.nan, total))
    return np.where(x == 1, np.inf, np.where(x < 1, np.nan, total))


zeta = _in_double(_zeta, "zeta_cpu")


def _igamma(a: Array, x: Array, upper: bool) -> Array:
    """The regularised incomplete gamma function: a power series below a + 1, a continued fraction above."""
    a, x = np.broadcast_arrays(a, x)
    scale = np.exp(a * np.log(np.where(x > 0, x, 1)) - x - lgamma(np.where(a > 0, a, 1.0)))
    below = x < a + 1
    lower = _series(np.where(a > 0, a, 1.0), np.where(below, x, 0.0)) * scale
    higher = _fraction(np.where(a > 0, a, 1.0), np.where(below, a + 2, x)) * scale
    value = np.where(below, 1 - lower, higher) if upper else np.where(below, lower, 1 - higher)
    value = np.where(x == 0, 1.0 if upper else 0.0, value)
    value = np.where(np.isinf(x), 0.0 if upper else 1.0, value)
    value = np.where((a == 0) & (x > 0), 0.0 if upper else 1.0, value)
    return np.where((x < 0) | (a < 0) | ((a == 0) & (x == 0)) | np.isnan(a) | np.isnan(x), np.nan, value)


def _series(a: Array, x: Array) -> Array:
    term = 1 / a
    total = term.copy()
    for k in range(1, 2000):
        term = term * x / (a + k)
        total = total + term
        if not (np.abs(term) > np.abs(total) * 1e-17).any():
            break
    return total


def _fraction(a: Array, x: Array) -> Array:
    """Lentz' evaluation of the continued fraction of the upper function."""
    b = x + 1 - a
    c = np.full_like(b, 1e300)
    d = 1 / np.where(b == 0, 1e-300, b)
    h = d
    for k in range(1, 2000):
        an = -k * (k - a)
        b = b + 2
        d = an * d + b
        c = b + an / c
        d = 1 / np.where(d == 0, 1e-300, d)
        c = np.where(c == 0, 1e-300, c)
        h = h * d * c
        if not (np.abs(d * c - 1) > 1e-16).any():
            break
    return h


igamma = _in_double(lambda a, x: _igamma(a, x, False))
igammac = _in_double(lambda a, x: _igamma(a, x, True))
