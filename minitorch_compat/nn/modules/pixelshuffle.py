"""Channels to pixels and back."""
from __future__ import annotations

from typing import ClassVar

from .. import functional as F
from .._torch import Tensor
from .module import Module

__all__ = ["PixelShuffle", "PixelUnshuffle"]


class PixelShuffle(Module):
    """Rearranges channels into pixels, which enlarges images by a factor ``r``.

    Parameters
    ----------
    upscale_factor : int
        The factor ``r``.

    Notes
    -----
    Shape: input ``(*, C * r**2, H, W)``, output ``(*, C, H * r, W * r)``.

    References
    ----------
    Shi and others (2016), arXiv:1609.05158.

    PyTorch: ``torch.nn.PixelShuffle``.

    Examples
    --------
    >>> torch.nn.PixelShuffle(2)(torch.arange(4.).view(1, 4, 1, 1))
    tensor([[[[0., 1.],
              [2., 3.]]]])
    """

    __constants__: ClassVar[list[str]] = ["upscale_factor"]

    def __init__(self, upscale_factor: int) -> None:
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(*, C * r**2, H, W)``.

        Returns
        -------
        Tensor
            ``(*, C, H * r, W * r)``.

        Examples
        --------
        >>> torch.nn.PixelShuffle(2)(torch.arange(4.).view(1, 4, 1, 1))
        tensor([[[[0., 1.],
                  [2., 3.]]]])
        """
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The factor.

        Examples
        --------
        >>> torch.nn.PixelShuffle(2).extra_repr()
        'upscale_factor=2'
        """
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """Rearranges pixels into channels: the inverse of ``PixelShuffle``.

    Parameters
    ----------
    downscale_factor : int
        The factor ``r``, which divides height and width.

    Notes
    -----
    Shape: input ``(*, C, H * r, W * r)``, output ``(*, C * r**2, H, W)``.

    References
    ----------
    Shi and others (2016), arXiv:1609.05158.

    PyTorch: ``torch.nn.PixelUnshuffle``.

    Examples
    --------
    >>> torch.nn.PixelUnshuffle(2)(torch.arange(4.).view(1, 1, 2, 2)).flatten()
    tensor([0., 1., 2., 3.])
    """

    __constants__: ClassVar[list[str]] = ["downscale_factor"]

    def __init__(self, downscale_factor: int) -> None:
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(*, C, H * r, W * r)``.

        Returns
        -------
        Tensor
            ``(*, C * r**2, H, W)``.

        Examples
        --------
        >>> torch.nn.PixelUnshuffle(2)(torch.arange(4.).view(1, 1, 2, 2)).flatten()
        tensor([0., 1., 2., 3.])
        """
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The factor.

        Examples
        --------
        >>> torch.nn.PixelUnshuffle(2).extra_repr()
        'downscale_factor=2'
        """
        return f"downscale_factor={self.downscale_factor}"
