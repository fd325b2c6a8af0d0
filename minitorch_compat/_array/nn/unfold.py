"""Sliding blocks of images as columns (im2col), and the sum of columns into images (col2im), which are adjoint."""
from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.execution.quiet import quiet
from .patches import Geometry, inner_index, kernel_offset_index, patches

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]


def unfold(x: Array, kernel: Ints, dilation: Ints, padding: Ints, stride: Ints) -> Array:
    """(N, C, *S) to (N, C * prod(kernel), L): the block under the kernel at each of L positions."""
    g = _check_geometry(kernel, dilation, padding, stride)
    out = _positions(x.shape[2:], g)
    if 0 in x.shape[1:]:
        raise RuntimeError(f"Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, "
                           f"but got: {list(x.shape)}")
    small_positions = _small_source_positions(x.shape, g, out)
    if small_positions is not None:
        if any(padding):
            row = np.zeros(x.size + 1, x.dtype)
            row[:-1] = x.reshape(-1)
            return intp.take(row, small_positions)
        return intp.take(x, small_positions)
    if any(padding):
        padded, image = _zeros_with_padding(x.shape, g, x.dtype)
        image[...] = x
    else:
        padded = np.ascontiguousarray(x)
    result = np.empty((*x.shape[:2], *kernel, *out), x.dtype)
    np.copyto(result, patches(padded, g, out))
    return result.reshape(x.shape[0], x.shape[1] * math.prod(kernel), math.prod(out))


#: Up to this number of elements of blocks a single gather is fastest.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 2048)


@lru_cache(maxsize=256)
def _small_source_positions(shape: Ints, g: Geometry, out: Ints) -> Array | None:
    """For small inputs the source position of each element of the result; the input's size for padding."""
    n, channels = shape[:2]
    if not 0 < n * channels * math.prod(g.kernel) * math.prod(out) <= _SMALL_SIZE:
        return None
    positions, image = _zeros_with_padding(shape, g, np.dtype(np.int64))
    positions.fill(math.prod(shape))
    image[...] = intp.arange(math.prod(shape)).reshape(shape)
    return np.ascontiguousarray(patches(positions, g, out)).reshape(n, channels * math.prod(g.kernel), math.prod(out))


@quiet
def fold(y: Array, size: Ints, kernel: Ints, dilation: Ints, padding: Ints, stride: Ints) -> Array:
    """(N, C * prod(kernel), L) to (N, C, *size): adds every element to the one that `unfold` would copy it from."""
    g = _check_geometry(kernel, dilation, padding, stride)
    out = _fold_positions(y.shape, size, g)
    grid = y.reshape(y.shape[0], y.shape[1] // math.prod(kernel), *kernel, *out)
    padded, image = _zeros_with_padding((*grid.shape[:2], *size), g, y.dtype)
    view = patches(padded, g, out)
    for offset in product(*map(range, kernel)):
        where = kernel_offset_index(offset)
        np.add(view[where], grid[where], out=view[where])
    return np.ascontiguousarray(image)


def _zeros_with_padding(shape: Ints, g: Geometry, dtype: np.dtype[Any]) -> tuple[Array, Array]:
    """Zeros with room for the padding, and a view of the part inside it."""
    padded = np.zeros((*shape[:2], *(n + 2 * p for n, p in zip(shape[2:], g.padding))), dtype)
    return padded, padded[inner_index(g.padding, shape[2:])]


@lru_cache(maxsize=256)
def _check_geometry(kernel: Ints, dilation: Ints, padding: Ints, stride: Ints) -> Geometry:
    """The checked attributes."""
    axes = ("height", "width") if len(kernel) == 2 else tuple(map(str, range(len(kernel))))
    for what, least, name, values in (("kernel size should be greater than zero", 1, "kernel", kernel),
                                      ("dilation should be greater than zero", 1, "dilation", dilation),
                                      ("padding should be non-negative", 0, "pad", padding),
                                      ("stride should be greater than zero", 1, "stride", stride)):
        if min(values) < least:
            got = " ".join(f"{name}_{axis}: {v}" for axis, v in zip(axes, values))
            raise RuntimeError(f"{what}, but got {got}")
    return Geometry(kernel, stride, padding, dilation)


def _positions(size: Ints, g: Geometry) -> Ints:
    out = g.out(size)
    if min(out) < 1:
        raise RuntimeError(f"Given input with spatial size {size}, kernel_size={g.kernel}, dilation={g.dilation}, padding={g.padding}, "
                           f"calculated shape of the array of sliding blocks as {out}, but its components must be at least one.")
    return out


def check_fold(shape: Ints, size: Ints, kernel: Ints, dilation: Ints, padding: Ints, stride: Ints) -> None:
    """Raise for an input of `fold` whose shape does not match the windows."""
    g = _check_geometry(kernel, dilation, padding, stride)
    if len(shape) not in (2, 3) or 0 in shape[-2:]:
        raise RuntimeError("Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, "
                           f"but got: {list(shape)}")
    _fold_positions(shape if len(shape) == 3 else (1, *shape), size, g)


def _fold_positions(y: Ints, size: Ints, g: Geometry) -> Ints:
    if y[1] % math.prod(g.kernel):
        raise RuntimeError("Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
                           f"input.size(1)={y[1]} and kernel_size={g.kernel}.")
    out = g.out(size)
    if y[2] != math.prod(out):
        raise RuntimeError(f"Given output_size={size}, kernel_size={g.kernel}, dilation={g.dilation}, padding={g.padding}, "
                           f"stride={g.stride}, expected size of input's dimension 2 to match the calculated number of sliding blocks "
                           f"{' * '.join(map(str, out))} = {math.prod(out)}, but got input.size(2)={y[2]}.")
    if min(out) < 1:
        raise RuntimeError(f"Given output_size={size}, kernel_size={g.kernel}, dilation={g.dilation}, padding={g.padding}, "
                           f"stride={g.stride}, calculated shape of the array of sliding blocks as {out}, which must be positive.")
    return out
