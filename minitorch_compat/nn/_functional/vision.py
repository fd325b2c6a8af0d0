"""Padding and pixel shuffling. https://docs.pytorch.org/docs/stable/nn.functional.html#vision-functions"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._bindings import functions as ops
from ..._dispatch.call import caller
from ...autograd.grad_mode import is_grad_enabled

_pad_constant = caller("constant_pad_nd")


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


def native_channel_shuffle(input: Any, groups: int) -> Any:
    """`channel_shuffle` without a derivative."""
    if input.requires_grad and is_grad_enabled():
        raise RuntimeError("derivative for aten::native_channel_shuffle is not implemented")
    return channel_shuffle(input, groups)
