"""Training steps without garbage collection leave no node and no tensor behind: a leak of one step shows after a thousand.

A hundred thousand of each kind take a quarter of an hour: `python -m tests.autograd.engine.test_leaks 100000`.
"""
from __future__ import annotations

import gc
import sys
from contextlib import suppress

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.graph.node import Node
from minitorch_compat._dispatch.tensor import TensorBase
from minitorch_compat.autograd import Function, forward_ad, graph

W1, B1, W2 = (torch.full(shape, 0.5).requires_grad_() for shape in ((4, 3), (4,), (1, 4)))
X, W = torch.ones(2, 3), torch.ones(3, requires_grad=True)


def forget():
    for leaf in (W1, B1, W2, W):
        leaf.grad = None


def network():
    hidden = torch.nn.functional.linear(X, W1, B1).relu()
    (hidden @ W2.t()).sum().backward()


def training():
    network()
    with torch.no_grad():
        W1.sub_(W1.grad, alpha=0.0)


def hooks():
    y = W * 2.0
    y.retain_grad()
    handle = y.register_hook(lambda g: g * y.detach())
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 2,))
    y.grad_fn.register_hook(lambda gi, go: None)
    last = W.register_post_accumulate_grad_hook(lambda t: None)
    graph.register_multi_grad_hook([y, W], lambda grads: None).remove()
    y.sum().backward()
    handle.remove()
    last.remove()


def views():
    y = W * 2.0
    first, rest = y[:1], y.view(3, 1)[1:]
    first.mul_(3.0)
    rest.t()[0].add_(first)
    (y * y).sum().backward()


class Product(Function):
    @staticmethod
    def forward(ctx, x):
        y = x * 2
        ctx.save_for_backward(x, y)
        ctx.note = x.detach()  # no output: that would hold the node that holds it
        return y, x.detach()

    @staticmethod
    def backward(ctx, g, _):
        x, y = ctx.saved_tensors
        return g * y / x


def functions():
    Product.apply(W)[0].sum().backward()
    Product.apply(W)  # and no backward


def higher_orders():
    (g,) = torch.autograd.grad((W * W * W).sum(), W, create_graph=True)
    (g * g).sum().backward()


def packing():
    with graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: t):
        loss = W.exp().sum()
    loss.backward()


def inspection():
    y = torch.nn.functional.linear(X, W1, B1).exp()
    y.grad_fn.metadata["y"] = y.grad_fn.name()
    assert y.grad_fn._saved_result.shape == (2, 4) and y.grad_fn.next_functions[0][0].next_functions[0][0] is not None
    graph.get_gradient_edge(W).node.register_prehook(lambda gs: None).remove()
    y.sum().backward()


def forward_mode():
    with forward_ad.dual_level():
        d = forward_ad.make_dual(W.detach(), torch.ones(3))
        forward_ad.unpack_dual(d.exp().mul_(d))


class Fails(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        raise KeyError("planted")


def failing():
    handle = W.register_hook(lambda g: None)
    try:
        (Fails.apply(W * 2).exp() * W).sum().backward()
    except KeyError:
        handle.remove()
    with suppress(RuntimeError):
        W.exp().add_(torch.ones(5))


def checkpoints():
    torch.utils.checkpoint.checkpoint(lambda t: (t * t).sin(), W, use_reentrant=False).sum().backward()
    torch.utils.checkpoint.checkpoint(lambda t: (t * t).sin(), W * 1, use_reentrant=True).sum().backward()


def transforms():
    torch.func.grad(lambda u: torch.func.grad(lambda t: (t * t * t).sum())(u).sum())(W)
    torch.func.jvp(torch.vmap(lambda r: r * r.exp()), (W,), (X[0],))
    torch.vmap(lambda r: r * r.exp())(W).sum().backward()


def levels():
    with forward_ad.dual_level():
        d = forward_ad.make_dual(W, torch.ones(3))
        (d * d).sum().backward()
        with forward_ad.dual_level():
            e = forward_ad.make_dual(d, torch.ones(3))
            forward_ad.unpack_dual(forward_ad.unpack_dual(e * e.clone().unsqueeze_(0)).tangent)


PARAMETER = torch.nn.Parameter(torch.ones(3))
OPTIMIZERS = [getattr(torch.optim, name)([PARAMETER], lr=1e-3) for name in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "NAdam")]


def optimizers():
    for optimizer in OPTIMIZERS:
        optimizer.zero_grad()
        (PARAMETER * PARAMETER).sum().backward()
        optimizer.step()
    PARAMETER.grad = None


def errors_in_levels():
    with suppress(KeyError), forward_ad.dual_level():
        forward_ad.make_dual(W, torch.ones(3)).exp()
        raise KeyError
    with suppress(RuntimeError):
        torch.vmap(lambda t: (t * t).item())(W)
    with suppress(KeyError):
        torch.func.grad(lambda t: {}[t.sum()])(W)
    with suppress(KeyError):
        torch.utils.checkpoint.checkpoint(lambda t: {}[t.exp()], W, use_reentrant=False)


def networks():
    LSTM(X.view(2, 1, 3))[0].sum().backward()
    torch.nn.functional.scaled_dot_product_attention(*[W.view(1, 1, 3) * 1] * 3).sum().backward()
    LSTM.zero_grad()


LSTM = torch.nn.LSTM(3, 3)
#: The count is exact, so what each step leaves is seen after one; so many also see what only some steps leave.
STEPS = dict.fromkeys((network, training, packing), 1000) | dict.fromkeys((
    hooks, functions, inspection, higher_orders, views, forward_mode, failing, checkpoints, transforms, levels, optimizers,
    errors_in_levels, networks), 500)


def live():
    return sum(isinstance(o, (Node, TensorBase)) for o in gc.get_objects())


@pytest.mark.parametrize("step", STEPS)
def test_nothing_is_left_behind(step):
    check(step, STEPS[step])


def check(step, count):
    for _ in range(2):
        step()
        forget()
    gc.collect()
    # What is there already does not count, and the search for what leads to a leaf, which looks at all objects, stays short. It is never
    # given back: so is what was frozen before, and tests that come later are the quicker for it.
    gc.freeze()
    gc.disable()
    try:
        before = live()
        for _ in range(count):
            step()
            forget()
        assert live() == before
    finally:
        gc.enable()


if __name__ == "__main__":
    for each in STEPS:
        check(each, int(sys.argv[1]))
        print(each.__name__, "leaves nothing behind")
