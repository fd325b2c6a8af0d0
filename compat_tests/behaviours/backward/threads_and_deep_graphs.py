"""Threads, depth, and errors that must leave no trace."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    """What `work(i)` answers, or how it fails, in threads that start together."""
    results: list[Any] = [None] * count
    barrier = threading.Barrier(count)

    def run(i: int) -> None:
        barrier.wait()
        results[i] = refused_or(lambda: work(i))

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def refused_or(work: Callable[[], Any]) -> Any:
    """What `work()` answers, or the first words of its error."""
    try:
        return work()
    except Exception as error:
        return type(error).__name__, str(error)[:60]


def separate_graphs(torch: Any) -> Iterator[Any]:
    """Eight threads with graphs of their own get what one thread gets."""
    def work(i: int) -> Any:
        total = []
        for n in range(20):
            x = torch.arange(4.0) + i + n
            x.requires_grad_()
            (x * x).sum().backward()
            total.append(x.grad.sum().item())
        return total

    found = _in_threads(8, work)
    yield found == [work(i) for i in range(8)]
    # PyTorch: True


def a_shared_leaf(torch: Any) -> Iterator[Any]:
    """Eight threads that run backward into one leaf lose no gradient."""
    x = torch.ones(3, requires_grad=True)
    _in_threads(8, lambda i: [(x * 2.0).sum().backward() for _ in range(50)] and None)
    yield x.grad
    # PyTorch: tensor([800., 800., 800.])


def a_shared_graph(torch: Any) -> Iterator[Any]:
    """Eight threads can differentiate one retained graph at the same time."""
    x = torch.ones(3, requires_grad=True)
    y = x.exp().sum()
    found = _in_threads(8, lambda i: [torch.autograd.grad(y, x, retain_graph=True)[0].tolist() for _ in range(10)])
    yield all(f == found[0] for f in found)
    # PyTorch: True


def a_shared_graph_that_is_freed(torch: Any) -> Iterator[Any]:
    """Each of eight threads is told the same when it differentiates a graph that is freed."""
    x = torch.ones(3, requires_grad=True)
    y = (x * x).exp().sum()
    torch.autograd.grad(y, x)
    found = _in_threads(8, lambda i: torch.autograd.grad(y, x) and None)
    yield sorted(set(found))
    # PyTorch: [('RuntimeError', 'Trying to backward through the graph a ...')]


def a_long_chain(torch: Any) -> Iterator[Any]:
    """A chain of 20000 nodes and a derivative with 3000 more are differentiated without deep recursion."""
    x = torch.ones((), requires_grad=True)
    y = x
    for _ in range(20_000):
        y = y * 1.0
    y.backward()
    yield x.grad
    (g,) = torch.autograd.grad(x * x, x, create_graph=True)
    for _ in range(3_000):
        g = g + 0.0
    yield torch.autograd.grad(g, x)[0].item()
    # PyTorch: tensor(1.)
    # PyTorch: 2.0


def a_wide_graph(torch: Any) -> Iterator[Any]:
    """A sum of thousands of branches of one leaf, and a stack of hundreds, gives the right gradient."""
    x = torch.ones(2, requires_grad=True)
    total = sum((x * float(i)).sum() for i in range(2_000))
    total.backward()
    yield x.grad.tolist()
    x.grad = None
    torch.stack([x * float(i) for i in range(500)]).sum().backward()
    yield x.grad.tolist()
    # PyTorch: [1999000.0, 1999000.0]
    # PyTorch: [124750.0, 124750.0]


def a_deep_reuse(torch: Any) -> Iterator[Any]:
    """Sixty doublings of a sum take sixty steps backward, not two to the sixtieth."""
    x = torch.ones((), dtype=torch.float64, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    y.backward()
    yield x.grad
    # PyTorch: tensor(1.1529e+18, dtype=torch.float64)


def _at_every_place(torch: Any, count: int) -> Callable[[int], Any]:
    """A program with hooks, packing, a Function and an in-place change, whose n-th call of the user's code fails."""

    def program(place: int) -> Any:
        seen = [0]

        def step(*values: Any) -> Any:
            seen[0] += 1
            if seen[0] == place:
                raise KeyError("planted")
            return values[0] if values else None

        class Doubled(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                step()
                ctx.save_for_backward(x)
                return x * 2

            @staticmethod
            def backward(ctx: Any, g: Any) -> Any:
                step()
                return g * 2 + 0 * ctx.saved_tensors[0]

        x = torch.ones(2, requires_grad=True)
        with torch.autograd.graph.saved_tensors_hooks(step, step):
            y = Doubled.apply(x).exp() * x
        z = y * 1
        z[0].mul_(2)
        z.register_hook(lambda g: step() and None)
        y.grad_fn.register_prehook(lambda gs: step() and None)
        y.grad_fn.register_hook(lambda gi, go: step() and None)
        x.register_hook(lambda g: step() and None)
        x.register_post_accumulate_grad_hook(lambda t: step() and None)
        z.sum().backward()
        return [round(v, 2) for v in x.grad.tolist()], seen[0]

    return program


def errors_at_every_place(torch: Any) -> Iterator[Any]:
    """An error planted at any place of a program leaves the modes alone and the next run right."""
    program = _at_every_place(torch, 20)
    expected = program(0)
    yield expected
    for place in range(1, expected[1] + 1):
        yield (
            refused(lambda place=place: program(place)),
            torch.is_grad_enabled(),
            torch.is_inference_mode_enabled(),
            torch.ones(1, requires_grad=True).exp().grad_fn is not None,
        )
    yield program(0) == expected


def an_error_on_the_way_keeps_what_was_added(torch: Any) -> Iterator[Any]:
    """What leaves have received before an error in backward, and that a retained graph works on."""
    def fail(g: Any) -> None:
        raise KeyError("planted")

    early, late = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    inner = late * 2
    handle = inner.register_hook(fail)
    out = (inner.exp() * early).sum()
    yield refused(lambda: out.backward(retain_graph=True)), late.grad, early.grad is None or early.grad.tolist() == inner.exp().tolist()
    handle.remove()
    late.grad = early.grad = None
    out.backward()
    yield [round(v, 3) for v in late.grad.tolist()]
    # PyTorch: (KeyError: 'planted', None, True)
    # PyTorch: [14.778, 14.778]


def an_error_frees_nothing(torch: Any) -> Iterator[Any]:
    """Which parts of a graph are freed when a hook fails in the middle of backward."""
    def fail(g: Any) -> None:
        raise KeyError("planted")

    x = torch.ones(2, requires_grad=True)
    y = x * x
    z = y * y
    handle = y.register_hook(fail)
    yield refused(lambda: z.sum().backward()), x.grad
    handle.remove()
    yield refused(lambda: y.sum().backward()), x.grad, refused(lambda: z.sum().backward())
    # PyTorch: (KeyError: 'planted', None)
    # PyTorch: (nothing: NoneType, tensor([2., 2.]), RuntimeError: Trying to backward through the graph a ...)


def references_go_away(torch: Any) -> Iterator[Any]:
    """Tensors of a graph go away without the garbage collector, with hooks and retained grad too."""
    import gc
    import weakref

    gc.collect()
    gc.disable()
    try:
        x = torch.ones(2, requires_grad=True)
        middle = x * 2
        alive = weakref.ref(middle)
        out = middle.exp().sum()
        del middle
        yield alive() is None
        out.backward()
        hold = weakref.ref(out)
        del out
        yield hold() is None
        y = x * 2
        y.register_hook(lambda g: g)
        y.retain_grad()
        y.sum().backward()
        hold = weakref.ref(y)
        del y
        yield hold() is None
    finally:
        gc.enable()
    # PyTorch: True
    # PyTorch: True
    # PyTorch: True


def backward_in_another_thread(torch: Any) -> Iterator[Any]:
    """A backward in a new thread does not inherit no_grad from the thread that started it."""
    x = torch.ones(2, requires_grad=True)
    seen: list[Any] = []
    y = x * 2
    y.register_hook(lambda g: seen.append(torch.is_grad_enabled()))
    with torch.no_grad():
        thread = threading.Thread(target=lambda: y.sum().backward())
        thread.start()
        thread.join()
    yield seen, x.grad
    # PyTorch: ([False], tensor([2., 2.]))
