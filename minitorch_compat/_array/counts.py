"""Poisson and binomial variates from PyTorch's stream.

W. Hoermann: The transformed rejection method for generating Poisson random variables, 1993; The generation of binomial random variates,
1993. How many numbers one variate takes depends on the numbers: variates of the same parameters are made in bulk (see `chains`), others
one after the other (see `feed`).
"""
from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from .chains import FEW, attempts_in_bulk, first_beyond, in_bulk, runs
from .feed import Feed
from .mt19937 import Stream
from .quiet import quiet

Array = np.ndarray[Any, np.dtype[Any]]


def poisson(stream: Stream, rate: Array) -> Array:
    """A count for each rate."""
    rates = rate.ravel().astype(np.float64)
    if not (rates >= 0).all():
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    with stream.lock:
        made = [part for run in runs(rates) for part in _poisson_run(stream, rates[run])]
    return np.concatenate([np.empty(0), *made]).astype(rate.dtype).reshape(rate.shape)


def _poisson_run(stream: Stream, rates: Array) -> list[Array]:
    """Counts for rates of which all are equal if they are many."""
    count, rate = rates.size, float(rates[0])
    if count <= FEW or rates[-1] != rate or (rates != rate).any():
        return [np.array(_poisson(stream, rates))]
    if rate == 0:
        return [np.zeros(count)]
    if rate >= 10:
        return attempts_in_bulk(stream, count, partial(_judged, rate))
    made, left, rest = in_bulk(stream, count, partial(_products, rate))
    return [*made, np.array(_poisson(stream, rates[:left], rest))]


@quiet
def _products(rate: float, numbers: Array) -> tuple[Array, Array]:
    """For each place the variate that begins there: how many numbers have a product above exp(-rate)."""
    after, count, unsure = first_beyond(-np.log(numbers), rate, 1e-6)
    limit, values = math.exp(-rate), numbers.tolist()
    for place in np.flatnonzero(unsure).tolist():  # a matter of rounding: one in a million, as a rule
        product, end = 1.0, place
        while end < len(values) and (end == place or product > limit):
            product *= values[end]
            end += 1
        done = product <= limit
        after[place], count[place] = (end, end - place - 1) if done else (len(values) + 1, 0)
    return after, count


@quiet
def _judged(rate: float, first: Array, second: Array) -> tuple[Array, Array]:
    """Which attempts are accepted for a rate of at least 10, and what they give."""
    a, b, quick = _squeeze(rate)
    u = first - 0.5
    us = 0.5 - np.abs(u)
    k = np.floor((2 * a / us + b) * u + rate + 0.43)
    accepted = (us >= 0.07) & (second <= quick)
    asked = np.flatnonzero(~(accepted | (k < 0) | (us < 0.013) & (second > us)))
    us, v, counts = us[asked], second[asked], k[asked]
    kinds, which = np.unique(counts, return_inverse=True)
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    bound = (-rate + kinds * math.log(rate) - np.array([math.lgamma(n + 1.0) for n in kinds.tolist()]))[which]
    room = bound - (np.log(v) + math.log(inverse_alpha) - np.log(a / (us * us) + b))
    found = room >= 0
    for i in np.flatnonzero(~(np.abs(room) > 1e-12 * (rate + counts * (1 + math.log(rate)) + np.abs(bound) + 50))).tolist():
        found[i] = _is_probable(float(counts[i]), float(us[i]), float(v[i]), rate, a, b)
    accepted[asked] = found
    return accepted, k


def _poisson(stream: Stream, rates: Array, rest: Array | None = None) -> list[float]:
    feed = Feed(stream, np.where(rates >= 10, 2, rates > 0), lambda numbers: (numbers.tolist(),), rest)
    numbers, = feed.lists
    at, known = 0, len(numbers)
    made: list[float] = []
    squeezes: dict[float, tuple[float, ...]] = {}
    for i, rate in enumerate(rates.tolist()):
        if rate == 0:
            made.append(0)
            continue
        if rate < 10:
            limit, product, count = math.exp(-rate), 1.0, -1
            while count < 0 or product > limit:
                if at == known:
                    numbers, = feed.more(i, at, 1)
                    at, known = 0, len(numbers)
                product *= numbers[at]
                at += 1
                count += 1
            made.append(count)
            continue
        squeeze = squeezes.get(rate)
        if squeeze is None:
            squeeze = squeezes[rate] = _squeeze(rate)
        a, b, accepted = squeeze
        while True:
            if at + 2 > known:
                numbers, = feed.more(i, at, 2)
                at, known = 0, len(numbers)
            u, v = numbers[at] - 0.5, numbers[at + 1]
            at += 2
            us = 0.5 - abs(u)
            k = math.floor((2 * a / us + b) * u + rate + 0.43)
            if us >= 0.07 and v <= accepted or not (k < 0 or us < 0.013 and v > us) and _is_probable(k, us, v, rate, a, b):
                break
        made.append(k)
    return made


def _squeeze(rate: float) -> tuple[float, ...]:
    """The constants of the rejection."""
    b = 0.931 + 2.53 * math.sqrt(rate)
    return -0.059 + 0.02483 * b, b, 0.9277 - 3.6224 / (b - 2)


def _is_probable(k: float, us: float, v: float, rate: float, a: float, b: float) -> bool:
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    return (math.log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b)
            <= -rate + k * math.log(rate) - math.lgamma(k + 1.0))


def binomial(stream: Stream, count: Array, prob: Array) -> Array:
    """Successes in `count` trials of probability `prob`; computed in the precision of the arguments."""
    n, p = count.ravel(), prob.ravel()
    often = p > 0.5
    few = np.where(often, 1 - p, p)
    made = np.zeros(n.size, n.dtype)
    certain = (n <= 0) | (p <= 0) | (p >= 1)
    drawn = np.flatnonzero(~certain & (p == p))
    with stream.lock:
        made[drawn] = _Binomial(stream, n[drawn], few[drawn]).draw()
    made[drawn] = np.where(often[drawn], n[drawn] - made[drawn], made[drawn])
    made[(p >= 1) & (n > 0)] = n[(p >= 1) & (n > 0)]
    made[(p != p) & (n > 0)] = np.nan
    return made.reshape(count.shape)


class _Binomial:
    """Variates for probabilities of at most a half. What concerns the parameters alone is computed for all of them beforehand."""

    def __init__(self, stream: Stream, n: Array, p: Array) -> None:
        self.n, self.p, self.kind = n, p, n.dtype.type
        self.epsilon = float(np.finfo(n.dtype).eps)
        if n.size and (n == n[0]).all() and (p == p[0]).all():  # one pair of parameters, as it mostly is
            n, p = n[:1], p[:1]
        self.constants(n, p)
        self.feed = Feed(stream, np.where(self.many, 2, 1), self.prepare)

    def constants(self, n: Array, p: Array) -> None:
        """What follows from the parameters."""
        many = n * p >= 10
        deviation = np.sqrt(n * p * (1 - p)).astype(np.float64)
        b = (1.15 + 2.53 * deviation).astype(self.kind)
        wide = b.astype(np.float64)
        a = (-0.0873 + 0.0248 * wide + 0.01 * p.astype(np.float64)).astype(self.kind)
        c = ((n * p).astype(np.float64) + 0.5).astype(self.kind)
        accepted = (0.92 - 4.2 / wide).astype(self.kind)
        alpha = ((2.83 + 5.1 / wide) * deviation).astype(self.kind)
        self.parameters = self.nearly(n, p, a, b, c, alpha) * (self.n.size // n.size) if many.any() else []
        self.many, self.log_miss, self.a, self.b, self.c, self.accepted, self.alpha = (
            np.broadcast_to(x, self.n.shape) for x in (many, np.log1p(-p), a, b, c, accepted, alpha))

    def prepare(self, numbers: Array) -> tuple[list[Any], ...]:
        """The numbers as the two methods use them, in the precision of the parameters: u, v, 1/2 - |u| and log v."""
        u, v = (numbers - 0.5).astype(self.kind), numbers.astype(self.kind)
        us = (0.5 - np.abs(u.astype(np.float64))).astype(self.kind)
        return u.tolist(), v.tolist(), us.tolist(), _log(v).tolist()

    def draw(self) -> Array:
        """A variate for each pair of parameters."""
        feed, n, many, log_miss, accepted = self.feed, *(x.tolist() for x in (self.n, self.many, self.log_miss, self.accepted))
        least = float(self.kind(0.07))
        u, v, us, logs = feed.lists
        at, known = 0, len(v)
        made = np.zeros(len(n), self.kind)
        taken: list[tuple[int, float, float]] = []  # variates by rejection: which, u, 1/2 - |u|
        for i, trials in enumerate(n):
            if not many[i]:
                tries, found, miss = 0.0, -1, log_miss[i]
                while not tries > trials:
                    if at == known:
                        u, v, us, logs = feed.more(i, at, 1)
                        at, known = 0, len(v)
                    step = logs[at] / miss
                    whole = step // 1
                    if step - whole > 1e-6 * step and whole + tries < _WHOLE:
                        tries += whole + 1
                    else:  # where it matters how numbers are rounded
                        tries = float(self.kind(tries) + np.ceil(self.kind(logs[at]) / self.kind(miss)))
                    at += 1
                    found += 1
                made[i] = found
                continue
            while True:
                if at + 2 > known:
                    u, v, us, logs = feed.more(i, at, 2)
                    at, known = 0, len(v)
                here, at = at, at + 2
                if us[here] >= least and v[here + 1] <= accepted[i] or self.is_likely(i, u[here], us[here], v[here + 1]):
                    break
            taken.append((i, u[here], us[here]))
        if taken:
            places, *rest = zip(*taken, strict=True)
            made[list(places)] = self.found(list(places), *(np.array(x, self.kind) for x in rest))
        return made

    def found(self, i: Any, u: Any, us: Any) -> Any:
        """What attempts would give."""
        return np.floor((2 * self.a[i] / us + self.b[i]) * u + self.c[i])

    def nearly(self, *constants: Array) -> list[tuple[float, ...]]:
        """What the slow test needs of each pair of parameters, in double precision; NaN where the mode itself is a matter of rounding."""
        n, p, a, b, c, alpha = (x.astype(np.float64) for x in constants)
        odds, mode = p / (1 - p), (n + 1) * p
        m = np.where(np.abs(mode % 1 - 0.5) < 0.499, np.floor(mode), np.nan)
        log = _log((m + 1) / (odds * (n - m + 1)))
        base = (m + 0.5) * log + _tails(m) + _tails(n - m)
        unsure = 16 * self.epsilon * ((m + 0.5) * (1 + np.abs(log)) + 2 * n + 12)
        return list(zip(*(x.tolist() for x in (n, 2 * a, a, b, c, alpha, odds, m, base, unsure)), strict=True))

    def is_likely(self, i: int, u: float, us: float, v: float) -> bool:
        """Whether an attempt is accepted that the quick test has not: by Python's numbers, unless it is a matter of rounding."""
        n, double, a, b, c, alpha, odds, m, base, unsure = self.parameters[i]
        place = (double / us + b) * u + c
        k = place // 1
        near = 16 * self.epsilon * (abs(place) + n + b / us)
        if place < -near or k > n + near:
            return False
        if near < place - k < 1 - near and k <= n:
            first, second = math.log((n - m + 1) / (n - k + 1)), math.log(odds * (n - k + 1) / (k + 1))
            room = base + (n + 1) * first + (k + 0.5) * second - _tail_of(k) - _tail_of(n - k) - math.log(v * alpha / (a / (us * us) + b))
            if abs(room) > unsure + 16 * self.epsilon * ((n + 1) * abs(first) + (k + 0.5) * abs(second)):
                return room > 0
        kind = self.kind
        return bool(_is_likely(self.n[i], self.p[i], self.a[i], self.b[i], self.alpha[i], kind(us), kind(v),
                               self.found(i, kind(u), kind(us))))


#: Sums up to this are exact in single precision.
_WHOLE = 1 << 22
_log = quiet(np.log)


def _is_likely(n: Any, p: Any, a: Any, b: Any, alpha: Any, us: Any, v: Any, k: Any) -> Any:
    """The same, rounded as the precision of the arguments asks."""
    if k < 0 or k > n:
        return False
    odds = p / (1 - p)
    m = np.floor((n + 1) * p)
    bound = ((m + 0.5) * np.log((m + 1) / (odds * (n - m + 1))) + (n + 1) * np.log((n - m + 1) / (n - k + 1))
             + (k + 0.5) * np.log(odds * (n - k + 1) / (k + 1)) + _tail(m) + _tail(n - m) - _tail(k) - _tail(n - k))
    return np.log(v * alpha / (a / (us * us) + b)) <= bound


_TAILS = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
          0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287)


def _tail(k: Any) -> Any:
    """What Stirling's formula leaves of log(k!)."""
    if k <= 9:
        return k.dtype.type(_TAILS[int(k)])
    square = (k + 1) * (k + 1)
    return k.dtype.type((1 / 12 - (1 / 360 - 1 / 1260 / float(square)) / float(square)) / float(k + 1))


def _tails(k: Array) -> Array:
    square = (k + 1) * (k + 1)
    small = np.array(_TAILS)[np.clip(np.nan_to_num(k), 0, 9).astype(np.intp)]
    return np.where(k <= 9, small, (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1))


def _tail_of(k: float) -> float:
    square = (k + 1) * (k + 1)
    return _TAILS[int(k)] if k <= 9 else (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)
