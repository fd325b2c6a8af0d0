"""The base class of distributions."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from .._array.core.user_warnings import warn
from .._bindings.generated import functions as ops
from .._bindings.tensor.tensor import Tensor
from .._dispatch.grad_mode import grad_mode
from .._dispatch.naming import reduce_instance
from .._dispatch.size import Size
from ..autograd import grad
from . import constraints
from .utils import _sum_rightmost, all_true, lazy_property

_EMPTY_SIZE = Size()


class Distribution:
    """Base class of distributions.

    Represents ``batch_shape`` independent distributions with values of ``event_shape``. Samples have
    the shape ``(*sample_shape, *batch_shape, *event_shape)``, log-probabilities
    ``(*sample_shape, *batch_shape)``.

    Parameters
    ----------
    batch_shape : tuple of int, default _EMPTY_SIZE
        Shape of parameters.
    event_shape : tuple of int, default _EMPTY_SIZE
        Shape of one value.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Attributes
    ----------
    has_rsample : bool
        Whether ``rsample`` is implemented.
    has_enumerate_support : bool
        Whether ``enumerate_support`` is implemented.

    References
    ----------
    PyTorch: ``torch.distributions.Distribution``.

    Examples
    --------
    >>> d = torch.distributions.Normal(torch.zeros(2), torch.ones(2))
    >>> d.batch_shape, d.event_shape, d.sample((3,)).shape
    (torch.Size([2]), torch.Size([]), torch.Size([3, 2]))
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__

    @property
    def arg_constraints(self) -> Any:
        """The constraint of each parameter.

        Returns
        -------
        dict
            Constraints by parameter name.

        Examples
        --------
        >>> torch.distributions.Normal(0.0, 1.0).arg_constraints
        {'loc': Real(), 'scale': GreaterThan(lower_bound=0.0)}
        """
        raise NotImplementedError

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Set the default of argument checks.

        Parameters
        ----------
        value : bool
            True enables checks; the default, unless Python runs with ``-O``.

        Raises
        ------
        ValueError
            If it is not a bool.

        Examples
        --------
        >>> torch.distributions.Distribution.set_default_validate_args(False)
        >>> torch.distributions.Normal(0., -1.).scale
        tensor(-1.)
        >>> torch.distributions.Distribution.set_default_validate_args(True)
        >>> try:
        ...     torch.distributions.Normal(0., -1.)
        ... except ValueError:
        ...     print("refused")
        refused
        """
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    if not TYPE_CHECKING:
        __reduce_ex__ = reduce_instance

    def __init__(self, batch_shape: Any = _EMPTY_SIZE, event_shape: Any = _EMPTY_SIZE, validate_args: bool | None = None) -> None:
        # Invalid shapes are kept as given: they raise only when a sample is drawn.
        self._batch_shape, self._event_shape = batch_shape, event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()

    def _check_parameters(self) -> None:
        try:
            constraints_by_name: dict[str, Any] = self.arg_constraints
        except NotImplementedError:
            constraints_by_name = {}
            warn(f"{type(self)} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or initialize the "
                 "distribution with `validate_args=False` to turn off validation.")
        for name, constraint in constraints_by_name.items():
            value_text = getattr(type(self), name, None)
            computed = name not in self.__dict__ and (isinstance(value_text, lazy_property) or not isinstance(value_text, property))
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
        """Shape of the batch of independent distributions.

        Returns
        -------
        Size
            The shape.

        Examples
        --------
        >>> torch.distributions.Normal(torch.zeros(2), 1.0).batch_shape
        torch.Size([2])
        """
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """Shape of one value; empty for scalars.

        Returns
        -------
        Size
            The shape.

        Examples
        --------
        >>> torch.distributions.Dirichlet(torch.ones(3)).event_shape
        torch.Size([3])
        """
        return self._event_shape

    @property
    def support(self) -> Any:
        """The constraint of the support.

        Returns
        -------
        Constraint
            Such as ``constraints.positive``.

        Examples
        --------
        >>> torch.distributions.Exponential(1.0).support
        GreaterThanEq(lower_bound=0.0)
        """
        raise NotImplementedError

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``; nan if undefined.

        Examples
        --------
        >>> torch.distributions.Gamma(2.0, 4.0).mean
        tensor(0.5000)
        """
        raise NotImplementedError

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``; nan if undefined.

        Raises
        ------
        NotImplementedError
            If it is not implemented.

        Examples
        --------
        >>> torch.distributions.Gamma(3.0, 2.0).mode
        tensor(1.)
        """
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self) -> Tensor:
        """The variance, of each element.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``; nan or inf if undefined.

        Examples
        --------
        >>> torch.distributions.Uniform(0.0, 6.0).variance
        tensor(3.)
        """
        raise NotImplementedError

    @property
    def stddev(self) -> Tensor:
        """The standard deviation: root of the variance.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> torch.distributions.Normal(0.0, 2.0).stddev
        tensor(2.)
        """
        return self.variance.sqrt()

    def _get_checked_instance(self, cls: type, _instance: Any = None) -> Any:
        """A new instance for `expand` to fill; a class with its own `__init__` must define `expand`."""
        if _instance is None and type(self).__init__ is not cls.__init__:  # type: ignore[misc]
            raise NotImplementedError(f"Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ method must also "
                                      "define a custom .expand() method.")
        return type(self).__new__(type(self)) if _instance is None else _instance

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        """Expand to another batch shape, without copies.

        Parameters
        ----------
        batch_shape : tuple of int
            The new shape.
        _instance : Distribution, optional
            An object to fill, for subclasses.

        Returns
        -------
        Distribution
            A new instance.

        Examples
        --------
        >>> torch.distributions.Normal(0.0, 1.0).expand([2, 3]).batch_shape
        torch.Size([2, 3])
        """
        library_class = self._library_class()
        if library_class is Distribution:
            raise NotImplementedError
        new = self._get_checked_instance(library_class, _instance)
        shape = ops.empty(()).expand(batch_shape).shape if self._expands_as_tensors else Size(batch_shape)
        if "base_dist" in self.__dict__:
            shape = Size(batch_shape)
        new.__dict__.update(self._expand_parameters(shape).__dict__)
        new._validate_args = self._validate_args
        return new

    #: Whether `expand` passes its argument to tensors unchanged, which accept a number as a shape.
    _expands_as_tensors = False

    def _library_class(self) -> Any:
        """The class in this package that `self` is an instance of: a published one, or one that lists its expanded parameters."""
        from .. import distributions

        return next(cls for cls in type(self).__mro__ if getattr(distributions, cls.__name__, None) is cls or "_expanded" in cls.__dict__)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        """Expand as an instance of the class of this package."""
        library_class = self._library_class()
        new = library_class.__new__(library_class)
        for name in self._expanded:
            if name in self.__dict__:
                new.__dict__[name] = self.__dict__[name].expand((*batch_shape, *self._event_shape_of(name)))
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        return new

    #: Parameters that `expand` expands.
    _expanded: ClassVar[tuple[str, ...]] = ()

    def _event_shape_of(self, name: str) -> tuple[int, ...]:
        """The event dimensions of a parameter."""
        return ()

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Draw samples without gradients.

        Parameters
        ----------
        sample_shape : tuple of int, default ()
            Shape of the sample.

        Returns
        -------
        Tensor
            ``(*sample_shape, *batch_shape, *event_shape)``.

        Examples
        --------
        >>> torch.distributions.Normal(torch.zeros(2), 1.0).sample((3,)).shape
        torch.Size([3, 2])
        """
        with grad_mode(False):
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draw reparametrized samples, which are differentiable in the parameters.

        Parameters
        ----------
        sample_shape : tuple of int, default ()
            Shape of the sample.

        Returns
        -------
        Tensor
            ``(*sample_shape, *batch_shape, *event_shape)``.

        Raises
        ------
        NotImplementedError
            If reparametrization is not available, see ``has_rsample``.

        Examples
        --------
        >>> loc = torch.zeros(1, requires_grad=True)
        >>> torch.distributions.Normal(loc, 1.0).rsample((4,)).sum().backward()
        >>> loc.grad
        tensor([4.])
        """
        raise NotImplementedError

    def sample_n(self, n: int) -> Tensor:
        """Draw ``n`` samples; deprecated, use ``sample((n,))``.

        Parameters
        ----------
        n : int
            Shape of the sample.

        Returns
        -------
        Tensor
            ``(n, *batch_shape, *event_shape)``.

        Examples
        --------
        >>> torch.distributions.Normal(0.0, 1.0).sample_n(3).shape
        torch.Size([3])
        """
        warn("`sample_n(n)` will be deprecated. Use `sample((n,))` instead.", FutureWarning)
        return self.sample((n,))

    def log_prob(self, value: Tensor) -> Tensor:
        """Logarithm of the density, or of the probability, of values.

        Parameters
        ----------
        value : Tensor
            Values in the support; shapes are broadcast.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Raises
        ------
        ValueError
            For values outside of the support, if arguments are checked.

        Examples
        --------
        >>> torch.distributions.Normal(0.0, 1.0).log_prob(torch.tensor([0.0, 1.0]))
        tensor([-0.9189, -1.4189])
        """
        raise NotImplementedError

    def cdf(self, value: Tensor) -> Tensor:
        """Cumulative distribution function.

        Parameters
        ----------
        value : Tensor
            Values; shapes are broadcast.

        Returns
        -------
        Tensor
            In [0, 1].

        Raises
        ------
        NotImplementedError
            If it is not implemented.

        Examples
        --------
        >>> torch.distributions.Normal(0.0, 1.0).cdf(torch.tensor(0.0))
        tensor(0.5000)
        """
        raise NotImplementedError

    def icdf(self, value: Tensor) -> Tensor:
        """Quantile function, the inverse of ``cdf``.

        Parameters
        ----------
        value : Tensor
            Probabilities in [0, 1].

        Returns
        -------
        Tensor
            Values.

        Raises
        ------
        NotImplementedError
            If it is not implemented.

        Examples
        --------
        >>> torch.distributions.Uniform(2.0, 4.0).icdf(torch.tensor(0.5))
        tensor(3.)
        """
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Raises
        ------
        NotImplementedError
            If it is not implemented.

        Examples
        --------
        >>> torch.distributions.Bernoulli(0.5).entropy()
        tensor(0.6931)
        """
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """Enumerate the support of a discrete distribution.

        Parameters
        ----------
        expand : bool, default True
            Whether to expand the values over the batch; otherwise batch dimensions have size 1.

        Returns
        -------
        Tensor
            ``(number of values, *batch_shape, *event_shape)``.

        Raises
        ------
        NotImplementedError
            If the support is not finite.

        Examples
        --------
        >>> torch.distributions.Categorical(torch.ones(3)).enumerate_support()
        tensor([0, 1, 2])
        """
        raise NotImplementedError

    def perplexity(self) -> Tensor:
        """Perplexity, the exponential of the entropy.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> torch.distributions.Categorical(torch.ones(4)).perplexity()
        tensor(4.)
        """
        return self.entropy().exp()

    def _extended_shape(self, sample_shape: Any = ()) -> Size:
        return Size((*Size(sample_shape), *self._batch_shape, *self._event_shape))

    def _validate_sample(self, value: Any) -> None:
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        event_dims = len(self._event_shape)
        if tuple(value._array.shape[value._array.ndim - event_dims:]) != tuple(self._event_shape):
            raise ValueError("The right-most size of value must match event_shape: "
                             f"{value.shape} vs {self._event_shape}.")
        expected = tuple(self._batch_shape) + tuple(self._event_shape)
        for i, j in zip(reversed(value._array.shape), reversed(expected), strict=False):
            if i != 1 and j != 1 and i != j:
                raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {value.shape} vs {Size(expected)}.")
        try:
            support = self.support
        except NotImplementedError:
            warn(f"{type(self)} does not define `support`, so that values are not checked; validate_args=False turns this warning off.",
                 UserWarning)
            return
        if not all_true(support.check(value)):
            raise ValueError(f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support "
                             f"({support!r}) of the distribution {self!r}, but found invalid values:\n{value}")

    def __repr__(self) -> str:
        shown_names = [name for name in self.arg_constraints if name in self.__dict__]
        parts = [f"{name}: {v if v.numel() == 1 else v.size()}" for name in shown_names for v in (self.__dict__[name],)]
        return f"{type(self).__name__}({', '.join(parts)})"


class ExponentialFamily(Distribution):
    """Base class of exponential families: ``p(x) = exp(t(x) . eta - F(eta) + k(x))``.

    The entropy is computed from the gradient of the log normalizer ``F`` unless a subclass defines it.

    Parameters
    ----------
    batch_shape : tuple of int, default _EMPTY_SIZE
        Shape of parameters.
    event_shape : tuple of int, default _EMPTY_SIZE
        Shape of one value.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    References
    ----------
    PyTorch: ``torch.distributions.ExponentialFamily``.

    Examples
    --------
    >>> issubclass(torch.distributions.Poisson, torch.distributions.ExponentialFamily)
    True
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

    def entropy(self) -> Tensor:
        """The entropy in nats, computed from the gradient of the log normalizer.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> torch.distributions.Gamma(1.0, 1.0).entropy()
        tensor(1.)
        """
        params, normalizer, slopes = self._natural_params_and_gradients()
        result = -self._mean_carrier_measure + normalizer
        for p, g in zip(params, slopes):
            result -= (p * g).reshape((*self._batch_shape, -1)).sum(-1)
        return result

    def _divergence(self, other: Any) -> Any:
        """KL(self || other) for another instance of the class: the Bregman divergence of the log normalizer."""
        params, normalizer, slopes = self._natural_params_and_gradients()
        other_params = other._natural_params
        result = other._log_normalizer(*other_params) - normalizer
        for p, q, g in zip(params, other_params, slopes):
            term = (q - p) * g
            # For events of two dimensions (Wishart) PyTorch also sums over the batch and returns negative divergences.
            result -= _sum_rightmost(term, term.dim() - len(self._batch_shape))
        return result

    def _natural_params_and_gradients(self) -> tuple[list[Any], Any, Any]:
        """The natural parameters, the log normalizer, and its gradients, which are differentiable."""
        params = [p.detach().requires_grad_() for p in self._natural_params]
        normalizer = self._log_normalizer(*params)
        return params, normalizer, grad(normalizer.sum(), params, create_graph=True)
