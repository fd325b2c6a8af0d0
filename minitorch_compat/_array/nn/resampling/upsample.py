"""Interpolation weights of the upsampling modes, for `interpolation_weights.resample`.

`scale` is the factor that the caller passed, or None to infer it from the sizes; PyTorch's positions depend on which it was. They are
computed in the dtype of the inputs (float32 for half precision, float64 for uint8) and rounded as in PyTorch's kernels: in long
dimensions the limited precision of positions is visible.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import Any

import numpy as np

from ...core import intp
from ...core.execution.block_sizes import block_size
from ..pooling.pool import adaptive_windows
from .interpolation_weights import Axis, AxisWeights, InterpolationWeights

Array = np.ndarray[Any, np.dtype[Any]]


class Axes(tuple[Axis, ...]):
    """The axes of all dimensions, and the parameters they were made from."""

    align: bool
    scales: tuple[float | None, ...]


def axes(made: Iterable[Axis], align: bool, scales: Iterable[float | None]) -> Axes:
    """`made` with the parameters `align` and `scales` (None: inferred from the sizes)."""
    found = Axes(made)
    found.align, found.scales = align, tuple(scales)
    return found


_LONG_AXIS = block_size(__name__, "_LONG_AXIS", 1 << 14)


def _cached_axis(make: Callable[..., InterpolationWeights | AxisWeights]) -> Callable[..., Axis]:
    """Cache the results of `make` as axes: a few of the long ones, many others."""
    def made(*args: Any) -> Axis:
        found = make(*args)
        return Axis(found if isinstance(found, AxisWeights) else AxisWeights(found))

    short, long = (lru_cache(maxsize=count)(made) for count in (64, 4))

    @wraps(make)
    def axis(size: int, out: int, *args: Any) -> Axis:
        return (long if size > _LONG_AXIS or out > _LONG_AXIS else short)(size, out, *args)
    return axis


@_cached_axis
def nearest(size: int, out: int, kind: str = "f", scale: float | None = None, exact: bool = False, direct: bool = False) -> AxisWeights:
    """Copies of the nearest input; `exact` rounds between centres, otherwise left edges are compared.

    `kind`, here and below, is the kind or character of the inputs' dtype. PyTorch computes positions in that dtype, but in float32 in
    backward and in a kernel of its own (`direct`); unless `exact`, these copy equal sizes and double others evenly, whatever the scale.
    """
    even = not exact and out in (size, 2 * size)
    single = lambda: _nearest_axis(size, out, "f", None if even else scale, exact)  # noqa: E731
    return AxisWeights(single()) if direct else AxisWeights(_nearest_axis(size, out, "d" if kind == "d" else "f", scale, exact), single)


def _nearest_axis(size: int, out: int, kind: str, scale: float | None, exact: bool) -> InterpolationWeights:
    dtype = _weight_dtype(kind)
    positions = (np.arange(out, dtype=dtype) + dtype(0.5 if exact else 0)) * _step(size, out, kind, False, scale)
    index = np.floor(positions.astype(np.float32)).astype(np.int64)
    return InterpolationWeights(np.minimum(index, size - 1)[None], None, size)


@_cached_axis
def adaptive(size: int, out: int, kind: str) -> InterpolationWeights:
    """Means over windows that cover the input."""
    first, counts = adaptive_windows(size, out)
    weights = (1 / np.maximum(counts, 1)).astype(_weight_dtype(kind))
    return _windows_to_weights(first, counts, np.broadcast_to(weights, (counts.max(initial=0), out)), size)


@_cached_axis
def linear(size: int, out: int, kind: str, align_corners: bool = False, scale: float | None = None) -> InterpolationWeights:
    """Linear interpolation. If the sizes are equal nothing changes, whatever the scale."""
    if size == out:
        low = high = intp.arange(size)
        part = np.zeros(size, _weight_dtype(kind))
    else:
        low, part = _floor_and_fraction(np.maximum(_positions(size, out, kind, align_corners, scale), 0), size, kind)
        high = np.minimum(low + 1, size - 1)
    index, weights = np.stack((low, high)), np.stack((1 - part, part))
    return _fixed_point_weights(index, weights, size) if kind == "B" else InterpolationWeights(index, weights, size)


@_cached_axis
def cubic(size: int, out: int, kind: str, align_corners: bool = False, scale: float | None = None) -> AxisWeights:
    """Cubic convolution interpolation (coefficient -0.75); neighbours beyond the border are clamped to it."""
    if size == out and kind == "B":
        return AxisWeights(_identity_axis(size))
    return AxisWeights(_cubic_axis(size, kind, _positions(size, out, kind, align_corners, scale)),
                       lambda: _cubic_axis(size, kind, _positions(size, out, kind, align_corners, scale, False)))


def _cubic_axis(size: int, kind: str, positions: Array) -> InterpolationWeights:
    low, t = _floor_and_fraction(positions, size, kind)
    index = (low + intp.arange(-1, 3)[:, None]).clip(0, size - 1)
    weights = np.stack((_cubic_far(1 + t), _cubic_near(t), _cubic_near(1 - t), _cubic_far(2 - t)))
    return _fixed_point_weights(index, weights, size) if kind == "B" else InterpolationWeights(index, weights, size)


@_cached_axis
def antialias(size: int, out: int, kind: str, align_corners: bool = False, scale: float | None = None,
              mode: str = "bilinear") -> InterpolationWeights:
    """Interpolation that averages over all inputs that an output covers (cubic coefficient -0.5)."""
    if size == out:
        return _identity_axis(size)
    real, (support, kernel) = _weight_dtype(kind), _FILTERS[mode]
    step = _step(size, out, kind, align_corners, scale)
    is_downsampling = max(step, real(1))
    radius, centre = real(support) * is_downsampling, step * (np.arange(out, dtype=real) + real(0.5))
    first = np.maximum((centre - radius + real(0.5)).astype(np.int64), 0)
    counts = np.minimum((centre + radius + real(0.5)).astype(np.int64), size) - first
    positions = intp.arange(counts.max())[:, None]
    weights = kernel(np.abs(((first + positions).astype(real) - centre + real(0.5)) * (1 / is_downsampling))).astype(real, copy=False)
    weights[positions >= counts] = 0
    weights /= weights.sum(0)
    if kind != "B":
        return _windows_to_weights(first, counts, weights, size)
    return _fixed_point_weights(np.minimum(first + positions, size - 1), weights, size)


def _triangle_kernel(d: Array) -> Array:
    return np.maximum(1 - d, 0)


def _cubic_kernel(d: Array) -> Array:
    return np.where(d < 1, (1.5 * d - 2.5) * d * d + 1, np.where(d < 2, ((-0.5 * d + 2.5) * d - 4) * d + 2, 0))


def _lanczos_kernel(d: Array) -> Array:
    return np.where(d < 3, np.sinc(d) * np.sinc(d / 3), 0)


#: The support of each filter, and its weight at a distance.
_FILTERS = {"bilinear": (1, _triangle_kernel), "bicubic": (2, _cubic_kernel), "lanczos": (3, _lanczos_kernel)}


def _cubic_near(t: Array) -> Array:
    return (1.25 * t - 2.25) * t * t + 1


def _cubic_far(t: Array) -> Array:
    return ((-0.75 * t + 3.75) * t - 6) * t + 3


def _weight_dtype(kind: str) -> Any:
    """The dtype in which weights are computed."""
    return np.float64 if kind in "dB" else np.float32


def _step(size: int, out: int, kind: str, align_corners: bool, scale: float | None) -> Any:
    """The distance between outputs, in inputs."""
    real = _weight_dtype(kind)
    if align_corners:
        return real(size - 1) / real(out - 1) if out > 1 else real(0)
    return real(1 / scale) if scale else real(size) / real(out)


def _positions(size: int, out: int, kind: str, align_corners: bool, scale: float | None, fused: bool = True) -> Array:
    """Positions of outputs between inputs; product and difference are rounded once if `fused`, as by an FMA instruction."""
    real, step = _weight_dtype(kind), _step(size, out, kind, align_corners, scale)
    positions = np.arange(out, dtype=np.float64 if fused else real)
    positions = positions * step if align_corners else (positions + real(0.5)) * step - real(0.5)
    return positions.astype(real, copy=False)


def _floor_and_fraction(position: Array, size: int, kind: str) -> tuple[Array, Array]:
    """The input at or before a position, and the distance from it. PyTorch computes it in float32, except for uint8."""
    low = np.minimum(np.floor(position if kind == "B" else position.astype(np.float32)).astype(np.int64), size - 1)
    return low, (position - low.astype(position.dtype)).clip(0, 1)


def _identity_axis(size: int) -> InterpolationWeights:
    return InterpolationWeights(intp.arange(size)[None], None, size)


def _windows_to_weights(first: Array, counts: Array, weights: Array, size: int) -> InterpolationWeights:
    """Weights of `counts` consecutive inputs; where there are fewer than elsewhere, the rest is unused."""
    index = np.minimum(first + intp.arange(len(weights))[:, None], size - 1)
    if (counts == len(weights)).all():
        return InterpolationWeights(index, weights, size)
    used = intp.arange(len(weights))[:, None] < counts
    return InterpolationWeights(index, np.where(used, weights, weights.dtype.type(0)), size, counts)


def _fixed_point_weights(index: Array, weights: Array, size: int) -> InterpolationWeights:
    """Weights for uint8 in PyTorch's fixed-point format: as large as 16 bits allow, with those of the same input combined."""
    count, n = index.shape
    first = np.minimum(index[0], max(size - count, 0))
    together = intp.bincount(((index - first) * n + intp.arange(n)).reshape(-1), weights.reshape(-1), count * n).reshape(count, n)
    bits, largest = 0, together.max()
    while bits < 22 and int(largest * (1 << bits + 1) + 0.5) < 1 << 15:
        bits += 1
    whole = np.trunc(together * (1 << bits) + np.copysign(0.5, together))
    exact = 255 * np.abs(whole).sum(0).max() + (1 << bits) < 1 << 24  # whether float32 has enough digits for the sums
    index = np.minimum(first + intp.arange(count)[:, None], size - 1)
    return InterpolationWeights(index, whole.astype(np.float32 if exact else np.float64), size, bits=bits)
