"""Functions of the C library over arrays, bit for bit.

numpy's own vectorized versions differ in the last bit. numpy uses them only where result and argument do not overlap in memory; for
interleaved ones it calls the C library for each element. So the argument is every second element of an array, and the result the
elements between.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import numpy as np

from ..core import intp
from ..core.execution.quiet import quiet

F64 = np.ndarray[Any, np.dtype[np.float64]]

#: Up to this number of elements Python's function is called.
_PYTHON_COUNT = 8


def vectorize_libm(function: Callable[[float], float], ufunc: np.ufunc, scale: float = 1.0) -> Callable[[F64], F64]:
    """`function` of the `math` module over a vector. `ufunc` is numpy's; arguments are `scale` times a number from 0 to 1."""
    agrees: list[bool] = []

    def apply(x: F64) -> F64:
        if x.size <= _PYTHON_COUNT:
            return _call_each(function, ufunc, x)
        if not agrees:
            # numpy's own versions would differ at one number in three hundred or more
            sample = np.concatenate([np.linspace(0.0, 1.0, 4098)[1:-1], np.geomspace(1e-300, 1.0, 258)[:-1]]) * scale
            agrees.append(bool((_call_interleaved(ufunc, sample) == _call_each(function, ufunc, sample)).all()))
        return _call_interleaved(ufunc, x) if agrees[0] else _call_each(function, ufunc, x)

    return apply


@quiet
def _call_interleaved(ufunc: np.ufunc, x: F64) -> F64:
    """The ufunc with interleaved arguments and results."""
    both = np.empty((x.size, 2))
    argument, result = both[:, 0], both[:, 1]
    argument[...] = x
    ufunc(argument, result)
    return result


@quiet
def _call_each(function: Callable[[float], float], ufunc: np.ufunc, x: F64) -> F64:
    """Call `function` for each element. At poles and on overflow Python raises; numpy's ufunc then gives the infinity."""
    try:
        return np.fromiter(map(function, x.tolist()), np.float64, x.size)
    except (ValueError, OverflowError):
        return np.array([_call_or_ufunc(function, ufunc, value) for value in x.tolist()], np.float64)


def _call_or_ufunc(function: Callable[[float], float], ufunc: np.ufunc, value: float) -> float:
    try:
        return function(value)
    except (ValueError, OverflowError):
        return float(ufunc(value))


log, log1p, exp = vectorize_libm(math.log, np.log), vectorize_libm(math.log1p, np.log1p, -1.0), vectorize_libm(math.exp, np.exp, -700.0)
cos, sin = vectorize_libm(math.cos, np.cos, 2 * math.pi), vectorize_libm(math.sin, np.sin, 2 * math.pi)
tan = vectorize_libm(math.tan, np.tan, 1.5)


@cache
def _does_power_agree() -> bool:
    base = np.linspace(0.0, 1.0, 4098)[1:-1]
    exponent = np.geomspace(1.0, 50.0, base.size)
    return bool((_power_interleaved(base, exponent) == list(map(math.pow, base.tolist(), exponent.tolist()))).all())


@quiet
def _power_interleaved(base: F64, exponent: F64) -> F64:
    rows = np.empty((base.size, 3))
    rows[:, 0], rows[:, 1] = base, exponent
    np.power(rows[:, 0], rows[:, 1], rows[:, 2])
    return rows[:, 2]


def power(base: F64, exponent: F64) -> F64:
    """Powers of bases from 0 to 1 with positive exponents."""
    if base.size > _PYTHON_COUNT and _does_power_agree():
        return _power_interleaved(base, exponent)
    return np.fromiter(map(math.pow, base.tolist(), exponent.tolist()), np.float64, base.size)


_SMALL_LOG_FACTORIALS = [math.log(math.factorial(k)) for k in range(7)]


def log_factorial(k: float) -> float:
    """lgamma(k + 1) of an integer as the C library computes it, unlike Python's."""
    if k < 7:
        return _SMALL_LOG_FACTORIALS[int(k)]
    x = k + 1.0
    return (x - 0.5) * (math.log(x) - 1) + _stirling_remainder(1 / x)


@quiet
def log_factorials(k: F64) -> F64:
    """The same over a vector."""
    x = k + 1.0
    small = np.array(_SMALL_LOG_FACTORIALS)[np.clip(k, 0, 6).astype(np.int64)]
    return np.where(k < 7, small, (x - 0.5) * (log(x) - 1) + _stirling_remainder(1 / x))


@cache
def first_log_factorials() -> list[float]:
    """The log factorials of the integers below 4096."""
    return cast("list[float]", log_factorials(intp.arange(4096.0)).tolist())


def _stirling_remainder(z: Any) -> Any:
    """The remainder in Stirling's formula, by the polynomial of Sun Microsystems' `e_lgamma_r.c` (1993)."""
    y = z * z
    tail = y * (-5.95187557450339963135e-04 + y * (8.36339918996282139126e-04 + y * -1.63092934096575273989e-03))
    return 4.18938533204672725052e-01 + z * (8.33333333333329678849e-02 + y * (-2.77777777728775536470e-03 + y * (
        7.93650558643019558500e-04 + tail)))
