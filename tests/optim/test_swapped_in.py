"""`torch.optim.swap_in_optimizer_params_and_state`: an optimizer on other parameters."""
from __future__ import annotations

import copy
from typing import Any

import pytest

import minitorch_compat as torch


def prepared() -> tuple[Any, Any]:
    p = torch.nn.Parameter(torch.zeros(2))
    optimizer = torch.optim.Adam([p], lr=0.1)
    p.grad = torch.ones(2)
    optimizer.step()
    return p, optimizer


def test_steps_on_other_parameters() -> None:
    p, optimizer = prepared()
    group, before = optimizer.param_groups[0], copy.deepcopy(optimizer.state_dict())
    q, state = torch.nn.Parameter(torch.ones(2)), copy.deepcopy(before)
    state["param_groups"][0]["lr"] = 0.5
    q.grad = torch.ones(2)
    with torch.optim.swap_in_optimizer_params_and_state(optimizer, {"q": q}, state):
        assert group["params"] == [q] and group["lr"] == 0.5
        optimizer.step()
    torch.testing.assert_close(q.detach(), torch.full((2,), 0.5))
    torch.testing.assert_close(optimizer.state_dict(), before)
    assert group is optimizer.param_groups[0] and group["params"][0] is p
    assert state["state"][0]["step"] == 2  # tensors of the state are changed in place


def test_restores_after_an_error() -> None:
    p, optimizer = prepared()
    with pytest.raises(KeyError), \
            torch.optim.swap_in_optimizer_params_and_state(optimizer, {"q": torch.ones(2)}, copy.deepcopy(optimizer.state_dict())):
        raise KeyError
    assert optimizer.param_groups[0]["params"][0] is p and p in optimizer.state


def test_refusals() -> None:
    p, optimizer = prepared()
    swap, state = torch.optim.swap_in_optimizer_params_and_state, optimizer.state_dict()
    for changed, tensors in (({**state, "state": {9: {}}}, {"q": p}), ({**state, "param_groups": []}, {"q": p}), (state, {})):
        with pytest.raises(RuntimeError, match="swap_in_optimizer_params_and_state requires"), swap(optimizer, tensors, changed):
            pass
    fresh = torch.optim.Adam([p])
    with pytest.raises(RuntimeError, match="requires initialized optimizer state"), swap(fresh, {"q": p}, state):
        pass
