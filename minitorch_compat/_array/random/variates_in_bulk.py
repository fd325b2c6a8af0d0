"""Variates of the same parameters in bulk, though each consumes as many numbers of the stream as it needs.

The first number of a variate depends on how many its predecessors consumed. So for every position the variate that would start there, and
the start of the next one, are computed; then the chain from variate to variate is followed, many steps at a time. No number is drawn that
is not certain to be used, since the stream has to end in the same state as PyTorch's.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from .mt19937 import Stream

Array = np.ndarray[Any, np.dtype[Any]]
#: (position after the variate, its value) for each possible start; the number of numbers plus one if they do not suffice.
CandidateFunction = Callable[[Array], tuple[Array, Array]]

#: Up to this number of variates they are faster made one by one.
SEQUENTIAL_COUNT = 100
#: Numbers processed together: sums over more of them would be less exact.
_MAX_NUMBERS_AT_ONCE = block_size(__name__, "_MAX_NUMBERS_AT_ONCE", 1 << 15)
_STRIDE = 32


def equal_parameter_slices(*parameters: Array) -> Iterator[slice]:
    """Slices of equal parameters, which are vectors; between long runs, pieces of moderate size."""
    size = parameters[0].size
    same = np.ones(max(size - 1, 0), bool)
    for p in parameters:
        same &= p[1:] == p[:-1]
    cuts = np.concatenate([[0], intp.flatnonzero(~same) + 1, [size]])
    long = intp.flatnonzero(np.diff(cuts) > SEQUENTIAL_COUNT)
    done = 0
    for first, end in zip(cuts[long].tolist(), cuts[long + 1].tolist(), strict=True):
        yield from _split_slice(done, first)
        yield slice(first, end)
        done = end
    yield from _split_slice(done, size)


def _split_slice(start: int, end: int) -> Iterator[slice]:
    """Pieces that fit into the cache while variates are made one by one."""
    return (slice(i, min(i + _MAX_NUMBERS_AT_ONCE, end)) for i in range(start, end, _MAX_NUMBERS_AT_ONCE))


def draw_in_bulk(stream: Stream, count: int, candidates: CandidateFunction) -> tuple[list[Array], int, Array]:
    """Variates that consume at least one number each, as far as bulk pays.

    Returns their values, how many are left, and numbers that have been drawn for the first of those.
    """
    rest: Array = np.empty(0)
    variates: list[Array] = []
    while count > SEQUENTIAL_COUNT and rest.size < _MAX_NUMBERS_AT_ONCE:
        numbers = np.concatenate([rest, stream.doubles(min(count, _MAX_NUMBERS_AT_ONCE))])
        after, values = candidates(numbers)
        starts = _follow_chain(after, count)
        if starts.size:
            variates.append(values[starts])
            count -= starts.size
            numbers = numbers[after[starts[-1]]:]
        rest = numbers
    return variates, count, rest


def _follow_chain(next_position: Array, max_count: int) -> Array:
    """The positions 0, after[0], after[after[0]] and so on of variates that also end within the numbers, at most `max_count`."""
    end = next_position.size
    next_position = np.append(next_position, [end + 1, end + 1])
    strided = next_position
    for _ in range(_STRIDE.bit_length() - 1):
        strided = strided[strided]
    at = 0
    hops: list[int] = []
    while at < end and len(hops) * _STRIDE < max_count:
        hops.append(at)
        at = strided.item(at)
    grid = np.empty((_STRIDE, len(hops)), np.int64)
    grid[0] = hops
    for k in range(1, _STRIDE):
        intp.take(next_position, grid[k - 1], out=grid[k])
    positions = grid.T.reshape(-1)
    return positions[next_position[positions] <= end][:max_count]


def count_consumed(combine: np.ufunc, numbers: Array, continues: Callable[[Array], Array]) -> tuple[Array, Array]:
    """For each position, of a variate that starts there: (position after its numbers, how many it consumes before the last).

    `combine` accumulates the numbers; once `continues` is false it must stay so. Where the numbers do not suffice the position is their
    number plus one, as in `CandidateFunction`.
    """
    way, count = numbers.copy(), np.zeros(numbers.size, np.int64)
    for later in range(1, numbers.size + 1):
        going = continues(way)
        if not going.any():
            break
        count[:way.size] += going
        way = combine(way[:-1], numbers[later:], out=way[:-1])
    return intp.arange(1, numbers.size + 1) + count, count


def draw_attempts_in_bulk(stream: Stream, count: int, judge: Callable[[Array, Array], tuple[Array, Array]]) -> list[Array]:
    """Variates that consume two numbers per attempt: `judge` returns which pairs are accepted, and their values."""
    variates: list[Array] = []
    while count:
        numbers = stream.doubles(2 * min(count, _MAX_NUMBERS_AT_ONCE))
        accepted, values = judge(numbers[0::2], numbers[1::2])
        variates.append(values[accepted])
        count -= variates[-1].size
    return variates
