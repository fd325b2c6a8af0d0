"""Mixing the channels of groups."""
from __future__ import annotations

from .. import functional as F
from .._torch import Tensor
from .module import Module

__all__ = ["ChannelShuffle"]


class ChannelShuffle(Module):
    """Deals the channels of (N, C, *) out so that every group gets some of each old group."""

    __constants__ = ["groups"]

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        """Shape kept; C must be divisible by `groups`."""
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        """The number of groups."""
        return f"groups={self.groups}"
