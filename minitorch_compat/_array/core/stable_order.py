"""Stable sorting of positions. NaN is greater than everything, and 0 and -0 are equal.

numpy sorts numbers with vector instructions, five to ten times as fast as it argsorts stably. So this sorts integers whose high bits are
a key that is ordered like the element, and whose low bits are the element's position: they are all different, and equal elements
keep their order.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from time import perf_counter
from typing import Any

import numpy as np

from . import intp
from .axes import moveaxis, take_along_axis
from .execution.block_sizes import block_size

Array = np.ndarray[Any, np.dtype[Any]]
#: Thresholds for packed keys: elements in total, and elements per row.
_PACKED_MIN_SIZE = block_size(__name__, "_PACKED_MIN_SIZE", 1 << 11)
_PACKED_MIN_ROW = 16


def order_keys(rows: Array) -> Array:
    """Integers ordered like the elements: the bits of positive numbers already are, those of negative ones in reverse."""
    if rows.dtype.kind in "iu":
        return rows
    wide = np.add(rows, 0, dtype=np.float64 if rows.dtype.char == "d" else np.float32)  # no -0
    bits = 8 * wide.itemsize - 1
    keys = wide.view(f"i{wide.itemsize}")
    greatest = 2**bits - 1
    return np.where(np.isnan(wide), greatest, np.bitwise_xor(keys, np.bitwise_and(np.right_shift(keys, bits), greatest)))


def compress_keys(keys: Array) -> Array:
    """16-bit integers in the same order, which numpy radix-sorts, if there are many and their range is small enough."""
    if keys.dtype.kind not in "iu" or keys.dtype.itemsize < 4 or keys.size < _MIN_KEYS_FOR_RANGE:
        return keys
    minimum = keys.min()
    return keys if int(keys.max()) - int(minimum) >= 1 << 16 else np.subtract(keys, minimum).astype(np.uint16)


#: For fewer integers it is not worth computing the range.
_MIN_KEYS_FOR_RANGE = 1 << 10


def stable_argsort(x: Array, dim: int = -1, descending: bool = False, count: int | None = None) -> Array:
    """The permutation that sorts along `dim`, stably; its first `count` positions, if given."""
    dim %= x.ndim
    n = x.shape[dim]
    x = compress_keys(x)
    if x.size < _PACKED_MIN_SIZE or n < _PACKED_MIN_ROW or x.dtype.kind not in "iuf" or x.dtype.kind != "f" and x.dtype.itemsize < 4:
        return _numpy_argsort(x, dim, descending, count)
    rows = np.ascontiguousarray(moveaxis(x, dim, -1))
    keys = order_keys(rows)
    keys = ~keys if descending else keys
    order = _radix_argsort(keys) if n >= _RADIX_MIN_ROW and is_radix_sort_faster() else _packed_argsort(keys, intp.arange(n))
    order = _argsort_then_order_ties(keys) if order is None else order
    order = order if count is None else order[..., :count]
    return order if dim == x.ndim - 1 else np.ascontiguousarray(moveaxis(order, -1, dim))


def _numpy_argsort(x: Array, dim: int, descending: bool, count: int | None) -> Array:
    before = (slice(None),) * dim
    if not descending:
        order: Array = intp.argsort(x, dim, "stable")
        return order if count is None else order[(*before, slice(count))]
    # Ascending from the back, then read from the back: equal values keep their order.
    n = x.shape[dim]
    order = intp.argsort(x[(*before, _BACKWARDS)], dim, "stable")
    return np.subtract(_as_array(n - 1), order[(*before, _BACKWARDS if count is None or count == n else slice(None, n - 1 - count, -1))])


_BACKWARDS = slice(None, None, -1)
#: numpy takes longer to convert a number than to subtract from it.
_as_array = lru_cache(maxsize=64)(np.array)


#: From this row length on, radix sort on 16-bit digits may be quicker than comparisons.
_RADIX_MIN_ROW = block_size(__name__, "_RADIX_MIN_ROW", 1 << 12)


@cache
def is_radix_sort_faster() -> bool:
    """Whether radix sort is quicker here, measured once: by processor, vectorized sorts are three times as fast or half as fast."""
    keys = np.multiply(np.arange(1 << 12, dtype=np.int32), np.int32(-1640531535))

    def seconds(kernel: Callable[..., Any], *args: Any) -> float:
        start = perf_counter()
        kernel(keys, *args)
        return perf_counter() - start

    positions = intp.arange(len(keys))
    return min([seconds(_radix_argsort) for _ in range(3)]) < min([seconds(_packed_argsort, positions) for _ in range(3)])


def _radix_argsort(keys: Array) -> Array:
    """Argsort by radix sort: by the lowest 16 bits of the keys, then stably by each higher digit in which the keys differ."""
    minimum = keys.min()
    above = np.subtract(keys, minimum).view(f"u{keys.itemsize}")  # modulo the word size, which holds the greatest difference as unsigned
    greatest = int(above.max())
    order = _argsort_digit(above.astype(np.uint16))
    for shift in range(16, greatest.bit_length(), 16):
        digit = np.right_shift(above, above.dtype.type(shift)).astype(np.uint16)
        digit = take_along_axis(digit, order, -1)
        order = take_along_axis(order, _argsort_digit(digit), -1)
    return order.astype(np.int64)


def _argsort_digit(digit: Array) -> Array:
    """Argsort of one digit, as int32 where rows are short enough: several are alive at a time, and it halves their memory."""
    return intp.argsort(digit, -1, kind="stable").astype(np.int32 if digit.shape[-1] < 1 << 31 else np.int64)


def _packed_argsort(keys: Array, positions: Array) -> Array | None:
    """Argsort by sorting keys with positions in their low bits; None if both together do not fit into 64 bits."""
    n = keys.shape[-1]
    bits = (n - 1).bit_length()
    if keys.dtype.itemsize == 8 or bits > 32:
        minimum = keys.min()
        if (int(keys.max()) - int(minimum)).bit_length() + bits > 63:
            return None
        keys = np.subtract(keys, minimum)
    packed = np.left_shift(keys, bits, dtype=np.int64, casting="unsafe")
    np.bitwise_or(packed, positions, packed)
    packed.sort(-1)
    return np.bitwise_and(packed, np.int64((1 << bits) - 1), packed)


def _argsort_then_order_ties(keys: Array) -> Array:
    """numpy's unstable argsort, then the positions of equal keys sorted."""
    order = intp.argsort(keys, -1)
    ranked = take_along_axis(keys, order, -1)
    follows = ranked[..., 1:] != ranked[..., :-1]
    if follows.all():
        return order
    run = np.zeros(keys.shape, np.int64)
    np.add.accumulate(follows, -1, np.int64, run[..., 1:])
    found = _packed_argsort(run, order)
    assert found is not None  # there are no more runs than positions
    return found
