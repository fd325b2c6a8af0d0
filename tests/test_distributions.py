"""What `torch.distributions` refuses and how it shows; values are compared in `bindings/test_expressions.py`. Messages are PyTorch's."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import distributions as D


@pytest.mark.parametrize(("call", "words"), [
    (lambda: D.Normal(0.0, -1.0),
     r"Expected parameter scale \(Tensor of shape \(\)\) of distribution Normal\(loc: 0.0, scale: -1.0\) to satisfy the constraint "
     r"GreaterThan\(lower_bound=0.0\), but found invalid values:\n-1.0"),
    (lambda: D.Categorical(torch.tensor([-1.0, 2.0])), r"to satisfy the constraint Simplex\(\)"),
    (lambda: D.Uniform(1.0, 0.0), r"to satisfy the constraint LessThan\(upper_bound=0.0\), but found invalid values:\n1.0"),
    (lambda: D.Bernoulli(), "Either `probs` or `logits` must be specified, but not both."),
    (lambda: D.Bernoulli(0.5).log_prob(torch.tensor(2.0)), r"to be within the support \(Boolean\(\)\)"),
    (lambda: D.Categorical(torch.ones(3)).log_prob(torch.tensor(3)),
     r"to be within the support \(IntegerInterval\(lower_bound=0, upper_bound=2\)\)"),
    (lambda: D.Normal(torch.zeros(2), 1.0).log_prob(torch.zeros(3)), "Value is not broadcastable with batch_shape"),
    (lambda: D.Normal(0.0, 1.0).log_prob(1.0), "The value argument to log_prob must be a Tensor"),
    (lambda: D.Independent(D.Normal(0.0, 1.0), 1), "Expected reinterpreted_batch_ndims <= len"),
    (lambda: D.MultivariateNormal(torch.zeros(2)), "Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified"),
])
def test_refusals(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_validation_can_be_left_out() -> None:
    assert D.Normal(0.0, -1.0, validate_args=False).scale.item() == -1.0


def test_shapes() -> None:
    normal = D.Normal(torch.zeros(3, 2), 1.0)
    assert normal.batch_shape == (3, 2) and normal.event_shape == () and normal.sample((4,)).shape == (4, 3, 2)
    rows = D.Independent(normal, 1)
    assert rows.batch_shape == (3,) and rows.event_shape == (2,) and rows.log_prob(torch.zeros(3, 2)).shape == (3,)
    assert D.Categorical(torch.ones(3, 4)).expand((2, 3)).sample((5,)).shape == (5, 2, 3)
    assert repr(normal) == "Normal(loc: torch.Size([3, 2]), scale: torch.Size([3, 2]))"
    assert repr(D.Categorical(torch.ones(3))) == "Categorical(probs: torch.Size([3]))"


def test_gradients_reach_parameters_through_rsample_only() -> None:
    loc = torch.zeros(2, requires_grad=True)
    assert D.Normal(loc, 1.0).rsample().requires_grad and not D.Normal(loc, 1.0).sample().requires_grad
    with pytest.raises(NotImplementedError):
        D.Bernoulli(torch.tensor([0.5])).rsample()


def test_own_divergences() -> None:
    class Mine(D.Normal):
        pass

    @D.register_kl(Mine, Mine)
    def _kl(p: Any, q: Any) -> Any:
        return torch.tensor(7.0)

    assert D.kl_divergence(Mine(0.0, 1.0), Mine(0.0, 1.0)).item() == 7.0
    with pytest.raises(NotImplementedError, match=r"No KL\(p \|\| q\) is implemented"):
        D.kl_divergence(D.Laplace(0.0, 1.0), D.Uniform(0.0, 1.0))
