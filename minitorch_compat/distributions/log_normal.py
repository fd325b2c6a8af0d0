"""`torch.distributions.log_normal`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import constraints
from .normal import Normal
from .transformed_distribution import TransformedDistribution
from .transforms import ExpTransform

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["LogNormal"]


class LogNormal(TransformedDistribution):
    """Exponential of a ``Normal(m, s)``.

    Mean ``exp(m + s**2 / 2)``.

    Parameters
    ----------
    loc : Tensor or float
        ``m``, mean of the logarithm.
    scale : Tensor or float
        ``s``, its standard deviation.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.LogNormal``.

    Examples
    --------
    >>> d = torch.distributions.LogNormal(0.0, 1.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(-0.9189)
    >>> d.mean, d.variance
    (tensor(1.6487), tensor(4.6708))
    """

    arg_constraints: Any = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.positive

    def __init__(self, loc: Tensor | float, scale: Tensor | float, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale, validate_args=validate_args), ExpTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Any:
        """Mean of the logarithm.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.LogNormal(0.0, 1.0)
        >>> d.loc
        tensor(0.)
        """
        base: Any = self.base_dist
        return base.loc

    @property
    def scale(self) -> Any:
        """Standard deviation of the logarithm.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.LogNormal(0.0, 1.0)
        >>> d.scale
        tensor(1.)
        """
        base: Any = self.base_dist
        return base.scale

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.LogNormal(0.0, 1.0)
        >>> d.mean
        tensor(1.6487)
        """
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.LogNormal(0.0, 1.0)
        >>> d.mode
        tensor(0.3679)
        """
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.LogNormal(0.0, 1.0)
        >>> d.variance
        tensor(4.6708)
        """
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def _expand_parameters(self, batch_shape: Any) -> Any:
        base = self.base_dist.expand(batch_shape)
        return LogNormal(base.loc, base.scale, validate_args=self._validate_args)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.LogNormal(0.0, 1.0)
        >>> d.entropy()
        tensor(1.4189)
        """
        return self.base_dist.entropy() + self.loc
