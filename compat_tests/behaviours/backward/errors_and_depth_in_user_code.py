"""Errors at every place where user code runs, threads, and graphs of great depth."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .. import refused
from .._func import silent
from .threads_and_deep_graphs import _in_threads


class Planted(Exception):
    """The error that is put in the way."""


def _raise(*_: Any) -> Any:
    raise Planted("here")


def _leaf(torch: Any) -> Any:
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def _modes(torch: Any) -> Any:
    """What an error must leave as it was."""
    without_level = refused(torch.autograd.forward_ad.exit_dual_level)["raised"] == "RuntimeError"
    return torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.is_anomaly_enabled(), without_level


def _fails_and_recovers(torch: Any, plant: Callable[[Any, Any, Any], Any], loss: Callable[[Any], Any]) -> Any:
    """How backward ends with an error planted at `y`, the modes after it, and the gradients of a run without."""
    x = _leaf(torch)
    y = x * 2
    undo = plant(torch, x, y)
    before = _modes(torch)
    ended = refused(lambda: loss(y).backward())
    kept = x.grad, _modes(torch) == before, x._version, y._version
    undo()
    x.grad = None
    loss(x * 2).backward()
    return ended, kept, x.grad


def _square(y: Any) -> Any:
    return (y * y).sum()


def a_tensor_hook_fails(torch: Any) -> Iterator[Any]:
    """After an error in a hook of a result or a leaf, backward works again once the hook is gone."""
    yield _fails_and_recovers(torch, lambda torch, x, y: y.register_hook(_raise).remove, _square)
    yield _fails_and_recovers(torch, lambda torch, x, y: x.register_hook(_raise).remove, _square)
    # PyTorch: (Planted: here, (None, True, 0, 0), tensor([8., 16., 24.]))
    # PyTorch: (Planted: here, (None, True, 0, 0), tensor([8., 16., 24.]))


def a_hook_of_a_node_fails(torch: Any) -> Iterator[Any]:
    """After an error in a hook or prehook of an inner node or a leaf node, backward works again."""
    yield _fails_and_recovers(torch, lambda torch, x, y: y.grad_fn.register_hook(_raise).remove, _square)
    yield _fails_and_recovers(torch, lambda torch, x, y: y.grad_fn.register_prehook(_raise).remove, _square)
    edge = torch.autograd.graph.get_gradient_edge
    yield _fails_and_recovers(torch, lambda torch, x, y: edge(x).node.register_prehook(_raise).remove, _square)
    yield _fails_and_recovers(torch, lambda torch, x, y: edge(x).node.register_hook(_raise).remove, _square)
    # PyTorch: (Planted: here, (None, True, 0, 0), tensor([8., 16., 24.]))
    # PyTorch: (Planted: here, (None, True, 0, 0), tensor([8., 16., 24.]))
    # PyTorch: (Planted: here, (None, True, 0, 0), tensor([8., 16., 24.]))
    # PyTorch: (Planted: here, (tensor([8., 16., 24.]), True, 0, 0), tensor([8., 16., 24.]))


def a_hook_after_accumulation_fails(torch: Any) -> Iterator[Any]:
    """An error in a post-accumulate hook leaves a graph and modes that work again."""
    yield _fails_and_recovers(torch, lambda torch, x, y: x.register_post_accumulate_grad_hook(_raise).remove, _square)
    # PyTorch: (Planted: here, (tensor([8., 16., 24.]), True, 0, 0), tensor([8., 16., 24.]))


def a_hook_of_several_gradients_fails(torch: Any) -> Iterator[Any]:
    """An error in a multi-grad hook of either mode leaves a graph and modes that work again."""
    register = torch.autograd.graph.register_multi_grad_hook
    for mode in ("all", "any"):
        yield _fails_and_recovers(torch, lambda torch, x, y: register([x, y], _raise, mode=mode).remove, _square)
    # PyTorch: (Planted: here, (None, True, 0, 0), tensor([8., 16., 24.]))
    # PyTorch: (Planted: here, (None, True, 0, 0), tensor([8., 16., 24.]))


def hooks_around_one_that_fails(torch: Any) -> Iterator[Any]:
    """Hooks before a failing one have run, those behind it have not, and all stay registered."""
    x, log = _leaf(torch), []
    handles = [x.register_hook(lambda g: log.append("first")), x.register_hook(_raise), x.register_hook(lambda g: log.append("third"))]
    yield refused(lambda: _square(x).backward()), log, len(x._backward_hooks)
    handles[1].remove()
    _square(x).backward()
    yield log, len(x._backward_hooks), x.grad
    # PyTorch: (Planted: here, ['first'], 3)
    # PyTorch: (['first', 'first', 'third'], 2, tensor([2., 4., 6.]))


def packing_fails(torch: Any) -> Iterator[Any]:
    """An error in pack or unpack, or a wrong unpacked value, leaves tensors and modes as they were."""
    x = _leaf(torch)
    for pack, unpack in ((_raise, lambda t: t), (lambda t: t, _raise), (lambda t: 3, lambda t: t)):
        def run() -> Any:
            with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
                y = (x * x).exp().sum()
            return y.backward()

        yield refused(run), x.grad, x._version, _modes(torch)
    (x * x).exp().sum().backward()
    yield x.grad
    # PyTorch: (Planted: here, None, 0, (True, False, False, True))
    # PyTorch: (Planted: here, None, 0, (True, False, False, True))
    # PyTorch: (TypeError: Output of saved tensor unpack_hook ..., None, 0, (True, False, False, True))
    # PyTorch: tensor([5.4366e+00, 2.1839e+02, 4.8619e+04])


def an_error_between_scopes_of_packing(torch: Any) -> Iterator[Any]:
    """An error that leaves an inner packing scope puts the outer one back into force."""
    x, log, scope = _leaf(torch), [], torch.autograd.graph.saved_tensors_hooks
    def noted(name: str) -> Any:
        return scope(lambda t: log.append(name) or t, lambda t: t)

    with noted("outer"):
        with suppress(Planted), noted("inner"):
            x.exp()
            _raise()
        (x * x).sum().backward()
    yield log, x.grad
    x.exp()
    yield len(log)
    # PyTorch: (['inner', 'outer', 'outer'], tensor([2., 4., 6.]))
    # PyTorch: 3


def _function(torch: Any, **failing: Any) -> Any:
    """A Function of which the named parts fail."""
    parts = {"forward": lambda x: x * 2, "setup_context": lambda ctx, inputs, output: ctx.save_for_backward(*inputs),
             "backward": lambda ctx, g: g * 2, "jvp": lambda ctx, t: t * 2,
             "vmap": lambda info, dims, x: (x * 2, dims[0])}
    return type("Doubled", (torch.autograd.Function,), {k: staticmethod(failing.get(k, v)) for k, v in parts.items()})


@silent
def a_part_of_a_function_fails(torch: Any) -> Iterator[Any]:
    """An error in any method of a Function comes out as it is and leaves no mode changed."""
    forward_ad = torch.autograd.forward_ad

    def reverse(f: Any) -> Any:
        x = _leaf(torch)
        f.apply(x).sum().backward()
        return x.grad

    def forward(f: Any) -> Any:
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(f.apply(forward_ad.make_dual(torch.ones(2), torch.ones(2)))).tangent

    def batched(f: Any) -> Any:
        return torch.vmap(f.apply)(torch.ones(2, 2))

    for run, names in ((reverse, ("forward", "setup_context", "backward")), (forward, ("forward", "jvp")), (batched, ("vmap",))):
        for name in names:
            before = _modes(torch)
            yield name, refused(lambda: run(_function(torch, **{name: _raise}))), _modes(torch) == before
        yield run(_function(torch))


def an_error_deep_inside_nested_backwards(torch: Any) -> Iterator[Any]:
    """An error up to 200 nested backwards deep comes out, and the same nesting works afterwards."""
    class Nested(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, depth: int, fails: bool) -> Any:
            ctx.depth, ctx.fails = depth, fails
            return x.clone()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            if ctx.depth == 0:
                return (_raise() if ctx.fails else g), None, None
            with torch.enable_grad():
                x = torch.ones(3, requires_grad=True)
                Nested.apply(x, ctx.depth - 1, ctx.fails).sum().backward()
            return g * x.grad, None, None

    for depth in (1, 20, 200):
        x = _leaf(torch)
        yield refused(lambda: Nested.apply(x, depth, True).sum().backward()), x.grad, _modes(torch)
        Nested.apply(x, depth, False).sum().backward()
        yield x.grad
    # PyTorch: (Planted: here, None, (True, False, False, True))
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: (Planted: here, None, (True, False, False, True))
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: (Planted: here, None, (True, False, False, True))
    # PyTorch: tensor([1., 1., 1.])


@silent
def a_dual_level_is_left_by_an_error(torch: Any) -> Iterator[Any]:
    """An error inside a dual level closes it, and a new level can be opened."""
    forward_ad = torch.autograd.forward_ad
    def run() -> Any:
        with forward_ad.dual_level():
            d = forward_ad.make_dual(torch.ones(2), torch.ones(2))
            return d @ torch.ones(3)

    before = _modes(torch)
    yield refused(run)["raised"], _modes(torch) == before
    with forward_ad.dual_level():
        yield forward_ad.unpack_dual(forward_ad.make_dual(torch.ones(2), torch.ones(2)) * 3).tangent
    # PyTorch: ('RuntimeError', True)
    # PyTorch: tensor([3., 3.])


def modes_are_left_by_an_error(torch: Any) -> Iterator[Any]:
    """An error inside any mode of autograd restores the state from before it."""
    before = _modes(torch)
    for mode in (torch.no_grad, torch.enable_grad, torch.inference_mode, lambda: torch.set_grad_enabled(False),
                 lambda: torch.autograd.set_detect_anomaly(True), lambda: torch.autograd.graph.save_on_cpu(),
                 lambda: torch.autograd.graph.disable_saved_tensors_hooks("no"), torch.autograd.graph.allow_mutation_on_saved_tensors):
        with suppress(Planted), mode():
            _raise()
        yield _modes(torch) == before
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        x = _leaf(torch)
        _square(x).backward()
    yield x.grad


def a_generator_is_left_by_an_error(torch: Any) -> Iterator[Any]:
    """A generator under no_grad changes grad mode only while it runs, also when it fails."""
    @torch.no_grad()
    def steps() -> Iterator[Any]:
        yield torch.is_grad_enabled()
        _raise()

    found = steps()
    yield next(found), torch.is_grad_enabled()
    yield refused(lambda: next(found)), torch.is_grad_enabled()
    # PyTorch: (False, True)
    # PyTorch: (Planted: here, True)


def refused_changes_in_place_leave_no_trace(torch: Any) -> Iterator[Any]:
    """A refused change in-place leaves values and node alone; which ones still raise the version."""
    x = _leaf(torch)
    y = x * 2
    for change in (lambda: y.add_(torch.ones(4)), lambda: y.mul_("a"), lambda: y.copy_(torch.ones(2)), lambda: x.add_(1),
                   lambda: x[:2].mul_(2), lambda: y.index_fill_(0, torch.tensor([9]), 1.0), lambda: y.unbind()[0].add_(1),
                   lambda: y.masked_fill_(torch.ones(2, dtype=torch.bool), 0.0), lambda: y.add_(torch.ones(3, dtype=torch.complex64)),
                   lambda: y.resize_(2)):
        yield refused(change)["raised"], y._version, x._version, y.grad_fn.name()
    yield y
    y.sum().backward()
    yield x.grad


def a_checkpoint_is_left_by_an_error(torch: Any) -> Iterator[Any]:
    """An error while a checkpoint recomputes leaves modes alone, and the next run works."""
    from importlib import import_module

    checkpoint = import_module(torch.__name__ + ".utils.checkpoint").checkpoint
    for reentrant in (False, True):
        runs = []
        def fails_at_second(x: Any) -> Any:
            runs.append(1)
            return _raise() if len(runs) == 2 else x.exp()

        x = _leaf(torch)
        y = checkpoint(fails_at_second, x, use_reentrant=reentrant).sum()
        yield refused(y.backward), x.grad, _modes(torch)
        y = checkpoint(fails_at_second, x, use_reentrant=reentrant).sum()
        y.backward()
        yield x.grad, len(runs)
    # PyTorch: (Planted: here, None, (True, False, False, True))
    # PyTorch: (tensor([2.7183, 7.3891, 20.0855]), 4)
    # PyTorch: (Planted: here, None, (True, False, False, True))
    # PyTorch: (tensor([2.7183, 7.3891, 20.0855]), 4)


def final_callbacks_that_fail(torch: Any) -> Iterator[Any]:
    """A leaf hook that returns None changes no gradient, and the next backward without it adds as usual."""
    _engine, log = torch.autograd.Variable._execution_engine, []
    x = _leaf(torch)
    handle = x.register_hook(lambda g: None)
    yield refused(lambda: _square(x).backward()), log, x.grad
    handle.remove()
    _square(x).backward()
    yield x.grad, log
    # PyTorch: (nothing: NoneType, [], tensor([2., 4., 6.]))
    # PyTorch: (tensor([4., 8., 12.]), [])
    # PyTorch: memory in common: 0 and 1


@silent
def functions_of_transforms_that_fail(torch: Any) -> Iterator[Any]:
    """An error inside a function transform closes all its levels."""
    x = torch.ones(3)
    for transform in (torch.func.grad, torch.vmap, lambda f: torch.func.jacrev(f), lambda f: torch.func.jacfwd(f),
                      lambda f: lambda x: torch.func.vjp(f, x), lambda f: lambda x: torch.func.jvp(f, (x,), (x,)),
                      lambda f: torch.func.grad(torch.func.grad(f)), lambda f: torch.vmap(torch.func.grad(f))):
        before = _modes(torch)
        yield refused(lambda: transform(lambda x: _raise())(x)), _modes(torch) == before
    yield torch.func.grad(_square)(x).tolist(), torch.vmap(lambda x: x * 2)(x)


def an_error_in_one_thread_is_its_own(torch: Any) -> Iterator[Any]:
    """Failing backwards in half of eight threads do not disturb those in the others."""
    def work(i: int) -> Any:
        x = _leaf(torch)
        if i % 2:
            x.register_hook(_raise)
        for _ in range(20):
            with suppress(Planted):
                _square(x).backward()
        return None if x.grad is None else x.grad.tolist(), torch.is_grad_enabled()

    yield _in_threads(8, work)


def eight_threads_with_graphs_of_their_own(torch: Any) -> Iterator[Any]:
    """Eight threads that each record and differentiate get the result of one thread."""
    w = torch.linspace(0, 1, 16).view(4, 4).requires_grad_()
    x = torch.linspace(-1, 1, 16).view(4, 4)

    def once() -> Any:
        return torch.autograd.grad(((x @ w).tanh() * x).sum(), w)[0].tolist()

    expected = once()
    found = _in_threads(8, lambda i: [once() for _ in range(100)])
    yield [results == [expected] * 100 for results in found]
    # PyTorch: [True, True, True, True, True, True, True, True]


def eight_threads_on_one_graph(torch: Any) -> Iterator[Any]:
    """Eight threads that differentiate one retained graph all get the right gradient."""
    w = torch.linspace(0, 1, 16).view(4, 4).requires_grad_()
    loss = ((w @ w).tanh() * w).sum()
    expected = torch.autograd.grad(loss, w, retain_graph=True)[0].tolist()
    found = _in_threads(8, lambda i: [torch.autograd.grad(loss, w, retain_graph=True)[0].tolist() for _ in range(100)])
    yield [results == [expected] * 100 for results in found]
    # PyTorch: [True, True, True, True, True, True, True, True]


def one_of_eight_threads_uses_a_graph_up(torch: Any) -> Iterator[Any]:
    """When eight threads run backward on one graph, those that come late are told it is freed."""
    for _ in range(10):
        x = torch.ones(3, requires_grad=True)
        y = x
        for _ in range(50):
            y = y * x
        loss = y.sum()
        found = _in_threads(8, lambda i: loss.backward())
        failed = [f for f in found if f is not None]
        yield len(failed), {f[0] for f in failed} == {"RuntimeError"}, all("a second time" in f[1] for f in failed)


def a_function_with_saved_tensors_on_eight_threads(torch: Any) -> Iterator[Any]:
    """A Function gives its saved tensors to eight threads, and what comes too late adds nothing."""
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * 2 * x

    x = _leaf(torch)
    loss = Square.apply(x).sum()
    found = _in_threads(8, lambda i: [torch.autograd.grad(loss, x, retain_graph=True)[0].tolist() for _ in range(50)])
    yield [results == [[2.0, 4.0, 6.0]] * 50 for results in found]
    found = _in_threads(8, lambda i: loss.backward())
    added = sum(f is None for f in found)
    yield added >= 1, x.grad / added
    # PyTorch: [True, True, True, True, True, True, True, True]
    # PyTorch: (True, tensor([2., 4., 6.]))


def hooks_of_threads_on_one_leaf(torch: Any) -> Iterator[Any]:
    """Hooks of a leaf run once per backward when eight threads add to it."""
    x, calls = _leaf(torch), []
    x.register_hook(lambda g: calls.append(1))
    x.register_post_accumulate_grad_hook(lambda t: calls.append(2))
    _in_threads(8, lambda i: [_square(x).backward() for _ in range(25)] and None)
    yield calls.count(1), calls.count(2), x.grad
    # PyTorch: (200, 200, tensor([400., 800., 1200.]))


def two_leaves_from_many_threads(torch: Any) -> Iterator[Any]:
    """No gradient gets lost when eight threads add to a small and a large leaf."""
    x, y = _leaf(torch), torch.zeros(50_000, requires_grad=True)
    _in_threads(8, lambda i: [((x * 2).sum() + (y * 1.0).sum()).backward() for _ in range(20)] and None)
    yield x.grad, y.grad.min(), y.grad.max()
    # PyTorch: (tensor([320., 320., 320.]), tensor(160.), tensor(160.))


def chains_of_every_kind(torch: Any) -> Iterator[Any]:
    """Chains of thousands of nodes of each kind are differentiated without running out of stack."""
    def chain(step: Callable[[Any], Any], count: int) -> Any:
        x = torch.ones(2, requires_grad=True)
        y = x * 1
        for _ in range(count):
            y = step(y)
        y.sum().backward()
        return x.grad

    yield chain(lambda y: y + 1, 20_000), chain(lambda y: y.view(2), 20_000), chain(lambda y: y.mul_(1.0), 5_000)
    yield chain(lambda y: torch.cat([y[:1], y[1:]]), 3_000), chain(lambda y: torch.stack([y, y]).mean(0), 3_000)
    yield chain(lambda y: y.clone(), 20_000)
    yield chain(_function(torch, forward=lambda x: x * 1.0, backward=lambda ctx, g: g * 1.0).apply, 3_000)
    # PyTorch: (tensor([1., 1.]), tensor([1., 1.]), tensor([1., 1.]))
    # PyTorch: (tensor([1., 1.]), tensor([1., 1.]))
    # PyTorch: tensor([1., 1.])
    # PyTorch: tensor([1., 1.])


def a_chain_differentiated_twice(torch: Any) -> Iterator[Any]:
    """A chain of a thousand products can be differentiated twice."""
    x = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
    y = x
    for _ in range(1_000):
        y = y * 1.001
    (g,) = torch.autograd.grad(y * y, x, create_graph=True)
    (h,) = torch.autograd.grad(g, x)
    yield g.item(), h.item()
    # PyTorch: (14.763351307109053, 14.763351307109053)


def a_chain_dropped_without_backward(torch: Any) -> Iterator[Any]:
    """A chain of 100000 nodes that is dropped unused goes away with all it holds."""
    x = torch.ones((), requires_grad=True)
    y = x * 2
    y.grad_fn.metadata["held"] = held = Planted()  # lives as long as the first node
    first = weakref.ref(held)
    del held
    for _ in range(100_000):
        y = y + 1
    last = weakref.ref(y)
    yield first() is not None
    del y
    gc.collect()
    yield last() is None, first() is None
    # PyTorch: True
    # PyTorch: (True, True)


def a_chain_dropped_in_another_thread(torch: Any) -> Iterator[Any]:
    """A long chain can be dropped in a thread that did not record it."""
    x = torch.ones((), requires_grad=True)
    held = [x * 2]
    for _ in range(50_000):
        held[0] = held[0] + 1
    thread = threading.Thread(target=held.clear)
    thread.start()
    thread.join()
    yield len(held), x.grad
    # PyTorch: (0, None)


@contextmanager
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def steps_without_the_collector(torch: Any) -> Iterator[Any]:
    """Training steps with hooks leave no tensors behind when the garbage collector is off."""
    x = _leaf(torch)
    seen = []
    with _without_collector():
        for _ in range(200):
            y = x * 2
            seen.append(weakref.ref(y))
            y.register_hook(lambda g: g)
            _square(y).backward()
            x.grad = None
            del y
        yield sum(ref() is not None for ref in seen)
    # PyTorch: 0
