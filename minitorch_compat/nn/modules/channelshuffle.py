"""Interleaving the channels of groups."""
from __future__ import annotations

from typing import ClassVar

from .. import functional as F
from .._torch import Tensor
from .module import Module

__all__ = ["ChannelShuffle"]


class ChannelShuffle(Module):
    """Rearranges channels so that each group has channels of all former groups.

    Parameters
    ----------
    groups : int
        Number of groups; divides the number of channels.

    Notes
    -----
    Shape: input ``(N, C, *)``, output the same.

    References
    ----------
    Zhang and others (2017), arXiv:1707.01083.

    PyTorch: ``torch.nn.ChannelShuffle``.

    Examples
    --------
    >>> torch.nn.ChannelShuffle(2)(torch.arange(4.).view(1, 4, 1, 1)).flatten()
    tensor([0., 2., 1., 3.])
    """

    __constants__: ClassVar[list[str]] = ["groups"]

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, *)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> torch.nn.ChannelShuffle(2)(torch.arange(4.).view(1, 4, 1, 1)).flatten()
        tensor([0., 2., 1., 3.])
        """
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The number of groups.

        Examples
        --------
        >>> torch.nn.ChannelShuffle(2).extra_repr()
        'groups=2'
        """
        return f"groups={self.groups}"
