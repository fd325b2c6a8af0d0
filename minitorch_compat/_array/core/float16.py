"""Vectorized conversions between float16 and float32: numpy's own, and its float16 arithmetic, work element by element.

The sign, exponent and mantissa of a float16 are those of a float32 shifted by thirteen bits, except for the exponent's bias, which a
product with a power of two corrects, for subnormal numbers as well.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..pointwise.elementwise import clip, mul
from . import intp
from .execution.block_sizes import block_size
from .execution.blocks import F, in_single, rounded_once, single_of
from .execution.quiet import quiet

Array = np.ndarray[Any, np.dtype[Any]]

_BLOCK = block_size(__name__, "_BLOCK", 1 << 17)

_UP, _DOWN = np.array(2.0**112, np.float32), np.array(2.0**-112, np.float32)
_THIRTEEN, _FIFTEEN = np.array(13, np.int32), np.array(15, np.uint16)
_KEPT = np.array(0x8FFFE000, np.uint32).view(np.int32)  # clears the copies of the sign that the shift left in the top bits of the exponent
_EXPONENT = np.array(0x7F800000, np.int32)
_SMALLEST = np.full(_BLOCK, 113 << 23, np.int32)  # 2 ** -14, the least normal number; numpy's comparison with a scalar is not vectorized
_DIGITS = np.array((13 << 23) + (1 << 22), np.int32)  # times 2 ** 13, and half as much again
_INFINITE = 0xFC00  # -inf; greater bit patterns are NaNs
_BEYOND = 65520.0  # rounded to inf
_OVER = np.array(65536.0, np.float32)  # the exponent of infinity and NaN read as a normal one; in float16 it is infinity
#: Subnormal float16 must not become subnormal float32 on the way: these slow arithmetic down a hundredfold.
_NORMAL, _LEAST, _STEP = 1 << 10, np.array(2.0**-14, np.float32), np.array(2.0**-24, np.float32)
_OF_SAME_STEP = np.array(0.5, np.float32)  # its last bit is worth `_STEP`, and its low sixteen bits are zero
_BIAS = np.array(112 << 23, np.int32)
_SAMPLED = 251  # the stride at which elements are sampled to estimate whether many are subnormal
_QUIET = np.array(0x00400000, np.int32)
_UNSIGNED = np.array(0x7FFF, np.uint16)


def looked_up(a: Array, kernel: Any, otherwise: Any, made: list[Any]) -> Array:
    """A kernel's results looked up in its table, cached as the only element of `made`; a kernel that returns views gets no table."""
    if not made:
        numbers = np.arange(1 << 16, dtype=np.uint16).view(a.dtype)
        results = kernel(numbers)
        made.append(None if np.may_share_memory(numbers, results) else results)
    return np.asarray(otherwise(a) if made[0] is None else intp.take(made[0], a.view(np.uint16)))


def size_together(arrays: list[Array]) -> int:
    """The number of elements after broadcasting arrays of different shapes; 0 if they do not broadcast."""
    try:
        return np.broadcast(*arrays).size
    except ValueError:
        return 0


def choosing(kernel: F) -> F:
    """A kernel of an array and numbers whose results are elements or one of the numbers: half precision goes through float32, exactly."""
    half = single_of(kernel, True)

    def call(a: Any, *args: Any) -> Any:
        return half(a, *args) if a.dtype.itemsize == 2 and a.dtype.kind in "fV" else kernel(a, *args)

    return call  # type: ignore[return-value]


def between(a: Array, dtype: np.dtype[Any], exact: bool) -> Array:
    """float16 as float32 or back, with numpy's choice of layout."""
    if not a.flags.c_contiguous:
        if a.flags.f_contiguous:
            return between(a.T, dtype, exact).T
        steps = a.strides
        if min(steps) <= 0 or steps != tuple(sorted(steps, reverse=True)):  # the copy would have another order, too
            return a.astype(dtype)
        a = np.ascontiguousarray(a)
    return widen(a) if dtype.char == "f" else narrow(a, exact)


#: Whether numpy's loops flush subnormal float32 to 0, as 32-bit ARM's vector units do; float16 conversions would pass through them.
_FLUSHED = not np.multiply(np.full(16, 2.0**-140, np.float32), np.float32(1)).all()


@quiet
def widen(a: Array) -> Array:
    """Contiguous float16 as float32."""
    if _FLUSHED:
        return a.astype(np.float32)
    finite = not a.size or a.view(np.int16).max() < _INFINITE - 0x8000 and a.view(np.uint16).max() < _INFINITE
    out = np.empty(a.shape, np.float32)
    given, flat = a.reshape(-1).view(np.int16), out.reshape(-1)
    for i in range(0, flat.size, _BLOCK):
        part = flat[i:i + _BLOCK]
        bits = part.view(np.int32)
        np.copyto(bits, given[i:i + _BLOCK])
        np.left_shift(bits, _THIRTEEN, bits)
        np.bitwise_and(bits, _KEPT, bits)
        if _many_below(np.bitwise_and(given[i:i + _BLOCK:_SAMPLED], _UNSIGNED.view(np.int16)), _NORMAL):
            size = np.bitwise_and(given[i:i + _BLOCK], _UNSIGNED.view(np.int16))
            np.add(bits, _BIAS, bits)  # in place of the product
            np.copyto(part, np.copysign(size * _STEP, part), where=size < _NORMAL)
        else:
            np.multiply(part, _UP, part)
        if not finite:
            beyond = np.greater_equal(np.abs(part), _OVER).view(np.int8)
            np.bitwise_or(bits, np.multiply(beyond, _EXPONENT), bits)
    return out


def _many_below(sample: Array, least: Any) -> bool:
    """Whether, by a sample, more than one number in 32 is subnormal: then it is quicker to avoid subnormal products."""
    return bool(32 * intp.count_nonzero((sample < least) & (sample != 0)) > sample.size)


@quiet
def narrow(x: Array, exact: bool = False) -> Array:
    """Contiguous float32 as float16, rounded to nearest even; `exact` values need no rounding."""
    if _FLUSHED:
        return x.astype(np.float16)
    out = np.empty(x.shape, np.float16)
    flat, to = x.reshape(-1), out.reshape(-1)
    size = min(_BLOCK, flat.size)
    far, near, sign = np.empty(size, np.float32), np.empty(size, np.float32), np.empty(size, np.uint16)
    for i in range(0, flat.size, _BLOCK):
        part = flat[i:i + _BLOCK]
        own, rounded = to[i:i + _BLOCK].view(np.uint16), near[:part.size]
        finite = part.max() < _BEYOND and part.min() > -_BEYOND
        if not finite and _signals(part):
            to[i:i + _BLOCK] = part
            continue
        digits = part if finite or exact else clip(part, -_OVER, _OVER)
        if not exact:
            digits = _rounded(digits, far[:part.size], rounded)
        _put_digits(digits, own, far[:part.size], rounded)
        if not finite:  # NaNs have the sign bit set by now
            np.bitwise_and(own, _UNSIGNED, own)
        _put_signs(part, own, sign[:part.size])
    return out


def _signals(x: Array) -> bool:
    """Whether there are signaling NaNs, which arithmetic would change."""
    return bool((np.isnan(x) & (np.bitwise_and(x.view(np.int32), _QUIET) == 0)).any())


def _rounded(x: Array, far: Array, near: Array) -> Array:
    """Round to the ten mantissa bits of float16, by adding and subtracting a number whose last bit has that weight."""
    bits = far.view(np.int32)
    np.bitwise_and(x.view(np.int32), _EXPONENT, bits)
    np.maximum(bits, _SMALLEST[:bits.size], out=bits)
    np.add(bits, _DIGITS, bits)
    np.add(x, far, near)
    return np.subtract(near, far, near)


def _put_digits(x: Array, out: Array, far: Array, near: Array) -> None:
    """Write all bits but the signs, whose bits are left undefined; `near` may be x itself."""
    if _many_below(np.abs(x[::_SAMPLED]), _LEAST):
        size = np.abs(x, near)
        small = size < _LEAST
        steps = np.add(size, _OF_SAME_STEP, far).view(np.int32)
        _take_digits(np.maximum(size, _LEAST, size), out, size)
        np.copyto(out, steps, where=small, casting="unsafe")
    else:
        _take_digits(x, out, near)


def _take_digits(x: Array, out: Array, spare: Array) -> None:
    bits = np.multiply(x, _DOWN, spare).view(np.int32)
    np.copyto(out, np.right_shift(bits, _THIRTEEN, bits), casting="unsafe")


def _put_signs(x: Array, out: Array, sign: Array) -> None:
    """Add the signs of the input, which numbers that were rounded to 0 have lost."""
    np.copyto(sign, np.signbit(x).view(np.uint8))
    np.left_shift(sign, _FIFTEEN, sign)
    np.bitwise_or(out, sign, out)


_product, _difference = in_single(mul), in_single(np.subtract)


def sigmoid_gradient(g: Array, out: Array) -> Array:
    """g * (1 - out) * out, for other dtypes and for cotangents of another shape.

    PyTorch rounds every step to float16, but only the last one to bfloat16.
    """
    if out.dtype == g.dtype == np.float16:
        return np.asarray(_product(_product(g, _difference(out.dtype.type(1), out)), out))
    if out.dtype.itemsize != 2:
        return np.asarray(g * ((1 - out) * out))
    return _sigmoid_gradient(g, out)


@rounded_once
def _sigmoid_gradient(g: Array, out: Array) -> Array:
    return g * (1 - out) * out
