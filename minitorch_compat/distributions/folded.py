"""Cauchy, and distributions that are others mapped: HalfNormal, HalfCauchy, Gumbel, Weibull, Pareto."""
from __future__ import annotations

import math
from typing import Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._dispatch.size import Size
from . import constraints
from ._parameters import LocationScale
from .continuous import Exponential, Normal, Uniform
from .transformed_distribution import TransformedDistribution
from .transforms import AbsTransform, AffineTransform, ExpTransform, PowerTransform
from .utils import broadcast_all

_EULER = 0.57721566490153286060


class Cauchy(LocationScale):
    """The Cauchy distribution: no mean, heavy tails."""

    __module__ = "minitorch_compat.distributions.cauchy"

    @property
    def mean(self) -> Any:
        return ops.full(self._extended_shape(), math.nan, dtype=self.loc.dtype)

    @property
    def variance(self) -> Any:
        return ops.full(self._extended_shape(), math.inf, dtype=self.loc.dtype)

    def rsample(self, sample_shape: Any = ()) -> Any:
        return self.loc + ops.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).cauchy_() * self.scale

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return -math.log(math.pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return ops.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value: Any) -> Any:
        return ops.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Any:
        return math.log(4 * math.pi) + self.scale.log()


class _Half(TransformedDistribution):
    """The absolute value of a distribution that is symmetric about 0."""

    arg_constraints = {"scale": constraints.positive}
    support = constraints.nonnegative
    _whole: Any

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(self._whole(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        return self._own_class()(self.scale.expand(Size(batch_shape)), validate_args=self._validate_args)

    @property
    def scale(self) -> Any:
        """That of the whole distribution."""
        whole: Any = self.base_dist
        return whole.scale

    @property
    def mode(self) -> Any:
        return ops.zeros_like(self.scale)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        found = self.base_dist.log_prob(self._as_scale(value)) + math.log(2)
        return ops.where(value >= 0, found, -math.inf)

    def _as_scale(self, value: Any) -> Any:
        """A value in the type that the density is computed in."""
        return value

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, value: Any) -> Any:
        return self.base_dist.icdf((value + 1) / 2)

    def entropy(self) -> Any:
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    """The absolute value of a normal variate of mean 0."""

    __module__ = "minitorch_compat.distributions.half_normal"

    _whole = Normal

    @property
    def mean(self) -> Any:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Any:
        return self.scale.pow(2) * (1 - 2 / math.pi)


class HalfCauchy(_Half):
    """The absolute value of a Cauchy variate about 0."""

    __module__ = "minitorch_compat.distributions.half_cauchy"

    _whole = Cauchy

    def _as_scale(self, value: Any) -> Any:
        return ops.as_tensor(value, dtype=self.scale.dtype)

    @property
    def mean(self) -> Any:
        return ops.full(self._extended_shape(), math.inf, dtype=self.scale.dtype)

    @property
    def variance(self) -> Any:
        return self.base_dist.variance


class Gumbel(TransformedDistribution):
    """The distribution of the largest of many values."""

    __module__ = "minitorch_compat.distributions.gumbel"

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    _expanded = ("loc", "scale")
    _expands_as_tensors = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        info = finfo(self.loc.dtype)
        base = Uniform(ops.full_like(self.loc, float(info.tiny)), ops.full_like(self.loc, 1 - float(info.eps)), validate_args=validate_args)
        minus = -ops.ones_like(self.scale)
        maps = [ExpTransform().inv, AffineTransform(0, minus), ExpTransform().inv, AffineTransform(loc, -self.scale)]
        super().__init__(base, maps, validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape)
        return self._own_class()(self.loc.expand(shape), self.scale.expand(shape), validate_args=self._validate_args)

    @property
    def mean(self) -> Any:
        return self.loc + self.scale * _EULER

    @property
    def mode(self) -> Any:
        return self.loc

    @property
    def stddev(self) -> Any:
        return math.pi / math.sqrt(6) * self.scale

    @property
    def variance(self) -> Any:
        return self.stddev.pow(2)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def entropy(self) -> Any:
        return self.scale.log() + (1 + _EULER)


class Weibull(TransformedDistribution):
    """A power of an exponential variate."""

    __module__ = "minitorch_compat.distributions.weibull"

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive
    _expands_as_tensors = True

    def __init__(self, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.scale, self.concentration = broadcast_all(scale, concentration)
        self.concentration_reciprocal = self.concentration.reciprocal()
        base = Exponential(ops.ones_like(self.scale), validate_args=validate_args)
        maps = [PowerTransform(exponent=self.concentration_reciprocal), AffineTransform(0, scale=self.scale)]
        super().__init__(base, maps, validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape)
        return self._own_class()(self.scale.expand(shape), self.concentration.expand(shape), validate_args=self._validate_args)

    @property
    def mean(self) -> Any:
        return self.scale * ops.exp(ops.lgamma(1 + self.concentration_reciprocal))

    @property
    def mode(self) -> Any:
        return self.scale * ((self.concentration - 1) / self.concentration) ** self.concentration.reciprocal()

    @property
    def variance(self) -> Any:
        power = self.concentration_reciprocal
        return self.scale.pow(2) * (ops.exp(ops.lgamma(1 + 2 * power)) - ops.exp(2 * ops.lgamma(1 + power)))

    def entropy(self) -> Any:
        power = self.concentration_reciprocal
        return _EULER * (1 - power) + ops.log(self.scale * power) + 1


class Pareto(TransformedDistribution):
    """The exponential of an exponential variate: a power law above `scale`."""

    __module__ = "minitorch_compat.distributions.pareto"

    arg_constraints = {"alpha": constraints.positive, "scale": constraints.positive}
    _expands_as_tensors = True

    def __init__(self, scale: Any, alpha: Any, validate_args: bool | None = None) -> None:
        self.scale, self.alpha = broadcast_all(scale, alpha)
        base = Exponential(self.alpha, validate_args=validate_args)
        super().__init__(base, [ExpTransform(), AffineTransform(loc=0, scale=self.scale)], validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape)
        return self._own_class()(self.scale.expand(shape), self.alpha.expand(shape), validate_args=self._validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        """From `scale` up."""
        return constraints.greater_than_eq(self.scale)

    @property
    def mean(self) -> Any:
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def mode(self) -> Any:
        return self.scale

    @property
    def variance(self) -> Any:
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    def entropy(self) -> Any:
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())
