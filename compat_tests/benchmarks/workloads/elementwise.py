"""Elementwise functions, reductions and the softmax family at four sizes: forward and backward, without gradients, and in place."""

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


def without_gradient(torch: Any, shape: tuple[int, int], function: Callable[[Any], Function], inputs: int) -> Step:
    arguments = [torch.from_numpy(normal(*shape, seed=seed)) for seed in range(1, inputs + 1)]
    forward = function(torch)
    return lambda: forward(*arguments)


def loss(torch: Any, shape: tuple[int, int], name: str) -> Step:
    """Of a prediction and a target between 0 and 1."""
    target = torch.from_numpy((normal(*shape, seed=3) > 0).astype("float32"))
    function = getattr(torch.nn.functional, name)
    return forward_backward([_leaf(torch, shape)], lambda x: function(x, target))


def affine_in_place(torch: Any, shape: tuple[int, int]) -> Step:
    x, y = (torch.from_numpy(normal(*shape, seed=seed)) for seed in (1, 2))
    return lambda: x.mul_(0.9).add_(y, alpha=0.1)


def unary_in_place(torch: Any, shape: tuple[int, int], name: str) -> Step:
    x = torch.from_numpy(normal(*shape))
    method = getattr(x, name)
    return lambda: method()


_UNARY: dict[str, Callable[[Any], Function]] = {
    "exp": lambda torch: torch.exp,
    "tanh": lambda torch: torch.tanh,
    "sigmoid": lambda torch: torch.sigmoid,
    "relu": lambda torch: torch.relu,
    "gelu": lambda torch: torch.nn.functional.gelu,
}
_BINARY: dict[str, Callable[[Any], Function]] = {"add": lambda torch: torch.add, "mul": lambda torch: torch.mul}
_BARE: dict[str, tuple[Callable[[Any], Function], int]] = {
    **{name: (function, 1) for name, function in _UNARY.items()},
    **{name: (function, 2) for name, function in _BINARY.items()},
    "div": (lambda torch: torch.div, 2),
    "square": (lambda torch: lambda x: x**2, 1),
    "clamp": (lambda torch: lambda x: torch.clamp(x, -1, 1), 1),
    "where": (lambda torch: lambda x, y: torch.where(x > 0, x, y), 2),
}
_IN_PLACE: dict[str, Callable[..., Step]] = {
    "mul_, add_": affine_in_place,
    "relu_": partial(unary_in_place, name="relu_"),
    "clamp_": lambda torch, shape: partial(torch.from_numpy(normal(*shape)).clamp_, -1.0, 1.0),
}
#: Group -> case -> what builds it for a shape: forward and backward.
CASES: dict[str, dict[str, Callable[..., Step]]] = {
    "elementwise": {
        **{name: partial(unary, function=function) for name, function in _UNARY.items()},
        **{name: partial(binary, function=function) for name, function in _BINARY.items()},
    },
    "reductions": {
        "sum": partial(total, function=lambda torch: torch.sum),
        "mean": partial(total, function=lambda torch: torch.mean),
        "max over dim": max_over_dim,
    },
    "softmax": {
        "softmax": partial(unary, function=lambda torch: partial(torch.softmax, dim=1)),
        "log_softmax": partial(unary, function=lambda torch: partial(torch.log_softmax, dim=1)),
        "layer_norm": layer_norm,
        "cross_entropy": cross_entropy,
        "binary_cross_entropy_with_logits": partial(loss, name="binary_cross_entropy_with_logits"),
        "mse_loss": partial(loss, name="mse_loss"),
    },
}
GROUP_OF = {name: group for group, cases in CASES.items() for name in cases}

WORKLOADS = [
    *(
        Workload(group, f"{name} {size}", partial(build, shape=shape), heavy=size == "1e7")
        for group, cases in CASES.items()
        for name, build in cases.items()
        for size, shape in SHAPES.items()
    ),
    *(
        Workload("elementwise", f"{name} {size}, no grad", partial(without_gradient, shape=shape, function=function, inputs=inputs),
                 heavy=size == "1e7")
        for name, (function, inputs) in _BARE.items()
        for size, shape in SHAPES.items()
    ),
    *(
        Workload("elementwise", f"{name} {size}, in place", partial(build, shape=shape), heavy=size == "1e7")
        for name, build in _IN_PLACE.items()
        for size, shape in SHAPES.items()
    ),
]
