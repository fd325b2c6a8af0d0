"""Patches under a moving kernel: geometry, memory layout and buffers, for convolution, pooling and unfolding.

A block of images has one of two layouts. With the batch outermost, as in inputs and results, whole image rows are copied. With the batch
innermost, runs are long where rows are short (the later layers of a network on small images), and the block is a single matrix product,
at the price of transposing inputs and results. Arrays are indexed as (N, C, ...) in both, so the code that fills them is the same.
"""
from __future__ import annotations

import math
from _thread import allocate_lock  # `threading.Lock` without the rest of that module
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from ..core import intp
from ..core.axes import moveaxis
from ..core.execution.block_sizes import block_size
from ..core.execution.threads import run_parallel
from ..core.undispatched import copyto
from ..linalg.small_products import MIN_PIECE_ROWS, SMALL_PRODUCT, rows_per_piece
from ..shape.strided import strided_view

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]

#: Bytes of the columns of a block: they should fit into the second-level cache until they are multiplied.
BLOCK = block_size(__name__, "BLOCK", 1 << 20)
#: Bytes of the columns of one image above which it is processed by ranges of output rows.
TILE = block_size(__name__, "TILE", 1 << 25)
#: Starting to copy a row costs as much as transposing so many elements.
ROW_COPY_COST = 4
#: Bytes of buffers that are kept for reuse: allocating them costs more than a small convolution.
BUFFER_STORE_BYTES = 1 << 23
#: Bytes of columns from which on there is one set of buffers, not one per thread: BLAS has work for its threads in each.
MAX_SHARED_BUFFER = 1 << 22
#: The most columns that a product should get by combining images.
MAX_COMBINED_COLUMNS = 512
#: Kernels with fewer elements are not worth a product per row. Rows with fewer outputs are copied with the batch innermost; if there are
#: few images, too, rows of less than half as many outputs are not used at all.
MIN_KERNEL_SIZE, MIN_ROW_LENGTH = block_size(__name__, "MIN_KERNEL_SIZE", 2000), block_size(__name__, "MIN_ROW_LENGTH", 16)
#: Up to this number of elements patches are summed by a single gather.
SMALL_SIZE = block_size(__name__, "SMALL_SIZE", 4096)


class Geometry(NamedTuple):
    """The parameters of a kernel that moves over the spatial dimensions."""

    kernel: Ints
    stride: Ints
    padding: Ints
    dilation: Ints

    def out(self, size: Ints) -> Ints:
        """Output sizes for input sizes."""
        return tuple([(n + 2 * p - d * (k - 1) - 1) // s + 1
                      for n, k, s, p, d in zip(size, self.kernel, self.stride, self.padding, self.dilation)])


def window_start(out: int, stride: int, padding: int) -> Array:
    """The start of each window along one dimension, in input coordinates."""
    return intp.arange(out) * stride - padding


def inner_index(padding: Ints, size: Ints) -> Any:
    """The index of the part inside the padding."""
    return (..., *(slice(p, p + n) for p, n in zip(padding, size)))


def kernel_offset_index(offset: Ints) -> Any:
    """The index of one kernel offset in an array (N, C, *kernel, ...)."""
    return (slice(None), slice(None), *offset)


def patches(x: Array, g: Geometry, out: Ints) -> Array:
    """A view (N, C, *kernel, *out) of a padded array: the patch under the kernel at each output position."""
    spatial = x.strides[2:]
    strides = (*x.strides[:2], *(s * d for s, d in zip(spatial, g.dilation)), *(s * t for s, t in zip(spatial, g.stride)))
    return strided_view(x, (*x.shape[:2], *g.kernel, *out), strides)


class Plan:
    """Everything about a convolution that depends on shapes alone; cached, as computing it costs more than a small convolution."""

    __slots__ = ("batch_inner", "block_bytes", "blocks", "flipped_padding", "geometry", "groups", "out", "pointwise", "result_shape",
                 "row_blocks", "rows_together", "tiles", "weight_matrix", "x_matrix", "x_shape", "y_matrix")

    def __init__(self, x_shape: Ints, w_shape: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int, itemsize: int) -> None:
        g = self.geometry = Geometry(w_shape[2:], stride, padding, dilation)
        n, channels, outputs = x_shape[0], x_shape[1], w_shape[0]
        out = self.out = g.out(x_shape[2:])
        length, rows = math.prod(out), channels // groups * math.prod(g.kernel)
        self.x_shape, self.result_shape, self.groups = x_shape, (n, outputs, *out), groups
        self.weight_matrix = (groups, outputs // groups, rows)
        self.x_matrix = (n, groups, channels // groups, length)
        self.y_matrix = (n, groups, outputs // groups, length)
        self.pointwise = all(v == 1 for v in (*g.kernel, *stride)) and not any(padding)
        transposed = math.prod(x_shape[1:]) + outputs * length
        self.batch_inner = n > 3 and transposed < ROW_COPY_COST * rows * math.prod(out[:-1])
        column_bytes = groups * rows * length * itemsize
        self.blocks = _image_blocks(n, column_bytes)
        self.block_bytes = column_bytes * (self.blocks[0][1] if self.blocks else 0)
        self.tiles = () if self.pointwise else _row_tiles(out, column_bytes)
        self.flipped_padding = self._flipped_padding(outputs, channels)
        #: For depthwise convolution, the blocks of images whose columns are made for one kernel row at a time, see `columns_by_rows`. With
        #: several outputs per channel, summing over kernel rows takes longer than copying more.
        self.row_blocks: list[tuple[int, int]] = []
        if (len(out) == 2 and groups == channels == outputs and stride[0] == 1 < g.kernel[0]
                and not (self.pointwise or self.batch_inner or self.tiles)):
            height = x_shape[2] + 2 * padding[0]
            self.row_blocks = _image_blocks(n, channels * g.kernel[1] * height * out[1] * itemsize)

        #: The number of images whose output rows are one product, and the number of its parts; see `RowSpace`. (0, 0) if it is not used.
        self.rows_together = (0, 0) if self.pointwise or self.tiles or len(out) != 2 else self._rows_together()

    def _rows_together(self) -> tuple[int, int]:
        (n, *_, wide), (groups, outputs, rows) = self.result_shape, self.weight_matrix
        max_rows = SMALL_PRODUCT // max(1, outputs * rows)
        if groups > 1 or self.geometry.dilation[0] > 1 or n <= 0 or wide < 3 or outputs * rows < MIN_KERNEL_SIZE or (
                wide < MIN_ROW_LENGTH // 2 and not self.batch_inner):
            return 0, 0
        part = rows_per_piece(wide, outputs, rows)
        together = max(1, min(n, max_rows // wide, MAX_COMBINED_COLUMNS // wide)) if wide <= max_rows else 1
        together = -(-n // -(-n // together))
        return (together, wide // part if part else 1) if part or together * wide >= MIN_PIECE_ROWS else (0, 0)

    def _flipped_padding(self, outputs: int, channels: int) -> Ints | None:
        """The padding with which convolution by the flipped kernel is the transpose; None if scattering is faster or the only way."""
        kernel, stride, padding, dilation = self.geometry
        flipped = tuple(d * (k - 1) - p for k, p, d in zip(kernel, padding, dilation))
        # Gathering copies elements that scattering would add, at half the cost per element.
        worth = outputs * math.prod(self.x_shape[2:]) <= 2 * channels * math.prod(self.out)
        exact = Geometry(kernel, stride, flipped, dilation).out(self.out) == self.x_shape[2:]
        if self.pointwise or max(stride) > 1 or min(flipped) < 0 or not exact or not worth:
            return None
        return flipped

    def per_channel(self, bias: Array) -> Array:
        """`bias` shaped to broadcast against the result."""
        return bias.reshape(-1, *(1,) * len(self.out))

    def for_each_block(self, work: Callable[[int, slice, Workspace], None], dtype: np.dtype[Any], use: str = "gather") -> None:
        """`work(i, images, space)` for each block of images, with buffers for it; on several threads, unless buffers are large.

        Buffers are taken from the store if possible, and returned to it afterwards. Blocks of the same size share them.
        """
        spaces: dict[Any, list[Workspace]] = {}

        def run(i: int) -> None:
            start, stop = self.blocks[i]
            key = (self, stop - start, dtype, use)  # gather relies on the zeros of the padding, which scatter overwrites
            free = spaces.setdefault(key, [])
            try:
                space = free.pop()
            except IndexError:
                space = _STORE.take(key) or Workspace(key)
            work(i, slice(start, stop), space)
            free.append(space)

        if self.block_bytes <= MAX_SHARED_BUFFER:
            run_parallel(run, len(self.blocks), calls_blas=True)
        else:
            for i in range(len(self.blocks)):
                run(i)
        for free in spaces.values():
            for space in free:
                _STORE.put(space)

    def row_space(self, count: int, dtype: np.dtype[Any]) -> RowSpace:
        """Buffers for the products of `count` images by rows; a context manager that returns them to the store."""
        key = (self, count, dtype, "rows")
        return _STORE.take(key) or RowSpace(key)


def columns_by_rows(x: Array, plan: Plan) -> Iterator[tuple[slice, list[Array]]]:
    """Slices of images, and for each kernel row the columns under it, (n, C, kernel width, outputs).

    With a vertical stride of 1 the columns of all kernel rows are views of one buffer: for a 3x3 kernel a third of the copies of `patches`.
    """
    g, (height, width), (tall, wide) = plan.geometry, plan.x_shape[2:], plan.out
    count, channels = plan.row_blocks[0][1], x.shape[1]
    padded = np.zeros((count, channels, height + 2 * g.padding[0], width + 2 * g.padding[1]), x.dtype)
    image = padded[inner_index(g.padding, (height, width))]
    first, second, down, right = padded.strides
    shape = (count, channels, g.kernel[1], padded.shape[2], wide)
    shifted = strided_view(padded, shape, (first, second, right * g.dilation[1], down, right * g.stride[1]))
    grid = np.empty(shape, x.dtype)
    columns = grid.reshape(*shape[:3], shape[3] * wide)
    starts = [i * g.dilation[0] * wide for i in range(g.kernel[0])]
    for start, stop in plan.row_blocks:
        here = slice(stop - start)
        copyto(image[here], x[start:stop])
        copyto(grid[here], shifted[here])
        yield slice(start, stop), [columns[here, :, :, i:i + tall * wide] for i in starts]


def _row_tiles(out: Ints, size: int) -> tuple[tuple[int, int], ...]:
    """Ranges of output rows with columns of at most `TILE` bytes each; none if the `size` of a whole image's columns is no larger."""
    if size <= TILE or out[0] < 2:
        return ()
    step = max(1, out[0] * TILE // size)
    return tuple([(i, min(out[0], i + step)) for i in range(0, out[0], step)])


def _image_blocks(n: int, size: int) -> list[tuple[int, int]]:
    """Ranges of about equally many images with columns of at most `BLOCK` bytes, where those of one image have `size`."""
    max_images = max(1, BLOCK // max(1, size))
    count = -(-n // max_images)
    step = max(1, -(-n // max(1, count)))
    return [(start, min(n, start + step)) for start in range(0, n, step)]


class Workspace:
    """Buffers for a block of images: padded images, their patches, and, with the batch innermost, the product's other operand or result."""

    __slots__ = ("columns", "grid", "image", "key", "nbytes", "other", "padded", "patches", "shifts", "values")

    def __init__(self, key: tuple[Plan, int, np.dtype[Any], str]) -> None:
        plan, count, dtype, _ = self.key = key
        g, size, channels = plan.geometry, plan.x_shape[2:], plan.x_shape[1]
        _, each, rows = plan.weight_matrix
        length = math.prod(plan.out)
        self.padded = _zeros_with_batch_layout((count, channels, *(n + 2 * p for n, p in zip(size, g.padding))), dtype, plan.batch_inner)
        self.image = self.padded[inner_index(g.padding, size)]
        self.patches = patches(self.padded, g, plan.out)
        self.grid = _zeros_with_batch_layout(self.patches.shape, dtype, plan.batch_inner)
        self.other: Array | None = None
        self.columns: Array
        if plan.batch_inner:
            self.columns = moveaxis(self.grid, 0, -1).reshape(plan.groups, rows, length * count)
            self.values = _zeros_with_batch_layout((count, plan.groups * each, *plan.out), dtype, True)
            self.other = moveaxis(self.values, 0, -1).reshape(plan.groups, each, length * count)
        else:
            self.columns = self.grid.reshape(count, plan.groups, rows, length)
        offsets = [kernel_offset_index(offset) for offset in product(*map(range, g.kernel))]
        self.shifts = [(self.patches[o], self.grid[o]) for o in offsets]
        self.nbytes = self.padded.nbytes + self.grid.nbytes + (0 if self.other is None else self.other.nbytes)

    def gather(self, x: Array) -> None:
        """Copy the patches of `x` to columns."""
        copyto(self.image, x)
        copyto(self.grid, self.patches)

    def scatter(self, target: Array) -> None:
        """Sum columns at the positions of their patches (col2im) into `target`."""
        self.padded.fill(0)
        for index, part in self.shifts:
            np.add(index, part, out=index)
        copyto(target, self.image)

    def load(self, y: Array) -> Array:
        """`y` as the matrix to multiply with `columns`."""
        if self.other is None:
            return y.reshape(y.shape[0], self.columns.shape[1], -1, self.columns.shape[-1])
        copyto(self.values, y)
        return self.other

    def multiply(self, matrix: Array, target: Array, bias: Array | None) -> None:
        """target = matrix @ columns + bias."""
        if self.other is None:
            np.matmul(matrix, self.columns, out=target.reshape(target.shape[0], *matrix.shape[:2], -1))
            if bias is not None:
                np.add(target, bias, out=target)
            return
        np.matmul(matrix, self.columns, out=self.other)
        if bias is None:
            copyto(target, self.values)
        else:
            np.add(self.values, bias, out=target)

    def correlate(self, y: Array) -> Array:
        """y @ columns^T."""
        left, right = self.load(y), self.columns
        if rows_first := right.shape[-2] >= left.shape[-2]:  # BLAS is faster if the first matrix has more rows
            left, right = right, left
        each = np.matmul(left, right.swapaxes(-1, -2))
        part = each if each.ndim == 3 else np.add.reduce(each, axis=0)
        return part.swapaxes(-1, -2) if rows_first else part


class RowSpace:
    """Buffers for products by rows: padded images, and for each of their rows the elements that a kernel row sees.

    These are a matrix per image row; those that an output row needs are adjacent in memory, and together are its columns. Making them takes
    a copy per kernel column instead of one per kernel element. BLAS is fastest if such a product is so small that it does not pack its
    operands.
    """

    __slots__ = ("columns", "found", "grid", "image", "key", "nbytes", "padded", "products", "source")

    def __init__(self, key: tuple[Plan, int, np.dtype[Any], str]) -> None:
        plan, count, dtype, _ = self.key = key
        g, (channels, *size), (tall, wide) = plan.geometry, plan.x_shape[1:], plan.out
        parts, (_, outputs, rows) = plan.rows_together[1], plan.weight_matrix
        inner = plan.batch_inner and wide < MIN_ROW_LENGTH and count > 1
        self.padded = _zeros_with_batch_layout((count, channels, *(n + 2 * p for n, p in zip(size, g.padding))), dtype, inner)
        self.image = self.padded[inner_index(g.padding, tuple(size))]
        image, channel, down, right = self.padded.strides
        step, width = right * g.stride[1], wide // parts
        lengths, steps = ((width, count), (step, image)) if inner else ((count, width), (image, step))
        self.source = strided_view(self.padded, (parts, self.padded.shape[2], channels, g.kernel[1], *lengths),
                                   (step * width, down, channel, right * g.dilation[1], *steps))
        self.grid = np.empty(self.source.shape, dtype)
        part, row = self.grid.strides[:2]
        length = count * width
        self.columns = strided_view(self.grid, (parts, tall, rows, length), (part, row * g.stride[0], length * dtype.itemsize,
                                                                              dtype.itemsize))
        #: Buffer for the outputs of several images, which are interleaved in it, and a view of it in the result's order.
        self.products = np.empty((tall, outputs, length), dtype) if count > 1 else None
        self.found: Array | None = None
        if self.products is not None:
            self.found = self.products.reshape(tall, outputs, *lengths).transpose(*((3, 1, 0, 2) if inner else (2, 1, 0, 3)))
        self.nbytes = self.padded.nbytes + self.grid.nbytes + (0 if self.products is None else self.products.nbytes)

    def __enter__(self) -> RowSpace:
        return self

    def __exit__(self, *_exc: object) -> None:
        _STORE.put(self)

    def gather(self, x: Array) -> None:
        """Copy the elements under kernel rows to columns."""
        copyto(self.image, x)
        copyto(self.grid, self.source)

    def multiply(self, matrix: Array, target: Array, bias: Array | None) -> None:
        """target = matrix @ columns + bias; the matrix's columns are ordered by kernel row, channel and kernel column."""
        if self.products is None or self.found is None:
            _, outputs, tall, wide = target.shape
            parts = len(self.columns)
            np.matmul(matrix, self.columns, target.reshape(outputs, tall, parts, wide // parts).transpose(2, 1, 0, 3))
            if bias is not None:
                np.add(target, bias, target)
            return
        np.matmul(matrix, self.columns[0], self.products)
        if bias is None:
            copyto(target, self.found)
        else:
            np.add(self.found, bias, target)


@lru_cache(maxsize=64)
def col2im_indices(grid: Ints, padded: Ints, g: Geometry, out: Ints) -> Array:
    """For each kernel offset the flat position in the columns of each image element's summand; the end of the columns if there is none."""
    count = math.prod(grid)
    positions = intp.arange(count).reshape(grid)
    rows = []
    for offset in product(*map(range, g.kernel)):
        row = np.full(padded, count, np.int64)
        patches(row, g, out)[kernel_offset_index(offset)] = positions[kernel_offset_index(offset)]
        rows.append(row[inner_index(g.padding, tuple(n - 2 * p for n, p in zip(padded[2:], g.padding)))].reshape(-1))
    return np.stack(rows)


def _zeros_with_batch_layout(shape: Ints, dtype: np.dtype[Any], inner: bool) -> Array:
    """Zeros of `shape` with the first dimension outermost or innermost in memory."""
    return moveaxis(np.zeros((*shape[1:], shape[0]), dtype), -1, 0) if inner else np.zeros(shape, dtype)


class _BufferStore:
    """Workspaces that are not in use, the latest last. One in use belongs to its user alone: other threads, and nested calls, get another.

    If the lock is taken the store is bypassed, so that a process forked while it was held does not hang.
    """

    def __init__(self, limit: int) -> None:
        self.limit, self.nbytes = limit, 0
        self.spaces: OrderedDict[Any, list[Any]] = OrderedDict()
        self.lock = allocate_lock()

    def take(self, key: Any) -> Any:
        """Remove and return a workspace with this key; None if there is none."""
        if not self.lock.acquire(False):
            return None
        alike = self.spaces.get(key)
        space = None
        if alike:
            space = alike.pop()
            self.nbytes -= space.nbytes
            if not alike:
                del self.spaces[key]
        self.lock.release()
        return space

    def put(self, space: Workspace | RowSpace) -> None:
        """Add `space`, and drop the oldest ones beyond the limit."""
        if not self.lock.acquire(False):
            return
        self.spaces.setdefault(space.key, []).append(space)
        self.spaces.move_to_end(space.key)
        self.nbytes += space.nbytes
        while self.nbytes > self.limit:
            oldest = next(iter(self.spaces))
            self.nbytes -= self.spaces[oldest].pop(0).nbytes
            if not self.spaces[oldest]:
                del self.spaces[oldest]
        self.lock.release()


_STORE = _BufferStore(BUFFER_STORE_BYTES)
