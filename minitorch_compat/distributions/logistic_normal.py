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
    """Normal variates as probabilities, by breaking a stick."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex

    def __init__(self, loc: Tensor | float, scale: Tensor | float, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        shape = (*batch_shape, self.loc.shape[-1])
        return self._own_class()(self.loc.expand(shape), self.scale.expand(shape), validate_args=self._validate_args)

    @property
    def loc(self) -> Any:
        """The location of the normal variates."""
        base: Any = self.base_dist
        return base.base_dist.loc

    @property
    def scale(self) -> Any:
        """The scale of the normal variates."""
        base: Any = self.base_dist
        return base.base_dist.scale
