"""Gamma variates from PyTorch's stream: Marsaglia and Tsang, A simple method for generating gamma variables, 2000.

How many numbers one variate takes depends on the numbers, so variates are made one after the other (see `feed`).
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .feed import Feed
from .mt19937 import Stream

Array = np.ndarray[Any, np.dtype[Any]]
_THIRD = float(np.float32(1) / np.float32(3))  # a constant of single precision, whatever is computed


def standard_gamma(stream: Stream, alpha: Array) -> Array:
    """A variate of unit scale for each shape parameter, at least the smallest normal number. Computed in double precision but for what
    concerns the parameter alone, which has the parameter's."""
    made = np.zeros(alpha.size)
    drawn = np.flatnonzero(alpha)
    with stream.lock:
        made[drawn] = _variates(stream, alpha.reshape(-1)[drawn])
    return np.maximum(made.astype(alpha.dtype), np.finfo(alpha.dtype).tiny).reshape(alpha.shape)


def _variates(stream: Stream, alpha: Array) -> list[float]:
    one, third = alpha.dtype.type(1), alpha.dtype.type(_THIRD)
    below = alpha < one
    least = 1 + below
    least[-2::-2] += 2  # a pair of normal values for every second variate, if one is left over from before
    feed = Feed(stream, least, lambda numbers: (numbers.tolist(),))
    raised = np.where(below, alpha + one, alpha)
    powers = (one / alpha).astype(np.float64).tolist()
    made = []
    numbers, = feed.lists
    at, known, waiting = 0, len(numbers), stream.cached
    for i, (small, d) in enumerate(zip(below.tolist(), (raised - third).astype(np.float64).tolist(), strict=True)):
        scale, c = 1.0, 1 / math.sqrt(9 * d)
        if small:
            if at == known:
                numbers, = feed.more(i, at, 4 if waiting is None else 2)
                at, known = 0, len(numbers)
            scale = (1 - numbers[at]) ** powers[i]
            at += 1
        while True:
            y = 0.0
            while y <= 0:
                if waiting is not None:
                    x, waiting = waiting, None
                else:
                    if at + 2 > known:
                        numbers, = feed.more(i, at, 3)
                        at, known = 0, len(numbers)
                    angle, radius = _TWO_PI * numbers[at], math.sqrt(-2.0 * math.log1p(-numbers[at + 1]))
                    x, waiting = radius * math.cos(angle), radius * math.sin(angle)
                    at += 2
                y = 1 + c * x
            v = y * y * y
            if at == known:
                numbers, = feed.more(i, at, 1)
                at, known = 0, len(numbers)
            u, xx = 1 - numbers[at], x * x
            at += 1
            if u < 1 - _SQUEEZE * xx * xx or math.log(u) < 0.5 * xx + d * (1 - v + math.log(v)):
                break
        made.append(scale * d * v)
    stream.cached = waiting
    return made


_TWO_PI = 2.0 * math.pi
_SQUEEZE = float(np.float32(0.0331))


def dirichlet(stream: Stream, alpha: Array) -> Array:
    """Variates that sum to 1 along the last dimension, kept inside (0, 1)."""
    gamma = standard_gamma(stream, alpha.astype(np.float64))
    info = np.finfo(alpha.dtype)
    ratio = (gamma / gamma.sum(-1, keepdims=True)).astype(alpha.dtype)
    return np.clip(ratio, info.tiny, np.nextafter(alpha.dtype.type(1), alpha.dtype.type(0)))
