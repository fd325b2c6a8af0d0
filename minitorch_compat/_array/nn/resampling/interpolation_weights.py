"""Separable resampling: along each dimension, outputs are weighted sums of a few inputs.

An axis is described by its interpolation weights: the inputs that contribute to each output, its neighbours, and their weights. The adjoint
is described in the same way. The sizes decide how they are applied, so that neither time nor memory grows with the product of inputs and
outputs:

- a small axis is one product with a matrix, which needs the fewest calls;
- for many lanes, products with the nonzero blocks of that matrix, each of a few outputs, are fastest;
- otherwise inputs are gathered, multiplied and summed, one neighbour at a time if there are few, else all at once (`np.add.reduceat`).

The first two multiply inputs by zeros that stand for nothing. If their result is not finite, the last one recomputes it.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ...core import intp
from ...core.execution.block_sizes import block_size
from ...core.execution.blocks import all_finite
from ...core.execution.quiet import quiet
from ...shape.strided import in_image_layout

Array = np.ndarray[Any, np.dtype[Any]]

_MATRIX_SIZE = block_size(__name__, "_MATRIX_SIZE", 1 << 14)  # elements: small matrices are cached, and one product with them is fastest
_MAX_PRODUCT_WORK = 3 << 17  # unless it takes more multiplications than this
_BANDS_SIZE = block_size(__name__, "_BANDS_SIZE", 1 << 20)  # elements of all blocks together: they are cached, too
_BANDS_MIN_LANES = 32  # lanes from which on blocks pay
_ZERO_COST = 24  # multiplications by zero in blocks that cost as much as one neighbour
_MAX_LOOPED_NEIGHBOURS = 16  # per output: more of them are gathered at once
_GATHER_BLOCK = block_size(__name__, "_GATHER_BLOCK", 1 << 18)  # elements gathered at a time
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 4096)  # elements: up to here `all_finite` is used


class InterpolationWeights:
    """One direction of an axis: each of `n` outputs is the sum of inputs `index[k]` times `weights[k]`, for `k` below `counts` (None: all).

    `index` and `weights` are (neighbours, n); the inputs for one `k` do not descend. Without `weights`, all are 1. For uint8 inputs weights
    are fixed-point integers, `1 << bits` for 1, and results are rounded.
    """

    def __init__(self, index: Array, weights: Array | None, size: int, counts: Array | None = None, bits: int = 0) -> None:
        self.index, self.weights, self.size, self.counts, self.bits = index, weights, size, counts, bits
        self.n = index.shape[1]
        self._matrices: dict[Any, Array] = {}
        self.ranges = None if counts is None else intp.arange(len(index))[:, None] < counts

    @cached_property
    def copies(self) -> Array | None:
        """The input that each output copies, if all outputs are copies; weights of 0 are ignored."""
        if self.counts is not None or not len(self.index):
            return None
        if self.weights is None or len(self.index) == 1:
            return self.index[0] if self.weights is None or bool((self.weights == 1 << self.bits).all()) else None
        one = intp.argmax(self.weights == 1 << self.bits, 0), intp.arange(self.n)
        whole = (self.weights[one] == 1 << self.bits).all() and intp.count_nonzero(self.weights) == self.n
        return self.index[one] if whole else None

    @cached_property
    def is_identity(self) -> bool:
        """Whether the outputs are the inputs."""
        return self.copies is not None and np.array_equal(self.copies, intp.arange(self.size))

    def matrix(self, dtype: Any = np.float64) -> Array:
        """The weights as an (n, size) matrix, cached if it is small. Read-only."""
        found = self._matrices.get(dtype)
        if found is None:
            found = np.zeros((self.n, self.size), dtype)
            outputs, inputs, weights = self._neighbour_list()
            np.add.at(found, (outputs, inputs), 1 if weights is None else weights)
            found.setflags(write=False)
            if found.size <= _MATRIX_SIZE:
                self._matrices[dtype] = found
        return found

    def _neighbour_list(self) -> tuple[Array, Array, Array | None]:
        """Output, input and weight of each neighbour, those with the same `k` contiguous."""
        outputs = np.broadcast_to(intp.arange(self.n), self.index.shape)
        if self.ranges is None:
            return outputs.reshape(-1), self.index.reshape(-1), None if self.weights is None else self.weights.reshape(-1)
        return outputs[self.ranges], self.index[self.ranges], None if self.weights is None else self.weights[self.ranges]

    def adjoint(self) -> InterpolationWeights:
        """The weights of the adjoint."""
        outputs, inputs, weights = self._neighbour_list()
        order = intp.argsort(inputs, kind="stable")  # fast: the inputs are as many ascending runs as there are neighbours per output
        inputs = inputs[order]
        counts = intp.bincount(inputs, minlength=self.size)
        axis_index = intp.arange(len(inputs)) - (intp.cumsum(counts) - counts)[inputs]
        shape = int(counts.max(initial=0)), self.size
        index, spread = np.zeros(shape, np.int64), np.zeros(shape, np.float32 if weights is None else weights.dtype)
        index[axis_index, inputs] = outputs[order]
        spread[axis_index, inputs] = 1 if weights is None else weights[order]
        return InterpolationWeights(index, spread, self.n, None if (counts == shape[0]).all() else counts)

    @cached_property
    def bands(self) -> tuple[Array, Array] | None:
        """Blocks of the matrix, (blocks, outputs, inputs), and the first input of each; None if they are too large."""
        index, n = self.index, self.n
        if not index.size:
            return None
        height = max(4, min(32, 256 * n // max(self.size, 1)))
        starts = intp.arange(0, n, height)
        low = np.where(self.ranges, index, self.size - 1) if self.ranges is not None else index
        high = np.where(self.ranges, index, 0) if self.ranges is not None else index
        first = intp.reduceat(np.minimum, low.min(0), starts)
        width = int((intp.reduceat(np.maximum, high.max(0), starts) - first).max()) + 1
        if len(starts) * height * width > _BANDS_SIZE:
            return None
        first = np.maximum(np.minimum(first, self.size - width), 0)
        outputs, inputs, weights = self._neighbour_list()
        block = outputs // height
        positions = outputs * width + inputs - first[block]
        filled = intp.bincount(positions, weights, len(starts) * height * width).reshape(len(starts), height, width)
        return filled.astype(np.float32 if self.weights is None else self.weights.dtype), first

    @cached_property
    def runs(self) -> tuple[Array, Array | None, Array, Array | None]:
        """Inputs and weights ordered by output, the start of each output's, and a mask of the outputs that have any (None: all)."""
        inputs, weights = self.index.T, None if self.weights is None else self.weights.T
        if self.counts is None:
            begins = intp.arange(0, inputs.size, max(1, len(self.index)))
            return inputs.reshape(-1), None if weights is None else weights.reshape(-1), begins, None
        assert self.ranges is not None
        used, nonempty = self.ranges.T, self.counts > 0
        begins = intp.cumsum(self.counts) - self.counts
        return inputs[used], None if weights is None else weights[used], begins[nonempty], None if nonempty.all() else nonempty


class AxisWeights:
    """The weights of one dimension and, on demand, of its adjoint: from `adjoint_of()` if it is not exactly the adjoint of `forward`."""

    def __init__(self, forward: InterpolationWeights, adjoint_of: Callable[[], InterpolationWeights] | None = None) -> None:
        self.forward, self.adjoint_of = forward, adjoint_of

    @cached_property
    def backward(self) -> InterpolationWeights:
        """The weights of the adjoint."""
        return (self.forward if self.adjoint_of is None else self.adjoint_of()).adjoint()


class Axis:
    """One dimension to be resampled, in one of two directions."""

    __slots__ = ("_transposed", "_weights", "interpolation")

    def __init__(self, both: AxisWeights, transposed: bool = False) -> None:
        self._weights, self._transposed = both, transposed
        self.interpolation = both.backward if transposed else both.forward

    @property
    def T(self) -> Axis:
        """The adjoint."""
        return Axis(self._weights, not self._transposed)

    def __len__(self) -> int:
        return self.interpolation.n


# Application ----------------------------------------------------------------------------------------------------------------------

@quiet
def resample(x: Array, axes: tuple[Axis, ...]) -> Array:
    """Resample the last dimensions by their axes; the adjoint is resampling by the adjoint axes."""
    if x.dtype.itemsize == 2:
        return resample(x.astype(np.float32), axes).astype(x.dtype)
    if x.size <= _SMALL_SIZE and x.dtype.char in "fd":
        small_steps = _apply_small_steps(x, _small_resample_steps(x.shape, x.dtype, axes))
        if small_steps is not None:
            return in_image_layout(small_steps, x)
    result, along, last = x, _resample_uint8 if x.dtype.kind == "u" else _resample_axis, axes[-1].interpolation
    if along is _resample_uint8 or last.n > last.size:  # uint8 in PyTorch's order; others so that the costly last one has fewer lanes
        for back, axis in enumerate(reversed(axes), 1):
            result = along(result, axis.interpolation, x.ndim - back)
    else:
        for axis_index, axis in enumerate(axes, x.ndim - len(axes)):
            result = along(result, axis.interpolation, axis_index)
    return in_image_layout(result.copy() if result is x else result, x)


@lru_cache(maxsize=256)
def _small_resample_steps(shape: tuple[int, ...], dtype: Any, axes: tuple[Axis, ...]) -> tuple[tuple[Any, ...], ...] | None:
    """For few elements the steps along the dimensions: the shape of rows, with the indices to `take`, or the matrix to multiply with and on
    which side, and the shape of the result. None if more than that is needed."""
    positions = list(zip(range(len(shape) - len(axes), len(shape)), axes, strict=True))
    if axes[-1].interpolation.n > axes[-1].interpolation.size:
        positions.reverse()
    steps: list[tuple[Any, ...]] = []
    for axis_index, axis in positions:
        interpolation, copies = axis.interpolation, axis.interpolation.copies
        lead, tail = math.prod(shape[:axis_index]), math.prod(shape[axis_index + 1:])
        after = (*shape[:axis_index], interpolation.n, *shape[axis_index + 1:])
        if copies is not None:
            if not interpolation.is_identity or len(interpolation.index) > 1:
                steps.append(((lead, interpolation.size, tail), copies, len(interpolation.index) > 1, after))
        elif _is_product(interpolation, lead, tail):
            matrix = interpolation.matrix(dtype)
            steps.append(((lead, interpolation.size), None, matrix.T, after) if tail == 1 else
                         ((lead, interpolation.size, tail), None, matrix, after))
        else:
            return None
        shape = after
    return tuple(steps) or None


def _apply_small_steps(x: Array, steps: tuple[tuple[Any, ...], ...] | None) -> Array | None:
    """The result of `_small_resample_steps`; None if something may not be finite."""
    if steps is None:
        return None
    copies_only = True
    for rows, copies, other, shape in steps:
        x = x.reshape(rows)
        if copies is None:
            copies_only = False
            x = (x.dot(other) if len(rows) == 2 else np.matmul(other, x)).reshape(shape)
        elif other and not all_finite(x):
            return None
        else:
            x = intp.take(x, copies, 1).reshape(shape)
    return x if copies_only or all_finite(x) else None


def resample_in_order(x: Array, axes: tuple[Axis, ...]) -> Array:
    """`resample` with a contiguous result, whatever the layout of the input."""
    return np.ascontiguousarray(resample(x, axes))


def _resample_uint8(x: Array, interpolation: InterpolationWeights, axis_index: int) -> Array:
    """uint8 resampled along one dimension, in fixed-point arithmetic with rounding."""
    if interpolation.copies is not None:
        return x if interpolation.is_identity else intp.take(x, interpolation.copies, axis_index)
    assert interpolation.weights is not None
    sums = _resample_axis(x.astype(interpolation.weights.dtype), interpolation, axis_index)
    np.add(sums, 1 << interpolation.bits - 1, sums)
    np.multiply(sums, 1 / (1 << interpolation.bits), sums)
    return np.clip(sums, 0, 255, sums).astype(np.uint8)


def _resample_axis(x: Array, interpolation: InterpolationWeights, axis_index: int) -> Array:
    copies, shape = interpolation.copies, x.shape
    if copies is not None and len(interpolation.index) == 1:
        return x if interpolation.is_identity else intp.take(x, copies, axis_index)
    lead, tail = math.prod(shape[:axis_index]), math.prod(shape[axis_index + 1:]) if axis_index + 1 < len(shape) else 1
    rows = x.reshape(lead, interpolation.size, tail)
    result = _product(rows, interpolation, lead, tail) if copies is None else intp.take(rows, copies, 1)
    finite_result = result if copies is None else rows  # copies are not multiplied by zeros
    if not (all_finite(finite_result) if finite_result.size <= _SMALL_SIZE else np.isfinite(np.add.reduce(finite_result, axis=None))):
        result = _gather_runs(rows, interpolation)
    return result.reshape(*shape[:axis_index], interpolation.n, *shape[axis_index + 1:])


def _is_product(interpolation: InterpolationWeights, lead: int, tail: int) -> bool:
    """Whether one product with the whole matrix is fastest."""
    elements = interpolation.n * interpolation.size
    return elements <= _MATRIX_SIZE and elements * lead * tail <= _MAX_PRODUCT_WORK


def _product(rows: Array, interpolation: InterpolationWeights, lead: int, tail: int) -> Array:
    """Rows (lead, size, tail) resampled along the middle, by the method that is fastest for their number."""
    count = len(interpolation.index)
    if _is_product(interpolation, lead, tail):
        matrix = interpolation.matrix(rows.dtype)
        return rows[..., 0].dot(matrix.T) if tail == 1 else np.matmul(matrix, rows)
    bands = interpolation.bands if (lead if tail == 1 else tail) >= _BANDS_MIN_LANES else None
    if bands is not None and (count > _MAX_LOOPED_NEIGHBOURS or bands[0].shape[2] <= _ZERO_COST * count):
        return _multiply_bands(rows, interpolation.n, *bands)
    return _gather_by_neighbour(rows, interpolation) if count <= _MAX_LOOPED_NEIGHBOURS else _gather_runs(rows, interpolation)


def _multiply_bands(rows: Array, n: int, blocks: Array, first: Array) -> Array:
    _, height, width = blocks.shape
    result = np.empty((len(rows), n, rows.shape[2]), rows.dtype)
    flat = rows.shape[2] == 1
    for block, low, start in zip(blocks, first.tolist(), range(0, n, height)):
        stop = min(n, start + height)
        windows, part = rows[:, low:low + width], block[:stop - start]
        if flat:
            np.matmul(windows[..., 0], part.T, out=result[:, start:stop, 0])
        else:
            np.matmul(part, windows, out=result[:, start:stop])
    return result


def _gather_by_neighbour(rows: Array, interpolation: InterpolationWeights) -> Array:
    lead, _, tail = rows.shape
    step = max(1, _GATHER_BLOCK // max(1, lead * tail))
    if step >= interpolation.n:
        return _gather_weighted(rows, interpolation, slice(None))
    result = np.empty((lead, interpolation.n, tail), rows.dtype)
    for start in range(0, interpolation.n, step):
        outputs = slice(start, start + step)
        result[:, outputs] = _gather_weighted(rows, interpolation, outputs)
    return result


def _gather_weighted(rows: Array, interpolation: InterpolationWeights, outputs: slice) -> Array:
    index = interpolation.index[:, outputs]
    if not len(index):
        return np.zeros((len(rows), index.shape[1], rows.shape[2]), rows.dtype)
    if interpolation.weights is None:
        return np.add.reduce([intp.take(rows, i, 1) for i in index])
    total: Any = None
    for i, weights in zip(index, interpolation.weights[:, outputs, None]):
        part = intp.take(rows, i, 1)
        np.multiply(part, weights, part)
        total = part if total is None else np.add(total, part, total)
    return total


def _gather_runs(rows: Array, interpolation: InterpolationWeights) -> Array:
    """Gather the neighbours of all outputs, multiply, and sum the runs of each output; no other elements are read."""
    lead, size, tail = rows.shape
    result = np.zeros((lead * tail, interpolation.n), rows.dtype)
    if interpolation.index.size:
        lanes = np.ascontiguousarray(rows.swapaxes(1, 2)).reshape(lead * tail, size)
        inputs, weights, begins, nonempty = interpolation.runs
        step = max(1, _GATHER_BLOCK // max(1, len(inputs)))
        for start in range(0, len(lanes), step):
            gathered = intp.take(lanes[start:start + step], inputs, 1)
            if weights is not None:
                np.multiply(gathered, weights, gathered)
            sums = intp.reduceat(np.add, gathered, begins, 1)
            if nonempty is None:
                result[start:start + step] = sums
            else:
                result[start:start + step, nonempty] = sums
    return np.ascontiguousarray(result.reshape(lead, tail, interpolation.n).swapaxes(1, 2))
