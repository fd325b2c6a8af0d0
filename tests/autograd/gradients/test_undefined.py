"""Undefined gradients: nodes run, Functions get zeros or None, hooks are called with None. As in PyTorch 2.13."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


class Nothing(torch.autograd.Function):
    """Has no gradient to give."""

    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return None


def doubling(log, materialize):
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(materialize)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            log.append(None if g is None else g.tolist())
            return None if g is None else g * 2

    return Double.apply


@pytest.mark.parametrize(("materialize", "received", "gradient"), [(True, [0.0, 0.0], [0.0, 0.0]), (False, None, None)])
@pytest.mark.parametrize("create_graph", [False, True])
def test_functions_further_up(materialize, received, gradient, create_graph):
    log = []
    x = torch.ones(2, requires_grad=True)
    out = Nothing.apply(doubling(log, materialize)(x).sin()).sum()
    (g,) = torch.autograd.grad(out, x, allow_unused=True, create_graph=create_graph)
    assert log == [received] and (None if g is None else g.tolist()) == gradient


def test_zeros_reach_grad():
    x = torch.ones(2, requires_grad=True)
    Nothing.apply(doubling([], True)(x)).sum().backward()
    assert x.grad.tolist() == [0.0, 0.0]


def test_hooks_get_none():
    log = []
    x = torch.ones(2, requires_grad=True)
    x.register_hook(lambda g: log.append(("leaf", g)))
    x.register_post_accumulate_grad_hook(lambda p: log.append(("post", p.grad)))
    h = x.sin()
    h.register_hook(lambda g: log.append(("tensor", g)))
    h.grad_fn.register_prehook(lambda grads: log.append(("before", grads)))
    h.grad_fn.register_hook(lambda given, received: log.append(("after", given, received)))
    Nothing.apply(h).sum().backward()
    assert log == [("tensor", None), ("before", (None,)), ("after", (None,), (None,)), ("leaf", None), ("post", None)]


def test_meets_a_gradient_by_another_path():
    log = []
    x = torch.ones(2, requires_grad=True)
    h = x * 1
    h.retain_grad()
    (Nothing.apply(doubling(log, False)(h)) + h).sum().backward()
    assert log == [None] and x.grad.tolist() == h.grad.tolist() == [1.0, 1.0]


def test_one_output_of_two():
    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, a, b):
            assert a.tolist() == [0.0, 0.0]
            return a * 2 + b * 3

    x = torch.ones(2, requires_grad=True)
    a, b = Two.apply(x)
    (Nothing.apply(a).sum() + b.sum()).backward()
    assert x.grad.tolist() == [3.0, 3.0]
