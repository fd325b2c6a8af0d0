"""Mixtures and relaxed distributions: PyTorch's samples for a seed, densities, gradients, and errors."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import distributions as D

T = torch.tensor
# Recorded from PyTorch after `manual_seed(0)`.
DRAWN_ONE_HOT = [[0.1025745, 0.8846508, 0.01277463], [0.02935608, 0.1056499, 0.864994]]
DENSITY_ONE_HOT = [1.602037, 1.419882]
DRAWN_BERNOULLI = [0.01183958, 0.4070936, 0.00172753]
DENSITY_BERNOULLI = [2.36872, -0.9973676, 3.151998]
DRAWN_MIXTURE = [-0.3748528, -0.2129024, 3.124342]
DENSITY_MIXTURE = [-1.505939, -1.45596, -2.521491]
BELOW_MIXTURE = [0.2783004, 0.3151858, 0.8988774]


def close(found: Any, expected: Any) -> None:
    torch.testing.assert_close(found, T(expected), rtol=1e-5, atol=1e-6)


def test_relaxed_one_hot() -> None:
    torch.manual_seed(0)
    choice = D.RelaxedOneHotCategorical(T(0.5), logits=T([0.1, 0.2, 0.3]))
    drawn = choice.rsample((2,))
    close(drawn, DRAWN_ONE_HOT)
    close(choice.log_prob(drawn), DENSITY_ONE_HOT)
    close(drawn.sum(-1), [1.0, 1.0])
    assert choice.event_shape == (3,) and choice.expand((2,)).batch_shape == (2,) and choice.has_rsample


def test_relaxed_bernoulli() -> None:
    torch.manual_seed(0)
    choice = D.RelaxedBernoulli(T([0.5]), probs=T([0.1, 0.2, 0.3]))
    drawn = choice.rsample()
    close(drawn, DRAWN_BERNOULLI)
    close(choice.log_prob(drawn), DENSITY_BERNOULLI)
    assert choice.expand((2, 3)).rsample().shape == (2, 3)


def test_mixture() -> None:
    torch.manual_seed(0)
    mixture = D.MixtureSameFamily(D.Categorical(T([0.3, 0.7])), D.Normal(T([0.0, 1.0]), T([1.0, 2.0])))
    drawn = mixture.sample((3,))
    close(drawn, DRAWN_MIXTURE)
    close(mixture.log_prob(drawn), DENSITY_MIXTURE)
    close(mixture.cdf(drawn), BELOW_MIXTURE)
    close(mixture.mean, 0.7)
    close(mixture.variance, 3.31)
    assert repr(mixture) == ("MixtureSameFamily(\n  Categorical(probs: torch.Size([2]), logits: torch.Size([2])),\n"
                             "  Normal(loc: torch.Size([2]), scale: torch.Size([2])))")
    assert repr(mixture.support) == "MixtureSameFamilyConstraint(Real())"


def test_mixture_of_vectors() -> None:
    mixture = D.MixtureSameFamily(D.Categorical(torch.ones(4, 2)), D.MultivariateNormal(torch.zeros(4, 2, 3), torch.eye(3)))
    assert mixture.mean.shape == mixture.variance.shape == (4, 3) and mixture.sample((5,)).shape == (5, 4, 3)
    close(mixture.log_prob(torch.ones(4, 3)), [-4.2568154] * 4)
    rows = D.MixtureSameFamily(D.Categorical(torch.ones(3, 5)), D.Independent(D.Normal(torch.zeros(3, 5, 2), 1.0), 1))
    assert rows.expand((2, 3)).sample().shape == (2, 3, 2)


def test_gradients_reach_the_parameters() -> None:
    logits, loc = torch.zeros(3, requires_grad=True), torch.zeros(3, requires_grad=True)
    D.MixtureSameFamily(D.Categorical(logits=logits), D.Normal(loc, torch.ones(3))).log_prob(T([0.5, 2.0])).sum().backward()
    close(loc.grad, [2.5 / 3] * 3)
    close(logits.grad, [0.0] * 3)
    weights = torch.zeros(3, requires_grad=True)
    (D.OneHotCategoricalStraightThrough(logits=weights).rsample() * T([1.0, 2.0, 3.0])).sum().backward()
    close(weights.grad, [-1 / 3, 0.0, 1 / 3])
    soft = torch.zeros(3, requires_grad=True)
    (D.RelaxedOneHotCategorical(T(1.0), logits=soft).rsample() * T([1.0, 2.0, 3.0])).sum().backward()
    assert soft.grad.abs().sum() > 0 and soft.grad.sum().abs() < 1e-6


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda: D.MixtureSameFamily(1, 2), ValueError, "The Mixture distribution needs to be an  instance of"),
    (lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2)), 1), ValueError, "The Component distribution needs to be an instance of"),
    (lambda: D.MixtureSameFamily(D.Categorical(torch.ones(3)), D.Normal(torch.zeros(2), 1.0)), ValueError, "does not equal"),
    (lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2, 2)), D.Normal(torch.zeros(3, 2), 1.0)), ValueError, "is not compatible with"),
    (lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Normal(torch.zeros(2), 1.0)).rsample(), NotImplementedError, None),
    (lambda: D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Beta(torch.ones(2), 1.0)).log_prob(T(3.0)), ValueError, "support"),
    (lambda: D.RelaxedBernoulli(T(1.0)), ValueError, "Either `probs` or `logits` must be specified, but not both."),
    (lambda: D.RelaxedBernoulli(T(1.0), probs=T(2.0)), ValueError, r"of distribution LogitRelaxedBernoulli\(probs: 2.0\)"),
    (lambda: D.RelaxedOneHotCategorical(T(1.0), probs=T([0.5, 0.5])).log_prob(T([0.4, 0.7])), ValueError, "Simplex"),
])
def test_refusals(call: Callable[[], Any], error: type[Exception], words: str | None) -> None:
    with pytest.raises(error, match=words):
        call()


def test_no_distribution_function_of_vectors() -> None:
    vectors = D.Independent(D.Normal(torch.zeros(2, 3), 1.0), 1)
    with pytest.raises(NotImplementedError):
        D.MixtureSameFamily(D.Categorical(torch.ones(2)), vectors).cdf(torch.zeros(3))
