"""Convolution: the bilinear map and its two transposes, each of which differentiates the others.

For <y, conv(x, w)> = <conv_input(y, w), x> = <conv_weight(y, x), w>: three functions, closed under differentiation.
Patches of a block of images are laid out as columns (im2col) in a buffer that stays in cache, then one matrix product per image does
the work; a 1x1 kernel needs no patches.  Shapes: x (N, C, *S), w (O, C / groups, *K), y (N, O, *L), any number of spatial dimensions.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Ints = tuple[int, ...]

#: Patches of so many bytes at a time: about half of a second-level cache.
BLOCK = 1 << 19


class Geometry(NamedTuple):
    """How a kernel moves over the spatial dimensions."""

    kernel: Ints
    stride: Ints
    padding: Ints
    dilation: Ints

    def out(self, size: Ints) -> Ints:
        """Output sizes for input sizes."""
        return tuple((n + 2 * p - d * (k - 1) - 1) // s + 1
                     for n, k, s, p, d in zip(size, self.kernel, self.stride, self.padding, self.dilation, strict=True))

    @property
    def trivial(self) -> bool:
        """A 1x1 kernel that looks at every element once: no patches needed."""
        return all(v == 1 for v in (*self.kernel, *self.stride)) and not any(self.padding)


def check(x: Array, w: Array, bias: Array | None, g: Geometry, groups: int, transposed: bool = False) -> None:
    """PyTorch's refusals of shapes and dtypes."""
    if x.dtype is not w.dtype:
        raise RuntimeError(f"Input type ({_type(x)}) and weight type ({_type(w)}) should be the same")
    if bias is not None and bias.dtype is not x.dtype:
        raise RuntimeError(f"Input type ({_type(x)}) and bias type ({_type(bias)}) should be the same")
    channels = w.shape[0] if transposed else w.shape[1] * groups
    if x.shape[1] != channels:
        expected = "transposed" if transposed else f"groups={groups}, weight of size {list(w.shape)}"
        raise RuntimeError(
            f"Given {expected if not transposed else f'transposed=1, weight of size {list(w.shape)}'}, expected input{list(x.shape)} to have "
            f"{channels} channels, but got {x.shape[1]} channels instead")
    if not transposed and w.shape[0] % groups:
        raise RuntimeError(f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got weight of size "
                           f"{list(w.shape)} instead")
    if bias is not None and bias.shape != (w.shape[1] * groups if transposed else w.shape[0],):
        raise RuntimeError(f"Given {'transposed=1' if transposed else f'groups={groups}'}, weight of size {list(w.shape)}, expected bias to be "
                           f"1-dimensional with {w.shape[1] * groups if transposed else w.shape[0]} elements, but got bias of size "
                           f"{list(bias.shape)} instead")
    if not transposed and any(n < 1 for n in g.out(x.shape[2:])):
        padded = " x ".join(str(n + 2 * p) for n, p in zip(x.shape[2:], g.padding, strict=True))
        kernel = " x ".join(str((k - 1) * d + 1) for k, d in zip(g.kernel, g.dilation, strict=True))
        raise RuntimeError(f"Calculated padded input size per channel: ({padded}). Kernel size: ({kernel}). Kernel size can't be greater "
                           "than actual input size")


_TYPES = {"float32": "float", "float64": "double", "float16": "c10::Half", "int64": "long long", "int32": "int"}


def _type(a: Array) -> str:
    return _TYPES.get(a.dtype.name, a.dtype.name)


def pad(x: Array, padding: Ints, value: float = 0.0) -> Array:
    """`x` with `value` around its spatial dimensions."""
    if not any(padding):
        return x
    out = np.full((*x.shape[:2], *(n + 2 * p for n, p in zip(x.shape[2:], padding, strict=True))), value, x.dtype)
    out[(..., *(slice(p, p + n) for n, p in zip(x.shape[2:], padding, strict=True)))] = x
    return out


def patches(x: Array, g: Geometry, out: Ints) -> Array:
    """A view (N, C, *kernel, *out) of a padded array: the patch under the kernel at each output position."""
    spatial = x.strides[2:]
    strides = (*x.strides[:2], *(s * d for s, d in zip(spatial, g.dilation, strict=True)),
               *(s * t for s, t in zip(spatial, g.stride, strict=True)))
    return np.lib.stride_tricks.as_strided(x, (*x.shape[:2], *g.kernel, *out), strides)


def _columns(x: Array, g: Geometry, groups: int, out: Ints) -> Iterator[tuple[slice, Array]]:
    """Blocks of images with their patches as columns (n, groups, C / groups * K, L); the buffer is reused."""
    n, channels = x.shape[:2]
    length, rows = math.prod(out), channels // groups * math.prod(g.kernel)
    if g.trivial:
        yield slice(None), np.ascontiguousarray(x).reshape(n, groups, rows, length)
        return
    view = patches(pad(x, g.padding), g, out)
    step = max(1, min(n, BLOCK // max(1, groups * rows * length * x.itemsize)))
    buffer = np.empty((step, groups, rows, length), x.dtype)
    shape = (channels, *g.kernel, *out)
    for start in range(0, n, step):
        block = view[start:start + step]
        columns = buffer[:len(block)]
        np.copyto(columns.reshape(len(block), *shape), block)
        yield slice(start, start + step), columns


def conv(x: Array, w: Array, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """Cross-correlation of `x` with `w`."""
    g = Geometry(w.shape[2:], stride, padding, dilation)
    out = g.out(x.shape[2:])
    matrix = np.ascontiguousarray(w).reshape(groups, w.shape[0] // groups, -1)
    result = np.empty((x.shape[0], groups, matrix.shape[1], math.prod(out)), x.dtype)
    if result.size:
        for block, columns in _columns(x, g, groups, out):
            np.matmul(matrix, columns, out=result[block])
    return result.reshape(x.shape[0], w.shape[0], *out)


def conv_input(y: Array, w: Array, size: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """The transpose of `conv` in `x`, whose spatial sizes are `size`: what transposed convolution computes."""
    g = Geometry(w.shape[2:], stride, padding, dilation)
    n, out = y.shape[0], y.shape[2:]
    matrix = np.ascontiguousarray(w).reshape(groups, w.shape[0] // groups, -1).swapaxes(1, 2)
    source = np.ascontiguousarray(y).reshape(n, groups, w.shape[0] // groups, -1)
    channels = w.shape[1] * groups
    if g.trivial:
        return np.matmul(matrix, source).reshape(n, channels, *out)
    full = np.zeros((n, channels, *(s + 2 * p for s, p in zip(size, padding, strict=True))), y.dtype)
    rows, length = matrix.shape[1], source.shape[3]
    step = max(1, min(n, BLOCK // max(1, groups * rows * length * y.itemsize))) if n else 1
    buffer = np.empty((step, groups, rows, length), y.dtype)
    for start in range(0, n, step):
        block = source[start:start + step]
        columns = np.matmul(matrix, block, out=buffer[:len(block)])
        _scatter(full[start:start + step], columns.reshape(len(block), channels, *g.kernel, *out), g, out)
    inner = (..., *(slice(p, p + s) for s, p in zip(size, padding, strict=True)))
    return full[inner] if not any(padding) else np.ascontiguousarray(full[inner])


def _scatter(full: Array, columns: Array, g: Geometry, out: Ints) -> None:
    """Add each kernel offset's values where they came from."""
    for offset in product(*map(range, g.kernel)):
        where = tuple(slice(o * d, o * d + (n - 1) * s + 1, s)
                      for o, d, n, s in zip(offset, g.dilation, out, g.stride, strict=True))
        target = full[(..., *where)]
        np.add(target, columns[(slice(None), slice(None), *offset)], out=target)


def conv_weight(y: Array, x: Array, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """The transpose of `conv` in `w`, whose kernel sizes are `kernel`."""
    g = Geometry(kernel, stride, padding, dilation)
    n, out = y.shape[0], y.shape[2:]
    source = np.ascontiguousarray(y).reshape(n, groups, y.shape[1] // groups, -1)
    shape = (y.shape[1], x.shape[1] // groups, *kernel)
    total = np.zeros((groups, shape[0] // groups, math.prod(shape[1:])), y.dtype)
    if y.size:
        for block, columns in _columns(x, g, groups, out):
            total += np.add.reduce(np.matmul(source[block], columns.swapaxes(2, 3)), axis=0)
    return total.reshape(shape)


def convolution(x: Array, w: Array, bias: Array | None, stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Array:
    """`conv` plus a bias per output channel, with all checks."""
    check(x, w, bias, Geometry(w.shape[2:], stride, padding, dilation), groups)
    return add_bias(conv(x, w, stride, padding, dilation, groups), bias)


def convolution_transpose(x: Array, w: Array, bias: Array | None, stride: Ints, padding: Ints, output_padding: Ints, dilation: Ints,
                          groups: int) -> Array:
    """Transposed convolution: `w` is (C, O / groups, *K)."""
    check(x, w, bias, Geometry(w.shape[2:], stride, padding, dilation), groups, transposed=True)
    size = transposed_size(x.shape[2:], w.shape[2:], stride, padding, output_padding, dilation)
    return add_bias(conv_input(x, w, size, stride, padding, dilation, groups), bias)


def transposed_size(size: Ints, kernel: Ints, stride: Ints, padding: Ints, output_padding: Ints, dilation: Ints) -> Ints:
    """Spatial sizes of a transposed convolution's result."""
    return tuple((n - 1) * s - 2 * p + d * (k - 1) + o + 1
                 for n, k, s, p, o, d in zip(size, kernel, stride, padding, output_padding, dilation, strict=True))


def add_bias(out: Array, bias: Array | None) -> Array:
    """A bias per channel, added in place."""
    if bias is not None:
        out += bias.reshape(-1, *(1,) * (out.ndim - 2))
    return out


def channel_sum(y: Array) -> Array:
    """The sum over all but the channel dimension: the adjoint of a bias."""
    return np.add.reduce(np.add.reduce(y.reshape(*y.shape[:2], -1), axis=2), axis=0)
