"""Everything that draws random numbers, in every dtype: digests of the bits, and the next number of the stream.

Nothing here imports a tensor library: `data/recorders/ops/streams.py` records the same from PyTorch.
"""
from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable
from typing import Any

TYPES = ("float32", "float64", "float16", "bfloat16", "complex64", "complex128", "int64", "int32", "int16", "int8", "uint8", "bool")
SIZES = (1, 2, 15, 16, 17, 33, 1000)

#: Name -> what draws `n` numbers of a type, of torch.
DRAWS: dict[str, Callable[[Any, int, Any], Any]] = {
    "rand": lambda t, n, d: t.rand(n, dtype=d),
    "randn": lambda t, n, d: t.randn(n, dtype=d),
    "randn by a generator": lambda t, n, d: t.randn(n, dtype=d, generator=t.Generator().manual_seed(5)),
    "randn_like of a transposed matrix": lambda t, n, d: t.randn_like(t.empty(3, n, dtype=d).t()),
    "randint": lambda t, n, d: t.randint(-5, 100, (n,), dtype=d),
    "randint_like": lambda t, n, d: t.randint_like(t.empty(n, dtype=d), 50),
    "randperm": lambda t, n, d: t.randperm(n, dtype=d),
    "uniform_": lambda t, n, d: t.empty(n, dtype=d).uniform_(-0.3, 1.7),
    "uniform_ of a transposed matrix": lambda t, n, d: t.empty(n, 3, dtype=d).t().uniform_(),
    "normal_": lambda t, n, d: t.empty(n, dtype=d).normal_(0.3, 1.7),
    "normal_ of every second": lambda t, n, d: t.empty(2 * n, dtype=d)[::2].normal_(),
    "exponential_": lambda t, n, d: t.empty(n, dtype=d).exponential_(1.3),
    "geometric_": lambda t, n, d: t.empty(n, dtype=d).geometric_(0.3),
    "cauchy_": lambda t, n, d: t.empty(n, dtype=d).cauchy_(0.1, 2.0),
    "log_normal_": lambda t, n, d: t.empty(n, dtype=d).log_normal_(0.1, 0.5),
    "bernoulli_": lambda t, n, d: t.empty(n, dtype=d).bernoulli_(0.3),
    "bernoulli_ of chances": lambda t, n, d: t.empty(n).bernoulli_(t.linspace(0, 1, n, dtype=d)),
    "bernoulli": lambda t, n, d: t.bernoulli(t.linspace(0, 1, n, dtype=d)),
    "random_": lambda t, n, d: t.empty(n, dtype=d).random_(),
    "random_ up to a number": lambda t, n, d: t.empty(n, dtype=d).random_(100),
    "random_ between two": lambda t, n, d: t.empty(n, dtype=d).random_(-5, 100),
    "normal of tensors": lambda t, n, d: t.normal(t.linspace(0, 1, n, dtype=d), t.linspace(0.1, 2, n, dtype=d)),
    "multinomial": lambda t, n, d: t.multinomial(t.linspace(0.1, 1, n, dtype=d), min(n, 7)),
    "multinomial with replacement": lambda t, n, d: t.multinomial(t.linspace(0.1, 1, n, dtype=d), 2 * n, replacement=True),
    "poisson": lambda t, n, d: t.poisson(t.linspace(0, 30, n, dtype=d)),
    "binomial": lambda t, n, d: t.binomial(t.full((n,), 20.0, dtype=d), t.linspace(0, 1, n, dtype=d)),
    "gamma": lambda t, n, d: t._standard_gamma(t.linspace(0.1, 5, n, dtype=d)),
    "dirichlet": lambda t, n, d: t._sample_dirichlet(t.linspace(0.1, 5, 3 * n, dtype=d).reshape(n, 3)),
    "dropout": lambda t, n, d: t.nn.functional.dropout(t.ones(n, dtype=d), 0.3),
    "dropout of channels": lambda t, n, d: t.nn.functional.dropout2d(t.ones(2, n, 2, 2, dtype=d), 0.3),
    "alpha_dropout": lambda t, n, d: t.nn.functional.alpha_dropout(t.ones(n, dtype=d), 0.3, True),
    "rrelu": lambda t, n, d: t.nn.functional.rrelu(-t.ones(n, dtype=d), training=True),
    "xavier_uniform_": lambda t, n, d: t.nn.init.xavier_uniform_(t.empty(n, 3, dtype=d)),
    "kaiming_normal_": lambda t, n, d: t.nn.init.kaiming_normal_(t.empty(n, 3, dtype=d)),
    "trunc_normal_": lambda t, n, d: t.nn.init.trunc_normal_(t.empty(n, dtype=d)),
    "sparse_": lambda t, n, d: t.nn.init.sparse_(t.empty(n, 4, dtype=d), 0.3),
}


def _digest(torch: Any, t: Any) -> str:
    t = torch.view_as_real(t) if t.is_complex() else t
    t = t.detach().contiguous()
    data = (t.view(torch.int16) if t.dtype is torch.bfloat16 else t).numpy().tobytes()
    return f"{str(t.dtype).rpartition('.')[2]} {hashlib.md5(data, usedforsecurity=False).hexdigest()[:6]}"


def digests(torch: Any, name: str, dtype: str) -> list[str]:
    """For each size a digest and the next number, or the type of the exception."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for n in SIZES:
            torch.manual_seed(n + 7)
            try:
                drawn = DRAWS[name](torch, n, getattr(torch, dtype))
                found.append(f"{_digest(torch, drawn)} {torch.randint(0, 1 << 30, ()).item()}")
            except (RuntimeError, TypeError, ValueError) as error:
                found.append(type(error).__name__)
    return found
