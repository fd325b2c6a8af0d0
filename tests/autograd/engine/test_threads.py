"""Several threads at once."""
from __future__ import annotations

import sys
import threading

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.state import ACTIVE, activate, deactivate


@pytest.fixture(autouse=True)
def fast_switching():
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def in_threads(count, work):
    """What `work(i)` answered or raised in each of `count` threads that start together."""
    barrier = threading.Barrier(count)
    results = [None] * count

    def run(i):
        barrier.wait()
        try:
            results[i] = work(i)
        except Exception as error:
            results[i] = error

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return results


def net(x, w):
    return ((x @ w).tanh() * x).sum()


def test_separate_graphs_give_the_same_bits():
    x, w = torch.linspace(-1, 1, 16).view(4, 4), torch.linspace(0, 1, 16).view(4, 4).requires_grad_()
    expected = torch.autograd.grad(net(x, w), w)[0].tolist()
    results = in_threads(8, lambda i: [torch.autograd.grad(net(x, w), w)[0].tolist() for _ in range(100)])
    assert all(r == [expected] * 100 for r in results)


def test_a_shared_graph_that_is_retained():
    x, w = torch.linspace(-1, 1, 16).view(4, 4), torch.linspace(0, 1, 16).view(4, 4).requires_grad_()
    loss = net(x, w)
    expected = torch.autograd.grad(loss, w, retain_graph=True)[0].tolist()
    results = in_threads(8, lambda i: [torch.autograd.grad(loss, w, retain_graph=True)[0].tolist() for _ in range(100)])
    assert all(r == [expected] * 100 for r in results)


def test_a_shared_graph_can_be_used_up_once():
    for _ in range(20):
        w = torch.ones(4, 4, requires_grad=True)
        h = w
        for _ in range(20):
            h = h * w
        loss = h.sum()
        results = in_threads(8, lambda i, loss=loss: loss.backward())
        errors = [r for r in results if r is not None]
        assert len(errors) == 7 and all("second time" in str(e) for e in errors)
        assert w.grad.tolist() == [[21.0] * 4] * 4


@pytest.mark.parametrize("size", [2, 100_000])
def test_no_gradient_is_lost(size):
    w = torch.zeros(size, requires_grad=True)
    rounds = 50 if size > 100 else 300

    def work(i):
        for _ in range(rounds):
            (w * 1.0).sum().backward()

    assert in_threads(8, work) == [None] * 8
    assert (w.grad == 8 * rounds).all()


def test_modes_belong_to_a_thread():
    seen = {}
    with torch.no_grad(), torch.inference_mode(), torch.autograd.forward_ad.dual_level(), \
            torch.autograd.graph.saved_tensors_hooks(lambda t: 1 / 0, lambda t: t):
        def work(i):
            x = torch.ones(2, requires_grad=True)
            y = x.exp()
            seen[i] = (torch.is_grad_enabled(), torch.is_inference_mode_enabled(), y.requires_grad, y.is_inference(),
                       y.grad_fn._saved_result.tolist() == y.tolist())
            return torch.autograd.forward_ad.unpack_dual(x).tangent

        assert in_threads(2, work) == [None, None]
    assert seen[0] == seen[1] == (True, False, True, False, True)


def test_anomaly_mode_is_for_all_threads():
    with torch.autograd.set_detect_anomaly(True):
        assert in_threads(2, lambda i: torch.is_anomaly_enabled()) == [True, True]
    assert not torch.is_anomaly_enabled()


def shared_graphs():
    """Losses whose first node that saves something is of each of the kinds that the engine runs in ways of their own, and their leaf."""
    def square(a):
        return a * a

    def hooked(a):
        b = a * a
        b.register_hook(lambda g: g * 2)
        return b

    def seen(a):
        b = a * a
        assert b.grad_fn.name() == "MulBackward0"
        return b

    def packed(a):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
            return a * a

    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            ctx.saved_tensors  # noqa: B018
            return g * 2

    def recomputed(a):
        return torch.utils.checkpoint.checkpoint(lambda t: (t * t).sin(), a, use_reentrant=False)

    def changed(a):
        b = a * 1
        b[0].mul_(a[1])
        return b

    def second(a):
        (g,) = torch.autograd.grad((a * a * a).sum(), a, create_graph=True)
        return g * g

    def kept(a):
        b = a * a
        b.retain_grad()
        return b * b

    def viewed(a):
        b = a * a
        return b.view(-1)[2:] * b.t().reshape(-1)[2:]

    def of_several(a):
        first, last = (a * a).unbind(0)[:2]
        return first * last * (a * a).split(2)[0].max(0).values

    def together(a):
        b, c = a * a, a.sin()
        torch.autograd.graph.register_multi_grad_hook([b, c], lambda gs: None)
        torch.autograd.graph.register_multi_grad_hook([b, c], lambda g: None, mode="any")
        return b * c

    def offloaded(a):
        with torch.autograd.graph.save_on_cpu():
            return (a * a).exp()

    def tangent(a):
        with torch.autograd.forward_ad.dual_level():
            return torch.autograd.forward_ad.unpack_dual(torch.autograd.forward_ad.make_dual(a, a.detach()).sin()).tangent

    torch.manual_seed(0)
    lstm, attention, conv = torch.nn.LSTM(4, 4, 2), torch.nn.MultiheadAttention(4, 2), torch.nn.Conv2d(1, 2, 3)
    functional = torch.nn.functional
    return {"square": square, "hooked": hooked, "seen": seen, "packed": packed, "function": Twice.apply, "several": torch.linalg.svdvals,
            "recomputed": recomputed, "changed": changed, "second": second, "kept": kept, "viewed": viewed, "of several": of_several,
            "together": together, "offloaded": offloaded, "tangent": tangent, "lstm": lambda a: lstm(a.view(2, 2, 4) * 1.0)[0] ** 2,
            "attention": lambda a: attention(*[a.view(4, 1, 4) * 1.0] * 3)[0] ** 2, "conv": lambda a: conv(a.view(1, 1, 4, 4) * 1.0) ** 2,
            "fused attention": lambda a: functional.scaled_dot_product_attention(*[a.view(1, 1, 4, 4) * 1.0] * 3) ** 2,
            "einsum": lambda a: torch.einsum("ij,jk,kl->il", a, a, a) ** 2,
            "norm": lambda a: functional.gelu(functional.layer_norm(a * a, (4,))) ** 2,
            "cross entropy": lambda a: functional.cross_entropy(a * a, torch.arange(4)),
            "indexed": lambda a: (a * a)[torch.tensor([0, 1])] ** 2,
            "foreach": lambda a: torch._foreach_mul([a * a, a * 2], [a, a])[0] ** 2, "vmap": lambda a: torch.vmap(lambda r: r * r.exp())(a),
            "func.grad": lambda a: torch.func.grad(lambda t: (t * t * t).sum())(a) ** 2,
            "func.jvp": lambda a: torch.func.jvp(lambda t: t * t * t, (a,), (torch.ones_like(a),))[1] ** 2}


@pytest.mark.parametrize("kind", shared_graphs())
def test_one_of_eight_threads_uses_a_graph_up(kind):
    sys.setswitchinterval(1e-6)
    function = shared_graphs()[kind]
    for turn in range(20):
        w = torch.linspace(0.1, 1, 16).view(4, 4).requires_grad_()
        expected = torch.autograd.grad(function(w).sum(), w)[0]
        loss = function(w).sum()
        results = in_threads(8, (lambda i: torch.autograd.grad(loss, w)[0], lambda i: loss.backward())[turn % 2])  # noqa: B023
        errors = [r for r in results if isinstance(r, Exception)]
        assert len(errors) == 7 and all(isinstance(e, RuntimeError) and "second time" in str(e) for e in errors), errors
        found = w.grad if turn % 2 else next(r for r in results if not isinstance(r, Exception))
        assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("kind", shared_graphs())
def test_every_kind_on_shared_and_separate_graphs_gives_the_same_bits(kind):
    function = shared_graphs()[kind]
    w = torch.linspace(0.1, 1, 16).view(4, 4).requires_grad_()
    loss = function(w).sum()
    expected = torch.autograd.grad(loss, w, retain_graph=True)[0].tolist()

    def work(i):
        return [torch.autograd.grad(loss, w, retain_graph=True)[0].tolist() for _ in range(10)] + [
            torch.autograd.grad(function(w).sum(), w)[0].tolist() for _ in range(5)]

    assert in_threads(8, work) == [[expected] * 15] * 8
    in_threads(8, lambda i: [loss.backward(retain_graph=True) for _ in range(4)])
    torch.testing.assert_close(w.grad, 32 * torch.tensor(expected))


def test_forward_levels_of_another_thread():
    forward_ad = torch.autograd.forward_ad
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(torch.ones(2), torch.full((2,), 3.0))

        def joins(i):
            return forward_ad.unpack_dual(dual * dual).tangent.tolist()

        def has_its_own(i):
            with forward_ad.dual_level():
                own = forward_ad.make_dual(torch.ones(2), torch.ones(2))
                assert forward_ad.unpack_dual(own * 2).tangent.tolist() == [2, 2]
                with pytest.raises(RuntimeError, match="level that another thread has open"):
                    own * dual

        assert in_threads(4, joins) == [[6.0, 6.0]] * 4
        assert in_threads(4, has_its_own) == [None] * 4
        assert forward_ad.unpack_dual(dual).tangent.tolist() == [3, 3]


def test_forward_mode_in_all_threads():
    forward_ad = torch.autograd.forward_ad

    def work(i):
        found = []
        for _ in range(100):
            with forward_ad.dual_level():
                x = forward_ad.make_dual(torch.arange(3.0), torch.full((3,), i + 1.0))
                with forward_ad.dual_level():
                    y = forward_ad.make_dual(x, torch.ones(3))
                    found.append(forward_ad.unpack_dual(forward_ad.unpack_dual(y**3).tangent, level=0).tangent.tolist())
        return found

    assert in_threads(8, work) == [[[0.0, 6.0 * (i + 1), 12.0 * (i + 1)]] * 100 for i in range(8)]


def test_threads_open_and_close_scopes_of_their_own():
    sys.setswitchinterval(1e-6)

    def work(i):
        mine = [object() for _ in range(5)]
        for _ in range(1500):
            for entry in mine:
                activate(entry)
            for entry in mine:  # the oldest first, so that there is something to look through
                deactivate(entry)
            if any(e is entry for e in tuple(ACTIVE) for entry in mine):
                return "another thread's entry was taken out"
        return "fine"

    assert in_threads(16, work) == ["fine"] * 16
    assert not ACTIVE
