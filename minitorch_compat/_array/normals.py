"""Normal numbers by Box and Muller's method, bit for bit as PyTorch computes them on an x86-64 CPU.

PyTorch has two ways.  Fewer than 16 values, and tensors that are not contiguous, are drawn one after the other in double
precision, and the second value of each pair waits in the generator.  Contiguous tensors are made in blocks of 16 uniform
numbers, whose halves give radius and angle; where blocks do not fit, the last 16 values are drawn once more.

float32 blocks use the Cephes single-precision log, sin and cos (S. Moshier), evaluated with fused multiply-add.  A fused
multiply-add of float32 values is computed here as a float64 multiply-add, rounded once more.  That can differ from a single
rounding, but does not for any of the 2**24 uniform numbers that can occur.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .mt19937 import Stream, Words

Array = NDArray[Any]
F64 = NDArray[np.float64]
f32, i32 = np.float32, np.int32
float64 = np.dtype(np.float64)
BLOCK = 16
#: Words per step of the block kernel: its dozen scratch arrays then stay in the second-level cache.
_STEP = 1 << 13

_LOG = tuple(float(f32(c)) for c in (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
    2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1))
#: Coefficients of cos (upper row) and sin (lower row), and pi/4 in three parts.
_COS_SIN = [np.array(pair, f32).astype(np.float64).reshape(2, 1) for pair in (
    (2.443315711809948e-5, -1.9515295891e-4), (-1.388731625493765e-3, 8.3321608736e-3), (4.166664568298827e-2, -1.6666654611e-1))]
_PI4 = (f32(-0.78515625), f32(-2.4187564849853515625e-4), float(f32(-3.77489497744594108e-8)))
_LN2_HIGH, _LN2_LOW = f32(0.693359375), f32(-2.12194440e-4)
_ONE_BITS, _ROOT_HALF_BITS = i32(0x3F800000), i32(0x3F3504F3)
_LOW24, _STEP24 = i32(2**24 - 1), f32(2.0**-24)
_TWO_PI_24 = f32(f32(2 * math.pi) * _STEP24)


def _rounded(value: F64) -> Array:
    return value.astype(f32)


def _single(value: F64) -> F64:
    """Round to float32 and widen again."""
    return value.astype(f32).astype(np.float64)


def _horner(y: F64, x: Any, c: Any) -> F64:
    """y * x + c before rounding, in y's memory."""
    y *= x
    y += c
    return y


def _radius(k: NDArray[np.int32]) -> Array:
    """sqrt(-2 log(1 - k / 2**24)) in float32."""
    x = k.astype(f32)
    x *= -_STEP24
    x += f32(1)
    bits = x.view(i32)
    # split x = m * 2**e with m in [sqrt(1/2), sqrt(2))
    bits += _ONE_BITS - _ROOT_HALF_BITS
    e = ((bits >> 23) - i32(127)).astype(f32)
    bits &= i32(0x7FFFFF)
    bits += _ROOT_HALF_BITS
    x -= f32(1)
    return _root_of_log(x, e)


def _root_of_log(x: Array, e: Array) -> Array:
    """sqrt(-2 (log(1 + x) + e log 2))."""
    wide = x.astype(np.float64)
    y = wide * _LOG[0]
    y += _LOG[1]
    for c in _LOG[2:]:
        y = _horner(_single(y), wide, c)
    narrow = _rounded(y)
    narrow *= x
    z = x * x
    y = _rounded(_horner(narrow.astype(np.float64), z.astype(np.float64), e * _LN2_LOW))
    z *= f32(0.5)
    y -= z  # the remaining steps have exact products: float32 rounds them once
    x += y
    e *= _LN2_HIGH
    x += e
    x *= f32(-2)
    return np.sqrt(x, x)


def _cos_sin(k: NDArray[np.int32]) -> Array:
    """cos and sin of 2 pi k / 2**24 in float32, two rows."""
    x = k.astype(f32)
    x *= _TWO_PI_24
    octant = (x * f32(1.27323954473516)).astype(i32)
    octant += i32(1)
    octant &= i32(~1)
    y = octant.astype(f32)
    x += y * _PI4[0]
    x += y * _PI4[1]
    x = _rounded(_horner(y.astype(np.float64), _PI4[2], x))
    return _by_octant(_polynomials(x), octant)


def _polynomials(x: Array) -> Array:
    """cos x and sin x for |x| <= pi / 4."""
    z = x * x
    wide = z.astype(np.float64)
    p = _COS_SIN[0] * wide
    p += _COS_SIN[1]
    p = _rounded(_horner(_single(p), wide, _COS_SIN[2]))
    p *= z
    # cos: p * z - z / 2, later + 1;  sin: p * x + x
    factor, term = np.empty(p.shape), np.empty(p.shape)
    factor[0], factor[1] = wide, x
    np.multiply(wide, -0.5, term[0])
    term[1] = x
    p = _rounded(_horner(p.astype(np.float64), factor, term))
    p[0] += f32(1)
    return p


def _by_octant(p: Array, octant: NDArray[np.int32]) -> Array:
    """Exchange cos and sin and set their signs, by bits: masks that nothing predicts make `where` slow."""
    cos, sin = p.view(i32)
    swapped = cos ^ sin
    swapped &= -((octant >> 1) & i32(1))
    cos ^= swapped
    sin ^= swapped
    sin ^= (octant & i32(4)) << 29
    octant -= i32(2)
    cos ^= (~octant & i32(4)) << 29
    return p


def _split(values: Array) -> tuple[Array, Array]:
    """First and second halves of the blocks of 16, each in one piece.  Whole rows of 8 are the unit that is copied."""
    rows = values.view(f"V{8 * values.itemsize}")
    return rows[0::2].copy().view(values.dtype), rows[1::2].copy().view(values.dtype)


def _join(first: Array, second: Array, out: Array) -> None:
    row = f"V{8 * out.itemsize}"
    rows = out.view(row)
    rows[0::2] = first.view(row)
    rows[1::2] = second.view(row)


def block_normals32(words: Words, out: NDArray[np.float32]) -> None:
    """Standard normals in float32 from 32-bit words; both lengths the same multiple of 16."""
    for start in range(0, out.size, _STEP):
        k, angle = _split(words[start:start + _STEP].view(i32))
        k &= _LOW24
        angle &= _LOW24
        pair = _cos_sin(angle)
        pair *= _radius(k)
        pair += f32(0)  # a product -0 becomes 0, as in the multiply-add by the mean 0
        _join(pair[0], pair[1], out[start:start + _STEP])


def mapped(function: Callable[[float], float], ufunc: np.ufunc) -> Callable[[F64], F64]:
    """A C library function over a vector: numpy's vector versions differ from it in the last bit.

    Where the C library has a pole or overflows, Python raises: then numpy's version gives the infinity.
    """

    def apply(x: F64) -> F64:
        try:
            return np.fromiter(map(function, x.tolist()), np.float64, x.size)
        except (ValueError, OverflowError):
            return np.array([_or_ufunc(function, ufunc, value) for value in x.tolist()], np.float64)

    return apply


def _or_ufunc(function: Callable[[float], float], ufunc: np.ufunc, value: float) -> float:
    try:
        return function(value)
    except (ValueError, OverflowError):
        return float(ufunc(value))


log, log1p = mapped(math.log, np.log), mapped(math.log1p, np.log1p)
cos, sin = mapped(math.cos, np.cos), mapped(math.sin, np.sin)


def block_normals64(u: F64) -> F64:
    """Standard normals in float64 from as many uniform numbers, a multiple of 16."""
    first, angle = _split(u)
    r = np.sqrt(-2.0 * log(1.0 - first))
    angle *= 2.0 * math.pi
    out = np.empty_like(u)
    _join(r * cos(angle), r * sin(angle), out)
    return out


def serial_normals(stream: Stream, n: int) -> F64:
    """n standard normals in float64, pair after pair; the stream's cached value comes first."""
    head = [] if stream.cached is None or not n else [stream.cached]
    pairs = (n - len(head) + 1) // 2
    if head:
        stream.cached = None
    if not pairs:
        return np.array(head, np.float64)
    values = _few_pairs(stream, pairs) if pairs <= BLOCK else _many_pairs(stream, pairs)
    if len(head) + 2 * pairs > n:
        stream.cached = float(values[-1])
        values = values[:-1]
    return np.array(head + list(values)) if head or pairs <= BLOCK else np.asarray(values)


def _few_pairs(stream: Stream, pairs: int) -> list[float]:
    values = []
    words = iter(stream.words(4 * pairs).tolist())
    for a, b, c, d in zip(words, words, words, words):
        angle = 2.0 * math.pi * (((a & 0x1FFFFF) << 32 | b) * 2.0**-53)
        r = math.sqrt(-2.0 * math.log1p(-(((c & 0x1FFFFF) << 32 | d) * 2.0**-53)))
        values.append(r * math.cos(angle))
        values.append(r * math.sin(angle))
    return values


def _many_pairs(stream: Stream, pairs: int) -> F64:
    u = stream.doubles(2 * pairs)
    angle = u[0::2] * (2.0 * math.pi)
    r = np.sqrt(-2.0 * log1p(-u[1::2]))
    values = np.empty(2 * pairs)
    values[0::2], values[1::2] = r * cos(angle), r * sin(angle)
    return values


def fma64(a: F64, b: float, c: float) -> F64:
    """a * b + c in float64 with one rounding."""
    if c == 0.0:
        return a * b + 0.0  # the sum keeps its value, and -0 becomes 0
    if math.frexp(b)[0] in (0.5, -0.5) or b == 0.0:
        return a * b + c  # an exact product
    if not all(v == 0.0 or 2.0**-400 < abs(v) < 2.0**400 for v in (b, c)):
        return np.array([_exact_fma(x, b, c) for x in a.ravel().tolist()], np.float64).reshape(a.shape)
    return _split_fma(a, b, c)


def _exact_fma(a: float, b: float, c: float) -> float:
    if not (math.isfinite(b) and math.isfinite(c)):
        return float(np.float64(a) * np.float64(b) + np.float64(c))
    from fractions import Fraction  # the rare case; it brings the decimal module along

    try:
        return float(Fraction(a) * Fraction(b) + Fraction(c))
    except OverflowError:
        return math.copysign(math.inf, a * b)


def _split_fma(a: F64, b: float, c: float) -> F64:
    """By an error-free product (T. J. Dekker, 1971) and sum (D. E. Knuth, 1969)."""
    product = a * b
    scaled = a * 134217729.0
    a_high = scaled - (scaled - a)
    a_low = a - a_high
    scaled_b = b * 134217729.0
    b_high = scaled_b - (scaled_b - b)
    b_low = b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    total = product + c
    part = total - product
    error += (product - (total - part)) + (c - part)
    error += total
    return error


def fma32(a: NDArray[np.float32], b: float, c: float) -> NDArray[np.float32]:
    """a * b + c in float32 with one rounding; b and c hold float32 values."""
    product = a * np.float64(b)  # exact
    total = product + c
    narrow = total.astype(f32)
    # Twice rounded differs from once only where the float64 sum stands halfway between two float32 numbers but is inexact.
    tie = (total.view(np.int64) & (2**29 - 1)) == 2**28
    if tie.any():
        tie &= (total - product != c) | (total - c != product)
    if tie.any():
        p, t = product[tie], total[tie]
        part = t - p
        error = (p - (t - part)) + (c - part)
        nudged = np.where(error == 0, t, np.nextafter(t, np.copysign(np.inf, error)))
        narrow[tie] = nudged.astype(f32)
    return narrow
