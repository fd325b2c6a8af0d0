"""Tangents that are not partial derivatives times tangents: at ties, zeros and NaN, PyTorch's forward mode differs from its backward.

The functions that entries name as `tangent_rule`: `(xp, tangents, out, *arguments)`, missing tangents being None.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .not_implemented import no_forward


def _atan2_tangent(xp: Any, tangents: Any, _out: Any, x: Any, y: Any) -> Any:
    """As in backward, but NaN at the origin."""
    t, s = tangents
    across = y * t if s is None else -x * s if t is None else -x * s + y * t
    return across / (x * x + y * y)


def _prelu_tangent(xp: Any, tangents: Any, _out: Any, x: Any, w: Any) -> Any:
    """At 0 the slope of the upper part, where backward has that of the lower part."""
    t, s = tangents
    below = s * x if t is None else w * t if s is None else w * t + s * x
    return xp.where(x >= 0, 0.0 if t is None else t, below)


def _select_tangent(xp: Any, tangents: Any, first: Any, tie: Any = None) -> Any:
    """The first tangent where `first` is true, half of each at a `tie`, else the second, also for NaN, where backward has halves."""
    t, s = tangents
    difference = t if s is None else -s if t is None else t - s
    part = xp.where_or_zero(first, difference)
    if tie is not None:
        part = xp.where(tie, difference * 0.5, part)
    return part if s is None else s + part


def _where_tangent(xp: Any, condition: Any, t: Any, s: Any) -> Any:
    """The first of two tangents where the condition is true; a constant's is None."""
    return None if t is None and s is None else xp.where(condition, 0.0 if t is None else t, 0.0 if s is None else s)


def _clamped_tangent(xp: Any, tangents: Any, _out: Any, x: Any, low: Any, high: Any) -> Any:
    """The tangent of a clamped value; NaN counts as within the bounds, unless there is only one."""
    t, of_low, of_high = tangents
    if high is None:
        return _where_tangent(xp, x > low, t, of_low)
    if low is None:
        return _where_tangent(xp, x < high, t, of_high)
    return _where_tangent(xp, low > high, of_high, _where_tangent(xp, x < low, of_low, _where_tangent(xp, x > high, of_high, t)))


def _quotient_tangent(_xp: Any, tangents: Any, out: Any, _x: Any, y: Any) -> Any:
    """Computed from the quotient: for a divisor of 0 both terms are infinite, with equal signs."""
    t, s = tangents
    return t / y if s is None else (-s * out if t is None else t - s * out) / y


def _squares_tangent(xp: Any, tangents: Any, _out: Any, x: Any, y: Any) -> Any:
    """A missing tangent counts as zeros, which an infinite difference turns into NaN."""
    t, s = ((xp.contiguous_zeros(v) if u is None else u) for u, v in zip(tangents, (x, y), strict=True))
    return t * (2 * (x - y)) + s * (2 * (y - x))


def _entropy_tangent(xp: Any, tangents: Any, _out: Any, p: Any, target: Any) -> Any:
    t, s = ((xp.contiguous_zeros(v) if u is None else u) for u, v in zip(tangents, (p, target), strict=True))
    return xp.bce_backward(t, p, target) + s * (xp.log1p(-p) - xp.log(p))


def _tangent_of_second(name: str, partial: Callable[..., Any]) -> Callable[..., Any]:
    """For an op without forward mode in PyTorch: the derivative by the second argument, which is known here."""
    refuse = no_forward(name)

    def tangent(xp: Any, tangents: Any, _out: Any, a: Any, x: Any) -> Any:
        return refuse() if tangents[0] is not None else tangents[1] * partial(xp, a, x)

    return tangent


def _gamma_density(xp: Any, a: Any, x: Any) -> Any:
    return xp.exp((a - 1) * xp.log(x) - x - xp.lgamma(a))


TANGENT_RULES: dict[str, Callable[..., Any]] = {
    "angles": _atan2_tangent,
    "entropy": _entropy_tangent,
    "limit above": lambda xp, tangents, _out, x, y: _where_tangent(xp, x < y, *tangents),
    "limit below": lambda xp, tangents, _out, x, y: _where_tangent(xp, x > y, *tangents),
    "limits": _clamped_tangent,
    "quotient": _quotient_tangent,
    "larger number": lambda xp, tangents, _out, x, y: _select_tangent(xp, tangents, (x > y) | (y != y)),
    "lower gamma": _tangent_of_second("igamma", _gamma_density),
    "upper gamma": _tangent_of_second("igammac", lambda xp, a, x: -_gamma_density(xp, a, x)),
    "larger": lambda xp, tangents, _out, x, y: _select_tangent(xp, tangents, x > y, x == y),
    "smaller": lambda xp, tangents, _out, x, y: _select_tangent(xp, tangents, x < y, x == y),
    "squares": _squares_tangent,
    "slopes": _prelu_tangent,
    "zeta function": _tangent_of_second("special_zeta", lambda xp, a, q: -a * xp.zeta(a + 1, q)),
}
