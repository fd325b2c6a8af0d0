"""Distributions that are maps or quotients of others: InverseGamma, Kumaraswamy, LogisticNormal, FisherSnedecor, GeneralizedPareto."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._bindings import functions as ops
from . import constraints
from .continuous import Normal, Uniform
from .distribution import Distribution
from .gammas import Gamma
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, PowerTransform
from .transforms_of_vectors import StickBreakingTransform
from .utils import broadcast_all

_EULER = 0.57721566490153286060
_NAN = float("nan")


class InverseGamma(TransformedDistribution):
    """The reciprocal of a gamma variate."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args=validate_args)
        super().__init__(base, PowerTransform(-base.rate.new_ones(())), validate_args=validate_args)

    @property
    def concentration(self) -> Any:
        """The shape."""
        return self.base_dist.concentration  # type: ignore[union-attr]

    @property
    def rate(self) -> Any:
        """The scale."""
        return self.base_dist.rate  # type: ignore[union-attr]

    @property
    def mean(self) -> Any:
        found = self.rate / (self.concentration - 1)
        return ops.where(self.concentration > 1, found, float("inf"))

    @property
    def mode(self) -> Any:
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Any:
        found = self.rate.square() / ((self.concentration - 1).square() * (self.concentration - 2))
        return ops.where(self.concentration > 2, found, float("inf"))

    def entropy(self) -> Any:
        c = self.concentration
        return c + self.rate.log() + c.lgamma() - (1 + c) * c.digamma()


class Kumaraswamy(TransformedDistribution):
    """A relative of the beta distribution with a closed distribution function."""

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True
    _expanded = ("concentration1", "concentration0")

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        base = Uniform(ops.full_like(self.concentration0, 0), ops.full_like(self.concentration0, 1), validate_args=validate_args)
        maps = [PowerTransform(exponent=self.concentration0.reciprocal()), AffineTransform(loc=1.0, scale=-1.0),
                PowerTransform(exponent=self.concentration1.reciprocal())]
        super().__init__(base, maps, validate_args=validate_args)

    def _moment(self, n: int) -> Any:
        a, b = self.concentration1, self.concentration0
        return b * ops.exp((1 + n / a).lgamma() + b.lgamma() - (1 + n / a + b).lgamma())

    @property
    def mean(self) -> Any:
        return self._moment(1)

    @property
    def mode(self) -> Any:
        a, b = self.concentration1, self.concentration0
        log_mode = b.reciprocal() * (-b).log1p() - (-b * a).log1p()
        return ops.where((b < 1) | (a < 1), _NAN, log_mode).exp()

    @property
    def variance(self) -> Any:
        return self._moment(2) - self.mean.pow(2)

    def entropy(self) -> Any:
        a, b = self.concentration1, self.concentration0
        harmonic = (b + 1).digamma() + _EULER
        return (1 - b.reciprocal()) + (1 - a.reciprocal()) * harmonic - a.log() - b.log()


class LogisticNormal(TransformedDistribution):
    """Parts of a whole, made from normal variates by breaking a stick."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        base: Any = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Any:
        """The mean before the map."""
        return self.base_dist.base_dist.loc

    @property
    def scale(self) -> Any:
        """The standard deviation before the map."""
        return self.base_dist.base_dist.scale


class FisherSnedecor(Distribution):
    """The quotient of two scaled chi-squared variates: the F distribution."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1, self._gamma2 = Gamma(self.df1 * 0.5, self.df1), Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        new = self._get_checked_instance(FisherSnedecor, _instance)
        FisherSnedecor.__init__(new, self.df1.expand(batch_shape), self.df2.expand(batch_shape), validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _get_checked_instance(self, cls: type, _instance: Any = None) -> Any:
        return type(self).__new__(type(self)) if _instance is None else _instance

    @property
    def mean(self) -> Any:
        return ops.where(self.df2 <= 2, _NAN, self.df2) / (self.df2 - 2)

    @property
    def mode(self) -> Any:
        return ops.where(self.df1 <= 2, _NAN, (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2))

    @property
    def variance(self) -> Any:
        d = ops.where(self.df2 <= 4, _NAN, self.df2)
        return 2 * d.pow(2) * (self.df1 + d - 2) / (self.df1 * (d - 2).pow(2) * (d - 4))

    def rsample(self, sample_shape: Any = ()) -> Any:
        tiny = float(np.finfo(self.df2.array.dtype).tiny)
        above, below = self._gamma1.rsample(sample_shape), self._gamma2.rsample(sample_shape)
        return (above / below.clamp(min=tiny)).clamp(min=tiny)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        scale = (a + b).lgamma() - a.lgamma() - b.lgamma()
        return scale + a * ratio.log() + (a - 1) * ops.log(value) - (a + b) * ops.log1p(ratio * value)


class GeneralizedPareto(Distribution):
    """What exceeds a threshold `loc`; its tail is a power law, an exponential or bounded as `concentration` is above, at or below 0."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True
    _expanded = ("loc", "scale", "concentration")

    def __init__(self, loc: Any, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        """From `loc` up, to where the tail ends if it does."""
        end = ops.where(self.concentration < 0, self.loc - self.scale / self.concentration, float("inf"))
        return constraints.interval(self.loc, end)

    def _tail(self, value: Any) -> tuple[Any, Any, Any]:
        """The scaled excess, whether the tail is exponential, and the concentration with ones there."""
        exponential = ops.isclose(self.concentration, ops.zeros_like(self.concentration))
        return (value - self.loc) / self.scale, exponential, ops.where(exponential, ops.ones_like(self.concentration), self.concentration)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        z, exponential, c = self._tail(value)
        power = 1 / c + ops.ones_like(z)
        return -(ops.where(exponential, z, ops.where(power == 0, power, power * ops.log1p(c * z))) + self.scale.log())

    def log_survival_function(self, value: Any) -> Any:
        """The logarithm of the probability of more than `value`."""
        if self._validate_args:
            self._validate_sample(value)
        z, exponential, c = self._tail(value)
        return -ops.where(exponential, z, ops.log1p(c * z) / c)

    def log_cdf(self, value: Any) -> Any:
        """The logarithm of `cdf`."""
        return ops.log1p(-ops.exp(self.log_survival_function(value)))

    def cdf(self, value: Any) -> Any:
        return ops.exp(self.log_cdf(value))

    def icdf(self, value: Any) -> Any:
        exponential = ops.isclose(self.concentration, ops.zeros_like(self.concentration))
        c = ops.where(exponential, ops.ones_like(self.concentration), self.concentration)
        rest = 1 - value
        return ops.where(exponential, self.loc - self.scale * rest.log(), self.loc + self.scale * ops.expm1(-c * rest.log()) / c)

    def rsample(self, sample_shape: Any = ()) -> Any:
        return self.icdf(ops.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype))

    @property
    def mean(self) -> Any:
        c = self.concentration
        return ops.where(c < 1, self.loc + self.scale / (1 - ops.where(c < 1, c, 0.5)), _NAN)

    @property
    def mode(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        c = ops.where(self.concentration < 0.5, self.concentration, 0.25)
        return ops.where(self.concentration < 0.5, self.scale**2 / ((1 - c) ** 2 * (1 - 2 * c)), _NAN)

    def entropy(self) -> Any:
        return (self.scale.log() + self.concentration + 1).expand(self.batch_shape)
