"""Padding and pixel shuffling. https://docs.pytorch.org/docs/stable/nn.functional.html#vision-functions"""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.numbers import check_not_negative
from ..._bindings.functions.arguments import can_run_on_arrays
from ..._bindings.generated import functions as ops
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.graph.not_implemented import mark_not_differentiable
from ..._dispatch.state import LOCAL
from ...autograd.grad_mode import no_grad
from .arguments import requires_tensor

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_slice = caller("slice")
_pad_constant = caller("constant_pad_nd")
_border_pads = {(mode, n): caller(f"pad_{mode}{n}d") for mode in ("reflect", "replicate") for n in (1, 2, 3)}
_pixel_shuffle, _pixel_unshuffle = caller("pixel_shuffle_by"), caller("pixel_unshuffle_by")
_channel_shuffle = caller("channel_shuffle_by")


@requires_tensor("pad")
def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Pad a tensor.

    Parameters
    ----------
    input : Tensor
        The tensor to pad.
    pad : ints
        Two numbers for each dimension, from the last on: elements to add before and after. Negative ones cut off.
    mode : str, default "constant"
        'constant'; 'reflect', mirrored at the edge; 'replicate', the edge repeated; 'circular', from the other side.
    value : number, optional
        The value of constant padding; 0 if not given.

    Returns
    -------
    Tensor
        A copy.

    Raises
    ------
    RuntimeError
        The padding is larger than the reflected dimension, or the mode does not support the number of dimensions.

    References
    ----------
    PyTorch: torch.nn.functional.pad

    Examples
    --------
    >>> x = torch.tensor([[1., 2., 3.]])
    >>> torch.nn.functional.pad(x, (1, 2)), torch.nn.functional.pad(x, (1, 2), mode="reflect")
    (tensor([[0., 1., 2., 3., 0., 0.]]), tensor([[2., 1., 2., 3., 2., 1.]]))
    """
    widths = tuple(map(int, pad))
    if len(widths) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if mode == "constant" or len(widths) > 2 * input._array.ndim:
        if len(widths) > 2 * input._array.ndim:
            raise RuntimeError("Padding length should be less than or equal to two times the input dimension but got padding length "
                               f"{len(widths)} and input of dimension {input._array.ndim}")
        return _pad_constant(input, widths, 0 if value is None else value)
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    shape, count = input._array.shape, len(widths) // 2
    if count > 3 or len(shape) not in (count + 1, count + 2):
        raise NotImplementedError(f"Padding size {len(widths)} is not supported for {len(shape)}D input tensor.\n"
                                  "Non-constant padding is of the last 1, 2 or 3 dimensions, of which there are 1 or 2 more")
    if mode == "circular":
        return _circular_pad(input, widths)
    _check_border_sizes(shape, widths, mode)
    return _border_pads[mode, count](input, widths)


@lru_cache(maxsize=256)
def _check_border_sizes(shape: tuple[int, ...], widths: tuple[int, ...], mode: str) -> None:
    """Refuse sizes that are too small to be padded in this mode. Shapes that have passed are cached."""
    ndim, count = len(shape), len(widths) // 2
    _check_nonempty_except_batch(shape, count)
    for i in range(count):
        dim, before, after = ndim - 1 - i, widths[2 * i], widths[2 * i + 1]
        if mode == "reflect" and max(before, after) >= shape[dim]:
            raise RuntimeError(f"Argument #{4 + 2 * i}: Padding size should be less than the corresponding input dimension, but got: "
                               f"padding ({before}, {after}) at dimension {dim} of input {list(shape)}")
    _check_remaining_size(shape, widths, mode)


def _check_nonempty_except_batch(shape: tuple[int, ...], count: int) -> None:
    """Refuse empty dimensions other than the batch."""
    if 0 in shape[-1 - count:]:
        raise RuntimeError(f"Expected {count + 1}D or {count + 2}D (batch mode) tensor with possibly 0 batch size and other non-zero "
                           f"dimensions for input, but got: {list(shape)}")


def _check_remaining_size(shape: tuple[int, ...], widths: tuple[int, ...], mode: str) -> None:
    """Refuse negative widths that leave no elements."""
    count = len(widths) // 2
    have = shape[-count:]
    remaining = [n + widths[2 * i] + widths[2 * i + 1] for i, n in zip(reversed(range(count)), have, strict=True)]
    if (remaining[-1] if count == 1 else max(remaining)) < 1:
        sizes = " ".join(f"{axis}: {n}" for axis, n in zip("DHW"[-count:], have, strict=True)).replace(" W", ", W")
        results = " ".join(f"{axis}: {n}" for axis, n in zip("DHW"[-count:], remaining, strict=True))
        space = " " if count == 2 and mode == "replicate" else ""
        raise RuntimeError(f"input ({sizes}{space}) is too small. Calculated output {results}")
    check_not_negative([*shape[:-count], *remaining])


def _circular_pad(input: Any, widths: tuple[int, ...]) -> Any:
    """Pad with elements from the other end, after negative widths have cut off theirs."""
    ndim = input._array.ndim
    for i in range(len(widths) // 2):
        dim, before, after = ndim - 1 - i, widths[2 * i], widths[2 * i + 1]
        size = input._array.shape[dim]
        if before > size or after > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
    if not LOCAL.levels:
        return _copy_by_steps(input, widths)
    for i in range(len(widths) // 2):
        dim, before, after = ndim - 1 - i, widths[2 * i], widths[2 * i + 1]
        size = input._array.shape[dim]
        first, last = max(0, -before), size - max(0, -after)
        source_indices = intp.arange(-max(0, before), last - first + max(0, after)) % max(1, last - first) + first
        input = input.index_select(dim, ops.from_numpy(source_indices))
    return input


def _copy_by_steps(input: Any, widths: tuple[int, ...]) -> Any:
    """Pad by PyTorch's steps, which the graph shows: copies of the input, then of parts of the result, into slices of new memory."""
    ndim, shape = input._array.ndim, list(input._array.shape)
    sides = [(ndim - 1 - i, widths[2 * i], widths[2 * i + 1]) for i in range(len(widths) // 2)]
    for dim, before, after in sides:
        shape[dim] += before + after
        if shape[dim] < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
    if can_run_on_arrays(input) and input._array.size:
        a = input._array
        if a.size <= _SMALL_SIZE:
            places, copies = _small_circular_pad(a.shape, widths)
            out = wrap(a.take(places))
        else:
            array, copies = _circular_pad_array(a, sides, shape)
            out = wrap(array)
        if out._counter is None:  # inference tensors have no version
            out._counter = [copies]
        return out
    out = input.new_empty(shape)
    source, target = input, out
    for dim, before, after in sides:
        source = _slice(source, dim, max(-before, 0), source._array.shape[dim] - max(-after, 0), 1)
        target = _slice(target, dim, max(before, 0), target._array.shape[dim] - max(after, 0), 1)
    target.copy_(source)
    for dim, before, after in sides:
        size = shape[dim]
        if before > 0:
            end = size - max(after, 0)
            target, source = _slice(out, dim, 0, before, 1), _slice(out, dim, end - before, end, 1)
            target.copy_(source)
        if after > 0:
            start = max(before, 0)
            target, source = _slice(out, dim, size - after, size, 1), _slice(out, dim, start, start + after, 1)
            target.copy_(source)
    return out


#: The number of elements up to which the indices of a result's elements in the input are cached.
_SMALL_SIZE = 1024


@lru_cache(maxsize=128)
def _small_circular_pad(shape: tuple[int, ...], widths: tuple[int, ...]) -> tuple[Any, int]:
    sides = [(len(shape) - 1 - i, widths[2 * i], widths[2 * i + 1]) for i in range(len(widths) // 2)]
    after = list(shape)
    for dim, *added in sides:
        after[dim] += sum(added)
    return _circular_pad_array(intp.arange(math.prod(shape)).reshape(shape), sides, after)


def _circular_pad_array(a: Any, sides: list[tuple[int, int, int]], shape: list[int]) -> tuple[Any, int]:
    """The padded array, and the number of copies, which is the version of PyTorch's result."""
    out, copies = np.empty(shape, a.dtype), 1
    source, target = [slice(None)] * a.ndim, [slice(None)] * a.ndim
    for dim, before, after in sides:
        source[dim] = slice(max(-before, 0), a.shape[dim] - max(-after, 0))
        target[dim] = slice(max(before, 0), shape[dim] - max(after, 0))
    out[tuple(target)] = a[tuple(source)]
    for dim, before, after in sides:
        size, whole = shape[dim], (slice(None),) * dim
        for width, to, first in ((before, 0, size - max(after, 0) - before), (after, size - after, max(before, 0))):
            if width > 0:
                out[(*whole, slice(to, to + width))] = out[(*whole, slice(first, first + width))]
                copies += 1
    return out, copies


@requires_tensor("pixel_shuffle")
def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Rearrange channels into larger images.

    Parameters
    ----------
    input : Tensor
        ... x (channels * r * r) x H x W.
    upscale_factor : int
        r.

    Returns
    -------
    Tensor
        ... x channels x (H * r) x (W * r).

    Raises
    ------
    RuntimeError
        The channels cannot be divided by r * r.

    Notes
    -----
    After Shi and others (2016).

    References
    ----------
    PyTorch: torch.nn.functional.pixel_shuffle

    Examples
    --------
    >>> torch.nn.functional.pixel_shuffle(torch.arange(4.).reshape(1, 4, 1, 1), 2)
    tensor([[[[0., 1.],
              [2., 3.]]]])
    """
    r = upscale_factor
    if input._array.ndim < 3:
        raise RuntimeError(f"pixel_shuffle expects input to have at least 3 dimensions, but got input with "
                           f"{input._array.ndim} dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_shuffle expects a positive upscale_factor, but got {r}")
    c = input._array.shape[-3]
    if c % (r * r):
        raise RuntimeError(f"pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but "
                           f"input.size(-3)={c} is not divisible by {r * r}")
    return _pixel_shuffle(input, r)


@requires_tensor("pixel_unshuffle")
def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """Rearrange pixels into more channels, the inverse of `pixel_shuffle`.

    Parameters
    ----------
    input : Tensor
        ... x channels x (H * r) x (W * r).
    downscale_factor : int
        r.

    Returns
    -------
    Tensor
        ... x (channels * r * r) x H x W.

    Raises
    ------
    RuntimeError
        The sizes cannot be divided by r.

    References
    ----------
    PyTorch: torch.nn.functional.pixel_unshuffle

    Examples
    --------
    >>> torch.nn.functional.pixel_unshuffle(torch.arange(4.).reshape(1, 1, 2, 2), 2).flatten()
    tensor([0., 1., 2., 3.])
    """
    r = downscale_factor
    if input._array.ndim < 3:
        raise RuntimeError(f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {input._array.ndim} "
                           "dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {r}")
    h, w = input._array.shape[-2:]
    for name, dim, size in (("height", -2, h), ("width", -1, w)):
        if size % r:
            raise RuntimeError(f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but input.size({dim})={size} is not "
                               f"divisible by {r}")
    return _pixel_unshuffle(input, r)


@requires_tensor("channel_shuffle")
def channel_shuffle(input: Tensor, groups: int) -> Tensor:
    """Interleave the channels of groups: the first of each, then the second of each, and so on.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    groups : int
        The number of groups.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        The channels cannot be divided into that many groups.

    Notes
    -----
    After Zhang and others (2018).

    References
    ----------
    PyTorch: torch.nn.functional.channel_shuffle

    Examples
    --------
    >>> torch.nn.functional.channel_shuffle(torch.arange(4.).reshape(1, 4, 1, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    if input._array.ndim <= 2:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input._array.shape)}")
    c = input._array.shape[1]
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    if c % groups:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {c} channels and {groups} groups.")
    return _channel_shuffle(input, groups)


def native_channel_shuffle(input: Tensor, groups: int) -> Tensor:
    """Interleave the channels of groups: the first of each, then the second of each, and so on.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    groups : int
        The number of groups.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        The channels cannot be divided into that many groups.

    Notes
    -----
    After Zhang and others (2018).

    References
    ----------
    PyTorch: torch.nn.functional.channel_shuffle

    Examples
    --------
    >>> torch.nn.functional.channel_shuffle(torch.arange(4.).reshape(1, 4, 1, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    with no_grad():
        out = channel_shuffle(input, groups)
    mark_not_differentiable("aten::native_channel_shuffle", (input,), (out,))
    return out


__all__ = ["channel_shuffle", "native_channel_shuffle", "pad", "pixel_shuffle", "pixel_unshuffle"]
