"""The order in which leaves that are complete at once accumulate: that of PyTorch's heap of ready nodes (recorded)."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch


class SumOfAll(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, *args: Any) -> Any:
        ctx.count = len(args)
        return sum(args)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return (g,) * ctx.count


PROGRAMS: dict[str, Callable[[list[Any]], Any]] = {
    "stack": lambda x: torch.stack(x).sum(),
    "nodes between": lambda x: torch.stack([t if i % 3 else t * 2 for i, t in enumerate(x)]).sum(),
    "two": lambda x: torch.stack(x[:len(x) // 2]).sum() + torch.stack(x[len(x) // 2:]).sum(),
    "shared": lambda x: torch.stack(x[:-2]).sum() + torch.stack(x[2:]).sum(),
    "others pending": lambda x: torch.cat([*[t * 2 for t in x[:3]], torch.stack(x[3:]).flatten()]).sum(),
    "twice": lambda x: torch.stack([*x, *x[::2]]).sum(),
    "function": lambda x: SumOfAll.apply(*x).sum(),
    "foreach": lambda x: sum(torch._foreach_mul(x, 2)).sum(),  # type: ignore[union-attr]
}
ORDERS = [
    ("stack", [0, 1, 2]), ("stack", [0, 2, 1, 3]), ("stack", [0, 2, 4, 1, 3]), ("stack", [0, 2, 6, 11, 10, 9, 8, 5, 7, 4, 1, 3]),
    ("nodes between", [1, 2, 5, 11, 4, 10, 8, 7, 9, 6, 3, 0]), ("two", [4, 5, 8, 7, 6, 0, 2, 1, 3]),
    ("shared", [7, 8, 0, 2, 5, 6, 4, 1, 3]),
    ("others pending", [3, 5, 6, 11, 10, 8, 4, 9, 7, 2, 1, 0]), ("twice", [1, 5, 0, 10, 8, 6, 4, 11, 2, 9, 3, 7]),
    ("function", [0, 2, 6, 5, 7, 4, 1, 3]), ("foreach", [0, 2, 6, 5, 7, 4, 1, 3]),
]


@pytest.mark.parametrize(("name", "order"), ORDERS)
@pytest.mark.parametrize("method", ["register_hook", "register_post_accumulate_grad_hook"])
def test_order(name: str, order: list[int], method: str) -> None:
    leaves, log = [torch.ones(2, requires_grad=True) for _ in order], list[int]()
    for i, leaf in enumerate(leaves):
        getattr(leaf, method)(lambda _, i=i: log.append(i))
    PROGRAMS[name](leaves).backward()
    assert log == order


def test_order_of_roots_and_captured_leaves() -> None:
    leaves, log = [torch.ones(2, requires_grad=True) for _ in range(6)], list[Any]()
    for i, leaf in enumerate(leaves):
        leaf.register_hook(lambda _, i=i: log.append(i))
    torch.autograd.backward([t.sum() for t in leaves])
    torch.autograd.backward(leaves, [torch.ones(2)] * 6)
    torch.autograd.grad(torch.stack(leaves).sum(), leaves[::-1])
    y = torch.stack(leaves)
    y.register_hook(lambda _: log.append("y"))
    (y.sum() + leaves[0].sum() + leaves[1].sum()).backward()
    order = [0, 2, 5, 4, 1, 3]
    assert log == [5, 4, 3, 2, 1, 0, *order, *order, "y", *order]


@pytest.mark.parametrize(("kind", "order"), [
    ("LSTM", "weight_ih bias_ih weight_hh bias_hh"), ("GRU", "bias_hh weight_hh bias_ih weight_ih"),
    ("RNN", "bias_hh weight_hh bias_ih weight_ih")])
def test_order_of_recurrent_layers(kind: str, order: str) -> None:
    layer, log = getattr(torch.nn, kind)(3, 4), list[str]()
    for name, parameter in layer.named_parameters():
        parameter.register_post_accumulate_grad_hook(lambda _, name=name: log.append(name[:-3]))
    layer(torch.randn(3, 1, 3))[0].sum().backward()
    assert log == order.split()
