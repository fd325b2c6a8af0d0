"""Elementwise kernels: mostly numpy's own ufuncs, wrapped only where PyTorch differs or numpy would warn.

add, subtract and multiply are the bare ufuncs: they only warn when a result overflows, and `_dispatch.call` handles that case.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .dtypes import CATEGORY
from .quiet import quiet

Array = NDArray[Any]

add, mul = np.add, np.multiply
neg, conj = np.negative, np.conjugate
sin, cos, tan = quiet(np.sin), quiet(np.cos), quiet(np.tan)
sinh, cosh, tanh = quiet(np.sinh), quiet(np.cosh), np.tanh
asin, acos, atan = quiet(np.arcsin), quiet(np.arccos), np.arctan
asinh, acosh, atanh = quiet(np.arcsinh), quiet(np.arccosh), quiet(np.arctanh)
exp, exp2, expm1 = quiet(np.exp), quiet(np.exp2), quiet(np.expm1)
log, log2, log10, log1p = quiet(np.log), quiet(np.log2), quiet(np.log10), quiet(np.log1p)
sqrt, div = quiet(np.sqrt), quiet(np.true_divide)
atan2, hypot = np.arctan2, quiet(np.hypot)
maximum, minimum = np.maximum, np.minimum
logical_not = np.logical_not


def sub(a: Array, b: Any, out: Any = None) -> Array:
    """a - b; bool is refused."""
    if a.__class__ is np.ndarray and a.dtype.kind == "b" or b.__class__ is np.ndarray and b.dtype.kind == "b":
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
            "instead." if getattr(a, "dtype", None) == getattr(b, "dtype", None) else
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
            "`logical_not()` operator instead.")
    return np.subtract(a, b, out)


def relu(a: Array) -> Array:
    """max(a, 0); NaN stays NaN."""
    return np.maximum(a, _ZERO.get(a.dtype, 0))


# A zero of the array's own type: with a Python 0, numpy spends longer on converting it than on a small array.
_ZERO = {np.dtype(t): np.zeros((), t) for t in (np.float32, np.float64, np.int64)}


def step_gradient(g: Array, out: Array) -> Array:
    """g where out > 0, else 0: relu's backward."""
    return np.multiply(g, np.greater(out, _ZERO.get(out.dtype, 0)))


@quiet
def reciprocal(a: Array) -> Array:
    """1 / a."""
    return np.true_divide(1, a) if a.dtype.kind != "f" else np.reciprocal(a)


@quiet
def rsqrt(a: Array) -> Array:
    """1 / sqrt(a)."""
    return np.reciprocal(np.sqrt(a))


def sigmoid(a: Array) -> Array:
    """1 / (1 + exp(-a)), by tanh: about twice as fast as by exp, and without overflow."""
    if a.dtype.kind == "c":
        return quiet(lambda z: 1 / (1 + np.exp(-z)))(a)
    half = a * a.dtype.type(0.5)
    if half.__class__ is not np.ndarray:
        return np.asarray(0.5 * (np.tanh(half) + 1), a.dtype)
    np.tanh(half, half)
    half += 1
    half *= a.dtype.type(0.5)
    return half


@quiet
def pow(a: Any, b: Any) -> Array:
    """a ** b; small integer exponents by multiplication, which is far faster than numpy's power."""
    if b.__class__ in (int, float) and a.dtype.kind in "fc":
        if b == 2:
            return a * a
        if b == 1:
            return a + 0 if a.dtype.kind == "c" else a.copy()
        if b == 3:
            return a * a * a
        if b == 0.5:
            return np.sqrt(a)
        if b == -1:
            return np.reciprocal(a)
        if b == 0:
            return np.ones_like(a)
        if b == -0.5:
            return np.reciprocal(np.sqrt(a))
    if getattr(a, "dtype", np.dtype(float)).kind in "iu" and getattr(b, "dtype", np.dtype(type(b))).kind in "iu":
        return _integer_power(np.asarray(a), np.asarray(b))
    return np.power(a, b)


def _integer_power(a: Array, b: Array) -> Array:
    """Integer powers: a negative exponent of an array gives 0 except for bases 1 and -1, as in PyTorch."""
    if b.ndim == 0 and b < 0:
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    result = np.power(a, np.maximum(b, 0))
    if (b < 0).any():
        parity = np.where(b % 2 == 0, 1, a)
        result = np.where(b < 0, np.where(np.abs(a) == 1, parity, 0), result).astype(result.dtype)
    return result


def sign(a: Array) -> Array:
    """-1, 0 or 1; NaN gives 0 in PyTorch."""
    if a.dtype.kind == "b":
        return a.copy()
    if a.dtype.kind == "f":
        return np.nan_to_num(np.sign(a), nan=0.0)
    return np.sign(a)


def abs(a: Array) -> Array:
    """Absolute value; for complex input the real magnitude."""
    if a.dtype.kind == "b":
        raise RuntimeError("The operator 'aten::abs' is not supported for bool tensors")
    return np.abs(a)


def compare(ufunc: Any) -> Any:
    """A comparison kernel: numpy's, always to bool."""
    return ufunc


eq, ne, lt, le, gt, ge = (compare(f) for f in (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal))


def is_floating(a: Array) -> bool:
    return CATEGORY[a.dtype.kind] == 2
