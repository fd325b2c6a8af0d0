"""`torch.distributions.constraints`: which values a parameter or a sample may have."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._bindings import functions as ops
from .._names import missing


class Constraint:
    """A set of values: `check` says, element by element, what lies in it. `event_dim` dimensions are judged together."""

    is_discrete = False
    event_dim = 0

    def check(self, value: Any) -> Any:
        """A bool tensor: which values are in the set."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return type(self).__name__.lstrip("_") + "()"


class _Named(Constraint):
    """A set given by a test."""

    def __init__(self, name: str, check: Callable[[Any], Any], is_discrete: bool = False, event_dim: int = 0) -> None:
        self.name, self._check, self.is_discrete, self.event_dim = name, check, is_discrete, event_dim

    def check(self, value: Any) -> Any:
        return self._check(value)

    def __repr__(self) -> str:
        return self.name


class _Dependent(Constraint):
    """A set that depends on other parameters; it cannot be checked alone."""

    def __init__(self, *, is_discrete: bool = False, event_dim: int = 0) -> None:
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def check(self, x: Any) -> Any:
        raise ValueError("Cannot determine validity of dependent constraint")


dependent = _Dependent()


class dependent_property(property, _Dependent):
    """A property that is a constraint which depends on the parameters."""

    def __init__(self, fn: Any = None, *, is_discrete: bool = False, event_dim: int = 0) -> None:
        super().__init__(fn)
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, fn: Any) -> dependent_property:
        return dependent_property(fn, is_discrete=self.is_discrete, event_dim=self.event_dim)


def is_dependent(constraint: Any) -> bool:
    """Whether a constraint depends on parameters."""
    return isinstance(constraint, _Dependent)


class _Interval(Constraint):
    """lower_bound <= x <= upper_bound."""

    def __init__(self, lower_bound: Any, upper_bound: Any) -> None:
        self.lower_bound, self.upper_bound = lower_bound, upper_bound

    def check(self, value: Any) -> Any:
        return (self.lower_bound <= value) & (value <= self.upper_bound)

    def __repr__(self) -> str:
        return f"Interval(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class _HalfOpenInterval(_Interval):
    """lower_bound <= x < upper_bound."""

    def check(self, value: Any) -> Any:
        return (self.lower_bound <= value) & (value < self.upper_bound)

    def __repr__(self) -> str:
        return f"HalfOpenInterval(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class _IntegerInterval(_Interval):
    """Integers from lower_bound to upper_bound."""

    is_discrete = True

    def check(self, value: Any) -> Any:
        return (value % 1 == 0) & super().check(value)

    def __repr__(self) -> str:
        return f"IntegerInterval(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class _Multinomial(Constraint):
    """Counts that sum to upper_bound."""

    is_discrete, event_dim = True, 1

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound

    def check(self, x: Any) -> Any:
        return (x >= 0).all(dim=-1) & (x.sum(dim=-1) <= self.upper_bound)


class _GreaterThan(Constraint):
    """x > lower_bound."""

    def __init__(self, lower_bound: Any) -> None:
        self.lower_bound = lower_bound

    def check(self, value: Any) -> Any:
        return self.lower_bound < value

    def __repr__(self) -> str:
        return f"GreaterThan(lower_bound={self.lower_bound})"


class _GreaterThanEq(_GreaterThan):
    """x >= lower_bound."""

    def check(self, value: Any) -> Any:
        return self.lower_bound <= value

    def __repr__(self) -> str:
        return f"GreaterThanEq(lower_bound={self.lower_bound})"


class _LessThan(Constraint):
    """x < upper_bound."""

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound

    def check(self, value: Any) -> Any:
        return value < self.upper_bound

    def __repr__(self) -> str:
        return f"LessThan(upper_bound={self.upper_bound})"


class _IndependentConstraint(Constraint):
    """A constraint whose last dimensions are judged together."""

    def __init__(self, base_constraint: Any, reinterpreted_batch_ndims: int) -> None:
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims

    def check(self, value: Any) -> Any:
        result = self.base_constraint.check(value)
        if result.array.ndim < self.reinterpreted_batch_ndims:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.array.ndim}")
        lead = result.array.ndim - self.reinterpreted_batch_ndims
        return result.reshape((*result.array.shape[:lead], -1)).all(-1)

    def __repr__(self) -> str:
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


def _symmetric(value: Any) -> Any:
    return ops.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)


def _positive_definite(value: Any) -> Any:
    from ..linalg import cholesky_ex

    return cholesky_ex(value).info.eq(0) & _symmetric(value)


class _Real(_Named):
    """The kind of `real`."""


class _Boolean(_Named):
    """The kind of `boolean`."""


class _OneHot(_Named):
    """The kind of `one_hot`."""


class _IntegerGreaterThan(_Named):
    """The kind of `positive_integer`."""


class _Simplex(_Named):
    """The kind of `simplex`."""


class _LowerTriangular(_Named):
    """The kind of `lower_triangular`."""


class _LowerCholesky(_Named):
    """The kind of `lower_cholesky`."""


class _Square(_Named):
    """The kind of `square`."""


class _Symmetric(_Named):
    """The kind of `symmetric`."""


class _PositiveDefinite(_Named):
    """The kind of `positive_definite`."""


class _PositiveSemidefinite(_Named):
    """The kind of `positive_semidefinite`."""


class _CorrCholesky(_Named):
    """The kind of `corr_cholesky`."""


def _positive_semidefinite(value: Any) -> Any:
    from ..linalg import eigvalsh

    return (eigvalsh(value) >= 0).all(-1) & _symmetric(value)


def _unit_rows(value: Any) -> Any:
    """Lower triangles with a positive diagonal and rows of length 1."""
    tolerance = float(np.finfo(value.array.dtype).eps) * value.size(-1) * 10  # rounding of one step per column
    length = value.square().sum(-1).sqrt()
    return lower_cholesky.check(value) & (length - 1).abs().lt(tolerance).all(dim=-1)


class _Several(Constraint):
    """A constraint for each part along a dimension."""

    def __init__(self, cseq: Any, dim: int) -> None:
        if not all(isinstance(c, Constraint) for c in cseq):
            raise AssertionError("All elements of cseq must be Constraint instances")
        self.cseq, self.dim = list(cseq), dim
        self.is_discrete = any(c.is_discrete for c in self.cseq)


class _Cat(_Several):
    """Constraints of consecutive pieces along a dimension, of given lengths (1 each unless said otherwise)."""

    def __init__(self, cseq: Any, dim: int = 0, lengths: Any = None) -> None:
        super().__init__(cseq, dim)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.cseq):
            raise AssertionError("cseq and lengths must have the same length")
        self.event_dim = max(c.event_dim for c in self.cseq)

    def check(self, value: Any) -> Any:
        parts = value.split(self.lengths, self.dim)
        return ops.cat([c.check(part) for c, part in zip(self.cseq, parts, strict=True)], self.dim)


class _Stack(_Several):
    """Constraints of the slices along a dimension."""

    def __init__(self, cseq: Any, dim: int = 0) -> None:
        super().__init__(cseq, dim)
        self.event_dim = max(c.event_dim for c in self.cseq) + (self.dim + max(c.event_dim for c in self.cseq) < 0)

    def check(self, value: Any) -> Any:
        parts = [value.select(self.dim, i) for i in range(value.size(self.dim))]
        return ops.stack([c.check(part) for c, part in zip(self.cseq, parts, strict=True)], self.dim)


interval = _Interval
half_open_interval = _HalfOpenInterval
integer_interval = _IntegerInterval
multinomial = _Multinomial
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
independent = _IndependentConstraint
cat = _Cat
stack = _Stack

real = _Real("Real()", lambda v: v == v)
real_vector = independent(real, 1)
boolean = _Boolean("Boolean()", lambda v: (v == 0) | (v == 1), is_discrete=True)
one_hot = _OneHot("OneHot()", lambda v: ((v == 0) | (v == 1)).all(-1) & v.sum(-1).eq(1), is_discrete=True, event_dim=1)
positive = greater_than(0.0)
nonnegative = greater_than_eq(0.0)
positive_integer = _IntegerGreaterThan("IntegerGreaterThan(lower_bound=1)", lambda v: (v % 1 == 0) & (v >= 1), is_discrete=True)
nonnegative_integer = _IntegerGreaterThan("IntegerGreaterThan(lower_bound=0)", lambda v: (v % 1 == 0) & (v >= 0), is_discrete=True)
unit_interval = interval(0.0, 1.0)
simplex = _Simplex("Simplex()", lambda v: (v >= 0).all(-1) & ((v.sum(-1) - 1).abs() < 1e-6), event_dim=1)
lower_triangular = _LowerTriangular("LowerTriangular()", lambda v: (v.tril() == v).reshape((*v.array.shape[:-2], -1)).all(-1), event_dim=2)
lower_cholesky = _LowerCholesky("LowerCholesky()", lambda v: (v.tril() == v).reshape((*v.array.shape[:-2], -1)).all(-1)
                        & (v.diagonal(dim1=-2, dim2=-1) > 0).all(-1), event_dim=2)
square = _Square("Square()", lambda v: ops.full(v.array.shape[:-2], v.array.shape[-2] == v.array.shape[-1]), event_dim=2)
symmetric = _Symmetric("Symmetric()", _symmetric, event_dim=2)
positive_definite = _PositiveDefinite("PositiveDefinite()", _positive_definite, event_dim=2)
positive_semidefinite = _PositiveSemidefinite("PositiveSemidefinite()", _positive_semidefinite, event_dim=2)
corr_cholesky = _CorrCholesky("CorrCholesky()", _unit_rows, event_dim=2)

__getattr__ = missing("torch.distributions.constraints", __name__)
