"""Pooling windows as lists of positions, or copied out as rows.

For large kernels and windows that hardly overlap, the copy needs one pass over rows instead of one per kernel offset.
"""
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..core import intp
from ..core.execution.blocks import count_nonzero, row_sums
from ..shape.strided import strided_view
from .patches import Geometry

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]

_LARGE = 25  # kernel offsets: fewer passes take less time than the copy


def worth_writing(size: Ints, g: Geometry, out: Ints) -> bool:
    """Whether to copy windows out as rows: they should not have many more elements than the input."""
    offsets = math.prod(g.kernel)
    return offsets >= _LARGE and offsets * math.prod(out) <= 2 * math.prod(size)


def windows_of(planes: Array, g: Geometry, out: Ints) -> Array:
    """A view (planes, *out, *kernel) of padded planes."""
    first, *steps = planes.strides
    return strided_view(planes, (len(planes), *out, *g.kernel),
                        (first, *(n * s for n, s in zip(steps, g.stride)), *(n * d for n, d in zip(steps, g.dilation))))


def _rows(planes: Array, g: Geometry, out: Ints) -> Array:
    return windows_of(planes, g, out).reshape(len(planes) * math.prod(out), math.prod(g.kernel))


def maxima_of(planes: Array, g: Geometry, out: Ints, best: Array) -> Array:
    """Fill `best` with the maxima of windows; returns the kernel offset of each."""
    rows = _rows(planes, g, out)
    code = argmax(rows)
    best[...] = rows[intp.arange(len(rows)), code].reshape(best.shape)
    return code.reshape(best.shape)


def sums_of(planes: Array, g: Geometry, out: Ints, total: Array) -> None:
    """Fill `total` with the sums of windows."""
    rows = _rows(planes, g, out)
    total[...] = (row_sums(rows) if rows.dtype.char in "fd" else np.add.reduce(rows, 1, rows.dtype)).reshape(total.shape)


def spread_over(part: Array, target: Array, g: Geometry, out: Ints) -> None:
    """Copy each element of `part` to all elements of its window in `target`; windows must not overlap."""
    np.copyto(windows_of(target, g, out), part[(..., *(None,) * len(out))])


def joined_windows(axes: list[Array], size: Ints) -> Array:
    """Flat positions of windows in a plane, from those along each of its dimensions, (windows, elements)."""
    total = axes[0]
    for n, axis in zip(size[1:], axes[1:]):
        total = (total[:, None, :, None] * n + axis[None, :, None, :]).reshape(len(total) * len(axis), -1)
    return total


class Few(NamedTuple):
    """Windows with few elements, for `best_of_windows`."""

    seen: Array  # positions in the input of each window's elements, along an added last dimension
    flat: Array  # the same as a vector
    starts: Array  # the start of each window in that vector
    inner: Array  # the positions within their planes


def few(count: int, size: int, windows: Array, shape: Ints) -> Few:
    """The windows for `count` planes of `size` elements; `windows` has a row of positions for each, `shape` is the result's."""
    seen = (intp.arange(count)[:, None, None] * size + windows).reshape(*shape, windows.shape[1])
    return Few(seen, seen.reshape(-1), intp.arange(0, seen.size, windows.shape[1]).reshape(shape), np.tile(windows.reshape(-1), count))


def best_of_windows(x: Array, windows: Few) -> tuple[Array, Array]:
    """Maxima over windows given by positions, and their indices in the plane."""
    seen, flat, starts, inner = windows
    blocks = intp.take(x, seen)
    best = np.add(starts, intp.argmax(blocks, -1))
    values = intp.take(x, intp.take(flat, best))
    each = values.reshape(-1)
    if x.dtype.char not in "fd" or math.isnan(each.dot(each)):  # NaN is a maximum
        best = np.add(starts, argmax(blocks))
        values = intp.take(x, intp.take(flat, best))
    return values, intp.take(inner, best)


def argmax(x: Array) -> Array:
    """The index of the maximum along the last dimension: the first of equal elements, and the last NaN if there is one."""
    best = intp.argmax(x, -1)
    nan = np.isnan(x)
    if not count_nonzero(nan):
        return best
    return np.where(nan.any(-1), x.shape[-1] - 1 - intp.argmax(nan[..., ::-1], -1), best)
