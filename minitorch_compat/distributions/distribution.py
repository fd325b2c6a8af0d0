"""The base class of distributions."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from .._array.core.user_warnings import warn
from .._bindings.generated import functions as ops
from .._bindings.tensor.tensor import Tensor
from .._dispatch.grad_mode import grad_mode
from .._dispatch.naming import reduce_instance
from .._dispatch.size import Size
from ..autograd import grad
from . import constraints
from .utils import _sum_rightmost, all_true, lazy_property

_NO_DIMENSIONS = Size()


class Distribution:
    """Batches of distributions: `batch_shape` many, each over events of `event_shape`.

    Parameters and samples are checked unless `validate_args=False` (or `set_default_validate_args(False)`, or python -O).
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__

    @property
    def arg_constraints(self) -> Any:
        """What the parameters must satisfy, by name: for subclasses to say."""
        raise NotImplementedError

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Whether arguments are checked where nothing is said."""
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    __reduce_ex__ = reduce_instance

    def __init__(self, batch_shape: Any = _NO_DIMENSIONS, event_shape: Any = _NO_DIMENSIONS, validate_args: bool | None = None) -> None:
        # What is no shape is kept as it was given: it is missed only where a sample is drawn.
        self._batch_shape = Size(batch_shape) if type(batch_shape) is tuple else batch_shape
        self._event_shape = Size(event_shape) if type(event_shape) is tuple else event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()

    def _check_parameters(self) -> None:
        try:
            stated: dict[str, Any] = self.arg_constraints
        except NotImplementedError:
            stated = {}
            warn(f"{type(self)} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or initialize the "
                 "distribution with `validate_args=False` to turn off validation.")
        for name, constraint in stated.items():
            shown = getattr(type(self), name, None)
            computed = name not in self.__dict__ and (isinstance(shown, lazy_property) or not isinstance(shown, property))
            if constraints.is_dependent(constraint) or computed:
                continue
            self._check_parameter(name, constraint)

    def _check_parameter(self, name: str, constraint: Any) -> None:
        value = getattr(self, name)
        if not all_true(constraint.check(value)):
            raise ValueError(f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} "
                             f"to satisfy the constraint {constraint!r}, but found invalid values:\n{value}")

    @property
    def batch_shape(self) -> Size:
        """The shape of the batch of distributions."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The shape of one event."""
        return self._event_shape

    @property
    def support(self) -> Any:
        """The values that a sample may have."""
        raise NotImplementedError

    @property
    def mean(self) -> Any:
        """The expected value."""
        raise NotImplementedError

    @property
    def mode(self) -> Any:
        """The most likely value."""
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self) -> Any:
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return self.variance.sqrt()

    def _get_checked_instance(self, cls: type, _instance: Any = None) -> Any:
        """A new instance for `expand` to fill; a class with an `__init__` of its own must have an `expand` of its own."""
        if _instance is None and type(self).__init__ is not cls.__init__:  # type: ignore[misc]
            raise NotImplementedError(f"Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ method must also "
                                      "define a custom .expand() method.")
        return type(self).__new__(type(self)) if _instance is None else _instance

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        """The same distributions, repeated to another batch shape; of the same class, that of a subclass too."""
        own = self._own_class()
        if own is Distribution:
            raise NotImplementedError
        new = self._get_checked_instance(own, _instance)
        shape = ops.empty(()).expand(batch_shape).shape if self._expands_as_tensors else Size(batch_shape)
        if "base_dist" in self.__dict__:
            shape = Size(batch_shape)
        new.__dict__.update(self._repeated(shape).__dict__)
        return new

    #: Whether what `expand` is given goes to tensors as it is: to them, a number is a shape, too.
    _expands_as_tensors = False

    def _own_class(self) -> Any:
        """The class of this package that the distribution is of, or inherits from."""
        from .. import distributions

        return next(cls for cls in type(self).__mro__ if getattr(distributions, cls.__name__, None) is cls)

    def _repeated(self, batch_shape: Any) -> Any:
        """An instance of the class of this package, repeated."""
        own = self._own_class()
        new = own.__new__(own)
        for name in self._expanded:
            if name in self.__dict__:
                new.__dict__[name] = self.__dict__[name].expand((*batch_shape, *self._trailing(name)))
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    #: Parameters that `expand` repeats.
    _expanded: ClassVar[tuple[str, ...]] = ()

    def _trailing(self, name: str) -> tuple[int, ...]:
        """The dimensions of a parameter that belong to an event."""
        return ()

    def sample(self, sample_shape: Any = ()) -> Any:
        """A sample of shape sample_shape + batch_shape + event_shape, without a gradient."""
        with grad_mode(False):
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """A sample through which the parameters get gradients."""
        raise NotImplementedError

    def sample_n(self, n: int) -> Any:
        """`n` samples."""
        warn("`sample_n(n)` will be deprecated. Use `sample((n,))` instead.", FutureWarning)
        return self.sample((n,))

    def log_prob(self, value: Tensor) -> Any:
        """The logarithm of the density or probability at `value`."""
        raise NotImplementedError

    def cdf(self, value: Tensor) -> Any:
        """The probability of at most `value`."""
        raise NotImplementedError

    def icdf(self, value: Tensor) -> Any:
        """The inverse of `cdf`."""
        raise NotImplementedError

    def entropy(self) -> Any:
        """The entropy."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> Any:
        """All values, for discrete distributions."""
        raise NotImplementedError

    def perplexity(self) -> Any:
        """exp(entropy)."""
        return self.entropy().exp()

    def _extended_shape(self, sample_shape: Any = ()) -> Size:
        return Size((*Size(sample_shape), *self._batch_shape, *self._event_shape))

    def _validate_sample(self, value: Any) -> None:
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        events = len(self._event_shape)
        if tuple(value._array.shape[value._array.ndim - events:]) != tuple(self._event_shape):
            raise ValueError("The right-most size of value must match event_shape: "
                             f"{value.shape} vs {self._event_shape}.")
        expected = tuple(self._batch_shape) + tuple(self._event_shape)
        for i, j in zip(reversed(value._array.shape), reversed(expected), strict=False):
            if i != 1 and j != 1 and i != j:
                raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {value.shape} vs {Size(expected)}.")
        try:
            support = self.support
        except NotImplementedError:
            return
        if not all_true(support.check(value)):
            raise ValueError(f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support "
                             f"({support!r}) of the distribution {self!r}, but found invalid values:\n{value}")

    def __repr__(self) -> str:
        shown = [name for name in self.arg_constraints if name in self.__dict__]
        parts = [f"{name}: {v if v.numel() == 1 else v.size()}" for name in shown for v in (self.__dict__[name],)]
        return f"{type(self).__name__}({', '.join(parts)})"


class ExponentialFamily(Distribution):
    """Distributions of the exponential family: their parameters in natural form are for subclasses to say.

    Entropy and divergences follow from the log normalizer and its gradient (Nielsen and Nock 2010, Entropies and cross-entropies of
    exponential families).
    """

    __module__ = "minitorch_compat.distributions.exp_family"

    @property
    def _natural_params(self) -> Any:
        raise NotImplementedError

    def _log_normalizer(self, *natural_params: Any) -> Any:
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self) -> float:
        raise NotImplementedError

    def entropy(self) -> Any:
        params, normalizer, slopes = self._normalized()
        result = -self._mean_carrier_measure + normalizer
        for p, g in zip(params, slopes):
            result -= (p * g).reshape((*self._batch_shape, -1)).sum(-1)
        return result

    def _divergence(self, other: Any) -> Any:
        """KL(self || other), another of the same class: the Bregman divergence of the log normalizer."""
        params, normalizer, slopes = self._normalized()
        theirs = other._natural_params
        result = other._log_normalizer(*theirs) - normalizer
        for p, q, g in zip(params, theirs, slopes):
            term = (q - p) * g
            result -= _sum_rightmost(term, term.dim() - len(self._batch_shape))
        return result

    def _normalized(self) -> tuple[list[Any], Any, Any]:
        """The natural parameters, the log normalizer, and its gradients, which can be differentiated themselves."""
        params = [p.detach().requires_grad_() for p in self._natural_params]
        normalizer = self._log_normalizer(*params)
        return params, normalizer, grad(normalizer.sum(), params, create_graph=True)
