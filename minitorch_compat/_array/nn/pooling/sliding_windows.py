"""Overlapping windows by doubling: a window of width 2w is two adjacent windows of width w.

A large kernel takes as many passes over a dimension as its size has binary digits, instead of one per kernel offset, one dimension after
the other. Sums are pairwise, so they lose less than a running sum, and a window sums its own elements only.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..patches import Geometry

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]


def _slice_axis(x: Array, axis: int, start: int, stop: int, step: int = 1) -> Array:
    return x[(*(slice(None),) * axis, slice(start, stop, step))]


def sums(planes: Array, g: Geometry, out: Ints) -> Array:
    """The sums of all windows of padded planes."""
    for axis in range(len(out), 0, -1):
        planes = _sums_along_axis(planes, axis, g.kernel[axis - 1], g.stride[axis - 1], g.dilation[axis - 1], out[axis - 1])
    return planes


def _sums_along_axis(x: Array, axis: int, k: int, s: int, d: int, m: int) -> Array:
    total, done, width, span = None, 0, 1, (m - 1) * s + 1
    while True:
        if k & width:
            part = _slice_axis(x, axis, done * d, done * d + span, s)
            total = part if total is None else total + part
            done += width
        if done == k:
            return total  # type: ignore[return-value]  # a kernel has one element at least
        length = x.shape[axis] - width * d
        x = _slice_axis(x, axis, 0, length) + _slice_axis(x, axis, width * d, None)  # type: ignore[arg-type]
        width *= 2


def spread(part: Array, g: Geometry, size: Ints) -> Array:
    """For each element of planes of `size` the sum of `part` over the windows that contain it.

    This is a sum over windows, too: over those that end at the element or after it.
    """
    lead = len(part)
    padding = tuple(n + k - 1 for n, k in zip(size, g.kernel))
    padded = np.zeros((lead, *padding), part.dtype)
    padded[(slice(None), *(slice(k - 1, k - 1 + (m - 1) * s + 1, s) for k, s, m in zip(g.kernel, g.stride, part.shape[1:])))] = part
    unit = (1,) * len(size)
    return sums(padded, Geometry(g.kernel, unit, unit, unit), size)


def maxima(planes: Array, positions: Array, g: Geometry, out: Ints) -> tuple[Array, Array]:
    """The maxima of all windows of padded planes, and the element of `positions`, which has one per element of a plane, at each: for the
    first of equal elements, and the last NaN if there is one."""
    nan = planes.dtype.kind == "f" and bool(np.isnan(planes.max()))
    pair = planes, positions[None]
    for axis in range(len(out), 0, -1):
        pair = _maxima_along_axis(*pair, nan, axis, g.kernel[axis - 1], g.stride[axis - 1], g.dilation[axis - 1], out[axis - 1])
    return pair


def _maxima_along_axis(x: Array, positions: Array, nan: bool, axis: int, k: int, s: int, d: int, m: int) -> tuple[Array, Array]:
    width = 1
    while 2 * width < k:
        length = x.shape[axis] - width * d
        x, positions = _pairwise_maxima(x, positions, nan, axis, slice(0, length), slice(width * d, None))
        width *= 2
    span, disjoint = (m - 1) * s + 1, (k - width) * d  # the last two windows may overlap, which does not change a maximum
    return _pairwise_maxima(x, positions, nan, axis, slice(0, span, s), slice(disjoint, disjoint + span, s))


def _pairwise_maxima(x: Array, positions: Array, nan: bool, axis: int, first: slice, second: slice) -> tuple[Array, Array]:
    lead = (slice(None),) * axis
    left, right = x[(*lead, first)], x[(*lead, second)]
    if first == second:
        return left, positions[(*lead, first)]
    better = right > left
    if nan:
        np.logical_or(better, np.isnan(right), out=better)
    return np.where(better, right, left), np.where(better, positions[(*lead, second)], positions[(*lead, first)])


def element_count(size: Ints, g: Geometry, out: Ints) -> int:
    """About the number of elements that `sums` or `maxima` compute for a plane."""
    total, shape = 0, list(size)
    for axis in range(len(out) - 1, -1, -1):
        total += g.kernel[axis].bit_length() * math.prod(shape)
        shape[axis] = out[axis]
    return total
