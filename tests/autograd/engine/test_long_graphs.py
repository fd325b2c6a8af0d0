"""Long graphs, deep nesting, no leaks."""
from __future__ import annotations

import gc
import weakref

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function


def test_chain_of_a_million_ops():
    x = torch.ones((), requires_grad=True)
    y = x
    for _ in range(1_000_000):
        y = y + 1.0
    y.backward()
    assert x.grad == 1
    del y  # nor does taking it down recurse


class Nested(Function):
    """x -> x, whose backward runs backward through a chain of itself that is one shorter."""

    @staticmethod
    def forward(ctx, x, depth):
        ctx.depth = depth
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        if ctx.depth == 0:
            return g, None
        with torch.enable_grad():
            x = torch.ones((), requires_grad=True)
            Nested.apply(x, ctx.depth - 1).backward()
        return g * x.grad, None


@pytest.mark.parametrize("depth", [1, 30, 200, 10_000])
def test_backward_inside_backward(depth):
    x = torch.ones((), requires_grad=True)
    Nested.apply(x, depth).backward()
    assert x.grad == 1


def test_an_error_deep_inside_comes_out():
    class Fails(Function):
        @staticmethod
        def forward(ctx, x, depth):
            ctx.depth = depth
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            if ctx.depth == 0:
                raise KeyError("deep")
            with torch.enable_grad():
                Fails.apply(torch.ones((), requires_grad=True), ctx.depth - 1).backward()

    with pytest.raises(KeyError, match="deep"):
        Fails.apply(torch.ones((), requires_grad=True), 100).backward()
    assert torch.is_grad_enabled()


def steps_of_training(w, count):
    for _ in range(count):
        h = (w * 2.0).relu().clone()
        v = h[:1]
        v.mul_(3.0)
        loss = (h * h).sum()
        loss.backward()
        w.grad = None


def step_with_hooks(w, count):
    for _ in range(count):
        h = w * 2.0
        h.retain_grad()
        h.register_hook(lambda g: g)
        h.grad_fn.register_prehook(lambda gs: None)
        h.sum().backward()
        w.grad = None


def step_with_packing(w, count):
    for _ in range(count):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: t):
            loss = w.exp().sum()
        loss.backward()


class Double(Function):
    @staticmethod
    def forward(ctx, x):
        y = x * 2
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * y / x


def step_with_function(w, count):
    for _ in range(count):
        Double.apply(w).sum().backward()


def step_without_backward(w, count):
    for _ in range(count):
        Double.apply(w.exp() * w).softmax(0)


def step_of_forward_mode(w, count):
    for _ in range(count):
        with torch.autograd.forward_ad.dual_level():
            d = torch.autograd.forward_ad.make_dual(w.detach(), torch.ones(3))
            d.exp().mul_(d)


@pytest.mark.parametrize("steps", [steps_of_training, step_with_hooks, step_with_packing, step_with_function, step_without_backward,
                                   step_of_forward_mode])
def test_nothing_is_left_behind_without_the_garbage_collector(steps):
    w = torch.ones(3, requires_grad=True)
    steps(w, 10)
    gc.collect()
    gc.disable()
    try:
        before = len(gc.get_objects())
        steps(w, 300)
        assert len(gc.get_objects()) - before < 50
    finally:
        gc.enable()


def test_a_graph_dies_with_its_result():
    x = torch.ones(3, requires_grad=True)
    y = (x * 2).exp()
    node = weakref.ref(y.grad_fn.next_functions[0][0])
    del y
    assert node() is None
