"""InverseGamma, Kumaraswamy, FisherSnedecor, LogisticNormal, VonMises."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from .._dispatch.size import Size
from ..special import i0e, i1e
from . import constraints
from .continuous import Normal, Uniform
from .distribution import Distribution
from .gammas import Gamma
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, PowerTransform, StickBreakingTransform
from .utils import broadcast_all

_EULER = 0.57721566490153286060


class InverseGamma(TransformedDistribution):
    """The reciprocal of a gamma variate."""

    __module__ = "minitorch_compat.distributions.inverse_gamma"

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args=validate_args)
        minus = -base.rate.new_ones(())
        super().__init__(base, PowerTransform(minus), validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape)
        return self._own_class()(self.concentration.expand(shape), self.rate.expand(shape), validate_args=self._validate_args)

    @property
    def concentration(self) -> Any:
        """The shape parameter."""
        base: Any = self.base_dist
        return base.concentration

    @property
    def rate(self) -> Any:
        """The scale."""
        base: Any = self.base_dist
        return base.rate

    @property
    def mean(self) -> Any:
        return ops.where(self.concentration > 1, self.rate / (self.concentration - 1), math.inf)

    @property
    def mode(self) -> Any:
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Any:
        a = self.concentration
        return ops.where(a > 2, self.rate.square() / ((a - 1).square() * (a - 2)), math.inf)

    def entropy(self) -> Any:
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()


class Kumaraswamy(TransformedDistribution):
    """A distribution on (0, 1) that is like the beta distribution and has a simple distribution function."""

    __module__ = "minitorch_compat.distributions.kumaraswamy"

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    _expands_as_tensors = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        base = Uniform(ops.full_like(self.concentration0, 0), ops.full_like(self.concentration0, 1), validate_args=validate_args)
        maps = [PowerTransform(exponent=self.concentration0.reciprocal()), AffineTransform(loc=1.0, scale=-1.0),
                PowerTransform(exponent=self.concentration1.reciprocal())]
        super().__init__(base, maps, validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        return self._own_class()(self.concentration1.expand(Size(batch_shape)), self.concentration0.expand(Size(batch_shape)),
                                 validate_args=self._validate_args)

    def _moment(self, n: int) -> Any:
        power = 1 + n / self.concentration1
        return ops.exp(self.concentration0.log() + power.lgamma() + self.concentration0.lgamma() - (power + self.concentration0).lgamma())

    @property
    def mean(self) -> Any:
        return self._moment(1)

    @property
    def mode(self) -> Any:
        a, b = self.concentration1, self.concentration0
        found = (((a - 1) / (a * b - 1)).log() / a).exp()
        return ops.where((a < 1) | (b < 1), math.nan, found)

    @property
    def variance(self) -> Any:
        return self._moment(2) - self.mean.pow(2)

    def entropy(self) -> Any:
        a, b = self.concentration1, self.concentration0
        harmonic = (b + 1).digamma() + _EULER
        return (1 - b.reciprocal()) + (1 - a.reciprocal()) * harmonic - a.log() - b.log()


class FisherSnedecor(Distribution):
    """The ratio of two chi-squared variates, each over its degrees of freedom."""

    __module__ = "minitorch_compat.distributions.fishersnedecor"

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True
    _expanded = ("df1", "df2")

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1, self._gamma2 = Gamma(self.df1 * 0.5, self.df1), Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        new = super()._repeated(batch_shape)
        new._gamma1, new._gamma2 = self._gamma1.expand(batch_shape), self._gamma2.expand(batch_shape)
        return new

    @property
    def mean(self) -> Any:
        return ops.where(self.df2 > 2, self.df2 / (self.df2 - 2), math.nan)

    @property
    def mode(self) -> Any:
        return ops.where(self.df1 > 2, (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2), math.nan)

    @property
    def variance(self) -> Any:
        a, b = self.df1, self.df2
        return ops.where(b > 4, 2 * b.pow(2) * (a + b - 2) / (a * (b - 2).pow(2) * (b - 4)), math.nan)

    def rsample(self, sample_shape: Any = ()) -> Any:
        first, second = self._gamma1.rsample(sample_shape), self._gamma2.rsample(sample_shape)
        tiny = float(np.finfo(second._array.dtype).tiny)
        second = ops.clamp(second, min=tiny)
        return ops.clamp(first / second, min=tiny)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        a, b = self.df1 * 0.5, self.df2 * 0.5
        ratio = self.df1 / self.df2
        return ((a + b).lgamma() - a.lgamma() - b.lgamma() + a * ratio.log() + (a - 1) * value.log()
                - (a + b) * ops.log1p(ratio * value))


class LogisticNormal(TransformedDistribution):
    """Normal variates as probabilities, by breaking a stick."""

    __module__ = "minitorch_compat.distributions.logistic_normal"

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
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


class VonMises(Distribution):
    """The normal distribution of angles: about `loc`, the narrower the greater `concentration`."""

    __module__ = "minitorch_compat.distributions.von_mises"

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    _expanded = ("loc", "concentration")
    _expands_as_tensors = True

    def __init__(self, loc: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        bessel = i0e(self.concentration).log() + self.concentration
        return self.concentration * ops.cos(value - self.loc) - math.log(2 * math.pi) - bessel

    def sample(self, sample_shape: Any = ()) -> Any:
        """By rejection (Best and Fisher, 1979), in double precision; all are drawn again until each was accepted once."""
        with grad_mode(False):
            shape = self._extended_shape(sample_shape)
            kappa, loc = self.concentration.double(), self.loc.double()
            tau = 1 + (1 + 4 * kappa.pow(2)).sqrt()
            rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
            r = ops.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho.pow(2)) / (2 * rho))
            angle = ops.empty(shape, dtype=loc.dtype)
            done = ops.zeros(shape, dtype=ops.isnan(angle).dtype)
            while not done.all():
                u = ops.rand((3, *shape), dtype=loc.dtype)
                u1, u2, u3 = u.unbind()
                z = ops.cos(math.pi * u1)
                f = (1 + r * z) / (r + z)
                c = kappa * (r - f)
                accept = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
                angle = ops.where(accept, (u3 - 0.5).sign() * f.acos(), angle)
                done = done | accept
            return ((angle + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def mode(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        """That of angles: 1 less the length of the mean direction."""
        return 1 - i1e(self.concentration) / i0e(self.concentration)
