"""The nodes that full backward hooks insert, against those that a call of their Function makes, as in anomaly mode."""
from __future__ import annotations

from typing import Any

import minitorch_compat as torch
from minitorch_compat import nn


class Pair(nn.Module):
    def forward(self, x: Any, y: Any, factor: float) -> tuple[Any, Any, Any]:
        return x * y * factor, x.sin(), y.detach()


def outcome(uses_both: bool, y_requires_grad: bool) -> tuple[Any, ...]:
    seen: list[Any] = []
    module = Pair()
    module.register_full_backward_hook(lambda _module, before, after: seen.append((before, after)))
    module.register_full_backward_pre_hook(lambda _module, after: tuple(None if g is None else g * 2 for g in after))
    x, y = torch.arange(3.0, requires_grad=True), torch.ones(3, requires_grad=y_requires_grad)
    first, second, third = module(x, y, 0.5)
    node = first.grad_fn
    (first + second if uses_both else first).sum().backward()
    shown = [[None if g is None else g.tolist() for g in grads] for pair in seen for grads in pair]
    gradients = x.grad.tolist(), None if y.grad is None else y.grad.tolist()
    following = [None if n is None else n.name() for n, _ in node.next_functions]
    return shown, gradients, node.name(), following, isinstance(node, nn.modules._functions.BackwardHookFunction._backward_cls), [
        (t.requires_grad, t.is_leaf, t._is_view()) for t in (first, second, third)]


def test_nodes_of_hooks() -> None:
    for uses_both in (True, False):
        for y_requires_grad in (True, False):
            found = outcome(uses_both, y_requires_grad)
            with torch.autograd.set_detect_anomaly(True, check_nan=False):
                assert found == outcome(uses_both, y_requires_grad)
            assert found[2] == "BackwardHookFunctionBackward" and found[4]
