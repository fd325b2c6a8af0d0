"""Ops over lists of tensors record a single node. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


def lists() -> Any:
    return [torch.tensor([0.25, 0.5], requires_grad=True), torch.tensor([0.75, 0.5], requires_grad=True)]


@pytest.mark.parametrize(("name", "operands", "node", "inputs"), [
    ("exp", (), "ForeachExpBackward0", 2), ("log1p", (), "ForeachLog1PBackward0", 2), ("add", (2.0,), "ForeachAddBackward1Scalar", 2),
    ("mul", (torch.tensor(2.0),), "ForeachMulBackward0Tensor", 3), ("sub", ([1.0, 2.0],), "ForeachSubBackward1ScalarList", 2),
    ("div", (lists(),), "ForeachDivBackward0", 4), ("clamp_min", (lists(),), "ForeachClampMinBackward1List", 4),
    ("addcmul", (lists(), lists()), "ForeachAddcmulBackward0Scalar", 6), ("lerp", (lists(), 0.5), "ForeachLerpBackward0Scalar", 4),
    ("norm", (), "ForeachNormBackward0", 2), ("pow", ([1.0, 2.0],), "ForeachPowBackward1", 2)])
def test_a_list_is_one_step(name: str, operands: Any, node: str, inputs: int) -> None:
    outs = getattr(torch, f"_foreach_{name}")(lists(), *operands)
    assert outs[0].grad_fn is outs[1].grad_fn and [o.output_nr for o in outs] == [0, 1]
    assert outs[0].grad_fn.name() == node and len(outs[0].grad_fn.next_functions) == inputs


def test_gradients_go_through_it_twice() -> None:
    tensors = lists()
    outs = torch._foreach_mul(torch._foreach_exp(tensors), 2.0)
    first = torch.autograd.grad([o.sum() for o in outs], tensors, create_graph=True)
    for t, g in zip(tensors, first, strict=True):
        torch.testing.assert_close(g, 2 * t.exp())
    second = torch.autograd.grad([g.sum() for g in first], tensors)
    for t, g in zip(tensors, second, strict=True):
        torch.testing.assert_close(g, 2 * t.exp().detach())


def test_all_of_a_list_require_gradients_as_soon_as_one_does() -> None:
    tensors = [torch.ones(2), torch.ones(2, requires_grad=True)]
    outs = torch._foreach_mul(tensors, 3.0)
    assert [o.requires_grad for o in outs] == [True, True]
    outs[0].sum().backward(retain_graph=True)
    outs[1].sum().backward()
    assert tensors[1].grad.tolist() == [3.0, 3.0] and tensors[0].grad is None


def test_a_number_takes_half_of_the_gradient_at_a_tie() -> None:
    tensors = lists()
    torch._foreach_maximum(tensors, 0.5)[0].sum().backward()
    assert tensors[0].grad.tolist() == [0.0, 0.5]


def test_nodes_are_the_same_inside_modes_of_functions() -> None:
    class Passes(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
            return func(*args, **(kwargs or {}))

    for mode in (Passes(), torch.device("cpu")):
        with mode:
            outs, renormed, inside = torch._foreach_exp(lists()), torch.renorm(lists()[0][None], 2, 0, 1.0), [t * 1 for t in lists()]
            torch._foreach_mul_(inside, 2.0)
        assert [t.grad_fn.name() for t in (outs[0], renormed, inside[0])] == ["ForeachExpBackward0", "RenormBackward0", "MulBackward1"]
        outs[0].sum().backward()
