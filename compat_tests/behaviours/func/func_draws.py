"""torch.func: random numbers under vmap, in the order in which PyTorch draws them, and distributions inside transforms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._func import attempt, silent


def _draws(torch: Any) -> dict[str, Callable[[Any], Any]]:
    return {
        "rand_like": torch.rand_like, "randn_like": torch.randn_like, "randint_like": lambda y: torch.randint_like(y, 9),
        "bernoulli": torch.bernoulli, "bernoulli of a number": lambda y: torch.bernoulli(y, 0.5), "normal": lambda y: torch.normal(y, 1.0),
        "multinomial": lambda y: torch.multinomial(y + 0.1, 2), "dropout": lambda y: torch.nn.functional.dropout(y + 1, 0.5),
        "uniform_": lambda y: y.clone().uniform_(), "normal_": lambda y: y.clone().normal_(), "randperm": lambda y: torch.randperm(4),
        "empty_like": lambda y: torch.empty_like(y).uniform_(), "rand": lambda y: torch.rand(3), "poisson": lambda y: torch.poisson(y * 4),
    }


def _seeded(torch: Any, call: Callable[[], Any]) -> Any:
    """What a call gives after a seed, and the next number."""
    torch.manual_seed(7)
    return attempt(call), attempt(lambda: torch.rand(1))


@silent
def one_level(torch: Any) -> Iterator[Any]:
    """What each random operation draws under vmap by randomness mode and batch dimension, and the next number after it."""
    vmap, numbers = torch.func.vmap, torch.arange(6.0) / 7
    for name, draw in _draws(torch).items():
        for randomness in ("error", "same", "different"):
            for dim, values in ((0, numbers.reshape(2, 3)), (1, numbers.reshape(3, 2)), (1, numbers.reshape(2, 3).t()),
                                (0, numbers.reshape(3, 2).t())):
                yield name, _seeded(torch, lambda f=draw, r=randomness, d=dim, v=values: vmap(f, in_dims=d, randomness=r)(v))


@silent
def two_levels(torch: Any) -> Iterator[Any]:
    """In which order two nested vmaps draw their random numbers, by batch dimensions and modes."""
    vmap, numbers = torch.func.vmap, torch.arange(12.0).reshape(2, 3, 2) / 13
    for name, draw in _draws(torch).items():
        for inner, outer in ((0, 2), (1, 0)):
            yield name, _seeded(torch, lambda f=draw, i=inner, o=outer: vmap(vmap(
                f, in_dims=i, randomness="different"), in_dims=o, randomness="different")(numbers))
        yield name, _seeded(torch, lambda f=draw: vmap(vmap(f, in_dims=1, randomness="error"), randomness="same")(numbers))


@silent
def differentiated(torch: Any) -> Iterator[Any]:
    """Random operations draw the same numbers inside grad and nested grad, and their derivatives agree."""
    func, x = torch.func, torch.tensor([0.1, -0.5, 0.9])
    for f in (lambda y: torch.nn.functional.rrelu(y, training=True), lambda y: torch.poisson(y.abs() * 5),
              lambda y: torch.nn.functional.dropout(y, 0.5), lambda y: torch.bernoulli(y.abs()), lambda y: torch.normal(y, 1.0)):
        yield _seeded(torch, lambda f=f: func.grad(lambda y: (f(y) * y).sum())(x))
        yield _seeded(torch, lambda f=f: func.grad(lambda z: func.grad(lambda y: (f(y) * y * y).sum())(z).sum())(x))
    rates = x.abs().requires_grad_()
    torch.manual_seed(3)
    counted = torch.poisson(rates * 5)
    yield counted, torch.autograd.grad(counted.sum(), rates)


@silent
def odds_out_of_range(torch: Any) -> Iterator[Any]:
    """bernoulli under vmap or grad refuses odds above one."""
    vmap, odds = torch.func.vmap, torch.tensor([[0.5, 0.5], [0.5, 1.5]])
    yield attempt(lambda: vmap(torch.bernoulli, randomness="different")(odds)), attempt(lambda: torch.func.grad(
        lambda y: torch.bernoulli(y).sum())(odds))
    # PyTorch: (RuntimeError: Expected p_in >= 0 && p_in <= 1 to be ..., RuntimeError: Expected p_in >= 0 && p_in <= 1 to be ...)


@silent
def distributions_inside(torch: Any) -> Iterator[Any]:
    """Parameters of all examples are checked together."""
    func, dist, rows = torch.func, torch.distributions, torch.arange(6.0).reshape(2, 3) / 7
    functions = {
        "sample": lambda y: dist.Normal(y, 1.0).sample(), "log_prob": lambda y: dist.Normal(y, 1.0).log_prob(torch.ones(3)),
        "categorical": lambda y: dist.Categorical(probs=y + 0.1).log_prob(torch.tensor(1)),
        "kl": lambda y: dist.kl_divergence(dist.Normal(y, 1.0), dist.Normal(0.0, 1.0)),
        "multivariate": lambda y: dist.MultivariateNormal(y, torch.eye(3)).log_prob(torch.zeros(3)),
        "bernoulli": lambda y: dist.Bernoulli(y).log_prob(torch.ones(3)), "uniform": lambda y: dist.Uniform(y, y + 1).log_prob(y + 0.5),
    }
    for name, function in functions.items():
        for randomness in ("error", "same", "different"):
            yield name, _seeded(torch, lambda f=function, r=randomness: func.vmap(f, randomness=r)(rows))
        yield name, _seeded(torch, lambda f=function: func.vmap(func.grad(lambda y: f(y).sum()), randomness="different")(rows))
        yield name, _seeded(torch, lambda f=function: func.grad(lambda y: f(y).sum())(rows[0]))
    yield _seeded(torch, lambda: func.vmap(lambda y: dist.Normal(y, 1.0).rsample(), randomness="same")(rows))
    for name, bad in (("scale", lambda y: dist.Normal(y, -y)), ("value", lambda y: dist.Normal(y, 1.0).log_prob(y / 0)), (
            "probability", lambda y: dist.Bernoulli(y + 0.5))):
        found = attempt(lambda b=bad: func.vmap(lambda y: (b(y), y)[1])(rows))
        yield name, found["raised"], found["message"].partition("but found")[0]
