"""Poisson and binomial variates from PyTorch's stream.

W. Hoermann: The transformed rejection method for generating Poisson random variables, 1993; The generation of binomial random variates,
1993. How many numbers one variate takes depends on the numbers, so variates are made one after the other.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .mt19937 import Stream

Array = np.ndarray[Any, np.dtype[Any]]


def poisson(stream: Stream, rate: Array) -> Array:
    """A count for each rate."""
    return np.array([_poisson(stream, r) for r in rate.ravel().tolist()], np.float64).astype(rate.dtype).reshape(rate.shape)


def _poisson(stream: Stream, rate: float) -> float:
    if not rate >= 0:
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    if rate >= 10:
        return _poisson_of_many(stream, rate)
    if rate == 0:
        return 0
    limit, product, count = math.exp(-rate), stream.double(), 0
    while product > limit:
        product *= stream.double()
        count += 1
    return count


def _poisson_of_many(stream: Stream, rate: float) -> float:
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    accepted = 0.9277 - 3.6224 / (b - 2)
    while True:
        u = stream.double() - 0.5
        v = stream.double()
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + rate + 0.43)
        if us >= 0.07 and v <= accepted:
            return k
        if k < 0 or us < 0.013 and v > us:
            continue
        if math.log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b) <= -rate + k * math.log(rate) - math.lgamma(k + 1.0):
            return k


def binomial(stream: Stream, count: Array, prob: Array) -> Array:
    """Successes in `count` trials of probability `prob`; computed in the precision of the arguments."""
    made = [_binomial(stream, n, p) for n, p in zip(count.ravel(), prob.ravel(), strict=True)]
    return np.array(made, count.dtype).reshape(count.shape)


def _binomial(stream: Stream, n: Any, p: Any) -> Any:
    if n <= 0 or p <= 0:
        return 0
    if p >= 1:
        return n
    if p > 0.5:
        return n - _seldom(stream, n, 1 - p)
    return _seldom(stream, n, p) if p <= 0.5 else np.nan


def _seldom(stream: Stream, n: Any, p: Any) -> Any:
    """The same for a probability of at most a half."""
    kind = n.dtype.type
    if n * p >= 10:
        return _by_rejection(stream, n, p, kind)
    log_miss, tries, found = np.log1p(-p), kind(0), kind(0)
    while True:
        tries += np.ceil(np.log(kind(stream.double())) / log_miss)
        if tries > n:
            return found
        found += 1


def _by_rejection(stream: Stream, n: Any, p: Any, kind: Any) -> Any:
    deviation = np.sqrt(n * p * (1 - p))
    b = kind(1.15 + 2.53 * float(deviation))
    a = kind(-0.0873 + 0.0248 * float(b) + 0.01 * float(p))
    c = kind(float(n * p) + 0.5)
    accepted = kind(0.92 - 4.2 / float(b))
    odds = p / (1 - p)
    alpha = kind((2.83 + 5.1 / float(b)) * float(deviation))
    m = np.floor((n + 1) * p)
    while True:
        u = kind(stream.double() - 0.5)
        v = kind(stream.double())
        us = kind(0.5 - abs(float(u)))
        k = np.floor((2 * a / us + b) * u + c)
        if us >= 0.07 and v <= accepted:
            return k
        if k < 0 or k > n:
            continue
        bound = ((m + 0.5) * np.log((m + 1) / (odds * (n - m + 1))) + (n + 1) * np.log((n - m + 1) / (n - k + 1))
                 + (k + 0.5) * np.log(odds * (n - k + 1) / (k + 1)) + _tail(m) + _tail(n - m) - _tail(k) - _tail(n - k))
        if np.log(v * alpha / (a / (us * us) + b)) <= bound:
            return k


_TAILS = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
          0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287)


def _tail(k: Any) -> Any:
    """What Stirling's formula leaves of log(k!)."""
    if k <= 9:
        return k.dtype.type(_TAILS[int(k)])
    square = (k + 1) * (k + 1)
    return k.dtype.type((1 / 12 - (1 / 360 - 1 / 1260 / float(square)) / float(square)) / float(k + 1))
