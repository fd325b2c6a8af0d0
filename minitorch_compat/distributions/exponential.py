"""`torch.distributions.exponential`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from .distribution import ExponentialFamily
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Exponential"]


class Exponential(ExponentialFamily):
    """Time to the next event: density ``r * exp(-r * x)`` for ``x >= 0``.

    Parameters
    ----------
    rate : Tensor or float
        ``r``, 1 / mean.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Exponential``.

    Examples
    --------
    >>> d = torch.distributions.Exponential(2.0)
    >>> d.log_prob(torch.tensor(0.))
    tensor(0.6931)
    >>> d.mean, d.variance
    (tensor(0.5000), tensor(0.2500))
    """

    rate: Any
    arg_constraints: Any = {"rate": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True
    _expanded = ("rate",)

    def __init__(self, rate: Tensor | float, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Exponential(2.0)
        >>> d.mean
        tensor(0.5000)
        """
        return self.rate.reciprocal()

    stddev = mean

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Exponential(2.0)
        >>> d.mode
        tensor(0.)
        """
        return ops.zeros_like(self.rate)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Exponential(2.0)
        >>> d.variance
        tensor(0.2500)
        """
        return self.rate.pow(-2)

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
        >>> d = torch.distributions.Exponential(2.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        return ops.empty(self._extended_shape(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

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
        >>> d = torch.distributions.Exponential(2.0)
        >>> d.log_prob(torch.tensor(0.))
        tensor(0.6931)
        """
        if self._validate_args:
            self._validate_sample(value)
        return self.rate.log() - self.rate * value

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
        >>> d = torch.distributions.Exponential(2.0)
        >>> d.cdf(torch.tensor(0.))
        tensor(0.)
        """
        if self._validate_args:
            self._validate_sample(value)
        return 1 - (-self.rate * value).exp()

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
        >>> d = torch.distributions.Exponential(2.0)
        >>> d.icdf(torch.tensor(0.5))
        tensor(0.3466)
        """
        return -ops.log1p(-value) / self.rate

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Exponential(2.0)
        >>> d.entropy()
        tensor(0.3069)
        """
        return 1.0 - self.rate.log()
