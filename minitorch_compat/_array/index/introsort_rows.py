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
from .introsort import INSERTION_LENGTH, exchange, heap_select, heapsort, median_positions, partition

Array = np.ndarray[Any, np.dtype[Any]]
#: Elements partitioned at once: their temporaries fit into the cache, and memory does not grow with the rows.
_BLOCK_SIZE = block_size(__name__, "_BLOCK_SIZE", 1 << 17)
_SMALL_COUNT = block_size(__name__, "_SMALL_COUNT", 32)  # parts that are faster permuted one by one


def _all_positions(count: int) -> Array:
    """All positions, as int32 where they fit."""
    return np.arange(count, dtype=np.int32 if count < 1 << 31 else np.int64)


def introsort_rows(keys: Array, equal: Array | None = None) -> Array:
    """The positions of each row of integers in sorted order, with equal ones in the order of `std::sort`.

    `equal` says for each sorted value except the last whether the next is equal: parts without ties need no partitioning.
    """
    count, n = keys.shape
    if n <= INSERTION_LENGTH:
        return intp.argsort(keys, axis=1, kind="stable")
    keys = compress_keys(keys)
    if equal is None:
        ranked = np.sort(keys, 1)
        equal = ranked[:, 1:] == ranked[:, :-1]
        del ranked
    found, depth = np.empty((count, n), _all_positions(0).dtype if n < 1 << 31 else np.int64), 2 * (n.bit_length() - 1)
    if n > _BLOCK_SIZE:
        for row, values, follows in zip(found, keys, equal, strict=True):
            _sort_long_row(values, follows, depth, row)
        return found
    for rows in row_slices(count, n, _BLOCK_SIZE):
        found[rows] = _sort_block(keys[rows], equal[rows], depth)
    return found


def _sort_long_row(keys: Array, equal: Array, depth: int, order: Array) -> None:
    """Write the sorted positions of one row to `order`: its longest parts are partitioned one by one."""
    order[...] = _all_positions(len(keys))
    values, left = keys.copy(), [(0, len(keys), depth)]
    while left:
        start, end, depth = left.pop()
        part, positions, follows = values[start:end], order[start:end], equal[start:end - 1]
        if end - start <= max(_BLOCK_SIZE, INSERTION_LENGTH) or not depth or follows.all() or not follows.any():
            positions[...] = positions[_sort_block(part[None], follows[None], depth)[0]]
        else:
            middle = start + partition(part, positions)
            left += [(start, middle, depth - 1), (middle, end, depth - 1)]


def _sort_block(keys: Array, equal: Array, depth: int) -> Array:
    """`introsort_rows` for a block of rows."""
    count, n = keys.shape
    flat = np.ascontiguousarray(keys).reshape(-1)
    result = _all_positions(flat.size)
    tie_counts = _tie_counts(equal)
    # The parts that are still long: their elements concatenated, the end of each part among these, and its offset in `result`.
    values, order, ends, offsets = flat.copy(), result.copy(), intp.arange(n, flat.size + 1, n), intp.arange(0, flat.size, n)
    while True:
        lengths = _part_lengths(ends)
        pairs = tie_counts[offsets + lengths - 1] - tie_counts[offsets]
        same = (lengths > INSERTION_LENGTH) & (pairs == lengths - 1) & (lengths < 1 << depth)  # not so long that the depth limit is reached
        _permute_equal_parts(order, ends, same)
        further = (lengths > INSERTION_LENGTH) & (pairs > 0) & ~same
        values, order, ends, offsets = _keep_parts(further, result, values, order, ends, offsets)
        if not len(ends):
            break
        if not depth:
            _heapsort_parts(result, values, order, ends, offsets)
            break
        depth -= 1
        ends, offsets = _split_parts(ends, offsets, _partition_parts(values, order, ends))
    del values, order
    rows = result.reshape(count, n)
    found = take_along_axis(rows, stable_argsort(flat[rows]), 1)
    return np.subtract(found, intp.arange(0, flat.size, n)[:, None], found, casting="same_kind")


def _permute_equal_parts(order: Array, ends: Array, which: Array) -> None:
    """Permute parts of equal elements as sorting permutes so many."""
    ends, lengths = ends[which], _part_lengths(ends)[which]
    if not len(ends):
        return
    if len(ends) < _SMALL_COUNT:
        for end, n in zip(ends.tolist(), lengths.tolist()):
            order[end - n:end] = order[end - n:end][_equal_order(n)]
        return
    sizes, kind = intp.unique(lengths, return_inverse=True)
    orders = np.concatenate([_equal_order(n) for n in sizes.tolist()])
    starts = ends - lengths
    order[_ranges(starts, lengths)] = order[orders[_ranges((intp.cumsum(sizes) - sizes)[kind], lengths)] + intp.repeat(starts, lengths)]


def order_of_equal_elements(n: int) -> Array:
    """The permutation that sorting gives n equal elements: partitioning reverses all but the pivot, the middle one; then the halves."""
    if n <= INSERTION_LENGTH:
        return _all_positions(n)
    order = np.arange(n, 0, -1, dtype=_all_positions(0).dtype if n < 1 << 31 else np.int64)
    order[0], order[n - n // 2] = n // 2, 0
    middle = (n + 1) // 2
    return np.concatenate((order[:middle][_equal_order(middle)], order[middle:][_equal_order(n - middle)]))


_cached_equal_order = lru_cache(maxsize=1 << 10)(order_of_equal_elements)


def _equal_order(n: int) -> Array:
    """`order_of_equal_elements`, cached for short parts."""
    return _cached_equal_order(n) if n <= 1 << 10 else order_of_equal_elements(n)


def _tie_counts(equal: Array) -> Array:
    """For each sorted element the number of ties with the predecessor so far; the first of a row has none."""
    each = np.concatenate((np.zeros((len(equal), 1), bool), equal), 1).reshape(-1)
    return np.add.accumulate(each, dtype=np.int32 if each.size < 1 << 31 else np.int64)


def first_k_positions_of_rows(keys: Array, k: int) -> Array:
    """The positions of the `k` least integers of each row, in order, as selected by `topk` unless k is small."""
    positions = nth_element_of_rows(keys, k - 1)[:, :k]
    before = positions[:, :-1]
    final = introsort_rows(np.take_along_axis(keys, before, 1)) if k > 1 else before
    return np.concatenate((np.take_along_axis(before, final, 1), positions[:, -1:]), 1)


def nth_element_of_rows(keys: Array, nth: int) -> Array:
    """The permutation of each row of integers after `std::nth_element` for `nth`."""
    count, n = keys.shape
    flat = np.ascontiguousarray(compress_keys(keys)).reshape(-1)
    result = _all_positions(flat.size)
    values, order, ends, offsets = flat.copy(), result.copy(), intp.arange(n, flat.size + 1, n), intp.arange(0, flat.size, n)
    positions = offsets + nth
    for _ in range(2 * (n.bit_length() - 1)):
        values, order, ends, offsets = _keep_parts(_part_lengths(ends) > 3, result, values, order, ends, offsets, sort_rest=True)
        if not len(ends):
            break
        ends, offsets = _split_parts(ends, offsets, _partition_parts(values, order, ends))
        wanted = positions[offsets // n]
        there = (offsets <= wanted) & (wanted < offsets + _part_lengths(ends))
        values, order, ends, offsets = _keep_parts(there, result, values, order, ends, offsets)
    else:
        values, order, ends, offsets = _keep_parts(_part_lengths(ends) > 3, result, values, order, ends, offsets, sort_rest=True)
        for start, end, offset in _part_bounds(ends, offsets):
            part = list(range(end - start))
            heap_select(values[start:end].tolist(), part, 0, int(positions[offset // n]) - offset, end - start)
            result[offset:offset + end - start] = order[start:end][part]
    return result.reshape(count, n) - intp.arange(0, flat.size, n)[:, None]


def _split_parts(ends: Array, offsets: Array, cuts: Array) -> tuple[Array, Array]:
    """The parts before and after each cut."""
    return _interleave(cuts, ends), _interleave(offsets, offsets + cuts - (ends - _part_lengths(ends)))


def _interleave(a: Array, b: Array) -> Array:
    found = np.empty(2 * len(a), a.dtype)
    found[::2], found[1::2] = a, b
    return found


def _part_lengths(ends: Array) -> Array:
    found = ends.copy()
    found[1:] -= ends[:-1]
    return found


def _keep_parts(keep: Array, result: Array, values: Array, order: Array, ends: Array, offsets: Array,
                sort_rest: bool = False) -> tuple[Array, Array, Array, Array]:
    """The parts to be processed further; the others are written to `result`, sorted if they have a `sort_rest` elements."""
    if keep.all():
        return values, order, ends, offsets
    lengths = _part_lengths(ends)
    kept_elements = intp.repeat(keep, lengths)
    done = order[~kept_elements]
    if sort_rest:
        part_index = intp.repeat(intp.arange(intp.count_nonzero(~keep)), lengths[~keep])
        done = done[intp.lexsort((values[~kept_elements], part_index))]  # stable
    result[_ranges(offsets[~keep], lengths[~keep])] = done
    return values[kept_elements], order[kept_elements], intp.cumsum(lengths[keep]), offsets[keep]


def _ranges(starts: Array, lengths: Array) -> Array:
    """The `lengths` consecutive integers from each of `starts` on."""
    before = intp.cumsum(lengths) - lengths
    return intp.arange(lengths.sum()) + intp.repeat(starts - before, lengths)


def _partition_parts(values: Array, order: Array, ends: Array) -> Array:
    """Partition each part around its median of three; returns the cuts.

    The left pointer stops at elements not less than the pivot, the right one at elements not greater; the n-th stops of both are exchanged,
    until the pointers cross. So a stop takes part if it has fewer stops of its own pointer before it than the other's after it.
    """
    lengths = _part_lengths(ends)
    starts = ends - lengths
    middle = median_positions(values, starts + 1, (starts + ends) // 2, ends - 1)
    exchange(values, order, starts, middle)
    pivots = intp.repeat(values[starts], lengths)
    from_left, from_right = values >= pivots, values <= pivots
    from_left[starts] = False  # the pivot itself
    del pivots
    balance = np.add.accumulate(np.add(from_left, from_right, dtype=np.uint8), dtype=np.int32 if len(values) < 1 << 30 else np.int64)
    balance -= intp.repeat(balance[starts] - 1 + intp.reduceat(np.add, from_right, starts, dtype=balance.dtype), lengths)
    balance -= from_left  # now the number of left stops before minus that of right stops after
    not_crossed, crossed = balance < 0, balance > 0
    cut_positions = starts + intp.reduceat(np.add, not_crossed, starts, dtype=np.int64)
    cuts = cut_positions + ~(from_left[cut_positions] | crossed[cut_positions])
    up, down = intp.flatnonzero(not_crossed & from_left), intp.flatnonzero(crossed & from_right)
    until = intp.searchsorted(up, ends)
    number = _part_lengths(until)
    exchange(values, order, up, down[intp.repeat(2 * until - number - 1, number) - intp.arange(len(up))])
    return cuts


def _heapsort_parts(result: Array, values: Array, order: Array, ends: Array, offsets: Array) -> None:
    """Heapsort parts that reach the depth limit."""
    for start, end, offset in _part_bounds(ends, offsets):
        part = heapsort(values[start:end].tolist(), list(range(end - start)))
        result[offset:offset + end - start] = order[start:end][part]


def _part_bounds(ends: Array, offsets: Array) -> list[tuple[int, int, int]]:
    return list(zip((ends - _part_lengths(ends)).tolist(), ends.tolist(), offsets.tolist(), strict=True))
