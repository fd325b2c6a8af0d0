"""Convolution: the bilinear map and its two transposes, each of which is differentiated by the others.

For <y, conv(x, w)> = <conv_input_gradient(y, w), x> = <conv_weight_gradient(y, x), w>: three functions, closed under differentiation.
Shapes: x (N, C, *S), w (O, C / groups, *K), y (N, O, *L), any number of spatial dimensions.

A block of images is padded, its patches are copied to columns (im2col), and one matrix product does the rest; `patches.py` chooses the
layout and owns the buffers. A 1x1 kernel needs no patches.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.conjugate import require_values
from ..core.dtypes import c_name, scalar_name, tensor_type
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import add_reduce
from ..core.execution.quiet import quiet
from ..core.execution.threads import OrderedSum, run_parallel
from ..linalg.products import multiply_stacks
from ..shape.strided import channels_last, is_channels_last_like
from .patches import SMALL_SIZE, Geometry, Plan, Workspace, col2im_indices, columns_by_rows, inner_index, patches

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]

_cached_plan = lru_cache(maxsize=256)(Plan)


def conv(x: Array, w: Array, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """Cross-correlation of `x` with `w`."""
    return _conv(x, w, None, stride, padding, dilation, groups)


@quiet
def _conv(x: Array, w: Array, bias: Array | None, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    if x.dtype.itemsize == 2 and x.dtype.kind in "fV":  # BLAS has no half precision
        wide = None if bias is None else bias.astype(np.float32)
        return _conv(x.astype(np.float32), w.astype(np.float32), wide, stride, padding, dilation, groups).astype(x.dtype)
    require_values(x)
    plan = _cached_plan(x.shape, w.shape, stride, padding, dilation, groups, x.dtype.itemsize)
    small = _small_patch_indices(plan)
    if small is not None and x.dtype.char in "fd":
        return _conv_by_gather(x, w, bias, plan.result_shape, *small)
    result = np.empty(plan.result_shape, x.dtype)
    if not (x.size and w.size):
        result.fill(0)
        return result if bias is None else np.add(result, plan.per_channel(bias))
    matrix = w.reshape(plan.weight_matrix)
    offset = None if bias is None else plan.per_channel(bias)
    if plan.tiles:
        for rows, part in _input_tiles(x, plan):
            result[:, :, rows] = _conv(part, w, bias, stride, (0, *padding[1:]), dilation, groups)
        return result
    if plan.pointwise:
        multiply_stacks(matrix, x.reshape(plan.x_matrix), result.reshape(plan.y_matrix))
        return result if offset is None else np.add(result, offset, out=result)
    if plan.row_blocks:
        return _depthwise(x, w, offset, plan, result)
    if plan.rows_together[0] and x.dtype.char in "fd":
        return _conv_by_rows(x, w, offset, plan, result)

    def work(_i: int, images: slice, space: Workspace) -> None:
        space.gather(x[images])
        space.multiply(matrix, result[images], offset)

    plan.for_each_block(work, x.dtype)
    return result


def _conv_by_rows(x: Array, w: Array, offset: Array | None, plan: Plan, result: Array) -> Array:
    """The convolution by one product per row of outputs."""
    matrix = np.ascontiguousarray(w.transpose(0, 2, 1, 3)).reshape(len(w), -1)
    together = plan.rows_together[0]
    starts = range(0, len(x), together)

    def work(i: int) -> None:
        part = slice(starts[i], starts[i] + together)
        with plan.row_space(len(x[part]), x.dtype) as space:
            space.gather(x[part])
            space.multiply(matrix, result[part], offset)

    run_parallel(work, len(starts), calls_blas=True)
    return result


def _depthwise(x: Array, w: Array, offset: Array | None, plan: Plan, result: Array) -> Array:
    """Depthwise convolution, by rows of the kernels: copying all patches would take longer than the products."""
    groups, each, _ = plan.weight_matrix
    rows = np.ascontiguousarray(w.reshape(groups, each, *w.shape[2:]).transpose(2, 0, 1, 3))
    y = result.reshape(plan.y_matrix)
    contribution = np.empty((plan.row_blocks[0][1], *y.shape[1:]), y.dtype)
    for images, columns in columns_by_rows(x, plan):
        target = y[images]
        np.matmul(rows[0], columns[0], target)
        for row, under in zip(rows[1:], columns[1:], strict=True):
            np.add(target, np.matmul(row, under, contribution[:len(under)]), target)
        if offset is not None:
            np.add(result[images], offset, out=result[images])
    return result


#: Up to this number of elements of patches a single gather is faster than copies through a workspace.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 2048)


@lru_cache(maxsize=256)
def _small_patch_indices(plan: Plan) -> tuple[Array, bool, Array] | None:
    """For small inputs: flat positions of patches, as columns; whether images need a trailing zero for padding; each output's channel."""
    (_, outputs, rows), length = plan.weight_matrix, math.prod(plan.out)
    n, *shape = plan.x_shape
    size, padding = math.prod(shape), plan.geometry.padding
    if plan.batch_inner or plan.groups > 1 or plan.pointwise or not 0 < n * max(rows, outputs) * length <= _SMALL_SIZE or not size:
        return None
    positions = np.full((1, shape[0], *(m + 2 * p for m, p in zip(shape[1:], padding))), size, np.int64)
    positions[inner_index(padding, tuple(shape[1:]))] = intp.arange(size).reshape(shape)
    columns = patches(positions, plan.geometry, plan.out).reshape(rows, length)
    return columns, any(padding), intp.arange(n * outputs * length).reshape(plan.result_shape) // length % outputs


@lru_cache(maxsize=256)
def _small_conv_arguments(x: Ints, w: Ints, bias: Ints | None, dtype: np.dtype[Any], stride: Ints, padding: Ints, dilation: Ints,
                          groups: int) -> tuple[Ints, Array, bool, Array] | None:
    """Check the arguments; for small inputs of one floating dtype return the arguments of `_conv_by_gather`, else None."""
    g = Geometry(w[2:], stride, padding, dilation)
    if dtype.char not in "fd":
        return None
    _check_geometry(x, w, bias, g, groups, False)
    if min(*dilation, *g.kernel) <= 0:
        return None
    plan = _cached_plan(x, w, stride, padding, dilation, groups, dtype.itemsize)
    patches = _small_patch_indices(plan)
    return None if patches is None else (plan.result_shape, *patches)


@lru_cache(maxsize=256)
def _small_col2im_indices(plan: Plan) -> tuple[Ints, Array] | None:
    """For small inputs: the shape of the columns of all images, and for each kernel offset which of their elements is added to each input.

    A zero is appended to the columns, for inputs that get nothing.
    """
    g, (n, channels, *size), length = plan.geometry, plan.x_shape, math.prod(plan.out)
    groups, _, rows = plan.weight_matrix
    if plan.batch_inner or math.prod(plan.x_shape) * math.prod(g.kernel) > SMALL_SIZE or n * groups * rows * length > SMALL_SIZE:
        return None
    padded = (n, channels, *(m + 2 * p for m, p in zip(size, g.padding)))
    return (n, groups, rows, length), col2im_indices((n, channels, *g.kernel, *plan.out), padded, g, plan.out)


@quiet
def _conv_by_gather(x: Array, w: Array, bias: Array | None, shape: Ints, positions: Array, pads: bool, channel: Array) -> Array:
    images = x.reshape(len(x), -1)
    if pads:
        images, inner = np.zeros((len(x), images.shape[1] + 1), x.dtype), images
        images[:, :-1] = inner
    matrix = w.reshape(len(w), -1)
    out = matrix.dot(intp.take(images, positions)) if len(x) == 1 else np.matmul(matrix, intp.take(images, positions, 1))
    out = out.reshape(shape)
    return out if bias is None else np.add(out, bias[channel], out)  # an index takes a fifth of the time of numpy's broadcasting


@quiet
def conv_input_gradient(y: Array, w: Array, size: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """The transpose of `conv` in `x`, whose spatial sizes are `size`; transposed convolution computes this."""
    if y.dtype.itemsize == 2 and y.dtype.kind in "fV":
        return conv_input_gradient(y.astype(np.float32), w.astype(np.float32), size, stride, padding, dilation, groups).astype(y.dtype)
    plan = _cached_plan((y.shape[0], w.shape[1] * groups, *size), w.shape, stride, padding, dilation, groups, y.dtype.itemsize)
    if not (y.size and w.size):
        require_values(y)
        return np.zeros(plan.x_shape, y.dtype)
    y = y if y.shape[2:] == plan.out else _pad_missing_outputs(y, plan.out)
    if plan.flipped_padding is not None:
        return _conv(y, _transposed_kernel(w, groups), None, stride, plan.flipped_padding, dilation, groups)
    matrix = w.reshape(plan.weight_matrix).swapaxes(1, 2)
    if plan.pointwise:
        return multiply_stacks(matrix, y.reshape(plan.y_matrix)).reshape(plan.x_shape)
    summands = _small_col2im_indices(plan)
    if summands is not None:
        return _col2im_by_gather(matrix, y.reshape(plan.y_matrix), *summands).reshape(plan.x_shape)
    if plan.tiles:
        return _conv_input_by_tiles(y, w, plan, size, stride, padding, dilation, groups)
    result = np.empty(plan.x_shape, y.dtype)

    def work(_i: int, images: slice, space: Workspace) -> None:
        np.matmul(matrix, space.load(y[images]), out=space.columns)
        space.scatter(result[images])

    plan.for_each_block(work, y.dtype, "scatter")
    return result


def _input_rows(plan: Plan, start: int, stop: int) -> tuple[int, int]:
    """The range of rows of the padded input that rows of outputs depend on."""
    g = plan.geometry
    return start * g.stride[0], (stop - 1) * g.stride[0] + g.dilation[0] * (g.kernel[0] - 1) + 1


def _input_tiles(x: Array, plan: Plan) -> Iterator[tuple[slice, Array]]:
    """For each tile its slice of output rows, and its rows of the input, padded along the first dimension."""
    padding, have = plan.geometry.padding[0], x.shape[2]
    for start, stop in plan.tiles:
        first, last = (n - padding for n in _input_rows(plan, start, stop))
        part = x[:, :, max(first, 0):max(min(last, have), 0)]
        if first < 0 or last > have:
            padded = np.zeros((*x.shape[:2], last - first, *x.shape[3:]), x.dtype)
            inner = max(0, -first)
            padded[:, :, inner:inner + part.shape[2]] = part
            part = padded
        yield slice(start, stop), part


def _conv_input_by_tiles(y: Array, w: Array, plan: Plan, size: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """`conv_input_gradient` by ranges of output rows, which overlap in the rows of the image."""
    n, channels = plan.x_shape[:2]
    padded = np.zeros((n, channels, size[0] + 2 * padding[0], *size[1:]), y.dtype)
    for start, stop in plan.tiles:
        first, last = _input_rows(plan, start, stop)
        part = conv_input_gradient(y[:, :, start:stop], w, (last - first, *size[1:]), stride, (0, *padding[1:]), dilation, groups)
        np.add(padded[:, :, first:last], part, out=padded[:, :, first:last])
    return np.ascontiguousarray(padded[:, :, padding[0]:padding[0] + size[0]])


def _col2im_by_gather(matrix: Array, y: Array, shape: Ints, positions: Array) -> Array:
    """Sum the columns of images (col2im) at the positions of `_small_col2im_indices`."""
    columns = np.zeros(math.prod(shape) + 1, y.dtype)
    np.matmul(matrix, y, columns[:-1].reshape(shape))
    return np.asarray(np.add.reduce(intp.take(columns, positions), axis=0, dtype=y.dtype, initial=0))


@lru_cache(maxsize=256)
def _small_transposed_arguments(x: Ints, w: Ints, bias: Ints | None, dtype: np.dtype[Any], stride: Ints, padding: Ints,
                                output_padding: Ints, dilation: Ints, groups: int) -> tuple[Any, tuple[Any, ...]] | None:
    """Check the arguments; for small inputs of one floating dtype return a function of (x, w, bias) and its other arguments. None
    otherwise, and where `conv_input_gradient` uses another algorithm."""
    g = Geometry(w[2:], stride, padding, dilation)
    if dtype.char not in "fd":
        return None
    _check_geometry(x, w, bias, g, groups, True)
    if min(*dilation, *g.kernel) <= 0:
        return None
    size = check_transposed_size(x[2:], w[2:], stride, padding, output_padding, dilation)
    plan = _cached_plan((x[0], w[1] * groups, *size), w, stride, padding, dilation, groups, dtype.itemsize)
    if 0 in x or 0 in w or x[2:] != plan.out or plan.pointwise:
        return None
    if plan.flipped_padding is not None:
        positions = _transposed_kernel(intp.arange(math.prod(w)).reshape(w), groups)
        flipped = _cached_plan(x, positions.shape, stride, plan.flipped_padding, dilation, groups, dtype.itemsize)
        patches = _small_patch_indices(flipped)
        return None if patches is None else (_flipped_conv_by_gather, (positions, flipped.result_shape, *patches))
    summands = _small_col2im_indices(plan)
    if summands is None:
        return None
    channel = intp.arange(math.prod(plan.x_shape)).reshape(plan.x_shape) // math.prod(size) % plan.x_shape[1]
    return _transposed_conv_by_gather, (plan.weight_matrix, plan.y_matrix, *summands, plan.x_shape, channel)


def _flipped_conv_by_gather(x: Array, w: Array, bias: Array | None, kernel: Array, *others: Any) -> Array:
    """The convolution by the flipped kernel, whose elements have the positions `kernel` in `w`."""
    return _conv_by_gather(x, w.ravel()[kernel], bias, *others)


def _transposed_conv_by_gather(x: Array, w: Array, bias: Array | None, kernels: Ints, images: Ints, columns: Ints, positions: Array,
                               shape: Ints, channel: Array) -> Array:
    out = _col2im_by_gather(w.reshape(kernels).swapaxes(1, 2), x.reshape(images), columns, positions).reshape(shape)
    return out if bias is None else np.add(out, bias[channel], out)


def _pad_missing_outputs(y: Array, out: Ints) -> Array:
    """`y` with zeros for the outputs that exist only if output_padding is at least the stride."""
    if any(n > m for n, m in zip(y.shape[2:], out)):
        raise RuntimeError(f"expected at most {list(out)} outputs along the spatial dimensions, but got {list(y.shape[2:])}")
    full = np.zeros((*y.shape[:2], *out), y.dtype)
    full[inner_index((0,) * len(out), y.shape[2:])] = y
    return full


def _transposed_kernel(w: Array, groups: int) -> Array:
    """The kernel whose convolution is the transpose of `w`'s: spatially flipped, with input and output channels exchanged."""
    grouped = w.reshape(groups, w.shape[0] // groups, *w.shape[1:]).swapaxes(1, 2)
    flipped = np.flip(grouped, tuple(range(3, grouped.ndim)))
    # For groups of one channel a view would be a matrix with a negative stride, which BLAS does not take.
    return np.ascontiguousarray(flipped).reshape(groups * w.shape[1], w.shape[0] // groups, *w.shape[2:])


@quiet
def conv_weight_gradient(y: Array, x: Array, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """The transpose of `conv` in `w`, whose kernel sizes are `kernel`."""
    if y.dtype.itemsize == 2 and y.dtype.kind in "fV":
        return conv_weight_gradient(y.astype(np.float32), x.astype(np.float32), kernel, stride, padding, dilation, groups).astype(y.dtype)
    shape = (y.shape[1], x.shape[1] // groups, *kernel)
    plan = _cached_plan(x.shape, shape, stride, padding, dilation, groups, x.dtype.itemsize)
    total = np.zeros(plan.weight_matrix, y.dtype)
    if not (y.size and x.size):
        require_values(y)
        return total.reshape(shape)
    y = y if y.shape[2:] == plan.out else _pad_missing_outputs(y, plan.out)
    if plan.pointwise:
        each = multiply_stacks(y.reshape(plan.y_matrix), x.reshape(plan.x_matrix).swapaxes(2, 3))
        return np.add.reduce(each, axis=0).reshape(shape)
    if plan.tiles:
        parts = [conv_weight_gradient(y[:, :, rows], part, kernel, stride, (0, *padding[1:]), dilation, groups)
                 for rows, part in _input_tiles(x, plan)]
        return np.asarray(add_reduce(np.array(parts), 0))
    if plan.row_blocks:
        by_row = total.reshape(*total.shape[:2], *kernel)
        for images, columns in columns_by_rows(x, plan):
            part = y[images].reshape(-1, *plan.y_matrix[1:])
            for i, under in enumerate(columns):
                by_row[:, :, i] += np.add.reduce(np.matmul(part, under.swapaxes(-1, -2)), axis=0)
        return total.reshape(shape)
    sums = OrderedSum(total)

    def work(i: int, images: slice, space: Workspace) -> None:
        space.gather(x[images])
        sums.add(i, space.correlate(y[images]))

    plan.for_each_block(work, x.dtype)
    return total.reshape(shape)


def convolution(x: Array, w: Array, bias: Array | None, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """`conv` plus a bias per output channel, with all checks."""
    dtype = x.dtype
    if dtype is w.dtype and (bias is None or dtype is bias.dtype):
        small = _small_conv_arguments(x.shape, w.shape, None if bias is None else bias.shape, dtype, stride, padding, dilation, groups)
        if small is not None:
            out = _conv_by_gather(x, w, bias, *small)
            return _to_image_layout(out, x, w, stride, dilation, groups)
    check_convolution(x, w, bias, Geometry(w.shape[2:], stride, padding, dilation), groups)
    out = _conv(x, w, bias, stride, padding, dilation, groups)
    return _to_image_layout(out, x, w, stride, dilation, groups)


def has_channels_innermost_result(x: Array, w: Array | None = None) -> bool:
    """Whether what is computed from an image, and perhaps a weight, has its channels innermost."""
    if x.ndim == 3:  # a signal is an image of one row, and copied first if it is not in order: what may tell is a single channel
        return _is_channels_last_signal(x) and x.flags.c_contiguous or w is not None and _is_channels_last_signal(w)
    return any(a is not None and a.ndim in (4, 5) and is_channels_last_like(a) for a in (x, w))


def _is_channels_last_signal(signal: Array) -> bool:
    """Whether a signal, (N, C, L), has its channels innermost."""
    return signal.strides[1] <= signal.strides[2] and is_channels_last_like(signal)


def has_channels_innermost_weight(x: Array, w: Array, stride: Ints, dilation: Ints, groups: int, output_padding: Ints = ()) -> bool:
    """The same of the gradient of a weight: that of a single channel is in order where no library computes it."""
    single = x.ndim == 3 and w.shape[1] == 1 and x.dtype.itemsize != 2
    if single and not uses_library(x.dtype, x.shape, w.shape, stride, dilation, groups, output_padding):
        return _is_channels_last_signal(w)
    return (max(w.shape[2:]) > 1 or is_channels_last_like(w)) and keeps_channels_innermost(
        x, w, stride, dilation, groups, output_padding)


def keeps_channels_innermost(x: Array, w: Array, stride: Ints, dilation: Ints, groups: int, output_padding: Ints = ()) -> bool:
    """Whether the result and the gradients of a convolution are channels-last: if either operand is; for volumes only where PyTorch calls a
    library, since its own kernels give contiguous results."""
    return has_channels_innermost_result(x, w) and (
        x.ndim < 5 or uses_library(x.dtype, x.shape, w.shape, stride, dilation, groups, output_padding))


def _is_small_convolution(x: Ints, w: Ints, groups: int) -> bool:
    lowest = min(w[-2:]) if len(w) > 3 else 1  # 1-d inputs are images of one row
    return x[0] == groups == 1 and lowest <= 3 and math.prod(x[:4]) <= 20480


def uses_library(dtype: np.dtype[Any], x: Ints, w: Ints, stride: Ints, dilation: Ints, groups: int, output_padding: Ints = ()) -> bool:
    """Whether PyTorch calls a library, which refuses other arguments: for bfloat16, and for float32 unless the input is small or, on
    one thread, the convolution is a matrix product. Not if outputs would have to be extended by a stride."""
    if any(o >= s for o, s in zip(output_padding, stride)):
        return False
    if dtype.kind == "V":
        return True
    product = x[0] < 16 and max(w[-1], w[-2] if len(w) > 3 else 1) == 1 == max(stride) == max(dilation)
    return dtype == np.float32 and not product and not _is_small_convolution(x, w, groups)


@quiet
def convolution_transpose(x: Array, w: Array, bias: Array | None, stride: Ints, padding: Ints, output_padding: Ints, dilation: Ints,
                          groups: int) -> Array:
    """Transposed convolution: `w` is (C, O / groups, *K)."""
    dtype = x.dtype
    if dtype is w.dtype and (bias is None or dtype is bias.dtype):
        small = _small_transposed_arguments(x.shape, w.shape, None if bias is None else bias.shape, dtype, stride, padding, output_padding,
                                            dilation, groups)
        if small is not None:
            function, arguments = small
            return _to_image_layout(function(x, w, bias, *arguments), x, w, stride, dilation, groups, output_padding)
    check_convolution(x, w, bias, Geometry(w.shape[2:], stride, padding, dilation), groups, output_padding)
    size = check_transposed_size(x.shape[2:], w.shape[2:], stride, padding, output_padding, dilation)
    out = add_bias(conv_input_gradient(x, w, size, stride, padding, dilation, groups), bias)
    return _to_image_layout(out, x, w, stride, dilation, groups, output_padding)


@lru_cache(maxsize=256)
def check_transposed_size(have: Ints, kernel: Ints, stride: Ints, padding: Ints, output_padding: Ints, dilation: Ints) -> Ints:
    """`transposed_size`, with PyTorch's errors."""
    _check_output_padding(output_padding, stride, dilation)
    size = transposed_size(have, kernel, stride, padding, output_padding, dilation)
    if min(size) < 1:
        row = "1 x " * (len(size) == 1)  # 1-d inputs are images of one row
        raise RuntimeError(f"Given input size per channel: ({row}{_format_sizes(have)}). Calculated output size per channel: "
                           f"({row}{_format_sizes(size)}). Output size is too small")
    return size


def _to_image_layout(out: Array, x: Array, w: Array, *geometry: Any) -> Array:
    return channels_last(out) if keeps_channels_innermost(x, w, *geometry) else out


def transposed_size(size: Ints, kernel: Ints, stride: Ints, padding: Ints, output_padding: Ints, dilation: Ints) -> Ints:
    """Spatial sizes of the result of a transposed convolution."""
    return tuple((n - 1) * s - 2 * p + d * (k - 1) + o + 1
                 for n, k, s, p, o, d in zip(size, kernel, stride, padding, output_padding, dilation, strict=True))


def add_bias(out: Array, bias: Array | None) -> Array:
    """Add a bias per channel, in-place."""
    if bias is not None:
        out += bias.reshape(-1, *(1,) * (out.ndim - 2))
    return out


@quiet
def channel_sum(y: Array) -> Array:
    """The sum over all dimensions except that of channels: the adjoint of a bias."""
    return add_reduce(y, (0, *range(2, y.ndim)))


# Errors ---------------------------------------------------------------------------------------------------------------------------

def check_convolution(x: Array, w: Array, bias: Array | None, g: Geometry, groups: int, output_padding: Ints | None = None) -> None:
    """Raise PyTorch's errors for dtypes, attributes and shapes; `output_padding` is that of a transposed convolution."""
    if x.dtype.kind == "c" and x.dtype != w.dtype:
        raise RuntimeError(f"Input type ({tensor_type(x.dtype)}) and weight type ({tensor_type(w.dtype)}) should be the same")
    transposed = output_padding is not None
    _check_geometry(x.shape, w.shape, None if bias is None else bias.shape, g, groups, transposed)
    if x.dtype == w.dtype and (bias is None or bias.dtype == x.dtype) and x.dtype.kind in "fcV" and (
            min(*g.dilation, *g.kernel) > 0):
        return
    _check_backend(x, w, bias, g, groups, output_padding or (), transposed)
    _check_types(x, w, bias, max(g.dilation, default=1) > 1, transposed)


@lru_cache(maxsize=256)
def _check_geometry(x: Ints, w: Ints, bias: Ints | None, g: Geometry, groups: int, transposed: bool) -> None:
    """Raise for invalid attributes and shapes; combinations that passed are cached."""
    _check_attributes(g, groups)
    check_shapes(x, w, bias, groups, transposed)
    if not transposed and min(*g.dilation, *g.kernel) > 0 and min(g.out(x[2:])) < 1:
        padded = _format_sizes(n + 2 * p for n, p in zip(x[2:], g.padding, strict=True))
        span = _format_sizes((k - 1) * d + 1 for k, d in zip(g.kernel, g.dilation, strict=True))
        raise RuntimeError(f"Calculated padded input size per channel: ({padded}). Kernel size: ({span}). Kernel size can't be greater "
                           "than actual input size")


def _check_backend(x: Array, w: Array, bias: Array | None, g: Geometry, groups: int, output_padding: Ints, transposed: bool) -> None:
    """Raise for arguments that are refused where PyTorch dispatches the convolution: by a library, or by its own kernels."""
    library = uses_library(x.dtype, x.shape, w.shape, g.stride, g.dilation, groups, output_padding)
    if min(g.kernel) < 1:
        raise _missing_kernel_error(g.kernel, w.shape, transposed)
    if min(g.dilation) < 1:
        raise RuntimeError("non-positive dilation is not supported" if library and not transposed else
                           "dilation should be greater than zero, but got " + (
                               _format_attributes("dilation", g.dilation, ",") if transposed else str(list(g.dilation))))
    for name, t in (("weight", w), ("bias", bias)) if library else ():
        if t is not None and t.dtype != x.dtype:
            raise RuntimeError(f"Input type ({tensor_type(x.dtype)}) and {name} type ({tensor_type(t.dtype)}) should be the same or input "
                               f"should be a MKLDNN tensor and {name} is a dense tensor")


def _missing_kernel_error(kernel: Ints, w: Ints, transposed: bool) -> RuntimeError:
    if len(kernel) < 3:
        return RuntimeError("kernel size should be greater than zero, but got " + _format_attributes("kernel", (1, *kernel)[-2:], ""))
    if transposed:
        return RuntimeError("non-empty 5D (n_output_plane x n_input_plane x kernel_depth x kernel_height x kernel_width) tensor expected "
                            f"for weight, but got: {list(w)}")
    return RuntimeError(f"kernel size should be greater than zero, but got: {_format_sizes(kernel)} (TxHxW)")


def _format_attributes(what: str, values: Ints, between: str) -> str:
    names = ("depth", "height", "width")[-len(values):]
    return f"{between} ".join(f"{what}_{name}: {value}" for name, value in zip(names, values))


def _check_types(x: Array, w: Array, bias: Array | None, dilated: bool, transposed: bool) -> None:
    """Raise unless all have one dtype that has a kernel."""
    if x.dtype.kind == "b" or x.dtype.kind in "ui" and x.dtype != np.int64 and (transposed or dilated):
        raise NotImplementedError(f"\"{_kernel_name(w.ndim - 2, transposed, dilated)}\" not implemented for '{scalar_name(x.dtype)}'")
    if x.dtype != w.dtype:
        raise RuntimeError(f"expected scalar type {scalar_name(x.dtype)} but found {scalar_name(w.dtype)}")
    if bias is None or bias.dtype == x.dtype:
        return
    if transposed and x.dtype.kind == "f":
        raise RuntimeError(f"expected scalar type {scalar_name(x.dtype)} but found {scalar_name(bias.dtype)}" if x.ndim == 5 else
                           f"result type {scalar_name(bias.dtype)} can't be cast to the desired output type {scalar_name(x.dtype)}")
    raise RuntimeError(f"Input type ({c_name(x.dtype)}) and bias type ({c_name(bias.dtype)}) should be the same")


def _kernel_name(n: int, transposed: bool, dilated: bool) -> str:
    if transposed:
        return f"slow_conv_transpose{max(n, 2)}d_out_cpu"
    if dilated:
        return "slow_conv_dilated<>"
    return "compute_columns3d" if n == 3 else "slow_conv2d_cpu"  # 1-d inputs are images of one row


def _format_sizes(sizes: Any) -> str:
    return " x ".join(map(str, sizes))


def _check_attributes(g: Geometry, groups: int) -> None:
    if min(g.stride) < 1:
        raise RuntimeError("non-positive stride is not supported")
    if min(g.padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(g.dilation) < 0:
        raise RuntimeError("dilation should be greater than zero")
    if groups < 1:
        raise RuntimeError("non-positive groups is not supported")


def check_shapes(x: Ints, w: Ints, bias: Ints | None, groups: int, transposed: bool) -> None:
    """Raise unless the channels of an input, a weight and a bias match."""
    inputs, outputs = (w[0], w[1] * groups) if transposed else (w[1] * groups, w[0])
    if w[0] < groups:
        raise RuntimeError(f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but got weight of size "
                           f"{list(w)} instead")
    if w[0] % groups:
        raise RuntimeError(f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got weight of size "
                           f"[{list(w)}] instead")
    if x[1] != inputs:
        raise RuntimeError(f"Given {'transposed=1' if transposed else f'groups={groups}'}, weight of size {list(w)}, expected "
                           f"input{list(x)} to have {inputs} channels, but got {x[1]} channels instead")
    if bias is not None and bias != (outputs,):
        raise RuntimeError(f"Given {'transposed=1, ' if transposed else ''}weight of size {list(w)}, expected bias to be "
                           f"1-dimensional with {outputs} elements, but got bias of size {list(bias)} instead")


def _check_output_padding(output_padding: Ints, stride: Ints, dilation: Ints) -> None:
    if min(output_padding) < 0:
        raise RuntimeError("negative output_padding is not supported")
    if any(o >= s and o >= d for o, s, d in zip(output_padding, stride, dilation, strict=True)):
        if len(stride) == 1:  # 1-d inputs are images of one row
            output_padding, stride, dilation = (0, *output_padding), (1, *stride), (1, *dilation)
        names = {2: ("height", "width"), 3: ("depth", "height", "width")}[len(stride)]
        attributes = (("output_padding", output_padding), ("stride", stride), ("dilation", dilation))
        values_text = " ".join(f"{what}_{name}: {v}" for what, values in attributes for name, v in zip(names, values, strict=True))
        raise RuntimeError(f"output padding must be smaller than either stride or dilation, but got {values_text}")
