"""Gradients after a failed backward: leaves that were complete have their gradient; the others keep their former one."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


class Planted(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        raise ValueError("planted")


def leaves(n=3):
    return [torch.ones(2, requires_grad=True) for _ in range(n)]


def grads(found):
    return [None if t.grad is None else t.grad.tolist() for t in found]


def fail(loss, **options):
    with pytest.raises(ValueError, match="planted"):
        loss.sum().backward(**options)


def test_leaves_that_were_complete_accumulate():
    a, b, c = found = leaves()
    fail(Planted.apply(a * 2) * b + c)
    assert grads(found) == [None, [2.0, 2.0], [1.0, 1.0]]
    fail(Planted.apply(a * 2) * b + c)
    assert grads(found) == [None, [4.0, 4.0], [2.0, 2.0]]


def test_leaves_that_wait_for_more_do_not():
    a, b, c = found = leaves()
    fail(Planted.apply(a * c) * b * c)
    assert grads(found) == [None, [1.0, 1.0], None]


def test_only_inputs_that_were_asked_for():
    a, b, c = found = leaves()
    fail(Planted.apply(a * 2) * b + c, inputs=[a, c])
    assert grads(found) == [None, None, [1.0, 1.0]]
    a, b, c = found = leaves()
    with pytest.raises(ValueError, match="planted"):
        torch.autograd.grad((Planted.apply(a * 2) * b + c).sum(), found)
    assert grads(found) == [None, None, None]


@pytest.mark.filterwarnings("ignore:Using backward.. with create_graph:UserWarning")
def test_the_same_with_a_graph_of_the_gradients():
    a, b, c = found = leaves()
    fail(Planted.apply(a * 2) * b + c, create_graph=True)
    assert grads(found) == [None, [2.0, 2.0], [1.0, 1.0]] and b.grad.requires_grad


def test_errors_of_the_engine_itself():
    a, b, c = found = leaves()
    x = a * 2
    loss = (x * b * c).sum()
    with torch.no_grad():
        x.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()
    assert grads(found) == [None, None, [2.0, 2.0]] and c.grad._version == 0
    a, b, c = found = leaves()
    x = (a * 2).exp()
    x.sum().backward()
    loss = (x * b * c).sum()
    with pytest.raises(RuntimeError, match="second time"):
        loss.backward()
    assert a.grad is not None and b.grad is not None and c.grad is not None


def test_a_rerun_is_right():
    a, b, c = found = leaves()
    x = a * 2
    handle = x.register_hook(lambda g: Planted.backward(None, g))
    fail(x * b * c, retain_graph=True)
    handle.remove()
    for t in found:
        t.grad = None
    (x * b * c).sum().backward()
    assert grads(found) == [[2.0, 2.0]] * 3
