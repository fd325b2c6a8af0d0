"""Distributions in variants, and queries about each.

PyTorch's results are in `data/distribution_variants.json.xz`, written by `data/recorders/ops/distribution_variants.py`.

In the expressions, `p(...)` is a parameter: a leaf of float64; an expression in `LAWS` is a distribution and a value in its support.
"""
from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from itertools import product
from typing import Any

LAWS = (
    "D.Bernoulli(p([0.2, 0.9])), p([1., 0.])",
    "D.Bernoulli(logits=p([0.2, -1.5])), p([1., 0.])",
    "D.Beta(p([0.5, 2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.Binomial(torch.tensor([3., 5.]).double(), p([0.2, 0.7])), p([1., 5.])",
    "D.Binomial(4, logits=p([0.2, -0.7])), p([0., 4.])",
    "D.Categorical(p([[0.2, 0.3, 0.5], [1., 4., 2.]])), torch.tensor([0, 2])",
    "D.Categorical(logits=p([0.2, 0.3, -1.5])), torch.tensor(1)",
    "D.Cauchy(p([0.5, -2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.Chi2(p([0.5, 4.])), p([0.3, 0.9])",
    "D.ContinuousBernoulli(p([0.2, 0.4999])), p([0.3, 0.9])",
    "D.ContinuousBernoulli(logits=p([0.2, -3.])), p([0.3, 0.9])",
    "D.Dirichlet(p([[0.5, 2., 3.], [1., 1., 1.]])), p([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])",
    "D.Exponential(p([0.5, 2.])), p([0.3, 0.9])",
    "D.FisherSnedecor(p([3., 5.]), p([5., 9.])), p([0.3, 0.9])",
    "D.Gamma(p([0.5, 2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.GeneralizedPareto(p([0., 1.]), p([1., 2.]), p([0.2, -0.5])), p([0.3, 1.9])",
    "D.Geometric(p([0.2, 0.7])), p([0., 3.])",
    "D.Geometric(logits=p([0.2, -0.7])), p([0., 3.])",
    "D.Gumbel(p([0.5, -2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.HalfCauchy(p([0.5, 2.])), p([0.3, 0.9])",
    "D.HalfNormal(p([0.5, 2.])), p([0.3, 0.9])",
    "D.Independent(D.Normal(p([[0.5, -2.], [0., 1.]]), p([[1.5, 3.], [1., 1.]])), 1), p([[0.3, 0.9], [1., 2.]])",
    "D.InverseGamma(p([3.5, 2.5]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.Kumaraswamy(p([0.5, 2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.LKJCholesky(3, p([0.7, 2.])), torch.tensor([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.6, 0.8]]).double()",
    "D.Laplace(p([0.5, -2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.LogNormal(p([0.5, -2.]), p([1.5, 0.5])), p([0.3, 0.9])",
    "D.LogisticNormal(p([0.5, -2.]), p([1.5, 0.5])), p([0.2, 0.3, 0.5])",
    "D.LowRankMultivariateNormal(p([0., 1., 2.]), p([[1., .2], [.3, 1.], [.5, -.4]]), p([1., 2., .5])), p([.1, .2, .3])",
    "D.MixtureSameFamily(D.Categorical(p([0.3, 0.7])), D.Normal(p([0., 1.]), p([1., 2.]))), p([0.3, 0.9])",
    "D.MixtureSameFamily(D.Categorical(p([.3, .7])), D.Independent(D.Normal(p([[0., 1.], [2., 3.]]), 1.), 1)), p([0.3, 0.9])",
    "D.Multinomial(3, p([0.2, 0.3, 0.5])), p([1., 2., 0.])",
    "D.Multinomial(2, logits=p([0.2, 0.3, -0.5])), p([1., 1., 0.])",
    "D.MultivariateNormal(p([0., 1.]), p([[2., .3], [.3, 1.]])), p([.1, .2])",
    "D.MultivariateNormal(p([0., 1.]), precision_matrix=p([[2., .3], [.3, 1.]])), p([.1, .2])",
    "D.MultivariateNormal(p([[0., 1.], [3., 4.]]), scale_tril=p([[2., 0.], [.3, 1.]])), p([.1, .2])",
    "D.NegativeBinomial(p([3., 5.]), p([0.2, 0.7])), p([1., 5.])",
    "D.NegativeBinomial(4, logits=p([0.2, -0.7])), p([0., 4.])",
    "D.Normal(p([0.5, -2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.Normal(0, 1), p([0.3, 0.9])",
    "D.OneHotCategorical(p([0.2, 0.3, 0.5])), p([0., 1., 0.])",
    "D.OneHotCategorical(logits=p([[0.2, 0.3, -0.5], [0., 0., 1.]])), p([0., 1., 0.])",
    "D.OneHotCategoricalStraightThrough(p([0.2, 0.3, 0.5])), p([0., 1., 0.])",
    "D.Pareto(p([0.5, 2.]), p([1.5, 3.])), p([0.7, 2.9])",
    "D.Poisson(p([0.5, 7.])), p([0., 9.])",
    "D.RelaxedBernoulli(p(0.7), p([0.2, 0.9])), p([0.3, 0.9])",
    "D.relaxed_bernoulli.LogitRelaxedBernoulli(p(0.7), logits=p([0.2, 0.9])), p([0.3, -0.9])",
    "D.RelaxedOneHotCategorical(p(0.7), p([0.2, 0.3, 0.5])), p([0.2, 0.3, 0.5])",
    "D.StudentT(p([3., 5.]), p([0.5, -2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.TransformedDistribution(D.Normal(p([0., 1.]), p([1., 2.])), [T.AffineTransform(p(1.), p(-2.)), T.SigmoidTransform()]), p([.3, .9])",
    "D.TransformedDistribution(D.Uniform(p(0.), p(1.)), T.PowerTransform(p(2.))), p([0.3, 0.9])",
    "D.TransformedDistribution(D.Independent(D.Normal(p([0., 1.]), p([1., 2.])), 1), [T.ExpTransform()]), p([.3, .9])",
    "D.TransformedDistribution(D.Normal(p([[0., 1.], [2., 3.]]), 1.), [T.StickBreakingTransform(), T.ExpTransform()]), p([1.2, 1.3, 1.5])",
    "D.Uniform(p([0., -2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.VonMises(p([0.5, -2.]), p([1.5, 30.])), p([0.3, 0.9])",
    "D.Weibull(p([0.5, 2.]), p([1.5, 3.])), p([0.3, 0.9])",
    "D.Wishart(p([4., 5.]), p([[2., .3], [.3, 1.]])), p([[1., .2], [.2, 3.]])",
    "D.Wishart(p(4.), scale_tril=p([[2., 0.], [.3, 1.]])), p([[1., .2], [.2, 3.]])",
    # At the ends of what parameters and values may be.
    "D.Bernoulli(p([0., 1., 0.])), p([0., 1., 1.])",
    "D.Beta(p([1., 1.]), p([1., 2.])), p([0.3, 0.9])",
    "D.Binomial(3, p([0., 1.])), p([0., 3.])",
    "D.Binomial(torch.tensor([0., 1.]).double(), logits=p([800., -800.])), p([0., 1.])",
    "D.Categorical(p([[0., 1., 0.], [1., 0., 3.]])), torch.tensor([1, 1])",
    "D.ContinuousBernoulli(p([0.5, 0.5005])), p([0., 1.])",
    "D.ContinuousBernoulli(p([0.5, 0.3, 0.7]), lims=(0.5, 0.5)), p([0.3, 0.9, 0.5])",
    "D.ContinuousBernoulli(p([0.5, 0.3, 0.7, 0.2]), lims=(0.3, 0.7)), p([0.3, 0.9, 0.5, 1.])",
    "D.Dirichlet(p([1., 1., 1.])), p([0.2, 0.8, 0.])",
    "D.Exponential(p([1., 2.])), p([0., 900.])",
    "D.Gamma(p([1., 0.5]), p([1., 2.])), p([0., 0.])",
    "D.GeneralizedPareto(*map(torch.tensor, ([0., 0., 0., 1.], [1., 2., 3., 2.], [0., .7, -.8, .2]))), torch.tensor([0., 3., 3., 9.])",
    "D.Geometric(p([1., 0.5])), p([0., 1.])",
    "D.HalfNormal(p([1., 2.])), p([0., 90.])",
    "D.Kumaraswamy(p([1., 1.]), p([1., 2.])), p([0.3, 1.])",
    "D.MixtureSameFamily(D.Categorical(p([0., 1.])), D.Normal(p([0., 1.]), p([1., 2.]))), p([0.3, 0.9])",
    "D.Multinomial(3, p([0., 0.3, 0.7])), p([0., 1., 2.])",
    "D.Multinomial(3, logits=p([float('-inf'), 0.3, 0.7])), p([0., 1., 2.])",
    "D.NegativeBinomial(p([0., 5.]), p([0.2, 0.])), p([0., 0.])",
    "D.OneHotCategorical(p([0., 0.3, 0.7])), p([0., 1., 0.])",
    "D.Pareto(p([0.5, 2.]), p([1., 2.])), p([0.5, 2.])",
    "D.Poisson(p([0., 1.])), p([0., 0.])",
    "D.StudentT(p([1., 2.])), p([0., 0.9])",
    "D.Uniform(p([3., 4.]), p([3.5, 9.])), p([3., 8.5])",
    "D.VonMises(p([0., 3.]), p([1e-3, 1e3])), p([-3., 3.])",
    "D.Weibull(p([1., 2.]), p([1., 1.])), p([1e-9, 0.9])",
)


class Asked:
    """A distribution, a value, and its leaves; built anew for each question."""

    def __init__(self, torch: Any, law: str, dtype: str = "float64") -> None:
        def p(data: Any) -> Any:
            leaf = torch.tensor(data, dtype=getattr(torch, dtype), requires_grad="float" in dtype)
            self.leaves.append(leaf)
            return leaf

        self.leaves: list[Any] = []
        self.torch = torch
        names = {"torch": torch, "D": torch.distributions, "T": torch.distributions.transforms, "p": p}
        self.law, self.value = eval(law, names)

    def gradients(self, y: Any) -> list[Any]:
        """Of the sum of `y`, beside what `y` is."""
        grads = self.torch.autograd.grad(y.sum(), self.leaves, allow_unused=True) if y.requires_grad else []
        return [y, y.requires_grad, *grads]


def _seeded(name: str, *shape: Any) -> Callable[[Asked], Any]:
    def ask(a: Asked) -> Any:
        a.torch.manual_seed(3)
        return a.gradients(getattr(a.law, name)(*shape))
    return ask


def _at(name: str, value: float) -> Callable[[Asked], Any]:
    return lambda a: a.gradients(getattr(a.law, name)(a.torch.tensor(value, dtype=a.torch.float64)))


def _expanded(a: Asked) -> Any:
    new = a.law.expand((3, *a.law.batch_shape))
    a.torch.manual_seed(3)
    return [new.batch_shape, new.event_shape, new.log_prob(a.value), new.sample((2,)), type(new).__name__]


def _refused(a: Asked) -> Any:
    return a.law.log_prob(a.value * float("nan"))


def _unchecked(a: Asked) -> Any:
    a.law._validate_args = False
    return a.law.log_prob(a.value * 0 - 1)


def _everywhere(name: str, checked: bool) -> Callable[[Asked], Any]:
    """A function of values on both sides of every boundary there is, one by one: what it gives, or that it raises."""
    def ask(a: Asked) -> Any:
        a.law._validate_args = checked
        found = []
        for value in (-900.0, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 900.0):
            try:
                found.append(plain(getattr(a.law, name)(a.torch.full_like(a.value, value).detach())))
            except Exception as error:
                found.append(f"raises {type(error).__name__}")
        return found
    return ask


def _nan_unchecked(a: Asked) -> Any:
    a.law._validate_args = False
    return a.law.log_prob(a.value * float("nan"))


QUESTIONS: dict[str, Callable[[Asked], Any]] = {
    **{name: lambda a, name=name: a.gradients(getattr(a.law, name)) for name in ("mean", "variance", "stddev", "mode")},  # type: ignore[misc]
    **{name: lambda a, name=name: getattr(a.law, name)  # type: ignore[misc]
       for name in ("batch_shape", "event_shape", "has_rsample", "has_enumerate_support", "probs", "logits", "param_shape", "num_events",
                    "scale_tril", "covariance_matrix", "precision_matrix", "total_count", "temperature", "df", "loc", "scale", "rate")},
    "log_prob": lambda a: a.gradients(a.law.log_prob(a.value)),
    "entropy": lambda a: a.gradients(a.law.entropy()),
    "perplexity": lambda a: a.law.perplexity(),
    "cdf of the value": lambda a: a.gradients(a.law.cdf(a.value)),
    **{f"{name} {value}": _at(name, value) for name in ("cdf", "icdf") for value in (0.0, 0.25, 0.5, 1.0)},
    **{f"log_prob {value}": _at("log_prob", value) for value in (-1.0, 0.0, 0.5, 1.0, 2.0)},
    "enumerate": lambda a: a.law.enumerate_support(),
    "enumerate, not expanded": lambda a: a.law.enumerate_support(expand=False),
    "support": lambda a: [str(a.law.support), a.law.support.check(a.value), a.law.support.is_discrete, a.law.support.event_dim],
    "constraints": lambda a: {name: [str(c), c.is_discrete, c.event_dim] for name, c in a.law.arg_constraints.items()},
    "parameters checked": lambda a: {name: c.check(getattr(a.law, name)) for name, c in a.law.arg_constraints.items()},
    "repr": lambda a: repr(a.law),
    "expand": _expanded,
    "value that is NaN": _refused,
    "value outside, unchecked": _unchecked, "value that is NaN, unchecked": _nan_unchecked,
    **{f"{name} everywhere{', unchecked' * (not checked)}": _everywhere(name, checked) for checked in (True, False)
       for name in ("log_prob", "cdf", "icdf", "log_cdf", "log_survival_function")},
    "sample": _seeded("sample"), "sample of a shape": _seeded("sample", (2, 1)), "rsample": _seeded("rsample", (2,)),
    "sample_n": _seeded("sample_n", 2),
    "divergence from itself": lambda a: a.gradients(a.torch.distributions.kl_divergence(a.law, a.law)),
}


def plain(value: Any) -> Any:
    """As JSON has it, by way of its texts."""
    if hasattr(value, "detach"):
        return [str(value.dtype).split(".")[-1], list(value.shape), value.detach().double().reshape(-1).tolist()]
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value if isinstance(value, (bool, int, float, str, type(None))) else str(value)


def answers(torch: Any, law: str) -> dict[str, Any]:
    """Question -> answer, or the type of the exception."""
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, question in QUESTIONS.items():
            try:
                found[name] = plain(question(Asked(torch, law)))
            except Exception as error:
                found[name] = f"raises {type(error).__name__}"
    return dict(json.loads(json.dumps(found)))


def divergences(torch: Any) -> dict[str, Any]:
    """`p || q` -> the divergence with its gradients, of the pairs of which one is known, at their first parameters and at the last."""
    found, unknown = {}, set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for p, q in product(LAWS, LAWS):
            classes = p.partition("(")[0], q.partition("(")[0]
            if classes in unknown:
                continue
            first, second = Asked(torch, p), Asked(torch, q)
            first.leaves += second.leaves
            try:
                found[f"{p} || {q}"] = plain(first.gradients(torch.distributions.kl_divergence(first.law, second.law)))
            except NotImplementedError:
                if not {"D.Independent", "D.TransformedDistribution"} & set(classes):  # of which it depends on what is inside
                    unknown.add(classes)
            except Exception as error:
                found[f"{p} || {q}"] = f"raises {type(error).__name__}"
    return dict(json.loads(json.dumps(found)))


def _shifted(rows: list[list[float]], r: int, c: int, by: float) -> list[list[float]]:
    return [[x + by * (i == r and j == c) for j, x in enumerate(row)] for i, row in enumerate(rows)]


#: Constraint -> values that fulfil it, of which elements are moved by a little.
NEAR: dict[str, Any] = {
    "symmetric": [[1.0, 0.0], [0.0, 2.0]], "positive_semidefinite": [[1.0, 1.0], [1.0, 1.0]], "positive_definite": [[1.0, 0.5], [0.5, 1.0]],
    "simplex": [[0.25, 0.75], [1.0, 0.0]], "corr_cholesky": [[1.0, 0.0], [0.6, 0.8]], "lower_cholesky": [[1.0, 0.0], [0.5, 1e-7]],
    "lower_triangular": [[1.0, 0.0], [0.5, 0.0]], "one_hot": [[1.0, 0.0], [0.0, 1.0]], "square": [[1.0, 0.0], [0.0, 1.0]],
    "unit_interval": [[0.0, 1.0], [0.5, 0.5]], "positive": [[1e-7, 1.0], [2.0, 3.0]], "nonnegative": [[0.0, 1.0], [2.0, 3.0]],
    "nonnegative_integer": [[0.0, 1.0], [2.0, 3.0]], "positive_integer": [[1.0, 1.0], [2.0, 3.0]], "boolean": [[0.0, 1.0], [1.0, 0.0]],
    "real_vector": [[0.0, 1.0], [2.0, 3.0]], "interval(0, 3)": [[0.0, 1.0], [2.0, 3.0]],
    "half_open_interval(0, 3)": [[0.0, 1.0], [2.0, 3.0]],
    "greater_than(1)": [[2.0, 1.0], [1.0, 3.0]],
    "greater_than_eq(1)": [[2.0, 1.0], [1.0, 3.0]], "less_than(3)": [[2.0, 1.0], [1.0, 3.0]],
    "integer_interval(0, 3)": [[0.0, 1.0], [2.0, 3.0]], "multinomial(3)": [[3.0, 0.0], [1.0, 2.0]]}


def boundaries(torch: Any) -> dict[str, Any]:
    """Constraint -> what it says of values near its boundary, in both dtypes."""
    found: dict[str, Any] = {}
    for name, rows in NEAR.items():
        constraint = eval(f"c.{name}", {"c": torch.distributions.constraints})
        for dtype in ("float32", "float64"):
            said = []
            for r, c, size, by in product(range(2), range(2), range(1, 8), (-2.0, -1.2, -0.8, 0.8, 1.2, 2.0)):
                value = torch.tensor(_shifted(rows, r, c, by * 10.0**-size), dtype=getattr(torch, dtype))
                said.append("".join(str(int(x)) for x in constraint.check(value).reshape(-1).tolist()))
            found[f"{name} {dtype}"] = " ".join(said)
    return found


def types(torch: Any, dtype: str) -> dict[str, list[str]]:
    """Law -> the types of a sample and of its logarithmic density, for parameters of another type, or the types of exceptions."""
    found = {}
    for law in LAWS:
        told = []
        for function in (lambda law: law.sample(), lambda law: law.log_prob(law.sample())):
            try:
                told.append(str(function(Asked(torch, law, dtype).law).dtype).rpartition(".")[2])
            except Exception as error:
                told.append(f"raises {type(error).__name__}")
        found[law] = told
    return found
