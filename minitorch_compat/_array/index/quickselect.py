"""The position at which quickselect ends: Hoare's algorithm with a median-of-three pivot (N. Devillard's), as in PyTorch.

Among equal elements it depends on every exchange. The code exchanges integers that encode an element's rank and its original
position; the codes of equal elements are consecutive.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core import intp
from ..core.stable_order import order_keys

Array = np.ndarray[Any, np.dtype[Any]]


_LONG_LENGTH = 256  # elements: shorter parts are faster processed element by element


def quickselect_positions(rows: Array, k: int) -> Array:
    """The positions of the k-th least values of the rows, as quickselect finds them. NaN is the largest."""
    count, length = rows.shape
    keys = order_keys(rows)
    if count <= 4 * length and length > _LONG_LENGTH:
        return np.array([_select_in_long_row(row, k) for row in keys], np.int64)
    codes = _ranks(keys) * length + intp.arange(length)
    if count > 4 * length:  # the number of steps is that of the longest row
        return _select_in_rows(codes, k)
    return np.array([_select_in_row(row, k) for row in codes.tolist()], np.int64)


def _ranks(keys: Array) -> Array:
    if keys.dtype.itemsize < 8 or keys.min() >= -1 << 31 and keys.max() < 1 << 31:
        return keys.astype(np.int64)
    return intp.unique(keys, return_inverse=True)[1].reshape(keys.shape)


def _select_in_long_row(keys: Array, k: int) -> int:
    """The same as `_select_in_row`, with all exchanges around a pivot done at once while there are many."""
    keys, positions = keys.copy(), intp.arange(len(keys))
    low, high = 0, len(keys) - 1

    def swap(i: Any, j: Any) -> None:
        for a in (keys, positions):
            a[i], a[j] = a[j], a[i]

    while high - low > _LONG_LENGTH:
        swap(low + (high - low) // 2, low + 1)
        for i, j in ((low + 1, high), (low, high), (low + 1, low)):
            if keys[i] > keys[j]:
                swap(i, j)
        pivot = keys[low]
        left = intp.flatnonzero(keys[low + 2:high + 1] >= pivot) + (low + 2)
        right = (intp.flatnonzero(keys[low + 1:high] <= pivot) + (low + 1))[::-1]
        pairs = min(len(left), len(right))
        exchanged = int(intp.count_nonzero(left[:pairs] <= right[:pairs]))  # left stops ascend, right stops descend
        first, last = left[:exchanged], right[:exchanged]
        for a in (keys, positions):
            a[first], a[last] = a[last], a[first]
        up = int(left[exchanged - 1]) if exchanged else low + 1
        down = int(right[exchanged - 1]) if exchanged else high
        i = up + 1 + int(intp.argmax(keys[up + 1:high + 1] >= pivot))
        j = down - 1 - int(intp.argmax(keys[low:down][::-1] <= pivot))
        swap(low, j)
        if j <= k:
            low = i
        if j >= k:
            high = j - 1
    if not low <= k <= high:  # the pointers crossed at k
        return int(positions[k])
    rest = slice(low, high + 1)
    codes = _ranks(keys[rest][None])[0] * (high + 1 - low) + intp.arange(high + 1 - low)
    return int(positions[rest][_select_in_row(codes.tolist(), k - low)])


def _select_in_row(codes: list[int], k: int) -> int:
    length = len(codes)

    def put_in_order(i: int, j: int) -> None:
        if codes[i] // length > codes[j] // length:
            codes[i], codes[j] = codes[j], codes[i]

    low, high = 0, length - 1
    while high > low + 1:
        middle, i, j = low + (high - low) // 2, low + 1, high
        codes[middle], codes[i] = codes[i], codes[middle]
        put_in_order(i, high)
        put_in_order(low, high)
        put_in_order(i, low)
        least = codes[low] // length * length  # the least code with the pivot's rank
        greatest = least + length - 1
        while True:
            i += 1
            while codes[i] < least:
                i += 1
            j -= 1
            while codes[j] > greatest:
                j -= 1
            if j < i:
                break
            codes[i], codes[j] = codes[j], codes[i]
        codes[low], codes[j] = codes[j], codes[low]
        if j <= k:
            low = i
        if j >= k:
            high = j - 1
    if high == low + 1:
        put_in_order(low, high)
    return codes[k] % length


def _select_in_rows(codes: Array, k: int) -> Array:
    """The same for many rows at once, in common steps, of which each row takes as many as it needs."""
    count, length = codes.shape
    codes, start = codes.flatten(), intp.arange(count) * length
    low, high = start.copy(), start + (length - 1)
    while True:
        going = high > low + 1
        pair = high == low + 1
        _order_pairs(codes, length, low[pair], high[pair])
        start, low, high = start[going], low[going], high[going]
        if not start.size:
            return codes.reshape(count, length)[:, k] % length
        middle, second = low + (high - low) // 2, low + 1
        codes[middle], codes[second] = codes[second], codes[middle]
        for i, j in ((second, high), (low, high), (second, low)):
            _order_pairs(codes, length, i, j)
        i, j = _partition_rows(codes, second, high.copy(), codes[low] // length * length, length)
        codes[low], codes[j] = codes[j], codes[low]
        low, high = np.where(j <= start + k, i, low), np.where(j >= start + k, j - 1, high)


def _order_pairs(codes: Array, length: int, i: Array, j: Array) -> None:
    wrong = codes[i] // length > codes[j] // length
    i, j = i[wrong], j[wrong]
    codes[i], codes[j] = codes[j], codes[i]


def _partition_rows(codes: Array, i: Array, j: Array, least: Array, length: int) -> tuple[Array, Array]:
    """Hoare partition of many rows: exchange elements on the wrong side of the pivot; returns where the pointers crossed."""
    left = intp.arange(len(i))
    while left.size:
        first = _advance_pointers(codes, i[left] + 1, 1, np.less, least[left])
        last = _advance_pointers(codes, j[left] - 1, -1, np.greater_equal, least[left] + length)
        i[left], j[left] = first, last
        open_ = last >= first
        first, last, left = first[open_], last[open_], left[open_]
        codes[first], codes[last] = codes[last], codes[first]
    return i, j


def _advance_pointers(codes: Array, positions: Array, step: int, goes_on: Any, bound: Array) -> Array:
    """Advance the pointers to the next elements that are not less, or not greater, than the pivot."""
    moving = intp.flatnonzero(goes_on(codes[positions], bound))
    while moving.size:
        positions[moving] += step
        moving = moving[goes_on(codes[positions[moving]], bound[moving])]
    return positions
