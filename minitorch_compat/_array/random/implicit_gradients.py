"""Implicit reparameterization gradients of gamma and Dirichlet variates in their shape parameters, -(dF/da) / p, by quadrature.

dF/da is the integral of the density's derivative, which is p(t) times a slowly varying factor, up to the variate, or minus that from the
variate on. On the side where the density falls, as a function of ln t or the logit of t, its logarithm is concave: the integral is
truncated where it has fallen far enough, and Gauss-Legendre quadrature has nearly no error.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..core.execution.block_sizes import block_size
from ..core.execution.quiet import quiet
from ..special.erf_and_gamma import digamma

Array = np.ndarray[Any, np.dtype[Any]]
_CHUNK = block_size(__name__, "_CHUNK", 512)


class _QuadratureRule:
    """Gauss-Legendre quadrature up to where the density has fallen by exp(-`log_decay`), which is below the rounding error.

    It is applied to a power of the distance: tails are long for small parameters, and most of the change is near.
    """

    def __init__(self, count: int, log_decay: float, power: int) -> None:
        points, weights = np.polynomial.legendre.leggauss(count)
        points = (points + 1) / 2
        self.nodes, self.log_decay = points[:, None] ** power, log_decay
        self.weights = weights / 2 * power * points ** (power - 1)


@cache
def _quadrature_rule(single: bool) -> _QuadratureRule:
    return _QuadratureRule(32, 26.0, 3) if single else _QuadratureRule(64, 42.0, 4)


@quiet
def gamma(concentration: Array, sample: Array) -> Array:
    """d sample / d concentration of gamma variates of unit scale."""
    a = concentration.astype(np.float64)
    return _map_chunks(_gamma_gradient, a, digamma(a), sample)


@quiet
def beta(x: Array, alpha: Array, total: Array) -> Array:
    """d x / d alpha of beta variates `x` with parameters alpha and total - alpha, divided by 1 - x.

    This gives the gradient of a component of a Dirichlet variate; the others change proportionally.
    """
    a, both = alpha.astype(np.float64), total.astype(np.float64)
    return _map_chunks(_beta_gradient, a, (total - alpha).astype(np.float64), digamma(a) - digamma(both), x)


def _map_chunks(function: Callable[..., Array], *arrays: Array) -> Array:
    shape, dtype = np.broadcast_shapes(*(a.shape for a in arrays)), arrays[-1].dtype
    flat = [np.ravel(np.broadcast_to(a, shape)).astype(np.float64, copy=False) for a in arrays]
    out = np.empty(flat[0].size)
    rule = _quadrature_rule(dtype.itemsize <= 4)
    for i in range(0, out.size, _CHUNK):
        out[i:i + _CHUNK] = function(rule, *(a[i:i + _CHUNK] for a in flat))
    out[flat[-1] == 0] = 0
    return out.astype(dtype).reshape(shape)


def _gamma_gradient(rule: _QuadratureRule, a: Array, mean: Array, x: Array) -> Array:
    """Integrates over v = ln(t / x): the density times t is exp(a v - x (e^v - 1)) times its value at x."""
    side = np.where(x < a, -1.0, 1.0)

    def decay(w: Array) -> Array:
        grown = np.expm1(w)
        grown *= x
        grown -= a * w
        return grown

    def slope(v: Array) -> Array:
        return side * (x * np.exp(side * v) - a)

    beyond = np.where(side < 0, (rule.log_decay + x) / a, np.log(3 + 2 * rule.log_decay / x))
    end = side * _integration_end(rule, lambda v: decay(side * v), slope, beyond, np.sqrt(3 * rule.log_decay / x))
    w = end * rule.nodes
    values = decay(w)
    np.exp(np.negative(values, values), values)
    w += np.log(x) - mean
    values *= w
    return x * (rule.weights @ values) * end


def _beta_gradient(rule: _QuadratureRule, a: Array, b: Array, mean: Array, x: Array) -> Array:
    """Integrates over v, the distance of the logit of t from that of x, outwards; divided by 1 - x.

    The part of the interval on that side, q, becomes q e^-v of a whole that shrinks by `_shrink`, so nothing overflows.
    """
    both = a + b
    lower = x < a / both
    q, c = np.where(lower, x, 1 - x), np.where(lower, a, b)

    def decay(v: Array) -> Array:
        """a ln t + b ln(1 - t) at x, minus its value at distance v."""
        return c * v + both * _shrink(q, v)

    def slope(v: Array) -> Array:
        falling = np.exp(-v)
        return c - both * q * falling / (1 - q + q * falling)

    near = np.sqrt(2 * math.e * rule.log_decay / (both * q * (1 - q)))
    end = _integration_end(rule, decay, slope, (rule.log_decay - both * np.log1p(-q)) / c, near)
    v = end * rule.nodes
    shrunk = _shrink(q, v)
    density = both * shrunk
    density += c * v
    np.exp(np.negative(density, density), density)
    v *= lower
    v += shrunk
    np.subtract(np.log(x) - mean, v, v)
    v *= density
    return np.where(lower, -x, x) * (rule.weights @ v) * end


def _shrink(q: Array, v: Array) -> Array:
    shrunk = np.expm1(-v)
    shrunk *= q
    return np.log1p(shrunk, shrunk)


def _integration_end(rule: _QuadratureRule, decay: Callable[[Array], Array], slope: Callable[[Array], Array], beyond: Array,
                     near: Array) -> Array:
    """Where a convex function of a positive number reaches `rule.log_decay`, or somewhat beyond.

    Newton's method converges from above, starting from `beyond`, or from `near` if that is less than 1, where it is a bound, too.
    """
    v = np.where(near < 1, np.fmin(beyond, near), beyond)
    for _ in range(5):
        v -= (decay(v) - rule.log_decay) / slope(v)
    return v
