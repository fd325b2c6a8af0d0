"""`torch.distributions.constraint_registry`: transforms from unconstrained numbers to constrained ones.

`biject_to(constraint)` returns a bijection, `transform_to(constraint)` any map, which may be simpler. The constraints of this package are
registered; others are added with `register`.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from .._namespace.names import missing
from . import constraints
from . import transforms as maps

Factory = Callable[[Any], maps.Transform]


class ConstraintRegistry:
    """A registry of transforms by constraint: ``biject_to`` returns bijections, ``transform_to`` any map.

    Parameters
    ----------
    constraint : Constraint
        Argument of the call.

    Returns
    -------
    Transform
        Result of the call: a map from unconstrained numbers.

    References
    ----------
    PyTorch: ``torch.distributions.constraint_registry.ConstraintRegistry``.

    Examples
    --------
    >>> f = torch.distributions.biject_to(torch.distributions.constraints.positive)
    >>> f(torch.tensor(0.0))
    tensor(1.)
    """

    def __init__(self) -> None:
        self._registry: dict[type, Factory] = {}

    @overload
    def register(self, constraint: Any, factory: None = None) -> Callable[[Factory], Factory]: ...

    @overload
    def register(self, constraint: Any, factory: Factory) -> Factory: ...

    def register(self, constraint: Any, factory: Factory | None = None) -> Any:
        """Register the transform of a constraint.

        Parameters
        ----------
        constraint : Constraint or type
            The constraint, or its class.
        factory : callable, optional
            Takes the constraint, returns a transform; None makes it a decorator.

        Returns
        -------
        callable
            The factory.

        Raises
        ------
        TypeError
            If ``constraint`` is not a constraint.
        """
        if factory is None:
            return lambda given: self.register(constraint, given)
        cls = type(constraint) if isinstance(constraint, constraints.Constraint) else constraint
        if not isinstance(cls, type) or not issubclass(cls, constraints.Constraint):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {constraint}")
        self._registry[cls] = factory
        return factory

    def __call__(self, constraint: Any) -> maps.Transform:
        factory = self._registry.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return factory(constraint)


biject_to: ConstraintRegistry = ConstraintRegistry()
transform_to: ConstraintRegistry = ConstraintRegistry()


def _register_in_both(*kinds: Any) -> Callable[[Factory], Factory]:
    def register(factory: Factory) -> Factory:
        for kind in kinds:
            biject_to.register(kind, factory)
            transform_to.register(kind, factory)
        return factory

    return register


@_register_in_both(constraints.real)
def _to_real(constraint: Any) -> maps.Transform:
    return maps.identity_transform


@biject_to.register(constraints.independent)
def _biject_to_independent(constraint: Any) -> maps.Transform:
    return maps.IndependentTransform(biject_to(constraint.base_constraint), constraint.reinterpreted_batch_ndims)


@transform_to.register(constraints.independent)
def _transform_to_independent(constraint: Any) -> maps.Transform:
    return maps.IndependentTransform(transform_to(constraint.base_constraint), constraint.reinterpreted_batch_ndims)


@_register_in_both(constraints.positive, constraints.nonnegative)
def _to_positive(constraint: Any) -> maps.Transform:
    return maps.ComposeTransform([maps.ExpTransform(), maps.AffineTransform(constraint.lower_bound, 1)])


@_register_in_both(constraints.less_than)
def _to_less_than(constraint: Any) -> maps.Transform:
    return maps.ComposeTransform([maps.ExpTransform(), maps.AffineTransform(constraint.upper_bound, -1)])


@_register_in_both(constraints.interval, constraints.half_open_interval)
def _to_interval(constraint: Any) -> maps.Transform:
    low, high = constraint.lower_bound, constraint.upper_bound
    if isinstance(low, (int, float)) and isinstance(high, (int, float)) and (low, high) == (0, 1):
        return maps.SigmoidTransform()
    return maps.ComposeTransform([maps.SigmoidTransform(), maps.AffineTransform(low, high - low)])


@biject_to.register(constraints.simplex)
def _biject_to_simplex(constraint: Any) -> maps.Transform:
    return maps.StickBreakingTransform()


@transform_to.register(constraints.simplex)
def _transform_to_simplex(constraint: Any) -> maps.Transform:
    return maps.SoftmaxTransform()


@transform_to.register(constraints.lower_cholesky)
def _to_lower_cholesky(constraint: Any) -> maps.Transform:
    return maps.LowerCholeskyTransform()


@transform_to.register(constraints.positive_definite)
@transform_to.register(constraints.positive_semidefinite)
def _to_positive_definite(constraint: Any) -> maps.Transform:
    return maps.PositiveDefiniteTransform()


@_register_in_both(constraints.corr_cholesky)
def _to_corr_cholesky(constraint: Any) -> maps.Transform:
    return maps.CorrCholeskyTransform()


@biject_to.register(constraints.cat)
def _biject_to_cat(constraint: Any) -> maps.Transform:
    return maps.CatTransform([biject_to(c) for c in constraint.cseq], constraint.dim, constraint.lengths)


@transform_to.register(constraints.cat)
def _transform_to_cat(constraint: Any) -> maps.Transform:
    return maps.CatTransform([transform_to(c) for c in constraint.cseq], constraint.dim, constraint.lengths)


@biject_to.register(constraints.stack)
def _biject_to_stack(constraint: Any) -> maps.Transform:
    return maps.StackTransform([biject_to(c) for c in constraint.cseq], constraint.dim)


@transform_to.register(constraints.stack)
def _transform_to_stack(constraint: Any) -> maps.Transform:
    return maps.StackTransform([transform_to(c) for c in constraint.cseq], constraint.dim)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributions.constraint_registry", __name__)
