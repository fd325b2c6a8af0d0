"""Padding, resampling, pixel shuffling. https://docs.pytorch.org/docs/stable/nn.functional.html#vision-functions"""
from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from ..._bindings import functions as ops
from ..._dispatch.call import caller
from ..._dispatch.unsupported import UnsupportedError

_pad_constant, _bilinear, _nearest = (
    caller(n) for n in ("constant_pad_nd", "resample_bilinear", "resample_nearest"))


def pad(input: Any, pad: Any, mode: str = "constant", value: float | None = None) -> Any:
    """Padding by a constant, or by what stands at the border: "reflect", "replicate", "circular"."""
    widths = tuple(int(n) for n in pad)
    if mode == "constant":
        return _pad_constant(input, widths, 0 if value is None else value)
    if value is not None and value != 0:
        raise ValueError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    ndim, count = input.array.ndim, len(widths) // 2
    if ndim not in (count + 1, count + 2):
        raise NotImplementedError("Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now")
    for i in range(count):
        dim = ndim - 1 - i
        index = _border(input.array.shape[dim], widths[2 * i], widths[2 * i + 1], mode)
        input = input.index_select(dim, ops.from_numpy(index))
    return input


def _border(n: int, before: int, after: int, mode: str) -> Any:
    """Where each position of a padded dimension takes its value."""
    place = np.arange(-before, n + after)
    if mode == "replicate":
        return np.clip(place, 0, n - 1)
    if mode == "circular":
        if before > n or after > n:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        return place % n
    if before >= n or after >= n:
        raise RuntimeError(f"Padding size should be less than the corresponding input dimension, but got: padding ({before}, {after}) at "
                           f"dimension of size {n}")
    return np.abs((place + (n - 1)) % (2 * (n - 1)) - (n - 1)) if n > 1 else place * 0


def _nearest_matrix(n: int, out: int, scale: float | None, exact: bool, dtype: Any) -> Any:
    ratio = np.float32(1 / scale) if scale else np.float32(n / out)
    place = np.arange(out, dtype=np.float32)
    source = np.floor((place + np.float32(0.5 if exact else 0)) * ratio).astype(int)
    matrix = np.zeros((out, n), dtype)
    matrix[np.arange(out), np.minimum(source, n - 1)] = 1
    return matrix


def _source(n: int, out: int, scale: float | None, align: bool) -> Any:
    """Fractional source position of each output."""
    place = np.arange(out, dtype=np.float64)
    if align:
        return place * ((n - 1) / (out - 1) if out > 1 else 0)
    return (place + 0.5) * (1 / scale if scale else n / out) - 0.5


def _linear_matrix(n: int, out: int, scale: float | None, align: bool, dtype: Any) -> Any:
    source = np.maximum(_source(n, out, scale, align), 0)
    low = np.minimum(source.astype(int), n - 1)
    high, weight = np.minimum(low + 1, n - 1), np.clip(source - low, 0, 1)
    matrix = np.zeros((out, n), np.float64)
    np.add.at(matrix, (np.arange(out), low), 1 - weight)
    np.add.at(matrix, (np.arange(out), high), weight)
    return matrix.astype(dtype)


def _cubic_matrix(n: int, out: int, scale: float | None, align: bool, dtype: Any) -> Any:
    """Keys's cubic convolution with a = -0.75."""
    source = _source(n, out, scale, align)
    base, a = np.floor(source).astype(int), -0.75
    matrix = np.zeros((out, n), np.float64)
    for k in range(-1, 3):
        d = np.abs(source - (base + k))
        weight = np.where(d <= 1, (a + 2) * d**3 - (a + 3) * d**2 + 1, a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a)
        np.add.at(matrix, (np.arange(out), np.clip(base + k, 0, n - 1)), weight)
    return matrix.astype(dtype)


def interpolate(input: Any, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool | None = None,
                recompute_scale_factor: bool | None = None, antialias: bool = False) -> Any:
    """Resampled to `size` or by `scale_factor`: "nearest", "nearest-exact", "linear", "bilinear", "trilinear", "bicubic", "area"."""
    n = input.array.ndim - 2
    if antialias:
        raise UnsupportedError("torch.nn.functional.interpolate(antialias=True)")
    if align_corners is not None and mode in ("nearest", "nearest-exact", "area"):
        raise ValueError("align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear")
    if (size is None) == (scale_factor is None):
        raise ValueError("only one of size or scale_factor should be defined" if size is not None else
                         "either size or scale_factor should be defined")
    have = input.array.shape[2:]
    scales: list[float | None] = [None] * n
    if size is not None:
        sizes = (size,) * n if isinstance(size, int) else tuple(size)
    else:
        factors = tuple(scale_factor) if isinstance(scale_factor, (tuple, list)) else (scale_factor,) * n
        sizes = tuple(math.floor(m * f) for m, f in zip(have, factors, strict=True))
        if not recompute_scale_factor:
            scales = [float(f) for f in factors]
    return _resample(input, have, sizes, scales, mode, bool(align_corners))


def _resample(input: Any, have: Any, sizes: Any, scales: Any, mode: str, align: bool) -> Any:
    from .conv import _adaptive_mean

    dtype = input.array.dtype
    if mode == "area":
        return _adaptive_mean(len(sizes), input, sizes)
    if mode in ("nearest", "nearest-exact"):
        return _nearest(input, tuple(_nearest_matrix(a, b, s, mode != "nearest", dtype)
                                     for a, b, s in zip(have, sizes, scales, strict=True)))
    wanted = {"linear": 1, "bilinear": 2, "trilinear": 3, "bicubic": 2}
    if mode not in wanted or wanted[mode] != len(sizes):
        raise NotImplementedError(f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.array.ndim}D) for the modes: "
                                  f"nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact (got {mode})")
    make = _cubic_matrix if mode == "bicubic" else _linear_matrix
    return _bilinear(input, tuple(make(a, b, s, align, dtype) for a, b, s in zip(have, sizes, scales, strict=True)))


def upsample(input: Any, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool | None = None) -> Any:
    """The old name of `interpolate`."""
    warnings.warn("`nn.functional.upsample` is deprecated. Use `nn.functional.interpolate` instead.", UserWarning, stacklevel=2)
    return interpolate(input, size, scale_factor, mode, align_corners)


def pixel_shuffle(input: Any, upscale_factor: int) -> Any:
    """Channels (C r^2, H, W) rearranged to (C, H r, W r)."""
    r = upscale_factor
    *lead, c, h, w = input.array.shape
    if c % (r * r):
        raise RuntimeError(f"pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but "
                           f"input.size(-3)={c} is not divisible by {r * r}")
    x = input.reshape(*lead, c // (r * r), r, r, h, w)
    n = len(lead)
    return x.permute(*range(n), n, n + 3, n + 1, n + 4, n + 2).reshape(*lead, c // (r * r), h * r, w * r)


def pixel_unshuffle(input: Any, downscale_factor: int) -> Any:
    """The inverse of `pixel_shuffle`."""
    r = downscale_factor
    *lead, c, h, w = input.array.shape
    if h % r or w % r:
        raise RuntimeError(f"pixel_unshuffle expects height to be divisible by downscale_factor, but "
                           f"input.size(-2)={h} is not divisible by {r}")
    x = input.reshape(*lead, c, h // r, r, w // r, r)
    n = len(lead)
    return x.permute(*range(n), n, n + 2, n + 4, n + 1, n + 3).reshape(*lead, c * r * r, h // r, w // r)


def channel_shuffle(input: Any, groups: int) -> Any:
    """Channels of groups interleaved."""
    n, c, *rest = input.array.shape
    if c % groups:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {c} channels and {groups} groups.")
    return input.reshape(n, groups, c // groups, *rest).transpose(1, 2).reshape(n, c, *rest)
