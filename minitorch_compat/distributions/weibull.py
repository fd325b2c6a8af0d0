"""`torch.distributions.weibull`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from . import constraints
from .exponential import Exponential
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, PowerTransform
from .utils import broadcast_all, euler_constant

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Weibull"]


class Weibull(TransformedDistribution):
    """Distribution function ``1 - exp(-(x / s)**k)``.

    Parameters
    ----------
    scale : Tensor or float
        ``s``, positive.
    concentration : Tensor or float
        ``k``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Weibull``.

    Examples
    --------
    >>> d = torch.distributions.Weibull(1.0, 2.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(-0.3069)
    >>> d.mean, d.variance
    (tensor(0.8862), tensor(0.2146))
    """

    scale: Any
    concentration: Any
    arg_constraints: Any = {"scale": constraints.positive, "concentration": constraints.positive}
    support: Any = constraints.positive
    _expands_as_tensors = True

    def __init__(self, scale: Tensor | float, concentration: Tensor | float, validate_args: bool | None = None) -> None:
        self.scale, self.concentration = broadcast_all(scale, concentration)
        self.concentration_reciprocal: Any = self.concentration.reciprocal()
        base = Exponential(ops.ones_like(self.scale), validate_args=validate_args)
        maps = [PowerTransform(exponent=self.concentration_reciprocal), AffineTransform(0, scale=self.scale)]
        super().__init__(base, maps, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape)
        return self._library_class()(self.scale.expand(shape), self.concentration.expand(shape), validate_args=self._validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Weibull(1.0, 2.0)
        >>> d.mean
        tensor(0.8862)
        """
        return self.scale * ops.exp(ops.lgamma(1 + self.concentration_reciprocal))

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Weibull(1.0, 2.0)
        >>> d.mode
        tensor(0.7071)
        """
        return self.scale * ((self.concentration - 1) / self.concentration) ** self.concentration.reciprocal()

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Weibull(1.0, 2.0)
        >>> d.variance
        tensor(0.2146)
        """
        power = self.concentration_reciprocal
        return self.scale.pow(2) * (ops.exp(ops.lgamma(1 + 2 * power)) - ops.exp(2 * ops.lgamma(1 + power)))

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Weibull(1.0, 2.0)
        >>> d.entropy()
        tensor(0.5955)
        """
        power = self.concentration_reciprocal
        return euler_constant * (1 - power) + ops.log(self.scale * power) + 1
