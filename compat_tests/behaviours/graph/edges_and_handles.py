"""Single words of torch.autograd: kinds of mappings, edges, hooks that remove each other, handles, final callbacks, batched cotangents."""
from __future__ import annotations

import copy
import pickle
from collections import OrderedDict, UserDict, deque
from collections.abc import Iterator
from typing import Any

from .._autograd import make_leaf, tried


def kinds_of_inputs(torch: Any) -> Iterator[Any]:
    """Which collections grad and backward take as inputs, and how they refuse strings, numbers and nested lists."""
    for make in (
        lambda a, b: (a, b), lambda a, b: {0: a, 1: b}.values(), lambda a, b: (t for t in (a, b)), lambda a, b: OrderedDict(a=a, b=b),
        lambda a, b: UserDict(a=a), lambda a, b: {"a": a, "b": b}, lambda a, b: deque([a, b]), lambda a, b: "ab", lambda a, b: 3,
        lambda a, b: [a, None], lambda a, b: [a, 3], lambda a, b: [[a], b], lambda a, b: [], lambda a, b: {}, lambda a, b: OrderedDict(),
    ):
        a, b = make_leaf(torch), make_leaf(torch)
        yield tried(lambda a=a, b=b, make=make: torch.autograd.grad((a * b).sum(), make(a, b)))
        yield tried(lambda a=a, b=b, make=make: (a * b).sum().backward(inputs=make(a, b))), a.grad, b.grad


def edges_in_and_out(torch: Any) -> Iterator[Any]:
    """Gradient edges serve as outputs and inputs of grad and backward, leaves included."""
    edge_of, grad = torch.autograd.graph.get_gradient_edge, torch.autograd.grad
    a = make_leaf(torch)
    y = a * 2
    edge = edge_of(y)
    for gradient in (None, torch.ones(3), torch.ones(2), torch.ones(3, dtype=torch.float64)):
        yield tried(lambda gradient=gradient: grad(edge, a, gradient, retain_graph=True))
    yield tried(lambda: grad(edge, a, torch.ones(2, 3), is_grads_batched=True, retain_graph=True))
    yield tried(lambda: torch.autograd.backward(edge))
    yield tried(lambda: torch.autograd.backward(edge, torch.ones(3), retain_graph=True)), a.grad
    total = edge_of(y.sum())
    yield grad([total, total], a, [None, torch.tensor(2.0)], retain_graph=True), grad([total], [edge, a], retain_graph=True)
    leaf = edge_of(a)
    yield grad(leaf, a, torch.ones(3)), grad([leaf], [leaf], torch.ones(3)), tried(lambda: torch.autograd.backward(leaf))
    yield tried(lambda: setattr(leaf.node, "variable", 3))[0], leaf.node.variable is a


def hooks_that_remove_each_other(torch: Any) -> Iterator[Any]:
    """A hook removes itself, an earlier or a later one during backward: which run, for five kinds of hook."""
    for kind in ("tensor", "leaf", "node", "before", "after"):
        x = make_leaf(torch)
        y = x * 2
        register = {"tensor": y.register_hook, "leaf": x.register_hook, "node": y.grad_fn.register_hook,
                    "before": y.grad_fn.register_prehook, "after": x.register_post_accumulate_grad_hook}[kind]
        for removed in (0, 1, 2):
            seen, handles = [], []

            def hook(number: int, seen: Any = seen, handles: Any = handles, removed: int = removed) -> Any:
                def run(*_: Any) -> None:
                    seen.append(number)
                    if number == 1:
                        handles[removed].remove()

                return run

            handles += [register(hook(n)) for n in range(3)]
            for _ in range(2):
                y.sum().backward(retain_graph=True)
            yield kind, removed, seen
            for handle in handles:
                handle.remove()


def hooks_between_changes(torch: Any) -> Iterator[Any]:
    """Which gradients hooks see that are registered before, between and after in-place changes of a tensor and a view."""
    x = make_leaf(torch)
    y, seen = x * 2, []
    y.register_hook(lambda g: (seen.append(("before", g.tolist())), g * 10)[1])
    y.add_(1)
    y.register_hook(lambda g: (seen.append(("between", g.tolist())), g * 100)[1])
    y.mul_(3)
    y.retain_grad()
    y.register_hook(lambda g: seen.append(("after", g.tolist())))
    v = y[:2]
    v.register_hook(lambda g: seen.append(("view", g.tolist())))
    v.mul_(5)
    v.register_hook(lambda g: seen.append(("view changed", g.tolist())))
    (y.sum() + v.sum()).backward()
    yield seen, x.grad, y.grad


def dicts_of_hooks(torch: Any) -> Iterator[Any]:
    """A dict assigned to _backward_hooks is run at a leaf and takes later hooks; at a result it is kept but not run."""
    x = make_leaf(torch)
    y, seen = x * 2, []
    given = OrderedDict(a=lambda g: seen.append("a"))
    y._backward_hooks = given
    y.sum().backward(retain_graph=True)
    yield seen, y._backward_hooks is given
    y._backward_hooks = None
    yield y._backward_hooks, tried(lambda: delattr(y, "_backward_hooks"))
    x._backward_hooks = given
    x.sum().backward()
    handle = x.register_hook(lambda g: seen.append("b"))
    x.sum().backward()
    yield seen, len(given), handle.hooks_dict_ref() is given
    # PyTorch: ([], True)
    # PyTorch: (None, ('RuntimeError', 'Deletion of _backwards_hooks not ...'))
    # PyTorch: (['a', 'a', 'b'], 2, True)


def copies_of_handles(torch: Any) -> Iterator[Any]:
    """Whether a copied, deep-copied or pickled handle removes the hook of the original."""
    x = make_leaf(torch)
    handle = x.register_hook(print)
    for other in (copy.copy(handle), copy.deepcopy(handle), pickle.loads(pickle.dumps(handle))):
        other.remove()
        yield other.id == handle.id, type(other).__name__, len(x._backward_hooks)
    # PyTorch: (True, 'RemovableHandle', 0)
    # PyTorch: (True, 'RemovableHandle', 0)
    # PyTorch: (True, 'RemovableHandle', 0)


def state_of_final_callbacks(torch: Any) -> Iterator[Any]:
    """Grad mode, graph task and current node that a callback of the engine sees, also a nested one."""
    engine, x, seen = torch.autograd.Variable._execution_engine, make_leaf(torch), []

    def look() -> None:
        seen.append((torch.is_grad_enabled(), torch._C._current_graph_task_id() >= 0, torch._C._current_autograd_node(), x.grad.tolist()))

    y = x * 2
    y.register_hook(lambda g: engine.queue_callback(look))
    y.sum().backward()
    y = x * x
    y.register_hook(lambda g: engine.queue_callback(look))
    y.register_hook(lambda g: engine.queue_callback(lambda: engine.queue_callback(look)))
    y.sum().backward()
    yield seen
    # PyTorch: [(False, True, None, [2.0, 2.0, 2.0]), (False, True, None, [4.0, 6.0, 8.0]), (False, True, None, [4.0, 6.0, 8.0])]


def wrong_batches(torch: Any) -> Iterator[Any]:
    """Which cotangents grad refuses with is_grads_batched because shape, dtype or batch size do not fit."""
    a = make_leaf(torch)
    for g in (torch.ones(3), torch.ones(2, 2), torch.tensor(1.0), None, [None], torch.ones(2, 3).double(), [torch.ones(2, 3)], (),
              torch.ones(2, 3, dtype=torch.int64)):
        yield tried(lambda g=g: torch.autograd.grad(a * 2, a, g, is_grads_batched=True))
    for gs in ([torch.ones(2, 3), torch.ones(3)], [torch.ones(2, 3), torch.ones(2)]):
        yield tried(lambda gs=gs: torch.autograd.grad([a * 2, a.sum()], a, gs, is_grads_batched=True))


def undefined_gradients_replaced(torch: Any) -> Iterator[Any]:
    """Whether a hook can put a gradient in place of the None that a Function returned."""
    class Nothing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None

    x = make_leaf(torch)
    for where in ("tensor", "node"):
        y = x * 2
        if where == "tensor":
            y.register_hook(lambda g: torch.ones(3))
        else:
            y.grad_fn.register_prehook(lambda o: (torch.ones(3),))
        yield where, tried(Nothing.apply(y).sum().backward), x.grad
    # PyTorch: ('tensor', ('RuntimeError', "can't replace a None gradient with a ..."), None)
    # PyTorch: ('node', ('RuntimeError', "can't replace a None gradient with a ..."), None)
