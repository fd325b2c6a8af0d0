"""Small tensors, where Python's share of a call is what is measured; and chains, where a graph node's share is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .workload import Step, Workload, normal

SIDE = 4
SCALAR_OPS = 1_000
CHAINS = (1_000, 10_000, 100_000)


def _pair(torch: Any, grad: bool) -> tuple[Any, Any]:
    first, second = (torch.from_numpy(normal(SIDE, SIDE, seed=seed)) for seed in (1, 2))
    return first.requires_grad_(grad), second.requires_grad_(grad)


def add(torch: Any, grad: bool) -> Step:
    x, y = _pair(torch, grad)
    return lambda: x + y


def mul(torch: Any, grad: bool) -> Step:
    x, y = _pair(torch, grad)
    return lambda: x * y


def matmul(torch: Any, grad: bool) -> Step:
    x, y = _pair(torch, grad)
    return lambda: x @ y


def sum_all(torch: Any, grad: bool) -> Step:
    x, _ = _pair(torch, grad)
    return lambda: x.sum()


def relu(torch: Any, grad: bool) -> Step:
    x, _ = _pair(torch, grad)
    function = torch.relu
    return lambda: function(x)


def view_chain(torch: Any) -> Step:
    x, _ = _pair(torch, False)
    return lambda: x.view(16).reshape(2, 8).transpose(0, 1)[1:5].unsqueeze(0)


def view_chain_with_gradient(torch: Any) -> Step:
    x, _ = _pair(torch, True)
    return lambda: x.view(16).reshape(2, 8).transpose(0, 1)[1:5].unsqueeze(0)


def copying_reshape(torch: Any, grad: bool) -> Step:
    x, _ = _pair(torch, grad)
    return lambda: x.transpose(0, 1).reshape(-1)


def transposed(torch: Any, grad: bool) -> Step:
    x, _ = _pair(torch, grad)
    return lambda: x.T


def new_axis(torch: Any, grad: bool) -> Step:
    x, _ = _pair(torch, grad)
    return lambda: x[None]


def zeros(torch: Any) -> Step:
    return lambda: torch.zeros(SIDE, SIDE)


def in_place(torch: Any) -> Step:
    x, _ = _pair(torch, False)
    return lambda: x.add_(1.0)


def tensor_from_list(torch: Any) -> Step:
    values = normal(SIDE, SIDE).tolist()
    return lambda: torch.tensor(values)


def item(torch: Any) -> Step:
    x = torch.tensor(1.5)
    return lambda: x.item()


def forward_backward(torch: Any) -> Step:
    x, y = _pair(torch, True)

    def step() -> Any:
        x.grad = y.grad = None
        (x * y + x).sum().backward()
        return x.grad

    return step


def autograd_grad(torch: Any) -> Step:
    x, y = _pair(torch, True)
    return lambda: torch.autograd.grad((x * y + x).sum(), (x, y))[0]


def linear_inference(torch: Any) -> Step:
    layer = torch.nn.Linear(SIDE, SIDE)
    x, weight = _pair(torch, False)
    with torch.no_grad():
        layer.weight.copy_(weight)
        layer.bias.zero_()

    def step() -> Any:
        with torch.no_grad():
            return layer(x)

    return step


def scalar_chain(torch: Any) -> Step:
    x = torch.tensor(0.5, requires_grad=True)

    def step() -> Any:
        x.grad = None
        y = x
        for _ in range(SCALAR_OPS // 2):
            y = y * 0.999
            y = y + 0.001
        y.backward()
        return x.grad

    return step


def chain(torch: Any, length: int) -> Step:
    """One node per operation: the second factor needs no gradient."""
    x, _ = _pair(torch, True)
    factor = torch.full((SIDE, SIDE), 1.0 - 1.0 / length)

    def step() -> Any:
        x.grad = None
        y = x
        for _ in range(length):
            y = y * factor
        y.sum().backward()
        return x.grad

    return step


_WITH_AND_WITHOUT: dict[str, Callable[[Any, bool], Step]] = {
    "add": add,
    "mul": mul,
    "matmul": matmul,
    "sum": sum_all,
    "relu": relu,
    "reshape that copies": copying_reshape,
    ".T": transposed,
    "x[None]": new_axis,
}
_SINGLE: dict[str, Callable[[Any], Step]] = {
    "view chain": view_chain,
    "view chain, grad": view_chain_with_gradient,
    "zeros": zeros,
    "in-place add_": in_place,
    "tensor(list)": tensor_from_list,
    "item()": item,
    "3 ops forward+backward": forward_backward,
    "autograd.grad": autograd_grad,
    "nn.Linear inference": linear_inference,
    "1,000-op scalar chain": scalar_chain,
}

WORKLOADS = [
    *(
        Workload("overhead", f"{name} 4x4, {'grad' if grad else 'no grad'}", partial(build, grad=grad))
        for name, build in _WITH_AND_WITHOUT.items()
        for grad in (False, True)
    ),
    *(Workload("overhead", name, build) for name, build in _SINGLE.items()),
    *(
        Workload("scale", f"chain of {length:,} nodes", partial(chain, length=length), length, length > 10_000)
        for length in CHAINS
    ),
]
