"""A line search for the strong Wolfe conditions (Nocedal and Wright, Numerical Optimization, algorithms 3.5 and 3.6).

Steps of growing length bracket an interval that contains a suitable step, then the interval is narrowed. The
constants and the safeguards against slow progress are PyTorch's, so that both take the same steps.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .._array.core.execution.quiet import quiet


class SearchLimits(NamedTuple):
    """The Wolfe constants, and the termination criteria of the search."""

    decrease: float = 1e-4
    curvature: float = 0.9
    trials: int = 25
    tolerance: float = 1e-9


class LinePoint(NamedTuple):
    """A step length with the loss, gradient and directional derivative there; numbers, or one-element tensors."""

    t: Any
    loss: Any
    grad: Any
    slope: Any


Evaluate = Callable[[Any], LinePoint]


def search(evaluate: Evaluate, start: LinePoint, t: Any, reach: Any, limits: SearchLimits) -> tuple[LinePoint, int]:
    """Search a point that satisfies the conditions; return it (or the best one found) and the number of evaluations.

    `start` is the point at step 0, `t` the first step to try, `reach` the largest element of the direction.
    """
    bracket, trials, evaluations = _bracket(evaluate, start, t, limits)
    if len(bracket) == 1:
        return bracket[0], evaluations
    best, zoom_evaluations = _zoom(evaluate, start, bracket, limits.trials - trials, reach, limits)
    return best, evaluations + zoom_evaluations


@quiet
def _is_too_high(start: LinePoint, point: LinePoint, limits: SearchLimits) -> bool:
    """Whether the loss has not decreased enough. As in PyTorch it has if it or the bound, after an infinite loss, is NaN."""
    return bool(point.loss > start.loss + limits.decrease * point.t * start.slope)


@quiet
def _is_flat(start: LinePoint, point: LinePoint, limits: SearchLimits) -> bool:
    return bool(abs(point.slope) <= -limits.curvature * start.slope)


def _bracket(evaluate: Evaluate, start: LinePoint, t: Any, limits: SearchLimits) -> tuple[list[LinePoint], int, int]:
    """Find a suitable point, or two that bracket one; also return the numbers of trials and evaluations."""
    previous, point = start, evaluate(t)
    for trial in range(limits.trials):
        if _is_too_high(start, point, limits) or (trial > 1 and point.loss >= previous.loss):
            return [previous, point], trial, trial + 1
        if _is_flat(start, point, limits):
            return [point], trial, trial + 1
        if point.slope >= 0:
            return [previous, point], trial, trial + 1
        previous, point = point, evaluate(_cubic_minimum(previous, point, _next_bounds(previous, point)))
    return [start, point], limits.trials, limits.trials + 1


def _zoom(
    evaluate: Evaluate, start: LinePoint, bracket: list[LinePoint], trials: int, max_step: Any, limits: SearchLimits,
) -> tuple[LinePoint, int]:
    """Narrow the bracket; return the best point and the number of evaluations."""
    low = _lower(bracket)
    stalled = False
    for evaluations in range(trials):
        if _is_narrow(bracket, max_step, limits):
            return bracket[low], evaluations
        t, stalled = _avoid_ends(_cubic_minimum(bracket[0], bracket[1]), bracket, stalled)
        point = evaluate(t)
        if _is_too_high(start, point, limits) or point.loss >= bracket[low].loss:
            bracket[1 - low] = point
            low = _lower(bracket)
            continue
        flat = _is_flat(start, point, limits)
        if not flat and _rises_toward(bracket[1 - low], bracket[low], point):
            bracket[1 - low] = bracket[low]
        bracket[low] = point
        if flat:
            return point, evaluations + 1
    return bracket[low], trials


@quiet
def _next_bounds(previous: LinePoint, point: LinePoint) -> tuple[Any, Any]:
    """Between which steps the next trial lies, while no bracket has been found."""
    return point.t + 0.01 * (point.t - previous.t), point.t * 10


@quiet
def _is_narrow(bracket: list[LinePoint], max_step: Any, limits: SearchLimits) -> bool:
    return bool(abs(bracket[1].t - bracket[0].t) * max_step < limits.tolerance)


@quiet
def _rises_toward(high: LinePoint, low: LinePoint, point: LinePoint) -> bool:
    """Whether the loss at `point` rises in the direction from `low` to `high`."""
    return bool(point.slope * (high.t - low.t) >= 0)


def _lower(bracket: list[LinePoint]) -> int:
    return 0 if bracket[0].loss <= bracket[1].loss else 1


@quiet
def _avoid_ends(t: Any, bracket: list[LinePoint], stalled: bool) -> tuple[Any, bool]:
    """Move a trial away from the ends of the bracket if it is close to them twice in a row."""
    low, high = sorted((bracket[0].t, bracket[1].t))
    margin = 0.1 * (high - low)
    if not min(high - t, t - low) < margin:  # NaN stays, as in PyTorch
        return t, False
    if stalled or t >= high or t <= low:
        return (high - margin if abs(t - high) < abs(t - low) else low + margin), False
    return t, True


@quiet
def _cubic_minimum(a: LinePoint, b: LinePoint, bounds: tuple[Any, Any] | None = None) -> Any:
    """The minimum of the cubic interpolation of two points, clamped to bounds (by default the points)."""
    left, right = (a, b) if a.t <= b.t else (b, a)
    low, high = bounds or (left.t, right.t)
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t)
    square = d1 * d1 - a.slope * b.slope
    if not square >= 0:  # no minimum, or nan
        return (low + high) / 2.0
    d2 = square ** 0.5
    t = right.t - (right.t - left.t) * ((right.slope + d2 - d1) / (right.slope - left.slope + 2 * d2))
    return min(max(t, low), high)
