"""Gamma and what is made of it: Chi2, Dirichlet, Beta, StudentT.

Samples are PyTorch's, number for number. What shapes them has implicit gradients (Figurnov and others, 2018): a sample moves with its
parameter so that its quantile stays.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._array.core.dtypes import scalar_name
from .._array.random import gamma as kernels
from .._bindings.generated import functions as ops
from .._bindings.randomness.functions import drawn_from
from .._bindings.randomness.generators import stream_of
from .._dispatch.call.caller import caller
from .._dispatch.graph.not_implemented import without_derivative
from ..autograd.function import Function, once_differentiable
from ..nn import functional as F
from ..special import gammainc
from . import constraints
from .distribution import Distribution, ExponentialFamily
from .utils import _standard_normal, broadcast_all

_standard_gamma_of = caller("standard_gamma_of")
_standard_gamma_grad, _dirichlet_grad = caller("_standard_gamma_grad"), caller("_dirichlet_grad")


def _standard_gamma(self: Any, generator: Any = None) -> Any:
    """`torch._standard_gamma`: variates of unit scale, one for each shape parameter."""
    if self._array.dtype.kind != "f" or self._array.dtype.itemsize < 4:
        raise NotImplementedError(f"\"gamma_cpu\" not implemented for '{scalar_name(self._array.dtype)}'")
    stream = stream_of(generator)
    return _standard_gamma_of(drawn_from(self, lambda shapes: kernels.standard_gamma(stream, shapes), lambda shape: shape), self)


def _sample_dirichlet(self: Any, generator: Any = None) -> Any:
    """`torch._sample_dirichlet`: variates that sum to 1 along the last dimension, without a derivative."""
    if self._array.dtype.kind != "f" or self._array.dtype.itemsize < 4:
        raise NotImplementedError(f"\"dirichlet\" not implemented for '{scalar_name(self._array.dtype)}'")
    stream = stream_of(generator)
    sample = drawn_from(self, lambda shapes: kernels.dirichlet(stream, shapes), lambda shape: shape)
    return without_derivative("aten::_sample_dirichlet", (self,), (sample,))[0]


class _Dirichlet(Function):
    """Dirichlet variates."""

    @staticmethod
    def forward(ctx: Any, concentration: Any) -> Any:
        sample = _sample_dirichlet(concentration)
        ctx.save_for_backward(sample, concentration)
        return sample

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Any) -> Any:
        sample, concentration = ctx.saved_tensors
        total = concentration.sum(-1, True).expand_as(concentration)
        return _dirichlet_grad(sample, concentration, total) * (grad - (sample * grad).sum(-1, True))


class Gamma(ExponentialFamily):
    """The gamma distribution of shape `concentration` and inverse scale `rate`."""

    __module__ = "minitorch_compat.distributions.gamma"

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    _expanded = ("concentration", "rate")

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.shape, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        return self.concentration / self.rate

    @property
    def mode(self) -> Any:
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self) -> Any:
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape: Any = ()) -> Any:
        shape = self._extended_shape(sample_shape)
        value = _standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=float(np.finfo(value._array.dtype).tiny))
        return value

    def log_prob(self, value: Any) -> Any:
        value = ops.as_tensor(value, dtype=self.rate.dtype)
        if self._validate_args:
            self._validate_sample(value)
        shape, rate = self.concentration, self.rate
        return ops.xlogy(shape, rate) + ops.xlogy(shape - 1, value) - rate * value - shape.lgamma()

    def entropy(self) -> Any:
        shape = self.concentration
        return shape - self.rate.log() + shape.lgamma() + (1.0 - shape) * shape.digamma()

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return gammainc(self.concentration, self.rate * value)


class Chi2(Gamma):
    """The distribution of the sum of squares of `df` normal variates."""

    __module__ = "minitorch_compat.distributions.chi2"

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df: Any, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self) -> Any:
        """Degrees of freedom."""
        return self.concentration * 2


class Dirichlet(ExponentialFamily):
    """The distribution of probabilities of K classes with shape parameters `concentration`."""

    __module__ = "minitorch_compat.distributions.dirichlet"

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True
    _expanded = ("concentration",)

    def __init__(self, concentration: Any, validate_args: bool | None = None) -> None:
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    def _trailing(self, name: str) -> tuple[int, ...]:
        return tuple(self._event_shape)

    @property
    def mean(self) -> Any:
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self) -> Any:
        above = (self.concentration - 1).clamp(min=0.0)
        mode = above / above.sum(-1, True)
        corner = (self.concentration < 1).all(dim=-1)
        mode[corner] = F.one_hot(mode[corner].argmax(dim=-1), above.shape[-1]).to(mode)
        return mode

    @property
    def variance(self) -> Any:
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Any = ()) -> Any:
        return _Dirichlet.apply(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        shape = self.concentration
        return ops.xlogy(shape - 1.0, value).sum(-1) + shape.sum(-1).lgamma() - shape.lgamma().sum(-1)

    def entropy(self) -> Any:
        shape, total = self.concentration, self.concentration.sum(-1)
        return (shape.lgamma().sum(-1) - total.lgamma() - (shape.shape[-1] - total) * total.digamma()
                - ((shape - 1.0) * shape.digamma()).sum(-1))


class Beta(ExponentialFamily):
    """The distribution on [0, 1] with shape parameters `concentration1` and `concentration0`."""

    __module__ = "minitorch_compat.distributions.beta"

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self._dirichlet = Dirichlet(ops.stack(broadcast_all(concentration1, concentration0), -1), validate_args=validate_args)
        super().__init__(self._dirichlet.batch_shape, validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        new = super()._repeated(batch_shape)
        new._dirichlet = self._dirichlet.expand(batch_shape)
        return new

    @property
    def concentration1(self) -> Any:
        """The shape parameter of success."""
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self) -> Any:
        """The shape parameter of failure."""
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self) -> Any:
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Any:
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self) -> Any:
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Any = ()) -> Any:
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return self._dirichlet.log_prob(ops.stack([value, 1.0 - value], -1))

    def entropy(self) -> Any:
        return self._dirichlet.entropy()


class StudentT(Distribution):
    """Student's t distribution with `df` degrees of freedom, shifted and scaled."""

    __module__ = "minitorch_compat.distributions.studentT"

    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    _expanded = ("df", "loc", "scale")

    def __init__(self, df: Any, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.shape, validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        new = super()._repeated(batch_shape)
        new._chi2 = self._chi2.expand(batch_shape)
        return new

    @property
    def mean(self) -> Any:
        mean = self.loc.clone()
        mean[self.df <= 1] = math.nan
        return mean

    @property
    def mode(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        df, variance = self.df, self.df.clone()
        finite = df > 2
        variance[finite] = self.scale[finite].pow(2) * df[finite] / (df[finite] - 2)
        variance[(df <= 2) & (df > 1)] = math.inf
        variance[df <= 1] = math.nan
        return variance

    def rsample(self, sample_shape: Any = ()) -> Any:
        normal = _standard_normal(self._extended_shape(sample_shape), self.df.dtype, self.df.device)
        return self.loc + self.scale * (normal * ops.rsqrt(self._chi2.rsample(sample_shape) / self.df))

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        y = (value - self.loc) / self.scale
        z = (self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + (0.5 * self.df).lgamma()
             - (0.5 * (self.df + 1.0)).lgamma())
        return -0.5 * (self.df + 1.0) * ops.log1p(y**2.0 / self.df) - z

    def entropy(self) -> Any:
        half, above = 0.5 * self.df, 0.5 * (self.df + 1)
        beta = half.lgamma() + math.lgamma(0.5) - above.lgamma()
        return self.scale.log() + above * (above.digamma() - half.digamma()) + 0.5 * self.df.log() + beta
