"""`introsort.py` vectorized over all parts of all rows.

Parts are independent once they are separated, and partitioning stops at the elements of a part in order: the first from the left that is
not less than the pivot is exchanged with the first from the right that is not greater, the second with the second, until they cross. So
all parts of one depth are partitioned by counting. The final insertion sort is stable.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.axes import take_along_axis
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import row_slices
from ..core.stable_order import compress_keys, stable_argsort
from .introsort import SHORT, exchange, heap_selected, heapsorted, medians, parted

Array = np.ndarray[Any, np.dtype[Any]]
#: Elements partitioned at once: their temporaries fit into the cache, and memory does not grow with the rows.
_AT_ONCE = block_size(__name__, "_AT_ONCE", 1 << 17)
_FEW = block_size(__name__, "_FEW", 32)  # parts that are faster permuted one by one


def _places(count: int) -> Array:
    """All positions, as int32 where they fit."""
    return np.arange(count, dtype=np.int32 if count < 1 << 31 else np.int64)


def introsorted_rows(keys: Array, equal: Array | None = None) -> Array:
    """The positions of each row of integers in sorted order, with equal ones in the order of `std::sort`.

    `equal` says for each sorted value except the last whether the next is equal: parts without ties need no partitioning.
    """
    count, n = keys.shape
    if n <= SHORT:
        return intp.argsort(keys, axis=1, kind="stable")
    keys = compress_keys(keys)
    if equal is None:
        ranked = np.sort(keys, 1)
        equal = ranked[:, 1:] == ranked[:, :-1]
        del ranked
    found, depth = np.empty((count, n), _places(0).dtype if n < 1 << 31 else np.int64), 2 * (n.bit_length() - 1)
    if n > _AT_ONCE:
        for row, values, follows in zip(found, keys, equal, strict=True):
            _sort_long(values, follows, depth, row)
        return found
    for rows in row_slices(count, n, _AT_ONCE):
        found[rows] = _sorted(keys[rows], equal[rows], depth)
    return found


def _sort_long(keys: Array, equal: Array, depth: int, order: Array) -> None:
    """Write the sorted positions of one row to `order`: its longest parts are partitioned one by one."""
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
    """`introsorted_rows` for a block of rows."""
    count, n = keys.shape
    flat = np.ascontiguousarray(keys).reshape(-1)
    arranged = _places(flat.size)
    so_far = _equal_so_far(equal)
    # The parts that are still long: their elements concatenated, the end of each part among these, and its start in `arranged`.
    values, order, ends, homes = flat.copy(), arranged.copy(), intp.arange(n, flat.size + 1, n), intp.arange(0, flat.size, n)
    while True:
        lengths = _lengths(ends)
        pairs = so_far[homes + lengths - 1] - so_far[homes]
        same = (lengths > SHORT) & (pairs == lengths - 1) & (lengths < 1 << depth)  # not so long that the depth limit is reached
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
    """Permute parts of equal elements as sorting permutes so many."""
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
    """The permutation that sorting gives n equal elements: partitioning reverses all but the pivot, the middle one; then the halves."""
    if n <= SHORT:
        return _places(n)
    order = np.arange(n, 0, -1, dtype=_places(0).dtype if n < 1 << 31 else np.int64)
    order[0], order[n - n // 2] = n // 2, 0
    middle = (n + 1) // 2
    return np.concatenate((order[:middle][_equals(middle)], order[middle:][_equals(n - middle)]))


_few_equals = lru_cache(maxsize=1 << 10)(order_of_equals)


def _equals(n: int) -> Array:
    """`order_of_equals`, cached for short parts."""
    return _few_equals(n) if n <= 1 << 10 else order_of_equals(n)


def _equal_so_far(equal: Array) -> Array:
    """For each sorted element the number of ties with the predecessor so far; the first of a row has none."""
    each = np.concatenate((np.zeros((len(equal), 1), bool), equal), 1).reshape(-1)
    return np.add.accumulate(each, dtype=np.int32 if each.size < 1 << 31 else np.int64)


def first_places_of_rows(keys: Array, k: int) -> Array:
    """The positions of the `k` least integers of each row, in order, as selected by `topk` unless k is small."""
    places = selected_rows(keys, k - 1)[:, :k]
    before = places[:, :-1]
    final = introsorted_rows(np.take_along_axis(keys, before, 1)) if k > 1 else before
    return np.concatenate((np.take_along_axis(before, final, 1), places[:, -1:]), 1)


def selected_rows(keys: Array, nth: int) -> Array:
    """The permutation of each row of integers after `std::nth_element` for `nth`."""
    count, n = keys.shape
    flat = np.ascontiguousarray(compress_keys(keys)).reshape(-1)
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
    """The parts before and after each cut."""
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
    """The parts to be processed further; the others are written to `arranged`, sorted if they have a `few` elements."""
    if kept.all():
        return values, order, ends, homes
    lengths = _lengths(ends)
    each = intp.repeat(kept, lengths)
    done = order[~each]
    if few:
        of_part = intp.repeat(intp.arange(intp.count_nonzero(~kept)), lengths[~kept])
        done = done[intp.lexsort((values[~each], of_part))]  # stable
    arranged[_spread(homes[~kept], lengths[~kept])] = done
    return values[each], order[each], intp.cumsum(lengths[kept]), homes[kept]


def _spread(starts: Array, lengths: Array) -> Array:
    """The `lengths` consecutive integers from each of `starts` on."""
    before = intp.cumsum(lengths) - lengths
    return intp.arange(lengths.sum()) + intp.repeat(starts - before, lengths)


def _part(values: Array, order: Array, ends: Array) -> Array:
    """Partition each part around its median of three; returns the cuts.

    The left pointer stops at elements not less than the pivot, the right one at elements not greater; the n-th stops of both are exchanged,
    until the pointers cross. So a stop takes part if it has fewer stops of its own pointer before it than the other's after it.
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
    ahead -= from_left  # now the number of left stops before minus that of right stops after
    apart, past = ahead < 0, ahead > 0
    met = starts + intp.reduceat(np.add, apart, starts, dtype=np.int64)
    cuts = met + ~(from_left[met] | past[met])
    up, down = intp.flatnonzero(apart & from_left), intp.flatnonzero(past & from_right)
    until = intp.searchsorted(up, ends)
    number = _lengths(until)
    exchange(values, order, up, down[intp.repeat(2 * until - number - 1, number) - intp.arange(len(up))])
    return cuts


def _through_heaps(arranged: Array, values: Array, order: Array, ends: Array, homes: Array) -> None:
    """Heapsort parts that reach the depth limit."""
    for start, end, home in _each(ends, homes):
        part = heapsorted(values[start:end].tolist(), list(range(end - start)))
        arranged[home:home + end - start] = order[start:end][part]


def _each(ends: Array, homes: Array) -> list[tuple[int, int, int]]:
    return list(zip((ends - _lengths(ends)).tolist(), ends.tolist(), homes.tolist(), strict=True))
