"""Distances between vectors."""
from __future__ import annotations

from .. import functional as F
from .._torch import Tensor
from .module import Module

__all__ = ["CosineSimilarity", "PairwiseDistance"]


class PairwiseDistance(Module):
    """The p-norm of `x1 - x2 + eps` along the last dimension: (N, D), (N, D) to (N)."""

    __constants__ = ["norm", "eps", "keepdim"]

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """(N, D) and (N, D) to (N), or (N, 1) with `keepdim`."""
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class CosineSimilarity(Module):
    """The cosine of the angle between `x1` and `x2` along `dim`."""

    __constants__ = ["dim", "eps"]

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Broadcasts; `dim` is gone from the result."""
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
