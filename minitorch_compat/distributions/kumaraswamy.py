"""`torch.distributions.kumaraswamy`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from . import constraints
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, PowerTransform
from .uniform import Uniform
from .utils import broadcast_all, euler_constant

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Kumaraswamy"]


class Kumaraswamy(TransformedDistribution):
    """On (0, 1), with density ``a * b * x**(a - 1) * (1 - x**a)**(b - 1)``: similar to a beta distribution.

    Parameters
    ----------
    concentration1 : Tensor or float
        ``a``, positive.
    concentration0 : Tensor or float
        ``b``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    Kumaraswamy (1980), A generalized probability density function for double-bounded random processes.

    PyTorch: ``torch.distributions.Kumaraswamy``.

    Examples
    --------
    >>> d = torch.distributions.Kumaraswamy(1.0, 2.0)
    >>> d.log_prob(torch.tensor(0.5))
    tensor(0.)
    >>> d.mean, d.variance
    (tensor(0.3333), tensor(0.0556))
    """

    concentration1: Any
    concentration0: Any
    arg_constraints: Any = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support: Any = constraints.unit_interval
    _expands_as_tensors = True

    def __init__(self, concentration1: Tensor | float, concentration0: Tensor | float, validate_args: bool | None = None) -> None:
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        base = Uniform(ops.full_like(self.concentration0, 0), ops.full_like(self.concentration0, 1), validate_args=validate_args)
        maps = [PowerTransform(exponent=self.concentration0.reciprocal()), AffineTransform(loc=1.0, scale=-1.0),
                PowerTransform(exponent=self.concentration1.reciprocal())]
        super().__init__(base, maps, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        return self._library_class()(self.concentration1.expand(Size(batch_shape)), self.concentration0.expand(Size(batch_shape)),
                                     validate_args=self._validate_args)

    def _raw_moment(self, n: int) -> Any:
        power = 1 + n / self.concentration1
        return ops.exp(self.concentration0.log() + power.lgamma() + self.concentration0.lgamma() - (power + self.concentration0).lgamma())

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Kumaraswamy(1.0, 2.0)
        >>> d.mean
        tensor(0.3333)
        """
        return self._raw_moment(1)

    @property
    def mode(self) -> Tensor:
        """The most likely value: ``((a - 1) / (a * b - 1))**(1 / a)``.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``; nan if a parameter is below 1.

        Notes
        -----
        For parameters above 1 PyTorch 2.13 takes the logarithm of a negative number and returns
        ``tensor(nan)``.

        Examples
        --------
        >>> torch.distributions.Kumaraswamy(2.0, 2.0).mode
        tensor(0.5774)
        """
        a, b = self.concentration1, self.concentration0
        result = (((a - 1) / (a * b - 1)).log() / a).exp()
        return ops.where((a < 1) | (b < 1), math.nan, result)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Kumaraswamy(1.0, 2.0)
        >>> d.variance
        tensor(0.0556)
        """
        return self._raw_moment(2) - self.mean.pow(2)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Kumaraswamy(1.0, 2.0)
        >>> d.entropy()
        tensor(-0.1931)
        """
        a, b = self.concentration1, self.concentration0
        harmonic = (b + 1).digamma() + euler_constant
        return (1 - b.reciprocal()) + (1 - a.reciprocal()) * harmonic - a.log() - b.log()
