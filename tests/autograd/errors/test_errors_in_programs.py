"""Programs with an error at every call of an op, hook, packing and Function in turn: modes, levels, hooks, versions and leaves are
restored, and the repeated program has its usual results.
"""
from __future__ import annotations

import warnings
from contextlib import ExitStack

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.state import ACTIVE, LOCAL, PAUSED
from minitorch_compat.autograd import Function, forward_ad, functional, graph
from minitorch_compat.overrides import TorchFunctionMode
from minitorch_compat.utils.checkpoint import checkpoint, checkpoint_sequential
from minitorch_compat.utils.hooks import RemovableHandle
from tests.autograd.engine.test_exceptions import Bomb, Planted


class AtEveryCall(TorchFunctionMode):
    """Takes the bomb to every function of torch, before it runs and after."""

    def __init__(self, bomb):
        super().__init__()
        self.bomb = bomb

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.bomb()
        result = function(*args, **(kwargs or {}))
        if not isinstance(result, RemovableHandle):  # which nobody could remove
            self.bomb()
        return result


class Square(Function):
    """With a bomb in every static method; `Square.bomb` is set by the test."""

    generate_vmap_rule = True
    bomb = None

    @staticmethod
    def forward(x):
        Square.bomb()
        return x * x

    @staticmethod
    def setup_context(ctx, inputs, output):
        Square.bomb()
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx, g):
        Square.bomb()
        (x,) = ctx.saved_tensors
        return 2 * x * g

    @staticmethod
    def jvp(ctx, t):
        Square.bomb()
        (x,) = ctx.saved_tensors
        return 2 * x * t


class Doubled(Function):
    """With a `vmap` of its own."""

    @staticmethod
    def forward(x):
        Square.bomb()
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        Square.bomb()

    @staticmethod
    def backward(ctx, g):
        Square.bomb()
        return g * 2

    @staticmethod
    def vmap(info, in_dims, x):
        Square.bomb()
        return Doubled.apply(x), in_dims[0]


class Written(Function):
    """Changes its input."""

    @staticmethod
    def forward(ctx, x):
        Square.bomb()
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, g):
        Square.bomb()
        return g * 2


def levels_inside_levels(w, bomb):
    with forward_ad.dual_level():
        x = forward_ad.make_dual(w.detach(), torch.ones(3))
        with forward_ad.dual_level():
            y = Square.apply(forward_ad.make_dual(x, torch.full((3,), 2.0))).sin()
            y[0].mul_(3)
            t = forward_ad.unpack_dual(y).tangent
        return forward_ad.unpack_dual(t).tangent.clone()


def forward_over_reverse(w, bomb):
    with forward_ad.dual_level():
        d = forward_ad.make_dual(w, torch.ones(3))
        (g,) = torch.autograd.grad(Square.apply(d).cos().sum(), w)
        return forward_ad.unpack_dual(g).tangent.clone()


def reverse_over_forward(w, bomb):
    with forward_ad.dual_level():
        t = forward_ad.unpack_dual(Square.apply(forward_ad.make_dual(w, torch.ones(3))).exp()).tangent
        return torch.autograd.grad(t.sum(), w)[0]


def batches(w, bomb):
    return torch.vmap(lambda x: Doubled.apply(Square.apply(x) + x.sin()).cumsum(0))(w.detach().view(3, 1).expand(3, 2))


def transforms(w, bomb):
    def f(x):
        return (Square.apply(x) * x.sin()).sum()

    x = w.detach()
    pulled = torch.func.vjp(f, x)[1](torch.tensor(1.0))[0]
    return (torch.func.grad(f)(x) + torch.func.hessian(f)(x).sum(0) + torch.func.jvp(f, (x,), (x,))[1]
            + torch.func.jacrev(Square.apply)(x)[0] + torch.func.vmap(torch.func.grad(f))(x.view(3, 1)).view(3) + pulled)


def recomputed(w, bomb):
    def part(x):
        bomb()
        y = Square.apply(x).cos()
        return y * torch.nn.functional.dropout(y, 0.5)

    y = checkpoint(part, w, use_reentrant=False)
    z = checkpoint(part, y * 1, use_reentrant=True)
    checkpoint_sequential([torch.sin, part], 2, z, use_reentrant=False).sum().backward()
    return w.grad.clone()


def writes_into_views(w, bomb):
    base = w * 1
    base[:2].mul_(w[1:])
    base.view(3, 1).t().add_(Written.apply((base * 2)[None]))
    base.as_strided((2,), (1,), 1).copy_(w[:2] * w[1:])
    base[torch.tensor([0, 2])] = w[:2]
    base.detach().view(-1)[0].item()
    (base * base).sum().backward()
    return w.grad.clone()


def many_at_once(w, bomb):
    xs = torch._foreach_mul([w, w * 2], [w, w])
    torch._foreach_add_(xs, 1.0)
    p = torch.nn.Parameter(w.detach().clone())
    optimizer = torch.optim.Adam([p], lr=0.1, foreach=True)
    sum((p * x).sum() for x in xs).backward()
    optimizer.step()
    return torch.stack([w.grad, p.detach()])


def caught(w, bomb):
    a, b = w * 2, w.sin()
    node = a.grad_fn
    with ExitStack() as handles, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for register in (lambda: graph.register_multi_grad_hook([a, b], bomb), lambda: a.register_hook(bomb),
                         lambda: graph.register_multi_grad_hook([a, b], bomb, mode="any"), lambda: node.register_prehook(bomb),
                         lambda: node.register_hook(bomb), lambda: w.register_hook(bomb),
                         lambda: w.register_post_accumulate_grad_hook(bomb)):
            handles.callback(register().remove)
        a.retain_grad()
        (a * b).sum().backward(create_graph=True)
        (w.grad * w.grad).sum().backward(inputs=[w])
        return w.grad.detach().clone()


def packed(w, bomb):
    def pack(t):
        bomb()
        return t.detach()

    def unpack(t):
        bomb()
        return t

    with graph.saved_tensors_hooks(pack, unpack), graph.save_on_cpu():
        y = Square.apply(w.exp())
    with graph.disable_saved_tensors_hooks("no"):
        y = y * w
    with graph.allow_mutation_on_saved_tensors():
        z = w * 1
        loss = (z * z * y).sum()
        z.zero_()
        loss.backward()
    return w.grad.clone()


def modes(w, bomb):
    @torch.no_grad()
    def quiet(x):
        bomb()
        return x * 2

    with torch.inference_mode():
        bomb()
        torch.ones(2).exp_()
    with torch.enable_grad(), torch.set_grad_enabled(True), torch.autograd.set_multithreading_enabled(False), torch.autocast("cpu"):
        y = quiet(w) * w
    with warnings.catch_warnings(), torch.autograd.set_detect_anomaly(True):
        warnings.simplefilter("ignore")
        Square.apply(y).sum().backward()
    with torch.autograd.profiler.profile(), torch.autograd.profiler.record_function("a part"):
        w.exp()
    return w.grad.clone()


def older_functions(w, bomb):
    x = w.detach()
    return (functional.hessian(lambda t: Square.apply(t).cos().sum(), x) + functional.jacobian(Square.apply, x, vectorize=True)
            + functional.jacobian(torch.sin, x, vectorize=True, strategy="forward-mode") + functional.jvp(Square.apply, x, x)[1]
            + functional.hvp(lambda t: Square.apply(t).sum(), x, x)[1])


def batched_cotangents(w, bomb):
    return torch.autograd.grad(Square.apply(w).sin(), w, torch.eye(3), is_grads_batched=True)[0]


def networks(w, bomb):
    torch.manual_seed(0)
    lstm, attention = torch.nn.LSTM(3, 3), torch.nn.MultiheadAttention(3, 1)
    handle = lstm.register_forward_hook(bomb)
    y = attention(*[lstm(w.view(1, 1, 3))[0]] * 3)[0]
    torch.nn.functional.conv1d(y, torch.ones(1, 1, 2)).sum().backward()
    handle.remove()
    return w.grad.clone()


PROGRAMS = [levels_inside_levels, forward_over_reverse, reverse_over_forward, batches, transforms, recomputed, writes_into_views,
            many_at_once, caught, packed, modes, older_functions, batched_cotangents, networks]


def state():
    return (LOCAL.grad, LOCAL.inference, list(LOCAL.levels), list(LOCAL.saved_hooks), LOCAL.saved_hooks_disabled, LOCAL.task, LOCAL.node,
            LOCAL.delegated, LOCAL.forward_limit, LOCAL.before_write, list(LOCAL.function_modes), LOCAL.autocast, LOCAL.functionalizing,
            LOCAL.observer, LOCAL.multithreading, LOCAL.no_overrides, LOCAL.skip_override_check, list(ACTIVE), list(PAUSED),
            torch.is_anomaly_enabled(),
            torch.is_autocast_enabled("cpu"), torch.get_default_dtype())


def run(program, bomb):
    w = torch.tensor([0.5, 1.0, -1.5], requires_grad=True)
    Square.bomb = bomb
    torch.manual_seed(0)
    try:
        with AtEveryCall(bomb):
            return program(w, bomb).tolist(), w
    except Planted:
        return None, w


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_error_at_every_place(program):
    expected, w = run(program, counted := Bomb())
    before, version = state(), w._version
    assert counted.count >= 10 and not LOCAL.function_modes
    for place in range(1, counted.count + 1):
        found, w = run(program, Bomb(place))
        assert found is None and state() == before and w._version == version == 0, place
        assert w.tolist() == [0.5, 1.0, -1.5] and w.requires_grad and w.grad_fn is None
        if program is caught:
            assert not w._backward_hooks and not w._post_accumulate_grad_hooks
        if place % 5 == 0 or place == counted.count:
            assert run(program, Bomb())[0] == expected, place
