"""`torch.distributions.inverse_gamma`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from . import constraints
from .gamma import Gamma
from .transformed_distribution import TransformedDistribution
from .transforms import PowerTransform

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["InverseGamma"]


class InverseGamma(TransformedDistribution):
    """Reciprocal of a ``Gamma(a, b)``.

    Mean ``b / (a - 1)`` for ``a > 1``, else inf.

    Parameters
    ----------
    concentration : Tensor or float
        ``a``, the shape.
    rate : Tensor or float
        ``b``.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.InverseGamma``.

    Examples
    --------
    >>> d = torch.distributions.InverseGamma(3.0, 2.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(-0.6137)
    >>> d.mean, d.variance
    (tensor(1.), tensor(1.))
    """

    arg_constraints: Any = {"concentration": constraints.positive, "rate": constraints.positive}
    support: Any = constraints.positive

    def __init__(self, concentration: Tensor | float, rate: Tensor | float, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args=validate_args)
        minus = -base.rate.new_ones(())
        super().__init__(base, PowerTransform(minus), validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape)
        return self._library_class()(self.concentration.expand(shape), self.rate.expand(shape), validate_args=self._validate_args)

    @property
    def concentration(self) -> Any:
        """The first parameter, ``a``.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.InverseGamma(3.0, 2.0)
        >>> d.concentration
        tensor(3.)
        """
        base: Any = self.base_dist
        return base.concentration

    @property
    def rate(self) -> Any:
        """The second parameter, ``b``.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.InverseGamma(3.0, 2.0)
        >>> d.rate
        tensor(2.)
        """
        base: Any = self.base_dist
        return base.rate

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.InverseGamma(3.0, 2.0)
        >>> d.mean
        tensor(1.)
        """
        return ops.where(self.concentration > 1, self.rate / (self.concentration - 1), math.inf)

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.InverseGamma(3.0, 2.0)
        >>> d.mode
        tensor(0.5000)
        """
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.InverseGamma(3.0, 2.0)
        >>> d.variance
        tensor(1.)
        """
        a = self.concentration
        return ops.where(a > 2, self.rate.square() / ((a - 1).square() * (a - 2)), math.inf)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.InverseGamma(3.0, 2.0)
        >>> d.entropy()
        tensor(0.6952)
        """
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()
