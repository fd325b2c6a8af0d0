"""Distances between vectors."""
from __future__ import annotations

from typing import ClassVar

from .. import functional as F
from .._torch import Tensor
from .module import Module

__all__ = ["CosineSimilarity", "PairwiseDistance"]


class PairwiseDistance(Module):
    """Distance of two vectors: the ``p``-norm of ``x1 - x2 + eps`` along the last dimension.

    Parameters
    ----------
    p : float, default 2.0
        Order of the norm.
    eps : float, default 1e-06
        Added to differences, for a finite gradient at 0.
    keepdim : bool, default False
        Whether the last dimension is kept, with size 1.

    Notes
    -----
    Shape: inputs ``(N, D)`` or ``(D,)``, output ``(N,)`` or ``()``.

    References
    ----------
    PyTorch: ``torch.nn.PairwiseDistance``.

    Examples
    --------
    >>> torch.nn.PairwiseDistance()(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """

    __constants__: ClassVar[list[str]] = ["norm", "eps", "keepdim"]

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        x1 : Tensor
            First vectors: ``(N, D)`` or ``(D,)``.
        x2 : Tensor
            Second vectors, of the same shape.

        Returns
        -------
        Tensor
            ``(N,)`` or ``()``.

        Examples
        --------
        >>> torch.nn.PairwiseDistance()(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
        tensor([5.0000])
        """
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class CosineSimilarity(Module):
    """Cosine of the angle of two vectors: ``x1 . x2 / max(|x1| * |x2|, eps)`` along a dimension.

    Parameters
    ----------
    dim : int, default 1
        The dimension of the vectors.
    eps : float, default 1e-08
        Smallest denominator.

    Notes
    -----
    Shape: inputs ``(*1, D, *2)``, output ``(*1, *2)``.

    References
    ----------
    PyTorch: ``torch.nn.CosineSimilarity``.

    Examples
    --------
    >>> torch.nn.CosineSimilarity()(torch.tensor([[1., 0.]]), torch.tensor([[3., 4.]]))
    tensor([0.6000])
    """

    __constants__: ClassVar[list[str]] = ["dim", "eps"]

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        x1 : Tensor
            First vectors: ``(*1, D, *2)``.
        x2 : Tensor
            Second vectors, of the same shape.

        Returns
        -------
        Tensor
            ``(*1, *2)``.

        Examples
        --------
        >>> torch.nn.CosineSimilarity()(torch.tensor([[1., 0.]]), torch.tensor([[3., 4.]]))
        tensor([0.6000])
        """
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
