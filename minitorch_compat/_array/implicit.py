"""How gamma and Dirichlet variates move with their shape parameters while their quantile stays: -(dF/da) / p, by quadrature.

dF/da is the integral of the density's derivative, p(t) times a slowly varying factor, up to the variate, or minus that from there on. On
the side where the density falls, taken over ln t or the logit of t, its logarithm is concave: the integral ends where it has fallen by
enough, and Gauss and Legendre's rule has next to no error there.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .quiet import quiet
from .special import digamma

Array = np.ndarray[Any, np.dtype[Any]]
_FALLEN = 42.0  # exp(-42) is less than a rounding error
_NODES, _WEIGHTS = ((part + 1) / 2 if n == 0 else part / 2 for n, part in enumerate(np.polynomial.legendre.leggauss(64)))
_CHUNK = 4096


@quiet
def gamma(concentration: Array, sample: Array) -> Array:
    """d sample / d concentration of gamma variates of unit scale."""
    return _by_chunks(_gamma, concentration, sample)


@quiet
def beta(x: Array, alpha: Array, total: Array) -> Array:
    """d x / d alpha of beta variates `x` of parameters alpha and total - alpha, over 1 - x.

    That is what a component of a Dirichlet variate is; what the others lose follows in proportion.
    """
    return _by_chunks(_beta, alpha, total - alpha, x)


def _by_chunks(function: Callable[..., Array], *arrays: Array) -> Array:
    shape, dtype = np.broadcast_shapes(*(a.shape for a in arrays)), arrays[-1].dtype
    flat = [np.ravel(np.broadcast_to(a, shape)).astype(np.float64) for a in arrays]
    out = np.empty(flat[0].size)
    for i in range(0, out.size, _CHUNK):
        out[i:i + _CHUNK] = function(*(a[i:i + _CHUNK] for a in flat))
    return out.astype(dtype).reshape(shape)


def _gamma(a: Array, x: Array) -> Array:
    """Over v = ln(t / x): the density times t is exp(a v - x (e^v - 1)) of its value at x."""
    side = np.where(x < a, -1.0, 1.0)
    logarithm, mean = np.log(x), digamma(a)

    def fallen(v: Array) -> Array:
        return x * np.expm1(side * v) - a * side * v

    v = _end(fallen) * _NODES[:, None]
    values = np.exp(-fallen(v)) * (logarithm + side * v - mean)
    return side * x * (_WEIGHTS @ values) * v[-1] / _NODES[-1]


def _beta(a: Array, b: Array, x: Array) -> Array:
    """Over the logit of t; divided by 1 - x."""
    side = np.where(x < a / (a + b), -1.0, 1.0)
    logit = np.log(x) - np.log1p(-x)
    mean = digamma(a) - digamma(a + b)

    def fallen(v: Array) -> Array:
        """a ln t + b ln(1 - t) at x less that further on."""
        at = logit + side * v
        return a * (_softplus(-at) - _softplus(-logit)) + b * (_softplus(at) - _softplus(logit))

    v = _end(fallen) * _NODES[:, None]
    values = np.exp(-fallen(v)) * (-_softplus(-(logit + side * v)) - mean)
    return side * x * (_WEIGHTS @ values) * v[-1] / _NODES[-1]


def _end(fallen: Callable[[Array], Array]) -> Array:
    """Where a growing function of a positive number has come to `_FALLEN`: by doubling, then by halving."""
    low = fallen(np.zeros(1)) * 0
    high = low + 1e-3
    for _ in range(80):
        short = ~(fallen(high) >= _FALLEN)
        if not short.any():
            break
        high = np.where(short, high * 2, high)
    low = high / 2
    for _ in range(12):
        middle = (low + high) / 2
        beyond = fallen(middle) >= _FALLEN
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return high


def _softplus(x: Array) -> Array:
    return np.logaddexp(0.0, x)
