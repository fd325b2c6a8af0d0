"""Sliding windows to columns and back."""
from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from .. import functional as F
from .._torch import Tensor
from .module import Module

__all__ = ["Fold", "Unfold"]


class Fold(Module):
    """Composes images from patches, which are added where they overlap: the adjoint of ``Unfold``.

    Parameters
    ----------
    output_size : int or tuple of int
        Height and width of the images.
    kernel_size : int or tuple of int
        Size of the patches.
    dilation : int or tuple of int, default 1
        Distance of elements in a patch.
    padding : int or tuple of int, default 0
        Border of zeros around the images.
    stride : int or tuple of int, default 1
        Steps of the patches.

    Notes
    -----
    Shape: input ``(N, C * kh * kw, L)`` or without ``N``, output ``(N, C, H, W)``; ``L`` is the number
    of patches.

    References
    ----------
    PyTorch: ``torch.nn.Fold``.

    Examples
    --------
    >>> torch.nn.Fold((3, 3), 2)(torch.ones(1, 4, 4))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """

    __constants__: ClassVar[list[str]] = ["output_size", "kernel_size", "dilation", "padding", "stride"]

    def __init__(self, output_size: int | Sequence[int], kernel_size: int | Sequence[int], dilation: int | Sequence[int] = 1,
                 padding: int | Sequence[int] = 0,
                 stride: int | Sequence[int] = 1) -> None:
        super().__init__()
        self.output_size = output_size
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C * kh * kw, L)`` or without ``N``.

        Returns
        -------
        Tensor
            ``(N, C, H, W)``.

        Examples
        --------
        >>> torch.nn.Fold((3, 3), 2)(torch.ones(1, 4, 4))
        tensor([[[[1., 2., 1.],
                  [2., 4., 2.],
                  [1., 2., 1.]]]])
        """
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.Fold((3, 3), 2).extra_repr()
        'output_size=(3, 3), kernel_size=2, dilation=1, padding=0, stride=1'
        """
        return (f"output_size={self.output_size}, kernel_size={self.kernel_size}, dilation={self.dilation}, "
                f"padding={self.padding}, stride={self.stride}")


class Unfold(Module):
    """Patches of images as columns, with which a convolution multiplies its kernels.

    Parameters
    ----------
    kernel_size : int or tuple of int
        Size of the patches.
    dilation : int or tuple of int, default 1
        Distance of elements in a patch.
    padding : int or tuple of int, default 0
        Border of zeros around the images.
    stride : int or tuple of int, default 1
        Steps of the patches.

    Notes
    -----
    Shape: input ``(N, C, H, W)`` or without ``N``, output ``(N, C * kh * kw, L)``; ``L`` is the number
    of patches, the product over both dimensions of
    ``floor((size + 2 * padding - dilation * (kernel_size - 1) - 1) / stride) + 1``.

    References
    ----------
    PyTorch: ``torch.nn.Unfold``.

    Examples
    --------
    >>> torch.nn.Unfold(2)(torch.arange(6.).view(1, 1, 2, 3))
    tensor([[[0., 1.],
             [1., 2.],
             [3., 4.],
             [4., 5.]]])
    """

    __constants__: ClassVar[list[str]] = ["kernel_size", "dilation", "padding", "stride"]

    def __init__(self, kernel_size: int | Sequence[int], dilation: int | Sequence[int] = 1, padding: int | Sequence[int] = 0,
                 stride: int | Sequence[int] = 1) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, H, W)`` or without ``N``.

        Returns
        -------
        Tensor
            ``(N, C * kh * kw, L)``.

        Examples
        --------
        >>> torch.nn.Unfold(2)(torch.arange(6.).view(1, 1, 2, 3))
        tensor([[[0., 1.],
                 [1., 2.],
                 [3., 4.],
                 [4., 5.]]])
        """
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.Unfold(2).extra_repr()
        'kernel_size=2, dilation=1, padding=0, stride=1'
        """
        return (f"kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, "
                f"stride={self.stride}")
