"""Interpolation: along each dimension, outputs as weighted sums of a few inputs, given as the rows of a matrix for `pool.resample`.

`scale` is the factor the caller named, or None to take it from the sizes; PyTorch's places depend on which it was.
"""
from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Ints = tuple[int, ...]


class Matrices(tuple[Any, ...]):
    """The matrices of all dimensions, and what they came of."""

    align: bool
    scales: tuple[float | None, ...]


def matrices(made: Iterable[Array], align: bool, scales: Iterable[float | None]) -> Matrices:
    """`made`, from factors `scales` (None: from the sizes)."""
    found = Matrices(made)
    found.align, found.scales = align, tuple(scales)
    return found


def nearest_index(size: int, out: int, scale: float | None = None, exact: bool = False) -> Array:
    """Which input each output copies; `exact` rounds between centres, otherwise left edges are compared, in single precision."""
    step = np.float32(1 / scale if scale else size / out)
    places = np.arange(out, dtype=np.float32)
    index = np.floor((places + np.float32(0.5)) * step if exact else places * step).astype(np.int64)
    return np.minimum(index, size - 1)


@lru_cache(maxsize=64)
def nearest_matrix(size: int, out: int, scale: float | None = None, exact: bool = False) -> Array:
    """The (out, size) matrix of `nearest_index`; like all of these, not to be written to."""
    matrix = np.zeros((out, size))
    matrix[np.arange(out), nearest_index(size, out, scale, exact)] = 1
    matrix.setflags(write=False)
    return matrix


@lru_cache(maxsize=64)
def linear_matrix(size: int, out: int, align_corners: bool = False, scale: float | None = None) -> Array:
    """The (out, size) matrix of linear interpolation."""
    position = np.maximum(_positions(size, out, align_corners, scale), 0)
    low = np.minimum(position.astype(np.int64), size - 1)
    return _matrix(size, out, ((low, 1 - (position - low)), (low + 1, position - low)))


@lru_cache(maxsize=64)
def cubic_matrix(size: int, out: int, align_corners: bool = False, scale: float | None = None) -> Array:
    """The (out, size) matrix of cubic convolution interpolation (coefficient -0.75)."""
    position = _positions(size, out, align_corners, scale)
    low = np.floor(position)
    t = position - low
    index = low.astype(np.int64)
    return _matrix(size, out, ((index - 1, _cubic_far(1 + t)), (index, _cubic_near(t)), (index + 1, _cubic_near(1 - t)),
                               (index + 2, _cubic_far(2 - t))))


@lru_cache(maxsize=64)
def antialias_matrix(size: int, out: int, align_corners: bool = False, scale: float | None = None,
                     mode: str = "bilinear") -> Array:
    """The (out, size) matrix of interpolation that averages over all inputs an output covers (cubic coefficient -0.5)."""
    step = ((size - 1) / (out - 1) if out > 1 else 0.0) if align_corners else (1 / scale if scale else size / out)
    support, weigh = _FILTERS[mode]
    reach = support * max(step, 1.0)
    matrix = np.zeros((out, size))
    for i in range(out):
        centre = step * (i + 0.5)
        first, last = max(int(centre - reach + 0.5), 0), min(int(centre + reach + 0.5), size)
        distance = np.abs(np.arange(first, last) - centre + 0.5) / max(step, 1.0)
        weights = weigh(distance)
        matrix[i, first:last] = weights / weights.sum()
    matrix.setflags(write=False)  # it is shared by all callers
    return matrix


def _triangle(d: Array) -> Array:
    return np.maximum(1 - d, 0)


def _hump(d: Array) -> Array:
    return np.where(d < 1, (1.5 * d - 2.5) * d * d + 1, np.where(d < 2, ((-0.5 * d + 2.5) * d - 4) * d + 2, 0))


def _lanczos(d: Array) -> Array:
    return np.where(d < 3, np.sinc(d) * np.sinc(d / 3), 0)


#: How far a filter reaches, and its weight at a distance.
_FILTERS = {"bilinear": (1, _triangle), "bicubic": (2, _hump), "lanczos": (3, _lanczos)}


def _cubic_near(t: Array) -> Array:
    return (1.25 * t - 2.25) * t * t + 1


def _cubic_far(t: Array) -> Array:
    return ((-0.75 * t + 3.75) * t - 6) * t + 3


def _positions(size: int, out: int, align_corners: bool, scale: float | None) -> Array:
    """Where outputs lie between inputs."""
    places = np.arange(out, dtype=np.float64)
    if align_corners:
        return places * ((size - 1) / (out - 1) if out > 1 else 0.0)
    return (places + 0.5) * (1 / scale if scale else size / out) - 0.5


def _matrix(size: int, out: int, taps: tuple[tuple[Array, Array], ...]) -> Array:
    """Weights of taps; those beyond the border fall on it."""
    matrix = np.zeros((out, size))
    for index, weight in taps:
        np.add.at(matrix, (np.arange(out), index.clip(0, size - 1)), weight)
    matrix.setflags(write=False)  # it is shared by all callers
    return matrix
