"""Random numbers bit for bit as PyTorch draws them on an x86-64 CPU (AVX2 or later), from one `Stream`.

float32 normals use the Cephes single-precision log, sin and cos, evaluated with fused multiply-add as PyTorch's vector kernels do;
a fused multiply-add of float32 values is a float64 multiply-add rounded once more.
"""
from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .mt19937 import Stream
from .quiet import quiet

Array = NDArray[Any]
f32 = np.float32
_BLOCK = 16


def fma32(a: Any, b: Any, c: Any) -> Array:
    """a * b + c in float32 with one rounding."""
    return (np.asarray(a, np.float64) * np.asarray(b, np.float64) + np.asarray(c, np.float64)).astype(f32)


def fma64(a: float, b: float, c: float) -> float:
    """a * b + c in float64 with one rounding."""
    return float(Fraction(a) * Fraction(b) + Fraction(c))


_fma64 = np.vectorize(lambda a, b, c: fma64(float(a), b, c), otypes=[np.float64])

_LOG = (7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1,
        -2.4999993993e-1, 3.3333331174e-1)


def _log(x: Array) -> Array:
    """Cephes logf."""
    x = np.maximum(x, f32(1.17549435e-38))
    bits = x.view(np.int32)
    e = ((bits >> 23) - 127).astype(f32) + f32(1)
    x = ((bits & np.int32(~0x7F800000)) | f32(0.5).view(np.int32)).astype(np.int32).view(f32)
    small = x < f32(0.707106781186547524)
    kept = np.where(small, x, f32(0))
    x = x - f32(1)
    e = e - small.astype(f32)
    x = x + kept
    z = x * x
    y = np.full_like(x, f32(_LOG[0]))
    for p in _LOG[1:]:
        y = fma32(y, x, f32(p))
    y = fma32(y * x, z, e * f32(-2.12194440e-4))
    y = fma32(-z, f32(0.5), y)
    return fma32(e, f32(0.693359375), x + y)


def _sincos(x: Array) -> tuple[Array, Array]:
    """Cephes sinf and cosf for x >= 0."""
    j = ((x * f32(1.27323954473516)).astype(np.int32) + 1) & ~1
    y = j.astype(f32)
    odd, sin_negative, cos_negative = (j & 2) != 0, (j & 4) != 0, (~(j - 2) & 4) != 0
    for d in (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8):
        x = fma32(y, f32(d), x)
    z = x * x
    c = fma32(f32(2.443315711809948e-005), z, f32(-1.388731625493765e-003))
    c = fma32(c, z, f32(4.166664568298827e-002))
    c = fma32(c * z, z, -(z * f32(0.5))) + f32(1)
    s = fma32(f32(-1.9515295891e-4), z, f32(8.3321608736e-3))
    s = fma32(s, z, f32(-1.6666654611e-1))
    s = fma32(s * z, x, x)
    sin, cos = np.where(odd, c, s), np.where(odd, s, c)
    return np.where(sin_negative, -sin, sin), np.where(cos_negative, -cos, cos)


def _normals32(u: Array, mean: float, std: float) -> Array:
    """Blocks of 16 uniforms to blocks of 16 normals: Box-Muller on halves of a block."""
    u = u.reshape(-1, 2, 8)
    r = np.sqrt(f32(-2) * _log(f32(1) - u[:, 0]))
    sin, cos = _sincos(f32(2 * math.pi) * u[:, 1])
    return fma32(np.stack([r * cos, r * sin], 1).reshape(-1), f32(std), f32(mean))


_vlog, _vcos, _vsin = (np.vectorize(f, otypes=[np.float64]) for f in (math.log, math.cos, math.sin))


def _normals64(u: Array, mean: float, std: float) -> Array:
    """The same in float64 with the C library's functions, one value at a time: numpy's vector versions differ in the last bit."""
    u = u.reshape(-1, 2, 8)
    r = np.sqrt(-2.0 * _vlog(1.0 - u[:, 0]))
    angle = 2.0 * math.pi * u[:, 1]
    out = np.stack([r * _vcos(angle), r * _vsin(angle)], 1).reshape(-1)
    return out if (mean, std) == (0.0, 1.0) else _fma64(out, std, mean)


def serial_normal(stream: Stream, mean: float = 0.0, std: float = 1.0) -> float:
    """One normal value in double precision; every second one comes from the stream's cache."""
    cached = stream.cached
    if cached is not None:
        stream.cached = None
    else:
        u1, u2 = stream.double(), stream.double()
        r = math.sqrt(-2.0 * math.log1p(-u2))
        angle = 2.0 * math.pi * u1
        stream.cached, cached = r * math.sin(angle), r * math.cos(angle)
    return cached if mean == 0.0 and std == 1.0 else fma64(cached, std, mean)


def normal(stream: Stream, n: int, dtype: Any, mean: float = 0.0, std: float = 1.0) -> Array:
    """n normal values for a contiguous tensor."""
    with stream.lock:
        if n < _BLOCK:
            return np.array([serial_normal(stream, mean, std) for _ in range(n)], np.float64).astype(dtype)
        if dtype.kind == "c":
            part = np.dtype(f32 if dtype.itemsize == 8 else np.float64)
            return normal(stream, 2 * n, part, mean, std).view(dtype)
        if dtype.itemsize == 2:
            return _half_normal(stream, n, mean, std).astype(dtype)
        single = dtype.itemsize == 4
        draw, shape = (stream.floats, _normals32) if single else (stream.doubles, _normals64)
        u = draw(n)
        full = n // _BLOCK * _BLOCK
        out = np.empty(n, dtype)
        out[:full] = shape(u[:full], mean, std)
        if n % _BLOCK:  # the last 16 are drawn afresh, over some that were there
            out[-_BLOCK:] = shape(draw(_BLOCK), mean, std)
        return out


def _half_normal(stream: Stream, n: int, mean: float, std: float) -> Array:
    """Half precision draws only whole blocks before the fresh tail."""
    out, full = np.empty(n, f32), n // _BLOCK * _BLOCK
    out[:full] = _normals32(stream.floats(full), mean, std)
    if n % _BLOCK:
        out[-_BLOCK:] = _normals32(stream.floats(_BLOCK), mean, std)
    return out


def serial_normals(stream: Stream, n: int, dtype: Any, mean: float, std: float) -> Array:
    """n normal values one by one: what non-contiguous tensors get."""
    with stream.lock:
        return np.array([serial_normal(stream, mean, std) for _ in range(n)], np.float64).astype(dtype)


def uniform(stream: Stream, n: int, dtype: Any, low: float = 0.0, high: float = 1.0) -> Array:
    """n uniform values in [low, high)."""
    with stream.lock:
        if dtype.kind == "c":
            return uniform(stream, 2 * n, np.dtype(f32 if dtype.itemsize == 8 else np.float64), low, high).view(dtype)
        if dtype.itemsize == 8:
            u = stream.doubles(n)
            return u if (low, high) == (0.0, 1.0) else _affine64(u, high - low, low)
        u = stream.floats(n)
        if (low, high) != (0.0, 1.0):
            u = fma32(u, f32(high) - f32(low), f32(low))
        if dtype.itemsize == 2:  # rounding may reach the end of the interval, which then becomes its start
            half = u.astype(dtype)
            return np.where(half == dtype.type(high), dtype.type(low), half)
        return u


def _affine64(u: Array, scale: float, start: float) -> Array:
    """u * scale + start with one rounding, exactly: by an error-free product and sum (Dekker 1971, Knuth)."""
    p = u * scale
    split = 134217729.0
    uh = u * split - (u * split - u)
    sh = scale * split - (scale * split - scale)
    error = ((uh * sh - p) + uh * (scale - sh) + (u - uh) * sh) + (u - uh) * (scale - sh)
    s = p + start
    rest = s - p
    return s + (((p - (s - rest)) + (start - rest)) + error)


_FULL_RANGE = {"int8": 128, "uint8": 256, "int16": 2**15, "int32": 2**31, "int64": 2**63, "bool": 2, "float32": 2**24 + 1,
               "float64": 2**53 + 1, "float16": 2**11 + 1, "bfloat16": 2**8 + 1, "uint16": 2**16, "uint32": 2**32, "uint64": 2**64}


def integers(stream: Stream, n: int, low: int, high: int) -> Array:
    """n integers in [low, high), by remainder as PyTorch takes it; wide ranges use 64-bit numbers."""
    span = high - low
    with stream.lock:
        if span >= 2**28:
            raw = stream.double_words(n)
            return ((raw % np.uint64(span)) if span < 2**64 else raw).astype(np.int64) + low
        return (stream.words(n) % np.uint64(span)).astype(np.int64) + low


def full_range(stream: Stream, n: int, dtype: Any) -> Array:
    """n values over all that `dtype` can count up to."""
    span = _FULL_RANGE[dtype.name]
    wide = dtype.name in ("int64", "float64", "uint64")
    with stream.lock:
        raw = stream.double_words(n) if wide else stream.words(n)
        return ((raw % np.uint64(span)) if span < 2**64 else raw).astype(dtype)


def permutation(stream: Stream, n: int) -> Array:
    """A random order of range(n), by Fisher and Yates's shuffle."""
    order = list(range(n))
    with stream.lock:
        raw = stream.words(max(n - 1, 0))
    steps = (raw % np.arange(n, 1, -1, dtype=np.uint64)).tolist() if n > 1 else []
    for i, step in enumerate(steps):
        j = i + step
        order[i], order[j] = order[j], order[i]
    return np.array(order, np.int64)


def bernoulli(stream: Stream, n: int, p: float) -> Array:
    """n booleans, each true with probability p."""
    with stream.lock:
        return stream.doubles(n) < p


def bernoulli_each(stream: Stream, p: Array) -> Array:
    """Booleans true with the probability that stands at their place."""
    with stream.lock:
        u = stream.doubles(p.size) if p.dtype.itemsize == 8 else stream.floats(p.size)
    return u.reshape(p.shape) < p


@quiet
def exponential(stream: Stream, n: int, dtype: Any, rate: float = 1.0) -> Array:
    """n exponential values of the given rate."""
    with stream.lock:
        return (-1.0 / rate * np.log1p(-stream.doubles(n))).astype(dtype)


@quiet
def geometric(stream: Stream, n: int, dtype: Any, p: float) -> Array:
    """n geometric values: trials until the first success."""
    with stream.lock:
        return np.ceil(np.log(stream.doubles(n)) / math.log(1 - p)).astype(dtype)


def cauchy(stream: Stream, n: int, dtype: Any, median: float, sigma: float) -> Array:
    """n Cauchy values."""
    with stream.lock:
        return (median + sigma * np.tan(math.pi * (stream.doubles(n) - 0.5))).astype(dtype)


def log_normal(stream: Stream, n: int, dtype: Any, mean: float, std: float) -> Array:
    """n values whose logarithm is normal."""
    return np.exp(serial_normals(stream, n, np.dtype(np.float64), mean, std)).astype(dtype)


def multinomial(stream: Stream, p: Array, count: int, replacement: bool) -> Array:
    """Indices drawn with the weights in the rows of a matrix."""
    if not replacement or count == 1:
        q = exponential(stream, p.size, p.dtype).reshape(p.shape)
        with np.errstate(all="ignore"):
            return np.argsort(-(p / q), axis=-1, kind="stable")[:, :count]
    total = np.cumsum(p, axis=-1)
    total = total / total[:, -1:]
    with stream.lock:
        u = stream.doubles(len(p) * count).reshape(len(p), count)
    return np.stack([np.searchsorted(c, row, side="left") for c, row in zip(total, u, strict=True)])
