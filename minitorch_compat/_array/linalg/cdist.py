"""Distances between all rows of two batches, and `renorm`."""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.conjugate import require_values
from ..core.dtypes import HALF_TYPES, check_64_bits, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import float16_through_float32, rounded_once
from ..core.execution.quiet import quiet
from ..core.numbers import LARGEST32
from ..pointwise.elementwise import mul
from ..reduce.reduction import vector_norm
from .distance_blocks import accumulate_gradient, pairwise_norms
from .products import broadcast_shapes

Array = np.ndarray[Any, np.dtype[Any]]


#: Elements of the pairwise differences that are computed at once.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1 << 13)


def check_cdist(a: Array, b: Array, p: float) -> None:
    """Raise for arguments without distances."""
    for name, x in (("X1", a), ("X2", b)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    if a.shape[-1] != b.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {a.shape[-1]} X2: {b.shape[-1]}")
    for name, x in (("X1", a), ("X2", b)):
        if x.dtype.kind not in "fV":
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {scalar_name(x.dtype)}")
    if not p >= 0:
        raise RuntimeError("cdist only supports non-negative p values")
    broadcast_shapes(a.shape[:-2], b.shape[:-2])


@quiet
def cdist(a: Array, b: Array, p: float) -> Array:
    """The p-norms of the differences of all rows of `a` and `b`."""
    check_cdist(a, b, p)
    if p > LARGEST32 and a.dtype.char == "f":  # p is out of the range of float32
        p = math.inf
    if not (a.size and b.size):  # there is no check of dtypes then
        require_values(a)
        return np.zeros((*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), a.shape[-2], b.shape[-2]), a.dtype)
    if a.dtype.itemsize == 2:
        raise NotImplementedError(f"\"cdist\" not implemented for '{scalar_name(a.dtype)}'")
    if a.dtype is not b.dtype:
        raise RuntimeError(f"expected scalar type {scalar_name(a.dtype)} but found {scalar_name(b.dtype)}")
    if a.size * b.size <= _SMALL_SIZE:  # an upper bound of the number of differences
        return _distances_at_once(a, b, p)
    shape = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    differences = a.shape[-2] * b.shape[-2] * a.shape[-1]
    if math.prod(shape) * differences <= _SMALL_SIZE:
        return _distances_at_once(a, b, p)
    lefts, rights = (np.broadcast_to(v, shape + v.shape[-2:]).reshape(-1, *v.shape[-2:]) for v in (a, b))
    out = np.empty((len(lefts), a.shape[-2], b.shape[-2]), a.dtype)
    for i, j in _batches(len(lefts), differences):
        if j - i > 1:
            out[i:j] = _distances_at_once(lefts[i:j], rights[i:j], p)
        else:
            pairwise_norms(lefts[i], rights[i], p, out[i])
    return out.reshape(*shape, *out.shape[1:])


@rounded_once
def euclidean_distances(a: Array, b: Array) -> Array:
    """The 2-norms of all differences of rows, of half precision too: PyTorch has them there as products of matrices only."""
    return cdist(a, b, 2.0)


def _batches(count: int, differences: int) -> Iterator[tuple[int, int]]:
    """Ranges of batches, several at a time where one has few differences."""
    step = max(1, _SMALL_SIZE // differences)
    return ((i, min(count, i + step)) for i in range(0, count, step))


def _distances_at_once(a: Array, b: Array, p: float) -> Array:
    """The distances from all differences at once."""
    difference = a[..., :, None, :] - b[..., None, :, :]
    if p == float("inf"):
        return np.fmax.reduce(np.abs(difference), -1, initial=0)  # ignores NaN, as PyTorch does
    if p == 0:
        return np.where(np.isnan(difference), np.nan, difference != 0).sum(-1).astype(a.dtype)
    return vector_norm(difference, p, -1)


@quiet
def cdist_backward(g: Array, a: Array, b: Array, distances: Array, p: float) -> Array:
    """The cotangent of `a`; equal rows contribute 0."""
    shape = distances.shape[:-2]
    differences = a.shape[-2] * b.shape[-2] * a.shape[-1]
    if distances.size * a.shape[-1] <= _SMALL_SIZE:
        return _backward_at_once(g, a, b, distances, p)
    slopes, lefts, rights, norms = (np.broadcast_to(v, shape + v.shape[-2:]).reshape(-1, *v.shape[-2:]) for v in (g, a, b, distances))
    out = np.zeros(lefts.shape, a.dtype)
    for i, j in _batches(len(lefts), differences):
        if j - i > 1:
            out[i:j] = _backward_at_once(slopes[i:j], lefts[i:j], rights[i:j], norms[i:j], p)
        else:
            accumulate_gradient(slopes[i], lefts[i], rights[i], norms[i], p, out[i])
    return out.reshape(*shape, *out.shape[1:])


def _backward_at_once(g: Array, a: Array, b: Array, distances: Array, p: float) -> Array:
    """The same from all differences at once."""
    difference = a[..., :, None, :] - b[..., None, :, :]
    full, size = distances[..., None], np.abs(difference)
    if p == 0:
        return np.zeros(np.broadcast_shapes(a.shape, difference.shape[:-3] + a.shape[-2:]), a.dtype)
    if p == 1:
        slope = np.sign(difference)
    elif p == float("inf"):
        slope = np.sign(difference) * (size == full)
    else:
        slope = np.sign(difference) * (size / full) ** (p - 1)
        slope = np.where((full == 0) | (p < 1) & (size == 0), a.dtype.type(0), slope)
    return (g[..., None] * slope).sum(-2).astype(a.dtype, order="C")


def check_renorm(x: Array, p: float, dim: int, maxnorm: float) -> None:
    """Raise for arguments that `renorm` does not take."""
    if x.ndim < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {x.ndim} dimensions")
    for number in (p, maxnorm):
        if number.__class__ is int:
            check_64_bits(number)
    if not p > 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if not -x.ndim <= dim < x.ndim:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-x.ndim}, {x.ndim - 1}], but got {dim})")


_multiply = float16_through_float32(mul)


@quiet
def renorm(x: Array, p: float, dim: int, maxnorm: float) -> Array:
    """Scale slices along `dim` down to a p-norm of at most `maxnorm`."""
    check_renorm(x, p, dim, maxnorm)
    half = x.dtype in HALF_TYPES  # neither norms nor their inverses are rounded before the last step
    norms = vector_norm(x, p, tuple(d for d in range(x.ndim) if d != dim % x.ndim), True, np.float32 if half else None)
    factor = np.where(norms > maxnorm, maxnorm / (norms + norms.dtype.type(1e-7)), 1)
    return np.asarray(_multiply(x, factor.astype(x.dtype if half else norms.dtype)), x.dtype, order="C")
