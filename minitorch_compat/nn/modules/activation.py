"""Activation functions as modules."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ..._array.core.user_warnings import warn
from .. import functional as F
from .. import init
from .._torch import Tensor, ops
from ..parameter import Parameter
from ._attention import MultiheadAttention
from .linear import NonDynamicallyQuantizableLinear as NonDynamicallyQuantizableLinear
from .module import Module

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = [
    "CELU", "ELU", "GELU", "GLU", "SELU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU",
    "LogSigmoid", "LogSoftmax", "Mish", "MultiheadAttention", "PReLU", "RReLU", "ReLU", "ReLU6", "SiLU", "Sigmoid",
    "Softmax", "Softmax2d", "Softmin", "Softplus", "Softshrink", "Softsign", "Tanh", "Tanhshrink", "Threshold",
]


class _Inplace(Module):
    """Base of activations whose only option is `inplace`."""

    __constants__: ClassVar[list[str]] = ["inplace"]
    inplace: bool

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The flag, if it is set.

        Examples
        --------
        >>> torch.nn.ReLU().extra_repr()
        ''
        """
        return "inplace=True" if self.inplace else ""


class ReLU(_Inplace):
    """Rectifier: ``max(0, x)``, element by element.

    Parameters
    ----------
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.ReLU``.

    Examples
    --------
    >>> torch.nn.ReLU()(torch.tensor([-2., 0., 3.]))
    tensor([0., 0., 3.])
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
        >>> torch.nn.ReLU()(torch.tensor([-2., 0., 3.]))
        tensor([0., 0., 3.])
        """
        return F.relu(input, inplace=self.inplace)


class SiLU(_Inplace):
    """Sigmoid-weighted unit, or swish: ``x * sigmoid(x)``, element by element.

    Parameters
    ----------
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Elfwing, Uchibe and Doya (2017), arXiv:1702.03118.

    PyTorch: ``torch.nn.SiLU``.

    Examples
    --------
    >>> torch.nn.SiLU()(torch.tensor([-1., 0., 1.]))
    tensor([-0.2689,  0.0000,  0.7311])
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
        >>> torch.nn.SiLU()(torch.tensor([-1., 0., 1.]))
        tensor([-0.2689,  0.0000,  0.7311])
        """
        return F.silu(input, inplace=self.inplace)


class Mish(_Inplace):
    """Smooth self-gated activation: ``x * tanh(softplus(x))``, element by element.

    Parameters
    ----------
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Misra (2019), arXiv:1908.08681.

    PyTorch: ``torch.nn.Mish``.

    Examples
    --------
    >>> torch.nn.Mish()(torch.tensor([-1., 0., 1.]))
    tensor([-0.3034,  0.0000,  0.8651])
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
        >>> torch.nn.Mish()(torch.tensor([-1., 0., 1.]))
        tensor([-0.3034,  0.0000,  0.8651])
        """
        return F.mish(input, inplace=self.inplace)


class Hardswish(_Inplace):
    """Piecewise approximation of swish: ``x * relu6(x + 3) / 6``; 0 below -3, ``x`` above 3.

    Parameters
    ----------
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Howard and others (2019), arXiv:1905.02244.

    PyTorch: ``torch.nn.Hardswish``.

    Examples
    --------
    >>> torch.nn.Hardswish()(torch.tensor([-4., 0., 1.5, 4.]))
    tensor([-0.0000, 0.0000, 1.1250, 4.0000])
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
        >>> torch.nn.Hardswish()(torch.tensor([-4., 0., 1.5, 4.]))
        tensor([-0.0000, 0.0000, 1.1250, 4.0000])
        """
        return F.hardswish(input, self.inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Nothing.

        Examples
        --------
        >>> torch.nn.Hardswish().extra_repr()
        ''
        """
        return ""


class Hardsigmoid(_Inplace):
    """Piecewise linear approximation of the sigmoid: ``relu6(x + 3) / 6``; 0 below -3, 1 above 3.

    Parameters
    ----------
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Hardsigmoid``.

    Examples
    --------
    >>> torch.nn.Hardsigmoid()(torch.tensor([-4., 0., 1.5, 4.]))
    tensor([0.0000, 0.5000, 0.7500, 1.0000])
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
        >>> torch.nn.Hardsigmoid()(torch.tensor([-4., 0., 1.5, 4.]))
        tensor([0.0000, 0.5000, 0.7500, 1.0000])
        """
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Nothing.

        Examples
        --------
        >>> torch.nn.Hardsigmoid().extra_repr()
        ''
        """
        return ""


class SELU(_Inplace):
    """Self-normalizing ELU: ``scale * x`` above 0, ``scale * alpha * (exp(x) - 1)`` below.

    With ``scale = 1.0507...`` and ``alpha = 1.6733...`` activations keep mean 0 and variance 1 from
    layer to layer, provided that the weights start with ``lecun_normal`` (in ``torch.nn.init``: kaiming
    with ``nonlinearity='linear'``).

    Parameters
    ----------
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Klambauer and others (2017), arXiv:1706.02515.

    PyTorch: ``torch.nn.SELU``.

    Examples
    --------
    >>> torch.nn.SELU()(torch.tensor([-1., 0., 1.]))
    tensor([-1.1113,  0.0000,  1.0507])
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
        >>> torch.nn.SELU()(torch.tensor([-1., 0., 1.]))
        tensor([-1.1113,  0.0000,  1.0507])
        """
        return F.selu(input, self.inplace)


class Sigmoid(Module):
    """Logistic function: ``1 / (1 + exp(-x))``, element by element.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Sigmoid``.

    Examples
    --------
    >>> torch.nn.Sigmoid()(torch.tensor([-1., 0., 1.]))
    tensor([0.2689, 0.5000, 0.7311])
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
        >>> torch.nn.Sigmoid()(torch.tensor([-1., 0., 1.]))
        tensor([0.2689, 0.5000, 0.7311])
        """
        return ops.sigmoid(input)


class Tanh(Module):
    """Hyperbolic tangent, element by element.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Tanh``.

    Examples
    --------
    >>> torch.nn.Tanh()(torch.tensor([-1., 0., 1.]))
    tensor([-0.7616,  0.0000,  0.7616])
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
        >>> torch.nn.Tanh()(torch.tensor([-1., 0., 1.]))
        tensor([-0.7616,  0.0000,  0.7616])
        """
        return ops.tanh(input)


class LogSigmoid(Module):
    """Logarithm of the sigmoid: ``-log(1 + exp(-x))``, without overflow for large negative values.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.LogSigmoid``.

    Examples
    --------
    >>> torch.nn.LogSigmoid()(torch.tensor([-200., 0., 2.]))
    tensor([-2.0000e+02, -6.9315e-01, -1.2693e-01])
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
        >>> torch.nn.LogSigmoid()(torch.tensor([-200., 0., 2.]))
        tensor([-2.0000e+02, -6.9315e-01, -1.2693e-01])
        """
        return F.logsigmoid(input)


class Softsign(Module):
    """Bounded activation that saturates slowly: ``x / (1 + |x|)``.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Softsign``.

    Examples
    --------
    >>> torch.nn.Softsign()(torch.tensor([-3., 0., 1.]))
    tensor([-0.7500,  0.0000,  0.5000])
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
        >>> torch.nn.Softsign()(torch.tensor([-3., 0., 1.]))
        tensor([-0.7500,  0.0000,  0.5000])
        """
        return F.softsign(input)


class Tanhshrink(Module):
    """The difference from the hyperbolic tangent: ``x - tanh(x)``.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Tanhshrink``.

    Examples
    --------
    >>> torch.nn.Tanhshrink()(torch.tensor([-1., 0., 2.]))
    tensor([-0.2384,  0.0000,  1.0360])
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
        >>> torch.nn.Tanhshrink()(torch.tensor([-1., 0., 2.]))
        tensor([-0.2384,  0.0000,  1.0360])
        """
        return F.tanhshrink(input)


class Threshold(Module):
    """Keeps values above a threshold: ``x`` where ``x > threshold``, else ``value``.

    Parameters
    ----------
    threshold : float
        The threshold.
    value : float
        The value that replaces the others.
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Threshold``.

    Examples
    --------
    >>> torch.nn.Threshold(0.5, -1.0)(torch.tensor([0.2, 0.5, 0.9]))
    tensor([-1.0000, -1.0000,  0.9000])
    """

    __constants__: ClassVar[list[str]] = ["threshold", "value", "inplace"]

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

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
        >>> torch.nn.Threshold(0.5, -1.0)(torch.tensor([0.2, 0.5, 0.9]))
        tensor([-1.0000, -1.0000,  0.9000])
        """
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Threshold and value.

        Examples
        --------
        >>> torch.nn.Threshold(0.5, -1.0).extra_repr()
        'threshold=0.5, value=-1.0'
        """
        return f"threshold={self.threshold}, value={self.value}" + (", inplace=True" if self.inplace else "")


class RReLU(Module):
    """Leaky rectifier with random slopes: ``x`` above 0, ``a * x`` below, ``a`` drawn for each element.

    In training ``a`` is uniform in ``[lower, upper]``; in evaluation it is the mean of the two.

    Parameters
    ----------
    lower : float, default 1.0 / 8
        Smallest slope.
    upper : float, default 1.0 / 3
        Largest slope.
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Xu and others (2015), arXiv:1505.00853.

    PyTorch: ``torch.nn.RReLU``.

    Examples
    --------
    >>> torch.nn.RReLU(0.1, 0.3).eval()(torch.tensor([-1., 0., 1.]))
    tensor([-0.2000,  0.0000,  1.0000])
    """

    __constants__: ClassVar[list[str]] = ["lower", "upper", "inplace"]

    def __init__(self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

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
        >>> torch.nn.RReLU(0.1, 0.3).eval()(torch.tensor([-1., 0., 1.]))
        tensor([-0.2000,  0.0000,  1.0000])
        """
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The two bounds.

        Examples
        --------
        >>> torch.nn.RReLU(0.1, 0.3).extra_repr()
        'lower=0.1, upper=0.3'
        """
        return f"lower={self.lower}, upper={self.upper}" + (", inplace=True" if self.inplace else "")


class Hardtanh(Module):
    """Values clamped to an interval: ``min(max(x, min_val), max_val)``.

    Parameters
    ----------
    min_val : float, default -1.0
        Lower end.
    max_val : float, default 1.0
        Upper end.
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.
    min_value : float, optional
        Deprecated name of ``min_val``.
    max_value : float, optional
        Deprecated name of ``max_val``.

    Raises
    ------
    AssertionError
        Unless ``min_val < max_val``.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Hardtanh``.

    Examples
    --------
    >>> torch.nn.Hardtanh(-1, 1)(torch.tensor([-2., 0.5, 3.]))
    tensor([-1.0000,  0.5000,  1.0000])
    """

    __constants__: ClassVar[list[str]] = ["min_val", "max_val", "inplace"]

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False,
                 min_value: float | None = None,
                 max_value: float | None = None) -> None:
        super().__init__()
        if min_value is not None:
            warn("keyword argument `min_value` is deprecated and renamed to `min_val`", FutureWarning)
            min_val = min_value
        if max_value is not None:
            warn("keyword argument `max_value` is deprecated and renamed to `max_val`", FutureWarning)
            max_val = max_value
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")

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
        >>> torch.nn.Hardtanh(-1, 1)(torch.tensor([-2., 0.5, 3.]))
        tensor([-1.0000,  0.5000,  1.0000])
        """
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The two bounds.

        Examples
        --------
        >>> torch.nn.Hardtanh(-1, 1).extra_repr()
        'min_val=-1, max_val=1'
        """
        return f"min_val={self.min_val}, max_val={self.max_val}" + (", inplace=True" if self.inplace else "")


class ReLU6(Hardtanh):
    """Rectifier with a ceiling: ``min(max(0, x), 6)``.

    Parameters
    ----------
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.ReLU6``.

    Examples
    --------
    >>> torch.nn.ReLU6()(torch.tensor([-1., 3., 9.]))
    tensor([0., 3., 6.])
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The flag, if it is set.

        Examples
        --------
        >>> torch.nn.ReLU6().extra_repr()
        ''
        """
        return "inplace=True" if self.inplace else ""


class ELU(Module):
    """Exponential linear unit: ``x`` above 0, ``alpha * (exp(x) - 1)`` below.

    Parameters
    ----------
    alpha : float, default 1.0
        The negated limit of negative values.
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Clevert, Unterthiner and Hochreiter (2015), arXiv:1511.07289.

    PyTorch: ``torch.nn.ELU``.

    Examples
    --------
    >>> torch.nn.ELU()(torch.tensor([-1., 0., 1.]))
    tensor([-0.6321,  0.0000,  1.0000])
    """

    __constants__: ClassVar[list[str]] = ["alpha", "inplace"]

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

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
        >>> torch.nn.ELU()(torch.tensor([-1., 0., 1.]))
        tensor([-0.6321,  0.0000,  1.0000])
        """
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Alpha.

        Examples
        --------
        >>> torch.nn.ELU().extra_repr()
        'alpha=1.0'
        """
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class CELU(Module):
    """Continuously differentiable ELU: ``x`` above 0, ``alpha * (exp(x / alpha) - 1)`` below.

    Parameters
    ----------
    alpha : float, default 1.0
        The negated limit of negative values; the slope at 0 is 1 for each.
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Barron (2017), arXiv:1704.07483.

    PyTorch: ``torch.nn.CELU``.

    Examples
    --------
    >>> torch.nn.CELU(alpha=2.0)(torch.tensor([-1., 0., 1.]))
    tensor([-0.7869,  0.0000,  1.0000])
    """

    __constants__: ClassVar[list[str]] = ["alpha", "inplace"]

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

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
        >>> torch.nn.CELU(alpha=2.0)(torch.tensor([-1., 0., 1.]))
        tensor([-0.7869,  0.0000,  1.0000])
        """
        return F.celu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Alpha.

        Examples
        --------
        >>> torch.nn.CELU(alpha=2.0).extra_repr()
        'alpha=2.0'
        """
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class LeakyReLU(Module):
    """Rectifier with a small slope below 0: ``x`` above 0, ``negative_slope * x`` below.

    Parameters
    ----------
    negative_slope : float, default 0.01
        The slope for negative values.
    inplace : bool, default False
        Overwrite the input instead of making a new tensor.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.LeakyReLU``.

    Examples
    --------
    >>> torch.nn.LeakyReLU(0.1)(torch.tensor([-2., 0., 3.]))
    tensor([-0.2000,  0.0000,  3.0000])
    """

    __constants__: ClassVar[list[str]] = ["inplace", "negative_slope"]

    def __init__(self, negative_slope: float = 1e-2, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

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
        >>> torch.nn.LeakyReLU(0.1)(torch.tensor([-2., 0., 3.]))
        tensor([-0.2000,  0.0000,  3.0000])
        """
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The slope.

        Examples
        --------
        >>> torch.nn.LeakyReLU(0.1).extra_repr()
        'negative_slope=0.1'
        """
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class GLU(Module):
    """Gated linear unit: ``a * sigmoid(b)``, where ``a`` and ``b`` are the halves of the input along ``dim``.

    Parameters
    ----------
    dim : int, default -1
        Dimension that is halved; its size is even.

    Raises
    ------
    RuntimeError
        At the call, if the size of that dimension is odd.

    Notes
    -----
    Shape: input ``(*1, N, *2)``, output ``(*1, N / 2, *2)``.

    References
    ----------
    Dauphin and others (2016), arXiv:1612.08083.

    PyTorch: ``torch.nn.GLU``.

    Examples
    --------
    >>> torch.nn.GLU()(torch.tensor([1., 2., 0., 0.]))
    tensor([0.5000, 1.0000])
    """

    __constants__: ClassVar[list[str]] = ["dim"]

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(*1, N, *2)``.

        Returns
        -------
        Tensor
            ``(*1, N / 2, *2)``.

        Examples
        --------
        >>> torch.nn.GLU()(torch.tensor([1., 2., 0., 0.]))
        tensor([0.5000, 1.0000])
        """
        return F.glu(input, self.dim)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The dimension.

        Examples
        --------
        >>> torch.nn.GLU().extra_repr()
        'dim=-1'
        """
        return f"dim={self.dim}"


class GELU(Module):
    """Gaussian error linear unit: ``x * Phi(x)``, ``Phi`` the distribution function of the standard normal.

    Parameters
    ----------
    approximate : str, default 'none'
        ``'none'`` for the exact formula, ``'tanh'`` for
        ``0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3)))``.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    Hendrycks and Gimpel (2016), arXiv:1606.08415.

    PyTorch: ``torch.nn.GELU``.

    Examples
    --------
    >>> x = torch.tensor([-1., 0., 1.])
    >>> torch.nn.GELU()(x)
    tensor([-0.1587,  0.0000,  0.8413])
    >>> torch.nn.GELU(approximate='tanh')(x)
    tensor([-0.1588,  0.0000,  0.8412])
    """

    __constants__: ClassVar[list[str]] = ["approximate"]

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

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
        >>> x = torch.tensor([-1., 0., 1.])
        >>> torch.nn.GELU()(x)
        tensor([-0.1587,  0.0000,  0.8413])
        >>> torch.nn.GELU(approximate='tanh')(x)
        tensor([-0.1588,  0.0000,  0.8412])
        """
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The kind of approximation.

        Examples
        --------
        >>> torch.nn.GELU().extra_repr()
        "approximate='none'"
        """
        return f"approximate={self.approximate!r}"


class Hardshrink(Module):
    """Replaces small values by 0: ``x`` where ``|x| > lambd``, else 0.

    Parameters
    ----------
    lambd : float, default 0.5
        The threshold, not negative.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Hardshrink``.

    Examples
    --------
    >>> torch.nn.Hardshrink(0.5)(torch.tensor([-1., 0.3, 0.8]))
    tensor([-1.0000,  0.0000,  0.8000])
    """

    __constants__: ClassVar[list[str]] = ["lambd"]

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

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
        >>> torch.nn.Hardshrink(0.5)(torch.tensor([-1., 0.3, 0.8]))
        tensor([-1.0000,  0.0000,  0.8000])
        """
        return F.hardshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Lambda.

        Examples
        --------
        >>> torch.nn.Hardshrink(0.5).extra_repr()
        '0.5'
        """
        return str(self.lambd)


class Softshrink(Module):
    """Moves values towards 0: ``x - lambd`` above ``lambd``, ``x + lambd`` below ``-lambd``, else 0.

    Parameters
    ----------
    lambd : float, default 0.5
        The distance, not negative.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Softshrink``.

    Examples
    --------
    >>> torch.nn.Softshrink(0.5)(torch.tensor([-1., 0.3, 2.]))
    tensor([-0.5000,  0.0000,  1.5000])
    """

    __constants__: ClassVar[list[str]] = ["lambd"]

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

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
        >>> torch.nn.Softshrink(0.5)(torch.tensor([-1., 0.3, 2.]))
        tensor([-0.5000,  0.0000,  1.5000])
        """
        return F.softshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Lambda.

        Examples
        --------
        >>> torch.nn.Softshrink(0.5).extra_repr()
        '0.5'
        """
        return str(self.lambd)


class Softplus(Module):
    """Smooth rectifier: ``log(1 + exp(beta * x)) / beta``.

    Parameters
    ----------
    beta : float, default 1.0
        The larger, the closer to ``max(0, x)``.
    threshold : float, default 20.0
        Above this value of ``beta * x`` the result is ``x`` itself.

    Notes
    -----
    Shape: any, kept.

    References
    ----------
    PyTorch: ``torch.nn.Softplus``.

    Examples
    --------
    >>> torch.nn.Softplus()(torch.tensor([-1., 0., 30.]))
    tensor([ 0.3133,  0.6931, 30.0000])
    """

    __constants__: ClassVar[list[str]] = ["beta", "threshold"]

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

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
        >>> torch.nn.Softplus()(torch.tensor([-1., 0., 30.]))
        tensor([ 0.3133,  0.6931, 30.0000])
        """
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Beta and threshold.

        Examples
        --------
        >>> torch.nn.Softplus().extra_repr()
        'beta=1.0, threshold=20.0'
        """
        return f"beta={self.beta}, threshold={self.threshold}"


class PReLU(Module):
    """Leaky rectifier with learned slopes: ``x`` above 0, ``weight * x`` below.

    Parameters
    ----------
    num_parameters : int, default 1
        1 slope for all channels, or as many as there are channels.
    init : float, default 0.25
        Value that the slopes start with.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(num_parameters,)``.

    Notes
    -----
    Shape: any, kept. Channels are the second dimension; an input of fewer than two has one channel.

    Weight decay would move the slopes to 0; it should not include them.

    References
    ----------
    He and others (2015), arXiv:1502.01852.

    PyTorch: ``torch.nn.PReLU``.

    Examples
    --------
    >>> layer = torch.nn.PReLU()
    >>> layer(torch.tensor([-4., 2.])).detach()
    tensor([-1.,  2.])
    """

    __constants__: ClassVar[list[str]] = ["num_parameters"]

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Device = None, dtype: Dtype = None) -> None:
        self.num_parameters = num_parameters
        super().__init__()
        self.init = init
        self.weight: Any = Parameter(ops.empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set every slope to ``init``.

        Examples
        --------
        >>> layer = torch.nn.PReLU(init=0.5)
        >>> layer.reset_parameters()
        >>> layer.weight.item()
        0.5
        """
        init.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input, of any shape. Channels are the second dimension; an input of fewer than two has one
            channel.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> layer = torch.nn.PReLU()
        >>> layer(torch.tensor([-4., 2.])).detach()
        tensor([-1.,  2.])
        """
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The number of slopes.

        Examples
        --------
        >>> torch.nn.PReLU().extra_repr()
        'num_parameters=1'
        """
        return f"num_parameters={self.num_parameters}"


class _SoftmaxBase(Module):
    """Base of the softmax modules; a dimension of None selects the deprecated implicit choice."""

    __constants__: ClassVar[list[str]] = ["dim"]
    dim: int | None

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__.setdefault("dim", None)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            The dimension.

        Examples
        --------
        >>> torch.nn.Softmin(dim=0).extra_repr()
        'dim=0'
        """
        return f"dim={self.dim}"


class Softmin(_SoftmaxBase):
    """Softmax of the negated input: ``exp(-x[i]) / sum_j exp(-x[j])`` along ``dim``.

    Parameters
    ----------
    dim : int, optional
        Dimension along which results sum to 1.

    Notes
    -----
    Shape: any, kept. Results lie in [0, 1].

    References
    ----------
    PyTorch: ``torch.nn.Softmin``.

    Examples
    --------
    >>> torch.nn.Softmin(dim=0)(torch.tensor([0., 0., 0., 0.]))
    tensor([0.2500, 0.2500, 0.2500, 0.2500])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input, of any shape. Results lie in [0, 1].

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> torch.nn.Softmin(dim=0)(torch.tensor([0., 0., 0., 0.]))
        tensor([0.2500, 0.2500, 0.2500, 0.2500])
        """
        return F.softmin(input, self.dim, _stacklevel=5)


class Softmax(_SoftmaxBase):
    """Exponentials that sum to 1: ``exp(x[i]) / sum_j exp(x[j])`` along ``dim``.

    Parameters
    ----------
    dim : int, optional
        Dimension along which results sum to 1. Without it one is derived from the number of dimensions,
        with a warning.

    Notes
    -----
    Shape: any, kept. Results lie in [0, 1].

    For a loss use ``LogSoftmax`` with ``NLLLoss``, or ``CrossEntropyLoss`` on the plain scores: both
    are more exact.

    References
    ----------
    PyTorch: ``torch.nn.Softmax``.

    Examples
    --------
    >>> torch.nn.Softmax(dim=1)(torch.tensor([[1., 2., 3.], [0., 0., 0.]]))
    tensor([[0.0900, 0.2447, 0.6652],
            [0.3333, 0.3333, 0.3333]])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input, of any shape. Results lie in [0, 1].

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> torch.nn.Softmax(dim=1)(torch.tensor([[1., 2., 3.], [0., 0., 0.]]))
        tensor([[0.0900, 0.2447, 0.6652],
                [0.3333, 0.3333, 0.3333]])
        """
        return F.softmax(input, self.dim, _stacklevel=5)


class LogSoftmax(_SoftmaxBase):
    """Logarithm of the softmax: ``x[i] - log(sum_j exp(x[j]))`` along ``dim``, without overflow.

    Parameters
    ----------
    dim : int, optional
        Dimension along which the exponentials of the results sum to 1.

    Notes
    -----
    Shape: any, kept. Results are at most 0.

    References
    ----------
    PyTorch: ``torch.nn.LogSoftmax``.

    Examples
    --------
    >>> torch.nn.LogSoftmax(dim=0)(torch.tensor([1., 2., 3.]))
    tensor([-2.4076, -1.4076, -0.4076])
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input, of any shape. Results are at most 0.

        Returns
        -------
        Tensor
            As the input.

        Examples
        --------
        >>> torch.nn.LogSoftmax(dim=0)(torch.tensor([1., 2., 3.]))
        tensor([-2.4076, -1.4076, -0.4076])
        """
        return F.log_softmax(input, self.dim, _stacklevel=5)


class Softmax2d(Module):
    """Softmax over the channels of images, at each pixel.

    Raises
    ------
    ValueError
        At the call, for another number of dimensions.

    Notes
    -----
    Shape: input and output ``(N, C, H, W)`` or ``(C, H, W)``.

    References
    ----------
    PyTorch: ``torch.nn.Softmax2d``.

    Examples
    --------
    >>> y = torch.nn.Softmax2d()(torch.randn(2, 3, 4, 5))
    >>> y.shape, bool(torch.allclose(y.sum(dim=1), torch.ones(2, 4, 5)))
    (torch.Size([2, 3, 4, 5]), True)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C, H, W)`` or ``(C, H, W)``.

        Returns
        -------
        Tensor
            ``(N, C, H, W)`` or ``(C, H, W)``.

        Examples
        --------
        >>> y = torch.nn.Softmax2d()(torch.randn(2, 3, 4, 5))
        >>> y.shape, bool(torch.allclose(y.sum(dim=1), torch.ones(2, 4, 5)))
        (torch.Size([2, 3, 4, 5]), True)
        """
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return F.softmax(input, -3, _stacklevel=5)
