"""Modified Bessel functions, the Hurwitz zeta function and relatives of erf and gamma, by series and asymptotics."""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import as_arrays, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import all_finite, constants, count_nonzero, max_number, min_number, rounded_once
from ..core.execution.quiet import quiet
from ..core.numbers import check_numel
from ..core.undispatched import putmask, where
from ..shape.strided import empty_dense
from ..shape.views import broadcast_arrays
from .erf_and_gamma import CHUNK, ERF_SMALL_LIMIT, erf, erfc64, erfcx_positive, erfinv64, lgamma32, lgamma64, map_chunks
from .piecewise_polynomials import PiecewisePolynomial
from .polynomial_tables import TINY, LogarithmicTable, make_tabled_kernel, replace_irregular

Array = np.ndarray[Any, np.dtype[Any]]
f32 = np.float32
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)
_ROOT_2PI = math.sqrt(2 * math.pi)


def through_float64(function: Any, without_half: str = "") -> Any:
    """The function computed in float64, returned in the dtype and layout of the first array; `without_half` refuses half precision."""

    @quiet
    def call(x: Array, *rest: Any) -> Array:
        if without_half and x.dtype.itemsize == 2:
            raise NotImplementedError(f"\"{without_half}\" not implemented for '{scalar_name(x.dtype)}'")
        if not rest and x.size > 2 * CHUNK and x.flags.c_contiguous:
            return map_chunks(function, x)
        values = np.asarray(function(x.astype(np.float64), *(np.asarray(r, np.float64) for r in rest)))
        if values.shape != x.shape:
            return values.astype(x.dtype)
        out = empty_dense(x, x.dtype)
        out[...] = values
        return out

    return call


def _bessel_power_series(x: Array, order: int) -> Array:
    """exp(-x) I_order(x) / x^order for 0 <= x <= 30, by the power series, whose terms are all positive."""
    square = x * x / 4
    term = np.full_like(x, 0.5**order)
    series = term.copy()
    for k in range(1, 75):
        term = term * square / (k * (k + order))
        series = series + term
    return np.asarray(series * np.exp(-x))


def _bessel_asymptotic(inverse: Array, order: int) -> Array:
    """exp(-x) I_order(x) sqrt(2 pi x) for x >= 30, by the asymptotic series; the argument is 30 / x."""
    term = np.ones_like(inverse)
    tail = term.copy()
    for k in range(1, 25):
        term = -term * (4 * order * order - (2 * k - 1) ** 2) / (8 * k * 30) * inverse
        tail = tail + term
    return tail


_SERIES_POLYNOMIALS = tuple(PiecewisePolynomial(partial(_bessel_power_series, order=order), 0, 30, 30) for order in (0, 1))
_ASYMPTOTIC_POLYNOMIALS = tuple(PiecewisePolynomial(partial(_bessel_asymptotic, order=order), 0, 1, 4) for order in (0, 1))


def _bessel_scaled(x: Array, order: int) -> Array:
    """exp(-|x|) I_order(x), from polynomials fitted to the two series."""
    size = np.abs(x)
    near = np.minimum(size, 30.0)
    value = _SERIES_POLYNOMIALS[order](near)
    if order:
        value *= near
    if count_nonzero(size > 30):
        is_large = np.maximum(size, 30.0)
        value = where(size <= 30, value, _ASYMPTOTIC_POLYNOMIALS[order](30 / is_large) * math.sqrt(0.5 / math.pi) / np.sqrt(is_large))
    value = where(np.isinf(size), 0.0, value)
    return where(np.isnan(x), x, np.copysign(value, x) if order % 2 else value)


_I_TABLES = (LogarithmicTable(lambda x: _bessel_scaled(x, 0), 6), LogarithmicTable(lambda x: _bessel_scaled(x, 1), 6))


def _scaled32(x: Array, order: int) -> Array:
    value = _I_TABLES[order](np.abs(x))
    return np.copysign(value, x, value) if order else value


def modified_bessel32(x: Array, order: int) -> Array:
    """I_order(x) of float32 arguments, in float64."""
    size = np.abs(x)
    value = _I_TABLES[order](size)
    value *= np.exp(size, dtype=np.float64)
    return np.copysign(value, x, value) if order else value


i0e = make_tabled_kernel(partial(_scaled32, order=0), through_float64(lambda x: _bessel_scaled(x, 0)))
i1e = make_tabled_kernel(partial(_scaled32, order=1), through_float64(lambda x: _bessel_scaled(x, 1)))
i0 = make_tabled_kernel(partial(modified_bessel32, order=0), through_float64(lambda x: _bessel_scaled(x, 0) * np.exp(np.abs(x))))
i1 = make_tabled_kernel(partial(modified_bessel32, order=1), through_float64(lambda x: _bessel_scaled(x, 1) * np.exp(np.abs(x))))


def _erfcx(x: Array) -> Array:
    """exp(x^2) erfc(x)."""
    near = np.minimum(x, ERF_SMALL_LIMIT)
    return where(x <= ERF_SMALL_LIMIT, np.exp(near * near) * erfc64(near), erfcx_positive(np.maximum(x, ERF_SMALL_LIMIT)))


# 0-d arrays: numpy takes half as long with them as with Python numbers.
_ZERO32, _HALF32, _ONE32, _TWO = np.array(0, f32), np.array(0.5, f32), np.array(1, f32), np.array(2.0)
_ERFCX = LogarithmicTable(_erfcx, 6)


def _erfcx32(x: Array) -> Array:
    value = _ERFCX(np.abs(x))
    if x.size and not min_number(x) >= 0:
        wide = x.astype(np.float64)
        putmask(value, np.less(x, _ZERO32), _TWO * np.exp(wide * wide) - value)
    return value


erfcx = make_tabled_kernel(_erfcx32, through_float64(_erfcx), "erfcx_cpu")


@quiet
def ndtr(x: Array) -> Array:
    """The normal distribution function composed as in PyTorch; towards -inf the sum cancels."""
    root, one, half = constants(x.dtype, math.sqrt(2), 1, 0.5)
    return np.asarray((erf(np.asarray(x / root)) + one) * half)


def mvlgamma(x: Array, p: int) -> Array:
    """The logarithm of the multivariate gamma function."""
    constant = p * (p - 1) / 4 * math.log(math.pi)
    halves = intp.arange(check_numel(p)) / 2  # raises if there is not enough memory
    if x.dtype.char == "f" and x.size and min_number(x) > (p - 1) / 2:  # then the differences are exact

        def narrow(y: Array) -> Array:
            return _sum_shifted(lgamma32, y, halves.astype(f32)) + constant

        return np.asarray(make_tabled_kernel(narrow, lgamma64)(x), order="C")  # row-major: in PyTorch it is a sum over a last dimension
    return np.asarray(through_float64(lambda y: _sum_shifted(lgamma64, y, halves) + constant)(x), order="C")


def _sum_shifted(f: Callable[[Array], Array], y: Array, shifts: Array) -> Array:
    """The sum of f(y - shift) over all shifts: one by one up to the 64th, then many at once."""
    total = f(y - shifts[0])
    for shift in shifts[1:64]:
        total += f(y - shift)
    step = max(1, 65536 // max(y.size, 1))
    for start in range(64, len(shifts), step):
        total += f(y[..., None] - shifts[start:start + step]).sum(-1, dtype=total.dtype)
    return total


def _ndtri_tail(p: Array) -> Array:
    """The normal quantile of small p: from the leading term of the tail, by Newton's method on log p."""
    size = np.sqrt(-2 * np.log(p))
    guess = np.log(size * _ROOT_2PI) / size - size
    for _ in range(4):
        scaled = _erfcx(-guess / math.sqrt(2)) / 2
        guess = guess - (np.log(scaled) - guess * guess / 2 - np.log(p)) * _ROOT_2PI * scaled
    return guess


def _ndtri_lower_half(p: Array) -> Array:
    """The normal quantile of 0 < p <= 1/2."""
    out, tail = np.asarray(math.sqrt(2) * erfinv64(2 * p - 1)), p < 0.02
    out[tail] = _ndtri_tail(p[tail])
    return out


def _ndtri(p: Array) -> Array:
    """The normal quantile; NaN outside [0, 1]."""
    tail = where(p > 0.5, 1 - p, p)
    found = _ndtri_lower_half(where((tail > 0) & (tail <= 0.5), tail, 0.5))
    inside = where(p == 0, -np.inf, where(p == 1, np.inf, where(p > 0.5, -found, found)))
    return where((p >= 0) & (p <= 1), inside, np.nan)


_NDTRI = LogarithmicTable(_ndtri, 6)


def _ndtri32(p: Array) -> Array:
    tail = np.minimum(p, _ONE32 - p)
    value = _NDTRI(tail)
    np.negative(value, value, where=np.greater(p, _HALF32))
    if tail.size and min_number(tail) >= TINY:
        return value
    value = where(p == 0, -np.inf, where(p == 1, np.inf, where(tail > 0, value, np.nan)))
    return replace_irregular(value, ~((tail > 0) & (tail < TINY)), _ndtri, p)


ndtri = make_tabled_kernel(_ndtri32, through_float64(_ndtri), "ndtri_cpu")


def _log_half_erfc(t: Array) -> Array:
    low = np.minimum(t, -0.7)
    return where(t < -0.7, np.log(_erfcx(-low) / 2) - low * low, np.log1p(-erfc64(np.maximum(t, -0.7)) / 2))


def _scaled_log_ndtr_right(t: Array) -> Array:
    """-exp(t^2) log(1 - erfc(t) / 2) for t >= 0."""
    q = erfc64(t) / 2
    return _erfcx(t) / 2 * where(q > 1e-17, np.log1p(-q) / np.maximum(q, 1e-300), -1.0)


_LOG_NDTR = LogarithmicTable(_scaled_log_ndtr_right, 6, mirrored=lambda t: _log_half_erfc(-t))


def _log_half_erfc32(t: Array) -> Array:
    value = _LOG_NDTR(t)
    value *= np.exp(-np.square(np.maximum(t, _ZERO32), dtype=np.float64))
    return value


_log_half_erfc_kernel = make_tabled_kernel(_log_half_erfc32, through_float64(_log_half_erfc), "log_ndtr_cpu")


@quiet
def log_ndtr(x: Array) -> Array:
    """The log of the normal distribution function. As in PyTorch, x / sqrt(2) is rounded to the dtype of x."""
    return np.asarray(_log_half_erfc_kernel(np.asarray(x * constants(x.dtype, math.sqrt(0.5))[0], x.dtype)))


@quiet
def entr(x: Array) -> Array:
    """-x log x; 0 at 0, -inf below."""
    out = np.log(x)
    out *= x
    out = np.negative(out)
    if x.size and not min_number(x) > 0:
        zero, lowest = constants(x.dtype, 0, -np.inf)
        out = where(np.equal(x, zero), zero, where(np.less(x, zero), lowest, out))
    return out


@quiet
@rounded_once
def sinc(x: Array) -> Array:
    """sin(pi x) / (pi x), and 1 at 0."""
    factor, one, zero = constants(x.dtype, math.pi, 1, 0)
    scaled = np.multiply(x, factor)
    quotient = np.sin(scaled) / scaled
    if 0 < x.size <= _SMALL_SIZE and count_nonzero(x) == x.size:
        return np.asarray(quotient)
    return np.asarray(where(np.equal(x, zero), one, quotient))


@quiet
def xlog1py(x: Array, y: Array) -> Array:
    """x log(1 + y); 0 where x is 0 and y is not NaN."""
    if not isinstance(y, np.ndarray):  # numpy's function of a number would return another dtype
        y = np.asarray(y, x.dtype)
    if not isinstance(x, np.ndarray):
        x = np.asarray(x, y.dtype)
    product = x * np.log1p(y)
    if product.size <= _SMALL_SIZE and count_nonzero(x) == x.size and all_finite(product):
        return np.asarray(product)
    return np.asarray(where(np.isnan(y), y, where(x == 0, 0, product)))


#: Bernoulli numbers of even index over factorials; and 0, 1, ... as a column.
_EULER_MACLAURIN = np.array([b / math.factorial(2 * j) for j, b in enumerate((
    1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330), 1)])
_TERM_INDICES = intp.arange(20.0)[:, None]


def _zeta_positive(x: Array, q: Array, shift: int) -> Array:
    """For q > 0, by the Euler-Maclaurin formula with `shift` terms of the sum; all terms are rows of one array."""
    one, half, terms = constants(np.float64, 1, 0.5, shift)
    power = -x
    total = np.add.reduce((q + _TERM_INDICES[:shift]) ** power, 0)
    w = q + terms
    last = w ** power
    total += last * (w / (x - one) + half)
    count = len(_EULER_MACLAURIN) if shift > 6 else 6
    factors = (x + _TERM_INDICES[:2 * count - 1]) / w  # rows x, x + 1, ...; each term has two factors more than the one before
    np.multiply.accumulate(factors, 0, out=factors)
    rest = last * np.add.reduce(_EULER_MACLAURIN[:count, None] * factors[::2], 0)
    total += rest if count_nonzero(last) == last.size else where(last == 0, 0.0, rest)
    return total if max_number(q) < np.inf else np.asarray(where(q == np.inf, np.nan, total))


def _zeta_negative_q(x: Array, q: Array, shift: int) -> Array:
    """For x > 1, an integer where q is negative. There the terms below 0 form two more such sums, with 1 - the fractional part."""
    negative = q < 0
    if not count_nonzero(negative):
        return _zeta_positive(x, q, shift)
    total = _zeta_positive(x, where(negative, q - np.floor(q), q), shift)
    s, below = x[negative], q[negative]
    last, first = _zeta_positive(s, np.ceil(below) - below, shift), _zeta_positive(s, 1 - below, shift)
    total[negative] += where(s % 2 == 1, first - last, last - first)
    return total


def zeta_float64(x: Array, q: Array, shift: int) -> Array:
    """The Hurwitz zeta function of float64; `shift` is 6 for float32 results and 12 for float64."""
    is_small = 0 < x.size <= _SMALL_SIZE and 0 < q.size <= _SMALL_SIZE
    ordinary = is_small and min_number(x) > 1 and max_number(x) < np.inf and min_number(q) > 0
    x, q = broadcast_arrays(x, q)
    if ordinary:
        return _zeta_positive(x.reshape(-1), q.reshape(-1), shift).reshape(x.shape)
    pole = (q <= 0) & (q == np.floor(q))
    regular = ~(x > 1) | pole | ((q < 0) & (x != np.floor(x)))
    total = where(x == 1, np.inf, where(x < 1, np.nan, where(pole, np.inf, where(np.isnan(x), x, np.nan))))
    rest = intp.nonzero(np.logical_not(regular).reshape(-1))[0]
    if rest.size:
        flat, x, q = total.reshape(-1), x.reshape(-1)[rest], q.reshape(-1)[rest]
        for i in range(0, rest.size, 1024):
            flat[rest[i:i + 1024]] = _zeta_negative_q(x[i:i + 1024], q[i:i + 1024], shift)
        flat[rest[np.isposinf(x) & (q > 1)]] = np.nan  # as in PyTorch, whose last terms are 0 * inf here
        total = flat.reshape(total.shape)
    return total


def zeta(x: Array, q: Array) -> Array:
    """The Hurwitz zeta function."""
    x, q = as_arrays(x, q)
    return _ZETA[x.dtype.itemsize == 8](x, q)


_ZETA = tuple(through_float64(partial(zeta_float64, shift=shift), "zeta_cpu") for shift in (6, 12))
