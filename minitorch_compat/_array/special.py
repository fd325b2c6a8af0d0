"""Special functions numpy lacks, accurate to about 2 ulp in float64.

erf and erfc: the rational approximations of W. J. Cody, "Rational Chebyshev approximations for the error function", Math. Comp. 23
(1969), on |x| <= 0.46875, <= 4 and beyond.  erf of float32 and less: tanh of a polynomial, accurate to 2 ulp.  lgamma: the C
library's.  digamma: recurrence to x >= 10, then the asymptotic series (Abramowitz and Stegun 6.3.18).
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .blocks import blockwise
from .dtypes import cast, scalar_name
from .piecewise import Piecewise
from .quiet import quiet

Array = NDArray[Any]

_A = (3.16112374387056560e00, 1.13864154151050156e02, 3.77485237685302021e02, 3.20937758913846947e03, 1.85777706184603153e-1)
_B = (2.36012909523441209e01, 2.44024637934444173e02, 1.28261652607737228e03, 2.84423683343917062e03)
_C = (5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e01, 2.98635138197400131e02, 8.81952221241769090e02,
      1.71204761263407058e03, 2.05107837782607147e03, 1.23033935479799725e03, 2.15311535474403846e-8)
_D = (1.57449261107098347e01, 1.17693950891312499e02, 5.37181101862009858e02, 1.62138957456669019e03, 3.29079923573345963e03,
      4.36261909014324716e03, 3.43936767414372164e03, 1.23033935480374942e03)
_P = (3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4,
      1.63153871373020978e-2)
_Q = (2.56852019228982242e00, 1.87295284992346725e00, 5.27905102951428412e-1, 6.05183413124413191e-2, 2.33520497626869185e-3)


CHUNK = 1 << 13  # elements for which the many temporary arrays of a function stay in the cache


def by_chunks(function: Any, a: Array) -> Array:
    """A function of float64 vectors applied to a contiguous array of any floating type."""
    out = np.empty(a.shape, a.dtype)
    flat, target = a.reshape(-1), out.reshape(-1)
    for i in range(0, a.size, CHUNK):
        target[i:i + CHUNK] = function(flat[i:i + CHUNK].astype(np.float64))
    return out


def _floats(function: Any) -> Any:
    """A float64 function made to take and give any floating type."""

    def call(a: Array) -> Array:
        if a.size > 2 * CHUNK and a.flags.c_contiguous:
            return by_chunks(function, a)
        wide = np.asarray(a, np.float64)
        result = function(wide)
        return result if a.dtype == np.float64 else result.astype(a.dtype)

    call.__doc__ = function.__doc__
    call.__name__ = function.__name__
    return quiet(call)


def _small(x: Array) -> Array:
    y = x * x
    top, bottom = _A[4] * y, y
    for i in range(3):
        top, bottom = (top + _A[i]) * y, (bottom + _B[i]) * y
    return x * (top + _A[3]) / (bottom + _B[3])


def _gauss(y: Array) -> Array:
    """exp(-y^2), the argument split so that squaring loses nothing."""
    head = np.trunc(y * 16) / 16
    return np.exp(-head * head) * np.exp(-(y - head) * (y + head))


def _middle(y: Array) -> Array:
    top, bottom = _C[8] * y, y
    for i in range(7):
        top, bottom = (top + _C[i]) * y, (bottom + _D[i]) * y
    return _gauss(y) * (top + _C[7]) / (bottom + _D[7])


def _tail(y: Array) -> Array:
    z = 1 / (y * y)
    top, bottom = _P[5] * z, z
    for i in range(4):
        top, bottom = (top + _P[i]) * z, (bottom + _Q[i]) * z
    r = z * (top + _P[4]) / (bottom + _Q[4])
    return np.where(y < 27, _gauss(np.minimum(y, 27)) * (1 / math.sqrt(math.pi) - r) / y, 0.0)


def _complement(y: Array) -> Array:
    """erfc for y > 0.46875."""
    return np.where(y <= 4, _middle(np.minimum(y, 4)), _tail(np.maximum(y, 4)))


# erf(x / sqrt(2)) = tanh(x P(x^2)) for float32: P fits atanh(erf(x / sqrt(2))) / x on [-5.4, 5.4], weighted by what an error there
# does to erf. A positive leading coefficient keeps the product growing, so that tanh is 1 beyond. `RELATIVE` has the smallest
# relative error (1.0e-7), `ABSOLUTE` the smallest absolute one (5.8e-8).
_F = np.float32
_RELATIVE = tuple(np.array(c, _F) for c in (
    1.5671107750480385e-09, -1.2525102211826418e-07, 3.872981151395607e-06, -5.478128298065696e-05, -3.3912389999405176e-05,
    0.03633434926491953, 0.7978846363365473))
ABSOLUTE = tuple(np.array(c, _F) for c in (
    1.7561716076667407e-09, -1.3226335877529339e-07, 3.964744511868937e-06, -5.5306193401846305e-05, -3.259497845196768e-05,
    0.03633308457896717, 0.7978849414583544))
_SQRT2 = np.array(math.sqrt(2), _F)


def erf_of_scaled(out: Array, square: Array, x: Array, coefficients: tuple[Array, ...]) -> None:
    """erf(x / sqrt(2)) of a float32 array into `out`; `square` gets x * x."""
    np.multiply(x, x, square)
    np.multiply(square, coefficients[0], out)
    for c in coefficients[1:-1]:
        np.add(out, c, out)
        np.multiply(out, square, out)
    np.add(out, coefficients[-1], out)
    np.multiply(out, x, out)
    np.tanh(out, out)


def _erf_step(out: Array, scaled: Array, square: Array, x: Array) -> None:
    np.multiply(x, _SQRT2, scaled)
    erf_of_scaled(out, square, scaled, _RELATIVE)


def erf(x: Array) -> Array:
    """2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    if x.dtype.itemsize > 4 or x.dtype.kind not in "fV":
        return _erf64(x)
    return _erf32(np.asarray(x))


@quiet
def _erf32(x: Array) -> Array:
    return blockwise(_erf_step, 2, x)


@_floats
def _erf64(x: Array) -> Array:
    y = np.abs(x)
    near = _small(np.clip(x, -0.46875, 0.46875))
    return np.where(np.isnan(x), x, np.where(y <= 0.46875, near, np.copysign(1 - _complement(np.fmax(y, 0.46875)), x)))


@_floats
def erfc(x: Array) -> Array:
    """1 - erf(x), without the loss of that difference."""
    y = np.abs(x)
    far = _complement(np.fmax(y, 0.46875))
    return np.where(np.isnan(x), x, np.where(y <= 0.46875, 1 - _small(np.clip(x, -0.46875, 0.46875)), np.where(x < 0, 2 - far, far)))


def _erfinv_ratio(w: Array) -> Array:
    """erfinv(p) / p for w = -log(1 - p^2), by Newton's method: on erf below 1/2, on the logarithm of erfc above."""
    p = np.sqrt(-np.expm1(-w))
    rest = np.exp(-w) / (1 + p)  # 1 - p, without a difference
    x = np.sqrt(w)
    for _ in range(12):
        density, beyond = 2 / math.sqrt(math.pi) * np.exp(-x * x), erfc(x)
        x = x - np.where(p < 0.5, (_erf64(x) - p) / density, (np.log(rest) - np.log(beyond)) * beyond / density)
    return np.asarray(x / p)


_RATIO = Piecewise(_erfinv_ratio, 0, 38, 76)


@_floats
def erfinv(p: Array) -> Array:
    """The inverse of erf."""
    out = p * _RATIO(-np.log((1 - p) * (1 + p)))
    size = np.abs(p)
    if not (size < 1).all():
        out = np.where(size == 1, np.copysign(np.inf, p), np.where(size > 1, np.nan, out))
    return out


_vlgamma = np.vectorize(lambda v: math.lgamma(v) if v > 0 or v != math.floor(v) else math.inf, otypes=[np.float64])


@_floats
def lgamma(x: Array) -> Array:
    """log |Gamma(x)|; infinite at the poles. The C library's, value by value, which is exact to an ulp."""
    finite = np.isfinite(x)
    out = _vlgamma(np.where(finite, x, 1.0)) if x.size else x.copy()
    return np.where(finite, out, np.where(np.isnan(x), x, np.inf))


@_floats
def digamma(x: Array) -> Array:
    """The derivative of log Gamma."""
    pole = (x <= 0) & (x == np.floor(x))
    reflected = x <= 0
    y = np.where(reflected, 1 - x, x)
    shift = np.zeros_like(y)
    for _ in range(10):
        low = y < 10
        shift = shift - np.where(low, 1 / np.where(low, y, 1), 0)
        y = y + low
    z = 1 / (y * y)
    series = z * (1 / 12 - z * (1 / 120 - z * (1 / 252 - z * (1 / 240 - z * (1 / 132 - z * (691 / 32760 - z / 12))))))
    out = np.log(y) - 0.5 / y - series + shift
    out = np.where(reflected, out - math.pi / np.tan(math.pi * (x - np.floor(x))), out)
    return np.where(pole, np.where(x == 0, np.copysign(np.inf, -x), np.nan), out)


def trigamma(x: Array) -> Array:
    """The derivative of digamma, as exact as PyTorch's: six steps up, then three terms of the series."""
    reflected = x < 0.5
    y = np.where(reflected, 1 - x, x)
    total = np.zeros_like(y)
    for _ in range(6):
        total += 1 / (y * y)
        y = y + 1
    z = 1 / (y * y)
    total += (1 + 1 / (2 * y) + z * (1 / 6 - z * (1 / 30 - z * (1 / 42)))) / y
    sine = np.sin(x.dtype.type(math.pi) * x)
    return np.where(reflected, x.dtype.type(math.pi ** 2) / (sine * sine) - total, total)


@quiet
def polygamma(n: int, x: Array) -> Array:
    """The n-th derivative of digamma, n >= 0."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    if x.dtype.kind == "c":
        name = ("digamma", "trigamma", "polygamma")[min(n, 2)]
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(x.dtype)}'")
    if n == 0:
        return digamma(x)
    if n == 1:
        return cast(trigamma(x if x.dtype.itemsize > 2 else x.astype(np.float32)), x.dtype)
    from .special_more import zeta

    return cast((-1) ** (n + 1) * math.factorial(n) * zeta(np.asarray(n + 1, np.float64), x.astype(np.float64)), x.dtype)
