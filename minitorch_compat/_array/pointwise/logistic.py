"""The logistic function, its inverse, and their derivatives."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy import add, divide, exp, negative  # looked up in numpy each time they would take a tenth of a call on few elements

from ..core.execution.blocks import blockwise, stepwise
from ..core.execution.quiet import quiet
from ..core.numbers import check_number_fits
from .elementwise import clip
from .through_float64 import FAST_MATH, expm1

Array = np.ndarray[Any, np.dtype[Any]]

_FLOAT32 = np.dtype(np.float32)
_ONE = {np.dtype(t): np.ones((), t) for t in (np.float32, np.float64)}
_TWO_FLOAT32 = np.array(2, np.float32)


def sigmoid_step(out: Array | None, a: Array) -> Array:
    """Computed with exp: (1 + tanh(a / 2)) / 2 is faster but cancels far below 0."""
    out = one_plus_exp_of_minus(out, a)
    return divide(_ONE.get(a.dtype, 1), out, out)  # takes half the time of np.reciprocal


def sigmoid_of_minus_step(out: Array, a: Array) -> Array:
    """1 / (1 + exp(a)), for callers that have the negated argument."""
    if FAST_MATH and a.dtype is _FLOAT32:
        add(expm1(a, out), _TWO_FLOAT32, out)
    else:
        add(exp(a, out), _ONE.get(a.dtype, 1), out)
    return divide(_ONE.get(a.dtype, 1), out, out)


@stepwise(sigmoid_step)
@quiet
def sigmoid(a: Array) -> Array:
    """1 / (1 + exp(-a))."""
    if a.dtype.kind == "c":
        return np.asarray(1 / (1 + np.exp(-a)))
    return blockwise(sigmoid_step, 0, a)


def one_plus_exp_of_minus(out: Array | None, a: Array) -> Array:
    """1 + exp(-a); computing 2 + expm1(-a) loses no accuracy, since the result is never below 1."""
    out = negative(a, out)
    if FAST_MATH and a.dtype is _FLOAT32:
        return add(expm1(out, out), _TWO_FLOAT32, out)
    return add(exp(out, out), _ONE.get(a.dtype, 1), out)


@quiet
def sigmoid_gradient(g: Array, out: Array) -> Array:
    """g * out * (1 - out)."""
    if g.__class__ is np.ndarray and g.shape == out.shape and g.dtype is out.dtype and g.dtype.char in "fd":
        return blockwise(_sigmoid_gradient_step, 0, out, g)
    from ..core.float16 import sigmoid_gradient as other
    return other(g, out)


def _sigmoid_gradient_step(r: Array | None, out: Array, g: Array) -> Array:
    r = np.subtract(_ONE.get(out.dtype, 1), out, r)
    np.multiply(r, out, r)
    return np.multiply(r, g, r)


@quiet
def logit(a: Array, eps: float | None = None) -> Array:
    """log(a / (1 - a))."""
    if eps is not None:
        check_number_fits(eps, a.dtype)
        a = clip(a, a.dtype.type(eps), a.dtype.type(1 - eps)).astype(a.dtype, copy=False)
    return np.log(a / (a.dtype.type(1) - a))  # in half precision each step is rounded, as in PyTorch
