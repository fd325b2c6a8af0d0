"""Step hooks."""
from __future__ import annotations

from typing import Any

import minitorch_compat as torch


def test_a_step_decorated_by_hand_calls_hooks_once_more() -> None:
    """As in PyTorch, where an optimizer's class gets the decorator, too."""
    class Decorated(torch.optim.Optimizer):
        def __init__(self, params: Any) -> None:
            super().__init__(params, {})

        @torch.optim.Optimizer.profile_hook_step
        def step(self, closure: Any = None) -> int:  # type: ignore[override]
            return 3

    optimizer, calls = Decorated([torch.ones(1)]), []
    optimizer.register_step_pre_hook(lambda *_: calls.append("before"))
    optimizer.register_step_post_hook(lambda *_: calls.append("behind"))
    assert optimizer.step() == 3 and calls == ["before", "before", "behind", "behind"]
