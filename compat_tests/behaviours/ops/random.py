"""Random streams: the numbers, and how generators behave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def streams(torch: Any) -> Iterator[Any]:
    """One seed gives the same numbers through uniform, normal, integer, permuted, in-place and dropout draws."""
    torch.manual_seed(1)
    yield (
        torch.rand(3),
        torch.randn(3),
        torch.randn(20)[:3],
        torch.randint(0, 10, (4,)),
        torch.randperm(6),
        torch.rand(2, dtype=torch.float64),
    )
    yield (
        torch.bernoulli(torch.full((5,), 0.5)),
        torch.multinomial(torch.tensor([0.1, 0.9]), 4, replacement=True),
        torch.normal(0.0, 1.0, (3,)),
    )
    yield (
        torch.empty(3).uniform_(-1, 1),
        torch.empty(3).normal_(2, 3),
        torch.empty(3).exponential_(),
        torch.empty(4).random_(10),
        torch.empty(3).bernoulli_(0.3),
    )
    yield (
        torch.nn.functional.dropout(torch.ones(8), 0.5),
        torch.randn(2, 2, dtype=torch.complex64),
        torch.rand_like(torch.ones(2)),
        torch.poisson(torch.tensor([3.0, 5.0])),
    )


def generators(torch: Any) -> Iterator[Any]:
    """A generator repeats its numbers from a saved state, and fork_rng leaves the global stream as it was."""
    g = torch.Generator().manual_seed(5)
    a = torch.rand(2, generator=g)
    state = g.get_state()
    b = torch.rand(2, generator=g)
    g.set_state(state)
    yield a, b, torch.rand(2, generator=g), g.initial_seed(), state.dtype, tuple(state.shape)
    saved = torch.get_rng_state()
    x = torch.rand(2)
    torch.set_rng_state(saved)
    yield x, torch.rand(2), torch.initial_seed(), refused(lambda: torch.rand(2, generator=3))
    with torch.random.fork_rng():
        torch.rand(5)
    yield torch.rand(1)
    # PyTorch: (tensor([0.8303, 0.1261]), tensor([0.9075, 0.8199]), tensor([0.9075, 0.8199]), 5, uint8, (5056,))
    # PyTorch: (tensor([0.4963, 0.7682]), tensor([0.4963, 0.7682]), 0, TypeError: rand() received an invalid combination ...)
    # PyTorch: tensor([0.0885])


def initialisers(torch: Any) -> Iterator[Any]:
    """Each initializer, and each freshly made layer, fills its weights with the same numbers from one seed."""
    init = torch.nn.init
    for name, args in (
        ("uniform_", ()),
        ("normal_", ()),
        ("xavier_uniform_", ()),
        ("xavier_normal_", ()),
        ("kaiming_uniform_", ()),
        ("kaiming_normal_", ()),
        ("trunc_normal_", ()),
        ("orthogonal_", ()),
        ("constant_", (2.0,)),
        ("eye_", ()),
        ("sparse_", (0.5,)),
    ):
        torch.manual_seed(3)
        yield name, getattr(init, name)(torch.empty(3, 4), *args)
    torch.manual_seed(4)
    yield torch.nn.Linear(3, 2).weight, torch.nn.Conv2d(1, 2, 2).weight, torch.nn.Embedding(3, 2).weight, torch.nn.LSTM(2, 2).weight_ih_l0


def mistakes(torch: Any) -> Iterator[Any]:
    """What is said to empty ranges, odds out of range, integer dtypes and negative sizes or deviations."""
    yield (
        refused(lambda: torch.randint(5, 5, (2,))),
        refused(lambda: torch.bernoulli(torch.tensor([2.0]))),
        refused(lambda: torch.multinomial(torch.zeros(3), 1)),
        refused(lambda: torch.rand(2, dtype=torch.int64)),
        refused(lambda: torch.randperm(-1)),
        refused(lambda: torch.normal(0.0, -1.0, (2,))),
        refused(lambda: torch.nn.functional.dropout(torch.ones(2), 1.5)),
        refused(lambda: torch.multinomial(torch.ones(2), 3)),
    )


def halves(torch: Any) -> Iterator[Any]:
    """Counts by rates of half precision; what draws by no parameters of that precision says so."""
    for dtype in (torch.bfloat16, torch.float16):
        torch.manual_seed(2)
        x = torch.tensor([1.0, 0.25], dtype=dtype)
        yield torch.poisson(x), torch.poisson(torch.linspace(0, 3000, 9).to(dtype)), torch.rand(1)
        yield (
            refused(lambda x=x: torch.binomial(x, x)),
            refused(lambda x=x: torch.binomial(x, x.float())),
            refused(lambda x=x: torch.binomial(x.float(), x)),
            refused(lambda x=x: torch.binomial(x.float(), x.long())),
            refused(lambda x=x: torch._standard_gamma(x)),
            refused(lambda x=x: torch._sample_dirichlet(x)),
        )


def different_parameters(torch: Any) -> Iterator[Any]:
    """Variates of which each has parameters of its own, and the number of the stream that follows."""
    u, v = (torch.arange(1500, dtype=torch.float64) * step % 1 for step in (0.6180339887498949, 0.7548776662466927))
    draws = {
        "products": lambda t: torch.poisson(t(9.9 * u)),
        "attempts": lambda t: torch.poisson(t(10 + 90 * u)),
        "both": lambda t: torch.poisson(t(30 * u)),
        "large": lambda t: torch.poisson(t(10 ** (1 + 9 * u))),
        "trials": lambda t: torch.binomial(t((100 * u).floor()), t(v)),
        "many trials": lambda t: torch.binomial(t((10 ** (6 * u)).floor()), t(v)),
        "more trials": lambda t: torch.binomial(t((10 ** (9 * u)).floor()), t(v)),
        "rare": lambda t: torch.binomial(t((1000 * u).floor()), t(1e-3 * v)),
        "parts of trials": lambda t: torch.binomial(t(90 * u), t(v)),
        "gamma": lambda t: torch._standard_gamma(t(3 * u + 0.01)),
        "gamma above": lambda t: torch._standard_gamma(t(10 * u + 1.5)),
        "dirichlet": lambda t: torch._sample_dirichlet(t(3 * u + 0.01).reshape(-1, 3)),
    }
    for name, draw in draws.items():
        for dtype in (torch.float32, torch.float64):
            torch.manual_seed(7)
            yield name, draw(lambda x, dtype=dtype: x.to(dtype)), torch.randn(1), torch.rand(1)


def draws_by_layout(torch: Any) -> Iterator[Any]:
    """Numbers drawn into memory of another order, and of counts that are no whole blocks: where the stream stands afterwards, too."""
    matrix = torch.ones(16, 2)
    likes = {
        "turned": matrix.t(),
        "turned double": matrix.t().double(),
        "turned half": matrix.t().half(),
        "turned complex": matrix.t().to(torch.complex64),
        "channels last": torch.ones(2, 3, 4, 5).to(memory_format=torch.channels_last),
        "with gaps": torch.ones(40, 2)[:, ::2],
        "repeated": torch.ones(1, 17).expand(3, 17),
        "few": torch.ones(3, 2).t(),
    }
    for name, like in likes.items():
        torch.manual_seed(3)
        yield name, torch.randn_like(like), torch.rand(1), torch.rand_like(like), torch.rand(1)
    for n in (17, 31, 33, 100, 127, 129):
        torch.manual_seed(n)
        yield torch.randn(n), torch.randn(5), torch.empty(n).normal_(1.5, 0.25), torch.empty(n).normal_(0, 3), torch.rand(1)


def uniform_numbers_at_the_end(torch: Any) -> Iterator[Any]:
    """Rounding takes some numbers to the end of the interval, where none may lie: they become its start."""
    for dtype, low, high in ((torch.float32, 1e8, 1e8 + 24), (torch.float32, 0.1, 0.1000001), (torch.float64, 1e17, 1e17 + 48),
                             (torch.float64, -1e17 - 16, -1e17), (torch.float16, 3.0, 3.01), (torch.float32, -0.25, 3.3)):
        torch.manual_seed(1)
        yield torch.empty(200, dtype=dtype).uniform_(low, high), torch.rand(1)
