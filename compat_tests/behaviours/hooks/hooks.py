"""Hooks of tensors, leaves and nodes: order, replacement, removal, what they may not return."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

from .. import refused


def _leaf(torch: Any, *shape: int) -> Any:
    return torch.ones(shape or (2,)).requires_grad_()


def order_at_a_tensor(torch: Any) -> Iterator[Any]:
    """Hooks of one tensor run in the order of registration, each on what the one before returned."""
    seen = []
    x = _leaf(torch)
    y = x * 2
    for name in "abc":
        y.register_hook(lambda g, name=name: (seen.append((name, g.tolist())), g + 1)[1])
    y.sum().backward()
    yield seen, x.grad.tolist()
    # PyTorch: ([('a', [1.0, 1.0]), ('b', [2.0, 2.0]), ('c', [3.0, 3.0])], [8.0, 8.0])


def order_at_a_node(torch: Any) -> Iterator[Any]:
    """The order of tensor hooks, retained grad, prehooks and posthooks around one node."""
    seen: list[Any] = []
    x = _leaf(torch)
    y = (x * 2).exp()
    y.grad_fn.register_hook(lambda gi, go: seen.append(("post", len(gi), go[0].tolist())))
    y.grad_fn.register_prehook(
        lambda go: (seen.append(("pre", go[0].tolist(), None if y.grad is None else y.grad.tolist())), (go[0] * 3,))[1]
    )
    y.register_hook(lambda g: (seen.append(("tensor", g.tolist())), g * 2)[1])
    y.retain_grad()
    y.sum().backward()
    yield [s[0] for s in seen], seen[0][1], seen[1][1:], y.grad.tolist()
    # PyTorch: (['tensor', 'pre', 'post'], [1.0, 1.0], ([2.0, 2.0], [2.0, 2.0]), [2.0, 2.0])


def order_at_a_leaf(torch: Any) -> Iterator[Any]:
    """The order of tensor hooks, prehooks, posthooks and post-accumulate hooks at a leaf."""
    seen: list[Any] = []
    x = _leaf(torch)
    node = torch.autograd.graph.get_gradient_edge(x).node
    x.register_post_accumulate_grad_hook(lambda t: seen.append(("accumulated", t.grad.tolist())))
    node.register_hook(lambda gi, go: seen.append(("post", gi, [g.tolist() for g in go])))
    node.register_prehook(lambda go: (seen.append(("pre", [g.tolist() for g in go])), (go[0] * 2,))[1])
    x.register_hook(lambda g: (seen.append(("tensor", g.tolist())), g * 10)[1])
    x.sum().backward()
    yield seen, x.grad.tolist()


def order_of_leaves_and_nodes(torch: Any) -> Iterator[Any]:
    """In which order hooks of leaves and of results inside the graph run in one backward."""
    seen: list[str] = []
    x, w, b = (_leaf(torch) for _ in range(3))
    for name, leaf in zip("xwb", (x, w, b), strict=True):
        leaf.register_hook(lambda g, name=name: seen.append(name))
        leaf.register_post_accumulate_grad_hook(lambda t, name=name: seen.append(name + "!"))
    h = x * w
    h.register_hook(lambda g: seen.append("h"))
    z = (h + b).exp()
    z.register_hook(lambda g: seen.append("z"))
    (z * w).sum().backward()
    yield seen
    # PyTorch: ['z', 'b', 'b!', 'h', 'x', 'x!', 'w', 'w!']


def removing(torch: Any) -> Iterator[Any]:
    """A removed hook no longer runs, removing twice is fine, and a handle works as a context manager."""
    seen: list[str] = []
    x = _leaf(torch)
    y = x * 2
    handles = [y.register_hook(lambda g, name=name: seen.append(name)) for name in "abc"]
    handles[1].remove()
    handles[1].remove()
    y.sum().backward(retain_graph=True)
    with handles[0]:
        seen.append("in")
    y.sum().backward()
    yield seen
    # PyTorch: ['a', 'c', 'in', 'c']


def removing_while_they_run(torch: Any) -> Iterator[Any]:
    """Which hooks still run when hooks remove themselves or each other during backward."""
    seen: list[str] = []
    x = _leaf(torch)
    y = x * 2
    handles: dict[str, Any] = {}

    def hook(name: str, removes: str) -> Any:
        def run(g: Any) -> None:
            seen.append(name)
            handles[removes].remove()

        return run

    for name, removes in (("a", "c"), ("b", "b"), ("c", "a")):
        handles[name] = y.register_hook(hook(name, removes))
    y.sum().backward(retain_graph=True)
    seen.append("|")
    y.sum().backward()
    yield seen
    # PyTorch: ['a', 'b', 'c', '|']


def adding_while_they_run(torch: Any) -> Iterator[Any]:
    """Whether a hook that is added by a running hook runs in the same backward or only in the next."""
    seen: list[str] = []
    x = _leaf(torch)
    y = x * 2

    def first(g: Any) -> None:
        seen.append("first")
        y.register_hook(lambda g: seen.append("added"))

    y.register_hook(first)
    y.sum().backward(retain_graph=True)
    seen.append("|")
    y.sum().backward()
    yield seen
    # PyTorch: ['first', '|', 'first', 'added']


def wrong_answers_of_tensor_hooks(torch: Any) -> Iterator[Any]:
    """What is refused when a tensor hook returns another type, shape or dtype than its gradient."""
    def named_hook(answer: Any) -> Any:
        def the_hook(g: Any) -> Any:
            return answer

        return the_hook

    for answer in (
        3,
        "a",
        torch.ones(3),
        torch.ones(2, dtype=torch.float64),
        torch.ones(2, 1),
        (torch.ones(2),),
        [torch.ones(2)],
        torch.ones(2, dtype=torch.int64),
    ):
        x = _leaf(torch)
        y = x * 2
        y.register_hook(named_hook(answer))
        yield refused(lambda y=y: y.sum().backward()), x.grad


def wrong_answers_of_leaf_hooks(torch: Any) -> Iterator[Any]:
    """A hook of a leaf that returns a number, another shape or another dtype."""
    for answer in (3, torch.ones(3), torch.ones(2, dtype=torch.float64)):
        x = _leaf(torch)
        x.register_hook(lambda g, answer=answer: answer)
        yield refused(lambda x=x: (x * 2).sum().backward()), x.grad
    # PyTorch: (TypeError: expected Variable, but hook returned ..., None)
    # PyTorch: (RuntimeError: hook '<lambda>' has changed the size of ..., None)
    # PyTorch: (RuntimeError: hook '<lambda>' has changed the type of ..., None)


def wrong_answers_of_post_accumulate_hooks(torch: Any) -> Iterator[Any]:
    """What a post-accumulate hook that returns something leads to."""
    for answer in (3, "a", torch.ones(2)):
        x = _leaf(torch)
        x.register_post_accumulate_grad_hook(lambda t, answer=answer: answer)
        yield refused(lambda x=x: (x * 2).sum().backward()), x.grad.tolist()
    # PyTorch: (TypeError: expected Variable, but hook returned ..., [2.0, 2.0])
    # PyTorch: (TypeError: expected Variable, but hook returned ..., [2.0, 2.0])
    # PyTorch: (RuntimeError: Tensor post accumulate grad hooks ..., [2.0, 2.0])


def wrong_answers_of_node_hooks(torch: Any) -> Iterator[Any]:
    """Hooks and prehooks of a node that return the wrong count, shape or type."""
    def named_hook(answer: Any) -> Any:
        def the_hook(*_: Any) -> Any:
            return answer

        return the_hook

    for answer in (
        3,
        torch.ones(2),
        (),
        (None,),
        (torch.ones(2), None),
        (torch.ones(2), torch.ones(2)),
        (torch.ones(3), None),
        [torch.ones(2), None],
        (3, None),
    ):
        for kind in ("register_hook", "register_prehook"):
            x = _leaf(torch)
            y = x * torch.ones(2)
            getattr(y.grad_fn, kind)(named_hook(answer))
            yield kind, refused(lambda y=y: y.sum().backward()), None if x.grad is None else x.grad.tolist()


def what_node_hooks_receive(torch: Any) -> Iterator[Any]:
    """Shapes of the cotangents and gradients that hooks of nodes with several inputs or outputs get."""
    seen: list[Any] = []
    x, y = _leaf(torch), torch.ones(2)
    for out in (
        x * y,
        x + x,
        torch.cat([x, y]),
        torch.max(x, 0)[0],
        torch.stack([x, x]),
        x.split(1)[0],
        torch.addmm(x, torch.ones(2, 2), torch.ones(2, 2)),
    ):
        out.grad_fn.register_prehook(lambda go: seen.append([None if g is None else tuple(g.shape) for g in go]))
        out.grad_fn.register_hook(lambda gi, go: seen.append([[None if g is None else tuple(g.shape) for g in part] for part in (gi, go)]))
        out.sum().backward()
        seen.append("|")
    yield seen


def node_hooks_replace(torch: Any) -> Iterator[Any]:
    """Hooks of a node replace gradients one after the other, and one turns a gradient into None."""
    x, y = _leaf(torch), _leaf(torch)
    z = x * y
    z.grad_fn.register_hook(lambda gi, go: (gi[0] * 10, gi[1] + 1))
    z.grad_fn.register_hook(lambda gi, go: (None, gi[1]))
    yield refused(lambda: z.sum().backward()), x.grad, None if y.grad is None else y.grad.tolist()
    # PyTorch: (nothing: NoneType, None, [2.0, 2.0])


def changing_the_gradient_in_place(torch: Any) -> Iterator[Any]:
    """A hook may change its gradient in-place; who else sees the change."""
    x = _leaf(torch)
    y = x * 2
    z = x * 3
    y.register_hook(lambda g: g.mul_(10) and None)
    x.register_hook(lambda g: g.clamp_(max=15) and None)
    yield refused(lambda: (y.exp() + z).sum().backward()), x.grad
    # PyTorch: (RuntimeError: Boolean value of Tensor with more than ..., None)


def registered_before_and_after_a_change_in_place(torch: Any) -> Iterator[Any]:
    """A hook stays with the value before a change in-place, a later one sees the new value."""
    seen: list[Any] = []
    x = _leaf(torch)
    y = x * 1
    y.register_hook(lambda g: seen.append(("before", g.tolist())))
    y.mul_(5)
    y.register_hook(lambda g: seen.append(("after", g.tolist())))
    (y * 2).sum().backward()
    yield seen
    # PyTorch: [('after', [2.0, 2.0]), ('before', [10.0, 10.0])]


def hooks_of_views_and_bases(torch: Any) -> Iterator[Any]:
    """Which gradients hooks of a view and its base get, registered before or after a change in-place."""
    seen: list[Any] = []
    x = _leaf(torch)
    y = x * 1
    v = y[:1]
    v.register_hook(lambda g: seen.append(("view before", g.tolist())))
    y.register_hook(lambda g: seen.append(("base before", g.tolist())))
    v.mul_(5)
    v.register_hook(lambda g: seen.append(("view after", g.tolist())))
    y.register_hook(lambda g: seen.append(("base after", g.tolist())))
    (y * 2).sum().backward(retain_graph=True)
    seen.append("|")
    v.sum().backward()
    yield seen, x.grad.tolist()


def hooks_of_a_leaf_that_stops_being_one(torch: Any) -> Iterator[Any]:
    """A tensor that copy_ brought into a graph takes hooks and stays right after another change."""
    seen: list[Any] = []
    x, w = torch.zeros(2), _leaf(torch)
    x.copy_(w)
    x.register_hook(lambda g: seen.append(g.tolist()))
    x[0] = 3.0
    x.sum().backward()
    yield seen, w.grad.tolist()
    # PyTorch: ([[0.0, 1.0]], [0.0, 1.0])


def hooks_need_a_gradient(torch: Any) -> Iterator[Any]:
    """Hooks are refused on tensors without gradient, and post-accumulate hooks on anything but a leaf."""
    x = _leaf(torch)
    yield refused(lambda: torch.ones(2).register_hook(print)), refused(lambda: x.register_hook(3)), refused(lambda: x.register_hook())
    yield (
        refused(lambda: (x * 2).register_post_accumulate_grad_hook(print)),
        refused(lambda: torch.ones(2).register_post_accumulate_grad_hook(print)),
    )
    with torch.no_grad():
        yield refused(lambda: (x * 2).register_hook(print))
    yield refused(lambda: x.detach().register_hook(print))


def hooks_that_cannot_be_called(torch: Any) -> Iterator[Any]:
    """A hook that is not callable, or takes no argument, is only met in backward."""
    x = _leaf(torch)
    y = x * 2
    y.register_hook("text")
    yield refused(lambda: y.sum().backward())
    y = x * 2
    y.register_hook(lambda: None)
    yield refused(lambda: y.sum().backward())["raised"]
    # PyTorch: TypeError: 'str' object is not callable
    # PyTorch: 'TypeError'


def errors_in_hooks(torch: Any) -> Iterator[Any]:
    """An error of a hook at any place leaves backward as it is, and the graph works once it is removed."""
    def fail(*_: Any) -> None:
        raise KeyError("from the hook")

    for place in ("tensor", "leaf", "pre", "post", "accumulated", "leaf pre"):
        x = _leaf(torch)
        y = x * 2
        handle = {
            "tensor": y.register_hook,
            "leaf": x.register_hook,
            "pre": y.grad_fn.register_prehook,
            "post": y.grad_fn.register_hook,
            "accumulated": x.register_post_accumulate_grad_hook,
            "leaf pre": torch.autograd.graph.get_gradient_edge(x).node.register_prehook,
        }[place](fail)
        yield (
            place,
            refused(lambda y=y: y.sum().backward(retain_graph=True)),
            None if x.grad is None else x.grad.tolist(),
            torch.is_grad_enabled(),
        )
        handle.remove()
        x.grad = None
        y.sum().backward()
        yield x.grad.tolist()


def captured_gradients(torch: Any) -> Iterator[Any]:
    """Which hooks run for gradients that grad or backward(inputs) captures."""
    seen: list[Any] = []
    x = _leaf(torch)
    y = x * 2
    y.register_hook(lambda g: (seen.append("y"), g * 10)[1])
    x.register_hook(lambda g: (seen.append("x"), g * 100)[1])
    x.register_post_accumulate_grad_hook(lambda t: seen.append("accumulated"))
    torch.autograd.graph.get_gradient_edge(x).node.register_prehook(lambda go: seen.append("x pre"))
    y.grad_fn.register_prehook(lambda go: seen.append("y pre"))
    for inputs in ([y], [x], [x, y]):
        yield [g.tolist() for g in torch.autograd.grad(y.sum(), inputs, retain_graph=True)], list(seen)
        seen.clear()
    y.sum().backward(inputs=[x])
    yield x.grad.tolist(), seen
    # PyTorch: ([[10.0, 10.0]], ['y'])
    # PyTorch: ([[2000.0, 2000.0]], ['y', 'y pre', 'x'])
    # PyTorch: ([[2000.0, 2000.0], [1.0, 1.0]], ['y', 'y pre', 'x'])
    # PyTorch: ([2000.0, 2000.0], ['y', 'y pre', 'x', 'x pre', 'accumulated'])


def multi_grad_hook_of_all(torch: Any) -> Iterator[Any]:
    """A multi-grad hook waits for all gradients of a backward and gets None for those not reached."""
    seen: list[Any] = []
    x, y, unused = _leaf(torch), _leaf(torch), _leaf(torch)
    register = torch.autograd.graph.register_multi_grad_hook
    handle = register([x, y, unused], lambda grads: seen.append([None if g is None else g.tolist() for g in grads]))
    (x * y).sum().backward()
    yield list(seen)
    (x * 2).sum().backward()
    yield list(seen)
    (x * y * unused).sum().backward()
    yield list(seen)
    handle.remove()
    x.sum().backward()
    yield len(seen)
    # PyTorch: [[[1.0, 1.0], [1.0, 1.0], None]]
    # PyTorch: [[[1.0, 1.0], [1.0, 1.0], None], [[2.0, 2.0], None, None]]
    # PyTorch: [[[1.0, 1.0], [1.0, 1.0], None], [[2.0, 2.0], None, None], [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]]
    # PyTorch: 3


def multi_grad_hook_of_any(torch: Any) -> Iterator[Any]:
    """In mode any a multi-grad hook runs once per backward with the first gradient."""
    seen: list[Any] = []
    x = _leaf(torch)
    y, z = x * 2, x * 3
    torch.autograd.graph.register_multi_grad_hook([y, z], lambda g: seen.append(g.tolist()), mode="any")
    (y + z * 2).sum().backward(retain_graph=True)
    yield list(seen)
    y.sum().backward()
    yield list(seen)
    # PyTorch: [[2.0, 2.0]]
    # PyTorch: [[2.0, 2.0], [1.0, 1.0]]


def multi_grad_hook_mistakes(torch: Any) -> Iterator[Any]:
    """Unknown modes and tensors without gradient in a multi-grad hook, and errors raised in one."""
    register = torch.autograd.graph.register_multi_grad_hook
    x = _leaf(torch)
    yield (
        refused(lambda: register([x], print, mode="both")),
        refused(lambda: register([], print)),
        refused(lambda: register([torch.ones(2)], print)),
    )
    register([x * 2, x * 3], lambda grads: 1 / 0)
    handle = register((x,), lambda grads: 1 / 0)
    yield refused(lambda: (x * 2).sum().backward()), x.grad
    handle.remove()


def _unchanged(gradient: Any) -> None:
    """A hook that can be pickled."""


def handles(torch: Any) -> Iterator[Any]:
    """Handles have rising ids that are the keys of the hooks dict, and a pickled handle removes nothing."""
    x = _leaf(torch)
    h1, h2 = x.register_hook(_unchanged), x.register_hook(_unchanged)
    yield type(h1).__name__, h2.id - h1.id, list(x._backward_hooks) == [h1.id, h2.id], h1.hooks_dict_ref() is x._backward_hooks
    h1.remove()
    yield list(x._backward_hooks) == [h2.id]
    copy = pickle.loads(pickle.dumps(h2))
    yield type(copy).__name__, copy.id == h2.id
    copy.remove()
    yield list(x._backward_hooks) == [h2.id]
    h2.remove()
    yield x._backward_hooks
    # PyTorch: ('RemovableHandle', 1, True, True)
    # PyTorch: True
    # PyTorch: ('RemovableHandle', True)
    # PyTorch: True
    # PyTorch: {}


def the_hooks_dict(torch: Any) -> Iterator[Any]:
    """The dict behind _backward_hooks appears with the first hook, and emptying it drops the hooks."""
    x = _leaf(torch)
    y = x * 2
    yield x._backward_hooks, y._backward_hooks
    y.register_hook(lambda g: g * 2)
    yield type(y._backward_hooks).__name__, len(y._backward_hooks)
    y._backward_hooks.clear()
    y.sum().backward()
    yield x.grad.tolist(), x._post_accumulate_grad_hooks
    # PyTorch: (None, None)
    # PyTorch: ('OrderedDict', 1)
    # PyTorch: ([2.0, 2.0], None)


def hooks_are_not_copied(torch: Any) -> Iterator[Any]:
    """Neither detach nor clone takes the hooks of a tensor along."""
    x = _leaf(torch)
    x.register_hook(lambda g: g * 10)
    detached, moved = x.detach().requires_grad_(), x.clone()
    detached.sum().backward()
    yield x.grad, detached.grad.tolist(), moved._backward_hooks
    # PyTorch: (None, [1.0, 1.0], None)


def undefined_gradients(torch: Any) -> Iterator[Any]:
    """When a Function returns None as its gradient, hooks of every kind before it run and get None."""
    seen: list[Any] = []
    x = _leaf(torch)

    class Nothing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None

    y = x * 2
    y.register_hook(lambda g: seen.append(("tensor", g)))
    y.grad_fn.register_prehook(lambda go: seen.append(("pre", go)))
    y.grad_fn.register_hook(lambda gi, go: seen.append(("post", gi, go)))
    x.register_hook(lambda g: seen.append(("leaf", g)))
    x.register_post_accumulate_grad_hook(lambda t: seen.append(("accumulated", t.grad)))
    Nothing.apply(y).sum().backward()
    yield seen, x.grad
    # PyTorch: ([('tensor', None), ('pre', (None,)), ('post', (None, None), (None,)), ('leaf', None), ('accumulated', None)], None)


def post_accumulate_hooks_step(torch: Any) -> Iterator[Any]:
    """A post-accumulate hook can do the optimizer step and drop the gradient at once."""
    x = _leaf(torch)

    def step(t: Any) -> None:
        with torch.no_grad():
            t.sub_(t.grad, alpha=0.5)
        t.grad = None

    x.register_post_accumulate_grad_hook(step)
    for _ in range(3):
        (x * x).sum().backward()
    yield x.tolist(), x.grad
    # PyTorch: ([0.0, 0.0], None)


def backward_inside_a_hook(torch: Any) -> Iterator[Any]:
    """A hook can run a backward of its own over another graph."""
    seen: list[Any] = []
    x, w = _leaf(torch), _leaf(torch)

    def hook(g: Any) -> None:
        with torch.enable_grad():
            (w * g.detach()).sum().backward()
        seen.append(w.grad.tolist())

    y = x * 2
    y.register_hook(hook)
    y.exp().sum().backward()
    yield seen == [w.grad.tolist()], len(seen), x.grad is not None
    # PyTorch: (True, 1, True)


def hooks_with_create_graph(torch: Any) -> Iterator[Any]:
    """What a hook computes is part of the graph of the derivative under create_graph."""
    x = _leaf(torch)
    y = x * x
    y.register_hook(lambda g: g * y)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    (h,) = torch.autograd.grad(g.sum(), x)
    yield g.tolist(), h.tolist()
    # PyTorch: ([2.0, 2.0], [6.0, 6.0])


def hooks_of_several_outputs(torch: Any) -> Iterator[Any]:
    """Hooks of outputs of one node each get their own cotangent; which one runs for an unused output."""
    seen: list[Any] = []
    x = torch.tensor([3.0, 1.0, 2.0], requires_grad=True)
    values, _ = x.sort()
    a, b = values.split([1, 2])
    a.register_hook(lambda g: (seen.append(("a", g.tolist())), g * 2)[1])
    b.register_hook(lambda g: (seen.append(("b", g.tolist())), g * 3)[1])
    values.register_hook(lambda g: seen.append(("values", g.tolist())))
    (a.sum() + b.sum()).backward()
    yield seen, x.grad.tolist()
    seen.clear()
    a, b = (x * 1).split([1, 2])
    a.register_hook(lambda g: seen.append(("a", g.tolist())))
    b.register_hook(lambda g: seen.append(("b", g)))
    a.sum().backward()
    yield seen
    # PyTorch: ([('a', [1.0]), ('b', [1.0, 1.0]), ('values', [2.0, 3.0, 3.0])], [3.0, 2.0, 3.0])
    # PyTorch: [('a', [1.0]), ('b', None)]
