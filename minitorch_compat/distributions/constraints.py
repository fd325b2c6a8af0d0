"""`torch.distributions.constraints`: constraints of parameters and samples."""
from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._dispatch.naming import reduce_instance
from .._namespace.names import missing


class Constraint:
    """Base class of constraints: ``check(value)`` tests which values satisfy it.

    Attributes
    ----------
    is_discrete : bool
        Whether values are integers.
    event_dim : int
        Number of event dimensions.

    References
    ----------
    PyTorch: ``torch.distributions.constraints.Constraint``.

    Examples
    --------
    >>> torch.distributions.constraints.positive.check(torch.tensor([-1.0, 1.0]))
    tensor([False,  True])
    """

    is_discrete = False
    event_dim = 0

    if not TYPE_CHECKING:
        __reduce_ex__ = reduce_instance

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> torch.distributions.constraints.unit_interval.check(torch.tensor([0.5, 1.5]))
        tensor([ True, False])
        """
        raise NotImplementedError

    def __repr__(self) -> str:
        return type(self).__name__.lstrip("_") + "()"


class _Dependent(Constraint):
    """A constraint that depends on other parameters and cannot be checked by itself.

    Parameters
    ----------
    is_discrete : bool, optional
        Whether values are discrete; reading it raises if not specified.
    event_dim : int, optional
        Number of event dimensions; reading it raises if not specified.

    Returns
    -------
    constraint
        When called: the same constraint with these properties.

    References
    ----------
    PyTorch: ``torch.distributions.constraints.dependent``.

    Examples
    --------
    >>> c = torch.distributions.constraints
    >>> c.is_dependent(c.dependent), c.dependent(is_discrete=True, event_dim=0).is_discrete
    (True, True)
    """

    def __init__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> None:
        self._is_discrete, self._event_dim = is_discrete, event_dim
        super().__init__()

    @property
    def is_discrete(self) -> bool:  # type: ignore[override]
        """Whether values are discrete. Raises NotImplementedError if that depends on the parameters, too."""
        if self._is_discrete is NotImplemented:
            raise NotImplementedError(".is_discrete cannot be determined statically")
        return bool(self._is_discrete)

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        """The number of event dimensions. Raises NotImplementedError if that depends on the parameters, too."""
        if self._event_dim is NotImplemented:
            raise NotImplementedError(".event_dim cannot be determined statically")
        return int(self._event_dim)

    def __call__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> _Dependent:
        """Return the same constraint with more properties specified."""
        return _Dependent(is_discrete=self._is_discrete if is_discrete is NotImplemented else is_discrete,
                          event_dim=self._event_dim if event_dim is NotImplemented else event_dim)

    def check(self, x: Any) -> Any:
        raise ValueError("Cannot determine validity of dependent constraint")


dependent: _Dependent = _Dependent()


class _DependentProperty(property, _Dependent):
    """A property that returns a constraint which depends on parameters.

    Parameters
    ----------
    fn : callable, optional
        Returns the constraint of an object; None makes it a decorator.
    is_discrete : bool, default NotImplemented
        Whether values are integers.
    event_dim : int, default NotImplemented
        Number of event dimensions.

    References
    ----------
    PyTorch: ``torch.distributions.constraints.dependent_property``.

    Examples
    --------
    >>> torch.distributions.constraints.is_dependent(torch.distributions.Uniform.support)
    True
    """

    def __init__(self, fn: Any = None, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> None:
        super().__init__(fn)
        self._is_discrete, self._event_dim = is_discrete, event_dim

    def __call__(self, fn: Any) -> _DependentProperty:  # type: ignore[override]
        """Use the instance as a decorator with arguments.

        Parameters
        ----------
        fn : callable
            Returns the constraint of an object.

        Returns
        -------
        _DependentProperty
            The property.
        """
        return _DependentProperty(fn, is_discrete=self._is_discrete, event_dim=self._event_dim)


dependent_property = _DependentProperty


def is_dependent(constraint: Any) -> bool:
    """Whether a constraint depends on other parameters, and is only defined for instances.

    Parameters
    ----------
    constraint : Constraint
        The constraint.

    Returns
    -------
    bool
        True if so.

    References
    ----------
    PyTorch: ``torch.distributions.constraints.is_dependent``.

    Examples
    --------
    >>> torch.distributions.constraints.is_dependent(torch.distributions.constraints.positive)
    False
    """
    return isinstance(constraint, _Dependent)


class _Interval(Constraint):
    """Numbers in ``[lower_bound, upper_bound]``.

    Parameters
    ----------
    lower_bound : float or Tensor
        Lower end.
    upper_bound : float or Tensor
        Upper end.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._Interval``.

    Examples
    --------
    >>> torch.distributions.constraints.interval(0.0, 1.0).check(torch.tensor([1.0, 2.0]))
    tensor([ True, False])
    """

    def __init__(self, lower_bound: Any, upper_bound: Any) -> None:
        self.lower_bound, self.upper_bound = lower_bound, upper_bound

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.interval(0.0, 1.0).check(torch.tensor([0.5, 2.0]))
        tensor([ True, False])
        """
        return (self.lower_bound <= value) & (value <= self.upper_bound)

    def __repr__(self) -> str:
        return f"Interval(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class _HalfOpenInterval(_Interval):
    """Numbers in ``[lower_bound, upper_bound)``.

    Parameters
    ----------
    lower_bound : float or Tensor
        Lower end.
    upper_bound : float or Tensor
        Upper end.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._HalfOpenInterval``.

    Examples
    --------
    >>> torch.distributions.constraints.half_open_interval(0.0, 1.0).check(torch.tensor([0.0, 1.0]))
    tensor([ True, False])
    """

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.half_open_interval(0.0, 1.0).check(torch.tensor([0.0, 1.0]))
        tensor([ True, False])
        """
        return (self.lower_bound <= value) & (value < self.upper_bound)

    def __repr__(self) -> str:
        return f"HalfOpenInterval(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class _IntegerInterval(_Interval):
    """Integers in ``[lower_bound, upper_bound]``.

    Parameters
    ----------
    lower_bound : int or Tensor
        Lower end.
    upper_bound : int or Tensor
        Upper end.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._IntegerInterval``.

    Examples
    --------
    >>> torch.distributions.constraints.integer_interval(0, 3).check(torch.tensor([1.0, 1.5]))
    tensor([ True, False])
    """

    is_discrete = True

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.integer_interval(0, 2).check(torch.tensor([0.5, 2.0]))
        tensor([False,  True])
        """
        return (value % 1 == 0) & super().check(value)

    def __repr__(self) -> str:
        return f"IntegerInterval(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class _Multinomial(Constraint):
    """Counts along the last dimension that sum to at most a number.

    Parameters
    ----------
    upper_bound : int or Tensor
        The number.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._Multinomial``.

    Examples
    --------
    >>> torch.distributions.constraints.multinomial(4).check(torch.tensor([1.0, 3.0]))
    tensor(True)
    """

    is_discrete: bool
    event_dim: int
    is_discrete, event_dim = True, 1

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound

    def check(self, x: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        x : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.multinomial(2).check(torch.tensor([1.0, 1.0]))
        tensor(True)
        """
        return (x >= 0).all(dim=-1) & (x.sum(dim=-1) <= self.upper_bound)


class _GreaterThan(Constraint):
    """Numbers above a bound.

    Parameters
    ----------
    lower_bound : float or Tensor
        The bound.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._GreaterThan``.

    Examples
    --------
    >>> torch.distributions.constraints.greater_than(0.0).check(torch.tensor([0.0, 1.0]))
    tensor([False,  True])
    """

    def __init__(self, lower_bound: Any) -> None:
        self.lower_bound = lower_bound

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.greater_than(0.0).check(torch.tensor([0.0, 1.0]))
        tensor([False,  True])
        """
        return self.lower_bound < value

    def __repr__(self) -> str:
        return f"GreaterThan(lower_bound={self.lower_bound})"


class _GreaterThanEq(_GreaterThan):
    """Numbers greater than or equal to a bound.

    Parameters
    ----------
    lower_bound : float or Tensor
        The bound.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._GreaterThanEq``.

    Examples
    --------
    >>> torch.distributions.constraints.greater_than_eq(0.0).check(torch.tensor([0.0, -1.0]))
    tensor([ True, False])
    """

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.greater_than_eq(0.0).check(torch.tensor([0.0, -1.0]))
        tensor([ True, False])
        """
        return self.lower_bound <= value

    def __repr__(self) -> str:
        return f"GreaterThanEq(lower_bound={self.lower_bound})"


class _LessThan(Constraint):
    """Numbers below a bound.

    Parameters
    ----------
    upper_bound : float or Tensor
        The bound.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._LessThan``.

    Examples
    --------
    >>> torch.distributions.constraints.less_than(0.0).check(torch.tensor([0.0, -1.0]))
    tensor([False,  True])
    """

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.less_than(0.0).check(torch.tensor([0.0, -1.0]))
        tensor([False,  True])
        """
        return value < self.upper_bound

    def __repr__(self) -> str:
        return f"LessThan(upper_bound={self.upper_bound})"


class _IndependentConstraint(Constraint):
    """A constraint that must hold for all elements of the last dimensions.

    Parameters
    ----------
    base_constraint : Constraint
        The other one.
    reinterpreted_batch_ndims : int
        Number of dimensions.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._IndependentConstraint``.

    Examples
    --------
    >>> c = torch.distributions.constraints
    >>> c.independent(c.positive, 1).check(torch.tensor([[1.0, 2.0], [1.0, -2.0]]))
    tensor([ True, False])
    """

    base_constraint: Constraint

    def __init__(self, base_constraint: Any, reinterpreted_batch_ndims: int) -> None:
        if not isinstance(base_constraint, Constraint):
            raise AssertionError(f"base_constraint must be a Constraint, got {type(base_constraint).__name__}")
        if not isinstance(reinterpreted_batch_ndims, int):
            raise AssertionError(f"reinterpreted_batch_ndims must be an int, got {type(reinterpreted_batch_ndims).__name__}")
        if reinterpreted_batch_ndims < 0:
            raise AssertionError(f"reinterpreted_batch_ndims must be >= 0, got {reinterpreted_batch_ndims}")
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims
        self.is_discrete: bool = base_constraint.is_discrete
        self.event_dim: int = base_constraint.event_dim + reinterpreted_batch_ndims

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.independent(c.positive, 1).check(torch.tensor([1.0, -1.0]))
        tensor(False)
        """
        result = self.base_constraint.check(value)
        if result._array.ndim < self.reinterpreted_batch_ndims:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value._array.ndim}")
        lead = result._array.ndim - self.reinterpreted_batch_ndims
        return result.reshape((*result._array.shape[:lead], -1)).all(-1)

    def __repr__(self) -> str:
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class _PartwiseConstraint(Constraint):
    """Base class of constraints on parts along a dimension."""

    cseq: list[Constraint]

    def __init__(self, cseq: Sequence[Constraint], dim: int = 0, lengths: Sequence[int] | None = None) -> None:
        if not all(isinstance(c, Constraint) for c in cseq):
            raise AssertionError("All elements of cseq must be Constraint instances")
        self.cseq, self.dim = list(cseq), dim
        self.lengths: list[int] = [1] * len(self.cseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.cseq):
            raise AssertionError(f"lengths must have same length as cseq: {len(self.lengths)} vs {len(self.cseq)}")

    @property
    def is_discrete(self) -> bool:  # type: ignore[override]
        """Whether any part is discrete."""
        return any(c.is_discrete for c in self.cseq)


class _Cat(_PartwiseConstraint):
    """Constraints on the parts of a tensor along a dimension.

    Parameters
    ----------
    cseq : list of Constraint
        One for each part.
    dim : int, default 0
        The dimension.
    lengths : list of int, optional
        Sizes of the parts; None is 1 each.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._Cat``.

    Examples
    --------
    >>> c = torch.distributions.constraints
    >>> c.cat([c.positive, c.real], lengths=[1, 2]).check(torch.tensor([-1.0, -1.0, 1.0]))
    tensor([False,  True,  True])
    """

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        """The maximum over the parts."""
        return max(c.event_dim for c in self.cseq)

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.cat([c.positive, c.real]).check(torch.tensor([-1.0, -1.0]))
        tensor([False,  True])
        """
        ends = accumulate(self.lengths)  # elements after the last part are not checked, as in PyTorch
        parts = [value.narrow(self.dim, end - length, length) for end, length in zip(ends, self.lengths, strict=True)]
        return ops.cat([c.check(part) for c, part in zip(self.cseq, parts, strict=True)], self.dim)


class _Stack(_PartwiseConstraint):
    """Constraints on the slices of a tensor along a dimension.

    Parameters
    ----------
    cseq : list of Constraint
        One for each slice.
    dim : int, default 0
        The dimension.

    References
    ----------
    PyTorch: ``torch.distributions.constraints._Stack``.

    Examples
    --------
    >>> c = torch.distributions.constraints
    >>> c.stack([c.positive, c.real]).check(torch.tensor([-1.0, -1.0]))
    tensor([False,  True])
    """

    def __init__(self, cseq: Sequence[Constraint], dim: int = 0) -> None:
        super().__init__(cseq, dim)

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        """The maximum over the parts, plus one if the stacking dimension is an event dimension."""
        dims = max(c.event_dim for c in self.cseq)
        return dims + 1 if self.dim + dims < 0 else dims

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.stack([c.positive, c.real]).check(torch.tensor([-1.0, -1.0]))
        tensor([False,  True])
        """
        return ops.stack([c.check(value.select(self.dim, i)) for i, c in enumerate(self.cseq)], self.dim)


class _Real(Constraint):
    """Any number but NaN."""

    def check(self, value: Any) -> Any:
        return value == value


class _Boolean(Constraint):
    """0 or 1."""

    is_discrete = True

    def check(self, value: Any) -> Any:
        return (value == 0) | (value == 1)


class _OneHot(Constraint):
    """One-hot vectors."""

    is_discrete: bool
    event_dim: int
    is_discrete, event_dim = True, 1

    def check(self, value: Any) -> Any:
        return ((value == 0) | (value == 1)).all(-1) & value.sum(-1).eq(1)


class _IntegerGreaterThan(Constraint):
    """Integers greater than or equal to lower_bound."""

    is_discrete = True

    def __init__(self, lower_bound: Any) -> None:
        self.lower_bound = lower_bound

    def check(self, value: Any) -> Any:
        return (value % 1 == 0) & (value >= self.lower_bound)

    def __repr__(self) -> str:
        return f"IntegerGreaterThan(lower_bound={self.lower_bound})"


class _Simplex(Constraint):
    """Non-negative vectors that sum to 1."""

    event_dim = 1

    def check(self, value: Any) -> Any:
        return ops.all(value >= 0, dim=-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _LowerTriangular(Constraint):
    """Lower triangular matrices."""

    event_dim = 2

    def check(self, value: Any) -> Any:
        return (value.tril() == value).reshape((*value._array.shape[:-2], -1)).all(-1)


class _LowerCholesky(_LowerTriangular):
    """Lower triangular matrices with a positive diagonal."""

    def check(self, value: Any) -> Any:
        return super().check(value) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _CorrCholesky(_LowerCholesky):
    """Lower triangular matrices with a positive diagonal and rows of length 1."""

    def check(self, value: Any) -> Any:
        tolerance = finfo(value.dtype).eps * value.size(-1) * 10
        return (value.norm(dim=-1) - 1).abs().lt(tolerance).all(-1) & super().check(value)


class _Square(Constraint):
    """Square matrices."""

    event_dim = 2

    def check(self, value: Any) -> Any:
        return ops.full(value._array.shape[:-2], value._array.shape[-2] == value._array.shape[-1])


class _Symmetric(_Square):
    """Symmetric matrices."""

    def check(self, value: Any) -> Any:
        square = super().check(value)
        return square if not square.all() else ops.isclose(value, value.mT, atol=1e-6).all(-2).all(-1)


class _PositiveSemidefinite(_Symmetric):
    """Symmetric matrices without negative eigenvalues."""

    def check(self, value: Any) -> Any:
        from ..linalg import eigvalsh

        symmetric = super().check(value)
        return eigvalsh(value).ge(0).all(-1) if symmetric.all() else symmetric


class _PositiveDefinite(_Symmetric):
    """Symmetric matrices with positive eigenvalues."""

    def check(self, value: Any) -> Any:
        from ..linalg import cholesky_ex

        symmetric = super().check(value)
        return cholesky_ex(value).info.eq(0) if symmetric.all() else symmetric


interval = _Interval
half_open_interval = _HalfOpenInterval
integer_interval = _IntegerInterval
multinomial = _Multinomial
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
independent = _IndependentConstraint

real: _Real = _Real()
real_vector: Any = independent(real, 1)
boolean: _Boolean = _Boolean()
one_hot: _OneHot = _OneHot()
positive: Any = greater_than(0.0)
nonnegative: Any = greater_than_eq(0.0)
positive_integer: _IntegerGreaterThan = _IntegerGreaterThan(1)
nonnegative_integer: _IntegerGreaterThan = _IntegerGreaterThan(0)
unit_interval: Any = interval(0.0, 1.0)
simplex: _Simplex = _Simplex()
lower_triangular: _LowerTriangular = _LowerTriangular()
lower_cholesky: _LowerCholesky = _LowerCholesky()
square: _Square = _Square()
symmetric: _Symmetric = _Symmetric()
positive_definite: _PositiveDefinite = _PositiveDefinite()
positive_semidefinite: _PositiveSemidefinite = _PositiveSemidefinite()
corr_cholesky: _CorrCholesky = _CorrCholesky()
cat, stack = _Cat, _Stack


class MixtureSameFamilyConstraint(Constraint):
    """Values in the support of every component of a mixture.

    Parameters
    ----------
    base_constraint : Constraint
        The constraint of the components.

    Raises
    ------
    ValueError
        If it is not a constraint.

    References
    ----------
    PyTorch: ``torch.distributions.constraints.MixtureSameFamilyConstraint``.

    Examples
    --------
    >>> c = torch.distributions.constraints
    >>> c.MixtureSameFamilyConstraint(c.independent(c.positive, 1)).event_dim
    1
    """

    def __init__(self, base_constraint: Any) -> None:
        self.base_constraint = base_constraint

    @property
    def is_discrete(self) -> bool:  # type: ignore[override]
        """Whether values are discrete."""
        return bool(self.base_constraint.is_discrete)

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        """How many dimensions one value has."""
        return int(self.base_constraint.event_dim)

    def check(self, value: Any) -> Any:
        """Check which values satisfy the constraint.

        Parameters
        ----------
        value : Tensor
            The values.

        Returns
        -------
        Tensor
            Booleans, without the event dimensions.

        Examples
        --------
        >>> c = torch.distributions.constraints
        >>> c.MixtureSameFamilyConstraint(c.positive).check(torch.tensor([1.0, -1.0]))
        tensor([ True, False])
        """
        batch_ndim = value.dim() - self.event_dim
        if batch_ndim < 0:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.dim()}")
        is_valid = self.base_constraint.check(value.unsqueeze(-1 - self.event_dim))
        return is_valid.reshape((*is_valid.shape[:batch_ndim], -1)).all(-1)

    def __repr__(self) -> str:
        return f"MixtureSameFamilyConstraint({self.base_constraint!r})"


__all__ = [
    "Constraint", "MixtureSameFamilyConstraint",
    "boolean", "cat", "corr_cholesky", "dependent", "dependent_property", "greater_than", "greater_than_eq",
    "half_open_interval", "independent", "integer_interval", "interval", "is_dependent", "less_than", "lower_cholesky", "lower_triangular",
    "multinomial", "nonnegative", "nonnegative_integer", "one_hot", "positive", "positive_definite", "positive_integer",
    "positive_semidefinite", "real", "real_vector", "simplex", "square", "stack", "symmetric", "unit_interval",
]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributions.constraints", __name__)
