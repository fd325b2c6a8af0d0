"""Padding."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from .. import functional as F
from .._torch import Tensor
from .module import Module
from .utils import _ntuple, _pair, _quadruple

__all__ = [
    "CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d",
    "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d",
    "ZeroPad1d", "ZeroPad2d", "ZeroPad3d",
]

_sextuple = _ntuple(6, "_sextuple")


class _CircularPadNd(Module):
    __constants__: ClassVar[list[str]] = ["padding"]
    padding: Any

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

        Returns
        -------
        Tensor
            ``(N, C, Lout)`` or ``(C, Lout)``, where the length has grown by both pads.

        Examples
        --------
        >>> torch.nn.CircularPad1d((1, 2))(torch.tensor([[1., 2., 3.]]))
        tensor([[3., 1., 2., 3., 1., 2.]])
        """
        self._check_input_dim(input)
        return F.pad(input, self.padding, "circular")

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The padding.

        Examples
        --------
        >>> torch.nn.CircularPad1d((1, 2)).extra_repr()
        '(1, 2)'
        """
        return f"{self.padding}"


class CircularPad1d(_CircularPadNd):
    """Border around sequences with values of the other end, as if the input were periodic.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right). A pad is at most the size.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.CircularPad1d``.

    Examples
    --------
    >>> torch.nn.CircularPad1d((1, 2))(torch.tensor([[1., 2., 3.]]))
    tensor([[3., 1., 2., 3., 1., 2.]])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _pair(padding)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class CircularPad2d(_CircularPadNd):
    """Border around images with values of the other end, as if the input were periodic.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom). A pad is at most the
        size.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.CircularPad2d``.

    Examples
    --------
    >>> torch.nn.CircularPad2d((1, 1, 0, 0))(torch.tensor([[[1., 2.], [3., 4.]]]))
    tensor([[[2., 1., 2., 1.],
             [4., 3., 4., 3.]]])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _quadruple(padding)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (3, 4):
            raise ValueError(f"expected 3D or 4D input (got {input.dim()}D input)")


class CircularPad3d(_CircularPadNd):
    """Border around volumes with values of the other end, as if the input were periodic.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom, front, back). A pad
        is at most the size.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``; each dimension grows by its two
    pads.

    References
    ----------
    PyTorch: ``torch.nn.CircularPad3d``.

    Examples
    --------
    >>> torch.nn.CircularPad3d(1)(torch.ones(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _sextuple(padding)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (4, 5):
            raise ValueError(f"expected 4D or 5D input (got {input.dim()}D input)")


class _ConstantPadNd(Module):
    __constants__: ClassVar[list[str]] = ["padding", "value"]
    padding: Any
    value: float

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

        Returns
        -------
        Tensor
            ``(N, C, Lout)`` or ``(C, Lout)``, where the length has grown by both pads.

        Examples
        --------
        >>> torch.nn.ConstantPad1d((1, 2), 7.)(torch.tensor([[1., 2., 3.]]))
        tensor([[7., 1., 2., 3., 7., 7.]])
        """
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Padding and value.

        Examples
        --------
        >>> torch.nn.ConstantPad1d((1, 2), 7.).extra_repr()
        'padding=(1, 2), value=7.0'
        """
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    """Border around sequences with a constant value.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right). Negative numbers cut off.
    value : float
        The value of the border.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.ConstantPad1d``.

    Examples
    --------
    >>> torch.nn.ConstantPad1d((1, 2), 7.)(torch.tensor([[1., 2., 3.]]))
    tensor([[7., 1., 2., 3., 7., 7.]])
    """

    def __init__(self, padding: int | Sequence[int], value: float) -> None:
        super().__init__(value)
        self.padding: Any = _pair(padding)


class ConstantPad2d(_ConstantPadNd):
    """Border around images with a constant value.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom). Negative numbers cut
        off.
    value : float
        The value of the border.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.ConstantPad2d``.

    Examples
    --------
    >>> torch.nn.ConstantPad2d((1, 1, 0, 0), 7.)(torch.tensor([[[1., 2.], [3., 4.]]]))
    tensor([[[7., 1., 2., 7.],
             [7., 3., 4., 7.]]])
    """

    def __init__(self, padding: int | Sequence[int], value: float) -> None:
        super().__init__(value)
        self.padding: Any = _quadruple(padding)


class ConstantPad3d(_ConstantPadNd):
    """Border around volumes with a constant value.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom, front, back).
        Negative numbers cut off.
    value : float
        The value of the border.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``; each dimension grows by its two
    pads.

    References
    ----------
    PyTorch: ``torch.nn.ConstantPad3d``.

    Examples
    --------
    >>> torch.nn.ConstantPad3d(1, 7.)(torch.ones(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """

    def __init__(self, padding: int | Sequence[int], value: float) -> None:
        super().__init__(value)
        self.padding: Any = _sextuple(padding)


class _ReflectionPadNd(Module):
    __constants__: ClassVar[list[str]] = ["padding"]
    padding: Any

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

        Returns
        -------
        Tensor
            ``(N, C, Lout)`` or ``(C, Lout)``, where the length has grown by both pads.

        Examples
        --------
        >>> torch.nn.ReflectionPad1d((1, 2))(torch.tensor([[1., 2., 3.]]))
        tensor([[2., 1., 2., 3., 2., 1.]])
        """
        return F.pad(input, self.padding, "reflect")

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The padding.

        Examples
        --------
        >>> torch.nn.ReflectionPad1d((1, 2)).extra_repr()
        '(1, 2)'
        """
        return f"{self.padding}"


class ReflectionPad1d(_ReflectionPadNd):
    """Border around sequences with their mirror image, without repeating the edge.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right). A pad is less than the size.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.ReflectionPad1d``.

    Examples
    --------
    >>> torch.nn.ReflectionPad1d((1, 2))(torch.tensor([[1., 2., 3.]]))
    tensor([[2., 1., 2., 3., 2., 1.]])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _pair(padding)


class ReflectionPad2d(_ReflectionPadNd):
    """Border around images with their mirror image, without repeating the edge.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom). A pad is less than
        the size.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.ReflectionPad2d``.

    Examples
    --------
    >>> torch.nn.ReflectionPad2d((1, 1, 0, 0))(torch.tensor([[[1., 2.], [3., 4.]]]))
    tensor([[[2., 1., 2., 1.],
             [4., 3., 4., 3.]]])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _quadruple(padding)


class ReflectionPad3d(_ReflectionPadNd):
    """Border around volumes with their mirror image, without repeating the edge.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom, front, back). A pad
        is less than the size.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``; each dimension grows by its two
    pads.

    References
    ----------
    PyTorch: ``torch.nn.ReflectionPad3d``.

    Examples
    --------
    >>> torch.nn.ReflectionPad3d(1)(torch.ones(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _sextuple(padding)


class _ReplicationPadNd(Module):
    __constants__: ClassVar[list[str]] = ["padding"]
    padding: Any

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

        Returns
        -------
        Tensor
            ``(N, C, Lout)`` or ``(C, Lout)``, where the length has grown by both pads.

        Examples
        --------
        >>> torch.nn.ReplicationPad1d((1, 2))(torch.tensor([[1., 2., 3.]]))
        tensor([[1., 1., 2., 3., 3., 3.]])
        """
        return F.pad(input, self.padding, "replicate")

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The padding.

        Examples
        --------
        >>> torch.nn.ReplicationPad1d((1, 2)).extra_repr()
        '(1, 2)'
        """
        return f"{self.padding}"


class ReplicationPad1d(_ReplicationPadNd):
    """Border around sequences with copies of the edge.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right).

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.ReplicationPad1d``.

    Examples
    --------
    >>> torch.nn.ReplicationPad1d((1, 2))(torch.tensor([[1., 2., 3.]]))
    tensor([[1., 1., 2., 3., 3., 3.]])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _pair(padding)


class ReplicationPad2d(_ReplicationPadNd):
    """Border around images with copies of the edge.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom).

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.ReplicationPad2d``.

    Examples
    --------
    >>> torch.nn.ReplicationPad2d((1, 1, 0, 0))(torch.tensor([[[1., 2.], [3., 4.]]]))
    tensor([[[1., 1., 2., 2.],
             [3., 3., 4., 4.]]])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _quadruple(padding)


class ReplicationPad3d(_ReplicationPadNd):
    """Border around volumes with copies of the edge.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom, front, back).

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``; each dimension grows by its two
    pads.

    References
    ----------
    PyTorch: ``torch.nn.ReplicationPad3d``.

    Examples
    --------
    >>> torch.nn.ReplicationPad3d(1)(torch.ones(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding: Any = _sextuple(padding)


class ZeroPad1d(ConstantPad1d):
    """Border around sequences with zeros.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right). Negative numbers cut off.

    Notes
    -----
    Shape: input ``(N, C, Lin)`` or ``(C, Lin)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.ZeroPad1d``.

    Examples
    --------
    >>> torch.nn.ZeroPad1d((1, 2))(torch.tensor([[1., 2., 3.]]))
    tensor([[0., 1., 2., 3., 0., 0.]])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The padding.

        Examples
        --------
        >>> torch.nn.ZeroPad1d((1, 2)).extra_repr()
        '(1, 2)'
        """
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    """Border around images with zeros.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom). Negative numbers cut
        off.

    Notes
    -----
    Shape: input ``(N, C, Hin, Win)`` or ``(C, Hin, Win)``; each dimension grows by its two pads.

    References
    ----------
    PyTorch: ``torch.nn.ZeroPad2d``.

    Examples
    --------
    >>> torch.nn.ZeroPad2d((1, 1, 0, 0))(torch.tensor([[[1., 2.], [3., 4.]]]))
    tensor([[[0., 1., 2., 0.],
             [0., 3., 4., 0.]]])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The padding.

        Examples
        --------
        >>> torch.nn.ZeroPad2d((1, 1, 0, 0)).extra_repr()
        '(1, 1, 0, 0)'
        """
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    """Border around volumes with zeros.

    Parameters
    ----------
    padding : int or tuple of int
        The padding: one number for all sides, or (left, right, top, bottom, front, back).
        Negative numbers cut off.

    Notes
    -----
    Shape: input ``(N, C, Din, Hin, Win)`` or ``(C, Din, Hin, Win)``; each dimension grows by its two
    pads.

    References
    ----------
    PyTorch: ``torch.nn.ZeroPad3d``.

    Examples
    --------
    >>> torch.nn.ZeroPad3d(1)(torch.ones(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 4, 4, 4])
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The padding.

        Examples
        --------
        >>> torch.nn.ZeroPad3d(1).extra_repr()
        '(1, 1, 1, 1, 1, 1)'
        """
        return f"{self.padding}"
