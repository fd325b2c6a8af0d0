"""Pooling: maxima with their places, averages, adaptive averages and other separable resampling."""
from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .patches import Geometry, pad

Array = NDArray[Any]
Ints = tuple[int, ...]


def pooled_size(size: Ints, g: Geometry, ceil_mode: bool) -> Ints:
    """Output sizes; with `ceil_mode` a last window may hang over, if it starts inside the input or the left padding."""
    out = []
    for n, k, s, p, d in zip(size, *g, strict=True):
        span = n + 2 * p - d * (k - 1) - 1
        count = (-(-span // s) if ceil_mode else span // s) + 1
        if ceil_mode and (count - 1) * s >= n + p:
            count -= 1
        out.append(count)
    return tuple(out)


def check(x: Array, g: Geometry, out: Ints, name: str) -> None:
    """PyTorch's refusals."""
    for k, p in zip(g.kernel, g.padding, strict=True):
        if p > k // 2 or p < 0:
            raise RuntimeError(f"pad should be at most half of effective kernel size, but got pad={p}, kernel_size={k} and dilation=1"
                               if "max" in name else f"pad should be at most half of effective kernel size, but got pad={p}, "
                               f"kernel_size={k} and dilation=1")
    if any(n < 1 for n in out):
        sizes = "x".join(map(str, (x.shape[1], *x.shape[2:])))
        results = "x".join(map(str, (x.shape[1], *out)))
        raise RuntimeError(f"Given input size: ({sizes}). Calculated output size: ({results}). Output size is too small")


def _windows(x: Array, g: Geometry, out: Ints, fill: float) -> Array:
    """`x` padded far enough for every window, also those that `ceil_mode` lets hang over."""
    need = [(n - 1) * s + d * (k - 1) + 1 for n, k, s, d in zip(out, g.kernel, g.stride, g.dilation, strict=True)]
    padded = pad(x, g.padding, fill)
    extra = [max(0, n - have) for n, have in zip(need, padded.shape[2:], strict=True)]
    if any(extra):
        grown = np.full((*padded.shape[:2], *(n + e for n, e in zip(padded.shape[2:], extra, strict=True))), fill, x.dtype)
        grown[(..., *(slice(0, n) for n in padded.shape[2:]))] = padded
        return grown
    return padded


def _offset(offset: Ints, g: Geometry, out: Ints) -> tuple[Any, ...]:
    """Where a kernel offset looks, for all outputs at once."""
    return (..., *(slice(o * d, o * d + (n - 1) * s + 1, s) for o, d, n, s in zip(offset, g.dilation, out, g.stride, strict=True)))


def max_pool(x: Array, kernel: Ints, stride: Ints, padding: Ints, dilation: Ints, ceil_mode: bool) -> tuple[Array, Array]:
    """Window maxima and their flat positions in the input plane; the first of equals, NaN above all."""
    g = Geometry(kernel, stride, padding, dilation)
    out = pooled_size(x.shape[2:], g, ceil_mode)
    check(x, g, out, "max_pool")
    lowest = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    padded = _windows(x, g, out, lowest)
    offsets = list(product(*map(range, kernel)))
    best = padded[_offset(offsets[0], g, out)].copy()
    code = np.zeros(best.shape, np.uint8 if len(offsets) < 256 else np.int32)
    has_nan = x.dtype.kind == "f" and bool(np.isnan(np.add.reduce(np.maximum.reduce(x.reshape(-1))) if x.size else 0.0))
    for i, offset in enumerate(offsets[1:], 1):
        value = padded[_offset(offset, g, out)]
        better = np.greater(value, best)
        if has_nan:
            better |= np.isnan(value)
        np.copyto(best, value, where=better)
        np.copyto(code, i, where=better)
    return best, _positions(code, offsets, g, out, x.shape[2:])


def _positions(code: Array, offsets: list[Ints], g: Geometry, out: Ints, size: Ints) -> Array:
    """Flat input positions of the offsets that won."""
    strides = [math.prod(size[i + 1:]) for i in range(len(size))]
    table = np.array([sum((o * d) * t for o, d, t in zip(offset, g.dilation, strides, strict=True)) for offset in offsets])
    index = np.take(table, code)
    for axis, (n, s, p, t) in enumerate(zip(out, g.stride, g.padding, strides, strict=True)):
        shape = [1] * len(out)
        shape[axis] = n
        index += ((np.arange(n) * s - p) * t).reshape(shape)
    return index


def pool_scatter(g: Array, index: Array, size: Ints) -> Array:
    """Values put at flat positions of planes of `size`, added up where they meet: the adjoint of `pool_gather`."""
    planes, length = math.prod(g.shape[:2]), math.prod(size)
    flat = (index.reshape(planes, -1) + (np.arange(planes) * length)[:, None]).reshape(-1)
    if g.dtype.kind == "c":
        out = np.zeros(planes * length, g.dtype)
        np.add.at(out, flat, g.reshape(-1))
    else:
        out = np.bincount(flat, g.reshape(-1), planes * length).astype(g.dtype)
    return out.reshape(*g.shape[:2], *size)


def pool_gather(x: Array, index: Array) -> Array:
    """The elements of each plane at flat positions."""
    planes = x.reshape(*x.shape[:2], -1)
    return np.take_along_axis(planes, index.reshape(*index.shape[:2], -1), 2).reshape(index.shape)


def _divisors(x_size: Ints, g: Geometry, out: Ints, count_include_pad: bool, divisor: int | None) -> Any:
    """How many elements each window counts."""
    if divisor is not None:
        return divisor
    if not any(g.padding) and all((n - 1) * s + k <= m for n, s, k, m in zip(out, g.stride, g.kernel, x_size, strict=True)):
        return math.prod(g.kernel)
    total: Any = 1
    for axis, (n, s, p, k, m) in enumerate(zip(out, g.stride, g.padding, g.kernel, x_size, strict=True)):
        start = np.arange(n) * s - p
        end = np.minimum(start + k, m + p)
        if not count_include_pad:
            start, end = np.maximum(start, 0), np.minimum(end, m)
        shape = [1] * len(out)
        shape[axis] = n
        total = total * (end - start).reshape(shape)
    return total


def avg_pool(x: Array, kernel: Ints, stride: Ints, padding: Ints, ceil_mode: bool, count_include_pad: bool,
             divisor: int | None) -> Array:
    """Window means."""
    if divisor == 0:
        raise RuntimeError("divisor must be not zero")
    g = Geometry(kernel, stride, padding, (1,) * len(kernel))
    out = pooled_size(x.shape[2:], g, ceil_mode)
    check(x, g, out, "avg_pool")
    padded = _windows(x, g, out, 0)
    offsets = list(product(*map(range, kernel)))
    total = padded[_offset(offsets[0], g, out)].copy()
    for offset in offsets[1:]:
        total += padded[_offset(offset, g, out)]
    return (total / _divisors(x.shape[2:], g, out, count_include_pad, divisor)).astype(x.dtype)


def avg_pool_transpose(y: Array, size: Ints, kernel: Ints, stride: Ints, padding: Ints, ceil_mode: bool, count_include_pad: bool,
                       divisor: int | None) -> Array:
    """The adjoint of `avg_pool` on inputs of spatial sizes `size`."""
    g = Geometry(kernel, stride, padding, (1,) * len(kernel))
    out = y.shape[2:]
    share = (y / _divisors(size, g, out, count_include_pad, divisor)).astype(y.dtype)
    need = [max((n - 1) * s + k, m + 2 * p) for n, s, k, m, p in zip(out, stride, kernel, size, padding, strict=True)]
    full = np.zeros((*y.shape[:2], *need), y.dtype)
    for offset in product(*map(range, kernel)):
        full[_offset(offset, g, out)] += share
    return np.ascontiguousarray(full[(..., *(slice(p, p + m) for p, m in zip(padding, size, strict=True)))])


def adaptive_ranges(size: int, out: int) -> list[tuple[int, int]]:
    """The window of each output of adaptive pooling along one dimension."""
    return [(i * size // out, -(-(i + 1) * size // out)) for i in range(out)]


def adaptive_matrix(size: int, out: int, dtype: Any) -> Array:
    """The (out, size) matrix of means over adaptive windows."""
    matrix = np.zeros((out, size), dtype)
    for i, (a, b) in enumerate(adaptive_ranges(size, out)):
        matrix[i, a:b] = 1 / (b - a)
    return matrix


def resample(x: Array, matrices: tuple[Array, ...]) -> Array:
    """One matrix applied along each spatial dimension: separable resampling, whose adjoint has the matrices transposed."""
    for axis, matrix in enumerate(matrices, 2):
        moved = np.moveaxis(x, axis, -1)
        x = np.moveaxis(np.matmul(moved, matrix.T.astype(x.dtype)), -1, axis)
    return np.ascontiguousarray(x)


def adaptive_max_pool(x: Array, out: Ints) -> tuple[Array, Array]:
    """Maxima over adaptive windows and their flat positions in the input plane."""
    size = x.shape[2:]
    values, index = np.empty((*x.shape[:2], *out), x.dtype), np.empty((*x.shape[:2], *out), np.int64)
    flat = np.arange(math.prod(size)).reshape(size)
    for place in product(*map(range, out)):
        where = tuple(slice(*adaptive_ranges(n, m)[i]) for n, m, i in zip(size, out, place, strict=True))
        block = x[(..., *where)].reshape(*x.shape[:2], -1)
        best = block.argmax(-1)
        values[(..., *place)] = np.take_along_axis(block, best[..., None], -1)[..., 0]
        index[(..., *place)] = flat[where].reshape(-1)[best]
    return values, index
