"""An error at the k-th call of a kernel or formula, or of user code (hooks, packing, Functions, checkpointed and transformed
functions), for every k: modes, levels, hooks and versions are restored, and the repeated program has its usual results.
"""
from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

import minitorch_compat as torch
from minitorch_compat import func
from minitorch_compat._dispatch.state import ACTIVE, LOCAL
from minitorch_compat.autograd import forward_ad, graph
from minitorch_compat.utils.checkpoint import checkpoint, create_selective_checkpoint_contexts

_PACKAGE = Path(torch.__file__).parent
_KERNELS = (str(_PACKAGE / "_array"), str(_PACKAGE / "_ops"))
X = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
M = torch.arange(9.0).reshape(3, 3).div(9).requires_grad_()
NET = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2))


class Planted(Exception):
    """The error that is put in the way."""


class Bomb:
    """Hears of every Python call, as a profile function does, and raises at the n-th that it counts; `None`: only counts."""

    def __init__(self, at=None):
        self.at, self.count = at, 0

    def __call__(self, frame, event, _arg):
        if event == "call" and self.counts(frame):
            self.count += 1
            if self.count == self.at:
                raise Planted

    @staticmethod
    def counts(frame):
        code = frame.f_code
        if code.co_filename == __file__:
            return code.co_name != "run"
        caller = frame.f_back
        return code.co_filename.startswith(_KERNELS) and (caller is None or not caller.f_code.co_filename.startswith(_KERNELS))


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, g):
        return 3 * ctx.saved_tensors[0] ** 2 * g

    @staticmethod
    def jvp(ctx, t):
        return 3 * ctx.saved_tensors[0] ** 2 * t


class Turned(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x.sin(), x.cos()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, a, b):
        x, = ctx.saved_tensors
        return a * x.cos() - b * x.sin()


def doubled(value):
    return value * 2


def same(value):
    return value


def nothing(*_):
    return None


def product(x):
    return (x.sin() * x.exp()).sum()


def hooked():
    handles = []
    try:
        y = X.sin()
        y.register_hook(doubled)
        z = (y * y).sum()
        z.grad_fn.register_prehook(nothing)
        z.grad_fn.register_hook(nothing)
        handles += [X.register_hook(doubled), X.register_post_accumulate_grad_hook(nothing)]
        handles.append(graph.register_multi_grad_hook((X, y), nothing))
        z.backward()
    finally:
        for handle in handles:
            handle.remove()
    return [X.grad]


def packed():
    with graph.saved_tensors_hooks(same, same), graph.save_on_cpu():
        y = (M @ M).exp().sum() + Cube.apply(X).sum()
    y.backward()
    return [X.grad, M.grad]


def functions():
    a, b = Turned.apply(X)
    g, = torch.autograd.grad((Cube.apply(a) + b).sum(), X, create_graph=True)
    return torch.autograd.grad(g.sum(), X)


def mutated():
    with graph.allow_mutation_on_saved_tensors():
        a = X * 1
        b = a.sin()
        a.sin_()
        return torch.autograd.grad((a + b).sum(), X)


def written():
    a = X * 1
    a[1:].mul_(2)
    a.view(3, 1).sin_()
    return torch.autograd.grad(a.sum(), X)


def duals():
    with forward_ad.dual_level():
        outer = forward_ad.make_dual(X.detach() * 1, torch.ones(3))
        level = forward_ad.enter_dual_level()
        try:
            inner = forward_ad.make_dual(Cube.apply(outer), torch.ones(3), level=level)
            tangent = forward_ad.unpack_dual(inner.sin(), level=level).tangent
        finally:
            forward_ad.exit_dual_level(level=level)
        return [forward_ad.unpack_dual(tangent).tangent]


def checkpointed():
    def inner(x):
        return checkpoint(product, x.cos(), use_reentrant=False) * torch.rand(3)

    checkpoint(inner, X * 1, use_reentrant=False).sum().backward()
    checkpoint(product, X * 1, use_reentrant=True).backward()
    return [X.grad]


def selected():
    def contexts():
        return create_selective_checkpoint_contexts([torch.ops.aten.mm.default])

    def twice(x):
        return (x @ x).sin().sum()

    checkpoint(twice, M * 1, use_reentrant=False, context_fn=contexts).backward()
    return [M.grad]


def transforms():
    def first(x):
        return Turned.apply(x)[0] * torch.rand(3)

    x = X.detach()
    return [func.vmap(func.grad(product))(M.detach()), func.hessian(product)(x), func.vmap(first, randomness="different")(M.detach()),
            func.jvp(func.grad(product), (x,), (x,))[1], torch.autograd.functional.hvp(product, x, x)[1]]


def batched():
    return torch.autograd.grad(X.sin() * X, X, torch.eye(3), is_grads_batched=True)


def modules():
    handles = []
    try:
        handles += [NET[0].register_forward_pre_hook(nothing), NET[1].register_forward_hook(nothing),
                    NET[2].register_full_backward_pre_hook(nothing), NET[0].register_full_backward_hook(nothing)]
        NET(M).sum().backward()
    finally:
        for handle in handles:
            handle.remove()
    return [M.grad, *(p.grad for p in NET.parameters())]


def modes():
    with torch.no_grad(), torch.enable_grad(), torch.inference_mode():
        a = X.sin()
    with torch.autograd.detect_anomaly(check_nan=False), torch.autograd.profiler.profile(), torch.autograd.profiler.record_function("a"):
        product(X).backward()
    return [a, X.grad]


def state():
    tensors = [X, M, *NET.parameters()]
    return (LOCAL.grad, LOCAL.inference, list(LOCAL.levels), list(LOCAL.saved_hooks), LOCAL.saved_hooks_disabled, LOCAL.task,
            LOCAL.delegated, LOCAL.forward_limit, LOCAL.before_write, LOCAL.observer, list(LOCAL.function_modes), list(ACTIVE),
            torch.is_anomaly_enabled(),
            [(t._version, t.requires_grad, len(t._backward_hooks or ()), len(t._post_accumulate_grad_hooks or ()), t.tolist())
             for t in tensors],
            [(len(m._forward_hooks), len(m._forward_pre_hooks), len(m._backward_hooks), len(m._backward_pre_hooks)) for m in NET.modules()])


def run(program, bomb):
    for t in (X, M, *NET.parameters()):
        t.grad = None
    torch.manual_seed(0)
    before = sys.getprofile()
    sys.setprofile(bomb)
    try:
        found = program()
    finally:
        sys.setprofile(before)
    return [t.tolist() for t in found]


@pytest.fixture
def no_collection():
    """What the collector finds of earlier tests runs finalizers, whose calls would be counted, too."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("program", [
    hooked, packed, functions, mutated, written, duals, checkpointed, selected, transforms, batched, modules, modes])
def test_an_error_anywhere_leaves_no_trace(program):
    run(program, None)
    expected = run(program, None)
    run(program, counted := Bomb())
    before = state()
    assert counted.count > 5
    for place in range(1, counted.count + 1):
        with pytest.raises(Planted):
            run(program, Bomb(place))
        assert state() == before, place
        assert run(program, None) == expected, place
