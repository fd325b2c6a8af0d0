"""Fused multiply-add: a * b + c with one rounding, for which numpy has no function.

PyTorch's kernels are compiled to use the FMA instruction; results that have to match bit for bit (random numbers, linspace) need it.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import constants, count_nonzero
from ..core.numbers import to_number32

if TYPE_CHECKING:
    from numpy.typing import NDArray

F64 = np.ndarray[Any, np.dtype[np.float64]]
f32 = np.float32
_0 = np.array(0, f32)
#: The bits of a float64 number beyond the precision of float32, and their value halfway between two float32 numbers.
_LOST_BITS, _HALFWAY = np.array(2**29 - 1, np.int64), np.array(2**28, np.int64)
_BLOCK = block_size(__name__, "_BLOCK", 1 << 14)


def fma64(a: F64, b: float, c: float) -> F64:
    """a * b + c of a float64 vector with one rounding."""
    if c == 0.0:
        return a * b + 0.0  # adding 0 keeps the value and turns -0 into 0
    if math.frexp(b)[0] in (0.5, -0.5) or b == 0.0:
        return a * b + c  # the product is exact
    if not all(v == 0.0 or 2.0**-400 < abs(v) < 2.0**400 for v in (b, c)):
        return np.array([_fma_by_fractions(x, b, c) for x in a.ravel().tolist()], np.float64).reshape(a.shape)
    out = np.empty_like(a)
    for i in range(0, len(a), _BLOCK):  # by blocks: there are ten temporaries
        out[i:i + _BLOCK] = split_fma(a[i:i + _BLOCK], b, c)
    return out


def _fma_by_fractions(a: float, b: float, c: float) -> float:
    if not (math.isfinite(b) and math.isfinite(c)):
        return float(np.float64(a) * np.float64(b) + np.float64(c))
    from fractions import Fraction  # imported late: the case is rare, and the import brings the decimal module

    try:
        return float(Fraction(a) * Fraction(b) + Fraction(c))
    except OverflowError:
        return math.copysign(math.inf, a * b)


def split_fma(a: F64, b: float, c: Any) -> F64:
    """a * b + c by an error-free product (T. J. Dekker, 1971) and sum (D. E. Knuth, 1969)."""
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
    if c == 0.0 and b > 0.0:
        return np.multiply(np.add(a, _0), to_number32(b))  # a product is rounded only once anyway; adding 0 turns -0 into 0
    factor, = constants(np.float64, b)
    product = np.multiply(a, factor)  # exact
    total = product + c
    narrow = total.astype(f32)
    # Rounding twice differs from once only where the float64 sum is halfway between two float32 numbers but is inexact.
    tie = np.equal(np.bitwise_and(total.view(np.int64), _LOST_BITS), _HALFWAY)
    if count_nonzero(tie):
        tie &= (total - product != c) | (total - c != product)
        if count_nonzero(tie):
            p, t = product[tie], total[tie]
            part = t - p
            error = (p - (t - part)) + (c - part)
            nudged = np.where(error == 0, t, np.nextafter(t, np.copysign(np.inf, error)))
            narrow[tie] = nudged.astype(f32)
    return narrow
