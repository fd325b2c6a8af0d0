"""Poisson and binomial variates from PyTorch's stream.

W. Hoermann: The transformed rejection method for generating Poisson random variables, 1993; The generation of binomial random variates,
1993. The number of uniform numbers that a variate consumes depends on their values: variates of the same parameters are made in bulk (see
`draw_in_bulk`), others one by one (see `feed`).
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, partial
from operator import itemgetter
from typing import Any, cast

import numpy as np

from ..core import intp
from ..core.execution.quiet import quiet
from ..special import libm
from ..special.libm import log_factorial
from .mt19937 import Stream
from .uniform_feed import feed_few_numbers, feed_numbers
from .variates_in_bulk import SEQUENTIAL_COUNT, count_consumed, draw_attempts_in_bulk, draw_in_bulk, equal_parameter_slices

Array = np.ndarray[Any, np.dtype[Any]]
#: Uniform numbers in this range are at least 0.07 from 0 and 1.
_LOW, _HIGH = 0.07, math.nextafter(0.93, 0)
#: Counts are less than this.
_MAX_COUNT = 2.0**63
#: The relative distance of the two sides of a test below which it matters in which steps, and by which library, they are computed.
_CLOSE_TOLERANCE = 1e-13
#: Up to this number of rates, none above the second number, Python arithmetic is faster than numpy.
_PYTHON_COUNT, _PYTHON_MAX_RATE = 64, 1e9


def poisson(stream: Stream, rate: Array) -> Array:
    """A count for each rate."""
    rates = rate.ravel().astype(np.float64)
    if not (rates >= 0).all():
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    drawn = intp.flatnonzero(rates)
    positive = rates if drawn.size == rates.size else rates[drawn]
    with stream.lock:
        if drawn.size <= _PYTHON_COUNT and not (rates > _PYTHON_MAX_RATE).any():
            counts = np.array(_poisson_in_python(stream, positive.tolist()), np.float64)
        else:
            parts = [part for run in equal_parameter_slices(positive) for part in _poisson_equal_rates(stream, positive[run])]
            counts = np.concatenate([np.empty(0), *parts])
    if positive is not rates:
        variates = np.zeros(rates.size)
        variates[drawn] = counts
        counts = variates
    return counts.astype(rate.dtype).reshape(rate.shape)


def _poisson_equal_rates(stream: Stream, rates: Array) -> list[Array]:
    """Counts for rates that are all equal if there are many."""
    count, rate = rates.size, float(rates[0])
    if count <= SEQUENTIAL_COUNT or rates[-1] != rate or (rates != rate).any():
        return [_poisson_sequential(stream, rates)]
    if rate >= 10:
        return draw_attempts_in_bulk(stream, count, partial(_judge_attempts, rate))
    variates, remaining, rest = draw_in_bulk(stream, count, partial(_poisson_by_products, rate))
    return [*variates, _poisson_sequential(stream, rates[:remaining], rest)]


def _poisson_by_products(rate: float, numbers: Array) -> tuple[Array, Array]:
    """For each position the variate that starts there: the number of uniform numbers whose running product is above exp(-rate)."""
    return count_consumed(np.multiply, numbers, partial(np.less, math.exp(-rate)))


@quiet
def _judge_attempts(rate: float, first: Array, second: Array) -> tuple[Array, Array]:
    """Which attempts are accepted for a rate of at least 10, and their counts."""
    a, b, quick, log_rate, log_inverse_alpha = (c.item() for c in _rejection_constants(np.array([rate])))
    u = first - 0.5
    us = 0.5 - np.abs(u)
    k = _floor_to_int64((2 * a / us + b) * u + rate + 0.43)
    accepted = (us >= 0.07) & (second <= quick)
    uncertain = intp.flatnonzero(~(accepted | (k < 0) | (us < 0.013) & (second > us)))
    us, v = us[uncertain], second[uncertain]
    kinds, which = intp.unique(k[uncertain], return_inverse=True)
    bound = (-rate + kinds * log_rate - libm.log_factorials(kinds))[which]
    accepted[uncertain] = libm.log(v) + log_inverse_alpha - libm.log(a / (us * us) + b) <= bound
    return accepted, k


@quiet
def _poisson_sequential(stream: Stream, rates: Array, rest: Array | None = None) -> Array:
    """Counts for positive rates, one by one; expressions in the rates alone, and counts of accepted attempts, are computed for all."""
    is_large = rates >= 10
    large = rates[is_large]
    a, b, quick = _hat_constants(large)
    limits = np.empty(rates.size)
    limits[is_large] = -quick
    limits[~is_large] = libm.exp(-rates[~is_large])
    waiting: Any = iter(limits.tolist())
    numbers = feed_numbers(stream, waiting.__length_hint__, 1 + is_large, np.ndarray.tolist, rest)
    counts, firsts = _sample_sequentially(waiting, large.tolist(), numbers)
    values = np.empty(rates.size)
    values[~is_large] = np.frombuffer(counts, np.uint8)
    u = np.array(firsts) - 0.5
    values[is_large] = _floor_to_int64((2 * a / (0.5 - np.abs(u)) + b) * u + large + 0.43)
    return values


def _poisson_in_python(stream: Stream, rates: list[float]) -> list[float]:
    """The same for a few rates, in Python arithmetic."""
    large = [rate for rate in rates if rate >= 10]
    limits = [-_hat_constants(rate)[2] if rate >= 10 else math.exp(-rate) for rate in rates]
    waiting: Any = iter(limits)
    numbers = feed_few_numbers(stream, waiting.__length_hint__, [1 + (limit < 0) for limit in limits])
    counts, firsts = _sample_sequentially(waiting, large, numbers)
    small, others = iter(counts), iter(firsts)
    return [_accepted_count(rate, next(others)) if rate >= 10 else next(small) for rate in rates]


def _accepted_count(rate: float, first: float) -> float:
    """The count of an accepted attempt."""
    (a, b, _), u = _hat_constants(rate), first - 0.5
    return math.floor((2 * a / (0.5 - abs(u)) + b) * u + rate + 0.43)


def _floor_to_int64(x: Array) -> Array:
    """The floor as an int64 value; numbers out of range become the smallest."""
    return np.where(x < _MAX_COUNT, np.floor(x), -_MAX_COUNT)


def _sample_sequentially(limits: Iterator[float], rates: list[float], numbers: Iterator[float]) -> tuple[bytearray, list[float]]:
    """The count for each rate below 10, which is never near 255, and the first number of the attempt that is accepted for each other, whose
    limits are negative."""
    counts, firsts = bytearray(), list[float]()
    add, next_number, log, sqrt, lgamma, floor = counts.append, numbers.__next__, math.log, math.sqrt, math.lgamma, math.floor
    low, high, logs = _LOW, _HIGH, libm.first_log_factorials()
    table_size = len(logs)
    for limit, first in zip(limits, numbers):  # in this order: no number is drawn once all variates are made
        if first <= limit:
            add(0)
            continue
        if limit >= 0:
            product, count = first, 1
            for number in numbers:
                product *= number
                if product <= limit:
                    break
                count += 1
            add(count)
            continue
        while True:
            v = next_number()
            if v <= -limit and low <= first <= high:
                break
            us = first if first < 0.5 else 1 - first
            if us >= 0.013 or v <= us:
                rate = rates[len(firsts)]
                b = 0.931 + 2.53 * sqrt(rate)
                a = -0.059 + 0.02483 * b
                x = (2 * a / us + b) * (first - 0.5) + rate + 0.43
                if 0 <= x < _MAX_COUNT:
                    if not v:
                        break
                    k = floor(x)
                    orders, log_chance = logs[k] if k < table_size else lgamma(k + 1.0), k * log(rate)
                    margin = log_chance - rate - orders - log(v * (1.1239 + 1.1328 / (b - 3.4)) / (a / (us * us) + b))
                    tolerance = _CLOSE_TOLERANCE * (log_chance + orders + rate)
                    if margin > tolerance or margin >= -tolerance and _is_accepted(rate, k, us, v):
                        break
            first = next_number()
        firsts.append(first)
    return counts, firsts


def _hat_constants(rates: Any) -> tuple[Any, ...]:
    """The constants of the hat function, and the limit up to which attempts are accepted without a test."""
    b = 0.931 + 2.53 * (math.sqrt(rates) if rates.__class__ is float else np.sqrt(rates))
    return -0.059 + 0.02483 * b, b, 0.9277 - 3.6224 / (b - 2)


def _rejection_constants(rates: Array) -> tuple[Array, ...]:
    """The constants of the rejection test."""
    a, b, quick = _hat_constants(rates)
    return a, b, quick, libm.log(rates), libm.log(1.1239 + 1.1328 / (b - 3.4))


def _is_accepted(rate: float, k: int, us: float, v: float) -> bool:
    """Whether an attempt with count k is accepted, computed in exactly PyTorch's steps."""
    a, b, _, log_rate, log_inverse_alpha = (c.item() for c in _rejection_constants(np.array([rate])))
    return math.log(v) + log_inverse_alpha - math.log(a / (us * us) + b) <= -rate + k * log_rate - log_factorial(k)


@quiet
def binomial(stream: Stream, count: Array, prob: Array) -> Array:
    """Successes in `count` trials with probability `prob`; expressions in the arguments alone are computed in their precision."""
    n, p = count.ravel(), prob.ravel()
    is_flipped = p > 0.5
    probability = np.where(is_flipped, 1 - p, p)
    variates = np.zeros(n.size, n.dtype)
    certain = (n <= 0) | (p <= 0) | (p >= 1)
    drawn = intp.flatnonzero(~certain & (p == p))
    with stream.lock:
        parts = [part for run in equal_parameter_slices(n[drawn], probability[drawn])
                 for part in _binomial_equal_parameters(stream, n[drawn[run]], probability[drawn[run]])]
    variates[drawn] = np.concatenate([np.empty(0), *parts])
    variates[drawn] = np.where(is_flipped[drawn], n[drawn] - variates[drawn], variates[drawn])
    variates[(p >= 1) & (n > 0)] = n[(p >= 1) & (n > 0)]
    variates[(p != p) & (n > 0)] = np.nan
    return variates.reshape(count.shape)


def _binomial_equal_parameters(stream: Stream, n: Array, p: Array) -> list[Array]:
    """Variates for probabilities of at most 1/2 that are all equal if there are many."""
    count = n.size
    if count <= SEQUENTIAL_COUNT or (n != n[0]).any() or (p != p[0]).any() or (
            n[0] >= _MAX_EXACT_COUNT and (n[0] * p[0] < 10 or n.dtype.itemsize == 4)):
        return [_Binomial(n, p).draw(stream)]
    one = _Binomial(n[:1], p[:1])
    if one.by_rejection[0]:
        return draw_attempts_in_bulk(stream, count, one.judge_attempts)
    variates, remaining, rest = draw_in_bulk(stream, count, one.variates_at_positions)
    return [*variates, _Binomial(n[:remaining], p[:remaining]).draw(stream, rest)]


class _Binomial:
    """Variates for probabilities of at most 1/2. Expressions in the parameters alone have their precision, all others are float64."""

    def __init__(self, n: Array, p: Array) -> None:
        self.n, self.kind = n, n.dtype.type
        self.by_rejection = n * p >= 10
        self.log_failure = np.log1p(-p)
        self.constants = _binomial_rejection_constants(n[self.by_rejection], p[self.by_rejection])

    @quiet
    def draw(self, stream: Stream, rest: Array | None = None) -> Array:
        """A variate for each pair of parameters, one by one; the values of accepted attempts are computed for all at once."""
        n, by_rejection = self.n, self.by_rejection
        integers = n.astype(np.int64) if (n < _MAX_EXACT_COUNT).all() else n  # integers, for indexing lists
        waiting = iter((integers if (integers == n).all() else n).tolist())
        numbers = feed_numbers(stream, waiting.__length_hint__, 1 + by_rejection, self._prepare_numbers, rest)
        limits = self.log_failure.astype(np.float64)
        limits[by_rejection] = self.constants[3]
        firsts, logs = (numbers, numbers) if by_rejection.all() or not by_rejection.any() else (map(itemgetter(i), numbers) for i in (0, 1))
        variates = np.array(self._sample_waiting_times(waiting, limits.tolist(), firsts, logs))
        u = variates[by_rejection] - 0.5
        a, b, c, *_ = self.constants
        variates[by_rejection] = np.floor((2 * a / (0.5 - np.abs(u)) + b) * u + c)
        return variates

    def _prepare_numbers(self, numbers: Array) -> Any:
        """Uniform numbers, or their logarithms, or pairs of both if both are needed."""
        if self.by_rejection.all():
            return numbers.tolist()
        logs = _log(numbers.astype(self.kind)).tolist()
        return zip(numbers.tolist(), logs) if self.by_rejection.any() else logs

    def _sample_waiting_times(self, waiting: Iterator[float], limits: list[float], firsts: Iterator[float],
                              logs: Iterator[float]) -> list[float]:
        """For each pair of parameters with a small product the variate; for others the first number of the accepted attempt."""
        variates: list[float] = []
        add, next_number, log, lgamma, floor, low, high = variates.append, firsts.__next__, math.log, math.lgamma, math.floor, _LOW, _HIGH
        is_inexact = (self.n >= _MAX_EXACT_COUNT).any()  # some are not exact in the precision of the parameters
        is_integral = not is_inexact and not (self.n % 1).any()
        of_a, of_b, of_c, offsets, slopes = (c.tolist() for c in (*self.constants[:3], *self._log_probability_constants()))
        orders, position = libm.first_log_factorials(), -1
        table_size = len(orders)
        for n, limit in zip(waiting, limits):
            if limit < 0:  # the logarithm of a probability
                if is_inexact:
                    add(self._count_waiting_times(n, limit, logs))
                    continue
                found, margin = 0, n + 1
                tolerance = 1e-6 * margin
                for log_number in logs:
                    step = log_number / limit
                    if step > margin:
                        break
                    whole = step // 1
                    if step - whole <= tolerance:  # the rounding may matter
                        whole = float(np.ceil(self.kind(log_number) / self.kind(limit))) - 1
                    margin -= whole + 1
                    if margin < 1:
                        break
                    found += 1
                add(found)
                continue
            position += 1
            for first in firsts:
                v = next_number()
                if v <= limit and low <= first <= high:
                    break
                a, us = of_a[position], first if first < 0.5 else 1 - first
                x = (2 * a / us + of_b[position]) * (first - 0.5) + of_c[position]
                if not 0 <= x < math.inf:
                    continue
                k: Any = floor(x)
                left: Any = n - k
                if left < 0:
                    continue
                if is_integral and v:  # the log-probability of k, from log factorials
                    tolerance = 1e-9 if n < table_size else 1e-12 * n
                    margin = (offsets[position] + k * slopes[position] - (orders[k] if k < table_size else lgamma(k + 1.0))
                              - (orders[left] if left < table_size else lgamma(left + 1.0)) - log(v / (a / (us * us) + of_b[position])))
                    if margin > tolerance:
                        break
                    if margin < -tolerance:
                        continue
                if self._is_accepted(position, n, k, us, v):
                    break
            add(first)
        return variates

    @quiet
    def _log_probability_constants(self) -> tuple[Array, Array]:
        """The part of the log-probabilities of k that does not depend on k, and the coefficient of their linear part."""
        *_, alpha, odds, more, missed, _, tail, other_tail = self.constants
        slope, m = np.log(odds), more - missed
        both = tail + other_tail - (more + 1) + math.log(2 * math.pi)  # Stirling's formula for the factorials of m and n - m
        return (m + 0.5) * np.log(m + 1) + (missed - 0.5) * np.log(missed) + both - m * slope - np.log(alpha), slope

    def _is_accepted(self, position: int, n: float, k: Any, us: float, v: float) -> bool:
        """Whether an attempt with value k is accepted, computed in exactly PyTorch's steps."""
        a, b, _, _, alpha, odds, more, missed, peak, tail, other_tail = (c.item(position) for c in self.constants)
        left, log, tails = n - k, math.log, _compute_stirling_tails()
        above, below, table_size = k + 1, left + 1, len(tails) if k.__class__ is left.__class__ is int else 0
        if n >= _MAX_EXACT_COUNT:
            k, left, above, below = _counts_in_precision(self.kind, n, k)
            table_size = 0
        bound = (peak + more * log(missed / below) + (k + 0.5) * log(odds * below / above) + tail + other_tail
                 - (tails[k] if k < table_size else _stirling_tail(k)) - (tails[left] if left < table_size else _stirling_tail(left)))
        return v == 0 or log(v * alpha / (a / (us * us) + b)) <= bound

    def _count_waiting_times(self, n: float, limit: float, logs: Iterator[float]) -> int:
        """The number of waiting times that fit into so many trials that not all of them are exact."""
        found, rest = 0, n
        for log_number in logs:
            step = log_number / limit
            if step > rest + 1:
                break
            whole = step // 1
            if not step - whole > 1e-6 * step:
                whole = float(np.ceil(self.kind(log_number) / self.kind(limit))) - 1
            rest = rest - whole - 1 if n < _MAX_EXACT_COUNT else n - float(self.kind(n - rest) + self.kind(whole + 1))
            if rest < 0:
                break
            found += 1
        return found

    @quiet
    def judge_attempts(self, first: Array, second: Array) -> tuple[Array, Array]:
        """Which attempts are accepted for the single pair of parameters, and their values."""
        n, (a, b, c, quick, alpha, odds, more, missed, peak, tail, other_tail) = self.n.item(), (c.item() for c in self.constants)
        u = first - 0.5
        us = 0.5 - np.abs(u)
        k = np.floor((2 * a / us + b) * u + c)
        accepted = (us >= 0.07) & (second <= quick)
        uncertain = intp.flatnonzero(~accepted & (k >= 0) & (k <= n))
        us, v, counts = us[uncertain], second[uncertain], k[uncertain]
        left = n - counts
        bound = (peak + more * libm.log(missed / (left + 1)) + (counts + 0.5) * libm.log(odds * (left + 1) / (counts + 1))
                 + tail + other_tail - _stirling_tails(counts) - _stirling_tails(left))
        accepted[uncertain] = libm.log(v * alpha / (a / (us * us) + b)) <= bound
        return accepted, k

    @quiet
    def variates_at_positions(self, numbers: Array) -> tuple[Array, Array]:
        """For each position the variate that starts there: the number of waiting times for a success that fit into the trials."""
        steps = np.ceil(_log(numbers.astype(self.kind)) / self.log_failure).astype(np.float64)
        return count_consumed(np.add, steps, partial(np.greater_equal, float(self.n[0])))


#: Up to this, sums are exact in float32.
_MAX_EXACT_COUNT = 1 << 22
_log = quiet(np.log)


@quiet
def _binomial_rejection_constants(n: Array, p: Array) -> tuple[Array, ...]:
    """The constants of the rejection test."""
    deviation = np.sqrt(n * p * (1 - p)).astype(np.float64)
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p.astype(np.float64)
    odds, m, more = (x.astype(np.float64) for x in (p / (1 - p), np.floor((n + 1) * p), n + 1))
    missed = n - m + 1
    return (a, b, (n * p).astype(np.float64) + 0.5, 0.92 - 4.2 / b, (2.83 + 5.1 / b) * deviation, odds, more, missed,
            (m + 0.5) * libm.log((m + 1) / (odds * missed)), _stirling_tails(m), _stirling_tails(n - m))


def _counts_in_precision(kind: Any, n: float, k: float) -> tuple[float, ...]:
    """k, n - k, k + 1 and n - k + 1 in the precision of the parameters."""
    one, count = kind(1), kind(k)
    left = kind(n) - count
    return float(count), float(left), float(count + one), float(left + one)


@cache
def _compute_stirling_tails() -> list[float]:
    return cast("list[float]", _stirling_tails(intp.arange(4096.0)).tolist())


_STIRLING_TAILS = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
                   0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287)


def _stirling_tail(k: float) -> float:
    """The remainder of Stirling's formula for log(k!)."""
    if k <= 9:
        return _STIRLING_TAILS[int(k)]
    square = (k + 1) * (k + 1)
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)


def _stirling_tails(k: Array) -> Array:
    square = (k + 1) * (k + 1)
    small = np.array(_STIRLING_TAILS)[np.where(k <= 9, k, 9.0).astype(np.int64)]
    return np.where(k <= 9, small, (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1))
