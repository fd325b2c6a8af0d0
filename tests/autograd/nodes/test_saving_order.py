"""The order in which a node packs saved tensors, and which tensor unpacking returns."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize(("call", "packed"), [
    (lambda a, b: a * b, "ba"), (lambda a, b: a**b, "ba-"), (lambda a, b: torch.mm(a, b), "ba"), (lambda a, b: a.max(), "a-"),
    (lambda a, b: torch.hypot(a, b), "ba-"), (lambda a, b: (a * 1).mul_(b), "b-"), (lambda a, b: torch.nn.functional.linear(a, b), "-a")])
def test_packing_goes_by_name(call, packed):
    a, b = (torch.full((2, 2), 2.0, requires_grad=True) for _ in range(2))
    log = []

    def pack(t):
        log.append("a" if t is a else "b" if t is b else "-")
        return len(log) - 1, t

    def unpack(value):
        log.append(value[0])
        return value[1]

    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        out = call(a, b)
    out.sum().backward()
    assert log == [*packed, *range(len(packed))]


def test_leaves_come_back_as_they_are():
    x = torch.ones(3, requires_grad=True)
    y, c = x * 2, torch.ones(3)
    assert x.sin().grad_fn._saved_self is x
    saved = y.sin().grad_fn._saved_self
    assert torch.equal(saved, y) and saved.grad_fn is y.grad_fn
    assert torch.equal((x * c).grad_fn._saved_other, c)


def test_a_layer_without_bias_has_pytorchs_graph():
    x, w = torch.ones(2, 3, requires_grad=True), torch.ones(4, 3, requires_grad=True)
    out = torch.nn.functional.linear(x, w)
    (found,) = torch.autograd.grad(out.sum(), w, retain_graph=True)
    assert found.stride() == (3, 1)
    node = out.grad_fn
    assert [n.name() for n, _ in node.next_functions] == ["torch::autograd::AccumulateGrad", "TBackward0"]
    assert node._saved_mat2.shape == (3, 4)
    out.sum().backward()
    assert w.grad.stride() == (3, 1) and torch.equal(w.grad, found)
