"""Changing the number of dimensions."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from .._torch import Tensor
from .module import Module

__all__ = ["Flatten", "Unflatten"]


class Flatten(Module):
    """Merges several dimensions into one; by default all but the first.

    Parameters
    ----------
    start_dim : int, default 1
        The first of them.
    end_dim : int, default -1
        The last of them.

    Notes
    -----
    Shape: input ``(*, S_start, ..., S_end, *)``, output ``(*, S_start * ... * S_end, *)``.

    References
    ----------
    PyTorch: ``torch.nn.Flatten``.

    Examples
    --------
    >>> torch.nn.Flatten()(torch.zeros(2, 3, 4)).shape
    torch.Size([2, 12])
    """

    __constants__: ClassVar[list[str]] = ["start_dim", "end_dim"]

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(*, S_start, ..., S_end, *)``.

        Returns
        -------
        Tensor
            ``(*, S_start * ... * S_end, *)``.

        Examples
        --------
        >>> torch.nn.Flatten()(torch.zeros(2, 3, 4)).shape
        torch.Size([2, 12])
        """
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Both ends.

        Examples
        --------
        >>> torch.nn.Flatten().extra_repr()
        'start_dim=1, end_dim=-1'
        """
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Splits one dimension into several: the inverse of ``Flatten``.

    Parameters
    ----------
    dim : int or str
        The dimension, by number or name.
    unflattened_size : tuple of int
        The new sizes; one may be -1. For a named dimension ``(name, size)`` pairs.

    Raises
    ------
    TypeError
        If sizes are of another type.

    Notes
    -----
    Shape: input ``(*, S, *)``, output ``(*, *unflattened_size, *)``.

    References
    ----------
    PyTorch: ``torch.nn.Unflatten``.

    Examples
    --------
    >>> torch.nn.Unflatten(1, (3, -1))(torch.zeros(2, 12)).shape
    torch.Size([2, 3, 4])
    """

    __constants__: ClassVar[list[str]] = ["dim", "unflattened_size"]

    def __init__(self, dim: int, unflattened_size: Sequence[int]) -> None:
        super().__init__()
        self._require_tuple_int(unflattened_size)
        self.dim = dim
        self.unflattened_size = unflattened_size

    def _require_tuple_int(self, input: Any) -> None:
        if not isinstance(input, (tuple, list)):
            raise TypeError(f"unflattened_size must be a tuple of ints, but found type {type(input).__name__}")
        for i, size in enumerate(input):
            if not isinstance(size, int):
                raise TypeError("unflattened_size must be tuple of ints, but found element of type "
                                f"{type(size).__name__} at pos {i}")

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(*, S, *)``.

        Returns
        -------
        Tensor
            ``(*, *unflattened_size, *)``.

        Examples
        --------
        >>> torch.nn.Unflatten(1, (3, -1))(torch.zeros(2, 12)).shape
        torch.Size([2, 3, 4])
        """
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Dimension and sizes.

        Examples
        --------
        >>> torch.nn.Unflatten(1, (3, -1)).extra_repr()
        'dim=1, unflattened_size=(3, -1)'
        """
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
