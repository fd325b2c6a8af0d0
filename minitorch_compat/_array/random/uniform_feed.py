"""Uniform numbers for variates that take as many as they need.

Which number is a variate's first depends on how many those before it took, so variates of different parameters are made one after the
other, each in as few steps as it takes. (Whether an attempt succeeds can be asked for all variates that could meet it, in bulk; but those
are the more the longer the bulk is: fifty for stretches of 250 variates, and asking fifty takes numpy longer than Python takes for one.
Guessing what attempts mean to their variates from what they would mean to others, and proving it afterwards in bulk, still leaves a third
to be asked one by one, and takes as long on the whole.) So a step has to be short: what parameters or numbers alone decide is prepared
in bulk, and an attempt is judged exactly only where a quicker judgement leaves a doubt.
What can be done for all at once is done so: the numbers are drawn in bulk, yet never one that is not certain to be used, since the stream
has to stand where PyTorch's stands.
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
#: So many numbers are prepared at a time: Python's are made in memory that those before have left, which is in the cache.
_PREPARED = block_size(__name__, "_PREPARED", 1 << 12)


def feed(stream: Stream, left: Callable[[], int], least: Array, prepare: Prepare, rest: Array | None = None) -> Iterator[Any]:
    """What `prepare` makes of the numbers, one after the other, for variates of which `left()` have not been begun.

    `least`: how many numbers each variate takes at least; `rest`: numbers that have been drawn for the first, but do not suffice.
    """
    ahead = np.zeros(least.size + 1, np.int64)
    np.add.accumulate(least[::-1], out=ahead[1:])
    return chain.from_iterable(_parts(stream, left, ahead, prepare, rest))


def feed_few(stream: Stream, left: Callable[[], int], least: list[int]) -> Iterator[float]:
    """The same of few variates, the numbers themselves."""
    return chain.from_iterable(_parts(stream, left, [0, *accumulate(reversed(least))], np.ndarray.tolist, None))


def _parts(stream: Stream, left: Callable[[], int], ahead: Any, prepare: Prepare, rest: Array | None) -> Iterator[Any]:
    numbers = stream.doubles(int(ahead[-1])) if rest is None else rest
    while True:  # somebody waits for a number
        for start in range(0, numbers.size, _PREPARED):
            yield prepare(numbers[start:start + _PREPARED])
        numbers = stream.doubles(1 + int(ahead[left()]))
