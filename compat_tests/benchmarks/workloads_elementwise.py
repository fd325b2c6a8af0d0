"""Elementwise functions, reductions and the softmax family, forward and backward, at four sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .workload import Step, Workload, labels, normal

SHAPES = {"1e4": (100, 100), "1e5": (100, 1000), "1e6": (1000, 1000), "1e7": (10000, 1000)}
Function = Callable[..., Any]


def forward_backward(leaves: list[Any], forward: Function, cotangent: Any = None) -> Step:
    """`cotangent` None: the result is a scalar."""

    def step() -> Any:
        for leaf in leaves:
            leaf.grad = None
        forward(*leaves).backward(cotangent)
        return leaves[0].grad

    return step


def _leaf(torch: Any, shape: tuple[int, ...], seed: int = 1) -> Any:
    return torch.from_numpy(normal(*shape, seed=seed)).requires_grad_()


def unary(torch: Any, shape: tuple[int, int], function: Callable[[Any], Function]) -> Step:
    return forward_backward([_leaf(torch, shape)], function(torch), torch.from_numpy(normal(*shape, seed=3)))


def binary(torch: Any, shape: tuple[int, int], function: Callable[[Any], Function]) -> Step:
    leaves = [_leaf(torch, shape, seed) for seed in (1, 2)]
    return forward_backward(leaves, function(torch), torch.from_numpy(normal(*shape, seed=3)))


def total(torch: Any, shape: tuple[int, int], function: Callable[[Any], Function]) -> Step:
    return forward_backward([_leaf(torch, shape)], function(torch))


def max_over_dim(torch: Any, shape: tuple[int, int]) -> Step:
    cotangent = torch.from_numpy(normal(shape[0], seed=3))
    return forward_backward([_leaf(torch, shape)], lambda x: x.max(dim=1).values, cotangent)


def layer_norm(torch: Any, shape: tuple[int, int]) -> Step:
    leaves = [_leaf(torch, shape), _leaf(torch, shape[1:], 4), _leaf(torch, shape[1:], 5)]
    function = torch.nn.functional.layer_norm
    cotangent = torch.from_numpy(normal(*shape, seed=3))
    return forward_backward(leaves, lambda x, w, b: function(x, shape[1:], w, b), cotangent)


def cross_entropy(torch: Any, shape: tuple[int, int]) -> Step:
    target = torch.from_numpy(labels(*shape))
    function = torch.nn.functional.cross_entropy
    return forward_backward([_leaf(torch, shape)], lambda x: function(x, target))


CASES: dict[str, Callable[..., Step]] = {
    "exp": partial(unary, function=lambda torch: torch.exp),
    "tanh": partial(unary, function=lambda torch: torch.tanh),
    "sigmoid": partial(unary, function=lambda torch: torch.sigmoid),
    "add": partial(binary, function=lambda torch: torch.add),
    "mul": partial(binary, function=lambda torch: torch.mul),
    "relu": partial(unary, function=lambda torch: torch.relu),
    "gelu": partial(unary, function=lambda torch: torch.nn.functional.gelu),
    "sum": partial(total, function=lambda torch: torch.sum),
    "mean": partial(total, function=lambda torch: torch.mean),
    "max over dim": max_over_dim,
    "softmax": partial(unary, function=lambda torch: partial(torch.softmax, dim=1)),
    "log_softmax": partial(unary, function=lambda torch: partial(torch.log_softmax, dim=1)),
    "layer_norm": layer_norm,
    "cross_entropy": cross_entropy,
}

WORKLOADS = [
    Workload("elementwise", f"{name} {size}", partial(build, shape=shape), heavy=size == "1e7")
    for name, build in CASES.items()
    for size, shape in SHAPES.items()
]
