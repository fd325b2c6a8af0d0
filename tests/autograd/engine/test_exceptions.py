"""An error anywhere leaves everything unchanged, and repeating the call works."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.state import ACTIVE, LOCAL
from minitorch_compat.autograd import Function, forward_ad, graph


class Planted(Exception):
    """The error that is put in the way."""


class Bomb:
    """Goes off at the n-th place it is taken to; `None`: never, but counts the places."""

    def __init__(self, at=None):
        self.at = at
        self.count = 0

    def __call__(self, *args):
        self.count += 1
        if self.count == self.at:
            raise Planted
        return None


class Guarded(Function):
    """Doubles; every static method passes the bomb."""

    @staticmethod
    def forward(ctx, x, bomb):
        bomb()
        ctx.bomb = bomb
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        ctx.bomb()
        ctx.saved_tensors  # noqa: B018  (unpacks)
        return g * 2, None

    @staticmethod
    def jvp(ctx, t, _):
        ctx.bomb()
        return t * 2


def everything(w, bomb):
    """A program with hooks of all kinds, packing, a Function, levels, modes and in-place changes."""
    def pack(t):
        bomb()
        return t

    with graph.saved_tensors_hooks(pack, lambda t: (bomb(), t)[1]):
        h = Guarded.apply(w.exp(), bomb)
    h.register_hook(bomb)
    h.grad_fn.register_prehook(bomb)
    h.grad_fn.register_hook(bomb)
    h.retain_grad()
    v = h * 1
    v[:1].mul_(3)
    with torch.no_grad():
        bomb()
        with torch.inference_mode():
            bomb()
    handles = [w.register_hook(bomb), w.register_post_accumulate_grad_hook(bomb)]
    try:
        v.sum().backward()
        with forward_ad.dual_level():
            d = forward_ad.make_dual(w.detach(), torch.ones(2))
            Guarded.apply(d, bomb)
            bomb()
    finally:
        for handle in handles:
            handle.remove()
    return w.grad.tolist()


def modes():
    return (LOCAL.grad, LOCAL.inference, list(LOCAL.levels), list(LOCAL.saved_hooks), LOCAL.task, LOCAL.forward_limit, list(ACTIVE),
            torch.is_anomaly_enabled())


def test_an_error_at_every_place():
    expected = everything(torch.zeros(2, requires_grad=True), counted := Bomb())
    assert counted.count >= 15 and expected == [6, 2]
    before = modes()
    for place in range(1, counted.count + 1):
        w = torch.zeros(2, requires_grad=True)
        with pytest.raises(Planted):
            everything(w, Bomb(place))
        assert modes() == before and w._version == 0 and not w._backward_hooks and not w._post_accumulate_grad_hooks
        w.grad = None
        assert everything(w, Bomb()) == expected


def test_a_failing_hook_leaves_the_leafs_gradient_alone():
    w = torch.ones(2, requires_grad=True)
    w.grad = torch.ones(2)
    y = (w * 2).exp()
    handle = w.register_hook(lambda g: 1 / 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            y.sum().backward(retain_graph=True)
    assert w.grad.tolist() == [1, 1] and w.grad._version == 0
    handle.remove()
    y.sum().backward()


@pytest.mark.parametrize("call", [
    lambda t: t.add_(torch.ones(3)), lambda t: t.mul_(1j), lambda t: t.copy_(torch.ones(5)), lambda t: t.__setitem__(7, 1.0),
    lambda t: t.index_add_(0, torch.tensor([9]), torch.ones(1)), lambda t: t.pow_("x"), lambda t: t.view(3)])
@pytest.mark.parametrize("grad", [False, True])
def test_refused_in_place_calls_change_nothing(call, grad):
    leaf = torch.ones(2, requires_grad=grad)
    t = leaf * 1
    node = t.grad_fn
    with pytest.raises((RuntimeError, TypeError, IndexError, ValueError)):
        call(t)
    assert t.tolist() == [1, 1] and t._version == 0 and t.grad_fn is node
