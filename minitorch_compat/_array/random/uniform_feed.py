"""Uniform numbers for variates that consume as many as they need.

The first number of a variate depends on how many its predecessors consumed, so variates of different parameters are made one by one, each
in few steps. (All attempts could be tested in bulk for every variate that might make them; but their number grows with the size of the
bulk: it is fifty for stretches of 250 variates, and fifty tests in numpy take longer than one in Python. Guessing acceptance from other
parameters, and verifying it in bulk, still leaves a third to be tested singly, and takes as long in all.) So steps have to be short:
expressions in parameters or numbers alone are computed in bulk, and an attempt is tested exactly only if a quick test is inconclusive.
Numbers are drawn in bulk, too, but never one that is not certain to be used, since the stream has to end in the same state as PyTorch's.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, chain
from typing import Any

import numpy as np

from ..core.execution.block_sizes import block_size
from .mt19937 import Stream

Array = np.ndarray[Any, np.dtype[Any]]
Prepare = Callable[[Array], Any]
#: Numbers that are prepared at a time: Python floats then reuse memory that is in the cache.
_PREPARE_BLOCK = block_size(__name__, "_PREPARE_BLOCK", 1 << 12)


def feed_numbers(stream: Stream, remaining: Callable[[], int], min_numbers: Array, prepare: Prepare,
                 rest: Array | None = None) -> Iterator[Any]:
    """Yield what `prepare` makes of the numbers, for variates of which `remaining()` have not been started.

    `min_numbers` is the least number that each variate consumes; `rest` are numbers that have been drawn for the first, but do not suffice.
    """
    buffered = np.zeros(min_numbers.size + 1, np.int64)
    np.add.accumulate(min_numbers[::-1], out=buffered[1:])
    return chain.from_iterable(_draw_blocks(stream, remaining, buffered, prepare, rest))


def feed_few_numbers(stream: Stream, remaining: Callable[[], int], min_numbers: list[int]) -> Iterator[float]:
    """The same for few variates; yields the numbers themselves."""
    return chain.from_iterable(_draw_blocks(stream, remaining, [0, *accumulate(reversed(min_numbers))], np.ndarray.tolist, None))


def _draw_blocks(stream: Stream, remaining: Callable[[], int], buffered: Any, prepare: Prepare, rest: Array | None) -> Iterator[Any]:
    numbers = stream.doubles(int(buffered[-1])) if rest is None else rest
    while True:  # the consumer needs another number
        for start in range(0, numbers.size, _PREPARE_BLOCK):
            yield prepare(numbers[start:start + _PREPARE_BLOCK])
        numbers = stream.doubles(1 + int(buffered[remaining()]))
