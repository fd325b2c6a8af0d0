"""Sampling at the points of a grid: along each dimension a few neighbours are weighted by polynomials of the point's position.

Coordinates are from -1 to 1. `find_neighbours` finds the neighbours; its results are piecewise constant, so weights and all their
derivatives are functions of `t = slope * grid + shift`.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from ...core import intp
from ...core.execution.block_sizes import block_size
from ...core.execution.blocks import all_finite, constants, count_nonzero
from ...core.execution.quiet import quiet
from ...core.undispatched import where
from ...shape.evenly_spaced import linspace_values

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]

#: Offset of the first neighbour from the element at or before the point, and number of neighbours along a dimension.
NEIGHBOURS = {"bilinear": (0, 2), "nearest": (0, 1), "bicubic": (-1, 4)}


@quiet
def find_neighbours(grid: Array, size: Ints, mode: str, padding: str, align: bool) -> tuple[Array, Array, Array, Array]:
    """slope and shift (N, P, dims) with t = slope * grid + shift; flat indices and 0/1 masks of the neighbours, both (neighbours, N, P)."""
    points = grid.reshape(grid.shape[0], math.prod(grid.shape[1:-1]), len(size))
    slope, shift = np.empty_like(points), np.empty_like(points)
    index: Any = [0]
    inside: Any = [np.ones(points.shape[:2], grid.dtype)]
    for axis, n in enumerate(size):
        x = points[..., len(size) - 1 - axis]
        factor = x.dtype.type((n - 1) / 2 if align else n / 2)
        a, b = np.full_like(x, factor), np.full_like(x, (n - 1) / 2)
        position = _unnormalize(x, n, align, len(size))
        if mode != "bicubic":
            a, b = _clamp_map(x, a, b, n, padding, align)
            position = where((a == factor) & (b == (n - 1) / 2), position, _affine_position(x, a, b))
        low = np.rint(position) if mode == "nearest" else np.floor(position)
        slope[..., len(size) - 1 - axis], shift[..., len(size) - 1 - axis] = a, b - low
        first, count = NEIGHBOURS[mode]
        neighbours = [_neighbour_index(low + first + i, n, padding if mode == "bicubic" else "", align) for i in range(count)]
        index = [i * n + neighbour for i in index for neighbour, _ in neighbours]
        inside = [m * ok for m in inside for _, ok in neighbours]
    return slope, shift, np.stack(index), np.stack(inside)


#: Elements around points that are processed at a time.
_BLOCK = block_size(__name__, "_BLOCK", 1 << 17)


def _block_slices(examples: int, points: int, width: int) -> Iterator[tuple[slice, slice]]:
    """Slices of images and points of a block: several images, or some points of one; `width` is the number of elements per point."""
    images = max(1, _BLOCK // max(1, points * width))
    step = max(1, points if images > 1 else _BLOCK // width)
    for i in range(0, examples, images):
        for j in range(0, points, step):
            yield slice(i, i + images), slice(j, j + step)


@quiet
def sample(x: Array, grid: Array, mode: str, padding: str, align: bool) -> Array:
    """The weighted sums of the elements around each point."""
    (n, c), dims, count = x.shape[:2], x.ndim - 2, math.prod(grid.shape[1:-1])
    width = c * NEIGHBOURS[mode][1] ** dims
    blocked = mode == "bilinear" and dims == 2 and n * count >= _BLOCKED_MIN_POINTS and x.dtype.char in "fd"
    if blocked and _is_near_image(grid) and all_finite(x):
        points, out = grid.reshape(n, count, dims), np.empty((n, c, count), x.dtype)
        for images, part in _block_slices(n, count, _VALUES_PER_POINT):
            _bilinear_block(out[images, :, part], x[images], points[images, part], padding, align)
        return out.reshape(n, c, *grid.shape[1:-1])
    if mode != "bicubic" and n * count * width <= _BLOCK:
        return _sample_block(x, grid, mode, padding, align)
    points, out = grid.reshape(n, count, *(1,) * (dims - 1), dims), np.empty((n, c, count), x.dtype)
    block = _bicubic_block if mode == "bicubic" else _sample_block
    for images, part in _block_slices(n, count, width):
        found = out[images, :, part]
        found[...] = block(x[images], points[images, part], mode, padding, align).reshape(found.shape)
    return out.reshape(n, c, *grid.shape[1:-1])


#: Points from which on channels are processed one by one, and the numbers that are then kept per point.
_BLOCKED_MIN_POINTS, _VALUES_PER_POINT = block_size(__name__, "_BLOCKED_MIN_POINTS", 1 << 12), 8


def _is_near_image(grid: Array) -> bool:
    """Whether all points are near the image, and none is infinite or NaN."""
    return bool(np.maximum.reduce(grid, None) < 1e6 and np.minimum.reduce(grid, None) > -1e6)


def _bilinear_block(out: Array, x: Array, points: Array, padding: str, align: bool) -> None:
    """`_sample_block` for finite images: elements outside get weight 0 instead of being 0, and channels share weights and indices."""
    (n, c, height, width), flat = x.shape, x.reshape(-1)
    columns, rows = _line_neighbours(points[..., 0], width, padding, align), _line_neighbours(points[..., 1], height, padding, align)
    images = intp.arange(n)[:, None] * (c * height * width)
    neighbours = [(np.add(np.add(np.multiply(i, width), j), images), np.multiply(u, v)) for i, u in rows for j, v in columns]
    for channel in range(c):
        plane, total = flat[channel * height * width:], out[:, channel]
        for k, (index, weight) in enumerate(neighbours):
            gathered = intp.take(plane, index)
            np.multiply(gathered, weight, total if k == 0 else gathered)
            if k:
                np.add(total, gathered, total)
    np.add(out, 0, out)  # a product with weight 0 may be -0


def _line_neighbours(x: Array, n: int, padding: str, align: bool) -> list[tuple[Array, Array]]:
    """Index and weight of the two neighbours of each point along one dimension."""
    extent, last, half_extent, half_last = (v[0] for v in _extent((n,), x.dtype))
    zero, half, one = constants(x.dtype, 0, 0.5, 1)
    position = np.add(x, one)
    np.multiply(position, half_last if align else half_extent, position)
    if not align:
        np.subtract(position, half, position)
    if padding == "reflection":
        position = _reflect(position, extent, last, align)
    if padding != "zeros":
        position = np.fmin(np.fmax(position, zero), last)
    low = np.floor(position)
    np.subtract(position, low, position)
    found = []
    for neighbour, weight in ((low, np.subtract(one, position)), (np.add(low, one), position)):
        outside = np.less(neighbour, zero) | np.greater(neighbour, last)
        if count_nonzero(outside):
            np.copyto(weight, zero, where=outside)
            neighbour = np.minimum(np.maximum(neighbour, zero), last)
        found.append((neighbour.astype(np.int64), weight))
    return found


def _bicubic_block(x: Array, grid: Array, mode: str, padding: str, align: bool) -> Array:
    (n, c), size = x.shape[:2], x.shape[2:]
    slope, shift, index, inside = find_neighbours(grid, size, mode, padding, align)
    weights = _neighbour_weights(_affine_position(grid.reshape(slope.shape), slope, shift), inside, mode)
    index += intp.arange(n)[:, None] * (c * math.prod(size))
    flat, out = x.reshape(-1), np.empty((c, n, slope.shape[1]), x.dtype)
    for channel in range(c):
        gathered = intp.take(flat[channel * math.prod(size):], index)
        gathered *= weights
        np.add.reduce(gathered, 0, out=out[channel])
    return out.swapaxes(0, 1)


def _neighbour_weights(t: Array, inside: Array, mode: str) -> Array:
    """The weights of all neighbours, (neighbours, N, P): products of those along the dimensions, 0 outside."""
    dims, weights = t.shape[-1], inside.copy()
    lines = [neighbour_weights(t[..., dims - 1 - d], mode) for d in range(dims)]
    for weight, parts in zip(weights, product(*lines), strict=True):
        for part in parts:
            weight *= part
    return weights


def _sample_block(x: Array, grid: Array, mode: str, padding: str, align: bool) -> Array:
    """The same with all neighbours of all points at once."""
    n, c, *size = x.shape
    dims, count = len(size), math.prod(grid.shape[1:-1])
    extent, last, half_extent, half_last = _extent(tuple(size), x.dtype)
    zero, half, one, two = constants(x.dtype, 0, 0.5, 1, 2)
    position = np.add(grid.reshape(n, count, dims)[..., ::-1], one)  # the first dimension of the image first
    if dims == 2:  # `_unnormalize` for all dimensions at once
        position = np.multiply(position, half_last) if align else np.subtract(np.multiply(position, half_extent), half)
    else:
        position = position / two * last if align else (position * extent - one) / two
    if padding == "reflection":
        position = _reflect(position, extent, last, align)
    if padding != "zeros":  # NaN becomes the first position in an image, the last in a volume
        position = np.fmin(np.fmax(position, zero) if dims == 2 else np.maximum(position, zero), last)
    low = np.rint(position) if mode == "nearest" else np.floor(position)
    neighbours = low[None] if mode == "nearest" else _stack_two(low, np.add(low, one))
    inside = np.logical_and(np.greater_equal(neighbours, zero), np.less_equal(neighbours, last))
    index = where(inside, neighbours, zero).astype(np.int64)
    flat, position_inside = index[..., 0], inside[..., 0]
    for d in range(1, dims):
        shape = (len(flat) * len(index), n, count)
        flat = (flat[:, None] * size[d] + index[..., d]).reshape(shape)
        position_inside = (position_inside[:, None] & inside[..., d]).reshape(shape)
    gathered = intp.take(x.reshape(-1), flat[:, :, None] + _plane_starts(n, c, math.prod(size)))
    outside = count_nonzero(position_inside) < position_inside.size
    if outside:
        gathered = where(position_inside[:, :, None], gathered, zero)
    if mode != "nearest":
        position -= low
        weight = _stack_two(np.subtract(one, position), position)
        weights = weight[..., 0]
        for d in range(1, dims):
            weights = (weights[:, None] * weight[..., d]).reshape(len(weights) * 2, n, count)
        gathered *= weights[:, :, None]
        if outside and dims == 3:  # NaN weights of elements outside are ignored
            gathered = where(position_inside[:, :, None], gathered, zero)
    return np.asarray(gathered[0] if len(gathered) == 1 else np.add.reduce(gathered, 0)).reshape(n, c, *grid.shape[1:-1])


@lru_cache(maxsize=64)
def _extent(size: Ints, dtype: Any) -> tuple[Array, Array, Array, Array]:
    """The size along each dimension, the index of the last element, and the halves of both."""
    extent = np.array(size, dtype)
    last = extent - dtype.type(1)
    return extent, last, extent / 2, last / 2


@lru_cache(maxsize=64)
def _plane_starts(examples: int, channels: int, size: int) -> Array:
    """Flat positions of the starts of planes."""
    return (intp.arange(examples * channels) * size).reshape(examples, channels, 1)


def _stack_two(first: Array, second: Array) -> Array:
    """The two arrays stacked."""
    both = np.empty((2, *first.shape), first.dtype)
    both[0], both[1] = first, second
    return both


def _reflect(position: Array, extent: Array, last: Array, align: bool) -> Array:
    """Reflect positions outside at the first and last element, or at the outer edges of these."""
    low, span = (0.0, last) if align else (-0.5, extent)
    away = np.abs(position - low)
    rest = np.fmod(away, span)
    folded = where(np.floor(away / span) % 2 == 0, rest, span - rest) + low
    return where(span == 0, 0, folded).astype(position.dtype)


def _unnormalize(x: Array, n: int, align: bool, dims: int) -> Array:
    """Positions in elements, rounded as in PyTorch's kernels for images and for volumes: an identity map is on kinks of the weights."""
    u, number = x + 1, x.dtype.type
    if dims == 2:
        return u * number((n - 1) / 2) if align else u * number(n / 2) - number(0.5)
    return u / number(2) * number(n - 1) if align else (u * number(n) - number(1)) / number(2)


def _affine_position(x: Array, slope: Array, shift: Array) -> Array:
    """slope * x + shift; shift where the slope is 0, even for infinite or NaN x: such a point was moved to an edge."""
    return where(slope == 0, shift, slope * x + shift)


def _clamp_map(x: Array, a: Array, b: Array, n: int, padding: str, align: bool) -> tuple[Array, Array]:
    """The map a x + b from grid to element, changed so that points outside are mapped inside."""
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
        a, b = where(free, a, 0), where(free, b, np.fmin(np.fmax(position, 0), n - 1))  # NaN becomes the first position
    return a.astype(x.dtype), b.astype(x.dtype)


def _neighbour_index(position: Array, n: int, padding: str, align: bool) -> tuple[Array, Array]:
    """A valid index, and 0 or 1 for whether the neighbour counts."""
    if padding in ("border", "reflection"):
        one, zero = np.ones_like(position), np.zeros_like(position)
        if padding == "reflection":
            position = _affine_position(position, *_clamp_map(position, one, zero, n, padding, align))
        return np.fmin(np.fmax(position, 0), n - 1).astype(np.int64), one
    inside = (position >= 0) & (position <= n - 1)
    return where(inside, position, 0).astype(np.int64), inside.astype(position.dtype)


def neighbour_weights(t: Any, mode: str) -> list[Any]:
    """The weights of the neighbours along one dimension; uses operators only, so that it works on arrays and tensors."""
    if mode == "nearest":
        return [1.0]
    if mode == "bilinear":
        return [1 - t, t]
    return [_cubic_far(1 + t), _cubic_near(t), _cubic_near(1 - t), _cubic_far(2 - t)]


def _cubic_near(t: Any) -> Any:
    return (1.25 * t - 2.25) * t * t + 1


def _cubic_far(t: Any) -> Any:
    return ((-0.75 * t + 3.75) * t - 6) * t + 3


def _neighbour_weight_slopes(t: Array, mode: str) -> list[Any]:
    """The derivatives of `neighbour_weights`."""
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
    """The gradients of the input and the grid, by blocks of points."""
    (n, c), dims, length = x.shape[:2], x.ndim - 2, math.prod(x.shape[2:])
    count = math.prod(grid.shape[1:-1])
    points, g = grid.reshape(n, count, *(1,) * (dims - 1), dims), g.reshape(n, c, count)
    grad_x, grad_grid = np.zeros((c, n * length), x.dtype), np.zeros((n, count, dims), grid.dtype)
    # Each bincount is as long as the images of its block; blocks have enough points for that to pay.
    for images, part in _block_slices(n, count, NEIGHBOURS[mode][1] ** dims):
        target = grad_x[:, images.start * length:min(images.stop, n) * length]
        grad_grid[images, part] = _backward_block(g[images, :, part], x[images], points[images, part], target, mode, padding, align)
    found = np.empty(x.shape, x.dtype)  # row-major, also if it is empty
    found[...] = grad_x.reshape(c, n, *x.shape[2:]).swapaxes(0, 1)
    return found, grad_grid.reshape(grid.shape)


def _backward_block(g: Array, x: Array, grid: Array, grad_x: Array, mode: str, padding: str, align: bool) -> Array:
    """The cotangent of a block of points; that of the images is added to `grad_x`, (channels, examples * elements)."""
    (n, c), size, dims = x.shape[:2], x.shape[2:], x.ndim - 2
    length = math.prod(size)
    slope, shift, index, inside = find_neighbours(grid, size, mode, padding, align)
    t = _affine_position(grid.reshape(slope.shape), slope, shift)
    # Infinite and NaN points are outside: 0 for the image. (PyTorch's kernel for volumes skips them in the gradient of the grid, too.)
    sampled = t if all_finite(t) else np.where(np.isfinite(t).all(-1, keepdims=True), t, 0)
    t = sampled if dims == 3 else t
    weights = _neighbour_weights(sampled, inside, mode)
    examples = intp.arange(n)[:, None] * length
    target, source, flat = (index + examples).reshape(-1), index + examples * c, x.reshape(-1)
    along = np.zeros(index.shape, x.dtype)
    for channel in range(c):
        contribution = weights * g[:, channel]
        grad_x[channel] += intp.bincount(target, contribution.reshape(-1), n * length)
        if mode != "nearest":
            np.multiply(intp.take(flat[channel * length:], source), g[:, channel], contribution)
            along += contribution
    out = np.zeros_like(t)
    if mode == "nearest":
        return out
    along *= inside
    lines, slopes = ([f(t[..., dims - 1 - d], mode) for d in range(dims)] for f in (neighbour_weights, _neighbour_weight_slopes))
    for i, neighbour in enumerate(product(range(NEIGHBOURS[mode][1]), repeat=dims)):
        for d in range(dims):
            other_weights = ((slopes if e == d else lines)[e][k] for e, k in enumerate(neighbour))
            out[..., dims - 1 - d] += math.prod(other_weights, start=along[i])
    return out * slope


def affine_base(size: Ints, align: bool, dtype: Any) -> Array:
    """Homogeneous points (P, dims + 1) of a grid over images of spatial sizes `size`, with the coordinate of the last dimension first."""
    axes = []
    for n in size:  # PyTorch's steps, each rounded to `dtype`: an identity map is on kinks of the sampling
        line = linspace_values(-1, 1, n, dtype) if n > 1 else np.zeros(1, dtype)
        axes.append(line if align else line * dtype.type(n - 1) / dtype.type(n))
    mesh = np.meshgrid(*axes, indexing="ij")[::-1]
    return np.stack([*(m.reshape(-1) for m in mesh), np.ones(math.prod(size), dtype)], -1)
