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

from . import libm
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
        return [_poisson(stream, rates)]
    if rate == 0:
        return [np.zeros(count)]
    if rate >= 10:
        return attempts_in_bulk(stream, count, partial(_judged, rate))
    made, left, rest = in_bulk(stream, count, partial(_products, rate))
    return [*made, _poisson(stream, rates[:left], rest)]


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


def _poisson(stream: Stream, rates: Array, rest: Array | None = None) -> Array:
    """Counts for the rates one after the other: what the rates alone decide, and the counts of accepted attempts, are computed for all."""
    often = rates >= 10
    b = 0.931 + 2.53 * np.sqrt(rates)
    a = -0.059 + 0.02483 * b
    quick = np.where(often, 0.9277 - 3.6224 / (b - 2), libm.exp(-rates))
    feed = Feed(stream, np.where(often, 2, rates > 0), partial(_with_margins, bool(often.any())), rest)
    numbers, margins = feed.lists
    at, known = 0, len(numbers)
    made: list[float] = []
    for i, (rate, limit) in enumerate(zip(rates.tolist(), quick.tolist(), strict=True)):
        if rate >= 10:
            while True:
                if at + 2 > known:
                    numbers, margins = feed.more(i, at, 2)
                    at, known = 0, len(numbers)
                first, us, v = numbers[at], margins[at], numbers[at + 1]
                at += 2
                if us >= 0.07 and v <= limit or (us >= 0.013 or v <= us) and _is_taken(first - 0.5, us, v, rate, a.item(i), b.item(i)):
                    break
            made.append(first)
        elif rate == 0:
            made.append(0)
        else:
            product, count = 1.0, -1
            while product > limit or count < 0:
                if at == known:
                    numbers, margins = feed.more(i, at, 1)
                    at, known = 0, len(numbers)
                product *= numbers[at]
                at += 1
                count += 1
            made.append(count)
    values = np.array(made, np.float64)
    u, rates, a, b = values[often] - 0.5, rates[often], a[often], b[often]
    values[often] = np.floor((2 * a / (0.5 - np.abs(u)) + b) * u + rates + 0.43)
    return values


def _with_margins(asked: bool, numbers: Array) -> tuple[list[float], list[float]]:
    """Uniform numbers and, if they are asked for, their distances from the ends of the interval."""
    return numbers.tolist(), (0.5 - np.abs(numbers - 0.5)).tolist() if asked else []


def _is_taken(u: float, us: float, v: float, rate: float, a: float, b: float) -> bool:
    """Whether an attempt is accepted that the quick tests have left open."""
    k = math.floor((2 * a / us + b) * u + rate + 0.43)
    return k >= 0 and _is_probable(k, us, v, rate, a, b)


def _squeeze(rate: float) -> tuple[float, ...]:
    """The constants of the rejection."""
    b = 0.931 + 2.53 * math.sqrt(rate)
    return -0.059 + 0.02483 * b, b, 0.9277 - 3.6224 / (b - 2)


def _is_probable(k: float, us: float, v: float, rate: float, a: float, b: float) -> bool:
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    return (math.log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b)
            <= -rate + k * math.log(rate) - math.lgamma(k + 1.0))


def binomial(stream: Stream, count: Array, prob: Array) -> Array:
    """Successes in `count` trials of probability `prob`; what concerns the arguments alone is computed in their precision."""
    n, p = count.ravel(), prob.ravel()
    often = p > 0.5
    few = np.where(often, 1 - p, p)
    made = np.zeros(n.size, n.dtype)
    certain = (n <= 0) | (p <= 0) | (p >= 1)
    drawn = np.flatnonzero(~certain & (p == p))
    with stream.lock:
        parts = [part for run in runs(n[drawn], few[drawn]) for part in _binomial_run(stream, n[drawn[run]], few[drawn[run]])]
    made[drawn] = np.concatenate([np.empty(0), *parts])
    made[drawn] = np.where(often[drawn], n[drawn] - made[drawn], made[drawn])
    made[(p >= 1) & (n > 0)] = n[(p >= 1) & (n > 0)]
    made[(p != p) & (n > 0)] = np.nan
    return made.reshape(count.shape)


def _binomial_run(stream: Stream, n: Array, p: Array) -> list[Array]:
    """Variates for probabilities of at most a half, of which all are equal if they are many."""
    count = n.size
    if count <= FEW or (n != n[0]).any() or (p != p[0]).any() or n[0] * p[0] < 10 and n[0] >= _WHOLE:
        return [_Binomial(n, p).draw(stream)]
    one = _Binomial(n[:1], p[:1])
    if one.many[0]:
        return attempts_in_bulk(stream, count, one.judged)
    made, left, rest = in_bulk(stream, count, one.waits)
    return [*made, _Binomial(n[:left], p[:left]).draw(stream, rest)]


class _Binomial:
    """Variates for probabilities of at most a half. What multiplies and adds the parameters alone has their precision, all else double."""

    def __init__(self, n: Array, p: Array) -> None:
        self.n, self.kind = n, n.dtype.type
        self.many = n * p >= 10
        self.log_miss = np.log1p(-p)
        deviation = np.sqrt(n * p * (1 - p)).astype(np.float64)
        b = 1.15 + 2.53 * deviation
        a = -0.0873 + 0.0248 * b + 0.01 * p.astype(np.float64)
        c = (n * p).astype(np.float64) + 0.5
        accepted, alpha = 0.92 - 4.2 / b, (2.83 + 5.1 / b) * deviation
        m = np.floor((n + 1) * p)
        wide = [x.astype(np.float64) for x in (n, a, b, c, accepted, alpha, p / (1 - p), m, n + 1, n - m + 1)]
        self.constants = np.stack([*wide, *_peak(*wide)], -1)

    def draw(self, stream: Stream, rest: Array | None = None) -> Array:
        """A variate for each pair of parameters, one after the other; what accepted attempts give is computed for all."""
        n, many, log_miss, rows = self.n.tolist(), self.many.tolist(), self.log_miss.tolist(), iter(self.constants[self.many].tolist())
        feed = Feed(stream, np.where(self.many, 2, 1), self._prepared, rest)
        numbers, margins, logs = feed.lists
        at, known = 0, len(numbers)
        made: list[float] = []
        for i, trials in enumerate(n):
            if not many[i]:
                tries, found, miss = 0.0, -1, log_miss[i]
                while not tries > trials:
                    if at == known:
                        numbers, margins, logs = feed.more(i, at, 1)
                        at, known = 0, len(numbers)
                    step = logs[at] / miss
                    whole = step // 1
                    if step - whole > 1e-6 * step and whole + tries < _WHOLE:
                        tries += whole + 1
                    else:  # where it matters how numbers are rounded
                        tries = float(self.kind(tries) + np.ceil(self.kind(logs[at]) / self.kind(miss)))
                    at += 1
                    found += 1
                made.append(found)
                continue
            constants = next(rows)
            accepted = constants[4]
            while True:
                if at + 2 > known:
                    numbers, margins, logs = feed.more(i, at, 2)
                    at, known = 0, len(numbers)
                first, us, v = numbers[at], margins[at], numbers[at + 1]
                at += 2
                if us >= 0.07 and v <= accepted or _is_right(constants, first - 0.5, us, v):
                    break
            made.append(first)
        return self._counts(np.array(made, np.float64))

    def _prepared(self, numbers: Array) -> tuple[list[float], ...]:
        """Uniform numbers, their distances from the ends of the interval and, if they are asked for, their logarithms."""
        return *_with_margins(bool(self.many.any()), numbers), [] if self.many.all() else _log(numbers.astype(self.kind)).tolist()

    def _counts(self, made: Array) -> Array:
        """The variates, of which `made` has the numbers that attempts were accepted for."""
        u = made[self.many] - 0.5
        _, a, b, c, *_ = self.constants[self.many].T
        made[self.many] = np.floor((2 * a / (0.5 - np.abs(u)) + b) * u + c)
        return made

    @quiet
    def judged(self, first: Array, second: Array) -> tuple[Array, Array]:
        """Which attempts are accepted for the one pair of parameters, and what they give."""
        constants = self.constants[0].tolist()
        n, a, b, c, quick, alpha, odds, m, more, missed, peak, *_ = constants
        u = first - 0.5
        us = 0.5 - np.abs(u)
        k = np.floor((2 * a / us + b) * u + c)
        accepted = (us >= 0.07) & (second <= quick)
        asked = np.flatnonzero(~accepted & (k >= 0) & (k <= n))
        us, v, counts = us[asked], second[asked], k[asked]
        left = n - counts
        terms = (peak, more * np.log(missed / (left + 1)),
                 (counts + 0.5) * np.log(odds * (left + 1) / (counts + 1)))
        room = (terms[0] + terms[1] + terms[2] + _tail(m) + _tail(n - m) - _tails(counts) - _tails(left)
                - np.log(v * alpha / (a / (us * us) + b)))
        found = room >= 0
        unsure = 1e-13 * (abs(terms[0]) + np.abs(terms[1]) + np.abs(terms[2]) + 3 * n + 100)
        for i in np.flatnonzero(~(np.abs(room) > unsure)).tolist():
            found[i] = _is_likely(constants, float(us[i]), float(v[i]), float(counts[i]))
        accepted[asked] = found
        return accepted, k

    @quiet
    def waits(self, numbers: Array) -> tuple[Array, Array]:
        """For each place the variate that begins there: how many waits for a success fit into the trials."""
        steps = np.ceil(_log(numbers.astype(self.kind)) / self.log_miss).astype(np.float64)
        return first_beyond(steps, float(self.n[0]), 0.0)[:2]  # sums of whole numbers are exact


#: Sums up to this are exact in single precision.
_WHOLE = 1 << 22
_log = quiet(np.log)


def _is_right(constants: list[float], u: float, us: float, v: float) -> bool:
    """Whether an attempt is accepted that the quick test has left open."""
    n, a, b, c, *_ = constants
    k = math.floor((2 * a / us + b) * u + c)
    return 0 <= k <= n and _is_likely(constants, us, v, k)


def _peak(n: Array, _a: Array, _b: Array, _c: Array, _accepted: Array, _alpha: Array, odds: Array, m: Array, *_rest: Array) -> list[Array]:
    """What the likeliest number of successes, `m`, contributes to the bound of an attempt."""
    return [(m + 0.5) * libm.log((m + 1) / (odds * (n - m + 1))), _tails(m), _tails(n - m)]


def _is_likely(constants: list[float], us: float, v: float, k: float) -> bool:
    """Whether an attempt is accepted that the quick test has not."""
    n, a, b, _, _, alpha, odds, _, more, missed, peak, tail, other_tail = constants
    left = n - k
    bound = (peak + more * math.log(missed / (left + 1)) + (k + 0.5) * math.log(odds * (left + 1) / (k + 1)) + tail + other_tail
             - _tail(k) - _tail(left))
    return v == 0 or math.log(v * alpha / (a / (us * us) + b)) <= bound


_TAILS = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
          0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287)


def _tail(k: float) -> float:
    """What Stirling's formula leaves of log(k!)."""
    if k <= 9:
        return _TAILS[int(k)]
    square = (k + 1) * (k + 1)
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)


def _tails(k: Array) -> Array:
    square = (k + 1) * (k + 1)
    small = np.array(_TAILS)[np.clip(np.nan_to_num(k), 0, 9).astype(np.intp)]
    return np.where(k <= 9, small, (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1))
