"""Views whose base was changed in place: what may still be done with them, and what may not."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


def make_invalidated_view() -> Any:
    base = torch.arange(4.0, requires_grad=True).frac()
    part = base.chunk(2)[1]
    base.sigmoid_()
    return part


def test_asking_for_a_gradient_asks_for_no_history() -> None:
    part = make_invalidated_view()
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


def make_stale_view() -> Any:
    """A view that nobody has asked for its history since its base got one."""
    base = torch.zeros(4)
    part = base[:2]
    base.mul_(torch.ones(4, requires_grad=True))
    return part


def test_a_view_that_was_not_asked_passes_for_a_leaf() -> None:
    with pytest.raises(RuntimeError, match=r"^a leaf Variable that requires grad is being used"):
        make_stale_view().mul_(2)
    assert make_stale_view().requires_grad_(False).requires_grad
    part = make_stale_view()
    assert part.grad_fn is not None
    part.mul_(2)  # after that it does not
    with pytest.raises(RuntimeError, match="If you want to use a computed variable"):
        part.requires_grad_(False)


def test_a_saved_view_is_asked_before_it_is_said_that_it_changed() -> None:
    for keep in (True, False):
        x = torch.zeros(4, requires_grad=True) * 1
        part = x.split(2)[0]
        y = part * part
        if not keep:
            del part
        x.mul_(2)
        with pytest.raises(RuntimeError, match="Output 0 of Split is a view and its base"):
            y.sum().backward()


def test_outputs_are_asked_before_inputs_and_each_in_its_turn() -> None:
    part = make_invalidated_view()
    with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad"):
        torch.autograd.grad(torch.ones(()), part)
    with pytest.raises(RuntimeError, match="is a view and its base"):
        torch.autograd.grad(torch.ones((), requires_grad=True), (part, torch.ones(())))
    with pytest.raises(RuntimeError, match="One of the differentiated Tensors does not require grad"):
        torch.autograd.grad(torch.ones((), requires_grad=True), (torch.ones(()), part))


def test_only_the_first_hook_of_a_view_without_a_history_is_refused() -> None:
    part = make_invalidated_view()
    with pytest.raises(RuntimeError, match="is a view and its base"):
        part.register_hook(lambda g: None)
    part.register_hook(lambda g: None)
    assert len(part._backward_hooks) == 1


def test_a_function_that_changes_its_input_drops_the_gradient_kept_for_it() -> None:
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    y = torch.ones(3, requires_grad=True) * 1
    y.retain_grad()
    y.sum().backward(retain_graph=True)
    Twice.apply(y)
    assert y.grad is None
    (y * 5).sum().backward()
    assert y.grad.tolist() == [5.0, 5.0, 5.0]
