"""What `introsort.py` does to one row after the other, one exchange after the other, done to all parts of all rows at once.

Parts do not meet once they are parted, and the ways from both ends of a part meet its members in order: the first from the left that is
not less than the pivot changes places with the first from the right that is not greater, the second with the second, until they cross. So
all parts of a depth are parted by counting. Insertion, which ends it, leaves equal ones in order, as a stable sort does.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.axes import take_along_axis
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import row_cuts
from ..core.stable_order import short_keys, stable_argsort
from .introsort import SHORT, exchange, heap_selected, heapsorted, medians, parted

Array = np.ndarray[Any, np.dtype[Any]]
#: Elements that are parted at once: what is done to them stays in the cache, and takes memory that does not grow with the rows.
_AT_ONCE = block_size(__name__, "_AT_ONCE", 1 << 17)
_FEW = block_size(__name__, "_FEW", 32)  # parts that are quicker turned one by one


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
    keys = short_keys(keys)
    if equal is None:
        ranked = np.sort(keys, 1)
        equal = ranked[:, 1:] == ranked[:, :-1]
        del ranked
    found, depth = np.empty((count, n), _places(0).dtype if n < 1 << 31 else np.int64), 2 * (n.bit_length() - 1)
    if n > _AT_ONCE:
        for row, values, follows in zip(found, keys, equal, strict=True):
            _sort_long(values, follows, depth, row)
        return found
    for rows in row_cuts(count, n, _AT_ONCE):
        found[rows] = _sorted(keys[rows], equal[rows], depth)
    return found


def _sort_long(keys: Array, equal: Array, depth: int, order: Array) -> None:
    """Write the positions of one row to `order`: its longest parts are parted one by one."""
    order[...] = _places(len(keys))
    values, left = keys.copy(), [(0, len(keys), depth)]
    while left:
        start, end, depth = left.pop()
        part, places, follows = values[start:end], order[start:end], equal[start:end - 1]
        if end - start <= max(_AT_ONCE, SHORT) or not depth or follows.all() or not follows.any():
            places[...] = places[_sorted(part[None], follows[None], depth)[0]]
        else:
            middle = start + parted(part, places)
            left += [(start, middle, depth - 1), (middle, end, depth - 1)]


def _sorted(keys: Array, equal: Array, depth: int) -> Array:
    """`introsorted_rows` of what is parted at once."""
    count, n = keys.shape
    flat = np.ascontiguousarray(keys).reshape(-1)
    arranged = _places(flat.size)
    so_far = _equal_so_far(equal)
    # The parts that are still long: their members one behind the other, where each part ends among them, and where it begins in `arranged`.
    values, order, ends, homes = flat.copy(), arranged.copy(), intp.arange(n, flat.size + 1, n), intp.arange(0, flat.size, n)
    while True:
        lengths = _lengths(ends)
        pairs = so_far[homes + lengths - 1] - so_far[homes]
        same = (lengths > SHORT) & (pairs == lengths - 1) & (lengths < 1 << depth)  # deep enough for halves of halves
        _turn_equal(order, ends, same)
        further = (lengths > SHORT) & (pairs > 0) & ~same
        values, order, ends, homes = _kept(further, arranged, values, order, ends, homes)
        if not len(ends):
            break
        if not depth:
            _through_heaps(arranged, values, order, ends, homes)
            break
        depth -= 1
        ends, homes = _parts(ends, homes, _part(values, order, ends))
    del values, order
    rows = arranged.reshape(count, n)
    found = take_along_axis(rows, stable_argsort(flat[rows]), 1)
    return np.subtract(found, intp.arange(0, flat.size, n)[:, None], found, casting="same_kind")


def _turn_equal(order: Array, ends: Array, which: Array) -> None:
    """Bring parts whose members are all equal into the order in which sorting leaves so many."""
    ends, lengths = ends[which], _lengths(ends)[which]
    if not len(ends):
        return
    if len(ends) < _FEW:
        for end, n in zip(ends.tolist(), lengths.tolist()):
            order[end - n:end] = order[end - n:end][_equals(n)]
        return
    sizes, kind = intp.unique(lengths, return_inverse=True)
    turned = np.concatenate([_equals(n) for n in sizes.tolist()])
    starts = ends - lengths
    order[_spread(starts, lengths)] = order[turned[_spread((intp.cumsum(sizes) - sizes)[kind], lengths)] + intp.repeat(starts, lengths)]


def order_of_equals(n: int) -> Array:
    """Where so many equal ones come from once they are sorted: all but the pivot, the middle one, turn around; then either half does."""
    if n <= SHORT:
        return _places(n)
    order = np.arange(n, 0, -1, dtype=_places(0).dtype if n < 1 << 31 else np.int64)
    order[0], order[n - n // 2] = n // 2, 0
    middle = (n + 1) // 2
    return np.concatenate((order[:middle][_equals(middle)], order[middle:][_equals(n - middle)]))


_few_equals = lru_cache(maxsize=1 << 10)(order_of_equals)


def _equals(n: int) -> Array:
    """`order_of_equals`, remembered if that is short."""
    return _few_equals(n) if n <= 1 << 10 else order_of_equals(n)


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
    return _in_turn(cuts, ends), _in_turn(homes, homes + cuts - (ends - _lengths(ends)))


def _in_turn(a: Array, b: Array) -> Array:
    found = np.empty(2 * len(a), a.dtype)
    found[::2], found[1::2] = a, b
    return found


def _lengths(ends: Array) -> Array:
    found = ends.copy()
    found[1:] -= ends[:-1]
    return found


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
    """Part each part around the middle of three; returns where the ways from both ends met.

    The way from the left stops at what is not less than the pivot, the other at what is not greater, and the first stops of both change
    places, then the second, until the ways meet. So one does that has fewer stops of its own way before it than the other has behind it.
    """
    lengths = _lengths(ends)
    starts = ends - lengths
    middle = medians(values, starts + 1, (starts + ends) // 2, ends - 1)
    exchange(values, order, starts, middle)
    pivots = intp.repeat(values[starts], lengths)
    from_left, from_right = values >= pivots, values <= pivots
    from_left[starts] = False  # the pivot itself
    del pivots
    ahead = np.add.accumulate(np.add(from_left, from_right, dtype=np.uint8), dtype=np.int32 if len(values) < 1 << 30 else np.int64)
    ahead -= intp.repeat(ahead[starts] - 1 + intp.reduceat(np.add, from_right, starts, dtype=ahead.dtype), lengths)
    ahead -= from_left  # by how many there are more stops before than behind
    apart, past = ahead < 0, ahead > 0
    met = starts + intp.reduceat(np.add, apart, starts, dtype=np.int64)
    cuts = met + ~(from_left[met] | past[met])
    up, down = intp.flatnonzero(apart & from_left), intp.flatnonzero(past & from_right)
    until = intp.searchsorted(up, ends)
    number = _lengths(until)
    exchange(values, order, up, down[intp.repeat(2 * until - number - 1, number) - intp.arange(len(up))])
    return cuts


def _through_heaps(arranged: Array, values: Array, order: Array, ends: Array, homes: Array) -> None:
    """The way out for parts that go too deep."""
    for start, end, home in _each(ends, homes):
        part = heapsorted(values[start:end].tolist(), list(range(end - start)))
        arranged[home:home + end - start] = order[start:end][part]


def _each(ends: Array, homes: Array) -> list[tuple[int, int, int]]:
    return list(zip((ends - _lengths(ends)).tolist(), ends.tolist(), homes.tolist(), strict=True))
