"""Tangents that are no partial derivatives times tangents: PyTorch tells ties, zeros and NaN otherwise forward than backward.

By what entries name as `tangent`: `(xp, tangents, out, *arguments)`, absent tangents being None.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .not_implemented import no_forward


def _atan2_tangent(xp: Any, tangents: Any, _out: Any, x: Any, y: Any) -> Any:
    """That of backward, but NaN at the origin."""
    t, s = tangents
    across = y * t if s is None else -x * s if t is None else -x * s + y * t
    return across / (x * x + y * y)


def _prelu_tangent(xp: Any, tangents: Any, _out: Any, x: Any, w: Any) -> Any:
    """At 0 that of the part above, where backward has that of the part below."""
    t, s = tangents
    below = s * x if t is None else w * t if s is None else w * t + s * x
    return xp.where(x >= 0, 0.0 if t is None else t, below)


def _mixed(xp: Any, tangents: Any, first: Any, tie: Any = None) -> Any:
    """The first tangent where `first` says so, half of each at a `tie`, else the second: beside NaN, too, where backward has halves."""
    t, s = tangents
    difference = t if s is None else -s if t is None else t - s
    part = xp.keep_where(first, difference)
    if tie is not None:
        part = xp.where(tie, difference * 0.5, part)
    return part if s is None else s + part


def _chosen(xp: Any, condition: Any, t: Any, s: Any) -> Any:
    """Of two tangents the first where the condition holds; what is constant has None."""
    return None if t is None and s is None else xp.where(condition, 0.0 if t is None else t, 0.0 if s is None else s)


def _clamped_tangent(xp: Any, tangents: Any, _out: Any, x: Any, low: Any, high: Any) -> Any:
    """The tangent of what is chosen; a NaN lies between all bounds, unless there is but one."""
    t, of_low, of_high = tangents
    if high is None:
        return _chosen(xp, x > low, t, of_low)
    if low is None:
        return _chosen(xp, x < high, t, of_high)
    return _chosen(xp, low > high, of_high, _chosen(xp, x < low, of_low, _chosen(xp, x > high, of_high, t)))


def _quotient_tangent(_xp: Any, tangents: Any, out: Any, _x: Any, y: Any) -> Any:
    """By the quotient itself: beside a divisor of 0 both terms are infinite, of like signs."""
    t, s = tangents
    return t / y if s is None else (-s * out if t is None else t - s * out) / y


def _squares_tangent(xp: Any, tangents: Any, _out: Any, x: Any, y: Any) -> Any:
    """A missing tangent counts as zeros, which an infinite difference makes NaN."""
    t, s = ((xp.zeros_of(v) if u is None else u) for u, v in zip(tangents, (x, y), strict=True))
    return t * (2 * (x - y)) + s * (2 * (y - x))


def _entropy_tangent(xp: Any, tangents: Any, _out: Any, p: Any, target: Any) -> Any:
    t, s = ((xp.zeros_of(v) if u is None else u) for u, v in zip(tangents, (p, target), strict=True))
    return xp.bce_backward(t, p, target) + s * (xp.log1p(-p) - xp.log(p))


def _of_second(name: str, partial: Callable[..., Any]) -> Callable[..., Any]:
    """Of an op without forward mode in PyTorch: what is known of it here, the derivative by the second argument."""
    refuse = no_forward(name)

    def tangent(xp: Any, tangents: Any, _out: Any, a: Any, x: Any) -> Any:
        return refuse() if tangents[0] is not None else tangents[1] * partial(xp, a, x)

    return tangent


def _gamma_density(xp: Any, a: Any, x: Any) -> Any:
    return xp.exp((a - 1) * xp.log(x) - x - xp.lgamma(a))


TANGENTS: dict[str, Callable[..., Any]] = {
    "atan2": _atan2_tangent,
    "entropy": _entropy_tangent,
    "limit above": lambda xp, tangents, _out, x, y: _chosen(xp, x < y, *tangents),
    "limit below": lambda xp, tangents, _out, x, y: _chosen(xp, x > y, *tangents),
    "limits": _clamped_tangent,
    "quotient": _quotient_tangent,
    "larger number": lambda xp, tangents, _out, x, y: _mixed(xp, tangents, (x > y) | (y != y)),
    "lower gamma": _of_second("igamma", _gamma_density),
    "upper gamma": _of_second("igammac", lambda xp, a, x: -_gamma_density(xp, a, x)),
    "larger": lambda xp, tangents, _out, x, y: _mixed(xp, tangents, x > y, x == y),
    "smaller": lambda xp, tangents, _out, x, y: _mixed(xp, tangents, x < y, x == y),
    "squares": _squares_tangent,
    "slopes": _prelu_tangent,
    "zeta": _of_second("special_zeta", lambda xp, a, q: -a * xp.zeta(a + 1, q)),
}
