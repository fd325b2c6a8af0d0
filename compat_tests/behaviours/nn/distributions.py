"""torch.distributions: samples of a seed, densities, moments, entropies, refusals."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from .. import refused

_MOMENTS = ("mean", "mode", "variance", "stddev")


def _module(torch: Any) -> Any:
    return importlib.import_module(f"{torch.__name__}.distributions")


def _parameters(torch: Any) -> dict[str, Any]:
    t = torch.tensor
    return {
        "Gamma": [(t([0.3, 1.0, 4.0]), t([1.0, 2.0, 0.5])), (2.0, 3.0), (t([0.7], dtype=torch.float64), 1.0)],
        "Chi2": [(t([1.0, 4.0]),), (3.0,)],
        "Dirichlet": [(t([0.5, 1.0, 3.0]),), (t([[2.0, 3.0], [0.1, 0.2]], dtype=torch.float64),)],
        "Beta": [(t([0.5, 2.0]), t([3.0, 4.0])), (2.0, 2.0)],
        "StudentT": [(t([0.5, 1.5, 5.0]),), (3.0, 1.0, 2.0)],
        "Cauchy": [(t([0.0, 1.0]), t([1.0, 2.0])), (0.0, 1.0)],
        "HalfNormal": [(t([1.0, 2.0]),), (1.5,)],
        "HalfCauchy": [(t([1.0, 2.0]),), (1.5,)],
        "Gumbel": [(t([0.0, 1.0]), t([1.0, 2.0])), (0.0, 1.0)],
        "Weibull": [(t([1.0, 2.0]), t([0.5, 3.0])), (1.0, 2.0)],
        "Pareto": [(t([1.0, 2.0]), t([0.5, 3.0])), (1.0, 4.0)],
        "NegativeBinomial": [(t([2.0, 5.0]), t([0.2, 0.7])), (3.0, None, t([0.5]))],
        "Poisson": [(t([0.5, 3.0, 40.0]),), (2.0,)],
        "Multinomial": [(5, t([0.2, 0.3, 0.5])), (3, None, t([[0.0, 1.0], [2.0, 0.5]]))],
        "Binomial": [(4, t([0.2, 0.7])), (t([3.0, 5.0]), None, t([0.5, -1.0]))],
    }


def _positive(torch: Any, name: str, shape: Any) -> Any:
    """Values that lie in the support."""
    n = 1
    for size in shape:
        n *= size
    if name in ("Dirichlet", "Beta"):
        ramp = torch.arange(1.0, n + 1).reshape(shape)
        return ramp / ramp.sum(-1, keepdim=True) if name == "Dirichlet" else ramp / (n + 1)
    return torch.arange(float(n)).reshape(shape) % 3 + (2 if name == "Pareto" else 0 if "nomial" in name else 0.5)


def _rounded(value: Any) -> Any:
    """Sums of logarithms of gamma functions cancel: what is left agrees to fewer digits than they do."""
    return (value * 1e4).round()


def samples(torch: Any) -> Iterator[Any]:
    """Samples of fifteen distributions after a seed, and where they leave the random generator."""
    D = _module(torch)
    for name, all_args in _parameters(torch).items():
        for args in all_args:
            d = getattr(D, name)(*args)
            torch.manual_seed(5)
            yield name, d.sample(), d.sample((3,)), torch.rand(1)


def moments(torch: Any) -> Iterator[Any]:
    """Mean, mode, variance, standard deviation, shapes, rsample and support of fifteen distributions."""
    D = _module(torch)
    for name, all_args in _parameters(torch).items():
        for args in all_args:
            d = getattr(D, name)(*args)
            for moment in _MOMENTS:
                if (name, moment) != ("Multinomial", "mode"):
                    yield name, moment, _rounded(getattr(d, moment))
            yield tuple(d.batch_shape), tuple(d.event_shape), d.has_rsample, repr(d.support)


def densities(torch: Any) -> Iterator[Any]:
    """log_prob of fifteen distributions, cdf of eight and icdf of three, at values in the support."""
    D = _module(torch)
    for name, all_args in _parameters(torch).items():
        for args in all_args:
            d = getattr(D, name)(*args, validate_args=False)
            value = _positive(torch, name, (2, *d.batch_shape, *d.event_shape))
            yield name, _rounded(d.log_prob(value))
            if name in ("Gamma", "Chi2", "Cauchy", "HalfNormal", "HalfCauchy", "Weibull", "Pareto", "Gumbel"):
                yield _rounded(d.cdf(value))
            if name in ("Cauchy", "HalfNormal", "HalfCauchy"):
                yield d.icdf(torch.tensor([0.25, 0.5]))


def entropies(torch: Any) -> Iterator[Any]:
    """Entropies of the distributions that have one in closed form."""
    D = _module(torch)
    for name, all_args in _parameters(torch).items():
        for args in all_args:
            if name not in ("NegativeBinomial", "Poisson") and not (name == "Binomial" and args[1] is None):
                yield name, _rounded(getattr(D, name)(*args).entropy())


def expanded(torch: Any) -> Iterator[Any]:
    """expand gives a distribution of the same class with a larger batch shape and an expanded mean."""
    D = _module(torch)
    for name, all_args in _parameters(torch).items():
        d = getattr(D, name)(*all_args[0]).expand((2, *getattr(D, name)(*all_args[0]).batch_shape))
        yield name, type(d).__name__, tuple(d.batch_shape), tuple(d.event_shape), d.mean


def gradients(torch: Any) -> Iterator[Any]:
    """Gradients of log_prob with respect to both parameters, and of reparametrised Gamma samples."""
    D = _module(torch)
    for name, value in (("Gamma", [0.5, 2.0]), ("Beta", [0.25, 0.5]), ("StudentT", [0.5, -1.0]), ("Cauchy", [0.5, -1.0]),
                        ("Gumbel", [0.5, 1.0]), ("Weibull", [0.5, 2.0]), ("Pareto", [2.5, 3.0])):
        a, b = torch.tensor([1.5, 2.0], requires_grad=True), torch.tensor([1.0, 2.0], requires_grad=True)
        getattr(D, name)(a, b).log_prob(torch.tensor(value)).sum().backward()
        yield name, _rounded(a.grad).tolist(), _rounded(b.grad).tolist()
    rate = torch.tensor([1.0, 2.0], requires_grad=True)
    torch.manual_seed(2)
    D.Gamma(torch.tensor([0.5, 3.0]), rate).rsample().sum().backward()
    yield rate.grad.tolist()


def counting(torch: Any) -> Iterator[Any]:
    """A Binomial lists its support, expanded or not, unless its counts differ; Multinomial takes no tensor as its count."""
    D = _module(torch)
    d = D.Binomial(3, torch.tensor([0.25, 0.5]))
    yield d.enumerate_support(), d.enumerate_support(expand=False), d.logits, d.param_shape
    yield refused(lambda: D.Binomial(torch.tensor([2.0, 3.0]), torch.tensor([0.5, 0.5])).enumerate_support())
    yield refused(lambda: D.Multinomial(torch.tensor(3), torch.ones(2))), refused(lambda: D.Binomial(3))
    # PyTorch: (tensor([[0., 0.], [1., 1.], [2., 2.], [3., 3.]]), tensor([[0.], [1.], [2.], [3.]]), tensor([-1.0986, 0.0000]), Size(2))
    # PyTorch: NotImplementedError: Inhomogeneous total count not supported ...
    # PyTorch: (NotImplementedError: inhomogeneous total_count is not ..., ValueError: Either `probs` or `logits` must be ...)


def refusals(torch: Any) -> Iterator[Any]:
    """Parameters and values outside of their constraints are refused, with the name of the constraint."""
    D = _module(torch)
    yield refused(lambda: D.Dirichlet(torch.tensor(1.0)))
    for call in (lambda: D.Gamma(torch.tensor([-1.0]), 1.0), lambda: D.HalfNormal(torch.tensor([-1.0])),
                 lambda: D.Cauchy(0.0, torch.tensor([0.0])), lambda: D.Gamma(1.0, 1.0).log_prob(torch.tensor(-1.0)),
                 lambda: D.NegativeBinomial(1.0, torch.tensor([1.5])),
                 lambda: D.Dirichlet(torch.tensor([1.0, 1.0])).log_prob(torch.ones(2))):
        yield refused(call)


def counts(torch: Any) -> Iterator[Any]:
    """Counts drawn by poisson and binomial from small to large rates, and where they leave the random generator."""
    torch.manual_seed(7)
    for dtype in (torch.float32, torch.float64):
        rates = torch.tensor([0.0, 0.2, 4.0, 9.5, 10.5, 300.0], dtype=dtype)
        yield torch.poisson(rates), torch.poisson(rates.expand(3, 6)), torch.rand(1)
        total, odds = torch.tensor([[5.0], [90.0], [2000.0]], dtype=dtype), torch.tensor([0.0, 0.03, 0.4, 0.8, 1.0], dtype=dtype)
        yield torch.binomial(total.repeat(1, 5), odds.repeat(3, 1)), torch.rand(1)
    yield refused(lambda: torch.poisson(torch.tensor([1, 2]))), refused(lambda: torch.poisson(torch.tensor([-1.0])))


def exponential_families(torch: Any) -> Iterator[Any]:
    """Entropies and divergences of what says its natural parameters, and no more."""
    D = torch.distributions

    class Waiting(D.ExponentialFamily):  # type: ignore[misc]
        arg_constraints: dict[str, Any] = {}
        _mean_carrier_measure = 0

        def __init__(self, rate: Any) -> None:
            self.rate = rate
            super().__init__(rate.shape)

        @property
        def _natural_params(self) -> Any:
            return (-self.rate,)

        def _log_normalizer(self, x: Any) -> Any:
            return -torch.log(-x)

    p, q = Waiting(torch.tensor([1.0, 2.0])), Waiting(torch.tensor([2.0, 0.5]))
    yield p.entropy(), D.kl_divergence(p, q), refused(lambda: D.kl_divergence(p, D.Poisson(2.0)))
    matrix = torch.tensor([[2.0, 0.5], [0.5, 1.0]], dtype=torch.float64)
    df = torch.tensor(5.0, dtype=torch.float64, requires_grad=True)
    a = D.Wishart(df, covariance_matrix=matrix)
    b = D.Wishart(torch.tensor(4.0, dtype=torch.float64), covariance_matrix=torch.eye(2, dtype=torch.float64))
    values = D.kl_divergence(a, b), D.kl_divergence(b, a), *torch.autograd.grad(D.kl_divergence(b, a), df), a.entropy()
    yield [f"{v.item():.6g}" for v in values]  # sums that cancel


def what_parameters_must_be(torch: Any) -> Iterator[Any]:
    """Constraints of Uniform depend on its other bound, and what Independent and low-rank covariances refuse."""
    D = torch.distributions
    yield repr(D.Uniform(0.0, 1.0).arg_constraints), isinstance(D.Uniform.arg_constraints, property)
    yield refused(lambda: D.Uniform(torch.tensor([0.0, 2.0]), torch.ones(2)))
    yield D.OneHotCategorical(torch.ones(2, 3)).param_shape
    yield refused(D.Independent(D.Bernoulli(torch.ones(2) / 2), 1).enumerate_support)
    yield refused(lambda: D.LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), -torch.ones(2) / 4, validate_args=False))
    # PyTorch: ("{'low': LessThan(upper_bound=1.0), ...", True)
    # PyTorch: ValueError: Expected parameter low (Tensor of shape ...
    # PyTorch: Size(2, 3)
    # PyTorch: NotImplementedError: Enumeration over cartesian product is ...
    # PyTorch: _LinAlgError: linalg.cholesky: The factorization ...
