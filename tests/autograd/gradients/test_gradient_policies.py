"""Strides of first gradients and the setting for them; attributes that user code stores in a ctx; lines that warnings point to."""
from __future__ import annotations

import threading
import warnings
from inspect import currentframe

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function, enforce_grad_layout_policy
from minitorch_compat.autograd.graph import GradientEdge, save_on_cpu


def strides_of_gradient():
    x = torch.ones(2, 3).t().requires_grad_()
    (x * torch.ones(3, 2)).sum().backward()
    return x.grad.stride()


def test_gradients_lie_as_their_leaves_unless_told_otherwise():
    assert strides_of_gradient() == (1, 3)
    with enforce_grad_layout_policy(False):
        assert strides_of_gradient() == (2, 1)
    assert strides_of_gradient() == (1, 3)


def test_the_policy_is_a_thread_s_own():
    found = []
    with enforce_grad_layout_policy(False):
        thread = threading.Thread(target=lambda: found.append(strides_of_gradient()))
        thread.start()
        thread.join()
    assert found == [(1, 3)]


def test_the_policy_decorates():
    assert enforce_grad_layout_policy(False)(strides_of_gradient)() == (2, 1)
    assert strides_of_gradient() == (1, 3)


def test_a_gradient_kept_as_it_came_is_never_memory_of_the_user():
    given = torch.ones(3, 2)
    x, y = (torch.ones(2, 3).t().requires_grad_() for _ in range(2))
    with enforce_grad_layout_policy(False):
        (x.view_as(x) + y.view_as(y)).backward(given)
    given.zero_()
    x.grad.add_(1)
    assert x.grad.eq(2).all() and y.grad.eq(1).all()


@pytest.mark.parametrize("name", ["release", "differentiable", "_saved", "_needs", "needs_input_grad", "op", "shape", "_kept", "_derive"])
def test_a_ctx_remembers_under_any_name(name):
    class Square(Function):
        @staticmethod
        def forward(ctx, a):
            setattr(ctx, name, (3.0,))
            ctx.save_for_backward(a)
            return a * a

        @staticmethod
        def backward(ctx, g):
            return getattr(ctx, name)[0] * g * ctx.saved_tensors[0]

    x = torch.tensor([1.0, 2.0], requires_grad=True)
    Square.apply(x).sum().backward()
    assert x.grad.tolist() == [3, 6]
    g, = torch.autograd.grad(Square.apply(x).sum(), x, create_graph=True)
    assert torch.autograd.grad(g.sum(), x)[0].tolist() == [3, 3]


@pytest.mark.parametrize("call", [
    lambda x: torch.autograd.backward([x * 2], grad_variables=[torch.ones(2)]),
    lambda x: torch.autograd.grad((x * 2).sum(), x, only_inputs=False),
])
def test_warnings_point_at_the_line_of_the_caller(call):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        call(torch.ones(2, requires_grad=True))
    assert [(w.category, w.filename) for w in seen] == [(FutureWarning, currentframe().f_code.co_filename)]


def test_an_edge_that_a_node_does_not_have():
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(IndexError):
        torch.autograd.grad(GradientEdge((x * 2).grad_fn, 1), x, torch.ones(2))


def test_memory_is_not_pinned():
    x = torch.ones(2, requires_grad=True)
    with save_on_cpu(pin_memory=True, device_type="cpu"), pytest.raises(RuntimeError, match="pin_memory=True requires"):
        x.exp()
    with save_on_cpu(pin_memory=True):
        x.exp().sum().backward()
    assert x.grad is not None


def test_hooks_get_the_caller_s_own_cotangent():
    x, given, seen = torch.ones(2, requires_grad=True), torch.ones(2), []
    y = x * 2
    y.register_hook(lambda g: seen.append(g is given))
    y.grad_fn.register_prehook(lambda gs: seen.append(gs[0] is given))
    y.grad_fn.register_hook(lambda _, gs: seen.append(gs[0] is given))
    y.backward(given, retain_graph=True)
    torch.autograd.grad(y, x, given)
    assert seen == [True] * 6 and given._version == 0


def test_what_a_hook_writes_into_the_caller_s_cotangent_counts_there():
    x, given = torch.ones(2, requires_grad=True), torch.ones(2)
    y = x * 2
    y.register_hook(lambda g: g.mul_(3))
    y.backward(given)
    assert given.tolist() == [3, 3] and given._version == 1 and x.grad.tolist() == [6, 6]


def test_post_accumulate_hooks_can_be_shared():
    x, y, seen = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True), []
    x.register_post_accumulate_grad_hook(lambda t: seen.append(t is y))
    y._post_accumulate_grad_hooks = x._post_accumulate_grad_hooks
    y.sum().backward()
    assert seen == [True]
