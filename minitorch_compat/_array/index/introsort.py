"""The C++ library's order of elements that compare equal. `std::sort` is quicksort with a final insertion sort, or heapsort beyond a depth
limit; `std::nth_element` partitions towards one position; `std::partial_sort` keeps the first k in a heap.

NaN compares equal to everything, so a row with one is left partly sorted. All work on lists: `v` has the values, `o` their positions.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core import intp
from ..core.stable_order import order_keys

Array = np.ndarray[Any, np.dtype[Any]]
#: Parts up to this length are left to insertion sort.
INSERTION_LENGTH = 16
#: Parts up to this length are faster partitioned element by element.
_LONG_LENGTH = 256


def introsort_list(v: list[Any]) -> list[int]:
    """The positions of `v` in sorted order."""
    n = len(v)
    o = list(range(n))
    if n < 2:
        return o
    _quicksort(v, o, 0, n, 2 * (n.bit_length() - 1))
    for i in range(1, min(n, INSERTION_LENGTH)):
        if v[o[i]] < v[o[0]]:
            o.insert(0, o.pop(i))
        else:
            _insert(v, o, i)
    for i in range(INSERTION_LENGTH, n):
        _insert(v, o, i)
    return o


def first_k_positions(keys: Array, k: int) -> list[int]:
    """The positions of the `k` least integers of a row, in order, as selected by `topk`: with a heap if k is small."""
    if 64 * k <= len(keys):
        return _first_k_by_heap(keys, k)
    order = _nth_element(keys, k - 1)[:k]
    before = order[:-1]
    return [*before[introsort_list(keys[before].tolist())].tolist(), int(order[-1])]


_HEAP_BLOCK = 64


def _first_k_by_heap(keys: Array, k: int) -> list[int]:
    """Positions of the `k` least, by a heap of the first `k` whose maximum is replaced by each later element that is less."""
    if k == 1:
        return [int(intp.argmin(keys))]
    v, o = keys[:k].tolist(), list(range(k))
    _make_heap(v, o)
    of = dict(enumerate(v))
    start, length = k, _HEAP_BLOCK
    while start < len(keys):  # only elements less than the maximum can enter, ever fewer
        block = keys[start:start + length]
        entering = intp.flatnonzero(block < of[o[0]])
        for position, value in zip((entering + start).tolist(), block[entering].tolist()):
            if value < of[o[0]]:
                of[position] = value
                _sift_up(of, o, 0, k, position)
        start, length = start + length, 2 * length
    return _sort_heap(of, o)


def _nth_element(keys: Array, nth: int) -> Array:
    """The permutation of a row after `std::nth_element` for `nth`."""
    order, depth, first, last = _partition_towards(keys, nth)
    positions = order[first:last]
    v, o = keys[positions].tolist(), list(range(last - first))
    _nth_element_in_list(v, o, nth - first, depth)
    order[first:last] = positions[o]
    return order


def _nth_element_in_list(v: list[Any], o: list[int], nth: int, depth: int) -> None:
    """The same, one exchange at a time."""
    first, last = 0, len(o)
    while last - first > 3:
        if not depth:
            return heap_select(v, o, first, nth, last)
        depth -= 1
        middle = _median(v, o, first + 1, (first + last) // 2, last - 1)
        o[first], o[middle] = o[middle], o[first]
        cut = _partition(v, o, first + 1, last, v[o[first]])
        first, last = (cut, last) if nth >= cut else (first, cut)
    o[first:last] = sorted(o[first:last], key=v.__getitem__)


def heap_select(v: list[Any], o: list[int], first: int, nth: int, last: int) -> None:
    """Heap selection, which `std::nth_element` falls back to beyond the depth limit."""
    heap = o[first:nth + 1]
    _make_heap(v, heap)
    for i in range(nth + 1, last):
        if v[o[i]] < v[heap[0]]:
            item, o[i] = o[i], heap[0]
            _sift_up(v, heap, 0, len(heap), item)
    heap[0], heap[-1] = heap[-1], heap[0]
    o[first:nth + 1] = heap


def positions_of_slots(rows: Array, slots: Array) -> Array:
    """The position of the element that sorting moves to the given slot, per row without NaN. Only the part with the slot is sorted."""
    keys = order_keys(rows.view(np.uint8) if rows.dtype.kind == "b" else rows)
    return np.array([_position_of_slot(row, slot) for row, slot in zip(keys, slots.tolist())], np.int64)


def _position_of_slot(keys: Array, slot: int) -> int:
    order, depth, first, last = _partition_towards(keys, slot)
    positions = order[first:last]
    part = keys[positions].tolist()
    return int(positions[_position_of_slot_in_list(part, slot - first, depth)])


def _partition_towards(keys: Array, slot: int) -> tuple[Array, int, int, int]:
    """Partition towards `slot`, vectorized while parts are long; returns the permutation, the depth left, and the part with the slot."""
    values, order, depth = keys.copy(), intp.arange(len(keys)), 2 * (len(keys).bit_length() - 1)
    first, last = 0, len(keys)
    while depth and last - first > _LONG_LENGTH:
        depth -= 1
        cut = first + partition(values[first:last], order[first:last])
        first, last = (cut, last) if slot >= cut else (first, cut)
    return order, depth, first, last


def partition(values: Array, order: Array) -> int:
    """Partition around the median of three, with the exchanges of `_partition` done at once; returns the cut."""
    n = len(values)
    exchange(values, order, 0, int(median_positions(values, 1, n // 2, n - 1)))
    up, down = intp.flatnonzero(values[1:] >= values[0]), intp.flatnonzero(values <= values[0])[::-1]
    up += 1
    pairs = min(len(up), len(down))
    exchanged = int(intp.count_nonzero(up[:pairs] < down[:pairs]))  # left stops ascend, right stops descend
    exchange(values, order, up[:exchanged], down[:exchanged])
    return min([n, *up[exchanged:exchanged + 1].tolist(), *down[:exchanged][-1:].tolist()])


def exchange(values: Array, order: Array, a: Any, b: Any) -> None:
    """Exchange the elements at positions `a` with those at positions `b`."""
    values[a], values[b] = values[b], values[a]
    order[a], order[b] = order[b], order[a]


def median_positions(values: Array, a: Any, b: Any, c: Any) -> Array:
    """The position of the median of three, with the ties of `_median`."""
    x, y, z = values[a], values[b], values[c]
    rising = np.where(y < z, b, np.where(x < z, c, a))
    falling = np.where(x < z, a, np.where(y < z, c, b))
    return np.where(x < y, rising, falling)


def _position_of_slot_in_list(v: list[Any], slot: int, depth: int) -> int:
    """The position in `v` of the element that sorting moves to `slot`, one exchange at a time. The final insertion sort is stable."""
    first, last = 0, len(v)
    o = list(range(last))
    while last - first > INSERTION_LENGTH:
        if not depth:
            return heapsort(v, o[first:last])[slot - first]
        depth -= 1
        middle = _median(v, o, first + 1, (first + last) // 2, last - 1)
        o[first], o[middle] = o[middle], o[first]
        cut = _partition(v, o, first + 1, last, v[o[first]])
        first, last = (cut, last) if slot >= cut else (first, cut)
    return sorted(o[first:last], key=v.__getitem__)[slot - first]


def _insert(v: list[Any], o: list[int], i: int) -> None:
    """Move the element at `i` down to its place; an earlier one is known not to be greater."""
    item = o[i]
    value = v[item]
    while value < v[o[i - 1]]:
        o[i] = o[i - 1]
        i -= 1
    o[i] = item


def _quicksort(v: list[Any], o: list[int], first: int, last: int, depth: int) -> None:
    """Partition recursively until the parts are short."""
    while last - first > INSERTION_LENGTH:
        if not depth:
            o[first:last] = heapsort(v, o[first:last])
            return
        depth -= 1
        middle = _median(v, o, first + 1, (first + last) // 2, last - 1)
        o[first], o[middle] = o[middle], o[first]
        cut = _partition(v, o, first + 1, last, v[o[first]])
        _quicksort(v, o, cut, last, depth)
        last = cut


def _median(v: Any, o: Any, a: int, b: int, c: int) -> int:
    """The position of the median of three."""
    x, y, z = v[o[a]], v[o[b]], v[o[c]]
    if x < y:
        return b if y < z else c if x < z else a
    return a if x < z else c if y < z else b


def _partition(v: list[Any], o: list[int], i: int, j: int, pivot: Any) -> int:
    """Hoare partition: move elements less than `pivot` to the front; equal ones are exchanged, too."""
    while True:
        while v[o[i]] < pivot:
            i += 1
        j -= 1
        while pivot < v[o[j]]:
            j -= 1
        if not i < j:
            return i
        o[i], o[j] = o[j], o[i]
        i += 1


def heapsort(v: list[Any], o: list[int]) -> list[int]:
    """`o` sorted by value, by heapsort."""
    _make_heap(v, o)
    return _sort_heap(v, o)


def _make_heap(v: Any, o: list[int]) -> None:
    """Make `o` a max-heap."""
    for parent in range((len(o) - 2) // 2, -1, -1):
        _sift_up(v, o, parent, len(o), o[parent])


def _sort_heap(v: Any, o: list[int]) -> list[int]:
    """Sort a heap."""
    for last in range(len(o) - 1, 0, -1):
        item, o[last] = o[last], o[0]
        _sift_up(v, o, 0, last, item)
    return o


def _sift_up(v: Any, o: list[int], hole: int, size: int, item: int) -> None:
    """Insert `item` at the top of a heap: the hole sinks to a leaf, then the item rises from there."""
    top, child = hole, hole
    while child < (size - 1) // 2:
        child = 2 * (child + 1)
        child -= v[o[child]] < v[o[child - 1]]
        o[hole] = o[child]
        hole = child
    if size % 2 == 0 and child == (size - 2) // 2:
        o[hole] = o[2 * child + 1]
        hole = 2 * child + 1
    while hole > top and v[o[(hole - 1) // 2]] < v[item]:
        o[hole] = o[(hole - 1) // 2]
        hole = (hole - 1) // 2
    o[hole] = item


def mode_position(v: list[Any]) -> int:
    """The position of the last element of the first longest run of equal values in sorted order."""
    o = introsort_list(v)
    longest = length = best = 0
    for k, position in enumerate(o):
        length += 1
        if k + 1 == len(o) or v[position] != v[o[k + 1]]:
            if length > longest:
                longest, best = length, position
            length = 0
    return best
