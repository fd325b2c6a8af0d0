"""`torch.distributions.logistic_normal`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import constraints
from .normal import Normal
from .transformed_distribution import TransformedDistribution
from .transforms import StickBreakingTransform

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["LogisticNormal"]


class LogisticNormal(TransformedDistribution):
    """Probabilities of ``K + 1`` classes: a ``Normal`` vector of size ``K``, mapped to the simplex by stick-breaking.

    Parameters
    ----------
    loc : Tensor
        ``(*, K)``.
    scale : Tensor
        ``(*, K)``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.LogisticNormal``.

    Examples
    --------
    >>> d = torch.distributions.LogisticNormal(torch.zeros(2), torch.ones(2))
    >>> d.log_prob(torch.tensor([0.25, 0.25, 0.5]))
    tensor(1.3054)
    >>> d.sample((3,)).shape
    torch.Size([3, 3])
    """

    arg_constraints: Any = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.simplex

    def __init__(self, loc: Tensor | float, scale: Tensor | float, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        shape = (*batch_shape, self.loc.shape[-1])
        return self._library_class()(self.loc.expand(shape), self.scale.expand(shape), validate_args=self._validate_args)

    @property
    def loc(self) -> Any:
        """Mean of the normal vector.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.LogisticNormal(torch.zeros(1), torch.ones(1))
        >>> d.loc
        tensor([0.])
        """
        base: Any = self.base_dist
        return base.base_dist.loc

    @property
    def scale(self) -> Any:
        """Its standard deviation.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.LogisticNormal(torch.zeros(1), torch.ones(1))
        >>> d.scale
        tensor([1.])
        """
        base: Any = self.base_dist
        return base.base_dist.scale
