"""Hooks where backward begins: hooks of several gradients that wait for the output itself, and graphs that turn out to be freed."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import error_text


def _attempt(call: Any) -> Any:
    try:
        return call()
    except RuntimeError as error:
        return error_text(error)


def _graph(torch: Any) -> Any:
    a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    return a, b, (a * 2).sum(), (b * 3).sum()


def several_gradients_from_the_root(torch: Any) -> Iterator[Any]:
    """A hook of several tensors, one of which is what backward starts from: alone, with another output, twice."""
    graph = torch.autograd.graph
    for mode in ("all", "any"):
        for roots in ("y", "z", "a", "y a", "y y"):
            a, b, y, z = _graph(torch)
            seen: list[Any] = []
            for name, members in {"y a": (y, a), "y": (y,), "a": (a,), "y a z": (y, a, z), "b a": (b, a)}.items():
                graph.register_multi_grad_hook(members, lambda g, n=name: seen.append((n, g)), mode=mode)
            chosen = [{"y": y, "z": z, "a": a}[name] for name in roots.split()]
            torch.autograd.backward(chosen, [torch.ones_like(t) for t in chosen], retain_graph=True)
            yield mode, roots, seen
            seen.clear()
            y.backward(inputs=[a], retain_graph=True)
            yield seen


def several_gradients_asked_for(torch: Any) -> Iterator[Any]:
    """The same with `torch.autograd.grad`, which refuses to wait for leaves other than that it starts from."""
    for output, inputs in (("a", "a"), ("y", "y"), ("y", "a"), ("t", "t")):
        a, _, y, _ = _graph(torch)
        t = a * 5
        tensors, seen = {"a": a, "y": y, "t": t}, []
        torch.autograd.graph.register_multi_grad_hook((tensors[inputs],), lambda g, s=seen: s.append(g))
        o = tensors[output]
        yield _attempt(lambda o=o, i=tensors[inputs]: torch.autograd.grad(o, i, torch.ones_like(o))), seen
    # PyTorch: ((tensor([1., 1.]),), [])
    # PyTorch: ((tensor(1.),), [])
    # PyTorch: (RuntimeError: A leaf node was passed to ..., [])
    # PyTorch: ((tensor([1., 1.]),), [])


def nodes_that_a_backward_runs(torch: Any) -> Iterator[Any]:
    """Which nodes a backward says that it runs, asked for from inside."""
    a, _, _, _ = _graph(torch)
    w = a * 2
    z = w.sum()
    nodes, seen = (z.grad_fn, w.grad_fn, w.grad_fn.next_functions[0][0]), []
    w.register_hook(lambda g: seen.append([_attempt(lambda n=n: torch._C._will_engine_execute_node(n)) for n in nodes]))
    z.backward(retain_graph=True)
    torch.autograd.backward([z, z], retain_graph=True)
    torch.autograd.grad(z, w, retain_graph=True)
    z.backward(inputs=[w], retain_graph=True)
    yield seen
    # PyTorch: [[False, True, True], [True, True, True], [False, True, False], [False, True, False]]


def hooks_of_freed_graphs(torch: Any) -> Iterator[Any]:
    """A second backward through a freed graph: every hook has been called once when the error comes, whatever else has hooks."""
    for leaf_hook in (False, True):
        for shared in (False, True):
            for kind in ("tensor", "pre", "several"):
                a, seen = torch.ones(3, requires_grad=True), []
                y = a.exp()
                if kind == "tensor":
                    y.register_hook(lambda g, s=seen: s.append("y"))
                elif kind == "pre":
                    y.grad_fn.register_prehook(lambda g, s=seen: s.append("y"))
                else:
                    torch.autograd.graph.register_multi_grad_hook((y, a), lambda g, s=seen: s.append([t is None for t in g]))
                if leaf_hook:
                    a.register_hook(lambda g, s=seen: s.append("a"))
                y.sum().backward()
                seen.append("freed")
                z = a * 2 + y if shared else y * 1
                yield kind, leaf_hook, shared, _attempt(z.sum().backward), seen


def hooks_that_free_the_graph(torch: Any) -> Iterator[Any]:
    """A hook that runs a backward of its own through the node that is about to run."""
    a, seen = torch.ones(3, requires_grad=True), []
    a.register_hook(lambda g: seen.append("a"))
    y = a.exp()
    z = y.sum()

    def free(g: Any) -> None:
        seen.append("y")
        if len(seen) == 1:
            y.backward(g)

    y.register_hook(free)
    yield _attempt((z * 2).backward), seen, a.grad
    # PyTorch: (RuntimeError: Trying to backward through the graph a ..., ['y', 'y', 'a'], tensor([5.4366, 5.4366, 5.4366]))
