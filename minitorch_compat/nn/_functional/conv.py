"""Convolution and unfolding. https://docs.pytorch.org/docs/stable/nn.functional.html#convolution-functions"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..._array.core.dtypes import c_name
from ..._array.core.user_warnings import warn_once
from ..._array.shape.views import wrap_dim
from ..._bindings.generated import functions as ops
from ..._dispatch.call.caller import caller
from ..._dispatch.state import LOCAL
from .arguments import requires_tensor

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_conv, _conv_transpose = caller("convolution"), caller("convolution_transpose")
_im2col, _col2im = caller("im2col"), caller("col2im")


def _expand_to_tuple(value: Any, n: int, name: str = "") -> tuple[int, ...]:
    """One number for all spatial dimensions, or one each."""
    if value.__class__ is int:
        return (value,) * n
    if (value.__class__ is tuple or value.__class__ is list) and len(value) == n:
        for v in value:
            if v.__class__ is not int:
                break
        else:
            return tuple(value)
    if isinstance(value, (tuple, list)):
        if len(value) == 1:
            return (int(value[0]),) * n
        if len(value) != n:
            raise RuntimeError(f"expected {name} to be a single integer value or a list of {n} values to match the convolution dimensions, "
                               f"but got {name}={list(value)}")
        return tuple(int(v) for v in value)
    return (int(value),) * n


def _usual_geometry(n: int, *values: Any) -> tuple[tuple[int, ...], ...] | None:
    """Stride and paddings and so on for each dimension, if they are usual: valid positive or, after the stride, not negative ints."""
    try:
        return _expanded_geometry(n, *[tuple(v) if v.__class__ is list else v for v in values])
    except TypeError:  # not hashable
        return None


@lru_cache(maxsize=256, typed=True)
def _expanded_geometry(n: int, *values: Any) -> tuple[tuple[int, ...], ...] | None:
    expanded = []
    for value in values:
        each = (value,) * n if value.__class__ is int else value
        if each.__class__ is not tuple or len(each) != n or any(v.__class__ is not int or v < 0 for v in each):
            return None
        expanded.append(each)
    return tuple(expanded) if min(expanded[0]) > 0 else None


def _with_batch_dimension(input: Any, n: int, name: str) -> tuple[Any, bool]:
    """The input with a batch dimension, and whether it had one."""
    ndim = input._array.ndim
    if ndim == n + 2:
        return input, True
    if ndim == n + 1:
        return input.unsqueeze(0), False
    raise RuntimeError(f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {name}, but got input of size: "
                       f"{list(input._array.shape)}")


def _check_same(n: int, stride: Any, dilation: Any) -> None:
    """Refuse what PyTorch refuses first with padding='same'."""
    for name, value in (("stride", stride), ("dilation", dilation)):
        if isinstance(value, (tuple, list)) and len(value) not in (1, n):
            raise RuntimeError(f"{name} cannot broadcast to {n} dimensions")
    if any(s != 1 for s in (stride if isinstance(stride, (tuple, list)) else (stride,))):
        raise RuntimeError("padding='same' is not supported for strided convolutions")


def _same_padding(input: Any, weight: Any, dilation: tuple[int, ...], stride: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
    """The padding that keeps the size; if its total is odd, the input is first padded by one at the end."""
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    total = [d * (k - 1) for d, k in zip(dilation, weight._array.shape[2:], strict=True)]
    if any(t % 2 for t in total):
        warn_once("Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the input be created")
        odd_pads = []
        for t in reversed(total):
            odd_pads += [0, t % 2]
        input = ops.constant_pad_nd(input, odd_pads)
    return input, tuple(t // 2 for t in total)


def _weight_rank_error(n: int, shape: tuple[int, ...], weight: tuple[int, ...], stride: Any, padding: Any, dilation: Any) -> RuntimeError:
    """PyTorch's error for a kernel with the wrong number of dimensions, to which it first expands the other arguments."""
    if len(weight) < 3:
        return RuntimeError("weight should have at least three dimensions")
    for name, value in (("stride", stride), ("padding", padding), ("dilation", dilation)):
        values = list(value) if isinstance(value, (tuple, list)) else [value] * n
        if padding != "same" and value != "valid" and len(values) not in (1, len(weight) - 2):
            return RuntimeError(f"expected {name} to be a single integer value or a list of {len(weight) - 2} values to match the "
                                f"convolution dimensions, but got {name}={values}")
    gap = "" if padding == "same" else " "
    return RuntimeError(f"Expected {len(weight)}-dimensional input for {len(weight)}-dimensional weight{gap}{list(weight)}, but got "
                        f"{n + 2}-dimensional input of size {list(shape)} instead")


def _complex_by_real_parts(convolve: Callable[..., Any], x: Any, weight: Any, bias: Any) -> Any:
    """The convolution of complex numbers by three real ones, as in PyTorch: infinities and the graph show the difference."""
    if weight._array.dtype != x._array.dtype or bias is not None and bias._array.dtype != x._array.dtype:
        return convolve(x, weight, bias)
    (xr, xi), (wr, wi) = _real_and_imaginary(x), _real_and_imaginary(weight)
    br, bias_sum = None, None
    if bias is not None:
        br, bi = _real_and_imaginary(bias)
        bias_sum = br + bi
    a, b, c = convolve(xr, wr, br), convolve(xi, wi, None), convolve(xr + xi, wr + wi, bias_sum)
    return a - b + 1j * (c - a - b)


def _check_bias(dtype: Any, bias: Any) -> None:
    if dtype != bias:
        raise RuntimeError(f"Input type ({c_name(dtype)}) and bias type ({c_name(bias)}) should be the same")


def _real_and_imaginary(x: Any) -> tuple[Any, Any]:
    pairs = ops.view_as_real(x.resolve_conj())
    return pairs.select(-1, 0), pairs.select(-1, 1)


def _convolve(n: int, input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    mixes_dtypes = bias is not None and bias._array.dtype is not input._array.dtype and LOCAL.autocast is None
    if mixes_dtypes and not isinstance(padding, str):
        _check_bias(input._array.dtype, bias._array.dtype)  # with padding='same' or 'valid' PyTorch checks this last
    x, batched = _with_batch_dimension(input, n, f"conv{n}d")
    if padding.__class__ is not str and not mixes_dtypes and weight._array.ndim == n + 2 and x._array.size and x._array.dtype.kind == "f":
        geometry = _usual_geometry(n, stride, padding, dilation)
        if geometry is not None:
            out = _conv(x, weight, bias, *geometry, groups)
            return out if batched else out.squeeze(0)
    if padding == "same":
        _check_same(n, stride, dilation)
    strides, dilations = _expand_to_tuple(stride, n, "stride"), _expand_to_tuple(dilation, n, "dilation")
    if weight._array.ndim != n + 2:
        raise _weight_rank_error(n, x._array.shape, weight._array.shape, stride, padding, dilation)
    if min(strides) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    if padding == "same":
        x, pads = _same_padding(x, weight, dilations, strides)
    elif padding == "valid":
        pads = (0,) * n
    elif isinstance(padding, str):
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    else:
        pads = _expand_to_tuple(padding, n, "padding")
    if min(pads) < 0:
        raise RuntimeError("negative padding is not supported")
    if mixes_dtypes:
        bias = _cast_bias(x, bias, weight, strides, dilations, groups)
    out = (_conv(x, weight, bias, strides, pads, dilations, groups) if x._array.dtype.kind != "c" else
           _complex_by_real_parts(lambda *tensors: _conv(*tensors, strides, pads, dilations, groups), x, weight, bias))
    if 0 in x._array.shape[2:] and 0 not in x._array.shape[:2]:
        raise _zero_size_error(n, x._array.shape)
    if not x._array.shape[1]:
        zero_offset = out.narrow(1, 0, 0)
        out = zero_offset.new_empty(zero_offset._array.shape) + zero_offset  # PyTorch's result, whatever the kernel and the bias
    return out if batched else out.squeeze(0)


def _zero_size_error(n: int, shape: tuple[int, ...]) -> RuntimeError:
    return RuntimeError("Only zero batch or zero channel inputs are supported, but got input shape: "
                        f"{[*shape[:2], 1, *shape[2:]] if n == 1 else list(shape)}")


@requires_tensor("conv1d")
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] = 1,
           padding: int | str | Sequence[int] = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor:
    """Convolution along one dimension (as a cross-correlation: the kernel is not flipped).

    Parameters
    ----------
    input : Tensor
        batch x in_channels x L, or without the batch.
    weight : Tensor
        out_channels x in_channels / groups x k.
    bias : Tensor, optional
        Of size out_channels.
    stride : int, default 1
        The distance of windows.
    padding : int or str, default 0
        The number of zeros on either side; 'valid' for none, 'same' for a result as long as `input`.
    dilation : int, default 1
        The distance of elements within a window.
    groups : int, default 1
        The number of groups into which the channels are divided.

    Returns
    -------
    Tensor
        batch x out_channels x ((L + 2 * padding - dilation * (k - 1) - 1) // stride + 1).

    Raises
    ------
    RuntimeError
        The channels do not fit, or the kernel is longer than the input.

    References
    ----------
    PyTorch: torch.nn.functional.conv1d

    Examples
    --------
    >>> torch.nn.functional.conv1d(torch.tensor([[[1., 2., 3., 4.]]]), torch.tensor([[[1., 10.]]]))
    tensor([[[21., 32., 43.]]])
    """
    return _convolve(1, input, weight, bias, stride, padding, dilation, groups)


@requires_tensor("conv2d")
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] = 1,
           padding: int | str | Sequence[int] = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor:
    """Convolution of images (as a cross-correlation: the kernel is not flipped).

    Parameters
    ----------
    input : Tensor
        batch x in_channels x H x W, or without the batch.
    weight : Tensor
        out_channels x in_channels / groups x kH x kW.
    bias : Tensor, optional
        Of size out_channels.
    stride : int or two ints, default 1
        The distance of windows.
    padding : int, two ints or str, default 0
        The number of zeros on either side; 'valid' for none, 'same' for a result as large as `input`.
    dilation : int or two ints, default 1
        The distance of elements within a window.
    groups : int, default 1
        The number of groups into which the channels are divided.

    Returns
    -------
    Tensor
        batch x out_channels x H' x W', each (size + 2 * padding - dilation * (k - 1) - 1) // stride + 1.

    Raises
    ------
    RuntimeError
        The channels do not fit, or the kernel is larger than the input.

    References
    ----------
    PyTorch: torch.nn.functional.conv2d

    Examples
    --------
    >>> torch.nn.functional.conv2d(torch.arange(9.).reshape(1, 1, 3, 3), torch.ones(1, 1, 2, 2))
    tensor([[[[ 8., 12.],
              [20., 24.]]]])
    """
    return _convolve(2, input, weight, bias, stride, padding, dilation, groups)


@requires_tensor("conv3d")
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] = 1,
           padding: int | str | Sequence[int] = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor:
    """Convolution of volumes (as a cross-correlation: the kernel is not flipped).

    Parameters
    ----------
    input : Tensor
        batch x in_channels x D x H x W, or without the batch.
    weight : Tensor
        out_channels x in_channels / groups x kD x kH x kW.
    bias : Tensor, optional
        Of size out_channels.
    stride : int or three ints, default 1
        The distance of windows.
    padding : int, three ints or str, default 0
        The number of zeros on either side; 'valid' for none, 'same' for a result as large as `input`.
    dilation : int or three ints, default 1
        The distance of elements within a window.
    groups : int, default 1
        The number of groups into which the channels are divided.

    Returns
    -------
    Tensor
        batch x out_channels x D' x H' x W', each (size + 2 * padding - dilation * (k - 1) - 1) // stride + 1.

    Raises
    ------
    RuntimeError
        The channels do not fit, or the kernel is larger than the input.

    References
    ----------
    PyTorch: torch.nn.functional.conv3d

    Examples
    --------
    >>> torch.nn.functional.conv3d(torch.ones(1, 1, 2, 2, 2), torch.ones(1, 1, 2, 2, 2))
    tensor([[[[[8.]]]]])
    """
    return _convolve(3, input, weight, bias, stride, padding, dilation, groups)


def _convolve_transposed(n: int, input: Any, weight: Any, bias: Any, stride: Any, padding: Any, output_padding: Any, groups: int,
                         dilation: Any) -> Any:
    x, batched = _with_batch_dimension(input, n, f"conv_transpose{n}d")
    dtype = x._array.dtype
    if x._array.size and weight._array.ndim == n + 2 and dtype.kind == "f" and (bias is None or bias._array.dtype is dtype):
        usual = _usual_geometry(n, stride, padding, output_padding, dilation)
        if usual is not None:
            out = _conv_transpose(x, weight, bias, *usual, groups)
            return out if batched else out.squeeze(0)
    step = _expand_to_tuple(stride, n, "stride")
    if 0 in x._array.shape[2:] and x._array.shape[0] and x._array.shape[1] == weight._array.shape[0] >= groups:
        raise _zero_size_error(n, x._array.shape)
    if weight._array.ndim != n + 2:
        raise _weight_rank_error(n, x._array.shape, weight._array.shape, stride, padding, dilation)
    geometry = (step, _expand_to_tuple(padding, n, "padding"), _expand_to_tuple(output_padding, n, "output_padding"),
                _expand_to_tuple(dilation, n, "dilation"),
                groups)
    if n < 3 and bias is not None and bias._array.dtype is not x._array.dtype:
        bias = _cast_bias(x, bias, weight, step, geometry[3], groups, geometry[2])
    out = (_conv_transpose(x, weight, bias, *geometry) if x._array.dtype.kind != "c" else
           _complex_by_real_parts(lambda *tensors: _conv_transpose(*tensors, *geometry), x, weight, bias))
    return out if batched else out.squeeze(0)


def _cast_bias(x: Any, bias: Any, weight: Any, *geometry: Any) -> Any:
    """Cast the bias to the input's dtype where PyTorch's native kernel, and no library, adds it at the end."""
    from ..._array.nn.conv import uses_library

    x_array, bias_array = x._array, bias._array
    if x_array.dtype is bias_array.dtype or x_array.dtype.kind != "f" or bias_array.dtype.kind == "c" or uses_library(
            x_array.dtype, x_array.shape, weight._array.shape, *geometry):
        return bias
    return bias.to(x.dtype)


@requires_tensor("conv_transpose1d")
def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] = 1,
                     padding: int | Sequence[int] = 0, output_padding: int | Sequence[int] = 0, groups: int = 1,
                     dilation: int | Sequence[int] = 1) -> Tensor:
    """The transpose of a convolution along one dimension: the gradient of its input.

    Parameters
    ----------
    input : Tensor
        batch x in_channels x L, or without the batch.
    weight : Tensor
        in_channels x out_channels / groups x k.
    bias : Tensor, optional
        Of size out_channels.
    stride : int, default 1
        The distance of windows in the result.
    padding : int, default 0
        The number of elements cut off on either side: dilation * (k - 1) - padding zeros are added instead.
    output_padding : int, default 0
        Additional size of the result, at its end.
    groups : int, default 1
        The number of groups into which the channels are divided.
    dilation : int, default 1
        The distance of elements within a window.

    Returns
    -------
    Tensor
        batch x out_channels x ((L - 1) * stride - 2 * padding + dilation * (k - 1) + output_padding + 1).

    Raises
    ------
    RuntimeError
        The channels do not fit, or `output_padding` is too great.

    References
    ----------
    PyTorch: torch.nn.functional.conv_transpose1d

    Examples
    --------
    >>> torch.nn.functional.conv_transpose1d(torch.tensor([[[1., 2.]]]), torch.tensor([[[1., 10.]]]), stride=2)
    tensor([[[ 1., 10.,  2., 20.]]])
    """
    return _convolve_transposed(1, input, weight, bias, stride, padding, output_padding, groups, dilation)


@requires_tensor("conv_transpose2d")
def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] = 1,
                     padding: int | Sequence[int] = 0, output_padding: int | Sequence[int] = 0, groups: int = 1,
                     dilation: int | Sequence[int] = 1) -> Tensor:
    """The transpose of a convolution of images: the gradient of its input.

    Parameters
    ----------
    input : Tensor
        batch x in_channels x H x W, or without the batch.
    weight : Tensor
        in_channels x out_channels / groups x kH x kW.
    bias : Tensor, optional
        Of size out_channels.
    stride : int or two ints, default 1
        The distance of windows in the result.
    padding : int or two ints, default 0
        The number of elements cut off on either side.
    output_padding : int or two ints, default 0
        Additional size of the result, at its end.
    groups : int, default 1
        The number of groups into which the channels are divided.
    dilation : int or two ints, default 1
        The distance of elements within a window.

    Returns
    -------
    Tensor
        batch x out_channels x H' x W', each (size - 1) * stride - 2 * padding + dilation * (k - 1) + output_padding + 1.

    Raises
    ------
    RuntimeError
        The channels do not fit, or `output_padding` is too great.

    References
    ----------
    PyTorch: torch.nn.functional.conv_transpose2d

    Examples
    --------
    >>> torch.nn.functional.conv_transpose2d(torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    return _convolve_transposed(2, input, weight, bias, stride, padding, output_padding, groups, dilation)


@requires_tensor("conv_transpose3d")
def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] = 1,
                     padding: int | Sequence[int] = 0, output_padding: int | Sequence[int] = 0, groups: int = 1,
                     dilation: int | Sequence[int] = 1) -> Tensor:
    """The transpose of a convolution of volumes: the gradient of its input.

    Parameters
    ----------
    input : Tensor
        batch x in_channels x D x H x W, or without the batch.
    weight : Tensor
        in_channels x out_channels / groups x kD x kH x kW.
    bias : Tensor, optional
        Of size out_channels.
    stride : int or three ints, default 1
        The distance of windows in the result.
    padding : int or three ints, default 0
        The number of elements cut off on either side.
    output_padding : int or three ints, default 0
        Additional size of the result, at its end.
    groups : int, default 1
        The number of groups into which the channels are divided.
    dilation : int or three ints, default 1
        The distance of elements within a window.

    Returns
    -------
    Tensor
        batch x out_channels x D' x H' x W', each (size - 1) * stride - 2 * padding + dilation * (k - 1) + output_padding
        + 1.

    Raises
    ------
    RuntimeError
        The channels do not fit, or `output_padding` is too great.

    References
    ----------
    PyTorch: torch.nn.functional.conv_transpose3d

    Examples
    --------
    >>> torch.nn.functional.conv_transpose3d(torch.ones(1, 1, 1, 1, 2), torch.ones(1, 1, 1, 1, 2))
    tensor([[[[[1., 2., 1.]]]]])
    """
    return _convolve_transposed(3, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: int = 0) -> Tensor:
    """Convolution along the first dimension, of sequences as time x batch x channels.

    Parameters
    ----------
    input : Tensor
        time x batch x in_channels.
    weight : Tensor
        k x in_channels x out_channels.
    bias : Tensor
        Of size out_channels.
    pad : int, default 0
        The number of zeros on either side.

    Returns
    -------
    Tensor
        (time + 2 * pad - k + 1) x batch x out_channels.

    Raises
    ------
    RuntimeError
        The sizes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.conv_tbc

    Examples
    --------
    >>> torch.nn.functional.conv_tbc(torch.ones(3, 1, 2), torch.ones(2, 2, 1), torch.zeros(1)).flatten()
    tensor([4., 4.])
    """
    if input._array.ndim != 3:
        raise RuntimeError("Input must have 3 dims: time, batch, in_channel")
    if weight._array.ndim != 3:
        raise RuntimeError("Weight tensor must have 3 dims: kernel_width, in_channels, out_channels.")
    if bias._array.ndim != 1:
        raise RuntimeError("Bias must be 1-D")
    return conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1).contiguous()


@requires_tensor("im2col")
def unfold(input: Tensor, kernel_size: int | Sequence[int], dilation: int | Sequence[int] = 1, padding: int | Sequence[int] = 0,
           stride: int | Sequence[int] = 1) -> Tensor:
    """The windows of images, as the columns of a matrix.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    kernel_size : int or two ints
        The size of a window.
    dilation : int or two ints, default 1
        The distance of elements within a window.
    padding : int or two ints, default 0
        The number of zeros on either side.
    stride : int or two ints, default 1
        The distance of windows.

    Returns
    -------
    Tensor
        batch x (channels * kH * kW) x number of windows. A copy.

    Raises
    ------
    RuntimeError
        There is no window.

    References
    ----------
    PyTorch: torch.nn.functional.unfold

    Examples
    --------
    >>> torch.nn.functional.unfold(torch.arange(9.).reshape(1, 1, 3, 3), 2)
    tensor([[[0., 1., 3., 4.],
             [1., 2., 4., 5.],
             [3., 4., 6., 7.],
             [4., 5., 7., 8.]]])
    """
    shape = input._array.shape
    if not shape:
        raise IndexError("Dimension specified as 1 but tensor has no dimensions")
    if len(shape) < 3:  # PyTorch first reads a size past the last dimension
        wrap_dim(len(shape), len(shape))
    if len(shape) > 4 or 0 in shape[len(shape) == 4:]:
        raise RuntimeError("Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but "
                           f"got: {list(shape)}")
    x, batched = _with_batch_dimension(input, 2, "unfold")
    out = _im2col(x, *_expand_to_pairs(kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride))
    return out if batched else out.squeeze(0)


def _expand_to_pairs(**attributes: Any) -> list[tuple[int, ...]]:
    """One number for both dimensions, or two."""
    for name, value in attributes.items():
        if value.__class__ is int:
            continue
        if isinstance(value, Iterable):
            attributes[name] = value = tuple(value)
        if isinstance(value, tuple) and len(value) != 2:
            raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(value)}")
    return [_expand_to_tuple(value, 2, name) for name, value in attributes.items()]


def fold(input: Tensor, output_size: int | Sequence[int], kernel_size: int | Sequence[int], dilation: int | Sequence[int] = 1,
         padding: int | Sequence[int] = 0, stride: int | Sequence[int] = 1) -> Tensor:
    """Images from windows as columns; where windows overlap they are added up.

    Parameters
    ----------
    input : Tensor
        batch x (channels * kH * kW) x number of windows, or without the batch.
    output_size : int or two ints
        The size of the images.
    kernel_size : int or two ints
        The size of a window.
    dilation : int or two ints, default 1
        The distance of elements within a window.
    padding : int or two ints, default 0
        The number of zeros that were added on either side.
    stride : int or two ints, default 1
        The distance of windows.

    Returns
    -------
    Tensor
        batch x channels x H x W.

    Raises
    ------
    RuntimeError
        The number of windows does not fit.

    References
    ----------
    PyTorch: torch.nn.functional.fold

    Examples
    --------
    >>> torch.nn.functional.fold(torch.ones(1, 4, 4), (3, 3), 2)
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    shape, kind = input._array.shape, input._array.dtype.kind
    pairs = _expand_to_pairs(output_size=output_size, kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)
    if len(shape) not in (2, 3) or 0 in shape[-2:] or kind in "iu":
        from ..._array.nn.unfold import check_fold

        check_fold(shape, *pairs)
    x = input if len(shape) == 3 else input.unsqueeze(0)
    out = _col2im(x, *pairs)
    return out if input._array.ndim == 3 else out.squeeze(0)


__all__ = ["conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "fold", "unfold"]
