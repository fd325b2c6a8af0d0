"""Rounded division and its remainders: the signs of zeros are PyTorch's, and large float32 arrays compute in float64."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.conjugate import require_values
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import count_nonzero
from ..core.execution.quiet import quiet

Array = np.ndarray[Any, np.dtype[Any]]

#: Below this number of elements numpy's own functions are as fast.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)


def _check_zero_division(a: Any, b: Any) -> None:
    if b.__class__ is int and b:
        return
    if getattr(b, "dtype", np.dtype(type(b))).kind in "biu" and np.any(np.equal(b, 0)) and np.size(a):
        require_values(a)  # where there are none, nothing is divided
        raise RuntimeError("ZeroDivisionError")


@quiet
def fmod(a: Any, b: Any) -> Array:
    """Remainder with the sign of `a`."""
    if a.__class__ is np.ndarray and a.dtype.char in "fd" and a.size <= _SMALL_SIZE:
        return np.fmod(a, b)
    if _are_integers(a, b):
        _check_zero_division(a, b)
    fast = _divide_float32(a, b, np.trunc, np.fmod, True)
    return np.fmod(a, b) if fast is None else fast


@quiet
def remainder(a: Any, b: Any) -> Array:
    """Remainder with the sign of `b`; unlike numpy's, a zero has the sign of `a`."""
    if a.__class__ is np.ndarray and a.dtype.char in "fd" and a.size <= _SMALL_SIZE:
        return _sign_zeros(np.asarray(np.remainder(a, b)), a)
    if _are_integers(a, b):
        _check_zero_division(a, b)
        return np.remainder(a, b)
    fast = _divide_float32(a, b, np.floor, np.remainder, True)
    return _sign_zeros(np.asarray(np.remainder(a, b)), a) if fast is None else fast


def _sign_zeros(out: Array, a: Any) -> Array:
    """Give zeros of a remainder the sign of the dividend, in-place."""
    if out.size <= _SMALL_SIZE and count_nonzero(out) == out.size:
        return out
    zeros = out == 0
    if zeros.any():
        np.copysign(out, a, out=out, where=zeros)
    return out


_EXACT_QUOTIENT = 2.0**24


def _divide_float32(a: Any, b: Any, rounding: np.ufunc, fallback: Any, remainder: bool) -> Array | None:
    """The rounded quotient or the remainder of float32 arrays, computed in float64; None for anything else.

    Below 2**24 a float64 quotient of float32 numbers is never rounded up to an integer, and quotient times divisor has at most 48 bits,
    so everything is exact. Larger, infinite and NaN quotients are left to `fallback`, which takes ten times as long.
    """
    if a.__class__ is not np.ndarray or a.dtype != np.float32 or a.size <= _SMALL_SIZE:
        return None
    if not (b.__class__ in (int, float) or b.__class__ is np.ndarray and b.dtype == np.float32):
        return None
    x, y = a.astype(np.float64), b.astype(np.float64) if b.__class__ is np.ndarray else float(np.float32(b))
    quotient = np.asarray(x / y)
    rounding(quotient, quotient)
    exact = np.abs(quotient) < _EXACT_QUOTIENT
    if remainder:
        np.subtract(x, np.multiply(y, quotient, quotient), quotient)
        exact &= ~np.isnan(quotient)
    else:
        exact &= np.isfinite(y)  # the floor of a negative number over infinity is -1
    out = quotient.astype(np.float32)
    if not exact.all():
        rest = ~exact
        out[rest] = fallback(*(v[rest] for v in np.broadcast_arrays(a, np.asarray(b, np.float32))))
    return _sign_zeros(out, a) if remainder else out


def _are_integers(a: Any, b: Any) -> bool:
    if a.__class__ is np.ndarray and (b.__class__ is int or a.dtype.kind in "fc"):
        return a.dtype.kind in "biu"
    return all(getattr(v, "dtype", np.dtype(type(v))).kind in "biu" for v in (a, b))


@quiet
def floor_divide(a: Any, b: Any) -> Array:
    """a / b rounded down; a zero divisor gives inf for floats and raises for integers."""
    if a.__class__ is np.ndarray and a.dtype.char in "fd" and a.size <= _SMALL_SIZE:
        return _floor_divide_floats(a, b)
    if _are_integers(a, b):
        _check_zero_division(a, b)
        return np.floor_divide(a, b)
    fast = _divide_float32(a, b, np.floor, _floor_divide_floats, False)
    return _floor_divide_floats(a, b) if fast is None else fast


def _floor_divide_floats(a: Any, b: Any) -> Array:
    """A zero divisor gives the infinity of a / b; an infinite dividend gives NaN, as in numpy."""
    floor = np.floor_divide(a, b)
    if b != 0 if b.__class__ is not np.ndarray else count_nonzero(b) == b.size:
        return np.asarray(floor)
    quotient = np.true_divide(a, b)
    return np.where(np.equal(b, 0), quotient, floor).astype(quotient.dtype)


@quiet
def div_trunc(a: Any, b: Any) -> Array:
    """a / b rounded toward zero."""
    if _are_integers(a, b):
        _check_zero_division(a, b)
        quotient = np.floor_divide(a, b)
        return quotient + ((quotient < 0) & (np.remainder(a, b) != 0))
    quotient = np.true_divide(a, b)
    return np.trunc(quotient, quotient) if quotient.__class__ is np.ndarray else np.trunc(quotient)
