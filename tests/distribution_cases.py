"""Distributions, each with a value, and queries about them. PyTorch's results are in `data/distributions.json`."""
from __future__ import annotations

from typing import Any

MATRIX = [[2.0, 0.3], [0.3, 1.0]]
FACTOR = [[1.0, 0.0, 0.0], [0.2, 0.9798, 0.0], [0.1, 0.2858, 0.9530]]

CASES: dict[str, Any] = {
    "FisherSnedecor": lambda t: (t.distributions.FisherSnedecor(t.tensor([3.0, 2.0]), t.tensor([5.0, 1.0])), t.tensor([0.5, 1.2])),
    "InverseGamma": lambda t: (t.distributions.InverseGamma(t.tensor([3.0, 1.5]), t.tensor([2.0, 0.5])), t.tensor([0.5, 1.2])),
    "Kumaraswamy": lambda t: (t.distributions.Kumaraswamy(t.tensor([3.0, 0.5]), t.tensor([2.0, 0.5])), t.tensor([0.5, 0.2])),
    "LogisticNormal": lambda t: (t.distributions.LogisticNormal(t.tensor([0.0, 0.5]), t.tensor([1.0, 0.5])), t.tensor([0.2, 0.3, 0.5])),
    "LKJCholesky": lambda t: (t.distributions.LKJCholesky(3, t.tensor([0.7, 2.0]), validate_args=False), t.tensor(FACTOR)),
    "VonMises": lambda t: (t.distributions.VonMises(t.tensor([0.0, 1.0]), t.tensor([1.0, 5.0])), t.tensor([0.5, 0.2])),
    "ContinuousBernoulli": lambda t: (t.distributions.ContinuousBernoulli(t.tensor([0.2, 0.5, 0.4999])), t.tensor([0.5, 0.2, 0.3])),
    "GeneralizedPareto": lambda t: (t.distributions.GeneralizedPareto(t.tensor([0.0, 1.0, 0.0]), t.tensor([1.0, 2.0, 1.0]),
                                                                      t.tensor([0.2, 0.0, -0.5])), t.tensor([0.5, 1.2, 0.3])),
    "LowRankMultivariateNormal": lambda t: (t.distributions.LowRankMultivariateNormal(
        t.zeros(3), t.tensor([[1.0, 0.2], [0.3, 1.0], [0.5, -0.4]]), t.tensor([1.0, 2.0, 0.5])), t.tensor([0.1, 0.2, 0.3])),
    "Wishart": lambda t: (t.distributions.Wishart(t.tensor([4.0, 5.0]), t.tensor(MATRIX)), t.tensor([[1.0, 0.2], [0.2, 3.0]])),
    "Wishart of a precision": lambda t: (t.distributions.Wishart(4.0, precision_matrix=t.tensor(MATRIX)),
                                         t.tensor([[1.0, 0.2], [0.2, 3.0]])),
}
ASKED = ("mean", "mode", "variance", "stddev", "scale_tril", "covariance_matrix", "precision_matrix")


def answers(torch: Any, d: Any, value: Any) -> dict[str, Any]:
    """What a distribution answers; the type of the exception where it does not."""
    calls = {name: lambda name=name: getattr(d, name) for name in ASKED}
    calls["log_prob"] = lambda: d.log_prob(value)
    if not d.event_shape:
        calls |= {"cdf": lambda: d.cdf(torch.tensor(0.3)), "icdf": lambda: d.icdf(torch.tensor(0.3))}
    calls |= {"entropy": lambda: d.entropy(), "sample": lambda: _seeded(torch, d), "expanded": lambda: _expanded(d)}
    found = {}
    for name, call in calls.items():
        try:
            found[name] = call().tolist()
        except Exception as error:
            found[name] = type(error).__name__
    return found


def _seeded(torch: Any, d: Any) -> Any:
    torch.manual_seed(0)
    return d.sample((2,))


def _expanded(d: Any) -> Any:
    new = d.expand((3, *d.batch_shape))
    assert type(new) is type(d) and new.event_shape == d.event_shape
    return new.sample((2,)).isnan().sum(0) * 0  # of the right shape
