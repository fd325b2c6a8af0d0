"""`torch.distributions.generalized_pareto`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["GeneralizedPareto"]

_NAN = float("nan")


class GeneralizedPareto(Distribution):
    """Excess over a threshold: density ``(1 + k * (x - m) / s)**(-1 / k - 1) / s`` for ``x >= m``.

    Parameters
    ----------
    loc : Tensor or float
        ``m``.
    scale : Tensor or float
        ``s``, positive.
    concentration : Tensor or float
        ``k``; 0 is exponential.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.GeneralizedPareto``.

    Examples
    --------
    >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
    >>> d.log_prob(torch.tensor(0.))
    tensor(-0.)
    >>> d.mean, d.variance
    (tensor(1.3333), tensor(3.5556))
    """

    loc: Any
    scale: Any
    concentration: Any
    arg_constraints: Any = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True
    _expanded = ("loc", "scale", "concentration")

    def __init__(self, loc: Any, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        """The support: from ``loc`` on, bounded above if ``concentration`` is negative.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.5)
        >>> d.support.event_dim
        0
        """
        end = ops.where(self.concentration < 0, self.loc - self.scale / self.concentration, float("inf"))
        return constraints.interval(self.loc, end)

    def _scaled_excess(self, value: Any) -> tuple[Any, Any, Any]:
        """The scaled excess, where the tail is exponential, and the concentration with ones there."""
        exponential = ops.isclose(self.concentration, ops.zeros_like(self.concentration))
        return (value - self.loc) / self.scale, exponential, ops.where(exponential, ops.ones_like(self.concentration), self.concentration)

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
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
        >>> d.log_prob(torch.tensor(0.))
        tensor(-0.)
        """
        if self._validate_args:
            self._validate_sample(value)
        z, exponential, c = self._scaled_excess(value)
        power = 1 / c + ops.ones_like(z)
        return -(ops.where(exponential, z, ops.where(power == 0, power, power * ops.log1p(c * z))) + self.scale.log())

    def log_survival_function(self, value: Any) -> Any:
        """Logarithm of the survival function.

        Parameters
        ----------
        value : Tensor
            The value.

        Returns
        -------
        Tensor
            At most 0.

        Examples
        --------
        >>> torch.distributions.GeneralizedPareto(0.0, 1.0, 0.5).log_survival_function(torch.tensor(0.0))
        tensor(-0.)
        """
        if self._validate_args:
            self._validate_sample(value)
        z, exponential, c = self._scaled_excess(value)
        return -ops.where(exponential, z, ops.log1p(c * z) / c)

    def log_cdf(self, value: Any) -> Any:
        """Logarithm of the cumulative distribution function.

        Parameters
        ----------
        value : Tensor
            The value.

        Returns
        -------
        Tensor
            At most 0.

        Examples
        --------
        >>> torch.distributions.GeneralizedPareto(0.0, 1.0, 0.5).log_cdf(torch.tensor(2.0))
        tensor(-0.2877)
        """
        return ops.log1p(-ops.exp(self.log_survival_function(value)))

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
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
        >>> d.cdf(torch.tensor(0.))
        tensor(0.)
        """
        return ops.exp(self.log_cdf(value))

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
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
        >>> d.icdf(torch.tensor(0.5))
        tensor(0.7568)
        """
        exponential = ops.isclose(self.concentration, ops.zeros_like(self.concentration))
        c = ops.where(exponential, ops.ones_like(self.concentration), self.concentration)
        rest = ops.log1p(-value)
        return ops.where(exponential, self.loc - self.scale * rest, self.loc + self.scale * ops.expm1(-c * rest) / c)

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
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        return self.icdf(ops.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype))

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
        >>> d.mean
        tensor(1.3333)
        """
        c = self.concentration
        return ops.where(c < 1, self.loc + self.scale / (1 - ops.where(c < 1, c, 0.5)), _NAN)

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
        >>> d.mode
        tensor(0.)
        """
        return self.loc

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
        >>> d.variance
        tensor(3.5556)
        """
        c = ops.where(self.concentration < 0.5, self.concentration, 0.25)
        return ops.where(self.concentration < 0.5, self.scale**2 / ((1 - c) ** 2 * (1 - 2 * c)), _NAN)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.GeneralizedPareto(0.0, 1.0, 0.25)
        >>> d.entropy()
        tensor(1.2500)
        """
        return (self.scale.log() + self.concentration + 1).expand(self.batch_shape)
