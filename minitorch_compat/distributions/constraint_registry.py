"""From a constraint to a map into it: `biject_to` gives bijections, `transform_to` any map from unconstrained reals, for optimizers.

https://docs.pytorch.org/docs/stable/distributions.html#module-torch.distributions.constraint_registry
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._bindings.tensor import Tensor
from . import constraints, transforms

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]

Factory = Callable[[Any], transforms.Transform]


class ConstraintRegistry:
    """Classes of constraints, and what makes a map for one of them: `registry(constraint)`."""

    def __init__(self) -> None:
        self._registry: dict[type, Factory] = {}

    def register(self, constraint: Any, factory: Factory | None = None) -> Any:
        """Make maps for a class of constraints (or that of an instance) by `factory`. Without it, a decorator."""
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        if isinstance(constraint, constraints.Constraint):
            constraint = type(constraint)
        if not isinstance(constraint, type) or not issubclass(constraint, constraints.Constraint):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {constraint}")
        self._registry[constraint] = factory
        return factory

    def __call__(self, constraint: Any) -> transforms.Transform:
        """The map for this constraint; NotImplementedError if there is none for its class."""
        factory = self._registry.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return factory(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()


def _above(constraint: Any) -> transforms.Transform:
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(constraint.lower_bound, 1)])


def _below(constraint: Any) -> transforms.Transform:
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(constraint.upper_bound, -1)])


def _between(constraint: Any) -> transforms.Transform:
    low, high = constraint.lower_bound, constraint.upper_bound
    if not isinstance(low, Tensor) and low == 0 and not isinstance(high, Tensor) and high == 1:
        return transforms.SigmoidTransform()
    return transforms.ComposeTransform([transforms.SigmoidTransform(), transforms.AffineTransform(low, high - low)])


def _of_parts(registry: ConstraintRegistry) -> None:
    """What is made of other constraints."""
    registry.register(constraints.independent, lambda c: transforms.IndependentTransform(
        registry(c.base_constraint), c.reinterpreted_batch_ndims))
    registry.register(constraints.cat, lambda c: transforms.CatTransform([registry(part) for part in c.cseq], c.dim, c.lengths))
    registry.register(constraints.stack, lambda c: transforms.StackTransform([registry(part) for part in c.cseq], c.dim))


for _both in (biject_to, transform_to):
    _both.register(constraints.real, lambda c: transforms.identity_transform)
    _both.register(constraints.greater_than, _above)
    _both.register(constraints.greater_than_eq, _above)
    _both.register(constraints.less_than, _below)
    _both.register(constraints.interval, _between)
    _both.register(constraints.half_open_interval, _between)
    _both.register(constraints.corr_cholesky, lambda c: transforms.CorrCholeskyTransform())
    _of_parts(_both)
biject_to.register(constraints.simplex, lambda c: transforms.StickBreakingTransform())
transform_to.register(constraints.simplex, lambda c: transforms.SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda c: transforms.LowerCholeskyTransform())
transform_to.register(constraints.positive_definite, lambda c: transforms.PositiveDefiniteTransform())
transform_to.register(constraints.positive_semidefinite, lambda c: transforms.PositiveDefiniteTransform())
