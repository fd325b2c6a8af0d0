"""Pooling: maxima with their indices, averages, adaptive and fractional pooling.

Planes (one per image and channel) are pooled in blocks, so that the intermediate results of kernel offsets stay in the cache.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from ...core import intp
from ...core.axes import take_along_axis
from ...core.conjugate import require_values
from ...core.dtypes import scalar_name
from ...core.execution.block_sizes import block_size
from ...core.execution.blocks import ones, row_slices, row_sums, widen_half
from ...core.execution.quiet import quiet
from ...core.numbers import check_not_negative
from ...shape.strided import channels_last, has_channels_innermost, in_image_layout
from ..patches import Geometry, window_start
from .pooling_windows import (
    SmallWindows,
    argmax,
    combine_window_positions,
    is_worth_copying,
    max_of_small_windows,
    spread_to_windows,
    window_maxima,
    window_sums,
)
from .pooling_windows import make_small_windows as listed_few
from .sliding_windows import element_count, maxima, spread, sums

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]

#: Outputs pooled at a time.
BLOCK = block_size(__name__, "BLOCK", 1 << 15)
#: Fewer kernel offsets take one pass each; the number of elements computed in the time of a pass's overhead.
_MIN_OFFSETS, _CALL_COST = 8, 5000
#: By how much doubling has to reduce the work: for maxima it also moves indices, for sums nothing else.
_MIN_RATIO_MAXIMA, _MIN_RATIO_SUMS = 5.0, 1.0


def pooled_size(size: Ints, g: Geometry, ceil_mode: bool) -> Ints:
    """Output sizes; with `ceil_mode` the last window may reach beyond the padding if it starts inside the input or the left padding."""
    out = []
    for n, k, s, p, d in zip(size, *g):
        span = n + 2 * p - d * (k - 1) - 1
        count = (-(-span // s) if ceil_mode else span // s) + 1
        if ceil_mode and (count - 1) * s >= n + p:
            count -= 1
        out.append(count)
    return tuple(out)


class Plan:
    """Everything that depends on shapes alone: sizes, the slices of kernel offsets, and the place of the plane in the padding."""

    __slots__ = ("blocks", "copies_windows", "geometry", "inside", "out", "overlap", "padded", "planes", "shifts", "size")

    def __init__(self, shape: Ints, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, ceil_mode: bool) -> None:
        g = self.geometry = Geometry(kernel, stride, padding, dilation)
        check_attributes(g)
        size, self.planes = shape[2:], math.prod(shape[:2])
        self.size = size
        out = self.out = pooled_size(size, g, ceil_mode)
        _check_shapes(shape, out)
        span = [(m - 1) * s + d * (k - 1) + 1 for m, s, d, k in zip(out, stride, dilation, kernel)]
        self.padded: Ints | None = tuple(max(r, n + p) for r, n, p in zip(span, size, padding))
        self.inside = (slice(None), *(slice(p, p + n) for n, p in zip(size, padding)))
        if self.padded == size:
            self.padded = None
        self.shifts = [(slice(None), *(slice(o * d, o * d + (m - 1) * s + 1, s) for o, d, m, s in zip(offset, dilation, out, stride)))
                       for offset in product(*map(range, kernel))]
        self.copies_windows = is_worth_copying(size, g, out)
        self.overlap = 0.0 if self.copies_windows else _overlap_ratio(self.planes, self.padded or size, g, out)
        held = math.prod(out) * (math.prod(kernel) if self.copies_windows else 1)
        if self.overlap > _MIN_RATIO_MAXIMA:
            held = math.prod(self.padded or size)
        step = max(1, BLOCK // max(1, held))
        self.blocks = [(start, min(self.planes, start + step)) for start in range(0, self.planes, step)]

    def padded_blocks(self, x: Array, fill: float) -> Iterator[tuple[int, int, Array]]:
        """Blocks of planes, padded far enough for every window."""
        planes = x.reshape(self.planes, *self.size)
        stage = None
        for start, stop in self.blocks:
            block = planes[start:stop]
            if self.padded is not None:
                if stage is None or len(stage) != stop - start:
                    stage = np.full((stop - start, *self.padded), fill, x.dtype)
                stage[self.inside] = block
                block = stage
            yield start, stop, block


def _overlap_ratio(planes: int, size: Ints, g: Geometry, out: Ints) -> float:
    """The ratio of elements computed by a pass per kernel offset to those by doubling; the overhead of calls is counted in elements."""
    offsets = math.prod(g.kernel)
    if offsets < _MIN_OFFSETS or not planes:
        return 0.0
    count = planes * math.prod(out)
    return offsets * (count + _CALL_COST * -(-count // BLOCK)) / (planes * element_count(size, g, out))


_cached_plan = lru_cache(maxsize=256)(Plan)


def _planes_shape(shape: Ints, n: int) -> Ints:
    """The shape of an input with `n` spatial dimensions and exactly two before them: pooling works on planes."""
    return shape if len(shape) == n + 2 else (1, *shape)


# Maxima ---------------------------------------------------------------------------------------------------------------------------

@quiet
def max_pool(x: Array, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, ceil_mode: bool) -> tuple[Array, Array]:
    """Window maxima and their flat indices in the input plane: the first of equal ones, and the last NaN if there is one."""
    if x.dtype.kind in "bc":
        raise NotImplementedError(f"\"max_pool{max(2, len(kernel))}d\" not implemented for '{scalar_name(x.dtype)}'")
    n = len(kernel)
    small = _small_windows(x.shape, kernel, stride, padding, dilation, ceil_mode)
    if small is not None:
        values, index = max_of_small_windows(x, small)
        return _to_layout_of(values, x, n), _to_layout_of(index, x, n)
    plan = _cached_plan(_planes_shape(x.shape, n), kernel, stride, padding, dilation, ceil_mode)
    if n == 1 and dilation[0] == 1 and kernel[0] >= _LONG_WINDOW and plan.out[0] * kernel[0] <= _DOUBLING_PASSES * x.shape[-1] and (
            found := _max_of_long_windows(x, plan)) is not None:
        return found
    lowest = -np.inf if x.dtype.kind in "fV" else np.iinfo(x.dtype).min
    values = np.empty((plan.planes, *plan.out), x.dtype)
    index = np.empty(values.shape, np.int64)
    table, base = _positions(plan.size, plan.geometry, plan.out)
    for start, stop, block in plan.padded_blocks(x, lowest):
        positions = index[start:stop]
        if plan.overlap > _MIN_RATIO_MAXIMA:
            _maxima_by_doubling(block, plan, values[start:stop], positions, lowest)
            continue
        code = _maxima(block, plan, values[start:stop], lowest)
        intp.take(table, code, out=positions, mode="clip")  # mode "raise" would use a buffer
        np.add(positions, base, out=positions)
    shape = (*x.shape[:-n], *plan.out)
    return _to_layout_of(values.reshape(shape), x, n), _to_layout_of(index.reshape(shape), x, n)


def _to_layout_of(out: Array, x: Array, n: int) -> Array:
    """`out` with its channels innermost if those of `x` are; of a single volume if it has no gaps."""
    if n != 3 or x.ndim == 5:
        return in_image_layout(out, x)
    return channels_last(out[None])[0] if has_channels_innermost(x[None]) else out


#: Window sizes that are worth a call each, and the number of passes over all elements that take as long as doubling.
_LONG_WINDOW, _DOUBLING_PASSES = 64, 40


def _max_of_long_windows(x: Array, plan: Plan) -> tuple[Array, Array] | None:
    """The same for long 1-d windows, one by one; None if there is a NaN, of which the last would have to be found."""
    rows = widen_half(x).reshape(plan.planes, -1)
    if not rows.size or rows.dtype.kind == "f" and np.isnan(rows.max()):
        return None
    index = np.empty((plan.planes, *plan.out), np.int64)
    starts, length = window_start(plan.out[0], plan.geometry.stride[0], plan.geometry.padding[0]), plan.geometry.kernel[0]
    for position, start in enumerate(starts.tolist()):
        first = max(start, 0)
        np.add(intp.argmax(rows[:, first:start + length], 1), first, index[:, position])
    shape = (*x.shape[:-1], *plan.out)
    values = take_along_axis(x.reshape(rows.shape), index, 1)
    return values.reshape(shape), index.reshape(shape)


_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 4096)  # elements of windows: below, one gather is faster than a pass per kernel offset


@lru_cache(maxsize=256)
def _small_windows(shape: Ints, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints,
                   ceil_mode: bool) -> SmallWindows | None:
    """The windows, if they have few elements."""
    plan = _cached_plan(_planes_shape(shape, len(kernel)), kernel, stride, padding, dilation, ceil_mode)
    small = 0 < plan.planes * math.prod(plan.out) * math.prod(kernel) <= _SMALL_SIZE
    windows = _window_positions(plan.size, plan.geometry, plan.out) if small else None
    if windows is None:
        return None
    return listed_few(plan.planes, math.prod(plan.size), windows, (*shape[:-len(kernel)], *plan.out))


@lru_cache(maxsize=64)
def _window_positions(size: Ints, geometry: Any, out: Ints) -> Array | None:
    """Flat positions of the elements of each window, a row per window; padding is replaced by the nearest elements inside.

    None if a window has nothing but padding.
    """
    axes = []
    for n, m, k, s, p, d in zip(size, out, *geometry):
        positions = (intp.arange(m) * s - p)[:, None] + intp.arange(k) * d
        inside = (positions >= 0) & (positions < n)
        if not inside.any(1).all():
            return None
        first, last = intp.argmax(inside, 1), k - 1 - intp.argmax(inside[:, ::-1], 1)
        axes.append(take_along_axis(positions, np.clip(intp.arange(k), first[:, None], last[:, None]), 1))
    return combine_window_positions(axes, size)


def _maxima(block: Array, plan: Plan, best: Array, lowest: float) -> Array:
    """Fill `best` with window maxima; returns the kernel offset of each."""
    code = window_maxima(block, plan.geometry, plan.out, best) if plan.copies_windows else _maxima_by_offsets(block, plan, best)
    if plan.padded is not None and best.size and best.min() == lowest:
        np.copyto(code, _first_valid_offset(plan), where=best == lowest, casting="unsafe")
    return code


def _maxima_by_offsets(block: Array, plan: Plan, best: Array) -> Array:
    shifts = plan.shifts
    np.copyto(best, block[shifts[0]])
    if len(shifts) == 1:
        return np.zeros(best.shape, np.uint8)
    value = np.empty_like(best)  # a contiguous copy of a strided view pays from the second use on
    better = np.empty(best.shape, np.bool_)
    flag = better.view(np.uint8)
    code = np.zeros(best.shape, np.uint8 if len(shifts) < 256 else np.int32)
    for i in range(1, len(shifts)):
        np.copyto(value, block[shifts[i]])
        np.greater(value, best, out=better)
        np.maximum(best, value, out=best)
        np.maximum(code, np.multiply(flag, i, dtype=code.dtype), out=code)  # offsets ascend: keeps the last that was greater
    if best.size and best.dtype.kind in "fV" and np.isnan(best.max()):
        code = _offsets_with_nan(block, plan, code)
    return code


def _offsets_with_nan(block: Array, plan: Plan, code: Array) -> Array:
    """`code` with NaN as the greatest value; the last one of a window is used."""
    for i, shift in enumerate(plan.shifts):
        np.copyto(code, i, where=np.isnan(block[shift]))
    return code


def _maxima_by_doubling(block: Array, plan: Plan, best: Array, positions: Array, lowest: float) -> None:
    """Fill `best` with window maxima, and `positions` with their indices in the plane."""
    wide = block.astype(np.float32) if block.itemsize == 2 and block.dtype.kind in "fV" else block
    best[...], positions[...] = maxima(wide, _padded_positions(plan), plan.geometry, plan.out)
    if plan.padded is not None and best.size and best.min() == lowest:
        table, base = _positions(plan.size, plan.geometry, plan.out)
        np.copyto(positions, intp.take(table, _first_valid_offset(plan)) + base, where=best == lowest)


@lru_cache(maxsize=16)
def _padded_positions(plan: Plan) -> Array:
    """The flat index in the plane of each element of the padded plane; the index of padding, which is never a maximum, is arbitrary."""
    total: Any = 0
    for axis, (length, n, p) in enumerate(zip(plan.padded or plan.size, plan.size, plan.geometry.padding)):
        total = total * n + _align_to_axis(intp.arange(-p, length - p), axis, len(plan.size))
    return np.asarray(total).astype(np.int32 if math.prod(plan.size) < 1 << 30 else np.int64)


def _first_valid_offset(plan: Plan) -> Array:
    """For each output the first kernel offset that is not padding: the index of the maximum if all elements are -inf."""
    total: Any = 0
    for axis, (m, k, s, p, d) in enumerate(zip(plan.out, *plan.geometry)):
        outside = np.maximum(-window_start(m, s, p), 0)
        total = total * k + _align_to_axis(-(-outside // d), axis, len(plan.out))
    return np.asarray(total)


def _align_to_axis(values: Array, axis: int, ndim: int) -> Array:
    """A vector shaped to broadcast along one of `ndim` dimensions."""
    return values.reshape([-1 if i == axis else 1 for i in range(ndim)])


@lru_cache(maxsize=256)
def _positions(size: Ints, g: Geometry, out: Ints) -> tuple[Array, Array]:
    """Flat positions in the plane: of each kernel offset relative to its window, and of each window."""
    strides = [math.prod(size[i + 1:]) for i in range(len(size))]
    offsets = product(*map(range, g.kernel))
    table = np.array([sum(o * d * t for o, d, t in zip(offset, g.dilation, strides)) for offset in offsets], np.int64)
    base = np.zeros(out, np.int64)
    for axis, (m, s, p, t) in enumerate(zip(out, g.stride, g.padding, strides)):
        base += _align_to_axis(window_start(m, s, p) * t, axis, len(out))
    return table, base


@quiet
def pool_scatter(g: Array, index: Array, size: Ints) -> Array:
    """Accumulate values at flat indices of planes of `size`: the adjoint of `pool_gather`."""
    lead = g.shape[:-len(size)]
    planes, length, count = math.prod(lead), math.prod(size), math.prod(g.shape[len(lead):])
    out = np.zeros(planes * length, g.dtype)
    step = max(1, BLOCK // max(1, count))
    first = intp.arange(min(step, planes))[:, None] * length
    values, positions = g.reshape(planes, count), index.reshape(planes, count)
    for start in range(0, planes, step):
        block = positions[start:start + step]
        target = out[start * length:(start + len(block)) * length]
        np.add.at(target, (block + first[:len(block)]).reshape(-1), values[start:start + step].reshape(-1))
    return in_image_layout(out.reshape(*lead, *size), index)


def unpool(x: Array, index: Array, size: Ints) -> Array:
    """Planes of `size` with the values at flat indices, 0 elsewhere; of values with the same index the last is kept."""
    planes, count = math.prod(x.shape[:-len(size)]), math.prod(x.shape[-len(size):])
    length = math.prod(size)
    out = np.zeros(planes * length, x.dtype)
    out[index.reshape(planes, count) + intp.arange(planes)[:, None] * length] = x.reshape(planes, count)
    return in_image_layout(out.reshape(*x.shape[:-len(size)], *size), x, volumes=False)


def pool_gather(x: Array, index: Array, dims: int | None = None) -> Array:
    """The elements of each plane (the last `dims` dimensions, by default all but two) at flat indices."""
    dims = dims or x.ndim - 2
    planes, lead = math.prod(x.shape[:-dims]), index.shape[:-dims]
    positions = index.reshape(planes, math.prod(index.shape[len(lead):]))
    return take_along_axis(x.reshape(planes, math.prod(x.shape[len(lead):])), positions, 1).reshape(index.shape)


# Shuffling ------------------------------------------------------------------------------------------------------------------------

def pixel_shuffle(x: Array, factor: int) -> Array:
    """Rearrange channels (C r^2, H, W) to (C, H r, W r)."""
    return _rearrange(x, *_shuffled_shapes(x.shape, factor))


@lru_cache(maxsize=256)
def _shuffled_shapes(shape: Ints, factor: int) -> tuple[Ints, Ints, Ints]:
    *lead, c, h, w = shape
    n, r, rest = len(lead), factor, c // (factor * factor)
    return (*lead, rest, r, r, h, w), (*range(n + 1), n + 3, n + 1, n + 4, n + 2), (*lead, rest, h * r, w * r)


def pixel_unshuffle(x: Array, factor: int) -> Array:
    """The inverse of `pixel_shuffle`; an empty input is copied unchanged, as in PyTorch."""
    return _rearrange(x, *_unshuffled_shapes(x.shape, factor)) if x.size else x.copy()


@lru_cache(maxsize=256)
def _unshuffled_shapes(shape: Ints, factor: int) -> tuple[Ints, Ints, Ints]:
    *lead, c, h, w = shape
    n, r = len(lead), factor
    return (*lead, c, h // r, r, w // r, r), (*range(n + 1), n + 2, n + 4, n + 1, n + 3), (*lead, c * r * r, h // r, w // r)


def _rearrange(x: Array, parts: Ints, order: Ints, shape: Ints) -> Array:
    """`x` as `parts`, these in another order, in the given shape; a copy."""
    return in_image_layout(x.reshape(parts).transpose(order).copy().reshape(shape), x)


def channel_shuffle(x: Array, groups: int) -> Array:
    """Interleave the channels of groups."""
    if groups <= 0:  # 0 in the backward for no channels
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    n, c, *rest = x.shape
    parts = x.reshape(n, groups, c // groups, *rest).swapaxes(1, 2)
    return in_image_layout(np.array(parts, order="C").reshape(x.shape), x)


# Averages -------------------------------------------------------------------------------------------------------------------------

@quiet
def avg_pool(x: Array, kernel: Ints, stride: Ints, padding: Ints, ceil_mode: bool, count_include_pad: bool,
             divisor: int | None) -> Array:
    """Window means."""
    if x.dtype.char in "fd":
        if _is_one_window(kernel, padding, x.shape):
            _check_average(x.shape, x.dtype, kernel, divisor)
            means = row_sums(x.reshape(-1, math.prod(kernel))) / x.dtype.type(divisor or math.prod(kernel))
            return _means_like(means.reshape(*x.shape[:-len(kernel)], *(1,) * len(kernel)), x, len(kernel))
        small = _small_mean_arguments(x.shape, x.dtype, kernel, stride, padding, ceil_mode, count_include_pad, divisor)
        if small is not None:
            return _means_like(_means_by_gather(x, *small), x, len(kernel))
    _check_average(x.shape, x.dtype, kernel, divisor)
    require_values(x)
    if x.dtype.itemsize == 2:  # sums need more precision than half
        return avg_pool(x.astype(np.float32), kernel, stride, padding, ceil_mode, count_include_pad, divisor).astype(x.dtype)
    plan = _cached_plan(_planes_shape(x.shape, len(kernel)), kernel, stride, padding, (1,) * len(kernel), ceil_mode)
    factor = _divisors(plan, count_include_pad, divisor)
    if 0 < plan.planes * math.prod(plan.out) * len(plan.shifts) <= _SMALL_SIZE:
        return _means_like(_small_averages(x, plan, factor).reshape(*x.shape[:-len(kernel)], *plan.out), x, len(kernel))
    result = np.empty((plan.planes, *plan.out), x.dtype)
    for start, stop, block in plan.padded_blocks(x, 0):
        total = result[start:stop]
        if plan.copies_windows:
            window_sums(block, plan.geometry, plan.out, total)
        elif plan.overlap > _MIN_RATIO_SUMS:
            total[...] = sums(block, plan.geometry, plan.out)
        else:
            np.copyto(total, block[plan.shifts[0]])
            for shift in plan.shifts[1:]:
                np.add(total, block[shift], out=total)
        np.divide(total, factor, out=total, casting="unsafe")  # truncates for integers
    return _means_like(result.reshape(*x.shape[:-len(kernel)], *plan.out), x, len(kernel))


def _is_one_window(kernel: Ints, padding: Ints, shape: Ints) -> bool:
    """Whether there is one large window, the whole plane, so that no time is to be spent per element of the window."""
    return shape[-len(kernel):] == kernel and not any(padding) and math.prod(kernel) >= _ONE_WINDOW_MIN_SIZE and math.prod(shape) > 0


_ONE_WINDOW_MIN_SIZE = block_size(__name__, "_ONE_WINDOW_MIN_SIZE", 64)


def _means_like(means: Array, x: Array, dims: int) -> Array:
    """Means in the layout of images; those over volumes are row-major."""
    return in_image_layout(means, x) if dims < 3 else means


def _small_averages(x: Array, plan: Plan, factor: Any) -> Array:
    """Window means by a single gather of the elements of all windows."""
    length = math.prod(plan.size)
    planes = x.reshape(plan.planes, length)
    if plan.padded is not None:
        padded = np.zeros((plan.planes, length + 1), x.dtype)
        padded[:, :length] = planes
        planes = padded
    total = np.add.reduce(intp.take(planes, _gather_positions(plan), 1), axis=1, dtype=x.dtype).reshape(plan.planes, *plan.out)
    return np.divide(total, factor, out=total, casting="unsafe")  # truncates for integers


@lru_cache(maxsize=256)
def _small_mean_arguments(shape: Ints, dtype: Any, kernel: Ints, stride: Ints, padding: Ints, ceil_mode: bool, count_include_pad: bool,
                          divisor: int | None) -> tuple[int, Array, Array, Array] | None:
    """For few elements the arguments of `_means_by_gather`: the size of the input if it needs a trailing zero, the positions of the
    elements of each window, as many ones, and the divisors of the sums."""
    _check_average(shape, dtype, kernel, divisor)
    plan = _cached_plan(_planes_shape(shape, len(kernel)), kernel, stride, padding, (1,) * len(kernel), ceil_mode)
    factor = _divisors(plan, count_include_pad, divisor)
    if not 0 < plan.planes * math.prod(plan.out) * len(plan.shifts) <= _SMALL_SIZE:
        return None
    size, length, out = math.prod(shape), math.prod(plan.size), (*shape[:-len(kernel)], *plan.out)
    inner = np.ascontiguousarray(_gather_positions(plan).T)
    positions = np.where(inner == length, size, intp.arange(plan.planes)[:, None, None] * length + inner).reshape(*out, inner.shape[1])
    divide_by = np.broadcast_to(np.asarray(factor, dtype), out).copy() if np.ndim(factor) else np.array(factor, dtype)
    return size if plan.padded is not None else 0, positions, ones(positions.shape[-1], dtype), divide_by


def _means_by_gather(x: Array, padded: int, positions: Array, units: Array, divide_by: Array) -> Array:
    """Window means by a single gather of the elements of all windows, and a product with ones."""
    elements = x.ravel()
    if padded:
        elements, inner = np.zeros(padded + 1, x.dtype), elements
        elements[:padded] = inner
    total = intp.ndarray_take(elements, positions).dot(units)
    return np.divide(total, divide_by, total)


@lru_cache(maxsize=64)
def _gather_positions(plan: Plan) -> Array:
    """The flat position in the plane for each kernel offset and output; the plane's size for padding."""
    grid = intp.arange(math.prod(plan.size)).reshape(1, *plan.size)
    if plan.padded is not None:
        inner, grid = grid, np.full((1, *plan.padded), grid.size, np.int64)
        grid[plan.inside] = inner
    return np.stack([grid[shift].reshape(-1) for shift in plan.shifts])


@lru_cache(maxsize=256)
def _divisors(plan: Plan, count_include_pad: bool, divisor: int | None) -> Any:
    """The divisor of each window: a number, or an array if windows differ."""
    if divisor is not None:
        return divisor
    g = plan.geometry
    if plan.padded is None or count_include_pad and plan.padded == tuple(n + 2 * p for n, p in zip(plan.size, g.padding)):
        return math.prod(g.kernel)
    total: Any = 1
    for axis, (m, k, s, p, _) in enumerate(zip(plan.out, *g)):
        start, n = window_start(m, s, p), plan.size[axis]
        end = np.minimum(start + k, n + p)
        if not count_include_pad:
            start, end = np.maximum(start, 0), np.minimum(end, n)
        total = total * _align_to_axis(end - start, axis, len(plan.out))
    total.setflags(write=False)
    return total


@quiet
def avg_pool_transpose(y: Array, size: Ints, kernel: Ints, stride: Ints, padding: Ints, ceil_mode: bool, count_include_pad: bool,
                       divisor: int | None) -> Array:
    """The adjoint of `avg_pool` on inputs of spatial sizes `size`."""
    shape = (*y.shape[:-len(size)], *size)
    if y.dtype.char in "fd" and _is_one_window(kernel, padding, shape):
        parts = np.divide(y, divisor or math.prod(kernel), dtype=y.dtype, casting="unsafe")
        planes = np.empty(shape, y.dtype)
        planes[...] = parts
        return planes
    plan = _cached_plan(_planes_shape(shape, len(size)), kernel, stride, padding, (1,) * len(kernel), ceil_mode)
    divisors = np.asarray(_divisors(plan, count_include_pad, divisor), y.dtype)
    source, result = y.reshape(plan.planes, *plan.out), np.empty((plan.planes, *size), y.dtype)
    disjoint = all(s >= k for s, k in zip(stride, kernel))
    for start, stop in plan.blocks:
        part = np.divide(source[start:stop], divisors, dtype=y.dtype, casting="unsafe")  # truncates for integers
        if plan.overlap > _MIN_RATIO_SUMS and not disjoint:
            result[start:stop] = spread(part, plan.geometry, plan.padded or size)[plan.inside]
            continue
        target = result[start:stop] if plan.padded is None else np.empty((stop - start, *plan.padded), y.dtype)
        _spread_to_windows(part, plan, target, disjoint)
        if plan.padded is not None:
            result[start:stop] = target[plan.inside]
    return result.reshape(shape)


def _spread_to_windows(part: Array, plan: Plan, target: Array, disjoint: bool) -> None:
    """Add `part` to every element of its window; windows that are `disjoint` do not overlap."""
    if not (disjoint and plan.geometry.kernel == plan.geometry.stride and target[0].size == part[0].size * len(plan.shifts)):
        target.fill(0)
    if disjoint and plan.copies_windows:
        spread_to_windows(part, target, plan.geometry, plan.out)
        return
    for shift in plan.shifts:
        position = target[shift]
        if disjoint:
            np.copyto(position, part)
        else:
            np.add(position, part, out=position)


# Adaptive -------------------------------------------------------------------------------------------------------------------------

def adaptive_windows(size: int, out: int) -> tuple[Array, Array]:
    """The start and length of each window of adaptive pooling along one dimension."""
    positions = intp.arange(out)
    first = positions * size // max(out, 1)
    return first, -(-(positions + 1) * size // max(out, 1)) - first


@quiet
def adaptive_max_pool(x: Array, out: Ints) -> tuple[Array, Array]:
    """Maxima over adaptive windows and their flat indices in the input plane."""
    if x.dtype.char in "fd" and x.flags.c_contiguous:
        small = _small_adaptive_windows(x.shape, out)
        if small is not None:
            values, index = max_of_small_windows(x, small)
            return in_image_layout(values, x, volumes=False), in_image_layout(index, x, volumes=False)
    if x.ndim == len(out) + 1:
        values, index = adaptive_max_pool(x[None], out)
        return values[0], index[0]
    size = x.shape[2:]
    _check_adaptive(x, out)
    require_values(x)
    if all(m and n % m == 0 for n, m in zip(size, out)) and math.prod(size) <= 64 * math.prod(out):  # larger windows are done one by one
        step = tuple(n // m for n, m in zip(size, out))
        values, index = max_pool(np.ascontiguousarray(x), step, step, (0,) * len(out), (1,) * len(out), False)
        return in_image_layout(values, x, volumes=False), in_image_layout(index, x, volumes=False)
    shape = (*x.shape[:2], *out)
    if not math.prod(shape):
        return np.empty(shape, x.dtype), np.empty(shape, np.int64)
    windows, planes = _adaptive_window_positions(size, out), x.reshape(-1, math.prod(size))
    values, index = np.empty((len(planes), len(windows)), x.dtype), np.empty((len(planes), len(windows)), np.int64)
    for part in row_slices(len(planes), windows.size, 4 * BLOCK):
        own = planes[part]
        values[part], index[part] = max_of_small_windows(own, listed_few(len(own), own.shape[1], windows, values[part].shape))
    return in_image_layout(values.reshape(shape), x, volumes=False), in_image_layout(index.reshape(shape), x, volumes=False)


@lru_cache(maxsize=256)
def _small_adaptive_windows(shape: Ints, out: Ints) -> SmallWindows | None:
    """The windows, if they have few elements and the arguments are valid."""
    lead, size = shape[:-len(out)], shape[-len(out):]
    if 0 in shape or min(out) < 1 or math.prod(shape) > _SMALL_SIZE:  # every element is in a window
        return None
    windows = _adaptive_window_positions(size, out)
    if math.prod(lead) * windows.size > _SMALL_SIZE:
        return None
    return listed_few(math.prod(lead), math.prod(size), windows, (*lead, *out))


@lru_cache(maxsize=64)
def _adaptive_window_positions(size: Ints, out: Ints) -> Array:
    """Flat positions of the elements of each window, a row per window; shorter windows repeat their last elements."""
    axes = []
    for n, m in zip(size, out):
        first, count = adaptive_windows(n, m)
        axes.append(first[:, None] + np.minimum(intp.arange(count.max()), count[:, None] - 1))
    return combine_window_positions(axes, size)


# Fractional -----------------------------------------------------------------------------------------------------------------------

@quiet
def fractional_max_pool(x: Array, kernel: Ints, out: Ints, samples: Array) -> tuple[Array, Array]:
    """Maxima and their flat indices over windows whose spacing depends on `samples` in [0, 1), one per plane and dimension."""
    _check_fractional_arguments(x, kernel, out, samples)
    if not x.size:
        return np.empty((*x.shape[:-len(out)], *out), x.dtype), np.empty((*x.shape[:-len(out)], *out), np.int64)
    if x.ndim == len(out) + 1:
        values, index = fractional_max_pool(x[None], kernel, out, samples)
        return values[0], index[0]
    size, dims = x.shape[2:], len(out)
    samples = samples[:len(x)]
    planes = x.reshape(-1, math.prod(size))
    # In two dimensions PyTorch uses the first sample for the width, in three for the depth.
    selected = samples.reshape(-1, dims)[:, ::-1] if dims == 2 else samples.reshape(-1, dims)
    index = np.zeros((len(planes), *(1,) * (2 * dims)), np.int64)
    for axis, (n, m, k) in enumerate(zip(size, out, kernel)):
        starts = _fractional_starts(selected[:, axis], n, m, k)
        shape = [len(planes), *(1,) * (2 * dims)]
        shape[1 + axis], shape[1 + dims + axis] = m, k
        index = index * n + (starts[:, :, None] + intp.arange(k)).reshape(shape)
    windows = index.reshape(len(planes), math.prod(out), math.prod(kernel))
    values = planes[intp.arange(len(planes))[:, None, None], windows]
    best = argmax(values)[..., None]
    shape_out = (*x.shape[:2], *out)
    return take_along_axis(values, best, 2).reshape(shape_out), take_along_axis(windows, best, 2).reshape(shape_out)


def _fractional_starts(samples: Array, size: int, out: int, kernel: int) -> Array:
    """The start of each window in each plane, (planes, out): the last window ends with the input."""
    starts = np.full((len(samples), out), size - kernel, np.int64)
    if out > 1:
        step = samples.dtype.type((size - kernel) / (out - 1))
        positions = np.arange(out - 1, dtype=samples.dtype)
        starts[:, :-1] = ((positions + samples[:, None]) * step).astype(np.int64) - (samples[:, None] * step).astype(np.int64)
    return starts


def _check_fractional_arguments(x: Array, kernel: Ints, out: Ints, samples: Array) -> None:
    dims, shape = len(out), x.shape
    name, batched = f"fractional_max_pool{dims}d", x.ndim == dims + 2
    label = name + "_out" * (dims == 3)
    if x.ndim not in (dims + 1, dims + 2):
        raise RuntimeError(f"{label}(): Expected {dims + 1}D or {dims + 2}D tensor, but got: {list(shape)}")
    if 0 in shape[1:]:  # even without a batch: PyTorch does not check the channels then
        empty = shape.index(0, 1)
        raise RuntimeError(f"{label}(): Expected input to have non-zero size for non-batch dimensions, but got{list(shape)} with "
                           f"dimension {empty} being empty.")
    for position, axis in ((0, "height"), (1, "width")) if dims == 2 else ((0, "time"), (2, "width"), (1, "height")):
        n, m, k = shape[position - dims], out[position], kernel[position]
        if m + k - 1 > n - (dims == 3):
            raise RuntimeError(f"{label}(): pool {axis} {k} too large relative to input {axis} {n}")
    check_not_negative([*shape[:-dims], *out])
    _check_samples(x if batched else x[None], dims, samples)
    if x.dtype.kind not in "fV":
        raise NotImplementedError(f"\"{name}_out_frame\" not implemented for '{scalar_name(x.dtype)}'")


def _check_samples(x: Array, dims: int, samples: Array) -> None:
    what = "Expect _random_samples"
    if samples.dtype != x.dtype:
        raise RuntimeError(f"{what} to have the same dtype as input")
    if samples.ndim != 3:
        raise RuntimeError(f"{what} to have 3 dimensions, got {samples.ndim}")
    if len(samples) < len(x):
        raise RuntimeError(f"{what}.size(0) no less then input batch size.")
    if samples.shape[1] != x.shape[1]:
        raise RuntimeError(f"{what}.size(1) equals to input channel size.")
    if samples.shape[2] != dims:
        raise RuntimeError(f"{what}.size(2) equals to {dims}; got {samples.shape[2]}.")


# Errors ---------------------------------------------------------------------------------------------------------------------------



def check_attributes(g: Geometry) -> None:
    """Raise for invalid attributes of windows, whatever the input."""
    if 0 in g.stride:
        raise RuntimeError("stride should not be zero")
    _check_padding(g)
    for what, prefix, values in (("kernel size", "k", g.kernel), ("stride", "d", g.stride),
                                         ("dilation", "dilation", g.dilation)):
        if min(values) < 1:
            values_given = " ".join(f"{prefix}{axis}: {n}" for axis, n in zip("THW"[-len(values):], values))
            raise RuntimeError(f"{what} should be greater than zero, but got {values_given}")
    if any(p > k // 2 for k, p in zip(g.kernel, g.padding)):
        axes = "WHT"[:len(g.kernel)]
        got = [f"{what}{axis} = {v}" for what, values in (("pad", g.padding), ("k", g.kernel)) for axis, v in zip(axes, reversed(values))]
        raise RuntimeError(f"pad should be smaller than or equal to half of kernel size, but got {', '.join(got)}")


def _check_padding(g: Geometry) -> None:
    for k, p, d in zip(g.kernel, g.padding, g.dilation):
        if p < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {p}")
        if p > int(((k - 1) * d + 1) / 2):
            raise RuntimeError(f"pad should be at most half of effective kernel size, but got pad={p}, kernel_size={k} and dilation={d}")


def _check_shapes(shape: Ints, out: Ints) -> None:
    if 0 in shape[1:]:
        dims = len(out)
        raise RuntimeError(f"Expected {dims + 1}D or {dims + 2}D (batch mode) tensor with optional 0 dim batch size for input, but got:"
                           f"{list(shape)}")
    if min(out) < 1:
        plane = (shape[1], 1) if len(out) == 1 else (shape[1],)  # PyTorch pools 1-d inputs as images of height 1, and names these sizes
        sizes, results = ("x".join(map(str, (*plane, *spatial))) for spatial in (shape[2:], out))
        raise RuntimeError(f"Given input size: ({sizes}). Calculated output size: ({results}). Output size is too small")


def _check_average(shape: Ints, dtype: Any, kernel: Ints, divisor: int | None) -> None:
    if dtype.kind in "biuc" and dtype != np.int64 or len(kernel) == 3 and dtype.itemsize == 2:
        name = "avg_pool3d_out_frame" if len(kernel) == 3 else "avg_pool2d"
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(dtype)}'")
    if divisor == 0:
        raise RuntimeError("divisor must be not zero")
    if len(kernel) == 3 and any(n < k for n, k in zip(shape[-3:], kernel)):  # in three dimensions PyTorch ignores the padding here
        sizes, span = (" ".join(f"{name}: {v}" for name, v in zip(names, values))
                       for names, values in (("THW", shape[-3:]), (("kT", "kH", "kW"), kernel)))
        raise RuntimeError(f"input image ({sizes}) smaller than kernel size ({span})")


def _check_adaptive(x: Array, out: Ints) -> None:
    """PyTorch's errors for adaptive pooling."""
    name = "adaptive_max_pool"
    if x.dtype.kind not in "fV":
        raise NotImplementedError(f"\"{name}{len(out)}d{'_cpu' * (len(out) == 3)}\" not implemented for '{scalar_name(x.dtype)}'")
    if min(out) < 0:
        raise RuntimeError(f"{name}{len(out)}d: elements of output_size must be greater than or equal to 0 but received {list(out)}")
    for axis in range(1, x.ndim):
        if x.shape[axis] == 0:
            raise RuntimeError(f"{name}{len(out)}d(): Expected input to have non-zero size for non-batch dimensions, but input has sizes "
                               f"{list(x.shape)} with dimension {axis} being empty")
