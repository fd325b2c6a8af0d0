"""Normal, LogNormal, Uniform, Exponential, Laplace and the multivariate normal distribution."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from .._dispatch.size import Size
from . import constraints
from ._parameters import LocationScale
from .distribution import Distribution, ExponentialFamily
from .transformed_distribution import TransformedDistribution
from .transforms import ExpTransform
from .utils import _standard_normal, broadcast_all, lazy_property


class Normal(LocationScale, ExponentialFamily):
    """The normal distribution with mean `loc` and standard deviation `scale`."""

    __module__ = "minitorch_compat.distributions.normal"

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def stddev(self) -> Any:
        return self.scale

    @property
    def variance(self) -> Any:
        return self.stddev.pow(2)

    def sample(self, sample_shape: Any = ()) -> Any:
        shape = self._extended_shape(sample_shape)
        with grad_mode(False):
            return ops.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        return self.loc + _standard_normal(self._extended_shape(sample_shape), self.loc.dtype, self.loc.device) * self.scale

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return -((value - self.loc) ** 2) / (2 * self.scale**2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 * (1 + ops.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value: Any) -> Any:
        return self.loc + self.scale * ops.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Any:
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


class LogNormal(TransformedDistribution):
    """The distribution whose logarithm is normal."""

    __module__ = "minitorch_compat.distributions.log_normal"

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.positive

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale, validate_args=validate_args), ExpTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Any:
        """The mean of the logarithm."""
        base: Any = self.base_dist
        return base.loc

    @property
    def scale(self) -> Any:
        """The standard deviation of the logarithm."""
        base: Any = self.base_dist
        return base.scale

    @property
    def mean(self) -> Any:
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def mode(self) -> Any:
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self) -> Any:
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def _repeated(self, batch_shape: Any) -> Any:
        base = self.base_dist.expand(batch_shape)
        return LogNormal(base.loc, base.scale, validate_args=self._validate_args)

    def entropy(self) -> Any:
        return self.base_dist.entropy() + self.loc


class Uniform(Distribution):
    """The uniform distribution on [low, high)."""

    __module__ = "minitorch_compat.distributions.uniform"

    has_rsample = True
    _expanded = ("low", "high")

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)

    @property
    def arg_constraints(self) -> Any:
        """What the parameters must be, each of which bounds the other."""
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    @constraints.dependent_property
    def support(self) -> Any:
        """From `low` to `high`."""
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Any:
        return (self.high + self.low) / 2

    @property
    def variance(self) -> Any:
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape: Any = ()) -> Any:
        return self.low + ops.rand(self._extended_shape(sample_shape), dtype=self.low.dtype) * (self.high - self.low)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return inside.log() - (self.high - self.low).log()

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Any) -> Any:
        return value * (self.high - self.low) + self.low

    @property
    def mode(self) -> Any:
        return self.high * math.nan

    def entropy(self) -> Any:
        return (self.high - self.low).log()


class Exponential(ExponentialFamily):
    """The exponential distribution with a rate."""

    __module__ = "minitorch_compat.distributions.exponential"

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    _expanded = ("rate",)

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        return self.rate.reciprocal()

    stddev = mean

    @property
    def mode(self) -> Any:
        return ops.zeros_like(self.rate)

    @property
    def variance(self) -> Any:
        return self.rate.pow(-2)

    def rsample(self, sample_shape: Any = ()) -> Any:
        return ops.empty(self._extended_shape(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return 1 - (-self.rate * value).exp()

    def icdf(self, value: Any) -> Any:
        return -ops.log1p(-value) / self.rate

    def entropy(self) -> Any:
        return 1.0 - self.rate.log()


class Laplace(LocationScale):
    """The Laplace distribution."""

    __module__ = "minitorch_compat.distributions.laplace"

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        return 2 * self.scale.pow(2)

    @property
    def stddev(self) -> Any:
        return math.sqrt(2) * self.scale

    def rsample(self, sample_shape: Any = ()) -> Any:
        eps = float(np.finfo(self.loc._array.dtype).eps)
        u = ops.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).uniform_(eps - 1, 1)
        return self.loc - self.scale * u.sign() * (-u.abs()).log1p()

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 - 0.5 * (value - self.loc).sign() * (-(value - self.loc).abs() / self.scale).expm1()

    def icdf(self, value: Any) -> Any:
        term = value - 0.5
        return self.loc - self.scale * term.sign() * (-2 * term.abs()).log1p()

    def entropy(self) -> Any:
        return 1 + (2 * self.scale).log()


class MultivariateNormal(Distribution):
    """The normal distribution of vectors, by covariance, precision or the Cholesky factor of the covariance."""

    __module__ = "minitorch_compat.distributions.multivariate_normal"

    arg_constraints = {"loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
                       "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky}
    support = constraints.real_vector
    has_rsample = True
    _expanded = ("loc", "covariance_matrix", "scale_tril", "precision_matrix")

    def __init__(self, loc: Any, covariance_matrix: Any = None, precision_matrix: Any = None, scale_tril: Any = None,
                 validate_args: bool | None = None) -> None:
        given = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
        named = [name for name, value in given.items() if value is not None]
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        if len(named) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        matrix = given[named[0]]
        if matrix.dim() < 2:
            what = named[0] + " matrix" * (named[0] == "scale_tril")
            raise ValueError(f"{what} must be at least two-dimensional, with optional leading batch dimensions")
        batch = Size(np.broadcast_shapes(matrix._array.shape[:-2], loc._array.shape[:-1]))
        # Whether the matrix is of the vector's size shows where they meet.
        self.loc = loc.expand((*batch, -1))
        setattr(self, named[0], matrix.expand((*batch, -1, -1)))
        super().__init__(batch, loc._array.shape[-1:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = _factor(named[0], matrix)

    @property
    def mean(self) -> Any:
        return self.loc

    mode = mean

    @property
    def variance(self) -> Any:
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    # Read once, they are kept, and printed from then on.

    @lazy_property
    def scale_tril(self) -> Any:
        return self._broadcast(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Any:
        return self._broadcast(self._unbroadcasted_scale_tril @ self._unbroadcasted_scale_tril.mT)

    @lazy_property
    def precision_matrix(self) -> Any:
        from .._bindings.linalg.solving import cholesky_inverse

        return self._broadcast(cholesky_inverse(self._unbroadcasted_scale_tril))

    def _broadcast(self, matrix: Any) -> Any:
        return matrix.expand((*self._batch_shape, *self._event_shape, *self._event_shape))

    def _repeated(self, batch_shape: Any) -> Any:
        new = super()._repeated(batch_shape)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril
        return new

    def _trailing(self, name: str) -> tuple[int, ...]:
        size = self._event_shape[0]
        return (size,) if name == "loc" else (size, size)

    def rsample(self, sample_shape: Any = ()) -> Any:
        eps = _standard_normal(self._extended_shape(sample_shape), self.loc.dtype, self.loc.device)
        return self.loc + (self._unbroadcasted_scale_tril @ eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        distance = _mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        half_log_det = self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + distance) - half_log_det

    def entropy(self) -> Any:
        half_log_det = self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        value = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log_det
        return value if not self._batch_shape else value.expand(self._batch_shape)


def _factor(name: str, matrix: Any) -> Any:
    from ..linalg import cholesky, solve_triangular

    if name == "scale_tril":
        return matrix
    if name == "covariance_matrix":
        return cholesky(matrix)
    flipped = cholesky(matrix.flip((-2, -1)))
    inverse = flipped.flip((-2, -1)).mT
    identity = ops.eye(matrix._array.shape[-1], dtype=matrix.dtype)
    return solve_triangular(inverse, identity, upper=False)


def _mahalanobis(factor: Any, difference: Any) -> Any:
    """|factor^-1 difference|^2."""
    from ..linalg import solve_triangular

    shape = np.broadcast_shapes(factor._array.shape[:-2], difference._array.shape[:-1])
    size = difference._array.shape[-1]
    solved = solve_triangular(factor.expand((*shape, size, size)), difference.expand((*shape, size)).unsqueeze(-1), upper=False)
    return solved.squeeze(-1).pow(2).sum(-1)
