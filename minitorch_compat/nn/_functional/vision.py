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
        if len(widths) > 2 * input.array.ndim:
            raise RuntimeError("Padding length should be less than or equal to two times the input dimension but got padding length "
                               f"{len(widths)} and input of dimension {input.array.ndim}")
        return _pad_constant(input, widths, 0 if value is None else value)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    shape, ndim, count = input.array.shape, input.array.ndim, len(widths) // 2
    if ndim not in (count + 1, count + 2):
        raise NotImplementedError(f"Padding size {len(widths)} is not supported for {ndim}D input tensor.\n"
                                  "Non-constant padding is of the last 1, 2 or 3 dimensions, of which there are 1 or 2 more")
    for i in range(count):
        dim = ndim - 1 - i
        before, after = widths[2 * i], widths[2 * i + 1]
        if mode == "reflect" and max(before, after) >= input.array.shape[dim]:
            raise RuntimeError(f"Argument #{4 + 2 * i}: Padding size should be less than the corresponding input dimension, but got: "
                               f"padding ({before}, {after}) at dimension {dim} of input {list(shape)}")
        index = _border(input.array.shape[dim], before, after, mode)
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
    return np.abs((place + (n - 1)) % (2 * (n - 1)) - (n - 1)) if n > 1 else place * 0


def pixel_shuffle(input: Any, upscale_factor: int) -> Any:
    """Channels (C r^2, H, W) rearranged to (C, H r, W r)."""
    r = upscale_factor
    if input.array.ndim < 3:
        raise RuntimeError(f"pixel_shuffle expects input to have at least 3 dimensions, but got input with {input.array.ndim} dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_shuffle expects a positive upscale_factor, but got {r}")
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
    if input.array.ndim < 3:
        raise RuntimeError(f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {input.array.ndim} "
                           "dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {r}")
    *lead, c, h, w = input.array.shape
    if h % r or w % r:
        raise RuntimeError(f"pixel_unshuffle expects height to be divisible by downscale_factor, but "
                           f"input.size(-2)={h} is not divisible by {r}")
    x = input.reshape(*lead, c, h // r, r, w // r, r)
    n = len(lead)
    return x.permute(*range(n), n, n + 2, n + 4, n + 1, n + 3).reshape(*lead, c * r * r, h // r, w // r)


def channel_shuffle(input: Any, groups: int) -> Any:
    """Channels of groups interleaved."""
    if input.array.ndim <= 2:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input.array.shape)}")
    n, c, *rest = input.array.shape
    if c % groups:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {c} channels and {groups} groups.")
    return input.reshape(n, groups, c // groups, *rest).transpose(1, 2).reshape(n, c, *rest)


def native_channel_shuffle(input: Any, groups: int) -> Any:
    """`channel_shuffle` without a derivative."""
    if input.requires_grad and is_grad_enabled():
        raise RuntimeError("derivative for aten::native_channel_shuffle is not implemented")
    return channel_shuffle(input, groups)
