"""Cyclic schedules: a scale function that is an object with state."""
from __future__ import annotations

from typing import Any

import minitorch_compat as torch


class Slower:
    """A scale that shrinks with each cycle."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def __call__(self, cycle: float) -> float:
        return self.factor**cycle


def _schedule(factor: float) -> Any:
    optimizer = torch.optim.SGD([torch.ones(1)], lr=1.0)
    return torch.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 1.0, step_size_up=2, cycle_momentum=False, scale_fn=Slower(factor))


def test_the_state_of_a_scale_goes_with_the_schedule() -> None:
    first, second = _schedule(0.5), _schedule(0.9)
    first.step()
    state = first.state_dict()
    assert state["_scale_fn_custom"] == {"factor": 0.5}
    second.load_state_dict(state)
    for _ in range(5):
        first.step()
        second.step()
        assert first.get_last_lr() == second.get_last_lr()
