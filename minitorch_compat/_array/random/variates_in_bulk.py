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
Look = Callable[[Array], tuple[Array, Array]]

#: Up to this number of variates they are faster made one by one.
FEW = 100
#: Numbers processed together: sums over more of them would be less exact.
_MOST = block_size(__name__, "_MOST", 1 << 15)
_STRIDE = 32


def runs(*parameters: Array) -> Iterator[slice]:
    """Slices of equal parameters, which are vectors; between long runs, pieces of moderate size."""
    size = parameters[0].size
    same = np.ones(max(size - 1, 0), bool)
    for p in parameters:
        same &= p[1:] == p[:-1]
    cuts = np.concatenate([[0], intp.flatnonzero(~same) + 1, [size]])
    long = intp.flatnonzero(np.diff(cuts) > FEW)
    done = 0
    for first, end in zip(cuts[long].tolist(), cuts[long + 1].tolist(), strict=True):
        yield from _pieces(done, first)
        yield slice(first, end)
        done = end
    yield from _pieces(done, size)


def _pieces(start: int, end: int) -> Iterator[slice]:
    """Pieces that fit into the cache while variates are made one by one."""
    return (slice(i, min(i + _MOST, end)) for i in range(start, end, _MOST))


def in_bulk(stream: Stream, count: int, look: Look) -> tuple[list[Array], int, Array]:
    """Variates that consume at least one number each, as far as bulk pays.

    Returns their values, how many are left, and numbers that have been drawn for the first of those.
    """
    rest: Array = np.empty(0)
    made: list[Array] = []
    while count > FEW and rest.size < _MOST:
        numbers = np.concatenate([rest, stream.doubles(min(count, _MOST))])
        after, values = look(numbers)
        starts = _followed(after, count)
        if starts.size:
            made.append(values[starts])
            count -= starts.size
            numbers = numbers[after[starts[-1]]:]
        rest = numbers
    return made, count, rest


def _followed(after: Array, most: int) -> Array:
    """The positions 0, after[0], after[after[0]] and so on of variates that also end within the numbers, at most `most`."""
    end = after.size
    after = np.append(after, [end + 1, end + 1])
    far = after
    for _ in range(_STRIDE.bit_length() - 1):
        far = far[far]
    at = 0
    hops: list[int] = []
    while at < end and len(hops) * _STRIDE < most:
        hops.append(at)
        at = far.item(at)
    grid = np.empty((_STRIDE, len(hops)), np.int64)
    grid[0] = hops
    for k in range(1, _STRIDE):
        intp.take(after, grid[k - 1], out=grid[k])
    places = grid.T.reshape(-1)
    return places[after[places] <= end][:most]


def taken(combine: np.ufunc, numbers: Array, goes_on: Callable[[Array], Array]) -> tuple[Array, Array]:
    """For each position, of a variate that starts there: (position after its numbers, how many it consumes before the last).

    `combine` accumulates the numbers; once `goes_on` is false it must stay so. Where the numbers do not suffice the position is their
    number plus one, as in `Look`.
    """
    way, count = numbers.copy(), np.zeros(numbers.size, np.int64)
    for later in range(1, numbers.size + 1):
        going = goes_on(way)
        if not going.any():
            break
        count[:way.size] += going
        way = combine(way[:-1], numbers[later:], out=way[:-1])
    return intp.arange(1, numbers.size + 1) + count, count


def attempts_in_bulk(stream: Stream, count: int, judge: Callable[[Array, Array], tuple[Array, Array]]) -> list[Array]:
    """Variates that consume two numbers per attempt: `judge` returns which pairs are accepted, and their values."""
    made: list[Array] = []
    while count:
        numbers = stream.doubles(2 * min(count, _MOST))
        accepted, values = judge(numbers[0::2], numbers[1::2])
        made.append(values[accepted])
        count -= made[-1].size
    return made
