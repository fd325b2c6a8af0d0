"""Gamma variates from PyTorch's stream: Marsaglia and Tsang, A simple method for generating gamma variables, 2000.

How many numbers one variate takes depends on the numbers, so variates are made one after the other (see `feed`).
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.execution.quiet import quiet
from ..special.libm import cos, log1p, sin
from .mt19937 import Stream
from .uniform_feed import feed

Array = np.ndarray[Any, np.dtype[Any]]
_THIRD = float(np.float32(1) / np.float32(3))  # a constant of single precision, whatever is computed


def standard_gamma(stream: Stream, alpha: Array) -> Array:
    """A variate of unit scale for each shape parameter, at least the smallest normal number. Computed in double precision but for what
    concerns the parameter alone, which has the parameter's."""
    shapes = alpha.reshape(-1)
    made = np.zeros(alpha.size)
    drawn = intp.flatnonzero(shapes)
    with stream.lock:
        for start in range(0, drawn.size, _MOST):
            part = drawn[start:start + _MOST]
            made[part] = _variates(stream, shapes[part])
    return np.fmax(made.astype(alpha.dtype), np.finfo(alpha.dtype).tiny).reshape(alpha.shape)


def _variates(stream: Stream, alpha: Array) -> Array | list[float]:
    one, third = alpha.dtype.type(1), alpha.dtype.type(_THIRD)
    below = alpha < one
    d = (np.where(below, alpha + one, alpha) - third).astype(np.float64)
    factors = 1 / np.sqrt(9 * d)
    if alpha.size > _FEW and alpha.min() >= 1.5:
        return _attempts(stream, d, factors)
    powers = np.where(below, one / alpha, 0).astype(np.float64)
    least = 1 + below
    least[-2::-2] += 2  # a pair of normal values for every second variate, if one is left over from before
    waiting = iter(d.tolist())
    numbers = feed(stream, waiting.__length_hint__, least, np.ndarray.tolist)
    return _walk(stream, waiting, powers.tolist(), factors.tolist(), numbers)


def _attempts(stream: Stream, d: Array, c: Array) -> Array:
    """Variates of shapes that are not small: nearly all attempts are accepted whichever they are for, only the others are gone through.

    Attempts take a normal value and a number, so two take four numbers, unless a value is useless to its shape: there all begins anew.
    """
    widest, shapes, factors, x = c.max(), d.tolist(), c.tolist(), np.empty(d.size)
    most = int(1 / max(math.erfc(1 / (widest * math.sqrt(2))), 1 / _MOST))
    done, rest = 0, np.empty(0)
    while done < d.size:
        count = min(d.size - done, most)
        skipped = stream.cached is not None
        pool, values, u = _drawn(stream, count + skipped, rest)
        xx = values * values
        left = intp.flatnonzero(~((u < 1 - _SQUEEZE * xx * xx) & (values * widest > -1)))
        left = left[(left >= skipped) & (left < count + skipped)]
        end, refused = count + skipped, [0] * skipped
        for place, value, number in zip(left.tolist(), values[left].tolist(), u[left].tolist()):
            i = done + place - len(refused)
            y = 1 + factors[i] * value
            if y <= 0:
                end = place
                break
            v, square = y * y * y, value * value
            if number >= 1 - _SQUEEZE * square * square and math.log(number) >= 0.5 * square + shapes[i] * (1 - v + math.log(v)):
                refused.append(place)
        kept = np.delete(values[:end], refused)
        x[done:done + kept.size] = kept
        done += kept.size
        place = end + (end < count + skipped)  # behind the useless value
        stream.cached = values.item(place) if place % 2 else None
        rest = pool[4 * (end // 2) + (3 * (end % 2) if place == end else 2 + end % 2):]
    y = 1 + c * x
    return np.asarray(d * (y * y * y))


def _drawn(stream: Stream, count: int, rest: Array) -> tuple[Array, Array, Array]:
    """Numbers for so many attempts, the first of which has been made if a normal value waits; their normal values, their numbers."""
    known = rest if stream.cached is None else np.concatenate([np.zeros(3), rest])
    pool = np.concatenate([known, stream.doubles(max(4 * (count // 2) + 3 * (count % 2) - known.size, 0))])
    rows = np.resize(pool, ((count + 1) // 2, 4))  # the last number of all may be missing
    angle, radius = _TWO_PI * rows[:, 0], np.sqrt(-2.0 * log1p(-rows[:, 1]))
    values = np.stack([radius * cos(angle), radius * sin(angle)], -1).reshape(-1)
    if stream.cached is not None:
        values[1] = stream.cached
    return pool, values, 1 - rows[:, 2:].reshape(-1)


def _walk(stream: Stream, shapes: Iterator[float], powers: list[float], factors: list[float], numbers: Iterator[float]) -> list[float]:
    made: list[float] = []
    add, follow, log, log1p, cos, sin, sqrt = made.append, numbers.__next__, math.log, math.log1p, math.cos, math.sin, math.sqrt
    turn, squeeze, waiting = _TWO_PI, _SQUEEZE, stream.cached
    for d, power, c in zip(shapes, powers, factors):
        scale = (1 - follow()) ** power * d if power else d
        while True:
            if waiting is None:
                angle, radius = turn * follow(), sqrt(-2.0 * log1p(-follow()))
                x, waiting = radius * cos(angle), radius * sin(angle)
            else:
                x, waiting = waiting, None
            y = 1 + c * x
            if y <= 0:
                continue
            u, xx, v = 1 - follow(), x * x, y * y * y
            if u < 1 - squeeze * xx * xx or log(u) < 0.5 * xx + d * (1 - v + log(v)):
                break
        add(scale * v)
    stream.cached = waiting
    return made


#: So many are quicker made one by one.
_FEW = 100
#: So many variates are made from numbers that are drawn together.
_MOST = block_size(__name__, "_MOST", 1 << 15)
_TWO_PI = 2.0 * math.pi
_SQUEEZE = float(np.float32(0.0331))


@quiet
def dirichlet(stream: Stream, alpha: Array) -> Array:
    """Variates that sum to 1 along the last dimension, kept inside (0, 1)."""
    gamma = standard_gamma(stream, alpha.astype(np.float64))
    info = np.finfo(alpha.dtype)
    ratio = (gamma / _row_sums(gamma)).astype(alpha.dtype)
    return np.minimum(np.fmax(ratio, info.tiny), np.nextafter(alpha.dtype.type(1), alpha.dtype.type(0)))


def _row_sums(a: Array) -> Array:
    """Sums along the last dimension, added in PyTorch's order: four lanes, of which each has four sums that take turns."""
    width, lead = a.shape[-1], a.shape[:-1]
    groups, turns = width // 4, width // 16
    sums = _cascaded(a[..., :16 * turns].reshape(*lead, turns, 16)).reshape(*lead, 4, 4)
    late = a[..., 16 * turns:4 * groups].reshape(*lead, groups - 4 * turns, 4)
    lanes = _one_by_one(np.concatenate([sums[..., :1, :], late, sums[..., 1:, :]], -2))
    return _one_by_one(np.concatenate([a[..., 4 * groups:], lanes], -1)[..., None])


def _cascaded(rows: Array) -> Array:
    """Sums of rows, for exactness first of sixteen at a time, then of sixteen such sums, and so on."""
    total: Any = 0.0
    for _ in range(3):
        *lead, count, width = rows.shape
        whole = count // 16
        total = total + _one_by_one(rows[..., 16 * whole:, :])
        rows = _one_by_one(rows[..., :16 * whole, :].reshape(*lead, whole, 16, width))
    return np.asarray(total + _one_by_one(rows))


def _one_by_one(rows: Array) -> Array:
    return np.add.accumulate(rows, -2)[..., -1, :] if rows.shape[-2] else np.zeros((*rows.shape[:-2], rows.shape[-1]))
