"""Pooling."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from .. import functional as F
from .._torch import Tensor
from .module import Module
from .utils import _ntuple, _single

__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d",
    "AdaptiveMaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d", "FractionalMaxPool2d", "FractionalMaxPool3d",
    "LPPool1d", "LPPool2d", "LPPool3d", "MaxPool1d", "MaxPool2d", "MaxPool3d", "MaxUnpool1d", "MaxUnpool2d",
    "MaxUnpool3d",
]


class _MaxPoolNd(Module):
    __constants__: ClassVar[list[str]] = ["kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"]

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1,
                 return_indices: bool = False, ceil_mode: bool = False) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride: Any = stride if stride is not None else kernel_size
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.MaxPool1d(2).extra_repr()
        'kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False'
        """
        return (f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
                f"dilation={self.dilation}, ceil_mode={self.ceil_mode}")


class MaxPool1d(_MaxPoolNd):
    """Largest value of each window of sequences, channel by channel.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        Border of minus infinity at both ends, at most half of the window.
    dilation : int or tuple of int, default 1
        Distance of elements in a window.
    return_indices : bool, default False
        Whether the positions of the maxima are returned, too, for ``MaxUnpool1d``.
    ceil_mode : bool, default False
        Whether sizes are rounded up, so that the last window may extend beyond the end.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``, output ``(N, C, Lout)``; along each dimension
    ``out = floor((in + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.MaxPool1d``.

    Examples
    --------
    >>> torch.nn.MaxPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
    tensor([[5., 4.]])
    """

    def forward(self, input: Tensor) -> Any:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``.

        Returns
        -------
        Tensor
            ``(N, C, Lout)``.

        Examples
        --------
        >>> torch.nn.MaxPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
        tensor([[5., 4.]])
        """
        return F.max_pool1d(input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode,
                            return_indices=self.return_indices)


class MaxPool2d(_MaxPoolNd):
    """Largest value of each window of images, channel by channel.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        Border of minus infinity at both ends, at most half of the window.
    dilation : int or tuple of int, default 1
        Distance of elements in a window.
    return_indices : bool, default False
        Whether the positions of the maxima are returned, too, for ``MaxUnpool2d``.
    ceil_mode : bool, default False
        Whether sizes are rounded up, so that the last window may extend beyond the end.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``, output ``(N, C, Hout, Wout)``; along each
    dimension ``out = floor((in + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.MaxPool2d``.

    Examples
    --------
    >>> torch.nn.MaxPool2d(2)(torch.arange(16.).view(1, 4, 4))
    tensor([[[ 5.,  7.],
             [13., 15.]]])
    """

    def forward(self, input: Tensor) -> Any:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Hout, Wout)``.

        Examples
        --------
        >>> torch.nn.MaxPool2d(2)(torch.arange(16.).view(1, 4, 4))
        tensor([[[ 5.,  7.],
                 [13., 15.]]])
        """
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode,
                            return_indices=self.return_indices)


class MaxPool3d(_MaxPoolNd):
    """Largest value of each window of volumes, channel by channel.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        Border of minus infinity at both ends, at most half of the window.
    dilation : int or tuple of int, default 1
        Distance of elements in a window.
    return_indices : bool, default False
        Whether the positions of the maxima are returned, too, for ``MaxUnpool3d``.
    ceil_mode : bool, default False
        Whether sizes are rounded up, so that the last window may extend beyond the end.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``, output
    ``(N, C, Dout, Hout, Wout)``; along each dimension
    ``out = floor((in + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.MaxPool3d``.

    Examples
    --------
    >>> torch.nn.MaxPool3d(2)(torch.arange(8.).view(1, 2, 2, 2))
    tensor([[[[7.]]]])
    """

    def forward(self, input: Tensor) -> Any:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Dout, Hout, Wout)``.

        Examples
        --------
        >>> torch.nn.MaxPool3d(2)(torch.arange(8.).view(1, 2, 2, 2))
        tensor([[[[7.]]]])
        """
        return F.max_pool3d(input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode,
                            return_indices=self.return_indices)


class _MaxUnpoolNd(Module):
    _dimensions: int

    def __init__(self, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None,
                 padding: int | Sequence[int] = 0) -> None:
        super().__init__()
        parse = _ntuple(self._dimensions)
        self.kernel_size: Any = parse(kernel_size)
        self.stride: Any = parse(stride if stride is not None else kernel_size)
        self.padding: Any = parse(padding)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.MaxUnpool1d(2).extra_repr()
        'kernel_size=(2,), stride=(2,), padding=(0,)'
        """
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """Partial inverse of ``MaxPool1d``: puts the maxima at their original positions, and zeros elsewhere.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        The padding of the pooling.

    Notes
    -----
    Shape: input and indices ``(N, C, Lin)`` or ``(C, Lin)``, output ``(N, C, Lout)``; along each
    dimension ``out = (in - 1) * stride - 2 * padding + kernel_size``, unless ``output_size`` is
    given.

    References
    ----------
    PyTorch: ``torch.nn.MaxUnpool1d``.

    Examples
    --------
    >>> pool = torch.nn.MaxPool1d(2, return_indices=True)
    >>> values, where = pool(torch.tensor([[1., 5., 2., 4.]]))
    >>> torch.nn.MaxUnpool1d(2)(values, where)
    tensor([[0., 5., 0., 4.]])
    """

    _dimensions = 1

    def forward(self, input: Tensor, indices: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """Compute the output.

        Parameters
        ----------
        input : Tensor
            The maxima, ``(N, C, Lin)`` or ``(C, Lin)``.
        indices : Tensor
            Their indices, as ``MaxPool1d`` returned.
        output_size : list of int, optional
            Size of the output, if several are possible.

        Returns
        -------
        Tensor
            ``(N, C, Lout)``.

        Examples
        --------
        >>> values, where = torch.nn.MaxPool1d(2, return_indices=True)(torch.tensor([[1., 5., 2., 4.]]))
        >>> torch.nn.MaxUnpool1d(2)(values, where, output_size=[4]).shape
        torch.Size([1, 4])
        """
        return F.max_unpool1d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool2d(_MaxUnpoolNd):
    """Partial inverse of ``MaxPool2d``: puts the maxima at their original positions, and zeros elsewhere.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        The padding of the pooling.

    Notes
    -----
    Shape: input and indices ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``, output ``(N, C, Hout, Wout)``;
    along each dimension ``out = (in - 1) * stride - 2 * padding + kernel_size``, unless ``output_size``
    is given.

    References
    ----------
    PyTorch: ``torch.nn.MaxUnpool2d``.

    Examples
    --------
    >>> pool = torch.nn.MaxPool2d(2, return_indices=True)
    >>> values, where = pool(torch.arange(16.).view(1, 4, 4))
    >>> torch.nn.MaxUnpool2d(2)(values, where)
    tensor([[[ 0.,  0.,  0.,  0.],
             [ 0.,  5.,  0.,  7.],
             [ 0.,  0.,  0.,  0.],
             [ 0., 13.,  0., 15.]]])
    """

    _dimensions = 2

    def forward(self, input: Tensor, indices: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """Compute the output.

        Parameters
        ----------
        input : Tensor
            The maxima, ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``.
        indices : Tensor
            Their indices, as ``MaxPool2d`` returned.
        output_size : list of int, optional
            Size of the output, if several are possible.

        Returns
        -------
        Tensor
            ``(N, C, Hout, Wout)``.

        Examples
        --------
        >>> values, where = torch.nn.MaxPool2d(2, return_indices=True)(torch.arange(16.).view(1, 4, 4))
        >>> torch.nn.MaxUnpool2d(2)(values, where, output_size=[4, 4]).shape
        torch.Size([1, 4, 4])
        """
        return F.max_unpool2d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool3d(_MaxUnpoolNd):
    """Partial inverse of ``MaxPool3d``: puts the maxima at their original positions, and zeros elsewhere.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        The padding of the pooling.

    Notes
    -----
    Shape: input and indices ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``, output
    ``(N, C, Dout, Hout, Wout)``; along each dimension
    ``out = (in - 1) * stride - 2 * padding + kernel_size``, unless ``output_size`` is given.

    References
    ----------
    PyTorch: ``torch.nn.MaxUnpool3d``.

    Examples
    --------
    >>> pool = torch.nn.MaxPool3d(2, return_indices=True)
    >>> values, where = pool(torch.arange(8.).view(1, 2, 2, 2))
    >>> torch.nn.MaxUnpool3d(2)(values, where)
    tensor([[[[0., 0.],
              [0., 0.]],
    <BLANKLINE>
             [[0., 0.],
              [0., 7.]]]])
    """

    _dimensions = 3

    def forward(self, input: Tensor, indices: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """Compute the output.

        Parameters
        ----------
        input : Tensor
            The maxima, ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``.
        indices : Tensor
            Their indices, as ``MaxPool3d`` returned.
        output_size : list of int, optional
            Size of the output, if several are possible.

        Returns
        -------
        Tensor
            ``(N, C, Dout, Hout, Wout)``.

        Examples
        --------
        >>> values, where = torch.nn.MaxPool3d(2, return_indices=True)(torch.ones(1, 2, 2, 3))
        >>> torch.nn.MaxUnpool3d(2)(values, where, output_size=[2, 2, 3]).shape
        torch.Size([1, 2, 2, 3])
        """
        return F.max_unpool3d(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class _AvgPoolNd(Module):
    __constants__: ClassVar[list[str]] = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"]
    kernel_size: Any
    stride: Any
    padding: Any

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Window, step and padding.

        Examples
        --------
        >>> torch.nn.AvgPool1d(2).extra_repr()
        'kernel_size=(2,), stride=(2,), padding=(0,)'
        """
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    """Mean of each window of sequences, channel by channel.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        Border of zeros at both ends, at most half of the window.
    ceil_mode : bool, default False
        Whether sizes are rounded up, so that the last window may extend beyond the end.
    count_include_pad : bool, default True
        Whether zeros of the border count as elements.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``, output ``(N, C, Lout)``; along each dimension
    ``out = floor((in + 2 * padding - kernel_size) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.AvgPool1d``.

    Examples
    --------
    >>> torch.nn.AvgPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
    tensor([[3., 3.]])
    """

    def __init__(self, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] = 0,
                 ceil_mode: bool = False,
                 count_include_pad: bool = True) -> None:
        super().__init__()
        self.kernel_size: Any = _single(kernel_size)
        self.stride: Any = _single(stride if stride is not None else kernel_size)
        self.padding: Any = _single(padding)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``.

        Returns
        -------
        Tensor
            ``(N, C, Lout)``.

        Examples
        --------
        >>> torch.nn.AvgPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
        tensor([[3., 3.]])
        """
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)


class _AvgPoolWithDivisor(_AvgPoolNd):
    """What AvgPool2d and AvgPool3d share: the number that sums are divided by may be given."""

    __constants__: ClassVar[list[str]] = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", "divisor_override"]

    def __init__(self, kernel_size: int | Sequence[int], stride: int | Sequence[int] | None = None, padding: int | Sequence[int] = 0,
                 ceil_mode: bool = False,
                 count_include_pad: bool = True, divisor_override: int | None = None) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride: Any = stride if stride is not None else kernel_size
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override


class AvgPool2d(_AvgPoolWithDivisor):
    """Mean of each window of images, channel by channel.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        Border of zeros at both ends, at most half of the window.
    ceil_mode : bool, default False
        Whether sizes are rounded up, so that the last window may extend beyond the end.
    count_include_pad : bool, default True
        Whether zeros of the border count as elements.
    divisor_override : int, optional
        The divisor of sums, instead of the number of elements.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``, output ``(N, C, Hout, Wout)``; along each
    dimension ``out = floor((in + 2 * padding - kernel_size) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.AvgPool2d``.

    Examples
    --------
    >>> torch.nn.AvgPool2d(2)(torch.arange(16.).view(1, 4, 4))
    tensor([[[ 2.5000,  4.5000],
             [10.5000, 12.5000]]])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Hout, Wout)``.

        Examples
        --------
        >>> torch.nn.AvgPool2d(2)(torch.arange(16.).view(1, 4, 4))
        tensor([[[ 2.5000,  4.5000],
                 [10.5000, 12.5000]]])
        """
        return F.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
                            self.divisor_override)


class AvgPool3d(_AvgPoolWithDivisor):
    """Mean of each window of volumes, channel by channel.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    padding : int or tuple of int, default 0
        Border of zeros at both ends, at most half of the window.
    ceil_mode : bool, default False
        Whether sizes are rounded up, so that the last window may extend beyond the end.
    count_include_pad : bool, default True
        Whether zeros of the border count as elements.
    divisor_override : int, optional
        The divisor of sums, instead of the number of elements.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``, output
    ``(N, C, Dout, Hout, Wout)``; along each dimension
    ``out = floor((in + 2 * padding - kernel_size) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.AvgPool3d``.

    Examples
    --------
    >>> torch.nn.AvgPool3d(2)(torch.arange(8.).view(1, 2, 2, 2))
    tensor([[[[3.5000]]]])
    """

    def __setstate__(self, state: dict[str, Any]) -> None:  # of old files, which lack the options
        super().__setstate__({"padding": 0, "ceil_mode": False, "count_include_pad": True, **state})

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Dout, Hout, Wout)``.

        Examples
        --------
        >>> torch.nn.AvgPool3d(2)(torch.arange(8.).view(1, 2, 2, 2))
        tensor([[[[3.5000]]]])
        """
        return F.avg_pool3d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
                            self.divisor_override)


class _FractionalMaxPoolNd(Module):
    """Base of fractional pooling: exactly one of output size and ratio, and optional random samples."""

    __constants__: ClassVar[list[str]] = ["kernel_size", "return_indices", "output_size", "output_ratio"]
    _dimensions: int
    _random_samples: Tensor | None

    def __init__(self, kernel_size: Any, output_size: Any = None, output_ratio: Any = None,
                 return_indices: bool = False,
                 _random_samples: Tensor | None = None) -> None:
        super().__init__()
        parse, name = _ntuple(self._dimensions), type(self).__name__
        self.kernel_size: Any = parse(kernel_size)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size: Any | None = parse(output_size) if output_size is not None else None
        self.output_ratio: Any | None = parse(output_ratio) if output_ratio is not None else None
        if output_size is None and output_ratio is None:
            raise ValueError(f"{name} requires specifying either an output size, or a pooling ratio")
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if self.output_ratio is not None and not all(0 < r < 1 for r in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """Maxima of windows of images at random places, so that sizes shrink by any factor.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    output_size : int or tuple of int, optional
        Size of the output; this or ``output_ratio`` is given.
    output_ratio : float or tuple of float, optional
        Size of the output as a share in (0, 1) of that of the input.
    return_indices : bool, default False
        Whether the positions of the maxima are returned, too.
    _random_samples : Tensor, optional
        ``(N, C, 2)`` numbers in [0, 1) that place the windows; None draws them.

    Raises
    ------
    ValueError
        If both or neither of size and ratio are given, or a ratio is not in (0, 1).

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``, output ``(N, C, Hout, Wout)``.

    References
    ----------
    Graham (2014), arXiv:1412.6071.

    PyTorch: ``torch.nn.FractionalMaxPool2d``.

    Examples
    --------
    >>> pool = torch.nn.FractionalMaxPool2d(2, output_size=5)
    >>> pool(torch.randn(1, 1, 8, 8)).shape
    torch.Size([1, 1, 5, 5])
    """

    _dimensions = 2

    def forward(self, input: Tensor) -> Any:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Hout, Wout)``.

        Examples
        --------
        >>> pool = torch.nn.FractionalMaxPool2d(2, output_size=5)
        >>> pool(torch.randn(1, 1, 8, 8)).shape
        torch.Size([1, 1, 5, 5])
        """
        return F.fractional_max_pool2d(input, self.kernel_size, self.output_size, self.output_ratio,
                                       self.return_indices,
                                       _random_samples=self._random_samples)


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """Maxima of windows of volumes at random places, so that sizes shrink by any factor.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the windows.
    output_size : int or tuple of int, optional
        Size of the output; this or ``output_ratio`` is given.
    output_ratio : float or tuple of float, optional
        Size of the output as a share in (0, 1) of that of the input.
    return_indices : bool, default False
        Whether the positions of the maxima are returned, too.
    _random_samples : Tensor, optional
        ``(N, C, 3)`` numbers in [0, 1) that place the windows; None draws them.

    Raises
    ------
    ValueError
        If both or neither of size and ratio are given, or a ratio is not in (0, 1).

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``, output
    ``(N, C, Dout, Hout, Wout)``.

    References
    ----------
    Graham (2014), arXiv:1412.6071.

    PyTorch: ``torch.nn.FractionalMaxPool3d``.

    Examples
    --------
    >>> pool = torch.nn.FractionalMaxPool3d(2, output_size=3)
    >>> pool(torch.randn(1, 1, 8, 8, 8)).shape
    torch.Size([1, 1, 3, 3, 3])
    """

    _dimensions = 3

    def forward(self, input: Tensor) -> Any:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Dout, Hout, Wout)``.

        Examples
        --------
        >>> pool = torch.nn.FractionalMaxPool3d(2, output_size=3)
        >>> pool(torch.randn(1, 1, 8, 8, 8)).shape
        torch.Size([1, 1, 3, 3, 3])
        """
        return F.fractional_max_pool3d(input, self.kernel_size, self.output_size, self.output_ratio,
                                       self.return_indices,
                                       _random_samples=self._random_samples)


class _LPPoolNd(Module):
    __constants__: ClassVar[list[str]] = ["norm_type", "kernel_size", "stride", "ceil_mode"]

    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.LPPool1d(2, 2).extra_repr()
        'norm_type=2, kernel_size=2, stride=None, ceil_mode=False'
        """
        return (f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, "
                f"ceil_mode={self.ceil_mode}")


class LPPool1d(_LPPoolNd):
    """The ``p``-norm ``(sum x**p)**(1/p)`` of each window of sequences.

    Parameters
    ----------
    norm_type : float
        The power ``p``; 1 gives sums.
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    ceil_mode : bool, default False
        Whether sizes are rounded up.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``, output ``(N, C, Lout)``; along each dimension
    ``out = floor((in - kernel_size) / stride) + 1``.

    The gradient at a window of zeros is 0.

    References
    ----------
    PyTorch: ``torch.nn.LPPool1d``.

    Examples
    --------
    >>> torch.nn.LPPool1d(2, 2)(torch.ones(1, 1, 4)).shape
    torch.Size([1, 1, 2])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``.

        Returns
        -------
        Tensor
            ``(N, C, Lout)``.

        Examples
        --------
        >>> torch.nn.LPPool1d(2, 2)(torch.ones(1, 1, 4)).shape
        torch.Size([1, 1, 2])
        """
        return F.lp_pool1d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool2d(_LPPoolNd):
    """The ``p``-norm ``(sum x**p)**(1/p)`` of each window of images.

    Parameters
    ----------
    norm_type : float
        The power ``p``; 1 gives sums.
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    ceil_mode : bool, default False
        Whether sizes are rounded up.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``, output ``(N, C, Hout, Wout)``; along each
    dimension ``out = floor((in - kernel_size) / stride) + 1``.

    The gradient at a window of zeros is 0.

    References
    ----------
    PyTorch: ``torch.nn.LPPool2d``.

    Examples
    --------
    >>> torch.nn.LPPool2d(2, 2)(torch.ones(1, 1, 4, 4)).shape
    torch.Size([1, 1, 2, 2])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Hout, Wout)``.

        Examples
        --------
        >>> torch.nn.LPPool2d(2, 2)(torch.ones(1, 1, 4, 4)).shape
        torch.Size([1, 1, 2, 2])
        """
        return F.lp_pool2d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class LPPool3d(_LPPoolNd):
    """The ``p``-norm ``(sum x**p)**(1/p)`` of each window of volumes.

    Parameters
    ----------
    norm_type : float
        The power ``p``; 1 gives sums.
    kernel_size : int or tuple of int
        Size of the windows.
    stride : int or tuple of int, optional
        Steps of the windows; None is ``kernel_size``.
    ceil_mode : bool, default False
        Whether sizes are rounded up.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``, output
    ``(N, C, Dout, Hout, Wout)``; along each dimension ``out = floor((in - kernel_size) / stride) + 1``.

    The gradient at a window of zeros is 0.

    References
    ----------
    PyTorch: ``torch.nn.LPPool3d``.

    Examples
    --------
    >>> torch.nn.LPPool3d(2, 2)(torch.ones(1, 1, 4, 4, 4)).shape
    torch.Size([1, 1, 2, 2, 2])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Dout, Hout, Wout)``.

        Examples
        --------
        >>> torch.nn.LPPool3d(2, 2)(torch.ones(1, 1, 4, 4, 4)).shape
        torch.Size([1, 1, 2, 2, 2])
        """
        return F.lp_pool3d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)


class _AdaptiveMaxPoolNd(Module):
    __constants__: ClassVar[list[str]] = ["output_size", "return_indices"]

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The output size.

        Examples
        --------
        >>> torch.nn.AdaptiveMaxPool1d(2).extra_repr()
        'output_size=2'
        """
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """Maxima of windows of sequences, chosen so that the output has a given size.

    Parameters
    ----------
    output_size : int or tuple of int
        Size of the output.
    return_indices : bool, default False
        Whether the positions of the maxima are returned, too.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``, output ``(N, C, Lout)`` with the given size.

    References
    ----------
    PyTorch: ``torch.nn.AdaptiveMaxPool1d``.

    Examples
    --------
    >>> torch.nn.AdaptiveMaxPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
    tensor([[5., 4.]])
    """

    def forward(self, input: Tensor) -> Any:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``.

        Returns
        -------
        Tensor
            ``(N, C, Lout)`` with the given size.

        Examples
        --------
        >>> torch.nn.AdaptiveMaxPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
        tensor([[5., 4.]])
        """
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """Maxima of windows of images, chosen so that the output has a given size.

    Parameters
    ----------
    output_size : int, None or tuple of them
        Size of the output; None keeps the size of the input along a dimension.
    return_indices : bool, default False
        Whether the positions of the maxima are returned, too.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``, output ``(N, C, Hout, Wout)`` with the given
    size.

    References
    ----------
    PyTorch: ``torch.nn.AdaptiveMaxPool2d``.

    Examples
    --------
    >>> torch.nn.AdaptiveMaxPool2d(2)(torch.arange(16.).view(1, 4, 4))
    tensor([[[ 5.,  7.],
             [13., 15.]]])
    """

    def forward(self, input: Tensor) -> Any:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Hout, Wout)`` with the given size.

        Examples
        --------
        >>> torch.nn.AdaptiveMaxPool2d(2)(torch.arange(16.).view(1, 4, 4))
        tensor([[[ 5.,  7.],
                 [13., 15.]]])
        """
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """Maxima of windows of volumes, chosen so that the output has a given size.

    Parameters
    ----------
    output_size : int, None or tuple of them
        Size of the output; None keeps the size of the input along a dimension.
    return_indices : bool, default False
        Whether the positions of the maxima are returned, too.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``, output
    ``(N, C, Dout, Hout, Wout)`` with the given size.

    References
    ----------
    PyTorch: ``torch.nn.AdaptiveMaxPool3d``.

    Examples
    --------
    >>> torch.nn.AdaptiveMaxPool3d(2)(torch.arange(8.).view(1, 2, 2, 2))
    tensor([[[[0., 1.],
              [2., 3.]],
    <BLANKLINE>
             [[4., 5.],
              [6., 7.]]]])
    """

    def forward(self, input: Tensor) -> Any:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Dout, Hout, Wout)`` with the given size.

        Examples
        --------
        >>> torch.nn.AdaptiveMaxPool3d(2)(torch.arange(8.).view(1, 2, 2, 2))
        tensor([[[[0., 1.],
                  [2., 3.]],
        <BLANKLINE>
                 [[4., 5.],
                  [6., 7.]]]])
        """
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _AdaptiveAvgPoolNd(Module):
    __constants__: ClassVar[list[str]] = ["output_size"]

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The output size.

        Examples
        --------
        >>> torch.nn.AdaptiveAvgPool1d(2).extra_repr()
        'output_size=2'
        """
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """Means of windows of sequences, chosen so that the output has a given size.

    Parameters
    ----------
    output_size : int or tuple of int
        Size of the output.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``, output ``(N, C, Lout)`` with the given size.

    Window ``i`` of ``n`` along a dimension of size ``s`` runs from ``floor(i * s / n)`` to
    ``ceil((i + 1) * s / n)``.

    References
    ----------
    PyTorch: ``torch.nn.AdaptiveAvgPool1d``.

    Examples
    --------
    >>> torch.nn.AdaptiveAvgPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
    tensor([[3., 3.]])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``.

        Returns
        -------
        Tensor
            ``(N, C, Lout)`` with the given size.

        Examples
        --------
        >>> torch.nn.AdaptiveAvgPool1d(2)(torch.tensor([[1., 5., 2., 4.]]))
        tensor([[3., 3.]])
        """
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """Means of windows of images, chosen so that the output has a given size.

    Parameters
    ----------
    output_size : int, None or tuple of them
        Size of the output; None keeps the size of the input along a dimension.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``, output ``(N, C, Hout, Wout)`` with the given
    size.

    Window ``i`` of ``n`` along a dimension of size ``s`` runs from ``floor(i * s / n)`` to
    ``ceil((i + 1) * s / n)``.

    References
    ----------
    PyTorch: ``torch.nn.AdaptiveAvgPool2d``.

    Examples
    --------
    >>> torch.nn.AdaptiveAvgPool2d(2)(torch.arange(16.).view(1, 4, 4))
    tensor([[[ 2.5000,  4.5000],
             [10.5000, 12.5000]]])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Hout, Wout)`` with the given size.

        Examples
        --------
        >>> torch.nn.AdaptiveAvgPool2d(2)(torch.arange(16.).view(1, 4, 4))
        tensor([[[ 2.5000,  4.5000],
                 [10.5000, 12.5000]]])
        """
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """Means of windows of volumes, chosen so that the output has a given size.

    Parameters
    ----------
    output_size : int, None or tuple of them
        Size of the output; None keeps the size of the input along a dimension.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``, output
    ``(N, C, Dout, Hout, Wout)`` with the given size.

    Window ``i`` of ``n`` along a dimension of size ``s`` runs from ``floor(i * s / n)`` to
    ``ceil((i + 1) * s / n)``.

    References
    ----------
    PyTorch: ``torch.nn.AdaptiveAvgPool3d``.

    Examples
    --------
    >>> torch.nn.AdaptiveAvgPool3d(2)(torch.arange(8.).view(1, 2, 2, 2))
    tensor([[[[0., 1.],
              [2., 3.]],
    <BLANKLINE>
             [[4., 5.],
              [6., 7.]]]])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``.

        Returns
        -------
        Tensor
            ``(N, C, Dout, Hout, Wout)`` with the given size.

        Examples
        --------
        >>> torch.nn.AdaptiveAvgPool3d(2)(torch.arange(8.).view(1, 2, 2, 2))
        tensor([[[[0., 1.],
                  [2., 3.]],
        <BLANKLINE>
                 [[4., 5.],
                  [6., 7.]]]])
        """
        return F.adaptive_avg_pool3d(input, self.output_size)
