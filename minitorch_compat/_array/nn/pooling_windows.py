"""Pooling windows as lists of positions, or written out side by side.

Where kernels are large and windows hardly overlap, the latter takes one pass over rows in place of one per kernel offset.
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
    """Whether windows are to be written out: they should not hold much more than the input does."""
    offsets = math.prod(g.kernel)
    return offsets >= _LARGE and offsets * math.prod(out) <= 2 * math.prod(size)


def windows_of(planes: Array, g: Geometry, out: Ints) -> Array:
    """A view (planes, *out, *kernel) of planes that are padded already."""
    first, *steps = planes.strides
    return strided_view(planes, (len(planes), *out, *g.kernel),
                        (first, *(n * s for n, s in zip(steps, g.stride)), *(n * d for n, d in zip(steps, g.dilation))))


def _rows(planes: Array, g: Geometry, out: Ints) -> Array:
    return windows_of(planes, g, out).reshape(len(planes) * math.prod(out), math.prod(g.kernel))


def maxima_of(planes: Array, g: Geometry, out: Ints, best: Array) -> Array:
    """Fill `best` with the windows' maxima; which kernel offset each is at."""
    rows = _rows(planes, g, out)
    code = argmax(rows)
    best[...] = rows[intp.arange(len(rows)), code].reshape(best.shape)
    return code.reshape(best.shape)


def sums_of(planes: Array, g: Geometry, out: Ints, total: Array) -> None:
    """Fill `total` with the windows' sums."""
    rows = _rows(planes, g, out)
    total[...] = (row_sums(rows) if rows.dtype.char in "fd" else np.add.reduce(rows, 1, rows.dtype)).reshape(total.shape)


def spread_over(part: Array, target: Array, g: Geometry, out: Ints) -> None:
    """Give each window of `target`, of which none overlap, its element of `part`."""
    np.copyto(windows_of(target, g, out), part[(..., *(None,) * len(out))])


def joined_windows(axes: list[Array], size: Ints) -> Array:
    """Windows of a plane from the positions, (windows, elements), along each of its dimensions."""
    total = axes[0]
    for n, axis in zip(size[1:], axes[1:]):
        total = (total[:, None, :, None] * n + axis[None, :, None, :]).reshape(len(total) * len(axis), -1)
    return total


class Few(NamedTuple):
    """Windows on few elements, for `best_of_windows`."""

    seen: Array  # what each window sees: positions in the input, along a last dimension behind those of the result
    flat: Array  # the same, one after the other
    starts: Array  # where in these each window begins
    inner: Array  # the positions in their planes


def few(count: int, size: int, windows: Array, shape: Ints) -> Few:
    """The windows, a row of positions each, on every one of `count` planes of `size` elements; `shape` is the result's."""
    seen = (intp.arange(count)[:, None, None] * size + windows).reshape(*shape, windows.shape[1])
    return Few(seen, seen.reshape(-1), intp.arange(0, seen.size, windows.shape[1]).reshape(shape), np.tile(windows.reshape(-1), count))


def best_of_windows(x: Array, windows: Few) -> tuple[Array, Array]:
    """Maxima over windows given by their positions, and where they are."""
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
    """Where the last dimension is largest: the first of equals, and the last NaN where there is one."""
    best = intp.argmax(x, -1)
    nan = np.isnan(x)
    if not count_nonzero(nan):
        return best
    return np.where(nan.any(-1), x.shape[-1] - 1 - intp.argmax(nan[..., ::-1], -1), best)
