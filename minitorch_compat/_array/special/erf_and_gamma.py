"""Special functions that numpy lacks, accurate to about 2 ulp in float64.

erf and erfc: a fitted polynomial near 0; the rational approximations of W. J. Cody, "Rational Chebyshev approximations for the error
function", Math. Comp. 23 (1969), up to 4 and beyond (5 ulp in erfc). erf of float32 and below: tanh of a polynomial, accurate to 2 ulp.
lgamma and digamma: polynomials about their zeros, fitted in high precision; recurrence down to those; the asymptotic series (Abramowitz
and Stegun 6.1.41 and 6.3.18) from 13 and 10 on; reflection for negative arguments, where both lose digits near their zeros.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import cast, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import blockwise, constants, count_nonzero, min_number, stepwise
from ..core.execution.quiet import quiet
from ..core.numbers import to_int64
from ..core.undispatched import putmask, where
from ..shape.strided import copy_dense, empty_dense, to_common_layout
from .piecewise_polynomials import PiecewisePolynomial
from .polynomial_tables import TINY, LogarithmicTable, UniformTable, make_tabled_kernel, replace_irregular, with_c_library

Array = np.ndarray[Any, np.dtype[Any]]

#: erf(x) / x - 1 in x^2 about 0.36, for x^2 <= 0.72: interpolated at Chebyshev points in 50 digits, error below 1e-20.
_ERF_SMALL = (
    0.006426818079876542, -0.3044213699522073, 0.08751435982106576, -0.020347260763048672, 0.003897078723018344, -0.0006310830145564188,
    8.832204378883458e-05, -1.0871609939966152e-05, 1.193586027538005e-06, -1.1822156343173862e-07, 1.0663564063481811e-08,
    -8.828521343181116e-10, 6.768273857377067e-11, -4.810386865851387e-12)
ERF_SMALL_LIMIT = 0.84375
_ERFC_MIDDLE_P = (5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e01, 2.98635138197400131e02, 8.81952221241769090e02,
                  1.71204761263407058e03, 2.05107837782607147e03, 1.23033935479799725e03, 2.15311535474403846e-8)
_ERFC_MIDDLE_Q = (1.57449261107098347e01, 1.17693950891312499e02, 5.37181101862009858e02, 1.62138957456669019e03, 3.29079923573345963e03,
                  4.36261909014324716e03, 3.43936767414372164e03, 1.23033935480374942e03)
_ERFC_TAIL_P = (3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4,
                1.63153871373020978e-2)
_ERFC_TAIL_Q = (2.56852019228982242e00, 1.87295284992346725e00, 5.27905102951428412e-1, 6.05183413124413191e-2, 2.33520497626869185e-3)


#: Up to this number of elements calling the C library for each is faster than a dozen numpy calls.
C_LIBRARY_COUNT = 64
CHUNK = block_size(__name__, "CHUNK", 1 << 13)  # elements of a block: the many temporary arrays of a function fit into the cache


def map_chunks(function: Any, a: Array) -> Array:
    """A function of float64 vectors applied to a contiguous array of any floating type."""
    out = np.empty(a.shape, a.dtype)
    flat, target = a.reshape(-1), out.reshape(-1)
    for i in range(0, a.size, CHUNK):
        target[i:i + CHUNK] = function(flat[i:i + CHUNK].astype(np.float64))
    return out


def _for_any_float(function: Any) -> Any:
    """A float64 function wrapped to take and return any floating dtype."""

    def call(a: Array) -> Array:
        if 0 in a.strides:
            a = copy_dense(a, a.dtype)
        if a.size > 2 * CHUNK and a.flags.c_contiguous:
            return map_chunks(function, a)
        wide = np.asarray(a, np.float64)
        result = function(wide)
        return result if a.dtype == np.float64 else result.astype(a.dtype)

    call.__doc__ = function.__doc__
    call.__name__ = function.__name__
    return quiet(call)


def _horner(coefficients: tuple[float, ...], u: Array) -> Array:
    total = np.full_like(u, coefficients[-1])
    for c in coefficients[-2::-1]:
        total *= u
        total += c
    return total


def _erf_small(x: Array) -> Array:
    return x + x * _horner(_ERF_SMALL, x * x - 0.36)


def _exp_minus_square(y: Array) -> Array:
    """exp(-y^2), with the argument split so that squaring is exact."""
    head = np.trunc(y * 16) / 16
    return np.exp(-head * head) * np.exp(-(y - head) * (y + head))


def _erfcx_middle(y: Array) -> Array:
    top, bottom = _ERFC_MIDDLE_P[8] * y, +y
    for i in range(7):
        top += _ERFC_MIDDLE_P[i]
        top *= y
        bottom += _ERFC_MIDDLE_Q[i]
        bottom *= y
    return (top + _ERFC_MIDDLE_P[7]) / (bottom + _ERFC_MIDDLE_Q[7])


def _erfcx_tail(y: Array) -> Array:
    z = 1 / (y * y)
    top, bottom = _ERFC_TAIL_P[5] * z, z
    for i in range(4):
        top, bottom = (top + _ERFC_TAIL_P[i]) * z, (bottom + _ERFC_TAIL_Q[i]) * z
    return (1 / math.sqrt(math.pi) - z * (top + _ERFC_TAIL_P[4]) / (bottom + _ERFC_TAIL_Q[4])) / y


def erfcx_positive(y: Array) -> Array:
    """exp(y^2) erfc(y) for y > 0.46875."""
    out, is_large = np.asarray(_erfcx_middle(np.minimum(y, 4))), np.greater(y, 4)
    if np.any(is_large):
        out[is_large] = _erfcx_tail(y[is_large])
    return out


def _erfc_positive(y: Array) -> Array:
    """erfc for y > 0.46875."""
    return where(y < 27, _exp_minus_square(np.minimum(y, 27)) * erfcx_positive(y), 0.0)


# erf(x) = tanh(x P(x^2)) for float32: P fits atanh(erf(x)) / x on [-3.8, 3.8], weighted by the effect of an error on erf (at most
# 1.0e-7). A positive leading coefficient keeps the product growing, so that tanh is 1 beyond.
_ATANH_ERF = tuple(np.array(c * math.sqrt(2) * 2**k, np.float32) for k, c in zip(range(6, -1, -1), (
    1.5671107750480385e-09, -1.2525102211826418e-07, 3.872981151395607e-06, -5.478128298065696e-05, -3.3912389999405176e-05,
    0.03633434926491953, 0.7978846363365473), strict=True))


def _erf_step(out: Array | None, square: Array | None, x: Array) -> Array:
    square = np.multiply(x, x, square)
    out = np.multiply(square, _ATANH_ERF[0], out)
    for c in _ATANH_ERF[1:-1]:
        np.add(out, c, out)
        np.multiply(out, square, out)
    np.add(out, _ATANH_ERF[-1], out)
    np.multiply(out, x, out)
    return np.tanh(out, out)


def erf(x: Array) -> Array:
    """2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    if x.dtype.char == "f":
        return _erf32(x)
    if x.dtype.char == "d" and x.flags.c_contiguous:
        return _erf64_for_few(x)
    if x.dtype.itemsize > 4 or x.dtype.kind not in "fV":
        return _erf64(x)
    return _erf32(np.asarray(x))


@stepwise(_erf_step, True)
@quiet
def _erf32(x: Array) -> Array:
    return blockwise(_erf_step, 1, x)


@_for_any_float
def _erf64(x: Array) -> Array:
    y = np.abs(x)
    out, is_large = np.asarray(_erf_small(np.clip(x, -ERF_SMALL_LIMIT, ERF_SMALL_LIMIT))), y > ERF_SMALL_LIMIT
    out[is_large] = np.copysign(1 - _erfc_positive(y[is_large]), x[is_large])
    return out


_erf64_for_few = with_c_library(math.erf, C_LIBRARY_COUNT, _erf64)


@_for_any_float
def erfc64(x: Array) -> Array:
    """1 - erf(x), without cancellation."""
    y = np.abs(x)
    out, is_large = np.asarray(1 - _erf_small(np.clip(x, -ERF_SMALL_LIMIT, ERF_SMALL_LIMIT))), y > ERF_SMALL_LIMIT
    remaining = _erfc_positive(y[is_large])
    out[is_large] = where(x[is_large] < 0, 2 - remaining, remaining)
    return out


#: Fine enough for an exponential that falls by exp(20 / 512) per piece; beyond 10.25 float32 results are 0, below -4 they are 2.
_ERFC = UniformTable(erfc64, -4.0, 10.25, 512)
erfc = make_tabled_kernel(with_c_library(math.erfc, C_LIBRARY_COUNT, _ERFC), erfc64)


def _erfinv_ratio(w: Array) -> Array:
    """erfinv(p) / p for w = -log(1 - p^2), by Newton's method: on erf below 1/2, on the logarithm of erfc above."""
    p = np.sqrt(-np.expm1(-w))
    remaining = np.exp(-w) / (1 + p)  # 1 - p, without cancellation
    x = np.sqrt(w)
    for _ in range(12):
        density, beyond = 2 / math.sqrt(math.pi) * np.exp(-x * x), erfc64(x)
        x = x - where(p < 0.5, (_erf64(x) - p) / density, (np.log(remaining) - np.log(beyond)) * beyond / density)
    return np.asarray(x / p)


_ERFINV_RATIO = PiecewisePolynomial(_erfinv_ratio, 0, 38, 76)


@_for_any_float
def erfinv64(p: Array) -> Array:
    """The inverse of erf."""
    out = p * _ERFINV_RATIO(-np.log((1 - p) * (1 + p)))
    size = np.abs(p)
    if count_nonzero(size < 1) < size.size:
        out = where(size == 1, np.copysign(np.inf, p), where(size > 1, np.nan, out))
    return out


def _erfinv_ratio_of_complement(q: Array) -> Array:
    """erfinv(p) / p for q = 1 - p, which in float32 is 0 or at least 2**-24."""
    inside = (q > 1e-30) & (q < 2)
    return where(inside, _ERFINV_RATIO(-np.log(where(inside, q * (2 - q), 1.0))), where(inside | (q > 2), np.nan, np.inf))


# 0-d arrays: numpy takes half as long with them as with Python numbers.
_ONE32, _ONE, _UNITS = np.array(1, np.float32), np.array(1.0), np.array(2.0**24)
_ERFINV = LogarithmicTable(_erfinv_ratio_of_complement, degree=4)


def _erfinv32(p: Array) -> Array:
    size = np.abs(p)
    q = np.subtract(_ONE32, size)
    # For |p| below a half 1 - |p| needs up to twice the digits of float32; elsewhere it is exact.
    rest = np.subtract(_ONE, size, dtype=np.float64)
    rest -= q
    rest *= _UNITS
    out = _ERFINV(q, rest)
    out *= p
    return out


erfinv = make_tabled_kernel(_erfinv32, erfinv64)


# Coefficients of polynomials in the distance from the middle of an interval, from interpolation at Chebyshev points in 50 digits,
# with errors below 3e-17: of log Gamma(x) / (x - 1) on [0.5, 1], of log Gamma(x) / ((x - 1) (x - 2)) on [1, 2], of
# log Gamma(x) / (x - 2) on [2, 3], of digamma(x) / (x - its zero) on [1, 1.5] and [1.5, 2], of digamma on [2, 3].
_LGAMMA_BELOW_1 = (
    -0.8131238057251815, 1.0909482962451627, -0.7199661103625574, 0.6552243694415055, -0.672987944712019, 0.7347350816814948,
    -0.83191157741086, 0.9651524984452418, -1.139603042604453, 1.3637706132785918, -1.649503561849544, 2.012532859713047,
    -2.4736548706160755, 3.0587811367878714, -3.792472658993895, 4.735752620757527, -6.126941593906933, 7.713228546069879,
    -7.48243947744518, 9.445602711484627, -27.170206235412312, 34.64325505271053)
_LGAMMA_1_TO_2 = (
    0.4831289505409809, -0.14595989591430608, 0.06291140107456496, -0.03130848750101101, 0.01679709863118352, -0.009425622448467657,
    0.005446457844800713, -0.0032120740773551953, 0.0019229161306902386, -0.0011644144679247021, 0.0007115224750426455,
    -0.0004379952605342461, 0.00027127400224009565, -0.00016889233273334643, 0.00010565261976836096, -6.633218881329272e-05,
    4.159729145290115e-05, -2.628414257610881e-05, 1.7455601766662794e-05, -1.1093831935230702e-05, 4.939312310674292e-06,
    -3.141701075555155e-06, 5.243347943772127e-06, -3.3634106716698643e-06)
_LGAMMA_2_TO_3 = (
    0.5693657409458384, 0.2675817993988097, -0.0448058426973846, 0.0108770015141976, -0.0030951822936174096, 0.0009610979285520405,
    -0.00031505925035239633, 0.00010710021010234954, -3.735336940027229e-05, 1.3275711130257407e-05, -4.786379987514225e-06,
    1.745641275403404e-06, -6.421417451955873e-07, 2.353723932844072e-07, -8.772358424774663e-08, 3.8720781951940836e-08,
    -1.4586003484400256e-08)
_DIGAMMA_LEFT = (
    1.0747589096650145, -0.5791664818235408, 0.4002392309428274, -0.2998194686580679, 0.23226650153097686, -0.18277734913096888,
    0.1449583675856571, -0.11542832745263165, 0.09210989387228265, -0.07358552434517214, 0.05882382657327887, -0.047064102417186136,
    0.03764259533684267, -0.029684693428068565, 0.023746051998109956, -0.02288670995038029, 0.018309014102633362)
_DIGAMMA_RIGHT = (
    0.8581832171262995, -0.32625462786810605, 0.15712011335204265, -0.08228558635558357, 0.04479965445267514, -0.024890048522512667,
    0.01398578620324799, -0.007910466228862838, 0.004491812238388615, -0.002556785797730015, 0.0014574316883487004,
    -0.0008294317248202582, 0.0004734978561274989, -0.0002927973030925864, 0.0001672503390180045)
_DIGAMMA_2_TO_3 = (
    0.7031566406452432, 0.4903577561002345, -0.11810202582086357, 0.03731764146960415, -0.01307316664613865, 0.004821409817920042,
    -0.0018305640368755439, 0.0007073882522027979, -0.0002764392890487257, 0.00010882468831361856, -4.305222744303708e-05,
    1.7097814576852476e-05, -6.802386003463138e-06, 2.672613474275583e-06, -1.0661559311957542e-06, 5.126050992843158e-07,
    -2.047891022197242e-07)
#: The positive zero of digamma minus 1, as a sum of two numbers.
_DIGAMMA_ZERO, _DIGAMMA_ZERO_LOW = 0.46163214496836236, -1.5522348162858677e-17
#: Coefficients of Stirling's series: B_2k / (2k (2k - 1)); and of digamma's: B_2k / (2k).
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400)
_DIGAMMA_SERIES = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)


def _piecewise(x: Array, *pieces: tuple[Array, Any]) -> Array:
    """`function(x)` for each piece where its condition holds; the first condition that holds is used."""
    out = empty_dense(x, x.dtype)
    out.fill(np.nan)
    left = np.ones(x.shape, np.bool_)
    for condition, function in pieces:
        mask = condition & left
        if count_nonzero(mask):
            out[mask] = function(x[mask])
            left &= ~mask
    return out


def _lgamma_1_to_2(t: Array) -> Array:
    """log Gamma(1 + t) for 0 <= t <= 1."""
    return t * (t - 1) * _horner(_LGAMMA_1_TO_2, t - 0.5)


def _lgamma_2_to_3(x: Array) -> Array:
    return (x - 2) * _horner(_LGAMMA_2_TO_3, x - 2.5)


def _lgamma_by_recurrence(x: Array) -> Array:
    """log Gamma for 3 <= x < 13, by recurrence down to [2, 3)."""
    product, base = np.ones_like(x), x.copy()
    for _ in range(10):
        is_large = base >= 3
        base = where(is_large, base - 1, base)
        product = where(is_large, product * base, product)
    return np.log(product) + _lgamma_2_to_3(base)


def stirling_remainder(x: Array) -> Array:
    """log Gamma(x) - ((x - 1/2) log x - x + log(2 pi) / 2), for x >= 8."""
    inverse = 1 / x
    return inverse * _horner(_STIRLING, inverse * inverse)


def _lgamma_asymptotic(x: Array) -> Array:
    """Stirling's series; the logarithm is computed in two parts, because x multiplies its error."""
    fraction, exponent = np.frexp(x)
    small = fraction < math.sqrt(0.5)
    fraction, exponent = where(small, 2 * fraction, fraction), where(small, exponent - 1, exponent)
    tail = np.log(fraction) + exponent * 1.9082149292705877e-10
    return (x - 0.5) * ((exponent * 0.6931471803691238 - 1) + tail) + (0.5 * math.log(2 * math.pi) - 0.5) + stirling_remainder(x)


def _lgamma_positive(x: Array) -> Array:
    return _piecewise(
        x, (x < 0.5, lambda y: _lgamma_1_to_2(y) - np.log(y)), (x < 1, lambda y: (y - 1) * _horner(_LGAMMA_BELOW_1, y - 0.75)),
        (x < 2, lambda y: _lgamma_1_to_2(y - 1)), (x < 3, _lgamma_2_to_3), (x < 13, _lgamma_by_recurrence), (x == np.inf, lambda y: y),
        (x >= 13, _lgamma_asymptotic))


def _lgamma_negative(x: Array) -> Array:
    """By reflection: Gamma(x) Gamma(-x) = -pi / (x sin(pi x))."""
    sine = np.abs(np.sin(math.pi * (x - np.rint(x))))
    return where(x > -1e-17, -np.log(-x), np.log(math.pi / (sine * -x)) - _lgamma_positive(-x))


@_for_any_float
def lgamma64(x: Array) -> Array:
    """log |Gamma(x)|; infinite at the poles."""
    x = np.asarray(x)
    pole = (x <= 0) & (x == np.floor(x))
    return _piecewise(x, (pole, lambda y: np.full_like(y, np.inf)), (x > 0, _lgamma_positive), (x < 0, _lgamma_negative)) + 0.0  # never -0


def _with_reflection(table: LogarithmicTable, correction: Any, exact: Any) -> Any:
    """lgamma or digamma of float32: the table, for x < 0 minus a correction, which is a function of the distance to the nearest integer."""

    def call(x: Array) -> Array:
        if x.size and min_number(x) >= TINY:
            return table(x)
        distance = x - np.rint(x)
        out = table(x)
        putmask(out, np.less(x, _ZERO32), out - correction(distance))
        if x.size and min_number(np.abs(distance)) >= TINY:
            return out
        return replace_irregular(out, (x >= TINY) | (np.abs(distance) >= TINY), exact, x)

    return call


_ZERO32 = np.array(0, np.float32)
_LGAMMA = LogarithmicTable(lgamma64, degree=5, mirrored=lambda y: -lgamma64(1 + y))
_LOG_SINE = LogarithmicTable(lambda r: np.log(np.sin(math.pi * r) / math.pi), degree=5)
lgamma32 = with_c_library(math.lgamma, C_LIBRARY_COUNT, _with_reflection(_LGAMMA, lambda r: _LOG_SINE(np.abs(r)), lgamma64))
lgamma = make_tabled_kernel(lgamma32, lgamma64)


def _digamma_by_recurrence(x: Array) -> Array:
    """digamma for 3 <= x < 10, by recurrence down to [2, 3)."""
    base, total = x.copy(), np.zeros_like(x)
    for _ in range(7):
        is_large = base >= 3
        base = where(is_large, base - 1, base)
        total = where(is_large, total + 1 / base, total)
    return total + _horner(_DIGAMMA_2_TO_3, base - 2.5)


def _digamma_from_1(t: Array) -> Array:
    """digamma(1 + t) for 0 <= t <= 1."""
    quotient = where(t < 0.5, _horner(_DIGAMMA_LEFT, t - 0.25), _horner(_DIGAMMA_RIGHT, t - 0.75))
    return (t - _DIGAMMA_ZERO - _DIGAMMA_ZERO_LOW) * quotient


def _digamma_asymptotic(x: Array) -> Array:
    z = 1 / (x * x)
    return np.log(x) - 0.5 / x - z * _horner(_DIGAMMA_SERIES, z)


def _digamma_positive(x: Array) -> Array:
    return _piecewise(x, (x < 1, lambda y: _digamma_from_1(y) - 1 / y), (x < 2, lambda y: _digamma_from_1(y - 1)),
                      (x < 3, lambda y: _horner(_DIGAMMA_2_TO_3, y - 2.5)), (x < 10, _digamma_by_recurrence),
                      (x >= 10, _digamma_asymptotic))


def _digamma_negative(x: Array) -> Array:
    return _digamma_positive(1 - x) - math.pi / np.tan(math.pi * (x - np.rint(x)))


@_for_any_float
def digamma64(x: Array) -> Array:
    """The derivative of log Gamma."""
    x = np.asarray(x)
    pole = (x < 0) & (x == np.floor(x))
    return _piecewise(x, (x == 0, lambda y: np.copysign(np.inf, -y)), (pole, lambda y: np.full_like(y, np.nan)),
                      (x > 0, _digamma_positive), (x < 0, _digamma_negative))


_DIGAMMA = LogarithmicTable(digamma64, degree=5, mirrored=lambda y: digamma64(1 + y))
_COTANGENT = LogarithmicTable(lambda r: math.pi / np.tan(math.pi * r), degree=5, mirrored=lambda r: -math.pi / np.tan(math.pi * r))
digamma = make_tabled_kernel(_with_reflection(_DIGAMMA, _COTANGENT, digamma64), digamma64)


_FIRST_SIX = intp.arange(6)[:, None]


def trigamma(x: Array) -> Array:
    """The derivative of digamma, as accurate as PyTorch's: six recurrence steps, then three terms of the series."""
    shape, x = x.shape, x.reshape(-1)
    if 0 < x.size <= CHUNK:
        return _trigamma(x).reshape(shape)
    return np.concatenate([_trigamma(x[i:i + CHUNK]) for i in range(0, x.size, CHUNK)] or [x]).reshape(shape)


def _trigamma(x: Array) -> Array:
    half, one, two, a, b, c, turn, square = constants(x.dtype, 0.5, 1, 2, 1 / 6, 1 / 30, 1 / 42, math.pi, math.pi ** 2)
    reflected = np.less(x, half)
    y = where(reflected, one - x, x)
    steps = y + _FIRST_SIX.astype(x.dtype)
    total = np.add.reduce(one / (steps * steps), 0)
    y = steps[5] + one
    z = one / (y * y)
    total += (one + one / (two * y) + z * (a - z * (b - z * c))) / y
    sine = np.sin(turn * x)
    putmask(total, reflected, square / (sine * sine) - total)
    return total


@quiet
def polygamma(n: int, x: Array) -> Array:
    """The n-th derivative of digamma, n >= 0."""
    if x.dtype.kind == "c":
        name = ("digamma", "trigamma", "polygamma")[min(n, 2)]
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(x.dtype)}'")
    if n == 0:
        return digamma(x)
    if n == 1:
        return to_common_layout(cast(trigamma(x if x.dtype.itemsize > 2 else x.astype(np.float32)), x.dtype), [x])
    from .modified_bessel_and_zeta import zeta_float64

    to_int64(n)
    shift = 12 if x.dtype.itemsize == 8 else 6
    scale = math.factorial(n) if n <= 170 else math.inf  # 170! is the last factorial in the range of a double
    return to_common_layout(
        cast((-1) ** (n + 1) * scale * zeta_float64(np.asarray(n + 1, np.float64), x.astype(np.float64), shift), x.dtype), [x])
