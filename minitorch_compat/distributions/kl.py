"""Kullback-Leibler divergences, by pairs of classes."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from .._bindings.generated import functions as ops
from .._namespace.names import missing
from ..nn import functional as F
from .bernoulli import Bernoulli
from .categorical import Categorical
from .distribution import Distribution, ExponentialFamily
from .exponential import Exponential
from .geometric import Geometric
from .independent import Independent
from .laplace import Laplace
from .log_normal import LogNormal
from .multivariate_normal import MultivariateNormal, _mahalanobis
from .normal import Normal
from .one_hot_categorical import OneHotCategorical
from .poisson import Poisson
from .uniform import Uniform
from .utils import _sum_rightmost

_KL_REGISTRY: dict[tuple[type, type], Callable[[Any, Any], Any]] = {}
#: What was found for pairs of classes, until another function is registered.
_FOUND: dict[tuple[type, type], Callable[[Any, Any], Any]] = {}


#: PyTorch's message contains these blanks.
_CROSS_FAMILY_ERROR = ("The cross KL-divergence between different exponential families cannot" + " " * 29
                       + "be computed using Bregman divergences")


def register_kl(type_p: type, type_q: type) -> Callable[[Any], Any]:
    """Register a function that computes the divergence of two classes of distributions.

    Parameters
    ----------
    type_p : type
        Class of the first.
    type_q : type
        Class of the second.

    Returns
    -------
    callable
        The decorator; the function takes both distributions.

    Raises
    ------
    TypeError
        If a class is not a distribution.

    References
    ----------
    PyTorch: ``torch.distributions.register_kl``.

    Examples
    --------
    >>> class Point(torch.distributions.Normal):
    ...     pass
    >>> @torch.distributions.register_kl(Point, Point)
    ... def of_points(p, q):
    ...     return (p.loc - q.loc).abs()
    >>> torch.distributions.kl_divergence(Point(0.0, 1.0), Point(3.0, 1.0))
    tensor(3.)
    """
    for kind in (type_p, type_q):
        issubclass(kind, Distribution)  # any class is accepted; Python refuses what is none, as in PyTorch

    def decorator(function: Any) -> Any:
        _KL_REGISTRY[type_p, type_q] = function
        _FOUND.clear()
        return function

    return decorator


def kl_divergence(p: Any, q: Any) -> Any:
    """Kullback-Leibler divergence of two distributions: the mean of ``log p(x) - log q(x)`` under ``p``.

    Parameters
    ----------
    p : Distribution
        The first.
    q : Distribution
        The second.

    Returns
    -------
    Tensor
        ``batch_shape``.

    Raises
    ------
    NotImplementedError
        If it is not implemented for the two classes.

    References
    ----------
    PyTorch: ``torch.distributions.kl_divergence``.

    Examples
    --------
    >>> p, q = torch.distributions.Normal(0.0, 1.0), torch.distributions.Normal(1.0, 1.0)
    >>> torch.distributions.kl_divergence(p, q)
    tensor(0.5000)
    """
    kinds = type(p), type(q)
    function = _FOUND.get(kinds) or _find(*kinds)
    if function is not None:
        return function(p, q)
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}")


def _find(type_p: type, type_q: type) -> Any:
    """The function for two classes, or None: that of the nearest class of the first, then of the second; a warning, where the other order
    finds another."""
    pairs = [(first, second) for first in type_p.__mro__ for second in type_q.__mro__]
    found = [pair for pair in pairs if pair in _KL_REGISTRY]
    if not found:
        return None
    nearest = _KL_REGISTRY[found[0]]
    other = min(found, key=lambda pair: type_q.__mro__.index(pair[1]))
    if _KL_REGISTRY[other] is not nearest:
        warn(f"Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). Please register_kl({found[0][0].__name__}, "
             f"{other[1].__name__})", RuntimeWarning)
    _FOUND[type_p, type_q] = nearest
    return nearest


@register_kl(ExponentialFamily, ExponentialFamily)
def _kl_expfamily_expfamily(p: Any, q: Any) -> Any:
    if type(p) is not type(q):
        raise NotImplementedError(_CROSS_FAMILY_ERROR)
    return p._divergence(q)


@register_kl(Normal, Normal)
def _normal(p: Any, q: Any) -> Any:
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(LogNormal, LogNormal)
def _log_normal(p: Any, q: Any) -> Any:
    return _normal(p.base_dist, q.base_dist)


@register_kl(Uniform, Uniform)
def _uniform(p: Any, q: Any) -> Any:
    result = ((q.high - q.low) / (p.high - p.low)).log()
    return ops.where((q.low > p.low) | (q.high < p.high), float("inf"), result)


@register_kl(Exponential, Exponential)
def _exponential(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    return ratio - ratio.log() - 1


@register_kl(Laplace, Laplace)
def _laplace(p: Any, q: Any) -> Any:
    ratio = p.scale / q.scale
    distance = (p.loc - q.loc).abs()
    return -ratio.log() + distance / q.scale + ratio * (-distance / p.scale).exp() - 1


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate_normal(p: Any, q: Any) -> Any:
    if p.event_shape != q.event_shape:
        raise ValueError("KL-divergence between two Multivariate Normals with different event shapes cannot be computed")
    from ..linalg import solve_triangular

    half = (q._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
            - p._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1))
    trace = solve_triangular(q.scale_tril, p.scale_tril, upper=False).pow(2).sum((-2, -1))
    return half + 0.5 * (trace + _mahalanobis(q._unbroadcasted_scale_tril, q.loc - p.loc) - p.event_shape[0])


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Any, q: Any) -> Any:
    first = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    first = ops.where(q.probs == 0, float("inf"), first)
    first = ops.where(p.probs == 0, 0.0, first)
    second = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    second = ops.where(q.probs == 1, float("inf"), second)
    return first + ops.where(p.probs == 1, 0.0, second)


@register_kl(Categorical, Categorical)
def _categorical(p: Any, q: Any) -> Any:
    t = p.probs * (p.logits - q.logits)
    t = ops.where((q.probs == 0).expand_as(t), float("inf"), t)
    return ops.where((p.probs == 0).expand_as(t), 0.0, t).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hot(p: Any, q: Any) -> Any:
    return _categorical(p._categorical, q._categorical)


@register_kl(Poisson, Poisson)
def _poisson(p: Any, q: Any) -> Any:
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Geometric, Geometric)
def _geometric(p: Any, q: Any) -> Any:
    return -p.entropy() - (-q.probs).log1p() / p.probs - q.logits


@register_kl(Independent, Independent)
def _independent(p: Any, q: Any) -> Any:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributions.kl", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    from ..distributions.beta import Beta as Beta
    from ..distributions.binomial import Binomial as Binomial
    from ..distributions.cauchy import Cauchy as Cauchy
    from ..distributions.continuous_bernoulli import ContinuousBernoulli as ContinuousBernoulli
    from ..distributions.dirichlet import Dirichlet as Dirichlet
    from ..distributions.gamma import Gamma as Gamma
    from ..distributions.gumbel import Gumbel as Gumbel
    from ..distributions.half_normal import HalfNormal as HalfNormal
    from ..distributions.lowrank_multivariate_normal import LowRankMultivariateNormal as LowRankMultivariateNormal
    from ..distributions.pareto import Pareto as Pareto
    from ..distributions.transformed_distribution import TransformedDistribution as TransformedDistribution

    Tensor: Any
    inf: Any
