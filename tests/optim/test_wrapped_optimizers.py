"""Optimizers that wrap optimizers, as in libraries: without the base class's `__init__`."""
from __future__ import annotations

from collections import OrderedDict
from typing import Any

import minitorch_compat as torch


class Around(torch.optim.Optimizer):
    def __init__(self, inner: torch.optim.Optimizer) -> None:
        self._optimizer_step_pre_hooks: dict[int, Any] = OrderedDict()
        self._optimizer_step_post_hooks: dict[int, Any] = OrderedDict()
        self._patch_step_function()
        self.inner, self.param_groups, self.state, self.defaults = inner, inner.param_groups, inner.state, inner.defaults

    def step(self, closure: Any = None) -> Any:
        return self.inner.step(closure)


def test_its_hooks_are_called_once() -> None:
    p = torch.ones(2, requires_grad=True)
    calls: list[str] = []
    for _ in range(2):
        around = Around(torch.optim.SGD([p], lr=0.5))
    around.register_step_pre_hook(lambda *_: calls.append("before"))
    around.register_step_post_hook(lambda *_: calls.append("after"))
    p.sum().backward()
    around.step()
    assert p.tolist() == [0.5, 0.5] and calls == ["before", "after"]
    torch.optim.lr_scheduler.StepLR(around, 1)
    around.zero_grad()
    assert p.grad is None
