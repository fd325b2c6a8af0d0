"""`torch.distributions.pareto`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._dispatch.size import Size
from . import constraints
from .exponential import Exponential
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, ExpTransform
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Pareto"]


class Pareto(TransformedDistribution):
    """Density ``a * s**a / x**(a + 1)`` for ``x >= s``.

    Mean ``a * s / (a - 1)`` for ``a > 1``, else inf.

    Parameters
    ----------
    scale : Tensor or float
        ``s``, the smallest value.
    alpha : Tensor or float
        ``a``, the exponent of the tail.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Pareto``.

    Examples
    --------
    >>> d = torch.distributions.Pareto(1.0, 3.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(1.0986)
    >>> d.mean, d.variance
    (tensor(1.5000), tensor(0.7500))
    """

    scale: Any
    alpha: Any
    arg_constraints: Any = {"alpha": constraints.positive, "scale": constraints.positive}
    _expands_as_tensors = True

    def __init__(self, scale: Tensor | float, alpha: Tensor | float, validate_args: bool | None = None) -> None:
        self.scale, self.alpha = broadcast_all(scale, alpha)
        base = Exponential(self.alpha, validate_args=validate_args)
        super().__init__(base, [ExpTransform(), AffineTransform(loc=0, scale=self.scale)], validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape)
        return self._library_class()(self.scale.expand(shape), self.alpha.expand(shape), validate_args=self._validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        """The support: from ``scale`` on.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> d = torch.distributions.Pareto(1.0, 3.0)
        >>> d.support.event_dim
        0
        """
        return constraints.greater_than_eq(self.scale)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Pareto(1.0, 3.0)
        >>> d.mean
        tensor(1.5000)
        """
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Pareto(1.0, 3.0)
        >>> d.mode
        tensor(1.)
        """
        return self.scale

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Pareto(1.0, 3.0)
        >>> d.variance
        tensor(0.7500)
        """
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Pareto(1.0, 3.0)
        >>> d.entropy()
        tensor(0.2347)
        """
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())
