"""Sampling at the points of a grid: along each dimension a few taps, whose weights are polynomials of where the point lies between them.

Points are given from -1 to 1. `places` finds the taps; what it returns is constant between kinks, so that weights, and with them
all derivatives, follow from `t = slope * grid + shift`.
"""
from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from ..core import intp
from ..core.axes import take_along_axis
from ..core.blocks import add_reduce, constants, count_nonzero
from ..core.direct import where
from ..core.quiet import quiet
from ..shape.evenly_spaced import spaced

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]

#: First tap, relative to the element at or before the point, and number of taps along a dimension.
TAPS = {"bilinear": (0, 2), "nearest": (0, 1), "bicubic": (-1, 4)}


@quiet
def places(grid: Array, size: Ints, mode: str, padding: str, align: bool) -> tuple[Array, Array, Array, Array]:
    """slope and shift (N, P, dims) with t = slope * grid + shift; flat indices and 0/1 masks of the taps, both (taps, N, P)."""
    points = grid.reshape(grid.shape[0], math.prod(grid.shape[1:-1]), len(size))
    slope, shift = np.empty_like(points), np.empty_like(points)
    index: Any = [0]
    inside: Any = [np.ones(points.shape[:2], grid.dtype)]
    for axis, n in enumerate(size):
        x = points[..., len(size) - 1 - axis]
        factor = x.dtype.type((n - 1) / 2 if align else n / 2)
        a, b = np.full_like(x, factor), np.full_like(x, (n - 1) / 2)
        position = _unnormalized(x, n, align, len(size))
        if mode != "bicubic":
            a, b = _pad(x, a, b, n, padding, align)
            position = where((a == factor) & (b == (n - 1) / 2), position, _position(x, a, b))
        low = np.rint(position) if mode == "nearest" else np.floor(position)
        slope[..., len(size) - 1 - axis], shift[..., len(size) - 1 - axis] = a, b - low
        first, count = TAPS[mode]
        taps = [_tap(low + first + i, n, padding if mode == "bicubic" else "", align) for i in range(count)]
        index = [i * n + tap for i in index for tap, _ in taps]
        inside = [m * ok for m in inside for _, ok in taps]
    return slope, shift, np.stack(index), np.stack(inside)


@quiet
def sample(x: Array, grid: Array, mode: str, padding: str, align: bool) -> Array:
    """The elements at or around each point, by their weights: all taps of all points are taken at once. Not for "bicubic"."""
    n, c, *size = x.shape
    dims, count = len(size), math.prod(grid.shape[1:-1])
    extent, last, half_extent, half_last = _extent(tuple(size), x.dtype)
    zero, half, one, two = constants(x.dtype, 0, 0.5, 1, 2)
    place = np.add(grid.reshape(n, count, dims)[..., ::-1], one)  # the first dimension of the image first
    if dims == 2:  # as `_unnormalized`, of all dimensions at once
        place = np.multiply(place, half_last) if align else np.subtract(np.multiply(place, half_extent), half)
    else:
        place = place / two * last if align else (place * extent - one) / two
    if padding == "reflection":
        place = _reflected(place, extent, last, align)
    if padding != "zeros":  # what is no number goes to the first element of an image, to the last of a volume
        place = np.fmin(np.fmax(place, zero) if dims == 2 else np.maximum(place, zero), last)
    low = np.rint(place) if mode == "nearest" else np.floor(place)
    taps = low[None] if mode == "nearest" else _pair(low, np.add(low, one))
    inside = np.logical_and(np.greater_equal(taps, zero), np.less_equal(taps, last))
    index = where(inside, taps, zero).astype(np.int64)
    flat, there = index[..., 0], inside[..., 0]
    for d in range(1, dims):
        shape = (len(flat) * len(index), n, count)
        flat = (flat[:, None] * size[d] + index[..., d]).reshape(shape)
        there = (there[:, None] & inside[..., d]).reshape(shape)
    taken = intp.take(x.reshape(-1), flat[:, :, None] + _planes(n, c, math.prod(size)))
    outside = count_nonzero(there) < there.size
    if outside:
        taken = where(there[:, :, None], taken, zero)
    if mode != "nearest":
        place -= low
        weight = _pair(np.subtract(one, place), place)
        weights = weight[..., 0]
        for d in range(1, dims):
            weights = (weights[:, None] * weight[..., d]).reshape(len(weights) * 2, n, count)
        taken *= weights[:, :, None]
        if outside and dims == 3:  # there a weight that is no number does not count
            taken = where(there[:, :, None], taken, zero)
    return np.asarray(taken[0] if len(taken) == 1 else np.add.reduce(taken, 0)).reshape(n, c, *grid.shape[1:-1])


@lru_cache(maxsize=64)
def _extent(size: Ints, dtype: Any) -> tuple[Array, Array, Array, Array]:
    """How many elements there are along each dimension, the place of the last, and the halves of both."""
    extent = np.array(size, dtype)
    last = extent - dtype.type(1)
    return extent, last, extent / 2, last / 2


@lru_cache(maxsize=64)
def _planes(examples: int, channels: int, size: int) -> Array:
    """Where the planes of images begin."""
    return (intp.arange(examples * channels) * size).reshape(examples, channels, 1)


def _pair(first: Array, second: Array) -> Array:
    """Both in one array."""
    both = np.empty((2, *first.shape), first.dtype)
    both[0], both[1] = first, second
    return both


def _reflected(place: Array, extent: Array, last: Array, align: bool) -> Array:
    """Places outside thrown back at the first and last element, or at their outer edges."""
    low, span = (0.0, last) if align else (-0.5, extent)
    away = np.abs(place - low)
    rest = np.fmod(away, span)
    folded = where(np.floor(away / span) % 2 == 0, rest, span - rest) + low
    return where(span == 0, 0, folded).astype(place.dtype)


def _unnormalized(x: Array, n: int, align: bool, dims: int) -> Array:
    """Where the points lie, rounded as in PyTorch's kernels for images and for volumes: an identity map lands on kinks."""
    u, number = x + 1, x.dtype.type
    if dims == 2:
        return u * number((n - 1) / 2) if align else u * number(n / 2) - number(0.5)
    return u / number(2) * number(n - 1) if align else (u * number(n) - number(1)) / number(2)


def _position(x: Array, slope: Array, shift: Array) -> Array:
    """slope * x + shift, also for an x that is no number where the slope is 0: such a point was moved to an edge."""
    return where(slope == 0, shift, slope * x + shift)


def _pad(x: Array, a: Array, b: Array, n: int, padding: str, align: bool) -> tuple[Array, Array]:
    """The map a x + b from grid to element, changed so that points outside fall inside."""
    if padding == "reflection":
        low, span = (0.0, n - 1) if align else (-0.5, n)
        if span == 0:
            return a * 0, b * 0
        from_low = a * x + b - low
        flips = np.floor(np.abs(from_low) / span)
        odd, sign = flips % 2 == 1, where(from_low < 0, -1, 1).astype(x.dtype)
        a, b = a * sign, (b - low) * sign - flips * span
        a, b = where(odd, -a, a), where(odd, span - b, b) + low
    if padding != "zeros":
        position = a * x + b
        free = (position > 0) & (position < n - 1)
        a, b = where(free, a, 0), where(free, b, np.fmin(np.fmax(position, 0), n - 1))  # what is no number goes to the first
    return a.astype(x.dtype), b.astype(x.dtype)


def _tap(place: Array, n: int, padding: str, align: bool) -> tuple[Array, Array]:
    """An index that exists, and whether the tap counts."""
    if padding in ("border", "reflection"):
        one, zero = np.ones_like(place), np.zeros_like(place)
        if padding == "reflection":
            place = _position(place, *_pad(place, one, zero, n, padding, align))
        return np.fmin(np.fmax(place, 0), n - 1).astype(np.int64), one
    inside = (place >= 0) & (place <= n - 1)
    return where(inside, place, 0).astype(np.int64), inside.astype(place.dtype)


def tap_weights(t: Any, mode: str) -> list[Any]:
    """The weights of the taps along one dimension; written with operators, so that it serves arrays and tensors."""
    if mode == "nearest":
        return [1.0]
    if mode == "bilinear":
        return [1 - t, t]
    return [_far(1 + t), _near(t), _near(1 - t), _far(2 - t)]


def _near(t: Any) -> Any:
    return (1.25 * t - 2.25) * t * t + 1


def _far(t: Any) -> Any:
    return ((-0.75 * t + 3.75) * t - 6) * t + 3


def _slopes(t: Array, mode: str) -> list[Any]:
    """The derivatives of `tap_weights`."""
    if mode == "nearest":
        return [0.0]
    if mode == "bilinear":
        return [-np.ones_like(t), np.ones_like(t)]

    def near(u: Array) -> Array:
        return (3.75 * u - 4.5) * u

    def far(u: Array) -> Array:
        return (-2.25 * u + 7.5) * u - 6

    return [far(1 + t), near(t), -near(1 - t), -far(2 - t)]


@quiet
def sample_backward(g: Array, x: Array, grid: Array, mode: str, padding: str, align: bool) -> tuple[Array, Array]:
    """The gradients of a sampled input and of its grid."""
    n, c, size, dims = x.shape[0], x.shape[1], x.shape[2:], x.ndim - 2
    slope, shift, index, inside = places(grid, size, mode, padding, align)
    t = _position(grid.reshape(slope.shape), slope, shift)
    weights = [tap_weights(t[..., dims - 1 - d], mode) for d in range(dims)]
    slopes = [_slopes(t[..., dims - 1 - d], mode) for d in range(dims)]
    length = math.prod(size)
    flat, g = x.reshape(n, c, length), g.reshape(n, c, math.prod(g.shape[2:]))
    grad_x, grad_grid = np.zeros(n * c * length, x.dtype), np.zeros_like(t)
    planes = (intp.arange(n * c) * length).reshape(n, c, 1)
    for i, taps in enumerate(product(range(TAPS[mode][1]), repeat=dims)):
        here = index[i][:, None, :]
        weight = math.prod((w[k] for w, k in zip(weights, taps)), start=inside[i])
        np.add.at(grad_x, (here + planes).reshape(-1), (g * weight[:, None, :]).reshape(-1))
        if mode == "nearest":
            continue
        along = add_reduce(g * take_along_axis(flat, np.broadcast_to(here, g.shape), 2), 1) * inside[i]
        for d in range(dims):
            others = math.prod((slopes[e][k] if e == d else weights[e][k] for e, k in enumerate(taps)), start=along)
            grad_grid[..., dims - 1 - d] += others
    return grad_x.reshape(x.shape), (grad_grid * slope).reshape(grid.shape)


def affine_base(size: Ints, align: bool, dtype: Any) -> Array:
    """Homogeneous points (P, dims + 1) of a grid over images of spatial sizes `size`, the last dimension's coordinate first."""
    axes = []
    for n in size:  # PyTorch's steps, each rounded to `dtype`: an identity map lands on kinks of the sampling
        line = spaced(-1, 1, n, dtype) if n > 1 else np.zeros(1, dtype)
        axes.append(line if align else line * dtype.type(n - 1) / dtype.type(n))
    mesh = np.meshgrid(*axes, indexing="ij")[::-1]
    return np.stack([*(m.reshape(-1) for m in mesh), np.ones(math.prod(size), dtype)], -1)
