"""Dropout."""
from __future__ import annotations

from typing import ClassVar

from .. import functional as F
from .._torch import Tensor
from .module import Module

__all__ = ["AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout"]


class _DropoutNd(Module):
    __constants__: ClassVar[list[str]] = ["p", "inplace"]
    p: float
    inplace: bool

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Probability and flag.

        Examples
        --------
        >>> torch.nn.Dropout(0.5).extra_repr()
        'p=0.5, inplace=False'
        """
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """In training sets each element to 0 with probability ``p``, and divides the others by ``1 - p``.

    In evaluation the input is returned.

    Parameters
    ----------
    p : float, default 0.5
        Probability, in [0, 1].
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Raises
    ------
    ValueError
        If ``p`` is not in [0, 1].

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Srivastava and others (2014), Dropout: a simple way to prevent neural networks from overfitting.

    PyTorch: ``torch.nn.Dropout``.

    Examples
    --------
    >>> sorted(set(torch.nn.Dropout(0.5)(torch.ones(100)).tolist()))
    [0.0, 2.0]
    >>> x = torch.ones(2, 3)
    >>> layer = torch.nn.Dropout(0.25)
    >>> layer(x).shape, bool((layer.eval()(x) == x).all())
    (torch.Size([2, 3]), True)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input, of any shape.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> sorted(set(torch.nn.Dropout(0.5)(torch.ones(100)).tolist()))
        [0.0, 2.0]
        >>> x = torch.ones(2, 3)
        >>> layer = torch.nn.Dropout(0.25)
        >>> layer(x).shape, bool((layer.eval()(x) == x).all())
        (torch.Size([2, 3]), True)
        """
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_DropoutNd):
    """In training sets whole channels of sequences to 0 with probability ``p``, and divides the others by ``1 - p``.

    In evaluation the input is returned.

    Parameters
    ----------
    p : float, default 0.5
        Probability, in [0, 1].
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Raises
    ------
    ValueError
        If ``p`` is not in [0, 1].

    Notes
    -----
    Shape: ``(N, C, L)`` or ``(C, L)``, kept.

    References
    ----------
    Tompson and others (2014), arXiv:1411.4280.

    PyTorch: ``torch.nn.Dropout1d``.

    Examples
    --------
    >>> x = torch.ones(1, 2, 3)
    >>> layer = torch.nn.Dropout1d(0.25)
    >>> layer(x).shape, bool((layer.eval()(x) == x).all())
    (torch.Size([1, 2, 3]), True)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, L)`` or ``(C, L)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> x = torch.ones(1, 2, 3)
        >>> layer = torch.nn.Dropout1d(0.25)
        >>> layer(x).shape, bool((layer.eval()(x) == x).all())
        (torch.Size([1, 2, 3]), True)
        """
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """In training sets whole channels of images to 0 with probability ``p``, and divides the others by ``1 - p``.

    In evaluation the input is returned.

    Parameters
    ----------
    p : float, default 0.5
        Probability, in [0, 1].
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Raises
    ------
    ValueError
        If ``p`` is not in [0, 1].

    Notes
    -----
    Shape: ``(N, C, H, W)`` or ``(N, C, L)``, kept.

    References
    ----------
    Tompson and others (2014), arXiv:1411.4280.

    PyTorch: ``torch.nn.Dropout2d``.

    Examples
    --------
    >>> x = torch.ones(1, 2, 3, 3)
    >>> layer = torch.nn.Dropout2d(0.25)
    >>> layer(x).shape, bool((layer.eval()(x) == x).all())
    (torch.Size([1, 2, 3, 3]), True)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, H, W)`` or ``(N, C, L)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> x = torch.ones(1, 2, 3, 3)
        >>> layer = torch.nn.Dropout2d(0.25)
        >>> layer(x).shape, bool((layer.eval()(x) == x).all())
        (torch.Size([1, 2, 3, 3]), True)
        """
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_DropoutNd):
    """In training sets whole channels of volumes to 0 with probability ``p``, and divides the others by ``1 - p``.

    In evaluation the input is returned.

    Parameters
    ----------
    p : float, default 0.5
        Probability, in [0, 1].
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Raises
    ------
    ValueError
        If ``p`` is not in [0, 1].

    Notes
    -----
    Shape: ``(N, C, D, H, W)`` or ``(C, D, H, W)``, kept.

    References
    ----------
    Tompson and others (2014), arXiv:1411.4280.

    PyTorch: ``torch.nn.Dropout3d``.

    Examples
    --------
    >>> x = torch.ones(1, 2, 2, 2, 2)
    >>> layer = torch.nn.Dropout3d(0.25)
    >>> layer(x).shape, bool((layer.eval()(x) == x).all())
    (torch.Size([1, 2, 2, 2, 2]), True)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, D, H, W)`` or ``(C, D, H, W)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> x = torch.ones(1, 2, 2, 2, 2)
        >>> layer = torch.nn.Dropout3d(0.25)
        >>> layer(x).shape, bool((layer.eval()(x) == x).all())
        (torch.Size([1, 2, 2, 2, 2]), True)
        """
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_DropoutNd):
    """Dropout for ``SELU`` networks: dropped elements saturate, and mean 0 and variance 1 are kept.

    In evaluation the input is returned.

    Parameters
    ----------
    p : float, default 0.5
        Probability, in [0, 1].
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Raises
    ------
    ValueError
        If ``p`` is not in [0, 1].

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Klambauer and others (2017), arXiv:1706.02515.

    PyTorch: ``torch.nn.AlphaDropout``.

    Examples
    --------
    >>> x = torch.ones(2, 3)
    >>> layer = torch.nn.AlphaDropout(0.25)
    >>> layer(x).shape, bool((layer.eval()(x) == x).all())
    (torch.Size([2, 3]), True)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input, of any shape.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> x = torch.ones(2, 3)
        >>> layer = torch.nn.AlphaDropout(0.25)
        >>> layer(x).shape, bool((layer.eval()(x) == x).all())
        (torch.Size([2, 3]), True)
        """
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """Alpha dropout of whole channels.

    In evaluation the input is returned.

    Parameters
    ----------
    p : float, default 0.5
        Probability, in [0, 1].
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Raises
    ------
    ValueError
        If ``p`` is not in [0, 1].

    Notes
    -----
    Shape: ``(N, C, *)``, kept.

    References
    ----------
    Klambauer and others (2017), arXiv:1706.02515.

    PyTorch: ``torch.nn.FeatureAlphaDropout``.

    Examples
    --------
    >>> x = torch.ones(1, 2, 3)
    >>> layer = torch.nn.FeatureAlphaDropout(0.25)
    >>> layer(x).shape, bool((layer.eval()(x) == x).all())
    (torch.Size([1, 2, 3]), True)
    """

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
        >>> x = torch.ones(1, 2, 3)
        >>> layer = torch.nn.FeatureAlphaDropout(0.25)
        >>> layer(x).shape, bool((layer.eval()(x) == x).all())
        (torch.Size([1, 2, 3]), True)
        """
        return F.feature_alpha_dropout(input, self.p, self.training)
