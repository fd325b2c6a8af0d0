"""Random functions under vmap: the `randomness` option, and PyTorch's numbers, which are those of a single draw for all examples."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.func import grad, jacfwd, vmap

X = torch.arange(6.0).reshape(2, 3)
P = torch.full((2, 3), 0.5)

#: (what one example does, the same draw for both examples at once)
DRAWS: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "rand": (lambda x: torch.rand(3), lambda: torch.rand(2, 3)),
    "randn": (lambda x: torch.randn(3), lambda: torch.randn(2, 3)),
    "randint": (lambda x: torch.randint(0, 10, (3,)), lambda: torch.randint(0, 10, (2, 3))),
    "rand_like": (lambda x: torch.rand_like(x), lambda: torch.rand(2, 3)),
    "randn_like": (lambda x: torch.randn_like(x), lambda: torch.randn(2, 3)),
    "normal": (lambda x: torch.normal(0.0, 2.0, (3,)), lambda: torch.normal(0.0, 2.0, (2, 3))),
    "uniform_": (lambda x: torch.zeros_like(x).uniform_(), lambda: torch.zeros(2, 3).uniform_()),
    "normal_": (lambda x: torch.zeros_like(x).normal_(), lambda: torch.zeros(2, 3).normal_()),
    "dropout": (lambda x: nn.functional.dropout(torch.ones_like(x)), lambda: nn.functional.dropout(torch.ones(2, 3))),
}
FROM_TENSORS: dict[str, tuple[Callable[[Any], Any], Callable[[], Any]]] = {
    "bernoulli": (lambda p: torch.bernoulli(p), lambda: torch.bernoulli(P)),
    "multinomial": (lambda p: torch.multinomial(p, 2), lambda: torch.multinomial(P, 2)),
    "normal of tensors": (lambda p: torch.normal(p, 1.0), lambda: torch.normal(P, 1.0)),
}


def seeded(function: Callable[..., Any], *args: Any) -> Any:
    torch.manual_seed(0)
    return function(*args)


@pytest.mark.parametrize("name", DRAWS)
def test_modes(name: str) -> None:
    each, together = DRAWS[name]
    assert torch.equal(seeded(vmap(each, randomness="different"), X), seeded(together))
    one = seeded(each, X[0])
    assert torch.equal(seeded(vmap(each, randomness="same"), X), one.expand(2, 3))
    with pytest.raises(RuntimeError, match="called random operation while in randomness error mode"):
        vmap(each)(X)


@pytest.mark.parametrize("name", FROM_TENSORS)
def test_distributions_per_example(name: str) -> None:
    each, together = FROM_TENSORS[name]
    assert torch.equal(seeded(vmap(each, randomness="different"), P), seeded(together))
    with pytest.raises(RuntimeError, match="does not currently support same randomness with a batched tensor input"):
        vmap(each, randomness="same")(P)


def test_permutations() -> None:
    torch.manual_seed(0)
    expected = torch.stack([torch.randperm(5), torch.randperm(5)])
    assert torch.equal(seeded(vmap(lambda x: torch.randperm(5), randomness="different"), X), expected)


def test_nested_modes() -> None:
    def draw(inner: str, outer: str) -> Any:
        return seeded(vmap(vmap(lambda x: x * 0 + torch.rand(()), randomness=inner), randomness=outer), X)

    assert torch.equal(draw("different", "different"), seeded(torch.rand, 2, 3))
    assert torch.equal(draw("same", "different"), seeded(torch.rand, 2)[:, None].expand(2, 3))
    assert torch.equal(draw("different", "same"), seeded(torch.rand, 3).expand(2, 3))


def test_filling_what_all_share() -> None:
    shared = lambda x: x + torch.zeros(3).uniform_()  # noqa: E731
    assert torch.equal(seeded(vmap(shared, randomness="same"), X), X + seeded(torch.rand, 3))
    with pytest.raises(RuntimeError, match="Cannot ask for different inplace randomness on an unbatched tensor"):
        vmap(shared, randomness="different")(X)


def test_chunks() -> None:
    each = lambda x: x * 0 + torch.rand(3)  # noqa: E731
    assert torch.equal(seeded(vmap(each, randomness="different", chunk_size=1), X), seeded(torch.rand, 2, 3))
    assert torch.equal(seeded(vmap(each, randomness="same", chunk_size=1), X), seeded(torch.rand, 3).expand(2, 3))


def test_jacfwd_and_grad() -> None:
    noisy = lambda x: x * torch.rand(3)  # noqa: E731
    assert torch.equal(seeded(jacfwd(noisy, randomness="same"), X[0]), torch.diag(seeded(torch.rand, 3)))
    with pytest.raises(RuntimeError, match="randomness error mode"):
        jacfwd(noisy)(X[0])
    assert torch.equal(seeded(grad(lambda x: noisy(x).sum()), X[0]), seeded(torch.rand, 3))


def test_draws_follow_the_memory_of_all_examples() -> None:
    columns = torch.zeros(3, 2)
    for draw in (torch.rand_like, lambda y: y.clone().uniform_(), lambda y: torch.empty_like(y).uniform_()):
        torch.manual_seed(7)
        expected = torch.rand(3, 2)
        torch.manual_seed(7)
        assert torch.equal(torch.vmap(draw, in_dims=1, randomness="different")(columns), expected.t())


def test_nested_permutations_are_drawn_for_the_innermost_examples_last() -> None:
    torch.manual_seed(7)
    expected = [torch.randperm(5).tolist() for _ in range(6)]
    torch.manual_seed(7)
    inner = torch.vmap(lambda _: torch.randperm(5), randomness="different")
    found = torch.vmap(lambda _: inner(torch.zeros(3)), randomness="different")(torch.zeros(2))
    assert [found[outer, i].tolist() for i in range(3) for outer in range(2)] == expected


def test_parameters_of_distributions_are_checked_for_all_examples() -> None:
    normal = torch.distributions.Normal
    rows = torch.ones(2, 3)
    assert torch.vmap(lambda y: normal(y, 1.0).log_prob(y))(rows).shape == (2, 3)
    with pytest.raises(ValueError, match="Expected parameter scale"):
        torch.vmap(lambda y: normal(y, y - 1).mean)(rows)


def test_what_is_drawn_passes_no_gradient() -> None:
    x = torch.tensor([0.5, 2.0])
    torch.manual_seed(1)
    counted = torch.poisson(x)
    torch.manual_seed(1)
    assert torch.equal(torch.func.grad(lambda y: (torch.poisson(y) * y).sum())(x), counted)
    torch.manual_seed(1)
    slopes = torch.func.grad(lambda y: torch.nn.functional.rrelu(-y, training=True).sum())(x)
    assert ((slopes <= -1 / 8) & (slopes >= -1 / 3)).all()
    with pytest.raises(RuntimeError, match="Expected p_in >= 0 && p_in <= 1"):
        torch.vmap(torch.bernoulli, randomness="different")(torch.full((2, 2), 1.5))


def test_binomial_takes_counts_and_odds_of_each_example():
    count, odds = torch.full((3, 4), 5.0), torch.full((3, 4), 0.5)
    expected = [[4.0, 2.0, 3.0, 3.0], [2.0, 3.0, 3.0, 3.0], [2.0, 3.0, 3.0, 3.0]]  # PyTorch's, from this seed
    torch.manual_seed(0)
    assert torch.vmap(torch.binomial, randomness="different")(count, odds).tolist() == expected
    torch.manual_seed(0)
    assert torch.vmap(lambda n: torch.binomial(n, odds[0]), randomness="different")(count).tolist() == expected
    with pytest.raises(RuntimeError, match="randomness error mode"):
        torch.vmap(torch.binomial)(count, odds)
    with pytest.raises(RuntimeError, match="same randomness with a batched tensor input"):
        torch.vmap(torch.binomial, randomness="same")(count, odds)
