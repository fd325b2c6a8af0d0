"""What `introsort.py` does to one row after the other, one exchange after the other, done to all parts of all rows at once.

Parts do not meet once they are parted, and the ways from both ends of a part meet its members in order: the first from the left that is
not less than the pivot changes places with the first from the right that is not greater, the second with the second, until they cross. So
all parts of a depth are parted by counting. Insertion, which ends it, leaves equal ones in order, as a stable sort does.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core import intp
from ..core.stable_order import short_keys, stable_argsort
from .introsort import SHORT, heap_selected, heapsorted

Array = np.ndarray[Any, np.dtype[Any]]


def _places(count: int) -> Array:
    """All places; of half the size where there are not very many."""
    return np.arange(count, dtype=np.int32 if count < 1 << 31 else np.int64)


def introsorted_rows(keys: Array, equal: Array | None = None) -> Array:
    """The positions of each row of integers in the order of its values, equal ones as `std::sort` leaves them.

    `equal` tells of each value but the last, in order, whether the next is equal: parts without such are in no need of being parted.
    """
    count, n = keys.shape
    if n <= SHORT:
        return intp.argsort(keys, axis=1, kind="stable")
    flat = np.ascontiguousarray(short_keys(keys)).reshape(-1)
    arranged = _places(flat.size)
    # The parts that are still long: their members one behind the other, where each part ends among them, and where it begins in `arranged`.
    values, order, ends, homes = flat.copy(), arranged.copy(), intp.arange(n, flat.size + 1, n), intp.arange(0, flat.size, n)
    so_far = None if equal is None else _equal_so_far(equal)
    for _ in range(2 * (n.bit_length() - 1)):
        ends, homes = _parts(ends, homes, _part(values, order, ends))
        lengths = _lengths(ends)
        further = lengths > SHORT
        if so_far is not None:
            further &= so_far[homes + lengths - 1] > so_far[homes]
        values, order, ends, homes = _kept(further, arranged, values, order, ends, homes)
        if not len(ends):
            break
    else:
        _through_heaps(arranged, values, order, ends, homes)
    del values, order
    rows = arranged.reshape(count, n)
    found = np.take_along_axis(rows, stable_argsort(flat[rows]), 1)
    return np.subtract(found, intp.arange(0, flat.size, n)[:, None], found, casting="same_kind")


def _equal_so_far(equal: Array) -> Array:
    """How many in order are equal to the one before, up to each; the first of a row is to none."""
    each = np.concatenate((np.zeros((len(equal), 1), bool), equal), 1).reshape(-1)
    return np.add.accumulate(each, dtype=np.int32 if each.size < 1 << 31 else np.int64)


def first_places_of_rows(keys: Array, k: int) -> Array:
    """The places of the `k` least of each row of integers in order, as `topk` takes them where they are not few."""
    places = selected_rows(keys, k - 1)[:, :k]
    before = places[:, :-1]
    final = introsorted_rows(np.take_along_axis(keys, before, 1)) if k > 1 else before
    return np.concatenate((np.take_along_axis(before, final, 1), places[:, -1:]), 1)


def selected_rows(keys: Array, nth: int) -> Array:
    """The positions of each row of integers once `std::nth_element` has brought the right one to `nth`."""
    count, n = keys.shape
    flat = np.ascontiguousarray(short_keys(keys)).reshape(-1)
    arranged = _places(flat.size)
    values, order, ends, homes = flat.copy(), arranged.copy(), intp.arange(n, flat.size + 1, n), intp.arange(0, flat.size, n)
    places = homes + nth
    for _ in range(2 * (n.bit_length() - 1)):
        values, order, ends, homes = _kept(_lengths(ends) > 3, arranged, values, order, ends, homes, few=True)
        if not len(ends):
            break
        ends, homes = _parts(ends, homes, _part(values, order, ends))
        wanted = places[homes // n]
        there = (homes <= wanted) & (wanted < homes + _lengths(ends))
        values, order, ends, homes = _kept(there, arranged, values, order, ends, homes)
    else:
        values, order, ends, homes = _kept(_lengths(ends) > 3, arranged, values, order, ends, homes, few=True)
        for start, end, home in _each(ends, homes):
            part = list(range(end - start))
            heap_selected(values[start:end].tolist(), part, 0, int(places[home // n]) - home, end - start)
            arranged[home:home + end - start] = order[start:end][part]
    return arranged.reshape(count, n) - intp.arange(0, flat.size, n)[:, None]


def _parts(ends: Array, homes: Array, cuts: Array) -> tuple[Array, Array]:
    """The parts before and behind each cut."""
    before = cuts - (ends - _lengths(ends))
    return np.stack((cuts, ends), 1).reshape(-1), np.stack((homes, homes + before), 1).reshape(-1)


def _lengths(ends: Array) -> Array:
    return np.diff(ends, prepend=0)


def _kept(kept: Array, arranged: Array, values: Array, order: Array, ends: Array, homes: Array,
          few: bool = False) -> tuple[Array, Array, Array, Array]:
    """The parts that are worked on further; the others go where they belong, in order if they are of a `few` members."""
    if kept.all():
        return values, order, ends, homes
    lengths = _lengths(ends)
    each = intp.repeat(kept, lengths)
    done = order[~each]
    if few:
        of_part = intp.repeat(intp.arange(intp.count_nonzero(~kept)), lengths[~kept])
        done = done[intp.lexsort((values[~each], of_part))]  # which is stable
    arranged[_spread(homes[~kept], lengths[~kept])] = done
    return values[each], order[each], intp.cumsum(lengths[kept]), homes[kept]


def _spread(starts: Array, lengths: Array) -> Array:
    """`lengths` whole numbers from each of `starts` on."""
    before = intp.cumsum(lengths) - lengths
    return intp.arange(lengths.sum()) + intp.repeat(starts - before, lengths)


def _part(values: Array, order: Array, ends: Array) -> Array:
    """Part each part around the middle of three; returns where the ways from both ends met."""
    starts = np.concatenate(([0], ends[:-1]))
    middle = _medians(values, starts + 1, (starts + ends) // 2, ends - 1)
    _exchange(values, order, starts, middle)
    pivots = intp.repeat(values[starts], ends - starts)
    from_left = values >= pivots
    from_left[starts] = False  # the pivot itself
    from_right = values <= pivots
    del pivots
    left, right = intp.flatnonzero(from_left), intp.flatnonzero(from_right)
    del from_left, from_right
    left_ends, right_ends = intp.searchsorted(left, ends), intp.searchsorted(right, ends)
    left_starts, lefts = _bounds(left_ends)
    _, rights = _bounds(right_ends)
    pairs = np.minimum(lefts, rights)
    up, down = left[_spread(left_starts, pairs)], right[_descending(right_ends - 1, pairs)]
    apart = up < down
    met = intp.reduceat(np.add, apart, intp.cumsum(pairs) - pairs, dtype=np.int64) if pairs.all() else _counted(apart, pairs)
    _exchange(values, order, up[apart], down[apart])
    beyond = np.where(met < lefts, left[np.minimum(left_starts + met, len(left) - 1)], ends)
    changed = np.where(met > 0, right[np.minimum(right_ends - met, len(right) - 1)], ends)
    return np.minimum(beyond, changed)


def _bounds(ends: Array) -> tuple[Array, Array]:
    starts = np.concatenate(([0], ends[:-1]))
    return starts, ends - starts


def _descending(starts: Array, lengths: Array) -> Array:
    """`lengths` whole numbers from each of `starts` down."""
    before = intp.cumsum(lengths) - lengths
    return intp.repeat(starts + before, lengths) - intp.arange(lengths.sum())


def _counted(mask: Array, lengths: Array) -> Array:
    """How often `mask` holds in stretches of `lengths`, some of which are empty."""
    so_far = np.concatenate(([0], intp.cumsum(mask)))
    ends = intp.cumsum(lengths)
    return so_far[ends] - so_far[ends - lengths]


def _exchange(values: Array, order: Array, a: Array, b: Array) -> None:
    values[a], values[b] = values[b], values[a]
    order[a], order[b] = order[b], order[a]


def _medians(values: Array, a: Array, b: Array, c: Array) -> Array:
    """Which of three places holds the middle value, as `introsort._median` chooses."""
    x, y, z = values[a], values[b], values[c]
    rising = np.where(y < z, b, np.where(x < z, c, a))
    falling = np.where(x < z, a, np.where(y < z, c, b))
    return np.where(x < y, rising, falling)


def _through_heaps(arranged: Array, values: Array, order: Array, ends: Array, homes: Array) -> None:
    """The way out for parts that go too deep."""
    for start, end, home in _each(ends, homes):
        part = heapsorted(values[start:end].tolist(), list(range(end - start)))
        arranged[home:home + end - start] = order[start:end][part]


def _each(ends: Array, homes: Array) -> list[tuple[int, int, int]]:
    return list(zip((ends - _lengths(ends)).tolist(), ends.tolist(), homes.tolist(), strict=True))
