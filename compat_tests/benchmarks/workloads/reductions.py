"""Sums over dimensions, statistics, scans, sorting, selecting, scattering and random draws."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .elementwise import SHAPES, forward_backward
from .workload import Step, Workload, normal

SIZES = ("1e4", "1e6")


def _without_gradient(torch: Any, shape: tuple[int, int], function: Callable[[Any, Any], Any]) -> Step:
    x = torch.from_numpy(normal(*shape, seed=1))
    return lambda: function(torch, x)


def _with_gradient(torch: Any, shape: tuple[int, int], function: Callable[[Any, Any], Any]) -> Step:
    leaf = torch.from_numpy(normal(*shape, seed=1)).requires_grad_()
    return forward_backward([leaf], lambda x: function(torch, x).sum())


def _places(torch: Any, shape: tuple[int, int]) -> Any:
    return torch.from_numpy(np.random.default_rng(7).integers(0, shape[1], shape))


def gather(torch: Any, shape: tuple[int, int]) -> Step:
    leaf, index = torch.from_numpy(normal(*shape, seed=1)).requires_grad_(), _places(torch, shape)
    return forward_backward([leaf], lambda x: x.gather(1, index).sum())


def scatter_add(torch: Any, shape: tuple[int, int]) -> Step:
    x, index = torch.from_numpy(normal(*shape, seed=1)), _places(torch, shape)
    return lambda: torch.zeros(shape).scatter_add(1, index, x)


def index_select(torch: Any, shape: tuple[int, int]) -> Step:
    leaf, index = torch.from_numpy(normal(*shape, seed=1)).requires_grad_(), _places(torch, shape)[0] % shape[0]
    return forward_backward([leaf], lambda x: x.index_select(0, index).sum())


def draw(torch: Any, shape: tuple[int, int], function: Callable[[Any, tuple[int, int]], Any]) -> Step:
    torch.manual_seed(0)
    return lambda: function(torch, shape)


_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "sum, no grad": lambda torch, x: x.sum(),
    "sum over dim 0, no grad": lambda torch, x: x.sum(0),
    "sum over dim 1, no grad": lambda torch, x: x.sum(1),
    "max, no grad": lambda torch, x: x.max(),
    "argmax": lambda torch, x: x.argmax(1),
    "var over dim 1, no grad": lambda torch, x: x.var(1),
    "norm, no grad": lambda torch, x: x.norm(),
    "logsumexp, no grad": lambda torch, x: x.logsumexp(1),
    "cumsum, no grad": lambda torch, x: x.cumsum(1),
    "sort": lambda torch, x: x.sort(1).values,
    "topk": lambda torch, x: x.topk(5, 1).values,
    "masked select": lambda torch, x: x[x > 0],
    "nonzero": lambda torch, x: (x > 1).nonzero(),
}
_DERIVED: dict[str, Callable[[Any, Any], Any]] = {
    "sum over dim 0": lambda torch, x: x.sum(0) ** 2,
    "var": lambda torch, x: x.var(1),
    "norm": lambda torch, x: x.norm(),
    "logsumexp": lambda torch, x: x.logsumexp(1),
    "cumsum": lambda torch, x: x.cumsum(1),
}
_INDEXED = {"gather": gather, "scatter_add": scatter_add, "index_select": index_select}
_DRAWS: dict[str, Callable[[Any, tuple[int, int]], Any]] = {
    "rand": lambda torch, shape: torch.rand(shape),
    "randn": lambda torch, shape: torch.randn(shape),
    "randint": lambda torch, shape: torch.randint(0, 100, shape),
    "bernoulli": lambda torch, shape: torch.empty(shape).bernoulli_(0.3),
    "randperm": lambda torch, shape: torch.randperm(shape[0] * shape[1]),
}

WORKLOADS = [
    *(
        Workload("reductions", f"{name} {size}", partial(build, shape=SHAPES[size]))
        for size in SIZES
        for name, build in (
            *((name, partial(_without_gradient, function=function)) for name, function in _PLAIN.items()),
            *((name, partial(_with_gradient, function=function)) for name, function in _DERIVED.items()),
            *_INDEXED.items(),
            *((name, partial(draw, function=function)) for name, function in _DRAWS.items()),
        )
    ),
    *(
        Workload("reductions", f"{name} 1e7", partial(_without_gradient, shape=SHAPES["1e7"], function=_PLAIN[name]), heavy=True)
        for name in ("sum, no grad", "sum over dim 0, no grad", "sum over dim 1, no grad", "max, no grad")
    ),
]
