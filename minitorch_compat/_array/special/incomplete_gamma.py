"""The regularised incomplete gamma functions, by a series, a continued fraction and Temme's expansion."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.blocks import count_nonzero, max_number, min_number
from ..core.execution.quiet import quiet
from ..core.undispatched import where
from ..shape.strided import empty_dense
from ..shape.views import broadcast_arrays
from .erf_and_gamma import CHUNK, erfc64, lgamma32, lgamma64, stirling_remainder
from .modified_bessel_and_zeta import f32, through_float64

Array = np.ndarray[Any, np.dtype[Any]]


def _gamma_below_13(a: Array) -> Array:
    """Gamma(a) for 0 < a < 13, from its logarithm on [1, 2]."""
    product, base = where(a < 1, 1 / a, 1.0), where(a < 1, a + 1, a)
    for _ in range(11):
        far = base >= 2
        base = where(far, base - 1, base)
        product = where(far, product * base, product)
    return product * np.exp(lgamma64(base))


def _deviance(x: Array, a: Array) -> Array:
    """log(x / a) - (x - a) / a, without cancellation for x near a."""
    d = (x - a) / a
    near = np.abs(d) < 0.5
    s = where(near, d, 0.0) / (2 + d)
    square = s * s
    total = np.zeros_like(s)
    for k in range(31, 1, -2):
        total = (total + 1 / k) * square
    return where(near, s * (2 * total - d), np.log(x / a) - d)


def _power_over_gamma(a: Array, x: Array) -> Array:
    """x^a exp(-x) / Gamma(a). For large a as in C. Loader's Poisson probabilities (2000): only the deviance is exponentiated."""
    large = a >= 13
    big, at = where(large, a, 13.0), where(large, x, 13.0)
    far = np.exp(big * _deviance(at, big) - stirling_remainder(big)) * np.sqrt(big / (2 * math.pi))
    small, near = where(large, 1.0, a), np.minimum(where(large, 1.0, x), 700.0)
    direct = near**small * np.exp(-near) / _gamma_below_13(small)
    return where(large, far, where(x > 700, np.exp(a * np.log(x) - x - lgamma64(a)), direct))


def _igamma(a: Array, x: Array, upper: bool) -> Array:
    """The regularised incomplete gamma function: a power series for small x, a continued fraction above, Temme's expansion for large a."""
    a, x = broadcast_arrays(a, x)
    regular = (a > 0) & (x > 0) & (a < 1e5) & (x < np.inf)
    value = _igamma_regular(where(regular, a, 1.0), where(regular, x, 1.0), upper)
    huge = (a >= 1e5) & (a < np.inf) & (x > 0) & (x < np.inf)
    if count_nonzero(huge):
        value = where(huge, _igamma_by_temme(where(huge, a, 1e5), where(huge, x, 1e5), upper), value)
    nothing, everything = (1.0, 0.0) if upper else (0.0, 1.0)
    value = where(np.isnan(a) | np.isnan(x), np.nan, value)
    value = where(np.isposinf(x), everything, value)
    value = where(np.isposinf(a), where(np.isposinf(x), np.nan, nothing), value)
    value = where(x == 0, nothing, value)
    value = where(a == 0, where(x > 0, everything, np.nan), value)
    return where((x < 0) | (a < 0), np.nan, value)


def _igamma_regular(a: Array, x: Array, upper: bool) -> Array:
    scale = _power_over_gamma(a, x)
    below = (x <= 1) | (x <= a)
    lower, higher = np.zeros(x.shape), np.zeros(x.shape)
    lower[below], higher[~below] = _power_series(a[below], x[below]), _continued_fraction(a[~below], x[~below])
    lower, higher = lower * scale, higher * scale
    if not upper:
        return where(below, lower, 1 - higher)
    tiny = below & (a < 1)
    return where(tiny, _upper_near_zero(where(tiny, a, 0.5), where(tiny, x, 0.5)), where(below, 1 - lower, higher))


def _upper_near_zero(a: Array, x: Array) -> Array:
    """The upper function for a, x < 1, where the lower one is near 1 and the difference from 1 would cancel."""
    term, total = np.ones_like(x), np.zeros_like(x)
    for n in range(1, 30):
        term = -term * x / n
        total = total + term / (a + n)
    exponent = a * np.log(x) - lgamma64(1 + a)
    return -np.expm1(exponent) - a * np.exp(exponent) * total


def _igamma_by_temme(a: Array, x: Array, upper: bool) -> Array:
    """Temme's uniform expansion, DLMF 8.12."""
    d = (x - a) / a
    half_square = -_deviance(x, a)
    eta = np.copysign(np.sqrt(2 * half_square), d)
    near = np.clip(eta, -0.1, 0.1)
    first = -1 / 3 + near * (1 / 12 + near * (-2 / 135 + near * (1 / 864 + near * (1 / 2835 - near * 139 / 777600))))
    second = -1 / 540 + near * (-1 / 288 + near / 378)
    rest = np.exp(-a * half_square) / np.sqrt(2 * math.pi * a) * (first + (second + 25 / 6048 / a) / a)
    root = eta * np.sqrt(a / 2)
    return erfc64(root) / 2 + rest if upper else erfc64(-root) / 2 - rest


def _power_series(a: Array, x: Array, tolerance: float = 1e-17) -> Array:
    out, left = np.empty(a.shape), intp.arange(a.size)
    term = 1 / a
    total = term.copy()
    for k in range(1, 5000):
        term = term * x / (a + k)
        total = total + term
        if k % 8 == 0:  # only some elements need many terms
            active = np.abs(term) > np.abs(total) * tolerance
            out[left] = total
            if not count_nonzero(active):
                break
            left, a, x, term, total = (v[active] for v in (left, a, x, term, total))
    return out


def _continued_fraction(a: Array, x: Array, tolerance: float = 4.5e-16) -> Array:
    """Lentz' evaluation of the continued fraction of the upper function."""
    b = x + 1 - a
    c = np.full_like(b, 1e300)
    d = 1 / where(b == 0, 1e-300, b)
    h = d
    out, left = np.empty(a.shape), intp.arange(a.size)
    for k in range(1, 5000):
        an = -k * (k - a)
        b = b + 2
        d = an * d + b
        c = b + an / c
        d = 1 / where(d == 0, 1e-300, d)
        c = where(c == 0, 1e-300, c)
        change = d * c
        h = h * change
        if k % 8 == 0:  # only some elements need many steps; the last digit may never settle
            active = np.abs(change - 1) > tolerance
            out[left] = h
            if not count_nonzero(active):
                break
            left, a, b, c, d, h = (v[active] for v in (left, a, b, c, d, h))
    return out


# Single precision ---------------------------------------------------------------------------------------------------------------------

#: Up to this number of elements, and values, all terms of the series are computed at once.
_WHOLE_SERIES_COUNT, _WHOLE_SERIES_MAX = 64, 40.0
_TERM_INDICES = intp.arange(1.0, 120.0)[:, None]


def _igamma32(a: Array, x: Array, upper: bool) -> Array:
    """The same, computed in float64 to the accuracy of float32; `a` and `x` are vectors."""
    if a.size and min_number(a) > 0 and max_number(a) < 200 and min_number(x) > 0 and max_number(x) < 200:
        value, cancels = _igamma32_regular(a, x, upper)
    else:
        regular = (a > 0) & (a < 200) & (x > 0) & (x < 200)
        value, cancels = np.full(a.shape, np.nan), ~(regular | (a < 0) | (x < 0))
        mask = intp.nonzero(regular)[0]
        if mask.size:
            value[mask], cancels[mask] = _igamma32_regular(a[mask], x[mask], upper)
    if count_nonzero(cancels):
        value[cancels] = _igamma(a[cancels].astype(np.float64), x[cancels].astype(np.float64), upper)
    return value


def _igamma32_regular(a: Array, x: Array, upper: bool) -> tuple[Array, Array]:
    """For arguments between 0 and 200; also the mask of elements where a difference from 1 cancels."""
    wide_a, wide_x = a.astype(np.float64), x.astype(np.float64)
    scale = np.exp(wide_a * np.log(wide_x) - wide_x - lgamma32(a))
    if 0 < x.size <= _WHOLE_SERIES_COUNT and max(max_number(x), max_number(a)) < _WHOLE_SERIES_MAX:
        value = scale * _whole_series(wide_a, wide_x)
        if upper:
            value = 1 - value
    else:
        value = _series_or_fraction(wide_a, wide_x, scale, upper)
    if not upper:
        return value, np.zeros(x.shape, np.bool_)
    cancels = value < 1e-3
    if count_nonzero(cancels):
        mask = intp.nonzero(cancels & (x > 1) & (x > a))[0]
        value[mask] = _continued_fraction(wide_a[mask], wide_x[mask], 1e-10) * scale[mask]
        cancels[mask] = False
    return value, cancels


def _whole_series(a: Array, x: Array) -> Array:
    """The sum of x^k / (a (a + 1) ... (a + k)), with as many terms as the largest x needs."""
    terms = x / (a + _TERM_INDICES[:24 + int(2.2 * max_number(x))])
    np.multiply.accumulate(terms, 0, out=terms)
    return np.asarray((np.add.reduce(terms, 0) + 1) / a)


def _series_or_fraction(a: Array, x: Array, scale: Array, upper: bool) -> Array:
    """The series where it is short, the continued fraction elsewhere; 1 - value where that is the other function."""
    series = (x < _WHOLE_SERIES_MAX) | (x <= a)
    value = np.empty(x.shape)
    value[series], value[~series] = _power_series(a[series], x[series], 1e-12), _continued_fraction(a[~series], x[~series], 1e-10)
    value *= scale
    return where(series == upper, 1 - value, value)


def _make_kernel(upper: bool) -> Any:
    wide = through_float64(lambda a, x: _igamma(a, x, upper))

    @quiet
    def call(a: Array, x: Array) -> Array:
        if a.dtype.itemsize > 4:
            return np.asarray(wide(a, x))
        if a.shape != x.shape:
            a, x = broadcast_arrays(a, x)
        out = empty_dense(a, a.dtype)
        if a.ndim == 1 and a.size <= CHUNK:
            out[...] = _igamma32(a.astype(f32), x.astype(f32), upper)
            return out
        flat_a, flat_x = a.astype(f32, order="C").reshape(-1), x.astype(f32, order="C").reshape(-1)
        values = [_igamma32(flat_a[i:i + CHUNK], flat_x[i:i + CHUNK], upper) for i in range(0, a.size, CHUNK)]
        out[...] = np.concatenate(values or [flat_a]).reshape(a.shape)
        return out

    return call


igamma, igammac = _make_kernel(False), _make_kernel(True)
