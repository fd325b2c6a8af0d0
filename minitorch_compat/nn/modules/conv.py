"""Convolutions."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from .. import functional as F
from .. import init
from .._torch import Tensor, ops
from ..common_types import _size_1_t as _size_1_t  # public code takes these from here
from ..common_types import _size_2_t as _size_2_t
from ..common_types import _size_3_t as _size_3_t
from ..parameter import Parameter
from .lazy import LazyModuleMixin
from .module import Module
from .utils import _pair, _reverse_repeat_tuple, _single, _triple, weight_and_bias

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = [
    "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "LazyConv1d", "LazyConv2d",
    "LazyConv3d", "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d",
]

_MODES = ("zeros", "reflect", "replicate", "circular")


def _check_arguments(in_channels: int, out_channels: int, groups: int, padding: Any, stride: Any, mode: str) -> None:
    if groups <= 0:
        raise ValueError("groups must be a positive integer")
    if in_channels % groups != 0:
        raise ValueError("in_channels must be divisible by groups")
    if out_channels % groups != 0:
        raise ValueError("out_channels must be divisible by groups")
    if isinstance(padding, str):
        if padding not in ("same", "valid"):
            raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
        if padding == "same" and any(s != 1 for s in stride):
            raise ValueError("padding='same' is not supported for strided convolutions")
    if mode not in set(_MODES):
        raise ValueError(f"padding_mode must be one of {set(_MODES)}, but got padding_mode='{mode}'")


def _pad_amounts(padding: Any, kernel_size: Sequence[int], dilation: Sequence[int]) -> Any:
    """The padding for `F.pad`: from the last dimension to the first, left and right."""
    if not isinstance(padding, str):
        return _reverse_repeat_tuple(padding, 2)
    amounts = [0, 0] * len(kernel_size)
    if padding == "same":
        for i, (d, k) in enumerate(zip(reversed(dilation), reversed(kernel_size), strict=True)):
            total = d * (k - 1)
            # If the total is odd, the larger half is on the right.
            amounts[2 * i] = total // 2
            amounts[2 * i + 1] = total - total // 2
    return amounts


class _ConvNd(Module):
    __constants__: ClassVar[list[str]] = ["stride", "padding", "dilation", "groups", "padding_mode", "output_padding", "in_channels",
                     "out_channels", "kernel_size"]
    bias: Tensor | None
    weight: Tensor

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: tuple[int, ...], stride: tuple[int, ...],
        padding: str | tuple[int, ...], dilation: tuple[int, ...], transposed: bool, output_padding: tuple[int, ...],
        groups: int, bias: bool, padding_mode: str, device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__()
        _check_arguments(in_channels, out_channels, groups, padding, stride, padding_mode)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.transposed = transposed
        self.output_padding = output_padding
        self.groups = groups
        self.padding_mode = padding_mode
        self._reversed_padding_repeated_twice = _pad_amounts(padding, kernel_size, dilation)
        rows, columns = (in_channels, out_channels) if transposed else (out_channels, in_channels)
        shape = (rows, columns // groups, *kernel_size)
        self.weight = Parameter(ops.empty(shape, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(ops.empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Initialize the parameters again: uniform in ±1/sqrt(fan_in), both.

        Examples
        --------
        >>> layer = torch.nn.Conv1d(3, 6, kernel_size=3, stride=2, padding=1)
        >>> layer.reset_parameters()
        """
        # kaiming_uniform_ with a=sqrt(5) has this bound.
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Sizes, and the options that differ from their defaults.

        Examples
        --------
        >>> torch.nn.Conv1d(3, 6, kernel_size=3, stride=2, padding=1).extra_repr()
        '3, 6, kernel_size=(3,), stride=(2,), padding=(1,)'
        """
        zeros, ones = (0,) * len(self.kernel_size), (1,) * len(self.kernel_size)
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        if self.padding != zeros:
            text += f", padding={self.padding}"
        if self.dilation != ones:
            text += f", dilation={self.dilation}"
        if self.output_padding != zeros:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__.setdefault("padding_mode", "zeros")

    def _pad_input(self, input: Tensor) -> tuple[Tensor, Any]:
        """The input, padded unless the mode is zeros, and the padding that remains for the convolution."""
        if self.padding_mode == "zeros":
            return input, self.padding
        padded = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
        return padded, (0,) * len(self.kernel_size)


class Conv1d(_ConvNd):
    """Convolution (cross-correlation) of sequences with learned kernels.

    ``y[n, o] = bias[o] + sum_c weight[o, c] * x[n, c]``, where ``*`` slides the kernel over the input.

    Parameters
    ----------
    in_channels : int
        Channels of the input.
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel.
    padding : int or tuple of int or str, default 0
        The padding at both ends of each dimension; ``'valid'`` adds nothing, ``'same'`` keeps the
        size (with stride 1).
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels; divides both numbers of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border: ``'zeros'``, ``'reflect'``, ``'replicate'`` or ``'circular'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(out_channels, in_channels / groups, *kernel_size)``, at first uniform in
        ``±1/sqrt(in_channels / groups * kernel elements)``.
    bias : Parameter
        ``(out_channels,)``, at first uniform in the same range.

    Raises
    ------
    ValueError
        If channels do not divide into groups, or padding or its mode is unknown.

    Notes
    -----
    Shape: input ``(N, Cin, Lin)`` or without ``N``, output ``(N, Cout, Lout)``; along each dimension
    ``out = floor((in + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.Conv1d``.

    Examples
    --------
    >>> layer = torch.nn.Conv1d(3, 6, kernel_size=3, stride=2, padding=1)
    >>> layer(torch.randn(2, 3, 8)).shape
    torch.Size([2, 6, 4])
    >>> layer.weight.shape
    torch.Size([6, 3, 3])
    """

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: int | Sequence[int], stride: int | Sequence[int] = 1,
        padding: int | str | Sequence[int] = 0,
        dilation: int | Sequence[int] = 1,
        groups: int = 1, bias: bool = True, padding_mode: str = "zeros", device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__(in_channels, out_channels, _single(kernel_size), _single(stride),
                         padding if isinstance(padding, str) else _single(padding), _single(dilation), False,
                         _single(0),
                         groups, bias, padding_mode, device, dtype)

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        input, padding = self._pad_input(input)
        return F.conv1d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, Cin, Lin)`` or without ``N``.

        Returns
        -------
        Tensor
            ``(N, Cout, Lout)``.

        Examples
        --------
        >>> layer = torch.nn.Conv1d(3, 6, kernel_size=3, stride=2, padding=1)
        >>> layer(torch.randn(2, 3, 8)).shape
        torch.Size([2, 6, 4])
        >>> layer.weight.shape
        torch.Size([6, 3, 3])
        """
        return self._conv_forward(input, *weight_and_bias(self))


class Conv2d(_ConvNd):
    """Convolution (cross-correlation) of images with learned kernels.

    ``y[n, o] = bias[o] + sum_c weight[o, c] * x[n, c]``, where ``*`` slides the kernel over the input.

    Parameters
    ----------
    in_channels : int
        Channels of the input.
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel.
    padding : int or tuple of int or str, default 0
        The padding at both ends of each dimension; ``'valid'`` adds nothing, ``'same'`` keeps the
        size (with stride 1).
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels; divides both numbers of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border: ``'zeros'``, ``'reflect'``, ``'replicate'`` or ``'circular'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(out_channels, in_channels / groups, *kernel_size)``, at first uniform in
        ``±1/sqrt(in_channels / groups * kernel elements)``.
    bias : Parameter
        ``(out_channels,)``, at first uniform in the same range.

    Raises
    ------
    ValueError
        If channels do not divide into groups, or padding or its mode is unknown.

    Notes
    -----
    Shape: input ``(N, Cin, Hin, Win)`` or without ``N``, output ``(N, Cout, Hout, Wout)``; along each
    dimension ``out = floor((in + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.Conv2d``.

    Examples
    --------
    >>> layer = torch.nn.Conv2d(3, 6, kernel_size=3, stride=2, padding=1)
    >>> layer(torch.randn(2, 3, 8, 8)).shape
    torch.Size([2, 6, 4, 4])
    >>> layer.weight.shape
    torch.Size([6, 3, 3, 3])
    """

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: int | Sequence[int], stride: int | Sequence[int] = 1,
        padding: int | str | Sequence[int] = 0,
        dilation: int | Sequence[int] = 1,
        groups: int = 1, bias: bool = True, padding_mode: str = "zeros", device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__(in_channels, out_channels, _pair(kernel_size), _pair(stride),
                         padding if isinstance(padding, str) else _pair(padding), _pair(dilation), False, _pair(0),
                         groups, bias, padding_mode, device, dtype)

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        input, padding = self._pad_input(input)
        return F.conv2d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, Cin, Hin, Win)`` or without ``N``.

        Returns
        -------
        Tensor
            ``(N, Cout, Hout, Wout)``.

        Examples
        --------
        >>> layer = torch.nn.Conv2d(3, 6, kernel_size=3, stride=2, padding=1)
        >>> layer(torch.randn(2, 3, 8, 8)).shape
        torch.Size([2, 6, 4, 4])
        >>> layer.weight.shape
        torch.Size([6, 3, 3, 3])
        """
        return self._conv_forward(input, *weight_and_bias(self))


class Conv3d(_ConvNd):
    """Convolution (cross-correlation) of volumes with learned kernels.

    ``y[n, o] = bias[o] + sum_c weight[o, c] * x[n, c]``, where ``*`` slides the kernel over the input.

    Parameters
    ----------
    in_channels : int
        Channels of the input.
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel.
    padding : int or tuple of int or str, default 0
        The padding at both ends of each dimension; ``'valid'`` adds nothing, ``'same'`` keeps the
        size (with stride 1).
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels; divides both numbers of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border: ``'zeros'``, ``'reflect'``, ``'replicate'`` or ``'circular'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(out_channels, in_channels / groups, *kernel_size)``, at first uniform in
        ``±1/sqrt(in_channels / groups * kernel elements)``.
    bias : Parameter
        ``(out_channels,)``, at first uniform in the same range.

    Raises
    ------
    ValueError
        If channels do not divide into groups, or padding or its mode is unknown.

    Notes
    -----
    Shape: input ``(N, Cin, Din, Hin, Win)`` or without ``N``, output ``(N, Cout, Dout, Hout, Wout)``;
    along each dimension
    ``out = floor((in + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.Conv3d``.

    Examples
    --------
    >>> layer = torch.nn.Conv3d(3, 6, kernel_size=3, stride=2, padding=1)
    >>> layer(torch.randn(2, 3, 8, 8, 8)).shape
    torch.Size([2, 6, 4, 4, 4])
    >>> layer.weight.shape
    torch.Size([6, 3, 3, 3, 3])
    """

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: int | Sequence[int], stride: int | Sequence[int] = 1,
        padding: int | str | Sequence[int] = 0,
        dilation: int | Sequence[int] = 1,
        groups: int = 1, bias: bool = True, padding_mode: str = "zeros", device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__(in_channels, out_channels, _triple(kernel_size), _triple(stride),
                         padding if isinstance(padding, str) else _triple(padding), _triple(dilation), False,
                         _triple(0),
                         groups, bias, padding_mode, device, dtype)

    def _conv_forward(self, input: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        input, padding = self._pad_input(input)
        return F.conv3d(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, Cin, Din, Hin, Win)`` or without ``N``.

        Returns
        -------
        Tensor
            ``(N, Cout, Dout, Hout, Wout)``.

        Examples
        --------
        >>> layer = torch.nn.Conv3d(3, 6, kernel_size=3, stride=2, padding=1)
        >>> layer(torch.randn(2, 3, 8, 8, 8)).shape
        torch.Size([2, 6, 4, 4, 4])
        >>> layer.weight.shape
        torch.Size([6, 3, 3, 3, 3])
        """
        return self._conv_forward(input, *weight_and_bias(self))


class _ConvTransposeNd(_ConvNd):
    padding: tuple[int, ...]

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any, padding: Any, dilation: Any,
        transposed: bool, output_padding: Any, groups: int, bias: bool, padding_mode: str, device: Device = None,
        dtype: Dtype = None,
    ) -> None:
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding,
                         groups, bias, padding_mode, device, dtype)

    def _output_padding(
        self, input: Tensor, output_size: Sequence[int] | None, stride: Sequence[int], padding: Sequence[int],
        kernel_size: Sequence[int], num_spatial_dims: int, dilation: Sequence[int] | None = None,
    ) -> Any:
        """The output padding for which the output has `output_size`. Raise ValueError if none below the stride exists."""
        if output_size is None:
            return _single(self.output_padding)
        n, has_batch = num_spatial_dims, input.dim() == num_spatial_dims + 2
        channels = 2 if has_batch else 1
        if len(output_size) == channels + n:
            output_size = output_size[channels:]
        if len(output_size) != n:
            raise ValueError(f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or "
                             f"{channels + n} elements (got {len(output_size)})")
        low = [(input.size(d + channels) - 1) * stride[d] - 2 * padding[d]
               + (dilation[d] if dilation is not None else 1) * (kernel_size[d] - 1) + 1 for d in range(n)]
        high = [low[d] + stride[d] - 1 for d in range(n)]
        if any(not lo <= size <= hi for lo, size, hi in zip(low, output_size, high, strict=True)):
            raise ValueError(f"requested an output size of {output_size}, but valid sizes range from {low} to {high} "
                             f"(for an input of {input.size()[2:]})")
        return [size - lo for size, lo in zip(output_size, low, strict=True)]

    def _parse_output_padding(self, input: Tensor, output_size: Any, n: int) -> Any:
        padding: Any = self.padding
        return self._output_padding(input, output_size, self.stride, padding, self.kernel_size, n, self.dilation)


_ConvTransposeMixin = _ConvTransposeNd  # its name in older versions, which libraries still test with isinstance


class ConvTranspose1d(_ConvTransposeNd):
    """Transposed convolution of sequences: the gradient of ``Conv1d`` for its input, as a layer that enlarges.

    Parameters
    ----------
    in_channels : int
        Channels of the input.
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel in the output.
    padding : int or tuple of int, default 0
        The number of elements cut off at both ends of each dimension of the output.
    output_padding : int or tuple of int, default 0
        Additional size at one end, to select one of the sizes that a strided convolution maps to the same;
        less than stride or dilation.
    groups : int, default 1
        Number of separate groups of channels; divides both numbers of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    padding_mode : str, default 'zeros'
        Only ``'zeros'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(in_channels, out_channels / groups, *kernel_size)``.
    bias : Parameter
        ``(out_channels,)``.

    Raises
    ------
    ValueError
        If channels do not divide into groups, or ``padding_mode`` is another.

    Notes
    -----
    Shape: input ``(N, Cin, Lin)`` or without ``N``, output ``(N, Cout, Lout)``; along each dimension
    ``out = (in - 1) * stride - 2 * padding + dilation * (kernel_size - 1) + output_padding + 1``.

    References
    ----------
    PyTorch: ``torch.nn.ConvTranspose1d``.

    Examples
    --------
    >>> layer = torch.nn.ConvTranspose1d(4, 2, kernel_size=3, stride=2, padding=1, output_padding=1)
    >>> layer(torch.randn(1, 4, 4)).shape
    torch.Size([1, 2, 8])
    """

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: int | Sequence[int], stride: int | Sequence[int] = 1,
        padding: int | Sequence[int] = 0,
        output_padding: int | Sequence[int] = 0, groups: int = 1, bias: bool = True, dilation: int | Sequence[int] = 1,
        padding_mode: str = "zeros",
        device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__(in_channels, out_channels, _single(kernel_size), _single(stride), _single(padding),
                         _single(dilation), True, _single(output_padding), groups, bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        input : Tensor
            ``(N, Cin, Lin)`` or ``(Cin, Lin)``.
        output_size : list of int, optional
            Wanted size of the output, from which ``output_padding`` is computed for this call.

        Returns
        -------
        Tensor
            ``(N, Cout, Lout)``.

        Raises
        ------
        ValueError
            If that size cannot come from this input.

        Examples
        --------
        >>> layer = torch.nn.ConvTranspose1d(1, 1, kernel_size=3, stride=2, padding=1)
        >>> layer(torch.randn(1, 1, 4), output_size=[8]).shape
        torch.Size([1, 1, 8])
        """
        output_padding = self._parse_output_padding(input, output_size, 1)
        return F.conv_transpose1d(input, *weight_and_bias(self), self.stride, self.padding, output_padding, self.groups,
                                  self.dilation)


class ConvTranspose2d(_ConvTransposeNd):
    """Transposed convolution of images: the gradient of ``Conv2d`` for its input, as a layer that enlarges.

    Parameters
    ----------
    in_channels : int
        Channels of the input.
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel in the output.
    padding : int or tuple of int, default 0
        The number of elements cut off at both ends of each dimension of the output.
    output_padding : int or tuple of int, default 0
        Additional size at one end, to select one of the sizes that a strided convolution maps to the same;
        less than stride or dilation.
    groups : int, default 1
        Number of separate groups of channels; divides both numbers of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    padding_mode : str, default 'zeros'
        Only ``'zeros'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(in_channels, out_channels / groups, *kernel_size)``.
    bias : Parameter
        ``(out_channels,)``.

    Raises
    ------
    ValueError
        If channels do not divide into groups, or ``padding_mode`` is another.

    Notes
    -----
    Shape: input ``(N, Cin, Hin, Win)`` or without ``N``, output ``(N, Cout, Hout, Wout)``; along each
    dimension
    ``out = (in - 1) * stride - 2 * padding + dilation * (kernel_size - 1) + output_padding + 1``.

    References
    ----------
    PyTorch: ``torch.nn.ConvTranspose2d``.

    Examples
    --------
    >>> layer = torch.nn.ConvTranspose2d(4, 2, kernel_size=3, stride=2, padding=1, output_padding=1)
    >>> layer(torch.randn(1, 4, 4, 4)).shape
    torch.Size([1, 2, 8, 8])
    """

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: int | Sequence[int], stride: int | Sequence[int] = 1,
        padding: int | Sequence[int] = 0,
        output_padding: int | Sequence[int] = 0, groups: int = 1, bias: bool = True, dilation: int | Sequence[int] = 1,
        padding_mode: str = "zeros",
        device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__(in_channels, out_channels, _pair(kernel_size), _pair(stride), _pair(padding),
                         _pair(dilation), True, _pair(output_padding), groups, bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        input : Tensor
            ``(N, Cin, Hin, Win)`` or ``(Cin, Hin, Win)``.
        output_size : list of int, optional
            Wanted size of the output, from which ``output_padding`` is computed for this call.

        Returns
        -------
        Tensor
            ``(N, Cout, Hout, Wout)``.

        Raises
        ------
        ValueError
            If that size cannot come from this input.

        Examples
        --------
        >>> layer = torch.nn.ConvTranspose2d(1, 1, kernel_size=3, stride=2, padding=1)
        >>> layer(torch.randn(1, 1, 4, 4), output_size=[8, 8]).shape
        torch.Size([1, 1, 8, 8])
        """
        output_padding = self._parse_output_padding(input, output_size, 2)
        return F.conv_transpose2d(input, *weight_and_bias(self), self.stride, self.padding, output_padding, self.groups,
                                  self.dilation)


class ConvTranspose3d(_ConvTransposeNd):
    """Transposed convolution of volumes: the gradient of ``Conv3d`` for its input, as a layer that enlarges.

    Parameters
    ----------
    in_channels : int
        Channels of the input.
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel in the output.
    padding : int or tuple of int, default 0
        The number of elements cut off at both ends of each dimension of the output.
    output_padding : int or tuple of int, default 0
        Additional size at one end, to select one of the sizes that a strided convolution maps to the same;
        less than stride or dilation.
    groups : int, default 1
        Number of separate groups of channels; divides both numbers of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    padding_mode : str, default 'zeros'
        Only ``'zeros'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(in_channels, out_channels / groups, *kernel_size)``.
    bias : Parameter
        ``(out_channels,)``.

    Raises
    ------
    ValueError
        If channels do not divide into groups, or ``padding_mode`` is another.

    Notes
    -----
    Shape: input ``(N, Cin, Din, Hin, Win)`` or without ``N``, output ``(N, Cout, Dout, Hout, Wout)``;
    along each dimension
    ``out = (in - 1) * stride - 2 * padding + dilation * (kernel_size - 1) + output_padding + 1``.

    References
    ----------
    PyTorch: ``torch.nn.ConvTranspose3d``.

    Examples
    --------
    >>> layer = torch.nn.ConvTranspose3d(4, 2, kernel_size=3, stride=2, padding=1, output_padding=1)
    >>> layer(torch.randn(1, 4, 4, 4, 4)).shape
    torch.Size([1, 2, 8, 8, 8])
    """

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: int | Sequence[int], stride: int | Sequence[int] = 1,
        padding: int | Sequence[int] = 0,
        output_padding: int | Sequence[int] = 0, groups: int = 1, bias: bool = True, dilation: int | Sequence[int] = 1,
        padding_mode: str = "zeros",
        device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__(in_channels, out_channels, _triple(kernel_size), _triple(stride), _triple(padding),
                         _triple(dilation), True, _triple(output_padding), groups, bias, padding_mode, device, dtype)

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        input : Tensor
            ``(N, Cin, Din, Hin, Win)`` or ``(Cin, Din, Hin, Win)``.
        output_size : list of int, optional
            Wanted size of the output, from which ``output_padding`` is computed for this call.

        Returns
        -------
        Tensor
            ``(N, Cout, Dout, Hout, Wout)``.

        Raises
        ------
        ValueError
            If that size cannot come from this input.

        Examples
        --------
        >>> layer = torch.nn.ConvTranspose3d(1, 1, kernel_size=3, stride=2, padding=1)
        >>> layer(torch.randn(1, 1, 4, 4, 4), output_size=[8, 8, 8]).shape
        torch.Size([1, 1, 8, 8, 8])
        """
        output_padding = self._parse_output_padding(input, output_size, 3)
        return F.conv_transpose3d(input, *weight_and_bias(self), self.stride, self.padding, output_padding, self.groups,
                                  self.dilation)


class _LazyConvXdMixin(LazyModuleMixin):
    """Mixin that takes `in_channels` from the first input; it precedes the base class, whose constructor gets zeros."""

    def _make_lazy(self: Any, bias: bool, out_channels: int, device: Any, dtype: Any) -> None:
        from .._uninitialized import UninitializedParameter

        self.weight: Any = UninitializedParameter(device=device, dtype=dtype)
        self.out_channels = out_channels
        if bias:
            self.bias: Any = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self: Any) -> None:
        """Initialize the parameters again; does nothing until the shape is known.

        Examples
        --------
        >>> layer = torch.nn.LazyConv1d(6, kernel_size=3)
        >>> layer.reset_parameters()
        """
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()  # type: ignore[misc]

    def initialize_parameters(self: Any, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """Create the parameters and buffers for the first input.

        Parameters
        ----------
        input : Tensor
            The input.
        *args : object
            Ignored.
        **kwargs : object
            Ignored.

        Examples
        --------
        >>> layer = torch.nn.LazyConv1d(6, kernel_size=3)
        >>> layer.initialize_parameters(torch.zeros(2, 3, 8))
        >>> layer.has_uninitialized_params()
        False
        """
        if not self.has_uninitialized_params():
            return
        self.in_channels: Any = self._get_in_channels(input)
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        rows, columns = self.in_channels, self.out_channels
        if not self.transposed:
            rows, columns = columns, rows
        self.weight.materialize((rows, columns // self.groups, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()

    def _get_in_channels(self: Any, input: Tensor) -> int:
        n = self._get_num_spatial_dims()
        if input.dim() not in (n + 1, n + 2):
            raise RuntimeError(f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {type(self).__name__}, "
                               f"but got input of size: {input.shape}")
        return input.shape[1] if input.dim() == n + 2 else input.shape[0]

    def _get_num_spatial_dims(self: Any) -> int:
        return len(self.kernel_size)


class _LazyConv(_LazyConvXdMixin):
    def __init__(
        self: Any, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
        groups: int = 1, bias: bool = True, padding_mode: str = "zeros", device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode, device, dtype)
        self._make_lazy(bias, out_channels, device, dtype)


class _LazyConvTranspose(_LazyConvXdMixin):
    def __init__(
        self: Any, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0, output_padding: Any = 0,
        groups: int = 1, bias: bool = True, dilation: Any = 1, padding_mode: str = "zeros", device: Device = None,
        dtype: Dtype = None,
    ) -> None:
        super().__init__(0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode,
                         device,
                         dtype)
        self._make_lazy(bias, out_channels, device, dtype)


class LazyConv1d(_LazyConv, Conv1d):
    """A ``Conv1d`` that takes ``in_channels`` from its first input, and then becomes an ordinary one.

    Parameters
    ----------
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel.
    padding : int or tuple of int or str, default 0
        The padding at both ends of each dimension.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border, as for ``Conv1d``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: as ``Conv1d``.

    Call it once, on data of the right size, before the parameters are given to an optimizer.

    References
    ----------
    PyTorch: ``torch.nn.LazyConv1d``.

    Examples
    --------
    >>> layer = torch.nn.LazyConv1d(6, kernel_size=3)
    >>> layer(torch.randn(2, 3, 8)).shape
    torch.Size([2, 6, 6])
    >>> layer
    Conv1d(3, 6, kernel_size=(3,), stride=(1,))
    """

    cls_to_become = Conv1d


class LazyConv2d(_LazyConv, Conv2d):
    """A ``Conv2d`` that takes ``in_channels`` from its first input, and then becomes an ordinary one.

    Parameters
    ----------
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel.
    padding : int or tuple of int or str, default 0
        The padding at both ends of each dimension.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border, as for ``Conv2d``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: as ``Conv2d``.

    Call it once, on data of the right size, before the parameters are given to an optimizer.

    References
    ----------
    PyTorch: ``torch.nn.LazyConv2d``.

    Examples
    --------
    >>> layer = torch.nn.LazyConv2d(6, kernel_size=3)
    >>> layer(torch.randn(2, 3, 8, 8)).shape
    torch.Size([2, 6, 6, 6])
    >>> layer
    Conv2d(3, 6, kernel_size=(3, 3), stride=(1, 1))
    """

    cls_to_become = Conv2d


class LazyConv3d(_LazyConv, Conv3d):
    """A ``Conv3d`` that takes ``in_channels`` from its first input, and then becomes an ordinary one.

    Parameters
    ----------
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel.
    padding : int or tuple of int or str, default 0
        The padding at both ends of each dimension.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border, as for ``Conv3d``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: as ``Conv3d``.

    Call it once, on data of the right size, before the parameters are given to an optimizer.

    References
    ----------
    PyTorch: ``torch.nn.LazyConv3d``.

    Examples
    --------
    >>> layer = torch.nn.LazyConv3d(6, kernel_size=3)
    >>> layer(torch.randn(2, 3, 8, 8, 8)).shape
    torch.Size([2, 6, 6, 6, 6])
    >>> layer
    Conv3d(3, 6, kernel_size=(3, 3, 3), stride=(1, 1, 1))
    """

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvTranspose, ConvTranspose1d):
    """A ``ConvTranspose1d`` that takes ``in_channels`` from its first input, and then becomes an ordinary one.

    Parameters
    ----------
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel in the output.
    padding : int or tuple of int, default 0
        The number of elements cut off at both ends of each dimension.
    output_padding : int or tuple of int, default 0
        Additional size at one end.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border; only ``'zeros'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: as ``ConvTranspose1d``.

    Call it once, on data of the right size, before the parameters are given to an optimizer.

    References
    ----------
    PyTorch: ``torch.nn.LazyConvTranspose1d``.

    Examples
    --------
    >>> layer = torch.nn.LazyConvTranspose1d(6, kernel_size=3)
    >>> layer(torch.randn(2, 3, 8)).shape
    torch.Size([2, 6, 10])
    >>> layer
    ConvTranspose1d(3, 6, kernel_size=(3,), stride=(1,))
    """

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTranspose, ConvTranspose2d):
    """A ``ConvTranspose2d`` that takes ``in_channels`` from its first input, and then becomes an ordinary one.

    Parameters
    ----------
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel in the output.
    padding : int or tuple of int, default 0
        The number of elements cut off at both ends of each dimension.
    output_padding : int or tuple of int, default 0
        Additional size at one end.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border; only ``'zeros'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: as ``ConvTranspose2d``.

    Call it once, on data of the right size, before the parameters are given to an optimizer.

    References
    ----------
    PyTorch: ``torch.nn.LazyConvTranspose2d``.

    Examples
    --------
    >>> layer = torch.nn.LazyConvTranspose2d(6, kernel_size=3)
    >>> layer(torch.randn(2, 3, 8, 8)).shape
    torch.Size([2, 6, 10, 10])
    >>> layer
    ConvTranspose2d(3, 6, kernel_size=(3, 3), stride=(1, 1))
    """

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTranspose, ConvTranspose3d):
    """A ``ConvTranspose3d`` that takes ``in_channels`` from its first input, and then becomes an ordinary one.

    Parameters
    ----------
    out_channels : int
        Channels of the output.
    kernel_size : int or tuple of int
        Size of the kernel.
    stride : int or tuple of int, default 1
        Steps of the kernel in the output.
    padding : int or tuple of int, default 0
        The number of elements cut off at both ends of each dimension.
    output_padding : int or tuple of int, default 0
        Additional size at one end.
    dilation : int or tuple of int, default 1
        Distance of the kernel's elements.
    groups : int, default 1
        Number of separate groups of channels.
    bias : bool, default True
        Whether a bias is added for each output channel.
    padding_mode : str, default 'zeros'
        The values of the added border; only ``'zeros'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: as ``ConvTranspose3d``.

    Call it once, on data of the right size, before the parameters are given to an optimizer.

    References
    ----------
    PyTorch: ``torch.nn.LazyConvTranspose3d``.

    Examples
    --------
    >>> layer = torch.nn.LazyConvTranspose3d(6, kernel_size=3)
    >>> layer(torch.randn(2, 3, 8, 8, 8)).shape
    torch.Size([2, 6, 10, 10, 10])
    >>> layer
    ConvTranspose3d(3, 6, kernel_size=(3, 3, 3), stride=(1, 1, 1))
    """

    cls_to_become = ConvTranspose3d
