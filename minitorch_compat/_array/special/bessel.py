"""Bessel and Airy functions from their integrals, summed to full precision by the trapezoidal rule, and asymptotic series.

These integrals are exact and slow; arrays are evaluated by polynomials on short intervals, fitted to the integrals at first use.

The rule converges geometrically on periodic functions and on analytic ones that decay quickly (Trefethen and Weideman,
"The exponentially convergent trapezoidal rule", 2014). Formulas: NIST Digital Library of Mathematical Functions, chapters 9 and 10.
"""
from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.blocks import constants, count_nonzero, max_number, min_number
from ..core.execution.quiet import quiet
from ..core.undispatched import where
from ..shape.strided import empty_dense
from .modified_bessel_and_zeta import _bessel_scaled, modified_bessel32
from .piecewise_polynomials import PiecewisePolynomial
from .polynomial_tables import TINY, LogarithmicTable, UniformTable, make_tabled_kernel, replace_irregular

Array = np.ndarray[Any, np.dtype[Any]]
_EULER = 0.57721566490153286061
#: Points on half a period, enough for arguments up to `_FAR`; beyond, the asymptotic series has full precision.
_POINTS, _FAR = 96, 25.0
_SINES = np.sin((intp.arange(_POINTS) + 0.5) * math.pi / _POINTS)
#: sum over k of (-1)^k cos(2 k theta) / k: the weights of Neumann's series for Y_0, summed inside the integral.
_NEUMANN = sum((-1) ** k / k * np.cos(2 * k * (intp.arange(_POINTS) + 0.5) * math.pi / _POINTS) for k in range(1, 34))


def _make_kernel(name: str, float32_kernel: Any, float64_kernel: Any) -> Any:
    """The kernel from a float64 function and a narrower one for float32; half precision is refused, as in PyTorch."""
    @quiet
    def wide(x: Array) -> Array:
        out = empty_dense(x, x.dtype)
        out[...] = float64_kernel(x)
        return out

    return make_tabled_kernel(float32_kernel, wide, f"{name}_cpu")


def _mean(function: Any, weights: Any, x: Array) -> Array:
    """The mean over half a period of weights * function(x sin theta)."""
    total = np.zeros_like(x)
    for w, s in zip(np.broadcast_to(weights, (_POINTS,)), _SINES, strict=True):
        total += w * function(x * s)
    return total / _POINTS


def _hankel_factors(x: Array, order: int) -> tuple[Array, Array, Array]:
    """For large x: the slowly varying factors P and Q of the asymptotic series, and sqrt(2 / (pi x))."""
    p, q, term = np.ones_like(x), np.zeros_like(x), np.ones_like(x)
    for k in range(1, 40):
        factor = (4 * order * order - (2 * k - 1) ** 2) / (8 * k * x)
        term = where(np.abs(factor) < 1, term * factor, 0.0)
        if k % 2:
            q = q + (term if k % 4 == 1 else -term)
        else:
            p = p + (-term if k % 4 == 2 else term)
    return p, q, np.sqrt((2 / math.pi) / x)


def _phase(x: Array, order: int) -> tuple[Array, Array]:
    """cos and sin of x - order pi/2 - pi/4, without rounding that difference."""
    c, s = np.cos(x), np.sin(x)
    return ((c + s) if order == 0 else (s - c)) * math.sqrt(0.5), ((s - c) if order == 0 else (-s - c)) * math.sqrt(0.5)


def _split_high_low(x: Array) -> tuple[Array, Array]:
    return np.clip(x, 0, _FAR), np.maximum(x, _FAR)


#: J_0, and J_1(x) / x, which is not 0 at 0.
_J_POLYNOMIALS = (PiecewisePolynomial(lambda x: _mean(np.cos, 1.0, x), 0, _FAR, 25),
                  PiecewisePolynomial(lambda x: _mean(lambda y: np.sinc(y / math.pi), _SINES * _SINES, x), 0, _FAR, 25))
_Y_POLYNOMIALS = (PiecewisePolynomial(lambda x: _mean(np.cos, _NEUMANN, x), 0, _FAR, 25),
                  PiecewisePolynomial(lambda x: _mean(np.sin, _NEUMANN * _SINES, x), 0, _FAR, 25))


def _j(x: Array, order: int) -> Array:
    near, far = _split_high_low(np.abs(x))
    inner = _J_POLYNOMIALS[order](near) * near if order else _J_POLYNOMIALS[order](near)
    value = inner
    if count_nonzero(far > _FAR):
        p, q, scale = _hankel_factors(far, order)
        c, s = _phase(far, order)
        value = where(np.abs(x) <= _FAR, inner, scale * (p * c - q * s))
    return where(x < 0, -value, value) if order else value


def _y(x: Array, order: int) -> Array:
    near, far = _split_high_low(x)
    logarithm = np.log(near / 2) + _EULER
    if order:
        inner = 2 / math.pi * (logarithm * _j(near, 1) - _j(near, 0) / near) - 4 / math.pi * _Y_POLYNOMIALS[1](near)
    else:
        inner = 2 / math.pi * logarithm * _j(near, 0) - 4 / math.pi * _Y_POLYNOMIALS[0](near)
    value = inner
    if count_nonzero(far > _FAR):
        p, q, scale = _hankel_factors(far, order)
        c, s = _phase(far, order)
        value = where(x <= _FAR, inner, scale * (p * s + q * c))
    return where(x > 0, value, where(x == 0, -np.inf, np.nan))


def _k_scaled(x: Array, order: float) -> Array:
    """exp(x) K_order(x). The fit is of exp(x) K sqrt(x), for order 1 times sqrt(x / (1 + x)), in log x: both vary slowly."""
    inside = where((x > 0) & np.isfinite(x), x, 1.0)
    outside = (inside < math.exp(_K_LOW)) | (inside > math.exp(_K_HIGH))
    value = _K_POLYNOMIALS[order](np.log(inside)) / (np.sqrt(inside) if order != 1 else inside / np.sqrt(1 + inside))
    if count_nonzero(outside):
        value[outside] = _k_near_ends(inside[outside], order)
    value = where(np.isposinf(x), 0.0, value)
    return where(x > 0, value, where(x == 0, np.inf, np.nan))


def _fit_k(order: float) -> PiecewisePolynomial:
    def slow(u: Array) -> Array:
        x = np.exp(u)
        return _k_integral(x, order) * (np.sqrt(x) if order != 1 else x / np.sqrt(1 + x))

    return PiecewisePolynomial(slow, _K_LOW, _K_HIGH, 64)


_K_LOW, _K_HIGH = -12.0, 12.0
_K_POLYNOMIALS = {order: _fit_k(order) for order in (0, 1, 1 / 3)}


def _k_near_ends(x: Array, order: float) -> Array:
    """The same near 0 and for large x, where the first terms of the series are exact in double precision."""
    mu, eighth = 4 * order * order, 0.125 / np.maximum(x, 1.0)
    right = np.sqrt(math.pi * 4 * eighth) * (1 + (mu - 1) * eighth * (1 + (mu - 9) / 2 * eighth))
    small = np.minimum(x, 1.0)
    if order not in (0, 1):
        return where(x < 1, _k_integral(small, order), right)
    logarithm = np.log(small / 2) + _EULER
    left = (1 / small + small / 2 * (logarithm - 0.5)) if order else -logarithm + small * small / 4 * (1 - logarithm)
    return where(x < 1, left * np.exp(small), right)


def _k_integral(inside: Array, order: float) -> Array:
    """exp(x) K_order(x) for x > 0, from K = integral over t > 0 of exp(-x cosh t) cosh(order t)."""
    step = 0.25 / np.sqrt(1 + inside / 8)  # the integrand narrows as x grows
    total = np.full_like(inside, 0.5)
    limit = 2 * np.arcsinh(np.sqrt(400 / inside))
    for i in range(1, int(np.max(limit / step, initial=1)) + 2):
        t = i * step
        # 2 sinh^2(t / 2) = cosh t - 1 without cancellation
        total += np.exp(np.minimum(order * t, 700) - 2 * inside * np.sinh(np.minimum(t, 1400) / 2) ** 2) * (1 + np.exp(-2 * order * t)) / 2
    return np.asarray(total * step)


def _airy_series(x: Array) -> Array:
    """The power series, for arguments near 0."""
    f, g, cube = np.ones_like(x), x.copy(), x**3
    a, b = f.copy(), g.copy()
    for k in range(1, 30):
        a = a * cube / ((3 * k - 1) * (3 * k))
        b = b * cube / ((3 * k) * (3 * k + 1))
        f, g = f + a, g + b
    return 0.35502805388781723926 * f - 0.25881940379280679840 * g


def _airy_amplitude(x: Array) -> Array:
    """x^(1/4) times the integral of exp(-sqrt(z) t^2) cos(t^3 / 3), with z of modulus x on a ray where the integrand decays."""
    root = np.sqrt(x) * np.exp(1j * math.pi / 6)
    step = 0.04 / x**0.25
    total = np.full(x.shape, 0.5 + 0j)
    for i in range(1, 200):
        t = i * step
        total += np.exp(-root * t * t) * np.cos(t**3 / 3)
    return np.asarray(total * step * x**0.25)


_AIRY_HIGH = 14.0
_AIRY = (PiecewisePolynomial(lambda u: _airy_amplitude(np.exp(u)).real, 0, _AIRY_HIGH, 56),
         PiecewisePolynomial(lambda u: _airy_amplitude(np.exp(u)).imag, 0, _AIRY_HIGH, 56))


def _airy_negative(x: Array) -> Array:
    """Ai(-x) for x >= 1."""
    u = np.log(x)
    amplitude = _AIRY[0](u) + 1j * _AIRY[1](u)
    return np.asarray(2 / math.pi * (np.exp(1j * (math.pi / 3 - 2 / 3 * x**1.5)) * amplitude).real / x**0.25)


def _airy(x: Array) -> Array:
    """Ai: above 1 from K of order 1/3, below -1 from an integral."""
    right = np.maximum(x, 1.0)
    zeta = 2 / 3 * right**1.5
    above = np.sqrt(right / 3) / math.pi * _k_scaled(zeta, 1 / 3) * np.exp(-zeta)
    left = np.maximum(-x, 1.0)
    below = _airy_negative(left)
    middle = _airy_series(np.clip(x, -1.0, 1.0))
    result = where(x > 1, above, where(x < -1, below, middle))
    return where(np.isinf(x), np.nan, result)


def _spherical_j0(x: Array) -> Array:
    return where(np.isinf(x), 0.0, where(x == 0, 1.0, np.sin(x) / where(x == 0, 1.0, x)))


def _i(x: Array, order: int) -> Array:
    return where(np.isinf(x), np.nan, _bessel_scaled(x, order) * np.exp(np.abs(x)))


def _nan_at_infinity(function: Any) -> Any:
    """NaN at infinity, where PyTorch's oscillating functions have no limit."""
    return lambda x: where(np.isinf(x), np.nan, function(where(np.isinf(x), 1.0, x)))


# Single precision, from tables --------------------------------------------------------------------------------------------------------

#: The end of the tables of oscillating functions.
_TABLE_END = 32.0
_J_TABLE = tuple(UniformTable(partial(_j, order=order), 0, _TABLE_END, 32, 5) for order in (0, 1))
_K_TABLE = tuple(LogarithmicTable(partial(_k_scaled, order=order), 6) for order in (0, 1))
_AIRY_TABLE = UniformTable(_airy, -_TABLE_END, _TABLE_END, 32, 5)


def _y_regular_part(x: Array, order: int) -> Array:
    """Y without its singular part at 0."""
    inside = where(x > 0, x, 1.0)
    singular = np.log(inside / 2) * _j(inside, order) - (1 / inside if order else 0)
    at_0 = 0.0 if order else 2 / math.pi * _EULER
    return where(x > 0, _y(inside, order) - 2 / math.pi * singular, at_0)


_Y_TABLE = tuple(UniformTable(partial(_y_regular_part, order=order), 0, _TABLE_END, 32, 5) for order in (0, 1))
_j_float64, _y_float64 = (tuple(_nan_at_infinity(partial(f, order=order)) for order in (0, 1)) for f in (_j, _y))


def _j32(x: Array, order: int) -> Array:
    size = np.abs(x)
    value = _J_TABLE[order](size)
    if order:
        np.copysign(value, value * x, value)
    return value if size.size and max_number(size) <= _TABLE_END else replace_irregular(value, size <= _TABLE_END, _j_float64[order], x)


def _extend_to_zero(value: Array, x: Array, at_0: float) -> Array:
    """`value` for positive x, `at_0` at 0, NaN below."""
    if x.size and min_number(x) > 0:
        return value
    return where(x > 0, value, where(x == 0, at_0, np.nan))


def _y32(x: Array, order: int) -> Array:
    zero, half, scale = constants(np.float64, 0, 0.5, 2 / math.pi)
    wide = np.maximum(x.astype(np.float64), zero)
    located = _J_TABLE[order].locate(wide)
    singular = np.log(wide * half) * _J_TABLE[order].evaluate_at(*located)
    if order:
        singular -= 1 / wide
    value = _Y_TABLE[order].evaluate_at(*located) + scale * singular
    value = _extend_to_zero(value, x, -np.inf)
    return value if x.size and max_number(x) <= _TABLE_END else replace_irregular(value, x <= _TABLE_END, _y_float64[order], x)


def _k_scaled32(x: Array, order: int) -> Array:
    value = _K_TABLE[order](x)
    if x.size and min_number(x) >= TINY:
        return value
    return replace_irregular(_extend_to_zero(value, x, np.inf), (x >= TINY) | (x <= 0), partial(_k_scaled, order=order), x)


def _k32(x: Array, order: int) -> Array:
    return _k_scaled32(x, order) * np.exp(-x.astype(np.float64))


def _airy32(x: Array) -> Array:
    return replace_irregular(_AIRY_TABLE(x), np.abs(x) <= _TABLE_END, _airy, x)


def _i_kernel(name: str, order: int) -> Any:
    return _make_kernel(name, partial(modified_bessel32, order=order), partial(_i, order=order))


def _k_kernel(name: str, order: int) -> Any:
    return _make_kernel(name, partial(_k32, order=order), lambda x: _k_scaled(x, order) * np.exp(-x))


airy_ai = _make_kernel("airy_ai", _airy32, _airy)
bessel_j0 = _make_kernel("bessel_j0", partial(_j32, order=0), _j_float64[0])
bessel_j1 = _make_kernel("bessel_j1", partial(_j32, order=1), _j_float64[1])
bessel_y0 = _make_kernel("bessel_y0", partial(_y32, order=0), _y_float64[0])
bessel_y1 = _make_kernel("bessel_y1", partial(_y32, order=1), _y_float64[1])
modified_bessel_i0, modified_bessel_i1 = _i_kernel("modified_bessel_i0", 0), _i_kernel("modified_bessel_i1", 1)
modified_bessel_k0, modified_bessel_k1 = _k_kernel("modified_bessel_k0", 0), _k_kernel("modified_bessel_k1", 1)
scaled_modified_bessel_k0 = _make_kernel("scaled_modified_bessel_k0", partial(_k_scaled32, order=0), lambda x: _k_scaled(x, 0))
scaled_modified_bessel_k1 = _make_kernel("scaled_modified_bessel_k1", partial(_k_scaled32, order=1), lambda x: _k_scaled(x, 1))
spherical_bessel_j0 = _make_kernel("spherical_bessel_j0", lambda x: _spherical_j0(x.astype(np.float64)), _spherical_j0)
