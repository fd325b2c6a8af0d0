"""Reflection, replication and circular padding."""
from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from ...core import intp
from ...core.axes import moveaxis
from ...core.execution.block_sizes import block_size
from ...shape.strided import in_image_layout

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]


@lru_cache(maxsize=256)
def border_indices(n: int, before: int, after: int, mode: str) -> Array:
    """The source index of each position of a padded dimension of size `n`; negative widths crop. Read-only."""
    position = intp.arange(-before, n + after)
    if mode == "replicate":
        return np.clip(position, 0, n - 1)
    return np.abs((position + (n - 1)) % (2 * (n - 1)) - (n - 1)) if n > 1 else position * 0


def pad_border(x: Array, padding: Ints, mode: str) -> Array:
    """Pad `x` by (before, after) for its last dimensions, the last one first."""
    if 0 < x.size <= _SMALL_SIZE:
        return in_image_layout(intp.take(x, _cached_source_positions(x.shape, padding, mode)), x)
    widths = x
    for i in range(len(padding) // 2):
        axis = x.ndim - 1 - i
        x = intp.take(x, border_indices(x.shape[axis], padding[2 * i], padding[2 * i + 1], mode), axis)
    return in_image_layout(x, widths)


#: Up to this number of elements the source indices of a result are cached.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)


@lru_cache(maxsize=128)
def _cached_source_positions(shape: Ints, padding: Ints, mode: str) -> Array:
    position = intp.arange(math.prod(shape)).reshape(shape)
    for i in range(len(padding) // 2):
        axis = len(shape) - 1 - i
        position = intp.take(position, border_indices(shape[axis], padding[2 * i], padding[2 * i + 1], mode), axis)
    return position


def pad_border_transpose(y: Array, size: Ints, padding: Ints, mode: str) -> Array:
    """The adjoint of `pad_border` on inputs whose last dimensions are `size`."""
    for i in range(len(padding) // 2):
        axis, n = y.ndim - 1 - i, size[-1 - i]
        y = _accumulate_padding(y, axis, n, padding[2 * i], padding[2 * i + 1], mode)
    return y


def _accumulate_padding(y: Array, axis: int, n: int, before: int, after: int, mode: str) -> Array:
    """The inner part, with the padding added to the positions that it was copied from."""
    target = np.zeros((*y.shape[:axis], n, *y.shape[axis + 1:]), y.dtype)
    to, source = moveaxis(target, axis, 0), moveaxis(y, axis, 0)
    first, last = max(0, -before), n - max(0, -after)
    if last > first:
        to[first:last] = source[first + before:last + before]
    position: Array = border_indices(n, before, after, mode)
    lanes: Any = (slice(None),) * axis
    for part in (slice(0, before + first), slice(max(before + last, before + first), None)):
        if position[part].size:
            positions: Any = (*lanes, position[part])
            np.add.at(target, positions, y[(*lanes, part)])
    return target
