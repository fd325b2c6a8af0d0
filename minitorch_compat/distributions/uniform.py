"""`torch.distributions.uniform`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Uniform"]


class Uniform(Distribution):
    """Density ``1 / (b - a)`` on ``[a, b)``.

    Parameters
    ----------
    low : Tensor or float
        ``a``.
    high : Tensor or float
        ``b``, larger.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Uniform``.

    Examples
    --------
    >>> d = torch.distributions.Uniform(0.0, 4.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(-1.3863)
    >>> d.mean, d.variance
    (tensor(2.), tensor(1.3333))
    """

    low: Any
    high: Any
    has_rsample = True
    _expanded = ("low", "high")

    def __init__(self, low: Tensor | float, high: Tensor | float, validate_args: bool | None = None) -> None:
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)

    @property
    def arg_constraints(self) -> Any:
        """The constraint of each parameter.

        Returns
        -------
        dict
            Constraints by parameter name.

        Examples
        --------
        >>> d = torch.distributions.Uniform(0.0, 1.0)
        >>> sorted(d.arg_constraints)
        ['high', 'low']
        """
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    @constraints.dependent_property
    def support(self) -> Any:
        """The support: from ``low`` to ``high``.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> d = torch.distributions.Uniform(0.0, 1.0)
        >>> d.support.event_dim
        0
        """
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Uniform(0.0, 4.0)
        >>> d.mean
        tensor(2.)
        """
        return (self.high + self.low) / 2

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Uniform(0.0, 4.0)
        >>> d.variance
        tensor(1.3333)
        """
        return (self.high - self.low).pow(2) / 12

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
        >>> d = torch.distributions.Uniform(0.0, 4.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        return self.low + ops.rand(self._extended_shape(sample_shape), dtype=self.low.dtype) * (self.high - self.low)

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
        >>> d = torch.distributions.Uniform(0.0, 4.0)
        >>> d.log_prob(torch.tensor(1.))
        tensor(-1.3863)
        """
        if self._validate_args:
            self._validate_sample(value)
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return inside.log() - (self.high - self.low).log()

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
        >>> d = torch.distributions.Uniform(0.0, 4.0)
        >>> d.cdf(torch.tensor(1.))
        tensor(0.2500)
        """
        if self._validate_args:
            self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Any) -> Tensor:
        """Quantile function, the inverse of ``cdf``.

        Parameters
        ----------
        value : Tensor
            Probabilities.

        Returns
        -------
        Tensor
            Values.

        Examples
        --------
        >>> d = torch.distributions.Uniform(0.0, 4.0)
        >>> d.icdf(torch.tensor(0.5))
        tensor(2.)
        """
        return value * (self.high - self.low) + self.low

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Uniform(0.0, 4.0)
        >>> d.mode
        tensor(nan)
        """
        return self.high * math.nan

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Uniform(0.0, 4.0)
        >>> d.entropy()
        tensor(1.3863)
        """
        return (self.high - self.low).log()
