"""Pooling windows as lists of positions, or copied out as rows.

For large kernels and windows that hardly overlap, the copy needs one pass over rows instead of one per kernel offset.
"""
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...core import intp
from ...core.execution.blocks import count_nonzero, row_sums
from ...shape.strided import strided_view
from ..patches import Geometry

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]

_MIN_OFFSETS = 25  # kernel offsets: fewer passes take less time than the copy


def is_worth_copying(size: Ints, g: Geometry, out: Ints) -> bool:
    """Whether to copy windows out as rows: they should not have many more elements than the input."""
    offsets = math.prod(g.kernel)
    return offsets >= _MIN_OFFSETS and offsets * math.prod(out) <= 2 * math.prod(size)


def window_view(planes: Array, g: Geometry, out: Ints) -> Array:
    """A view (planes, *out, *kernel) of padded planes."""
    first, *steps = planes.strides
    return strided_view(planes, (len(planes), *out, *g.kernel),
                        (first, *(n * s for n, s in zip(steps, g.stride)), *(n * d for n, d in zip(steps, g.dilation))))


def _window_rows(planes: Array, g: Geometry, out: Ints) -> Array:
    return window_view(planes, g, out).reshape(len(planes) * math.prod(out), math.prod(g.kernel))


def window_maxima(planes: Array, g: Geometry, out: Ints, best: Array) -> Array:
    """Fill `best` with the maxima of windows; returns the kernel offset of each."""
    rows = _window_rows(planes, g, out)
    code = argmax(rows)
    best[...] = rows[intp.arange(len(rows)), code].reshape(best.shape)
    return code.reshape(best.shape)


def window_sums(planes: Array, g: Geometry, out: Ints, total: Array) -> None:
    """Fill `total` with the sums of windows."""
    rows = _window_rows(planes, g, out)
    total[...] = (row_sums(rows) if rows.dtype.char in "fd" else np.add.reduce(rows, 1, rows.dtype)).reshape(total.shape)


def spread_to_windows(part: Array, target: Array, g: Geometry, out: Ints) -> None:
    """Copy each element of `part` to all elements of its window in `target`; windows must not overlap."""
    np.copyto(window_view(target, g, out), part[(..., *(None,) * len(out))])


def combine_window_positions(axes: list[Array], size: Ints) -> Array:
    """Flat positions of windows in a plane, from those along each of its dimensions, (windows, elements)."""
    total = axes[0]
    for n, axis in zip(size[1:], axes[1:]):
        total = (total[:, None, :, None] * n + axis[None, :, None, :]).reshape(len(total) * len(axis), -1)
    return total


class SmallWindows(NamedTuple):
    """Windows with few elements, for `max_of_small_windows`."""

    positions: Array  # positions in the input of each window's elements, along an added last dimension
    starts: Array  # the start of each window among all elements
    inner: Array  # the positions of all elements within their planes


def make_small_windows(count: int, size: int, windows: Array, shape: Ints) -> SmallWindows:
    """The windows for `count` planes of `size` elements; `windows` has a row of positions for each, `shape` is the result's."""
    positions = (intp.arange(count)[:, None, None] * size + windows).reshape(*shape, windows.shape[1])
    starts = intp.arange(0, positions.size, windows.shape[1]).reshape(shape)
    return SmallWindows(positions, starts, np.tile(windows.reshape(-1), count))


def max_of_small_windows(x: Array, windows: SmallWindows) -> tuple[Array, Array]:
    """Maxima over windows given by positions, and their indices in the plane."""
    positions, starts, inner = windows
    blocks = intp.take(x, positions)
    best = np.add(starts, intp.ndarray_argmax(blocks, -1))
    values = blocks.ravel()[best]
    if x.dtype.char not in "fd" or (top := values.item(intp.ndarray_argmax(values))) != top:  # NaN is a maximum
        best = np.add(starts, argmax(blocks))
        values = blocks.ravel()[best]
    return values, inner[best]


def argmax(x: Array) -> Array:
    """The index of the maximum along the last dimension: the first of equal elements, and the last NaN if there is one."""
    best = intp.argmax(x, -1)
    nan = np.isnan(x)
    if not count_nonzero(nan):
        return best
    return np.where(nan.any(-1), x.shape[-1] - 1 - intp.argmax(nan[..., ::-1], -1), best)
