"""Normalization within a sample."""
from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Union

from ..._dispatch.size import Size
from .. import functional as F
from .. import init
from .._torch import Tensor, ops
from ..parameter import Parameter
from .batchnorm import register_affine, reset_affine
from .module import Module
from .utils import weight_and_bias

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = ["CrossMapLRN2d", "GroupNorm", "LayerNorm", "LocalResponseNorm", "RMSNorm"]

_shape_t = Union[int, list[int], Size]  # noqa: UP007 (as PyTorch has it: layers written elsewhere take it from here)


def _as_shape(normalized_shape: Any) -> tuple[Any, ...]:
    return (normalized_shape,) if isinstance(normalized_shape, numbers.Integral) else tuple(normalized_shape)


class LocalResponseNorm(Module):
    """Divides each value by a power of the energy of neighbouring channels.

    ``y[c] = x[c] / (k + alpha / size * sum x[c']**2)**beta``, summed over ``size`` channels around
    ``c``.

    Parameters
    ----------
    size : int
        Number of neighbour channels.
    alpha : float, default 0.0001
        Factor of the sum.
    beta : float, default 0.75
        The power.
    k : float, default 1.0
        The constant that is added.

    Notes
    -----
    Shape: input ``(N, C, *)``, output the same.

    References
    ----------
    Krizhevsky, Sutskever and Hinton (2012), ImageNet classification with deep convolutional neural
    networks.

    PyTorch: ``torch.nn.LocalResponseNorm``.

    Examples
    --------
    >>> torch.nn.LocalResponseNorm(2)(torch.ones(1, 3, 1)).flatten()
    tensor([1.0000, 0.9999, 0.9999])
    """

    __constants__: ClassVar[list[str]] = ["size", "alpha", "beta", "k"]

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

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
        >>> torch.nn.LocalResponseNorm(2)(torch.ones(1, 3, 1)).flatten()
        tensor([1.0000, 0.9999, 0.9999])
        """
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.LocalResponseNorm(2).extra_repr()
        '2, alpha=0.0001, beta=0.75, k=1.0'
        """
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"


class CrossMapLRN2d(Module):
    """Local response norm of images, as in Lua's torch.

    Parameters
    ----------
    size : int
        Number of neighbour channels.
    alpha : float, default 0.0001
        Factor of the sum.
    beta : float, default 0.75
        The power.
    k : float, default 1
        The constant that is added.

    Notes
    -----
    Shape: input ``(N, C, H, W)``, output the same.

    References
    ----------
    PyTorch: ``torch.nn.CrossMapLRN2d``.

    Examples
    --------
    >>> torch.nn.CrossMapLRN2d(3)(torch.ones(1, 2, 4, 4)).shape
    torch.Size([1, 2, 4, 4])
    """

    size: int
    alpha: float
    beta: float
    k: float

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, H, W)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> torch.nn.CrossMapLRN2d(3)(torch.ones(1, 2, 4, 4)).shape
        torch.Size([1, 2, 4, 4])
        """
        if input.dim() != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.dim()}D instead.")
        reach = (self.size - 1) // 2
        channels = input.size(1)
        squares = input.pow(2)
        padded = F.pad(squares, (0, 0, 0, 0, reach, reach))
        total = padded[:, :channels]
        for i in range(1, 2 * reach + 1):
            total = total + padded[:, i:i + channels]
        if channels > reach + 1:
            # PyTorch's sliding sum never drops channel 0. Its backward ignores that; the backward here is the derivative of
            # this.
            tail = squares[:, :1].expand(-1, channels - reach - 1, -1, -1)
            total = total + F.pad(tail, (0, 0, 0, 0, reach + 1, 0))
        return input * (total * (self.alpha / self.size) + self.k).pow(-self.beta)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.CrossMapLRN2d(3).extra_repr()
        '3, alpha=0.0001, beta=0.75, k=1'
        """
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"


class LayerNorm(Module):
    """Normalizes the last dimensions of each example to mean 0 and variance 1, then scales and shifts them.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, mean and (biased) variance over the dimensions
    of ``normalized_shape``.

    Parameters
    ----------
    normalized_shape : int or tuple of int
        Sizes of the last dimensions of the input.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    elementwise_affine : bool, default True
        Whether there are a learned scale and shift, one number for each element.
    bias : bool, default True
        Whether the affine map has a shift.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``normalized_shape``, at first 1.
    bias : Parameter
        ``normalized_shape``, at first 0.

    Notes
    -----
    Shape: input ``(*, *normalized_shape)``, output the same.

    References
    ----------
    Ba, Kiros and Hinton (2016), arXiv:1607.06450.

    PyTorch: ``torch.nn.LayerNorm``.

    Examples
    --------
    >>> torch.nn.LayerNorm(4)(torch.tensor([[1., 2., 3., 4.]])).detach()
    tensor([[-1.3416, -0.4472,  0.4472,  1.3416]])
    """

    __constants__: ClassVar[list[str]] = ["normalized_shape", "eps", "elementwise_affine"]
    normalized_shape: tuple[int, ...]
    eps: float
    elementwise_affine: bool
    weight: Tensor | Any  # None without elementwise_affine
    bias: Tensor | Any

    def __init__(self, normalized_shape: int | Sequence[int], eps: float = 1e-5, elementwise_affine: bool = True, bias: bool = True,
                 device: Device = None, dtype: Dtype = None) -> None:
        super().__init__()
        self.normalized_shape = _as_shape(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        register_affine(self, self.normalized_shape, elementwise_affine, bias, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the scale to 1 and the shift to 0.

        Examples
        --------
        >>> layer = torch.nn.LayerNorm(2)
        >>> _ = torch.nn.init.zeros_(layer.weight)
        >>> layer.reset_parameters()
        >>> layer.weight.tolist(), layer.bias.tolist()
        ([1.0, 1.0], [0.0, 0.0])
        """
        reset_affine(self, self.elementwise_affine)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(*, *normalized_shape)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> torch.nn.LayerNorm(4)(torch.tensor([[1., 2., 3., 4.]])).detach()
        tensor([[-1.3416, -0.4472,  0.4472,  1.3416]])
        """
        weight, bias = weight_and_bias(self)
        return F.layer_norm(input, self.normalized_shape, weight, bias, self.eps)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.LayerNorm(4).extra_repr()
        '(4,), eps=1e-05, elementwise_affine=True, bias=True'
        """
        return (f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
                f"bias={self.bias is not None}")


class GroupNorm(Module):
    """Normalizes groups of channels of each example to mean 0 and variance 1, then scales and shifts each channel.

    ``y = (x - mean) / sqrt(var + eps) * weight + bias``, mean and (biased) variance over a group of one
    example.

    Parameters
    ----------
    num_groups : int
        Number of groups; divides ``num_channels``. 1 is layer norm over all, ``num_channels`` is
        instance norm.
    num_channels : int
        Number of channels ``C``.
    eps : float, default 1e-05
        Added to the denominator for numerical stability.
    affine : bool, default True
        Whether there are a learned scale and shift for each channel.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.
    bias : bool, default True
        Whether the affine map has a shift.

    Raises
    ------
    ValueError
        If channels do not divide into groups.

    Notes
    -----
    Shape: input ``(N, C, *)``, output the same.

    References
    ----------
    Wu and He (2018), arXiv:1803.08494.

    PyTorch: ``torch.nn.GroupNorm``.

    Examples
    --------
    >>> layer = torch.nn.GroupNorm(2, 4)
    >>> layer(torch.tensor([[1., 3., 10., 30.]])).detach()
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """

    __constants__: ClassVar[list[str]] = ["num_groups", "num_channels", "eps", "affine"]
    num_groups: int
    num_channels: int
    eps: float
    affine: bool
    weight: Tensor | Any  # None without affine
    bias: Tensor | Any

    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True, device: Device = None,
                 dtype: Dtype = None, *, bias: bool = True) -> None:
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        register_affine(self, num_channels, affine, bias, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the scale to 1 and the shift to 0.

        Examples
        --------
        >>> layer = torch.nn.GroupNorm(1, 2)
        >>> _ = torch.nn.init.zeros_(layer.weight)
        >>> layer.reset_parameters()
        >>> layer.weight.tolist()
        [1.0, 1.0]
        """
        reset_affine(self, self.affine)

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
        >>> layer = torch.nn.GroupNorm(2, 4)
        >>> layer(torch.tensor([[1., 3., 10., 30.]])).detach()
        tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
        """
        weight, bias = weight_and_bias(self)
        return F.group_norm(input, self.num_groups, weight, bias, self.eps)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.GroupNorm(2, 4).extra_repr()
        '2, 4, eps=1e-05, affine=True, bias=True'
        """
        return (f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
                f"bias={self.bias is not None}")


class RMSNorm(Module):
    """Divides the last dimensions of each example by the root of their mean square, then scales them.

    ``y = x / sqrt(mean(x**2) + eps) * weight``, the mean over the dimensions of ``normalized_shape``.

    Parameters
    ----------
    normalized_shape : int or tuple of int
        Sizes of the last dimensions of the input.
    eps : float, optional
        Added to the mean square; None is the precision of the dtype.
    elementwise_affine : bool, default True
        Whether there is a learned scale, one number for each element.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: input ``(*, *normalized_shape)``, output the same.

    References
    ----------
    Zhang and Sennrich (2019), arXiv:1910.07467.

    PyTorch: ``torch.nn.RMSNorm``.

    Examples
    --------
    >>> torch.nn.RMSNorm(2)(torch.tensor([[3., 4.]])).detach()
    tensor([[0.8485, 1.1314]])
    """

    __constants__: ClassVar[list[str]] = ["normalized_shape", "eps", "elementwise_affine"]
    normalized_shape: tuple[int, ...]
    eps: float | None
    elementwise_affine: bool
    weight: Tensor | Any  # None without elementwise_affine

    def __init__(self, normalized_shape: int | Sequence[int], eps: float | None = None, elementwise_affine: bool = True,
                 device: Device = None,
                 dtype: Dtype = None) -> None:
        super().__init__()
        self.normalized_shape = _as_shape(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        param = Parameter(ops.empty(self.normalized_shape, device=device, dtype=dtype)) if elementwise_affine else None
        self.register_parameter("weight", param)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the scale to 1.

        Examples
        --------
        >>> layer = torch.nn.RMSNorm(2)
        >>> _ = torch.nn.init.zeros_(layer.weight)
        >>> layer.reset_parameters()
        >>> layer.weight.tolist()
        [1.0, 1.0]
        """
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        x : Tensor
            The input: ``(*, *normalized_shape)``.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> torch.nn.RMSNorm(2)(torch.tensor([[3., 4.]])).detach()
        tensor([[0.8485, 1.1314]])
        """
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            All options.

        Examples
        --------
        >>> torch.nn.RMSNorm(2).extra_repr()
        '(2,), eps=None, elementwise_affine=True'
        """
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"
