"""Gamma variates from PyTorch's stream: Marsaglia and Tsang, A simple method for generating gamma variables, 2000.

The number of uniform numbers that a variate consumes depends on their values, so variates are made one by one (see `feed`) or, if there
are many, by pairs of normal variates (see `_variates_by_pairs`).
"""
from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import row_slices
from ..core.execution.quiet import quiet
from ..special.libm import cos, log1p, sin
from ..special.libm import power as raised
from .mt19937 import Stream
from .uniform_feed import feed_numbers

Array = np.ndarray[Any, np.dtype[Any]]
_THIRD = float(np.float32(1) / np.float32(3))  # rounded to float32 whatever the precision of the rest


def standard_gamma(stream: Stream, alpha: Array) -> Array:
    """A variate of unit scale for each shape parameter, at least the smallest normal number. Computed in float64, except for expressions
    in the parameter alone, which have its precision."""
    shapes, tiny = alpha.reshape(-1), np.finfo(alpha.dtype).tiny
    variates = np.zeros(alpha.size, alpha.dtype)
    with stream.lock:
        for start in range(0, variates.size, _MAX_VARIATES_AT_ONCE):
            drawn = shapes[start:start + _MAX_VARIATES_AT_ONCE] != 0
            variates[start:start + _MAX_VARIATES_AT_ONCE][drawn] = _variates(stream, shapes[start:start + _MAX_VARIATES_AT_ONCE][drawn])
    return np.fmax(variates, tiny, out=variates).reshape(alpha.shape)


def _variates(stream: Stream, alpha: Array) -> Array | list[float]:
    one, third = alpha.dtype.type(1), alpha.dtype.type(_THIRD)
    is_small_shape = alpha < one
    d = (np.where(is_small_shape, alpha + one, alpha) - third).astype(np.float64)
    factors = 1 / np.sqrt(9 * d)
    if alpha.size > _SEQUENTIAL_COUNT and alpha[0] >= 1 and (alpha == alpha[0]).all():
        return _variates_of_one_shape(stream, alpha.size, d.item(0), factors.item(0))
    if alpha.size > _SEQUENTIAL_COUNT and alpha.min() >= 1.5:
        return _variates_by_attempts(stream, d, factors)
    powers = np.where(is_small_shape, one / alpha, 0).astype(np.float64)
    if alpha.size <= 2 * _SEQUENTIAL_COUNT or not alpha.min() > 0:
        return _variates_one_by_one(stream, is_small_shape, powers, d, factors, None)
    variates, rest = _variates_by_pairs(stream, is_small_shape, powers, d, factors)
    last = slice(variates.size, None)
    return np.append(variates, _variates_one_by_one(stream, is_small_shape[last], powers[last], d[last], factors[last], rest))


def _variates_one_by_one(stream: Stream, is_small_shape: Array, powers: Array, d: Array, factors: Array, rest: Array | None) -> list[float]:
    """Variates one by one; `rest` are numbers that have been drawn for them already."""
    waiting = iter(d.tolist())
    numbers = feed_numbers(stream, waiting.__length_hint__, _min_numbers(is_small_shape), np.ndarray.tolist, rest)
    return _sample_sequentially(stream, waiting, powers.tolist(), factors.tolist(), numbers)


def _min_numbers(is_small_shape: Array) -> Array:
    """The least number of uniform numbers that each variate consumes."""
    minimum = 1 + is_small_shape
    minimum[-2::-2] += 2  # every second variate draws a pair of normal variates, if one is cached from before
    return minimum


def _variates_by_pairs(stream: Stream, is_small_shape: Array, powers: Array, d: Array, c: Array) -> tuple[Array, Array]:
    """All variates except the last few, and numbers drawn for those.

    A pair of normal variates is used for two attempts, and usually both are accepted, whatever the shapes. This is tested for all positions
    at which a pair could start, at once; such pairs are then only counted, and the others processed one by one.
    """
    parts: list[Array] = []
    done, rest = 0, np.empty(0)
    numbers_needed = np.add.accumulate(_min_numbers(is_small_shape)[::-1])
    while (remaining := d.size - done) > _SEQUENTIAL_COUNT:
        pool = np.concatenate([rest, stream.doubles(numbers_needed.item(remaining - 1) - rest.size)])
        x, scales, rest = _split_into_pairs(stream, pool, is_small_shape[done:], d[done:], c[done:])
        current = slice(done, done + x.size)
        y = 1 + c[current] * x
        scale, fewer = d[current].copy(), intp.flatnonzero(is_small_shape[current])
        scale[fewer] *= raised(1 - pool[scales[fewer]], powers[current][fewer])
        parts.append(scale * (y * y * y))
        done += x.size
    return np.concatenate(parts), rest


def _split_into_pairs(stream: Stream, pool: Array, is_small_shape: Array, shapes: Array, factors: Array) -> tuple[Array, Array, Array]:
    """Normal variates for as many variates as the numbers suffice for, the positions of the numbers that scale them, and unused numbers.

    There are at most as many numbers as the variates consume at least, so the variates do not run out first.
    """
    takes, accepted = is_small_shape.tobytes() + b"\0\0\0", _surely_accepted_pairs(pool, shapes.min())
    # The distance from a pair to the next if both attempts are accepted: constant if all shapes are below 1 or none is. The positions to
    # find are then those, at multiples of this distance, where such a pair does not start.
    hop = 4 + 2 * takes[0] if takes[0] == takes[1] and (is_small_shape == is_small_shape[0]).all() else 0
    stops = _stop_positions(accepted[takes[0]], hop) if hop else []
    step = (is_small_shape[1:-1] + is_small_shape[2:].astype(np.uint8) + np.uint8(4)).tobytes()
    accepted_bytes = () if hop else [way.tobytes() for way in accepted]
    singles: list[tuple[int, float, int]] = []
    starts: list[int] = []
    lengths: list[int] = []  # the number of pairs from each start on, if `hop` is constant
    marks, shifts = [0], [0]  # the index of the first pair after an odd one, and its variate's index minus twice that
    q, i, pairs, last, end, add = takes[0], 0, 0, pool.size - 6, len(step), starts.append
    if stream.cached is not None:
        q, i = _try_normals((stream.cached,), q, 0, pool, shapes, factors, takes, singles)
        stream.cached, shifts[0] = None, i
    while q <= last:
        if hop:
            column = stops[q % hop]
            stop = column[bisect_left(column, q)]
            add(q)
            lengths.append((stop - q) // hop)
            pairs, q = pairs + lengths[-1], stop
            i = 2 * pairs + shifts[-1]
        else:
            while q <= last and i < end and accepted_bytes[takes[i + 1]][q]:
                add(q)
                q, i = q + step[i], i + 2
            pairs = len(starts)
        if q > last or i >= end:
            break
        angle, radius = _TWO_PI * pool.item(q), math.sqrt(-2.0 * math.log1p(-pool.item(q + 1)))
        q, i = _try_normals((radius * math.cos(angle), radius * math.sin(angle)), q + 2, i, pool, shapes, factors, takes, singles)
        marks.append(pairs)
        shifts.append(i - 2 * pairs)
    first = 2 * intp.arange(pairs) + intp.repeat(np.array(shifts), np.diff([*marks, pairs]))
    positions = np.array(starts, np.int64)
    if hop:
        counts = np.array(lengths, np.int64)
        positions = intp.repeat(positions - hop * (intp.cumsum(counts) - counts), counts) + hop * intp.arange(pairs)
    x, scales = _gather_normals(pool, i, first, positions, takes, singles)
    return x[:i], scales[:i], np.concatenate([pool[scales[i:]] if takes[i] else pool[:0], pool[q:]])


def _stop_positions(accepted: Array, hop: int) -> list[list[int]]:
    """The positions that are not sure, by their remainder modulo `hop`, with an end marker each."""
    accepted = np.append(accepted, np.zeros(hop, bool))
    return [(hop * intp.flatnonzero(~accepted[rest::hop]) + rest).tolist() for rest in range(hop)]


@quiet
def _surely_accepted_pairs(pool: Array, smallest_shape: float) -> tuple[Array, Array]:
    """Whether both attempts of a pair starting at each position are surely accepted, if the number for the second one is the next, and
    if it is the one after that. A smaller `d` accepts fewer attempts, so the least one is tested, in float32 with a margin of error."""
    u, d = np.log((1 - pool).astype(np.float32)), np.float32(smallest_shape)
    radius, angle = np.sqrt(-2 * u[1:-4]), pool[:-5].astype(np.float32) * np.float32(_TWO_PI)
    bounds = []
    for wave in (np.cos, np.sin):
        x = radius * wave(angle)
        y = 1 + x / np.sqrt(9 * d)
        bound = x * x / 2 + d * (1 - y * y * y + 3 * np.log(y))
        bounds.append(np.where(y > 0.05, bound - np.float32(1e-3), -np.inf))
    one = u[2:-3] < bounds[0]
    return one & (u[3:-2] < bounds[1]), one & (u[4:-1] < bounds[1])


def _try_normals(values: tuple[float, ...], q: int, i: int, pool: Array, shapes: Array, factors: Array, takes: bytes,
                 singles: list[tuple[int, float, int]]) -> tuple[int, int]:
    """Try normal variates: appends (variate, value, position after its numbers) to `singles`; returns the next position and variate."""
    for x in values:
        y = 1 + factors.item(i) * x
        if y <= 0:
            continue
        u, xx, v = 1 - pool.item(q), x * x, y * y * y
        q += 1
        if u < 1 - _SQUEEZE * xx * xx or math.log(u) < 0.5 * xx + shapes.item(i) * (1 - v + math.log(v)):
            singles.append((i, x, q))
            i += 1
            q += takes[i]
    return q, i


def _gather_normals(pool: Array, count: int, i: Array, q: Array, takes: bytes,
                    singles: list[tuple[int, float, int]]) -> tuple[Array, Array]:
    """The normal variates of all variates begun, and the positions of the numbers that scale them, after those of the variate before."""
    x, scales = np.empty(count + 1), np.zeros(count + 1, np.int64)
    angle, radius = _TWO_PI * pool[q], np.sqrt(-2.0 * log1p(-pool[q + 1]))
    x[i], x[i + 1] = radius * cos(angle), radius * sin(angle)
    scales[i + 1], scales[i + 2] = q + 3, q + 4 + np.frombuffer(takes, np.uint8)[i + 1]
    if singles:
        variate, values, behind = (np.array(part) for part in zip(*singles))
        x[variate], scales[variate + 1] = values, behind
    return x, scales


def _variates_by_attempts(stream: Stream, d: Array, c: Array) -> Array:
    """Variates of shapes that are not small: nearly all attempts are accepted for any of these; only the others are processed singly.

    An attempt consumes a normal variate and a number, so two consume four numbers, unless a variate is too small for its shape: then the
    block ends.
    """
    widest, shapes, factors, x = c.max(), d.tolist(), c.tolist(), np.empty(d.size)
    max_attempts = int(1 / max(math.erfc(1 / (widest * math.sqrt(2))), 1 / _MAX_VARIATES_AT_ONCE))
    done, rest = 0, np.empty(0)
    while done < d.size:
        count = min(d.size - done, max_attempts)
        skipped = stream.cached is not None
        pool, values, u = _draw_normals_and_numbers(stream, count + skipped, rest)
        xx = values * values
        doubtful = intp.flatnonzero(~((u < 1 - _SQUEEZE * xx * xx) & (values * widest > -1)))
        doubtful = doubtful[~_surely_accepted(values[doubtful], u[doubtful], d.min())]
        doubtful = doubtful[(doubtful >= skipped) & (doubtful < count + skipped)]
        end, rejected = count + skipped, [0] * skipped
        for position, value, number in zip(doubtful.tolist(), values[doubtful].tolist(), u[doubtful].tolist()):
            i = done + position - len(rejected)
            y = 1 + factors[i] * value
            if y <= 0:
                end = position
                break
            v, square = y * y * y, value * value
            if number >= 1 - _SQUEEZE * square * square and math.log(number) >= 0.5 * square + shapes[i] * (1 - v + math.log(v)):
                rejected.append(position)
        accepted = np.delete(values[:end], rejected)
        x[done:done + accepted.size] = accepted
        done += accepted.size
        position = end + (end < count + skipped)  # after the unusable variate
        stream.cached = values.item(position) if position % 2 else None
        rest = pool[4 * (end // 2) + (3 * (end % 2) if position == end else 2 + end % 2):]
    y = 1 + c * x
    return np.asarray(d * (y * y * y))


@quiet
def _surely_accepted(x: Array, u: Array, smallest_shape: float) -> Array:
    """The attempts that are accepted for a shape as small as this, and so for any larger one."""
    y = 1 + x / np.sqrt(9 * smallest_shape)
    v = y * y * y
    return (y > 0) & (np.log(u) < 0.5 * x * x + smallest_shape * (1 - v + np.log(v)) - 1e-9)


def _draw_normals_and_numbers(stream: Stream, count: int, rest: Array) -> tuple[Array, Array, Array]:
    """Numbers for `count` attempts, the first with the cached normal variate if there is one; the normal variates; the other numbers."""
    available = rest if stream.cached is None else np.concatenate([np.zeros(3), rest])
    pool = np.concatenate([available, stream.doubles(max(4 * (count // 2) + 3 * (count % 2) - available.size, 0))])
    rows = np.resize(pool, ((count + 1) // 2, 4))  # the very last number may be missing
    angle, radius = _TWO_PI * rows[:, 0], np.sqrt(-2.0 * log1p(-rows[:, 1]))
    values = np.stack([radius * cos(angle), radius * sin(angle)], -1).reshape(-1)
    if stream.cached is not None:
        values[1] = stream.cached
    return pool, values, 1 - rows[:, 2:].reshape(-1)


def _variates_of_one_shape(stream: Stream, count: int, d: float, c: float) -> Array:
    """Variates of a single shape of at least 1: all attempts are tested at once.

    At most as many numbers are drawn as the remaining variates consume at least: three for one, four for two.
    """
    parts, rest = [], np.empty(0)
    while count:
        has_cached = stream.cached is not None
        min_numbers = has_cached + 4 * ((count - has_cached) // 2) + 3 * ((count - has_cached) % 2)
        pool = np.concatenate([rest, stream.doubles(min_numbers - rest.size)])
        values, numbers, end = _values_and_numbers(stream, pool, c)
        rest = pool[end:]
        values = values[_accepted_normals(values, 1 - numbers, d, c)]
        parts.append(values)
        count -= values.size
    y = 1 + c * np.concatenate(parts)
    return np.asarray(d * (y * y * y))


def _values_and_numbers(stream: Stream, pool: Array, c: float) -> tuple[Array, Array, int]:
    """Normal variates that have a number to be tested with, those numbers, and the position of the next pair.

    A variate below -1 / c consumes no number: pairs that contain one are found first, and later pairs are shifted.
    """
    before = [] if stream.cached is None else [stream.cached]
    q = position = len(before) and int(1 + c * before[0] > 0)
    stream.cached = None
    starts, counts, lacking = [], [], []
    begun = 0
    for i, first, second in _rejected_pairs(pool, c):
        # at the end a second variate may be kept for the number of another gamma variate
        if i >= q and (i - q) % 4 == 0 and i + 4 - first - (first and second) <= pool.size:
            starts.append(q)
            counts.append((i - q) // 4 + 1)
            begun += counts[-1]
            lacking.append((begun - 1, first, i + 2))
            q = i + 4 - first - second
    whole = max((pool.size - q) // 4, 0)
    starts.append(q)
    counts.append(whole)
    q += 4 * whole
    half = pool.size - q == 3  # a pair whose second variate is cached
    counts[-1] += half
    total = np.add.accumulate([0, *counts])
    pairs = intp.repeat(np.array(starts) - 4 * total[:-1], counts) + 4 * intp.arange(total.item(-1))
    angle, radius = _TWO_PI * pool[pairs], np.sqrt(-2.0 * log1p(-pool[pairs + 1]))
    values = np.stack([radius * cos(angle), radius * sin(angle)], -1).reshape(-1)
    positions = np.stack([pairs + 2, pairs + 3], -1).reshape(-1)
    for pair, first, number in lacking:
        if first:
            positions[2 * pair + 1] = number
    if half:
        stream.cached, values, positions, q = values.item(-1), values[:-1], positions[:-1], pool.size
    if before:
        values, positions = np.append(before, values), np.append(0 if position else -1, positions)
    return values, pool[np.minimum(positions, pool.size - 1)], q


@quiet
def _rejected_pairs(pool: Array, c: float) -> list[tuple[int, bool, bool]]:
    """The positions of pairs that contain a variate below -1 / c, and which of the two are, in order."""
    found = []
    # a radius above 1 / c, with a margin for the error of numpy's functions
    for i in intp.flatnonzero(pool[1:] > -math.expm1(-0.5 / (c * c)) - 1e-9).tolist():
        angle, radius = _TWO_PI * pool.item(i), math.sqrt(-2.0 * math.log1p(-pool.item(i + 1)))
        first, second = 1 + c * (radius * math.cos(angle)) <= 0, 1 + c * (radius * math.sin(angle)) <= 0
        if first or second:
            found.append((i, first, second))
    return found


@quiet
def _accepted_normals(x: Array, u: Array, d: float, c: float) -> Array:
    """Which normal variates are accepted with their numbers, for one shape; those close to the limit are tested with scalar arithmetic."""
    y, xx = 1 + c * x, x * x
    accepted = (u < 1 - _SQUEEZE * xx * xx) & (y > 0)
    uncertain = intp.flatnonzero(~accepted & (y > 0))
    v, bound = y[uncertain] ** 3, 0.5 * xx[uncertain]
    room = bound + d * (1 - v + np.log(v)) - np.log(u[uncertain])
    accepted[uncertain] = room > 0
    for i in uncertain[np.abs(room) <= _CLOSE_TOLERANCE * (bound + d * (1 + v))].tolist():
        y_i, xx_i = y.item(i), xx.item(i)
        v_i = y_i * y_i * y_i
        accepted[i] = math.log(u[i]) < 0.5 * xx_i + d * (1 - v_i + math.log(v_i))
    return accepted


def _sample_sequentially(stream: Stream, shapes: Iterator[float], powers: list[float], factors: list[float],
                         numbers: Iterator[float]) -> list[float]:
    variates: list[float] = []
    add, follow, log, log1p, cos, sin, sqrt = variates.append, numbers.__next__, math.log, math.log1p, math.cos, math.sin, math.sqrt
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
    return variates


#: Up to this number of variates they are faster made one by one.
_SEQUENTIAL_COUNT = 100
#: Variates whose numbers are drawn together.
_MAX_VARIATES_AT_ONCE = block_size(__name__, "_MAX_VARIATES_AT_ONCE", 1 << 15)
#: The relative distance of the two sides of a test below which it matters which library's functions computed them.
_CLOSE_TOLERANCE = 1e-12
_TWO_PI = 2.0 * math.pi
_SQUEEZE = float(np.float32(0.0331))


@quiet
def dirichlet(stream: Stream, alpha: Array) -> Array:
    """Variates that sum to 1 along the last dimension, clamped to the inside of (0, 1)."""
    info, width = np.finfo(alpha.dtype), alpha.shape[-1]
    gamma = standard_gamma(stream, alpha.astype(np.float64, copy=False)).reshape(-1, width)
    out = np.empty(gamma.shape, alpha.dtype)
    for part in row_slices(len(gamma), width, _MAX_VARIATES_AT_ONCE):
        np.divide(gamma[part], _row_sums(gamma[part]), out[part], casting="same_kind")
    np.fmax(out, info.tiny, out=out)
    return np.minimum(out, np.nextafter(alpha.dtype.type(1), alpha.dtype.type(0)), out=out).reshape(alpha.shape)


def _row_sums(a: Array) -> Array:
    """Sums along the last dimension, in PyTorch's order: four lanes, each with four interleaved accumulators."""
    width, lead = a.shape[-1], a.shape[:-1]
    groups, turns = width // 4, width // 16
    sums = _cascade_sums(a[..., :16 * turns].reshape(*lead, turns, 16)).reshape(*lead, 4, 4)
    late = a[..., 16 * turns:4 * groups].reshape(*lead, groups - 4 * turns, 4)
    lanes = _sequential_sums(np.concatenate([sums[..., :1, :], late, sums[..., 1:, :]], -2))
    return _sequential_sums(np.concatenate([a[..., 4 * groups:], lanes], -1)[..., None])


def _cascade_sums(rows: Array) -> Array:
    """Sums of rows, cascaded for accuracy: of sixteen rows, then of sixteen such sums, and so on."""
    total: Any = 0.0
    for _ in range(3):
        *lead, count, width = rows.shape
        whole = count // 16
        total = total + _sequential_sums(rows[..., 16 * whole:, :])
        rows = _sequential_sums(rows[..., :16 * whole, :].reshape(*lead, whole, 16, width))
    return np.asarray(total + _sequential_sums(rows))


def _sequential_sums(rows: Array) -> Array:
    """Sequential sums along the last dimension but one. (`np.add.accumulate` is sequential, too, but far slower on short rows.)"""
    total = np.zeros((*rows.shape[:-2], rows.shape[-1]), rows.dtype)
    for k in range(rows.shape[-2]):
        total += rows[..., k, :]
    return total
