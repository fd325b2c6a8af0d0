"""The order and arguments of hook calls, as observed in PyTorch with random programs of hooks."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd.graph import saved_tensors_hooks


def caught(run):
    seen = []

    def name(t):
        return None if t.grad_fn is None else t.grad_fn.name()

    with saved_tensors_hooks(lambda t: (seen.append(("pack", name(t))), t)[1], lambda t: (seen.append("unpack"), t)[1]):
        out = run()
    return seen, out


def test_results_written_in_place_are_packed_with_their_new_history():
    x = torch.ones(3, requires_grad=True)
    seen, _ = caught(lambda: (x * 2).relu_())
    assert seen == [("pack", "ReluBackward0")]


def test_what_is_overwritten_is_packed_as_a_copy_with_its_history():
    x, w = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
    seen, out = caught(lambda: (x * 2).mul_(w))
    assert seen[-1] == ("pack", "CloneBackward0")
    (g,) = torch.autograd.grad(out.sum(), w, create_graph=True)
    assert torch.autograd.grad(g.sum(), x)[0].tolist() == [2.0] * 3


class Nothing(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.set_materialize_grads(False)
        return a.clone()

    @staticmethod
    def backward(ctx, g):
        return None


def test_nodes_without_a_gradient_take_out_what_they_saved():
    x = torch.ones(3, requires_grad=True)
    seen, out = caught(lambda: Nothing.apply(x.sin()))
    out.sum().backward()
    assert seen == [("pack", None), "unpack"] and x.grad is None
    out = Nothing.apply(x.sin())
    x.detach().add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.sum().backward()


def test_a_change_of_a_view_is_gone_after_backward():
    x = torch.ones(3, requires_grad=True)
    y = x * 1
    y[0].mul_(2)
    z = y.sum()
    z.backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        z.backward()
