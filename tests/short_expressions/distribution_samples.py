"""Samples of distributions with very small or large parameters."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

SIZES = (1e-6, 1e-3, 0.02, 0.5, 3.0, 30.0, 1e3, 1e6)
OF_ANY = ("Normal(0.5, k)", "Normal(k, 1.0)", "LogNormal(0.5, k)", "HalfNormal(k)", "HalfCauchy(k)", "Cauchy(0.5, k)",
          "Laplace(0.5, k)", "Gumbel(0.5, k)", "Exponential(k)", "Gamma(k, one)", "Gamma(one, k)", "InverseGamma(k, one)",
          "Chi2(k)", "StudentT(k)", "Beta(k, k)", "Beta(k, one)", "Beta(one, k)", "FisherSnedecor(k, k)", "Weibull(one, k)",
          "Weibull(k, one)", "Pareto(one, k)", "Kumaraswamy(k, one)", "Kumaraswamy(one, k)", "VonMises(0.5, k)", "Poisson(k)",
          "Dirichlet(k.expand(3))", "NegativeBinomial(k, 0.5 * one)", "ContinuousBernoulli(logits=k)", "Bernoulli(logits=k)",
          "Geometric(logits=-k)", "Binomial(7, logits=k)", "Categorical(logits=k * u)", "Multinomial(5, logits=k * u)",
          "RelaxedBernoulli(k, logits=u)", "RelaxedOneHotCategorical(k, logits=u)", "LogisticNormal(u, k.expand(3))",
          "GeneralizedPareto(0.5, one, k)", "LKJCholesky(3, k)", "Wishart(k + 2, torch.eye(2).to(k))",
          "MultivariateNormal(u, k * torch.eye(3).to(k))", "LowRankMultivariateNormal(u, k * u[:, None], k.expand(3))")


def cases() -> Iterator[str]:
    """Draws of either precision."""
    for distribution, size, dtype in product(OF_ANY, SIZES, ("float32", "float64")):
        yield f"drawn(lambda D, k, one, u: D.{distribution}, {size}, torch.{dtype})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    def drawn(make: Any, size: float, dtype: Any) -> Any:
        distribution = make(torch.distributions, torch.tensor(size, dtype=dtype), torch.tensor(1.0, dtype=dtype),
                            torch.tensor([0.5, 1.0, 2.0], dtype=dtype))
        return distribution.sample((3,))

    return {"drawn": drawn}
