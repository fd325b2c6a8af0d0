"""Upsampling."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from .. import functional as F
from .._torch import Tensor
from .module import Module

__all__ = ["Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d"]


class Upsample(Module):
    """Resizes sequences, images or volumes by interpolation.

    Parameters
    ----------
    size : int or tuple of int, optional
        Size of the output; this or ``scale_factor`` is given.
    scale_factor : float or tuple of float, optional
        Factor of the size.
    mode : str, default 'nearest'
        ``'nearest'``, ``'linear'`` (one dimension), ``'bilinear'`` or ``'bicubic'`` (two),
        ``'trilinear'`` (three).
    align_corners : bool, optional
        Whether the corner pixels of input and output coincide; for modes other than ``'nearest'``.
    recompute_scale_factor : bool, optional
        Whether the factor is computed again from the rounded size.

    Notes
    -----
    Shape: input ``(N, C, Win)``, ``(N, C, Hin, Win)`` or ``(N, C, Din, Hin, Win)``, output the same
    with sizes ``floor(in * scale_factor)``.

    References
    ----------
    PyTorch: ``torch.nn.Upsample``.

    Examples
    --------
    >>> x = torch.tensor([[[[0., 9.]]]])
    >>> torch.nn.Upsample(scale_factor=2)(x)
    tensor([[[[0., 0., 9., 9.],
              [0., 0., 9., 9.]]]])
    """

    __constants__: ClassVar[list[str]] = ["size", "scale_factor", "mode", "align_corners", "name", "recompute_scale_factor"]
    name: str

    def __init__(self, size: int | Sequence[int] | None = None, scale_factor: float | Sequence[float] | None = None, mode: str = "nearest",
                 align_corners: bool | None = None,
                 recompute_scale_factor: bool | None = None) -> None:
        super().__init__()
        self.name = type(self).__name__
        self.size = size
        if isinstance(scale_factor, tuple):
            self.scale_factor: Any = tuple(float(factor) for factor in scale_factor)
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None  # type: ignore[arg-type]
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Win)``, ``(N, C, Hin, Win)`` or ``(N, C, Din, Hin, Win)``.

        Returns
        -------
        Tensor
            The same with sizes ``floor(in * scale_factor)``.

        Examples
        --------
        >>> x = torch.tensor([[[[0., 9.]]]])
        >>> torch.nn.Upsample(scale_factor=2)(x)
        tensor([[[[0., 0., 9., 9.],
                  [0., 0., 9., 9.]]]])
        """
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners,
                             recompute_scale_factor=self.recompute_scale_factor)

    def __setstate__(self, state: dict[str, Any]) -> None:
        state.setdefault("recompute_scale_factor", True)
        super().__setstate__(state)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Size or factor, and mode.

        Examples
        --------
        >>> torch.nn.Upsample(scale_factor=2).extra_repr()
        "scale_factor=2.0, mode='nearest'"
        """
        what = f"scale_factor={self.scale_factor!r}" if self.scale_factor is not None else f"size={self.size!r}"
        return f"{what}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Enlarges images by repeating pixels: ``Upsample`` with ``mode='nearest'``.

    Parameters
    ----------
    size : int or tuple of int, optional
        Size of the output; this or ``scale_factor`` is given.
    scale_factor : float or tuple of float, optional
        Factor of the size.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)``, output ``(N, C, Hout, Wout)``.

    References
    ----------
    PyTorch: ``torch.nn.UpsamplingNearest2d``.

    Examples
    --------
    >>> torch.nn.UpsamplingNearest2d(scale_factor=2)(torch.tensor([[[[1., 2.]]]]))
    tensor([[[[1., 1., 2., 2.],
              [1., 1., 2., 2.]]]])
    """

    def __init__(self, size: int | Sequence[int] | None = None, scale_factor: float | Sequence[float] | None = None) -> None:
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Enlarges images by linear interpolation along both dimensions, with aligned corners.

    Parameters
    ----------
    size : int or tuple of int, optional
        Size of the output; this or ``scale_factor`` is given.
    scale_factor : float or tuple of float, optional
        Factor of the size.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)``, output ``(N, C, Hout, Wout)``.

    References
    ----------
    PyTorch: ``torch.nn.UpsamplingBilinear2d``.

    Examples
    --------
    >>> torch.nn.UpsamplingBilinear2d(size=(1, 3))(torch.tensor([[[[1., 2.]]]]))
    tensor([[[[1.0000, 1.5000, 2.0000]]]])
    """

    def __init__(self, size: int | Sequence[int] | None = None, scale_factor: float | Sequence[float] | None = None) -> None:
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)
