"""Errors and reprs of `torch.distributions`; values are compared in `bindings/test_expressions.py`. Messages are PyTorch's."""
from __future__ import annotations

from typing import Any, ClassVar

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
        D.kl_divergence(D.Cauchy(0.0, 1.0), D.Normal(0.0, 1.0))


@pytest.mark.parametrize("shape", [0.05, 0.3, 1.0, 4.0, 60.0, 3000.0])
def test_gamma_variates_keep_their_quantile(shape: float) -> None:
    torch.manual_seed(1)
    a = torch.full((20,), shape, dtype=torch.float64, requires_grad=True)
    x = D.Gamma(a, 1.0).rsample()
    (moved,) = torch.autograd.grad(x.sum(), a)
    x, step = x.detach(), shape * 1e-5
    cdf = torch.special.gammainc
    slope = (cdf(a.detach() + step, x) - cdf(a.detach() - step, x)) / (2 * step)
    density = D.Gamma(a.detach(), 1.0).log_prob(x).exp()
    usual = (x > 1e-8) & (density > 1e-12)
    assert torch.allclose((slope + density * moved)[usual], torch.zeros(1, dtype=torch.float64), atol=1e-6) and usual.any()


def test_beta_variates_keep_their_quantile() -> None:
    torch.manual_seed(1)
    a = torch.tensor([0.2, 1.0, 7.0], dtype=torch.float64, requires_grad=True)
    x = D.Beta(a, torch.ones(3, dtype=torch.float64)).rsample()  # whose distribution function is x ** a
    (moved,) = torch.autograd.grad(x.sum(), a)
    assert torch.allclose(moved, -x * x.log() / a)
    whole = torch.tensor([1.0, 2.0, 0.5], requires_grad=True)
    D.Dirichlet(whole).rsample().sum().backward()
    assert torch.allclose(whole.grad, torch.zeros(3), atol=1e-6)  # the sum is 1 whatever the parameters


class Doubling(D.Transform):
    """A map as programs write them."""

    domain, codomain, bijective = D.constraints.real, D.constraints.positive, True

    def _call(self, x: Any) -> Any:
        return 2 * x.exp()

    def _inverse(self, y: Any) -> Any:
        return (y / 2).log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return y.log()


def test_a_transform_of_ones_own() -> None:
    mapping = Doubling(cache_size=1)
    x = torch.randn(3)
    assert mapping.inv(mapping(x)) is x and mapping.inv.inv is mapping and Doubling().with_cache()._cache_size == 1
    mapped = D.TransformedDistribution(D.Normal(0.0, 1.0), [Doubling(), D.AffineTransform(1.0, 3.0)])
    y = mapped.rsample((3,))
    x = ((y - 1) / 6).log()
    assert torch.allclose(mapped.log_prob(y), D.Normal(0.0, 1.0).log_prob(x) - (6 * x.exp()).log(), atol=1e-5)


def test_maps_onto_constraints() -> None:
    x = torch.randn(4, 6)
    for onto in (D.biject_to, D.transform_to):
        for c in (D.constraints.positive, D.constraints.simplex, D.constraints.corr_cholesky, D.constraints.interval(-2.0, 3.0)):
            assert c.check(onto(c)(x)).all()
    with pytest.raises(NotImplementedError, match="Cannot transform _Boolean constraints"):
        D.biject_to(D.constraints.boolean)

    class Even(D.constraints.Constraint):
        pass

    D.biject_to.register(Even, lambda c: D.AffineTransform(0.0, 2.0))
    assert D.biject_to(Even())(torch.ones(1)).tolist() == [2.0]


def test_shapes_that_transforms_change() -> None:
    broken = D.TransformedDistribution(D.Normal(torch.zeros(2, 3), 1.0), D.StickBreakingTransform())
    assert broken.batch_shape == (2,) and broken.event_shape == (4,) and broken.expand((5, 2)).sample().shape == (5, 2, 4)
    assert D.TransformedDistribution(D.Normal(0.0, 1.0), D.AffineTransform(torch.zeros(3), 1.0)).sample().shape == (3,)
    assert D.CorrCholeskyTransform().forward_shape((2, 6)) == (2, 4, 4)
    with pytest.raises(ValueError, match="in_shape, out_shape have different numbers of elements"):
        D.ReshapeTransform((2,), (3,))


def test_expand_keeps_the_class_of_a_subclass() -> None:
    class Own(D.Independent):
        pass

    class Closed(D.TransformedDistribution):
        def __init__(self) -> None:
            super().__init__(D.Normal(torch.zeros(3), 1.0), [D.ExpTransform()])

    class Open(D.Weibull):
        def __init__(self, concentration: torch.Tensor) -> None:
            super().__init__(1.0, concentration)

        def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
            return super().expand(batch_shape, self._get_checked_instance(Open, _instance))

    own = Own(D.Normal(torch.zeros(3), 1.0), 1).expand((2,))
    assert type(own) is Own and own.batch_shape == (2,) and own.sample().shape == (2, 3)
    with pytest.raises(NotImplementedError, match="custom __init__"):
        Closed().expand((2,))
    opened = Open(torch.tensor(2.0)).expand((4,))
    assert type(opened) is Open and opened.sample().shape == (4,)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=str)
def test_gradients_by_quadrature_are_right_where_tails_are_long(dtype: Any) -> None:
    """Beside derivatives of the distribution functions in fifty digits."""
    tolerance = 1e-8 if dtype is torch.float64 else 1e-5

    def column(*numbers: float) -> Any:
        return torch.tensor(numbers, dtype=dtype)

    shapes, samples = column(0.0095, 0.5, 2, 50, 0.001, 2), column(0.007, 3, 30, 40, 1e-8, 0)
    exact = [3.26986314522, 2.91294241644, 3.11210313941, 0.895549702746, 0.000178451090004, 0]
    assert torch._standard_gamma_grad(shapes, samples).tolist() == pytest.approx(exact, rel=tolerance)
    x, alpha, total = column(0.99, 0.2, 0.5, 0.001, 0), column(1.5, 3, 0.015625, 0.25, 1), column(1.515625, 7, 0.03125, 8.25, 2)
    exact = [0.923093435631, 0.104508349048, 1046.41573485, 0.0186684862532, 0]
    assert torch._dirichlet_grad(x, alpha, total).tolist() == pytest.approx(exact, rel=tolerance)


@pytest.mark.parametrize(("low", "high", "is_within"), [(0.0, 1.0, False), (0.1, 1.0, False), (0.0, 0.9, False), (0.1, 0.9, True)])
def test_ends_of_uniform_distributions_count_as_outside(low: float, high: float, is_within: bool) -> None:
    kl = D.kl_divergence(D.Uniform(low, high), D.ContinuousBernoulli(0.3))
    assert bool(kl.isfinite()) is is_within


def test_a_uniform_distribution_has_to_reach_beyond_both_ends() -> None:
    kl = [D.kl_divergence(D.ContinuousBernoulli(0.3), D.Uniform(*ends)) for ends in ((0.0, 1.0), (-1.0, 1.0), (0.0, 2.0), (0.1, 0.9))]
    assert torch.stack(kl).tolist() == [torch.inf] * 4


def test_divergences_are_registered_for_two_classes():
    for pair in ((3, D.Normal), (D.Normal, "Normal"), (torch.ones(2), D.Normal)):
        with pytest.raises(TypeError):
            D.register_kl(*pair)


def test_samples_of_unknown_support_are_checked_by_shape():
    class Unknown(D.Distribution):
        arg_constraints: ClassVar[dict] = {}

        def log_prob(self, value):
            self._validate_sample(value)
            return value

    unknown = Unknown(torch.Size([2]), validate_args=True)
    assert unknown.log_prob(torch.ones(2)).tolist() == [1, 1]
    with pytest.raises(ValueError, match="not broadcastable"):
        unknown.log_prob(torch.ones(3))


def test_arguments_that_are_not_checked_are_checked_nowhere() -> None:
    for name in ("log_prob", "cdf", "log_cdf", "log_survival_function"):
        d = D.GeneralizedPareto(torch.tensor(0.0), torch.tensor(1.0), torch.tensor(0.5), validate_args=False)
        getattr(d, name)(torch.tensor(-1.0))
        checked = D.GeneralizedPareto(torch.tensor(0.0), torch.tensor(1.0), torch.tensor(0.5), validate_args=True)
        with pytest.raises(ValueError, match="to be within the support"):
            getattr(checked, name)(torch.tensor(-1.0))
