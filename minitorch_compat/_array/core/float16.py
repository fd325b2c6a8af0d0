"""float16 to float32 and back, many at a time: numpy's own conversions, and its arithmetic on float16, go one by one.

Of float16 there are so few numbers that what each is as float32 is looked up. The way back is arithmetic: to a number something is
added whose last digit is worth as much as its last digit as float16, so that the sum is rounded as it should be and ends in the digits.
"""
from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..pointwise.elementwise import clip, mul
from . import intp
from .execution.block_sizes import block_size
from .execution.blocks import F, float32_kernel, rounded_once, through_float32
from .execution.quiet import quiet

Array = np.ndarray[Any, np.dtype[Any]]

_BLOCK = block_size(__name__, "_BLOCK", 1 << 16)

_EXPONENT_SHIFT, _SIGN_SHIFT = np.array(13, np.int32), np.array(15, np.uint16)
_EXPONENT_MASK = np.array(0x7F800000, np.int32)
_MIN_EXPONENTS = np.full(_BLOCK, 113 << 23, np.int32)  # of 2 ** -14, the least normal number; numpy compares with one number one by one
#: Times 2 ** 13, and half as much again; below that, what takes the smallest exponent from those that are put before the digits.
_MANTISSA_OFFSET = np.array((13 << 23) + (1 << 22) + (-(113 << 10) & 0xFFFF), np.int32)
_OVERFLOW = np.array(65536.0, np.float32)  # as float16 it is infinity
_OVERFLOW_EXPONENT = 143 << 23  # the exponent of twice as much, infinity and NaN


def lookup(a: Array, kernel: Any, fallback: Any, table: list[Any]) -> Array:
    """A kernel's results looked up in its table, cached as the only element of `table`; a kernel that returns views gets no table."""
    if not table:
        numbers = np.arange(1 << 16, dtype=np.uint16).view(a.dtype)
        results = kernel(numbers)
        table.append(None if np.may_share_memory(numbers, results) else results)
    return np.asarray(fallback(a) if table[0] is None else intp.take(table[0], a.view(np.uint16)))


def broadcast_numel(arrays: list[Array]) -> int:
    """The number of elements after broadcasting arrays of different shapes; 0 if they do not broadcast."""
    try:
        return np.broadcast(*arrays).size
    except ValueError:
        return 0


def half_through_float32(kernel: F) -> F:
    """A kernel of an array and numbers that changes no element but to one of the numbers: half precision through float32."""
    half = float32_kernel(kernel)

    def call(a: Any, *args: Any) -> Any:
        return half(a, *args) if a.dtype.itemsize == 2 and a.dtype.kind in "fV" else kernel(a, *args)

    return call  # type: ignore[return-value]


def convert_float16(a: Array, dtype: np.dtype[Any]) -> Array:
    """float16 as float32 or back, laid out as numpy does it."""
    if not a.flags.c_contiguous:
        if a.flags.f_contiguous:
            return convert_float16(a.T, dtype).T
        strides = a.strides
        if min(strides) <= 0 or strides != tuple(sorted(strides, reverse=True)):  # the copy would have another order, too
            return a.astype(dtype)
        a = np.ascontiguousarray(a)
    return widen(a) if dtype.char == "f" else narrow(a)


@cache
def _float32_table() -> Array:
    """All numbers of float16 by their bits, as float32."""
    return np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float32)


def widen(a: Array) -> Array:
    """float16, contiguous, as float32."""
    out = np.empty(a.shape, np.float32)
    bits, flat, table = a.reshape(-1).view(np.uint16), out.reshape(-1), _float32_table()
    for i in range(0, flat.size, _BLOCK):
        intp.ndarray_take(table, bits[i:i + _BLOCK], None, flat[i:i + _BLOCK], "wrap")  # which checks least
    return out


@quiet
def narrow(x: Array) -> Array:
    """float32, contiguous, as float16, rounded to nearest, ties to even."""
    out = np.empty(x.shape, np.float16)
    flat, target = x.reshape(-1), out.reshape(-1)
    size = min(_BLOCK, flat.size)
    exponents, sums, signs = np.empty(size, np.int32), np.empty(size, np.float32), np.empty(size, np.uint16)
    for i in range(0, flat.size, _BLOCK):
        part = flat[i:i + _BLOCK]
        exponent = exponents[:part.size]
        if _write_exponents(part, exponent).max() >= _OVERFLOW_EXPONENT:
            if np.isnan(part).any():
                target[i:i + _BLOCK] = part
                continue
            part = clip(part, -_OVERFLOW, _OVERFLOW)
            _write_exponents(part, exponent)
        _write_halves(part, exponent, sums[:part.size], signs[:part.size], target[i:i + _BLOCK].view(np.uint16))
    return out


def _write_exponents(x: Array, out: Array) -> Array:
    """The exponents where they stand in float32, none below that of what are the least normal numbers of float16."""
    np.bitwise_and(x.view(np.int32), _EXPONENT_MASK, out)
    return np.maximum(out, _MIN_EXPONENTS[:out.size], out=out)


def _write_halves(x: Array, exponent: Array, total: Array, sign: Array, out: Array) -> None:
    bits = total.view(np.int32)
    np.add(exponent, _MANTISSA_OFFSET, bits)
    np.add(total, np.abs(x), total)  # the last sixteen bits are as many steps as the number is large, less the smallest exponent
    np.right_shift(exponent, _EXPONENT_SHIFT, exponent)
    np.copyto(out, np.add(exponent, bits, exponent), casting="unsafe")
    np.copyto(sign, np.signbit(x).view(np.uint8))
    np.left_shift(sign, _SIGN_SHIFT, sign)
    np.bitwise_or(out, sign, out)


_product, _difference = through_float32(mul), through_float32(np.subtract)


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
