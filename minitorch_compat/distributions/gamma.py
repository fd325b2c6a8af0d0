"""`torch.distributions.gamma`.

Samples are equal to PyTorch's. The shape parameter has implicit gradients (Figurnov et al., 2018): the quantile of a sample stays
constant as the parameter changes.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._array.core.dtypes import scalar_name
from .._array.random import gamma as kernels
from .._bindings.generated import functions as ops
from .._bindings.randomness.functions import draw_from_parameters
from .._bindings.randomness.generators import stream_of
from .._bindings.settings.dtype_info import finfo
from .._dispatch.call.caller import caller
from ..special import gammainc
from . import constraints
from .distribution import ExponentialFamily
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Gamma"]

_standard_gamma_of = caller("standard_gamma_of")
_standard_gamma_grad, _dirichlet_grad = caller("_standard_gamma_grad"), caller("_dirichlet_grad")


def _standard_gamma(self: Any, generator: Any = None) -> Any:
    """`torch._standard_gamma`: samples of unit scale, one per shape parameter."""
    if self._array.dtype.kind != "f" or self._array.dtype.itemsize < 4:
        raise NotImplementedError(f"\"gamma_cpu\" not implemented for '{scalar_name(self._array.dtype)}'")
    stream = stream_of(generator)
    return _standard_gamma_of(draw_from_parameters(self, lambda shapes: kernels.standard_gamma(stream, shapes), lambda shape: shape), self)


class Gamma(ExponentialFamily):
    """On (0, inf), with density ``b**a * x**(a - 1) * exp(-b * x) / Gamma(a)``.

    Mean ``a / b``, variance ``a / b**2``.

    Parameters
    ----------
    concentration : Tensor or float
        ``a``, the shape.
    rate : Tensor or float
        ``b``, 1 / scale.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Gamma``.

    Examples
    --------
    >>> d = torch.distributions.Gamma(2.0, 1.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(-1.)
    >>> d.mean, d.variance
    (tensor(2.), tensor(2.))
    """

    concentration: Any
    rate: Any
    arg_constraints: Any = {"concentration": constraints.positive, "rate": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True
    _expanded = ("concentration", "rate")

    def __init__(self, concentration: Tensor | float, rate: Tensor | float, validate_args: bool | None = None) -> None:
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Gamma(2.0, 1.0)
        >>> d.mean
        tensor(2.)
        """
        return self.concentration / self.rate

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Gamma(2.0, 1.0)
        >>> d.mode
        tensor(1.)
        """
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Gamma(2.0, 1.0)
        >>> d.variance
        tensor(2.)
        """
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draw reparametrized samples, which are differentiable in the parameters.

        Parameters
        ----------
        sample_shape : tuple of int, default ()
            Shape of the sample.

        Returns
        -------
        Tensor
            ``(*sample_shape, *batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Gamma(2.0, 1.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        shape = self._extended_shape(sample_shape)
        value = _standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=finfo(value.dtype).tiny)
        return value

    def log_prob(self, value: Any) -> Tensor:
        """Logarithm of the density, or of the probability, of a value.

        Parameters
        ----------
        value : Tensor
            Values in the support.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> d = torch.distributions.Gamma(2.0, 1.0)
        >>> d.log_prob(torch.tensor(1.))
        tensor(-1.)
        """
        value = ops.as_tensor(value, dtype=self.rate.dtype)
        if self._validate_args:
            self._validate_sample(value)
        shape, rate = self.concentration, self.rate
        return ops.xlogy(shape, rate) + ops.xlogy(shape - 1, value) - rate * value - shape.lgamma()

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Gamma(2.0, 1.0)
        >>> d.entropy()
        tensor(1.5772)
        """
        shape = self.concentration
        return shape - self.rate.log() + shape.lgamma() + (1.0 - shape) * shape.digamma()

    def cdf(self, value: Any) -> Tensor:
        """Cumulative distribution function.

        Parameters
        ----------
        value : Tensor
            Values.

        Returns
        -------
        Tensor
            In [0, 1].

        Examples
        --------
        >>> d = torch.distributions.Gamma(2.0, 1.0)
        >>> d.cdf(torch.tensor(1.))
        tensor(0.2642)
        """
        if self._validate_args:
            self._validate_sample(value)
        return gammainc(self.concentration, self.rate * value)
