"""Affine maps."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from .. import functional as F
from .. import init
from .._torch import Tensor, no_grad, ops
from ..parameter import Parameter
from .lazy import LazyModuleMixin
from .module import Module
from .utils import weight_and_bias

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype
    from ..parameter import UninitializedParameter

__all__ = ["Bilinear", "Identity", "LazyLinear", "Linear"]


class Identity(Module):
    """Returns its input, whatever the constructor's arguments; a placeholder for other layers.

    Parameters
    ----------
    *args : object
        Ignored.
    **kwargs : object
        Ignored.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Identity``.

    Examples
    --------
    >>> layer = torch.nn.Identity(54, unused=True)
    >>> layer(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

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
        >>> layer = torch.nn.Identity(54, unused=True)
        >>> layer(torch.tensor([1., 2.]))
        tensor([1., 2.])
        """
        return input


class Linear(Module):
    """Affine map of the last dimension: ``y = x @ weight.T + bias``.

    Parameters
    ----------
    in_features : int
        Size of the last dimension of the input.
    out_features : int
        Size of the last dimension of the output.
    bias : bool, default True
        Whether a bias is added; without it ``bias`` is None.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(out_features, in_features)``, at first uniform in ``±1/sqrt(in_features)``.
    bias : Parameter
        ``(out_features,)``, at first uniform in the same range.

    Notes
    -----
    Shape: input ``(*, in_features)``, output ``(*, out_features)``.

    References
    ----------
    PyTorch: ``torch.nn.Linear``.

    Examples
    --------
    >>> layer = torch.nn.Linear(20, 30)
    >>> layer(torch.randn(128, 20)).shape
    torch.Size([128, 30])
    >>> [(name, tuple(p.shape)) for name, p in layer.named_parameters()]
    [('weight', (30, 20)), ('bias', (30,))]
    """

    __constants__: ClassVar[list[str]] = ["in_features", "out_features"]
    in_features: int
    out_features: int
    weight: Tensor

    def __init__(self, in_features: int, out_features: int, bias: bool = True, device: Device = None,
                 dtype: Dtype = None) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(ops.empty((out_features, in_features), device=device, dtype=dtype))
        if bias:
            self.bias: Any = Parameter(ops.empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Initialize the parameters again: uniform in ±1/sqrt(in_features), both.

        Examples
        --------
        >>> layer = torch.nn.Linear(20, 30)
        >>> before = layer.weight.clone()
        >>> layer.reset_parameters()
        >>> torch.equal(layer.weight, before)
        False
        """
        # kaiming_uniform_ with a=sqrt(5) gives that bound.
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(*, in_features)``.

        Returns
        -------
        Tensor
            ``(*, out_features)``.

        Examples
        --------
        >>> layer = torch.nn.Linear(20, 30)
        >>> layer(torch.randn(128, 20)).shape
        torch.Size([128, 30])
        >>> [(name, tuple(p.shape)) for name, p in layer.named_parameters()]
        [('weight', (30, 20)), ('bias', (30,))]
        """
        weight, bias = weight_and_bias(self)
        return F.linear(input, weight, bias)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Sizes and whether there is a bias.

        Examples
        --------
        >>> torch.nn.Linear(20, 30).extra_repr()
        'in_features=20, out_features=30, bias=True'
        """
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class NonDynamicallyQuantizableLinear(Linear):
    """A Linear that quantization tools do not convert; MultiheadAttention's output projection."""


class Bilinear(Module):
    """Bilinear map of two inputs: ``y[o] = x1 @ weight[o] @ x2 + bias[o]``.

    Parameters
    ----------
    in1_features : int
        Size of the last dimension of the first input, positive.
    in2_features : int
        Size of the last dimension of the second input.
    out_features : int
        Size of the last dimension of the output.
    bias : bool, default True
        Whether a bias is added.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(out_features, in1_features, in2_features)``, at first uniform in ``±1/sqrt(in1_features)``.
    bias : Parameter
        ``(out_features,)``, at first uniform in the same range.

    Raises
    ------
    ValueError
        If ``in1_features`` is not positive.

    Notes
    -----
    Shape: inputs ``(*, in1_features)`` and ``(*, in2_features)`` with the same leading sizes, output
    ``(*, out_features)``.

    References
    ----------
    PyTorch: ``torch.nn.Bilinear``.

    Examples
    --------
    >>> layer = torch.nn.Bilinear(4, 5, 6)
    >>> layer(torch.randn(2, 4), torch.randn(2, 5)).shape
    torch.Size([2, 6])
    """

    __constants__: ClassVar[list[str]] = ["in1_features", "in2_features", "out_features"]

    def __init__(self, in1_features: int, in2_features: int, out_features: int, bias: bool = True, device: Device = None,
                 dtype: Dtype = None) -> None:
        super().__init__()
        weight = ops.empty((out_features, in1_features, in2_features), device=device, dtype=dtype)
        if in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got (in1_features={in1_features})")
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight: Any = Parameter(weight)
        if bias:
            self.bias: Any = Parameter(ops.empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Initialize the parameters again: uniform in ±1/sqrt(in1_features), both.

        Examples
        --------
        >>> layer = torch.nn.Bilinear(4, 5, 6)
        >>> before = layer.weight.clone()
        >>> layer.reset_parameters()
        >>> torch.equal(layer.weight, before)
        False
        """
        bound = 1 / math.sqrt(self.weight.size(1))
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        input1 : Tensor
            First input: inputs ``(*, in1_features)`` and ``(*, in2_features)`` with the same leading sizes.
        input2 : Tensor
            Second input.

        Returns
        -------
        Tensor
            ``(*, out_features)``.

        Examples
        --------
        >>> layer = torch.nn.Bilinear(4, 5, 6)
        >>> layer(torch.randn(2, 4), torch.randn(2, 5)).shape
        torch.Size([2, 6])
        """
        return F.bilinear(input1, input2, *weight_and_bias(self))

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Sizes and whether there is a bias.

        Examples
        --------
        >>> torch.nn.Bilinear(4, 5, 6).extra_repr()
        'in1_features=4, in2_features=5, out_features=6, bias=True'
        """
        return (f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
                f"out_features={self.out_features}, "
                f"bias={self.bias is not None}")


class LazyLinear(LazyModuleMixin, Linear):
    """A ``Linear`` that takes ``in_features`` from its first input, and then becomes an ordinary ``Linear``.

    Parameters
    ----------
    out_features : int
        Size of the last dimension of the output.
    bias : bool, default True
        Whether a bias is added.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : UninitializedParameter
        Becomes ``(out_features, in_features)`` at the first call.

    Notes
    -----
    Shape: input ``(*, in_features)``, output ``(*, out_features)``.

    Call it once, on data of the right size, before the parameters are given to an optimizer.

    References
    ----------
    PyTorch: ``torch.nn.LazyLinear``.

    Examples
    --------
    >>> layer = torch.nn.LazyLinear(3)
    >>> layer(torch.zeros(2, 5)).shape
    torch.Size([2, 3])
    >>> layer
    Linear(in_features=5, out_features=3, bias=True)
    """

    cls_to_become = Linear
    weight: UninitializedParameter
    bias: UninitializedParameter | None

    def __init__(self, out_features: int, bias: bool = True, device: Device = None, dtype: Dtype = None) -> None:
        from .._uninitialized import UninitializedParameter

        # The bias is created below, uninitialized.
        super().__init__(0, 0, False)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_features = out_features
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Initialize the parameters again; does nothing until the shape is known.

        Examples
        --------
        >>> layer = torch.nn.LazyLinear(3)
        >>> layer.reset_parameters()
        >>> layer.weight
        <UninitializedParameter>
        """
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Create the parameters and buffers for the first input.

        Parameters
        ----------
        input : Tensor
            The input.

        Examples
        --------
        >>> layer = torch.nn.LazyLinear(3)
        >>> layer.initialize_parameters(torch.zeros(2, 5))
        >>> layer.has_uninitialized_params()
        False
        """
        if self.has_uninitialized_params():
            with no_grad():
                self.in_features = input.shape[-1]
                self.weight.materialize((self.out_features, self.in_features))
                if self.bias is not None:
                    self.bias.materialize((self.out_features,))
                self.reset_parameters()
        if self.in_features == 0:
            assert input.shape[-1] == self.weight.shape[-1], (
                f"The in_features inferred from input: {input.shape[-1]} is not the one of the weight: {self.weight.shape[-1]}")
            self.in_features: int = input.shape[-1]
