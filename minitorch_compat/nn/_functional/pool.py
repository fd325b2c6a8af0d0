"""Pooling. https://docs.pytorch.org/docs/stable/nn.functional.html#pooling-functions"""
from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.execution.blocks import max_integer
from ..._array.core.numbers import check_not_negative, check_numel, to_int64
from ..._array.nn.patches import Geometry
from ..._array.nn.pooling.pool import adaptive_max_pool, avg_pool, check_attributes
from ..._array.nn.resampling.interpolation_weights import resample
from ..._array.nn.resampling.upsample import adaptive
from ..._array.shape.strided import channels_last, is_channels_last_like
from ..._array.shape.views import wrap_dim
from ..._bindings.functions.arguments import can_run_on_arrays, refuse_requires_grad, write_out
from ..._bindings.generated import functions as ops
from ..._bindings.randomness.determinism import alert_not_deterministic
from ..._dispatch.call.autocast import in_single_precision
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.fast_paths.first_result import first_result
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.dtype import int64
from ..._dispatch.levels.lifting import concrete_values
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL
from ..._dispatch.tensor import is_meta_tensor, set_array
from ..._dispatch.wrapping import view_of
from ..._fidelity.argument_checks import check_native
from ..._ops.computed_defaults import Defaults
from .arguments import requires_tensor, with_error_name
from .conv import _expand_to_tuple

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_unsqueeze, _squeeze = caller("unsqueeze"), caller("squeeze")
_adaptive_avgs = {2: caller("adaptive_avg"), 3: caller("adaptive_avg3d")}
_adaptive_maxima = {2: caller("adaptive_max"), 3: caller("adaptive_max3d")}
_unpools = {n: caller(f"max_unpool{n}d_to") for n in (2, 3)}
_max_pools = {n: caller(f"max_pool{n}d_and_indices") for n in (1, 2, 3)}
_maxima = {n: first_result(f"max_pool{n}d_and_indices") for n in (1, 2, 3)}
_avg_pools = {n: caller(f"avg_pool{n}d_plain") for n in (2, 3)}
_fractional_pools = {n: caller(f"fractional_max{n}d") for n in (2, 3)}


_SIZES = frozenset({int, type(None)})
_COUNT_WORDS = {1: "one int", 2: "two ints", 3: "three ints"}
_ARGUMENT_KINDS = {"kernel_size": "an int, list of ints or tuple", "stride": "None, an int, list of ints, or tuple",
                   "padding": "an int, list of ints, or tuple", "dilation": "an int, list of ints or tuple"}


def _expand_window(value: Any, n: int, name: str, what: str) -> tuple[int, ...]:
    """One number for all dimensions, or one each."""
    if isinstance(value, (tuple, list)) and len(value) not in (1, n):
        if name == "max_pool1d":
            raise RuntimeError(f"max_pool1d() {what} must be {_ARGUMENT_KINDS[what]} of ints of size 1 but got size {len(value)}")
        if n == 1:
            raise RuntimeError(f"{name.removesuffix('_with_indices')}() argument '{what}' should contain one int (got {len(value)})")
        omitted = "be omitted, a single int" if what == "stride" else "be a single int"
        raise RuntimeError(f"{name}: {what} must {'' if name == 'avg_pool3d' else 'either '}{omitted}, or a tuple of {_COUNT_WORDS[n]}")
    return _expand_to_tuple(value, n)


def _window(n: int, name: str, kernel_size: Any, stride: Any, padding: Any, dilation: Any = 1) -> tuple[tuple[int, ...], ...]:
    """Kernel, stride, padding and dilation for each dimension."""
    if not (kernel_size.__class__ is list or stride.__class__ is list or padding.__class__ is list or dilation.__class__ is list):
        try:
            return _expanded_window(n, name, kernel_size, stride, padding, dilation)
        except TypeError:
            pass  # not hashable, or refused below
    return _expanded_window.__wrapped__(n, name, kernel_size, stride, padding, dilation)


@lru_cache(maxsize=256, typed=True)
def _expanded_window(n: int, name: str, kernel_size: Any, stride: Any, padding: Any, dilation: Any) -> tuple[tuple[int, ...], ...]:
    kernel = _expand_window(kernel_size, n, name, "kernel_size")
    step = Defaults(kernel) if stride is None or isinstance(stride, (list, tuple)) and not stride else (
        _expand_window(stride, n, name, "stride"))
    return kernel, step, _expand_window(padding, n, name, "padding"), _expand_window(dilation, n, name, "dilation")


def _rank_error(n: int, input: Any, name: str) -> str:
    """PyTorch's message about an input with too few or too many dimensions."""
    ndim, shape = input._array.ndim, list(input._array.shape)
    if name == "max_pool1d":
        return f"max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:{shape}"
    if n == 1:
        return (f"Expected 2 to 3 dimensions, but got {ndim}-dimensional tensor for argument #1 'self' (while checking arguments for "
                f"{name.removesuffix('_with_indices')})")
    if name.startswith("adaptive"):
        return f"{name}(): Expected {n + 1}D or {n + 2}D tensor, but got{':' if 'max' in name else ''} {shape}"
    if name == "avg_pool2d" and ndim > 4:
        return f"Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:{shape}"
    return f"non-empty {n + 1}D or {n + 2}D (batch mode) tensor expected for input"


def _check_rank(input: Any, n: int, name: str) -> None:
    """Refuse inputs without `n` spatial dimensions, one of channels and at most one of examples."""
    if input._array.ndim not in (n + 1, n + 2):
        if name == "avg_pool2d" and input._array.ndim < 3:
            if not input._array.ndim:
                raise IndexError("Dimension specified as -3 but tensor has no dimensions")
            wrap_dim(-3, input._array.ndim)
        raise RuntimeError(_rank_error(n, input, name))
    if not input._array.size:
        _check_only_batch_empty(input._array.shape, n, name)


def _check_only_batch_empty(shape: tuple[int, ...], n: int, name: str) -> None:
    """Refuse empty dimensions other than the batch."""
    if name.startswith("adaptive_max") or name == "adaptive_avg_pool3d":
        missing = [i for i in range(1, len(shape)) if not shape[i]]
    elif name.startswith("adaptive"):
        shape, name = (shape if n == 2 else (*shape[:-1], 1, shape[-1])), "adaptive_avg_pool2d"  # PyTorch pools rows as images of height 1
        missing = [i for i in range(len(shape) - 2, len(shape)) if not shape[i]]
    else:
        return _check_window_input(shape, n, name)
    if missing:
        raise RuntimeError(f"{name}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes {list(shape)} "
                           f"with dimension {missing[0]} being empty")


def _check_window_input(shape: tuple[int, ...], n: int, name: str) -> None:
    inner = shape[len(shape) - n - 1:]
    if all(inner):
        return
    if n == 3:
        function = "max_pool3d_with_indices_out_cpu_template" if "max" in name else name
        raise RuntimeError(f"{function}(): Expected input's non-batch dimensions to have positive length, but input has a shape of "
                           f"{list(shape)} and non-batch dimension 0 has length zero!")
    if n == 1 and name != "max_pool1d":
        shape, n = (*shape[:-1], 1, shape[-1]), 2
    raise RuntimeError(f"{'max_pool1d: ' * (n == 1)}Expected {n + 1}D or {n + 2}D (batch mode) tensor with optional 0 dim batch size for "
                       f"input, but got:{list(shape)}")


def _check_window(input: Any, n: int, name: str, *window: tuple[int, ...], with_indices: bool = False) -> None:
    """Refuse invalid windows, then inputs of wrong shape."""
    if name == "max_pool1d" and with_indices:  # which pools images of height 1
        name += "_with_indices"
    if name == "max_pool1d" and input._array.ndim in (2, 3):
        _check_row_window(input._array.shape[-1], *(values[0] for values in window))
    elif not input._array.size:
        check_attributes(Geometry(*window))
    _check_rank(input, n, name)


def _check_row_window(length: int, kernel: int, stride: int, padding: int, dilation: int) -> None:
    for parameter, value in (("kernel_size", kernel), ("stride", stride), ("dilation", dilation)):
        if value <= 0:
            raise RuntimeError(f"max_pool1d() {parameter} must be greater than zero, but got {value}")
    extent = dilation * (kernel - 1) + 1
    if 0 <= padding <= extent // 2 and length + 2 * padding < extent and length:
        raise RuntimeError(f"max_pool1d() Invalid computed output size: {(length + 2 * padding - extent) // stride + 1}")


def _is_bare(input: Any) -> bool:
    """Whether rows may be pooled directly, since no graph shows that PyTorch pools them as images of height 1."""
    a = input._array
    return can_run_on_arrays(input) and a.__class__ is np.ndarray and a.dtype.kind == "f" and a.flags.c_contiguous


def _image_as_row(array: Any) -> Any:
    """PyTorch's result for an image of height 1: a view of it without that dimension."""
    return view_of(wrap(array.reshape(*array.shape[:-1], 1, array.shape[-1])), array)


def _check_row(shape: tuple[int, ...]) -> None:
    """Raise PyTorch's errors for rows that it pools as images of height 1."""
    if len(shape) not in (2, 3):
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {len(shape)}-dimensional tensor for argument #1 'self' (while checking "
                           "arguments for max_pool1d)")
    if 0 in shape[1:]:
        raise RuntimeError("Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:"
                           f"{[*shape[:-1], 1, shape[-1]]}")


def _max_pool(n: int, input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool, return_indices: bool) -> Any:
    name = f"max_pool{n}d"
    public = "max_pool1d_with_indices" if n == 1 and return_indices else name
    kernel, step, pads, spread = _window(n, public, kernel_size, stride, padding, dilation)
    if n == 1 and return_indices:
        _check_row(input._array.shape)
    _check_window(input, n, name, kernel, step, pads, spread, with_indices=return_indices)
    if n == 1 and not return_indices and kernel[0] > 0 and not 0 <= pads[0] <= kernel[0] // 2:
        raise RuntimeError(f"max_pool1d() padding must be non-negative, but got {pads[0]}" if pads[0] < 0 else
                           f"max_pool1d() padding should be at most half of kernel size, but got padding={pads[0]} and "
                           f"kernel_size={kernel[0]}")
    if n == 1 and return_indices and _is_bare(input):
        values, index = (_image_as_row(found._array) for found in _max_pools[1](input, kernel, step, pads, spread, ceil_mode))
    elif n == 1 and (return_indices or LOCAL.levels or LOCAL.grad and input.requires_grad):
        # PyTorch pools rows as images of height 1, except where only the maxima are needed.
        values, index = _max_pools[2](input.unsqueeze(-2), (1, *kernel), (1, *step), (0, *pads), (1, *spread), ceil_mode)
        values, index = values.squeeze(-2), index.squeeze(-2)
    else:
        if n == 1 and not return_indices and input._array.dtype.kind in "biuc":
            raise NotImplementedError(f"\"max_pool1d_impl\" not implemented for '{type_name(input._array.dtype)}'")
        if not return_indices:
            return _maxima[n](input, kernel, step, pads, spread, ceil_mode)
        values, index = _max_pools[n](input, kernel, step, pads, spread, ceil_mode)
    return (values, index) if return_indices else values


@requires_tensor("max_pool1d_with_indices")
@with_error_name("_max_pool1d", "max_pool1d_with_indices")
def max_pool1d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] = 0,
               dilation: int | Sequence[int] = 1, ceil_mode: bool = False, return_indices: bool = False) -> Any:
    """Maxima over windows along one dimension.

    Parameters
    ----------
    input : Tensor
        batch x channels x L, or without the batch.
    kernel_size : int
        The size of a window.
    stride : int, optional
        The distance of windows; `kernel_size` if not given.
    padding : int, default 0
        The number of -inf on either side; at most half of a window.
    dilation : int, default 1
        The distance of elements within a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    return_indices : bool, default False
        Return also the indices of the maxima, for `max_unpool1d`.

    Returns
    -------
    Tensor
        batch x channels x the number of windows along each dimension; with `return_indices` a tuple with the indices.

    Raises
    ------
    RuntimeError
        `padding` is more than half of a window, or there is no window.

    References
    ----------
    PyTorch: torch.nn.functional.max_pool1d

    Examples
    --------
    >>> torch.nn.functional.max_pool1d(torch.tensor([[[1., 5., 2., 3.]]]), 2)
    tensor([[[5., 3.]]])
    >>> torch.nn.functional.max_pool1d(torch.tensor([[[1., 5., 2., 3.]]]), 2, return_indices=True)[1]
    tensor([[[1, 3]]])
    """
    return _max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@requires_tensor("max_pool2d_with_indices")
@with_error_name("_max_pool2d", "max_pool2d_with_indices")
def max_pool2d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] = 0,
               dilation: int | Sequence[int] = 1, ceil_mode: bool = False, return_indices: bool = False) -> Any:
    """Maxima over windows of images.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    kernel_size : int or two ints
        The size of a window.
    stride : int or two ints, optional
        The distance of windows; `kernel_size` if not given.
    padding : int or two ints, default 0
        The number of -inf on either side; at most half of a window.
    dilation : int or two ints, default 1
        The distance of elements within a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    return_indices : bool, default False
        Return also the indices of the maxima, for `max_unpool2d`.

    Returns
    -------
    Tensor
        batch x channels x the number of windows along each dimension; with `return_indices` a tuple with the indices.

    Raises
    ------
    RuntimeError
        `padding` is more than half of a window, or there is no window.

    References
    ----------
    PyTorch: torch.nn.functional.max_pool2d

    Examples
    --------
    >>> torch.nn.functional.max_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), 2)
    tensor([[[[ 5.,  7.],
              [13., 15.]]]])
    >>> torch.nn.functional.max_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), 2, return_indices=True)[1]
    tensor([[[[ 5,  7],
              [13, 15]]]])
    """
    return _max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@requires_tensor("max_pool3d")
@with_error_name("_max_pool3d", "max_pool3d_with_indices")
def max_pool3d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] = 0,
               dilation: int | Sequence[int] = 1, ceil_mode: bool = False, return_indices: bool = False) -> Any:
    """Maxima over windows of volumes.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    kernel_size : int or three ints
        The size of a window.
    stride : int or three ints, optional
        The distance of windows; `kernel_size` if not given.
    padding : int or three ints, default 0
        The number of -inf on either side; at most half of a window.
    dilation : int or three ints, default 1
        The distance of elements within a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    return_indices : bool, default False
        Return also the indices of the maxima, for `max_unpool3d`.

    Returns
    -------
    Tensor
        batch x channels x the number of windows along each dimension; with `return_indices` a tuple with the indices.

    Raises
    ------
    RuntimeError
        `padding` is more than half of a window, or there is no window.

    References
    ----------
    PyTorch: torch.nn.functional.max_pool3d

    Examples
    --------
    >>> torch.nn.functional.max_pool3d(torch.arange(8.).reshape(1, 1, 2, 2, 2), 2)
    tensor([[[[[7.]]]]])
    >>> torch.nn.functional.max_pool3d(torch.arange(8.).reshape(1, 1, 2, 2, 2), 2, return_indices=True)[1]
    tensor([[[[[7]]]]])
    """
    if ACTIVE and not return_indices:  # autocast lists this function, not the one that returns indices
        input, = in_single_precision(input)
    return _max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool1d_with_indices(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
                            padding: int | Sequence[int] = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Any:
    """Maxima over windows along one dimension, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x L, or without the batch.
    kernel_size : int
        The size of a window.
    stride : int, optional
        The distance of windows; `kernel_size` if not given.
    padding : int, default 0
        The number of -inf on either side; at most half of a window.
    dilation : int, default 1
        The distance of elements within a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    return_indices : bool, default False
        Has no effect.

    Returns
    -------
    tuple of two Tensors
        The maxima, and their indices in the flattened row (`torch.int64`).

    References
    ----------
    PyTorch: torch.nn.functional.max_pool1d_with_indices

    Examples
    --------
    >>> torch.nn.functional.max_pool1d_with_indices(torch.tensor([[[1., 5., 2., 3.]]]), 2)[1]
    tensor([[[1, 3]]])
    """
    return _max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d_with_indices(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
                            padding: int | Sequence[int] = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Any:
    """Maxima over windows of images, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    kernel_size : int or two ints
        The size of a window.
    stride : int or two ints, optional
        The distance of windows; `kernel_size` if not given.
    padding : int or two ints, default 0
        The number of -inf on either side; at most half of a window.
    dilation : int or two ints, default 1
        The distance of elements within a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    return_indices : bool, default False
        Has no effect.

    Returns
    -------
    tuple of two Tensors
        The maxima, and their indices in the flattened image (`torch.int64`).

    References
    ----------
    PyTorch: torch.nn.functional.max_pool2d_with_indices

    Examples
    --------
    >>> torch.nn.functional.max_pool2d_with_indices(torch.arange(16.).reshape(1, 1, 4, 4), 2)[1]
    tensor([[[[ 5,  7],
              [13, 15]]]])
    """
    return _max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool3d_with_indices(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
                            padding: int | Sequence[int] = 0, dilation: int | Sequence[int] = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Any:
    """Maxima over windows of volumes, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    kernel_size : int or three ints
        The size of a window.
    stride : int or three ints, optional
        The distance of windows; `kernel_size` if not given.
    padding : int or three ints, default 0
        The number of -inf on either side; at most half of a window.
    dilation : int or three ints, default 1
        The distance of elements within a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    return_indices : bool, default False
        Has no effect.

    Returns
    -------
    tuple of two Tensors
        The maxima, and their indices in the flattened volume (`torch.int64`).

    References
    ----------
    PyTorch: torch.nn.functional.max_pool3d_with_indices

    Examples
    --------
    >>> torch.nn.functional.max_pool3d_with_indices(torch.arange(8.).reshape(1, 1, 2, 2, 2), 2)[1]
    tensor([[[[[7]]]]])
    """
    return _max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def _avg_pool(n: int, input: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool, count_include_pad: bool,
              divisor: Any) -> Any:
    name = f"avg_pool{n}d"
    kernel, step, pads, spread = _window(n, name, kernel_size, stride, padding)
    _check_window(input, n, name, kernel, step, pads, spread)
    if divisor is not None:
        divisor = to_int64(divisor)
    if n == 1 and _is_bare(input) and kernel[0] >= 2 * pads[0] >= 0 < min(kernel[0], step[0]):  # other windows are refused below
        return _image_as_row(avg_pool(input._array, kernel, step, pads, ceil_mode, count_include_pad, divisor))
    if n == 1:
        rows = _avg_pools[2](_unsqueeze(input, -2), (1, *kernel), (1, *step), (0, *pads), ceil_mode, count_include_pad, divisor)
        return _squeeze(rows, -2)
    return _avg_pools[n](input, kernel, step, pads, ceil_mode, count_include_pad, divisor)


@requires_tensor("avg_pool1d")
def avg_pool1d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
               padding: int | Sequence[int] = 0, ceil_mode: bool = False,
               count_include_pad: bool = True) -> Tensor:
    """Means over windows along one dimension.

    Parameters
    ----------
    input : Tensor
        batch x channels x L, or without the batch.
    kernel_size : int
        The size of a window.
    stride : int, optional
        The distance of windows; `kernel_size` if not given.
    padding : int, default 0
        The number of zeros on either side; at most half of a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    count_include_pad : bool, default True
        Whether these zeros are counted.

    Returns
    -------
    Tensor
        batch x channels x L'.

    Raises
    ------
    RuntimeError
        `padding` is more than half of a window, or there is no window.

    References
    ----------
    PyTorch: torch.nn.functional.avg_pool1d

    Examples
    --------
    >>> torch.nn.functional.avg_pool1d(torch.tensor([[[1., 3., 5., 7.]]]), 2)
    tensor([[[2., 6.]]])
    """
    return _avg_pool(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


@requires_tensor("avg_pool2d")
def avg_pool2d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
               padding: int | Sequence[int] = 0, ceil_mode: bool = False, count_include_pad: bool = True,
               divisor_override: int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Means over windows of images.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    kernel_size : int or two ints
        The size of a window.
    stride : int or two ints, optional
        The distance of windows; `kernel_size` if not given.
    padding : int or two ints, default 0
        The number of zeros on either side; at most half of a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    count_include_pad : bool, default True
        Whether these zeros are counted.
    divisor_override : int, optional
        The divisor, instead of the size of windows.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        batch x channels x H' x W'.

    Raises
    ------
    RuntimeError
        `padding` is more than half of a window, or there is no window.

    References
    ----------
    PyTorch: torch.nn.functional.avg_pool2d

    Examples
    --------
    >>> torch.nn.functional.avg_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), 2)
    tensor([[[[ 2.5000,  4.5000],
              [10.5000, 12.5000]]]])
    """
    if out is not None:
        return write_out(avg_pool2d, out, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return _avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@requires_tensor("avg_pool3d")
def avg_pool3d(input: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
               padding: int | Sequence[int] = 0, ceil_mode: bool = False, count_include_pad: bool = True,
               divisor_override: int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Means over windows of volumes.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    kernel_size : int or three ints
        The size of a window.
    stride : int or three ints, optional
        The distance of windows; `kernel_size` if not given.
    padding : int or three ints, default 0
        The number of zeros on either side; at most half of a window.
    ceil_mode : bool, default False
        Round the output size up instead of down.
    count_include_pad : bool, default True
        Whether these zeros are counted.
    divisor_override : int, optional
        The divisor, instead of the size of windows.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        batch x channels x D' x H' x W'.

    Raises
    ------
    RuntimeError
        `padding` is more than half of a window, or there is no window.

    References
    ----------
    PyTorch: torch.nn.functional.avg_pool3d

    Examples
    --------
    >>> torch.nn.functional.avg_pool3d(torch.ones(1, 1, 2, 2, 2), 2)
    tensor([[[[[1.]]]]])
    """
    if out is not None:
        return write_out(avg_pool3d, out, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return _avg_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _adaptive_sizes(input: Any, output_size: Any, n: int, name: str) -> tuple[int, ...]:
    """The output sizes of adaptive pooling, from one number for all dimensions or one each; None keeps the input's size."""
    return _plain_adaptive_sizes(input._array, output_size, n) or _checked_adaptive_sizes(input, output_size, n, name)


def _plain_adaptive_sizes(a: Any, output_size: Any, n: int) -> tuple[int, ...] | None:
    """The output sizes of usual arguments; None for those that need more checks."""
    if len(a.shape) not in (n + 1, n + 2) or not a.size:
        return None
    if output_size.__class__ is int:
        return (output_size,) * n if output_size >= 0 else None
    if output_size.__class__ is not tuple and output_size.__class__ is not list or len(output_size) != n:
        return None
    if n > 1 and None in output_size:
        output_size = [input_size if size is None else size for size, input_size in zip(output_size, a.shape[-n:], strict=True)]
    for m in output_size:
        if m.__class__ is not int or m < 0:
            return None
    return tuple(output_size)


def _checked_adaptive_sizes(input: Any, output_size: Any, n: int, name: str) -> tuple[int, ...]:
    """The output sizes of any arguments, with PyTorch's checks."""
    if output_size.__class__ is bool:
        check_native(name, input, output_size)
    if n > 1 and not isinstance(output_size, int) and input._array.ndim <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}")
    requested: Any = (output_size,) * n if isinstance(output_size, int if n > 1 else (int, np.integer)) else tuple(output_size)
    if n > 1 and len(requested) < n and None in requested:
        requested = tuple([input_size if size is None else size for size,
                           input_size in zip(requested, input._array.shape[-len(requested):], strict=True)])
    elif requested and (requested[0].__class__ is not int or not _SIZES.issuperset(map(type, requested))):
        check_native(name, input, [0 if m is None else m for m in requested] if n > 1 else list(requested))
        requested = tuple([m if m is None else int(m) for m in requested])
    for m in requested:
        if m is not None:
            check_numel(m)
    if "max" in name or requested != (1,) * n:
        _check_rank(input, n, name)
    if len(requested) != n:
        if n == 1:
            raise RuntimeError(f"{name}() argument 'output_size' should contain one int (got {len(requested)})")
        raise RuntimeError(f"{name}(): internal error: output_size.size() must be {n}" if "max" in name else
                           f"{name}: output_size must be {n}")
    sizes = requested
    if None in requested:
        sizes = tuple([input_size if size is None else size for size, input_size in zip(requested, input._array.shape[-n:], strict=True)])
    if min(sizes) < 0:
        rows, listed = ("2d", (1, *sizes)) if n == 1 else (f"{n}d", sizes)  # PyTorch pools rows as images of height 1
        if "max" in name:
            check_not_negative([*input._array.shape[:-n], *listed])
        raise RuntimeError(f"{name[:-2]}{rows}: elements of output_size must be greater than or equal to 0 but received "
                           f"{{{', '.join(map(str, listed[:2]))}{''.join(f',{m}' for m in listed[2:])}}}")
    return sizes


def _adaptive_avg_pool(n: int, input: Any, output_size: Any) -> Any:
    sizes = _adaptive_sizes(input, output_size, n, f"adaptive_avg_pool{n}d")
    if ACTIVE and n == 3:  # the only one that autocast lists
        input, = in_single_precision(input)
    if n > 1 and max(sizes) == 1 == min(sizes):  # PyTorch computes a mean and does not check the shape
        means = input.mean(tuple(range(-1, -n - 1, -1)), keepdim=True)
        return _match_channels_last(means, input, n)
    if n == 1 and sizes[0] > 1 and _is_bare(input):
        return _image_as_row(resample(input._array, (adaptive(input._array.shape[-1], sizes[0], input._array.dtype.char),)))
    if n == 1:  # PyTorch pools rows as images of height 1
        image = _unsqueeze(input, -2)
        if sizes[0] != 1 or image._array.size:  # otherwise it is a mean
            _check_rank(image, 2, "adaptive_avg_pool2d")
        return _squeeze(_mean_over_windows(2, image, (1, *sizes)), -2)
    return _mean_over_windows(n, input, sizes)


def _mean_over_windows(n: int, input: Any, sizes: tuple[int, ...]) -> Any:
    if max(sizes) == 1 == min(sizes):
        return input.mean(tuple(range(-1, -n - 1, -1)), keepdim=True)
    shape, kind = input._array.shape[-n:], input._array.dtype.char
    return _adaptive_avgs[n](input, tuple([adaptive(a, b, kind) for a, b in zip(shape, sizes, strict=True)]))


def _match_channels_last(means: Any, input: Any, n: int) -> Any:
    """`means`, one per channel, with the strides of channels that lie innermost where those of the image do."""
    image, array = input._array, means._array
    if image.ndim == n + 2 and array.__class__ is image.__class__ is np.ndarray and is_channels_last_like(image):
        if n == 2 and means._grad_fn is not None:  # PyTorch's graph has a node of this change of strides
            channels = means.shape[1]
            return means.as_strided_(means.shape, (channels, 1, channels, channels))
        set_array(means, channels_last(array))
    return means


@requires_tensor("adaptive_avg_pool1d")
def adaptive_avg_pool1d(input: Tensor, output_size: int | Sequence[int]) -> Tensor:
    """Means over a given number of windows along one dimension.

    Window i goes from floor(i * L / n) up to ceil((i + 1) * L / n).

    Parameters
    ----------
    input : Tensor
        batch x channels x L, or without the batch.
    output_size : int
        The number of windows.

    Returns
    -------
    Tensor
        batch x channels x output_size.

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_avg_pool1d

    Examples
    --------
    >>> torch.nn.functional.adaptive_avg_pool1d(torch.tensor([[[1., 3., 5., 7.]]]), 2)
    tensor([[[2., 6.]]])
    """
    return _adaptive_avg_pool(1, input, output_size)


def adaptive_avg_pool2d(input: Tensor, output_size: int | Sequence[int | None] | None) -> Tensor:
    """Means over a given number of windows of images.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    output_size : int or two ints
        The number of windows; None keeps a size.

    Returns
    -------
    Tensor
        batch x channels x output_size.

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_avg_pool2d

    Examples
    --------
    >>> torch.nn.functional.adaptive_avg_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), (1, 2))
    tensor([[[[6.5000, 8.5000]]]])
    """
    return _adaptive_avg_pool(2, input, output_size)


def adaptive_avg_pool3d(input: Tensor, output_size: int | Sequence[int | None] | None) -> Tensor:
    """Means over a given number of windows of volumes.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    output_size : int or three ints
        The number of windows; None keeps a size.

    Returns
    -------
    Tensor
        batch x channels x output_size.

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_avg_pool3d

    Examples
    --------
    >>> torch.nn.functional.adaptive_avg_pool3d(torch.ones(1, 1, 2, 2, 2), 1)
    tensor([[[[[1.]]]]])
    """
    return _adaptive_avg_pool(3, input, output_size)


def _adaptive_max_pool(n: int, input: Any, output_size: Any, return_indices: bool) -> Any:
    sizes = _adaptive_sizes(input, output_size, n, f"adaptive_max_pool{n}d")
    if input._array.shape[0] == 0 and input._array.ndim == n + 1:  # without channels, which PyTorch takes for examples
        values = input.new_empty((0, *sizes)) + input.sum(tuple(range(1, n + 1)), keepdim=True)
        index = input.new_empty((0, *sizes), dtype=int64)
    elif n == 1 and _is_bare(input):
        values, index = map(_image_as_row, adaptive_max_pool(input._array, sizes))
    elif n == 1:
        values, index = _adaptive_maxima[2](input.unsqueeze(-2), (1, *sizes))
        values, index = values.squeeze(-2), index.squeeze(-2)
    else:
        values, index = _adaptive_maxima[n](input, sizes)
    return (values, index) if return_indices else values


@requires_tensor("adaptive_max_pool1d")
@with_error_name("_adaptive_max_pool1d", "adaptive_max_pool1d_with_indices", 2)
def adaptive_max_pool1d(input: Tensor, output_size: int | Sequence[int], return_indices: bool = False) -> Any:
    """Maxima over a given number of windows along one dimension.

    Parameters
    ----------
    input : Tensor
        batch x channels x L, or without the batch.
    output_size : int
        The number of windows.
    return_indices : bool, default False
        Return also the indices of the maxima.

    Returns
    -------
    Tensor
        batch x channels x output_size; with `return_indices` a tuple with the indices.

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_max_pool1d

    Examples
    --------
    >>> torch.nn.functional.adaptive_max_pool1d(torch.tensor([[[1., 5., 2., 3.]]]), 1)
    tensor([[[5.]]])
    """
    return _adaptive_max_pool(1, input, output_size, return_indices)


@with_error_name("_adaptive_max_pool2d", "adaptive_max_pool2d_with_indices", 2)
def adaptive_max_pool2d(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> Any:
    """Maxima over a given number of windows of images.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    output_size : int or two ints
        The number of windows; None keeps a size.
    return_indices : bool, default False
        Return also the indices of the maxima.

    Returns
    -------
    Tensor
        batch x channels x output_size; with `return_indices` a tuple with the indices.

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_max_pool2d

    Examples
    --------
    >>> torch.nn.functional.adaptive_max_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), 1)
    tensor([[[[15.]]]])
    """
    return _adaptive_max_pool(2, input, output_size, return_indices)


@with_error_name("_adaptive_max_pool3d", "adaptive_max_pool3d_with_indices", 2)
def adaptive_max_pool3d(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> Any:
    """Maxima over a given number of windows of volumes.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    output_size : int or three ints
        The number of windows; None keeps a size.
    return_indices : bool, default False
        Return also the indices of the maxima.

    Returns
    -------
    Tensor
        batch x channels x output_size; with `return_indices` a tuple with the indices.

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_max_pool3d

    Examples
    --------
    >>> torch.nn.functional.adaptive_max_pool3d(torch.arange(8.).reshape(1, 1, 2, 2, 2), 1)
    tensor([[[[[7.]]]]])
    """
    return _adaptive_max_pool(3, input, output_size, return_indices)


def adaptive_max_pool1d_with_indices(input: Tensor, output_size: int | Sequence[int], return_indices: bool = False) -> Any:
    """Maxima over a given number of windows along one dimension, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x L, or without the batch.
    output_size : int
        The number of windows.
    return_indices : bool, default False
        Has no effect.

    Returns
    -------
    tuple of two Tensors
        The maxima, and their indices in the flattened row (`torch.int64`).

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_max_pool1d_with_indices

    Examples
    --------
    >>> torch.nn.functional.adaptive_max_pool1d_with_indices(torch.tensor([[[1., 5., 2., 3.]]]), 1)
    (tensor([[[5.]]]), tensor([[[1]]]))
    """
    return _adaptive_max_pool(1, input, output_size, True)


def adaptive_max_pool2d_with_indices(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> Any:
    """Maxima over a given number of windows of images, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    output_size : int or two ints
        The number of windows; None keeps a size.
    return_indices : bool, default False
        Has no effect.

    Returns
    -------
    tuple of two Tensors
        The maxima, and their indices in the flattened image (`torch.int64`).

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_max_pool2d_with_indices

    Examples
    --------
    >>> torch.nn.functional.adaptive_max_pool2d_with_indices(torch.arange(16.).reshape(1, 1, 4, 4), 1)
    (tensor([[[[15.]]]]), tensor([[[[15]]]]))
    """
    return _adaptive_max_pool(2, input, output_size, True)


def adaptive_max_pool3d_with_indices(input: Tensor, output_size: int | Sequence[int | None] | None, return_indices: bool = False) -> Any:
    """Maxima over a given number of windows of volumes, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    output_size : int or three ints
        The number of windows; None keeps a size.
    return_indices : bool, default False
        Has no effect.

    Returns
    -------
    tuple of two Tensors
        The maxima, and their indices in the flattened volume (`torch.int64`).

    References
    ----------
    PyTorch: torch.nn.functional.adaptive_max_pool3d_with_indices

    Examples
    --------
    >>> torch.nn.functional.adaptive_max_pool3d_with_indices(torch.arange(8.).reshape(1, 1, 2, 2, 2), 1)
    (tensor([[[[[7.]]]]]), tensor([[[[[7]]]]]))
    """
    return _adaptive_max_pool(3, input, output_size, True)


def _fractional_max_pool(n: int, input: Any, kernel_size: Any, output_size: Any, output_ratio: Any, return_indices: bool,
                         samples: Any) -> Any:
    if output_size is None and output_ratio is None:
        raise ValueError(f"fractional_max_pool{n}d requires specifying either an output_size or an output_ratio")
    if output_size is None:
        if n == 2 and len(output_ratio) > 2:
            raise ValueError(f"fractional_max_pool{n}d requires output_ratio to either be a single Int or tuple of Ints.")
        ratios = _expand_to_dimensions(output_ratio, n)
        output_size = [int(input.size(d - n) * ratios[d]) for d in range(n)]
    if samples is None:
        samples = ops.rand(1 if input.dim() == n + 1 else input.size(0), input.size(-n - 1), n, dtype=input.dtype, device=input.device)
    refuse_requires_grad(f"fractional_max_pool{n}d", random_samples=samples)
    check_native(f"fractional_max_pool{n}d", input, kernel_size, output_size, samples)
    if isinstance(kernel_size, (tuple, list)) and len(kernel_size) != n:
        raise RuntimeError(f"fractional_max_pool{n}d: kernel_size must either be a single Int or tuple of {'three ' * (n == 3)}Ints")
    if isinstance(output_size, (tuple, list)) and len(output_size) != n:
        raise RuntimeError(f"fractional_max_pool{n}d: output_size must either be a single Int or tuple of {'three ' * (n == 3)}Ints")
    values, index = _fractional_pools[n](input, _expand_to_tuple(kernel_size, n), _expand_to_tuple(output_size, n), samples)
    return (values, index) if return_indices else values


@with_error_name("_fractional_max_pool2d", "fractional_max_pool2d_with_indices", 4)
def fractional_max_pool2d(input: Tensor, kernel_size: int | Sequence[int], output_size: int | Sequence[int] | None = None,
                          output_ratio: float | Sequence[float] | None = None, return_indices: bool = False,
                          _random_samples: Tensor | None = None) -> Any:
    """Maxima over windows of images at random distances, in a given number.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    kernel_size : int or two ints
        The size of a window.
    output_size : int or two ints, optional
        The number of windows.
    output_ratio : float or two floats, optional
        The same as a fraction of the size of `input`, between 0 and 1; one of both must be given.
    return_indices : bool, default False
        Return also the indices of the maxima.
    _random_samples : Tensor, optional
        The random numbers, batch x channels x 2, between 0 and 1; drawn if not given.

    Returns
    -------
    Tensor
        batch x channels x output_size; with `return_indices` a tuple with the indices.

    Raises
    ------
    ValueError
        Neither `output_size` nor `output_ratio` is given.

    Notes
    -----
    After Graham (2015).

    References
    ----------
    PyTorch: torch.nn.functional.fractional_max_pool2d

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.fractional_max_pool2d(torch.arange(25.).reshape(1, 1, 5, 5), 2, output_size=2)
    tensor([[[[ 6.,  9.],
              [21., 24.]]]])
    """
    return _fractional_max_pool(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


@with_error_name("_fractional_max_pool3d", "fractional_max_pool3d_with_indices", 4)
def fractional_max_pool3d(input: Tensor, kernel_size: int | Sequence[int], output_size: int | Sequence[int] | None = None,
                          output_ratio: float | Sequence[float] | None = None, return_indices: bool = False,
                          _random_samples: Tensor | None = None) -> Any:
    """Maxima over windows of volumes at random distances, in a given number.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    kernel_size : int or three ints
        The size of a window.
    output_size : int or three ints, optional
        The number of windows.
    output_ratio : float or three floats, optional
        The same as a fraction of the size of `input`, between 0 and 1; one of both must be given.
    return_indices : bool, default False
        Return also the indices of the maxima.
    _random_samples : Tensor, optional
        The random numbers, batch x channels x 3, between 0 and 1; drawn if not given.

    Returns
    -------
    Tensor
        batch x channels x output_size; with `return_indices` a tuple with the indices.

    Raises
    ------
    ValueError
        Neither `output_size` nor `output_ratio` is given.

    Notes
    -----
    After Graham (2015).

    References
    ----------
    PyTorch: torch.nn.functional.fractional_max_pool3d

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.fractional_max_pool3d(torch.arange(64.).reshape(1, 1, 4, 4, 4), 2, output_size=2)
    tensor([[[[[21., 23.],
               [29., 31.]],
    <BLANKLINE>
              [[53., 55.],
               [61., 63.]]]]])
    """
    return _fractional_max_pool(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool2d_with_indices(input: Tensor, kernel_size: int | Sequence[int], output_size: int | Sequence[int] | None = None,
                                       output_ratio: float | Sequence[float] | None = None, return_indices: bool = False,
                                       _random_samples: Tensor | None = None) -> Any:
    """Maxima over windows of images at random distances, in a given number, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    kernel_size : int or two ints
        The size of a window.
    output_size : int or two ints, optional
        The number of windows.
    output_ratio : float or two floats, optional
        The same as a fraction of the size of `input`, between 0 and 1; one of both must be given.
    return_indices : bool, default False
        Has no effect.
    _random_samples : Tensor, optional
        The random numbers, batch x channels x 2, between 0 and 1; drawn if not given.

    Returns
    -------
    tuple of two Tensors
        The maxima and their indices.

    Raises
    ------
    ValueError
        Neither `output_size` nor `output_ratio` is given.

    Notes
    -----
    After Graham (2015).

    References
    ----------
    PyTorch: torch.nn.functional.fractional_max_pool2d_with_indices

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.fractional_max_pool2d_with_indices(torch.arange(25.).reshape(1, 1, 5, 5), 2, output_size=2)
    (tensor([[[[ 6.,  9.],
              [21., 24.]]]]), tensor([[[[ 6,  9],
              [21, 24]]]]))
    """
    return _fractional_max_pool(2, input, kernel_size, output_size, output_ratio, True, _random_samples)


def fractional_max_pool3d_with_indices(input: Tensor, kernel_size: int | Sequence[int], output_size: int | Sequence[int] | None = None,
                                       output_ratio: float | Sequence[float] | None = None, return_indices: bool = False,
                                       _random_samples: Tensor | None = None) -> Any:
    """Maxima over windows of volumes at random distances, in a given number, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    kernel_size : int or three ints
        The size of a window.
    output_size : int or three ints, optional
        The number of windows.
    output_ratio : float or three floats, optional
        The same as a fraction of the size of `input`, between 0 and 1; one of both must be given.
    return_indices : bool, default False
        Has no effect.
    _random_samples : Tensor, optional
        The random numbers, batch x channels x 3, between 0 and 1; drawn if not given.

    Returns
    -------
    tuple of two Tensors
        The maxima and their indices.

    Raises
    ------
    ValueError
        Neither `output_size` nor `output_ratio` is given.

    Notes
    -----
    After Graham (2015).

    References
    ----------
    PyTorch: torch.nn.functional.fractional_max_pool3d_with_indices

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.fractional_max_pool3d_with_indices(torch.arange(64.).reshape(1, 1, 4, 4, 4), 2, output_size=2)
    (tensor([[[[[21., 23.],
               [29., 31.]],
    <BLANKLINE>
              [[53., 55.],
               [61., 63.]]]]]), tensor([[[[[21, 23],
               [29, 31]],
    <BLANKLINE>
              [[53, 55],
               [61, 63]]]]]))
    """
    return _fractional_max_pool(3, input, kernel_size, output_size, output_ratio, True, _random_samples)


def _max_unpool(n: int, input: Any, indices: Any, kernel_size: Any, stride: Any, padding: Any, output_size: Any) -> Any:
    kernel = _expand_to_dimensions(kernel_size, n)
    step = kernel if stride is None else _expand_to_dimensions(stride, n)
    pads = _expand_to_dimensions(padding, n)
    size = _unpooled_size(input.size(), kernel, step, pads, output_size)
    if n == 1:
        size = (*size, 1)
        return _scatter_maxima(2, input.unsqueeze(-1), indices.unsqueeze(-1), size, (), ()).squeeze(-1)
    return _scatter_maxima(n, input, indices, size, step, pads)


def _expand_to_dimensions(value: Any, n: int) -> tuple[Any, ...]:
    """One value for each dimension; several are returned unchanged."""
    return (value,) * n if value.__class__ is int or not isinstance(value, Iterable) else tuple(value)


_INT = frozenset({int})


def _scatter_maxima(n: int, input: Any, indices: Any, size: Any, step: Any, pads: Any) -> Any:
    """The values put into an image or volume of that size, after PyTorch's checks."""
    if not _INT.issuperset(map(type, (*size, *step, *pads) if n == 3 else size)) or indices.__class__ is not input.__class__:
        check_native(f"max_unpool{n}d", input, indices, size, *((step, pads) if n == 3 else ()))
    alert_not_deterministic(f"max_unpooling{n}d_forward_out")
    if len(size) != n:
        expected = ("two elements (height, width)", "three elements (depth, height, width)")[n - 2]
        raise RuntimeError(f"There should be exactly {expected} in output_size, but got {len(size)} elements.")
    if indices._array.dtype != np.int64:
        kind = f" but got: {type_name(indices._array.dtype)}" if n == 2 else ""
        raise RuntimeError(f"elements in indices should be type int64{kind}")
    if input._array.ndim not in (n + 1, n + 2):
        raise RuntimeError(f"Input to max_unpooling{n}d should be a {n + 1}d or {n + 2}d Tensor, but got a tensor with {input._array.ndim} "
                           "dimensions.")
    if indices._array.shape != input._array.shape:
        raise RuntimeError(f"Expected shape of indices to be same as that of the input tensor ({list(input._array.shape)}) but got indices "
                           f"tensor with shape: {list(indices._array.shape)}")
    if 0 in input._array.shape[1:]:
        raise RuntimeError(f"max_unpooling{n}d_forward_out_cpu(): Expected input to have non-zero size for non-batch dimensions, but got "
                           f"{list(input._array.shape)} with dimension {input._array.shape.index(0, 1)} being empty.")
    size = tuple(map(int, size))
    if not is_meta_tensor(indices):
        _check_unpool_indices(concrete_values(indices), size)
    return _unpools[n](input, indices, size)


def _unpooled_size(requested: Any, kernel: Any, step: Any, pads: Any, expected: Any) -> Any:
    """The output size; a given one must differ from the default by less than a stride."""
    n = len(kernel)
    size = [(requested[d - n] - 1) * step[d] + kernel[d] - 2 * pads[d] for d in range(n)]
    if expected is not None:
        if len(expected) == n + 2:
            expected = expected[2:]
        if len(expected) != n:
            raise ValueError(f"output_size should be a sequence containing {n} or {n + 2} elements, but it has a length of "
                             f"'{len(expected)}'")
        for d, (want, have, s) in enumerate(zip(expected, size, step, strict=False)):
            if not have - s < want < have + s:
                raise ValueError(f'invalid output_size "{expected}" (dim {d} must be between {have - s} and {have + s})')
        size = expected
    for d in range(n):
        if size[d] < 0:
            raise ValueError("max_unpooling: output_size must contain non-negative spatial dimensions, but got "
                             f"output_size[{d}]={size[d]}")
    return size


def _check_unpool_indices(index: Any, size: tuple[int, ...]) -> None:
    if not index.size or max_integer(index.view(np.uint64)) < math.prod(size):  # as unsigned, negative ones are the largest
        return
    wrong = index[(index < 0) | (index >= math.prod(size))]
    if wrong.size:
        raise RuntimeError(f"Found an invalid max index: {wrong[0]} (output volumes are of size {'x'.join(map(str, size))})")


def max_unpool1d(input: Tensor, indices: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
                 padding: int | Sequence[int] = 0, output_size: int | Sequence[int] | None = None) -> Tensor:
    """Puts maxima at their original positions, and zeros elsewhere.

    Parameters
    ----------
    input : Tensor
        The maxima: batch x channels x L, or without the batch.
    indices : Tensor
        Their indices, from `max_pool1d` with `return_indices`.
    kernel_size : int
        The size of a window.
    stride : int, optional
        The distance of windows; `kernel_size` if not given.
    padding : int, default 0
        The padding with which they were pooled.
    output_size : ints, optional
        The size of the result, if more than one is possible.

    Returns
    -------
    Tensor
        The values, in the size of the tensor that was pooled.

    Raises
    ------
    RuntimeError
        An index is out of range, or `output_size` is not possible.

    References
    ----------
    PyTorch: torch.nn.functional.max_unpool1d

    Examples
    --------
    >>> y, where = torch.nn.functional.max_pool1d(torch.tensor([[[1., 5., 2., 3.]]]), 2, return_indices=True)
    >>> torch.nn.functional.max_unpool1d(y, where, 2)
    tensor([[[0., 5., 0., 3.]]])
    """
    return _max_unpool(1, input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
                 padding: int | Sequence[int] = 0, output_size: int | Sequence[int] | None = None) -> Tensor:
    """Puts maxima at their original positions, and zeros elsewhere.

    Parameters
    ----------
    input : Tensor
        The maxima: batch x channels x H x W, or without the batch.
    indices : Tensor
        Their indices, from `max_pool2d` with `return_indices`.
    kernel_size : int or two ints
        The size of a window.
    stride : int or two ints, optional
        The distance of windows; `kernel_size` if not given.
    padding : int or two ints, default 0
        The padding with which they were pooled.
    output_size : ints, optional
        The size of the result, if more than one is possible.

    Returns
    -------
    Tensor
        The values, in the size of the tensor that was pooled.

    Raises
    ------
    RuntimeError
        An index is out of range, or `output_size` is not possible.

    References
    ----------
    PyTorch: torch.nn.functional.max_unpool2d

    Examples
    --------
    >>> y, where = torch.nn.functional.max_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), 2, return_indices=True)
    >>> torch.nn.functional.max_unpool2d(y, where, 2)
    tensor([[[[ 0.,  0.,  0.,  0.],
              [ 0.,  5.,  0.,  7.],
              [ 0.,  0.,  0.,  0.],
              [ 0., 13.,  0., 15.]]]])
    """
    return _max_unpool(2, input, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(input: Tensor, indices: Tensor, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
                 padding: int | Sequence[int] = 0, output_size: int | Sequence[int] | None = None) -> Tensor:
    """Puts maxima at their original positions, and zeros elsewhere.

    Parameters
    ----------
    input : Tensor
        The maxima: batch x channels x D x H x W, or without the batch.
    indices : Tensor
        Their indices, from `max_pool3d` with `return_indices`.
    kernel_size : int or three ints
        The size of a window.
    stride : int or three ints, optional
        The distance of windows; `kernel_size` if not given.
    padding : int or three ints, default 0
        The padding with which they were pooled.
    output_size : ints, optional
        The size of the result, if more than one is possible.

    Returns
    -------
    Tensor
        The values, in the size of the tensor that was pooled.

    Raises
    ------
    RuntimeError
        An index is out of range, or `output_size` is not possible.

    References
    ----------
    PyTorch: torch.nn.functional.max_unpool3d

    Examples
    --------
    >>> y, where = torch.nn.functional.max_pool3d(torch.arange(8.).reshape(1, 1, 2, 2, 2), 2, return_indices=True)
    >>> torch.nn.functional.max_unpool3d(y, where, 2)
    tensor([[[[[0., 0.],
               [0., 0.]],
    <BLANKLINE>
              [[0., 0.],
               [0., 7.]]]]])
    """
    return _max_unpool(3, input, indices, kernel_size, stride, padding, output_size)


def _lp_pool(n: int, input: Any, norm_type: float, kernel_size: Any, stride: Any, ceil_mode: bool) -> Any:
    if n > 1 and isinstance(kernel_size, (list, tuple)) and len(kernel_size) != n:
        much = f"not enough values to unpack (expected {n}, got {len(kernel_size)})"
        raise ValueError(much if len(kernel_size) < n else f"too many values to unpack (expected {n})")
    if norm_type.__class__ is float and math.isinf(norm_type):
        pool = (max_pool1d, max_pool2d, max_pool3d)[n - 1]
        if norm_type > 0:
            return pool(input.abs(), kernel_size, stride, 0, 1, ceil_mode)
        return -pool(-input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    if n == 1 and isinstance(kernel_size, (list, tuple)):
        raise TypeError(f"mul(): argument 'other' (position 1) must be Tensor, not {type(kernel_size).__name__}")
    for k in kernel_size if isinstance(kernel_size, (list, tuple)) else (kernel_size,):
        if k.__class__ is float or k.__class__ is bool:
            raise argument_messages.wrong_type(f"avg_pool{n}d", "kernel_size", 2, "tuple of ints", kernel_size)
    kernel = _expand_to_tuple(kernel_size, n)
    count = 1
    for k in kernel:
        count *= k
    out = _avg_pool(n, input.pow(norm_type), kernel, stride, 0, ceil_mode, True, None)
    return (out.sign() * out.abs().relu() * count).pow(1.0 / norm_type)


def lp_pool1d(input: Tensor, norm_type: float, kernel_size: int, stride: int | Sequence[int] | None = None,
              ceil_mode: bool = False) -> Tensor:
    """Norms over windows along one dimension.

        (sum of x ** norm_type over a window) ** (1 / norm_type)

    Parameters
    ----------
    input : Tensor
        batch x channels x L, or without the batch.
    norm_type : number
        The order of the norm; 1 gives sums.
    kernel_size : int
        The size of a window.
    stride : int, optional
        The distance of windows; `kernel_size` if not given.
    ceil_mode : bool, default False
        Round the output size up instead of down.

    Returns
    -------
    Tensor
        batch x channels x L'.

    References
    ----------
    PyTorch: torch.nn.functional.lp_pool1d

    Examples
    --------
    >>> torch.nn.functional.lp_pool1d(torch.tensor([[[3., 4., 6., 8.]]]), 2, 2)
    tensor([[[ 5., 10.]]])
    """
    return _lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input: Tensor, norm_type: float, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
              ceil_mode: bool = False) -> Tensor:
    """Norms over windows of images.

        (sum of x ** norm_type over a window) ** (1 / norm_type)

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    norm_type : number
        The order of the norm; 1 gives sums.
    kernel_size : int or two ints
        The size of a window.
    stride : int or two ints, optional
        The distance of windows; `kernel_size` if not given.
    ceil_mode : bool, default False
        Round the output size up instead of down.

    Returns
    -------
    Tensor
        batch x channels x H' x W'.

    References
    ----------
    PyTorch: torch.nn.functional.lp_pool2d

    Examples
    --------
    >>> torch.nn.functional.lp_pool2d(torch.ones(1, 1, 4, 4), 2, 2)
    tensor([[[[2., 2.],
              [2., 2.]]]])
    """
    return _lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input: Tensor, norm_type: float, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
              ceil_mode: bool = False) -> Tensor:
    """Norms over windows of volumes.

        (sum of x ** norm_type over a window) ** (1 / norm_type)

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    norm_type : number
        The order of the norm; 1 gives sums.
    kernel_size : int or three ints
        The size of a window.
    stride : int or three ints, optional
        The distance of windows; `kernel_size` if not given.
    ceil_mode : bool, default False
        Round the output size up instead of down.

    Returns
    -------
    Tensor
        batch x channels x D' x H' x W'.

    References
    ----------
    PyTorch: torch.nn.functional.lp_pool3d

    Examples
    --------
    >>> torch.nn.functional.lp_pool3d(torch.ones(1, 1, 2, 2, 2), 1, 2)
    tensor([[[[[8.]]]]])
    """
    return _lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)


__all__ = [
    "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "adaptive_max_pool1d", "adaptive_max_pool1d_with_indices",
    "adaptive_max_pool2d", "adaptive_max_pool2d_with_indices", "adaptive_max_pool3d", "adaptive_max_pool3d_with_indices", "avg_pool1d",
    "avg_pool2d", "avg_pool3d", "fractional_max_pool2d", "fractional_max_pool2d_with_indices", "fractional_max_pool3d",
    "fractional_max_pool3d_with_indices", "lp_pool1d", "lp_pool2d", "lp_pool3d", "max_pool1d", "max_pool1d_with_indices", "max_pool2d",
    "max_pool2d_with_indices", "max_pool3d", "max_pool3d_with_indices", "max_unpool1d", "max_unpool2d", "max_unpool3d",
]
