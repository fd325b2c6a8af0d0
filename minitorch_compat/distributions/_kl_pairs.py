"""Divergences within further families, and between different ones: the cross entropy, which needs only moments of the first distribution,
minus the entropy of the first. It is infinite if the support of the first is not contained in that of the second."""
from __future__ import annotations

import math
from typing import Any

from .._bindings.generated import functions as ops
from .bernoulli import Bernoulli
from .beta import Beta
from .binomial import Binomial
from .cauchy import Cauchy
from .continuous_bernoulli import ContinuousBernoulli
from .dirichlet import Dirichlet
from .exponential import Exponential
from .gamma import Gamma
from .gumbel import Gumbel
from .half_normal import HalfNormal
from .kl import kl_divergence, register_kl
from .laplace import Laplace
from .normal import Normal
from .pareto import Pareto
from .poisson import Poisson
from .transformed_distribution import TransformedDistribution
from .uniform import Uniform

_EULER = 0.57721566490153286060


# Within a family ----------------------------------------------------------------------------------------------------------------------


@register_kl(Gamma, Gamma)
def _gamma(p: Any, q: Any) -> Any:
    a, b = p.concentration, q.concentration
    return (b * (p.rate / q.rate).log() + ops.lgamma(b) - ops.lgamma(a) + (a - b) * ops.digamma(a)
            + (q.rate - p.rate) * (a / p.rate))


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Any, q: Any) -> Any:
    total = p.concentration.sum(-1)
    normalizers = total.lgamma() - q.concentration.sum(-1).lgamma() - (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    logarithms = p.concentration.digamma() - total.digamma().unsqueeze(-1)
    return normalizers + ((p.concentration - q.concentration) * logarithms).sum(-1)


@register_kl(Beta, Beta)
def _beta(p: Any, q: Any) -> Any:
    return _dirichlet(p._dirichlet, q._dirichlet)


@register_kl(Gumbel, Gumbel)
def _gumbel(p: Any, q: Any) -> Any:
    ratio, shift = p.scale / q.scale, (p.loc - q.loc) / q.scale
    return shift - ratio.log() + ratio * _EULER + ops.exp((1 + ratio).lgamma() - shift) - (1 + _EULER)


@register_kl(HalfNormal, HalfNormal)
def _half_normal(p: Any, q: Any) -> Any:
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(Pareto, Pareto)
def _pareto(p: Any, q: Any) -> Any:
    ratio = q.alpha / p.alpha
    return ops.where(p.scale < q.scale, math.inf, q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1)


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Any, q: Any) -> Any:
    return ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log() - (4 * p.scale * q.scale).log()


@register_kl(Binomial, Binomial)
def _binomial(p: Any, q: Any) -> Any:
    if (p.total_count < q.total_count).any():
        raise NotImplementedError("KL between Binomials where q.total_count > p.total_count is not implemented")
    kl = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return ops.where((p.total_count > q.total_count).expand_as(kl), math.inf, kl)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p: Any, q: Any) -> Any:
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


# To another family --------------------------------------------------------------------------------------------------------------------


def _mean_log(p: Any) -> Any:
    """The expected logarithm."""
    if isinstance(p, Beta):
        return p.concentration1.digamma() - (p.concentration1 + p.concentration0).digamma()
    if isinstance(p, Gamma):
        return p.concentration.digamma() - p.rate.log()
    if isinstance(p, Exponential):
        return -p.rate.log() - _EULER
    if isinstance(p, Pareto):
        return p.scale.log() + p.alpha.reciprocal()
    return (ops.xlogy(p.high, p.high) - ops.xlogy(p.low, p.low)) / (p.high - p.low) - 1


def _mean_exp(p: Any, rate: Any) -> Any:
    """The expectation of exp(-rate x)."""
    if isinstance(p, Exponential):
        return p.rate / (p.rate + rate)
    if isinstance(p, Gamma):
        return (1 + rate / p.rate).pow(-p.concentration)
    if isinstance(p, Normal):
        return ops.exp(-p.loc * rate + (p.scale * rate).pow(2) / 2)
    return (ops.exp(-p.low * rate) - ops.exp(-p.high * rate)) / (rate * (p.high - p.low))


def _infinite_unless_supported(p: Any, bound: Any, divergence: Any) -> Any:
    """Infinite if a uniform distribution starts below the bound, or a Pareto distribution has no mean."""
    if isinstance(p, Pareto):
        return ops.where(p.alpha <= 1, math.inf, divergence)
    return ops.where(p.low < bound, math.inf, divergence) if isinstance(p, Uniform) else divergence


def _mean(p: Any) -> Any:
    """The mean; for a Pareto distribution by the formula, even where it is infinite, because infinity has no gradient."""
    return p.alpha * p.scale / (p.alpha - 1) if isinstance(p, Pareto) else p.mean


def _variance(p: Any) -> Any:
    """The variance, likewise."""
    return p.scale.pow(2) * p.alpha / ((p.alpha - 1).pow(2) * (p.alpha - 2)) if isinstance(p, Pareto) else p.variance


@register_kl(Beta, Exponential)
@register_kl(ContinuousBernoulli, Exponential)
@register_kl(Gamma, Exponential)
@register_kl(Pareto, Exponential)
@register_kl(Uniform, Exponential)
def _to_exponential(p: Any, q: Any) -> Any:
    return _infinite_unless_supported(p, 0, q.rate * _mean(p) - q.rate.log() - p.entropy())


@register_kl(Beta, Gamma)
@register_kl(Exponential, Gamma)
@register_kl(Pareto, Gamma)
@register_kl(Uniform, Gamma)
def _to_gamma(p: Any, q: Any) -> Any:
    cross = q.concentration.lgamma() - q.concentration * q.rate.log() - (q.concentration - 1) * _mean_log(p) + q.rate * _mean(p)
    return _infinite_unless_supported(p, 0, cross - p.entropy())


@register_kl(Beta, Normal)
@register_kl(ContinuousBernoulli, Normal)
@register_kl(Exponential, Normal)
@register_kl(Gamma, Normal)
@register_kl(Gumbel, Normal)
@register_kl(Laplace, Normal)
@register_kl(Pareto, Normal)
@register_kl(Uniform, Normal)
def _to_normal(p: Any, q: Any) -> Any:
    spread = (_variance(p) + (_mean(p) - q.loc).pow(2)) / q.scale.pow(2)
    kl = 0.5 * (spread + math.log(2 * math.pi)) + q.scale.log() - p.entropy()
    return ops.where(p.alpha <= 2, math.inf, kl) if isinstance(p, Pareto) else kl


@register_kl(Exponential, Gumbel)
@register_kl(Gamma, Gumbel)
@register_kl(Normal, Gumbel)
@register_kl(Uniform, Gumbel)
def _to_gumbel(p: Any, q: Any) -> Any:
    return q.scale.log() + (p.mean - q.loc) / q.scale + ops.exp(q.loc / q.scale) * _mean_exp(p, q.scale.reciprocal()) - p.entropy()


@register_kl(Normal, Laplace)
def _normal_to_laplace(p: Any, q: Any) -> Any:
    difference = p.loc - q.loc
    distance = (p.scale * math.sqrt(2 / math.pi) * ops.exp(-0.5 * (difference / p.scale).pow(2))
                + difference * ops.erf(difference / (math.sqrt(2) * p.scale)))
    return (2 * q.scale).log() + distance / q.scale - p.entropy()


@register_kl(Beta, ContinuousBernoulli)
@register_kl(ContinuousBernoulli, ContinuousBernoulli)
@register_kl(Uniform, ContinuousBernoulli)
def _to_continuous_bernoulli(p: Any, q: Any) -> Any:
    kl = -p.entropy() - p.mean * q.logits - ops.log1p(-q.probs) - q._log_norm()
    # PyTorch counts the ends as outside
    return ops.where((p.high >= 1) | (p.low <= 0), math.inf, kl) if isinstance(p, Uniform) else kl


@register_kl(Beta, Uniform)
@register_kl(ContinuousBernoulli, Uniform)
def _beta_to_uniform(p: Any, q: Any) -> Any:
    outside = (q.high < 1) | (q.low > 0)
    if isinstance(p, ContinuousBernoulli):  # as above
        outside = (q.high <= 1) | (q.low >= 0)
    return ops.where(outside, math.inf, (q.high - q.low).log() - p.entropy())


@register_kl(Uniform, Beta)
def _uniform_to_beta(p: Any, q: Any) -> Any:
    a, b = q.concentration1, q.concentration0
    rest = Uniform(1 - p.high, 1 - p.low, validate_args=False)
    cross = a.lgamma() + b.lgamma() - (a + b).lgamma() - (a - 1) * _mean_log(p) - (b - 1) * _mean_log(rest)
    return ops.where((p.high > 1) | (p.low < 0), math.inf, cross - p.entropy())


@register_kl(Uniform, Pareto)
def _uniform_to_pareto(p: Any, q: Any) -> Any:
    cross = (q.alpha + 1) * _mean_log(p) - (q.alpha * q.scale.pow(q.alpha)).log()
    return _infinite_unless_supported(p, q.scale, cross - p.entropy())


@register_kl(Bernoulli, Poisson)
def _bernoulli_to_poisson(p: Any, q: Any) -> Any:
    return q.rate - p.probs * q.rate.log() - p.entropy()


@register_kl(Beta, Pareto)
@register_kl(ContinuousBernoulli, Pareto)
@register_kl(Exponential, Beta)
@register_kl(Exponential, ContinuousBernoulli)
@register_kl(Exponential, Pareto)
@register_kl(Exponential, Uniform)
@register_kl(Gamma, Beta)
@register_kl(Gamma, ContinuousBernoulli)
@register_kl(Gamma, Pareto)
@register_kl(Gamma, Uniform)
@register_kl(Gumbel, Beta)
@register_kl(Gumbel, ContinuousBernoulli)
@register_kl(Gumbel, Exponential)
@register_kl(Gumbel, Gamma)
@register_kl(Gumbel, Pareto)
@register_kl(Gumbel, Uniform)
@register_kl(Laplace, Beta)
@register_kl(Laplace, ContinuousBernoulli)
@register_kl(Laplace, Exponential)
@register_kl(Laplace, Gamma)
@register_kl(Laplace, Pareto)
@register_kl(Laplace, Uniform)
@register_kl(Normal, Beta)
@register_kl(Normal, ContinuousBernoulli)
@register_kl(Normal, Exponential)
@register_kl(Normal, Gamma)
@register_kl(Normal, Pareto)
@register_kl(Normal, Uniform)
@register_kl(Pareto, Beta)
@register_kl(Pareto, ContinuousBernoulli)
@register_kl(Pareto, Uniform)
@register_kl(Poisson, Bernoulli)
@register_kl(Poisson, Binomial)
def _infinite_kl(p: Any, q: Any) -> Any:
    return ops.full_like(p.mean, math.inf)
