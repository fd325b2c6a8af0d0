"""Views whose base was changed behind them: what may still be done with them, and what is said first."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


def stale() -> Any:
    base = torch.arange(4.0, requires_grad=True).frac()
    part = base.chunk(2)[1]
    base.sigmoid_()
    return part


@pytest.mark.parametrize("call", [
    lambda x: x.view(1, 4, -1), lambda x: x.as_strided((9,), (1,)), lambda x: x.select(3, 0), lambda x: x.sum(5),
    lambda x: x @ torch.ones(9),
    lambda x: x.unfold(0, 9, 1), lambda x: x.transpose(0, 3), lambda x: torch.stack([torch.ones(2, 2), x])])
def test_the_lost_history_is_said_first(call: Any) -> None:
    with pytest.raises(RuntimeError, match="Output 1 of Split is a view and its base or another view of its base has been modified"):
        call(stale())
    with torch.no_grad(), pytest.raises((RuntimeError, IndexError)) as caught:
        call(stale())
    assert "Output 1 of Split" not in str(caught.value)


def test_asking_for_a_gradient_asks_for_no_history() -> None:
    part = stale()
    assert part.requires_grad_() is part
    with pytest.raises(RuntimeError, match="you can only change requires_grad flags of leaf variables"):
        part.requires_grad_(False)


def test_a_history_that_was_looked_at_is_made_anew() -> None:
    base = torch.arange(8.0).reshape(2, -1).requires_grad_()
    row = base.select(0, 0)
    assert row.grad_fn.name() == "SelectBackward0"
    with torch.no_grad():
        base.mul_(2)
    assert row.grad_fn.name() == "AsStridedBackward0"


def test_logic_in_place_is_not_recorded() -> None:
    x = torch.ones(2, requires_grad=True)
    x.logical_not_()
    assert x.is_leaf and x.requires_grad and x.tolist() == [0, 0]


def test_names_of_overloads_in_errors() -> None:
    for f, name in ((lambda v: v.clamp(0, 2), "Clamp1"), (lambda v: v.sum(0), "Sum1"), (lambda v: v + 1, "Add")):
        x = f(torch.ones(2, 3, requires_grad=True))
        y = x * x
        with torch.no_grad():
            x.mul_(2)
        with pytest.raises(RuntimeError, match=f"which is output 0 of {name},"):
            y.sum().backward()
