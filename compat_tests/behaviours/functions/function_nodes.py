"""Custom Functions: what their nodes offer to be called, flags, views that they change."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def _function(torch: Any, forward: Any, backward: Any, **attributes: Any) -> Any:
    return type("F", (torch.autograd.Function,), {"forward": staticmethod(forward), "backward": staticmethod(backward), **attributes})


def changed_views(torch: Any) -> Iterator[Any]:
    """A Function that changes a view in place gives its base a history; views of leaves are refused."""
    def double(ctx: Any, a: Any) -> Any:
        a.mul_(2)
        ctx.mark_dirty(a)
        return a

    F = _function(torch, double, lambda ctx, g: g * 2)
    leaf = torch.arange(6.0).view(2, 3).requires_grad_()  # itself a view, of a tensor that wants no gradient
    yield refused(lambda: F.apply(leaf[:])), refused(lambda: F.apply(leaf[0])), refused(lambda: F.apply(leaf))
    base = torch.ones(2, 3, requires_grad=True) * 1
    view = F.apply(base[0])
    yield view, base, chain(base.grad_fn, 3)
    with torch.no_grad():
        hidden = (torch.ones(3, requires_grad=True) * 1)[:]
    yield refused(lambda: F.apply(hidden.requires_grad_()))


def nodes_as_functions(torch: Any) -> Iterator[Any]:
    """The node of a Function can be called by its methods apply, apply_boxed and apply_jvp."""
    def square(ctx: Any, a: Any, k: int) -> Any:
        ctx.save_for_backward(a)
        ctx.save_for_forward(a)
        ctx.k = k
        return a * a * k

    def backward(ctx: Any, g: Any) -> Any:
        return 2 * ctx.saved_tensors[0] * ctx.k * g, None

    x = torch.tensor([1.0, 3.0], requires_grad=True)
    node = _function(torch, square, backward).apply(x, 3).grad_fn
    yield node.apply(torch.ones(2)), refused(lambda: node.apply()), refused(lambda: node(torch.ones(2)))
    boxed = _function(torch, square, lambda ctx, gs: (gs.pop() * ctx.k, None), boxed_grads_call=True).apply(x, 3).grad_fn
    given = [torch.ones(2)]
    yield boxed.apply_boxed(given), given
    both = _function(torch, square, backward, vjp=staticmethod(backward)).apply(x, 3).grad_fn
    yield refused(lambda: both.apply(torch.ones(2)))
    forward = _function(torch, square, backward, jvp=staticmethod(lambda ctx, t, k: t * ctx.k)).apply(x, 3).grad_fn
    yield forward.apply_jvp(torch.ones(2), None)


def saved_once(torch: Any) -> Iterator[Any]:
    """With clear_saved_tensors_on_access, what is left of saved tensors after the first access in backward."""
    seen: list[Any] = []

    def backward(ctx: Any, g: Any) -> Any:
        seen.append(len(ctx.saved_tensors))
        seen.append(ctx._raw_saved_tensors)
        seen.append(refused(lambda: ctx.saved_tensors)["message"][:40])
        return g

    def keep(ctx: Any, a: Any) -> Any:
        ctx.save_for_backward(a, a * 2)
        return a * 1

    def reading_too_late(ctx: Any, g: Any) -> Any:
        seen.append(refused(lambda: ctx.saved_tensors)["raised"])
        return g

    for formula in (backward, reading_too_late):
        F = _function(torch, keep, formula, clear_saved_tensors_on_access=True)
        y = F.apply(torch.ones(2, requires_grad=True))
        yield len(y.grad_fn._raw_saved_tensors)
        if formula is reading_too_late:
            yield len(y.grad_fn.saved_tensors), y.grad_fn._raw_saved_tensors
        for retain in (True, False, False):
            try:
                y.sum().backward(retain_graph=retain)
            except RuntimeError as error:
                yield str(error)[:40]
        yield seen
        seen.clear()


def gradients_without_values(torch: Any) -> Iterator[Any]:
    """A backward that returns a meta tensor for an input on the CPU is refused."""
    F = _function(torch, lambda ctx, a: a * 1, lambda ctx, g: torch.ones(2, device="meta"))
    x = torch.ones(2, requires_grad=True)
    yield refused(lambda: F.apply(x).sum().backward()), refused(lambda: F.apply(x * 1).sum().backward()), x.grad
    # PyTorch: (RuntimeError: Function FBackward returned an invalid ..., RuntimeError: Function FBackward returned an invalid ..., None)


def flags(torch: Any) -> Iterator[Any]:
    """materialize_grads is an attribute of the context that is checked when set and makes cotangents None."""
    found: list[Any] = []

    def forward(ctx: Any, a: Any) -> Any:
        for value in (3, None, "x"):
            found.append(refused(lambda value=value: setattr(ctx, "materialize_grads", value)))
        ctx.materialize_grads = False
        return a * 1, a * 2

    def backward(ctx: Any, g: Any, h: Any) -> Any:
        found.append((g is None, h is None))
        return g

    F = _function(torch, forward, backward)
    F.apply(torch.ones(2, requires_grad=True))[0].sum().backward()
    yield found


def tangents_of_the_wrong_kind(torch: Any) -> Iterator[Any]:
    """A list, a number or a string among the tangents that a jvp returns is refused by its position."""
    def forward(ctx: Any, a: Any) -> Any:
        return a * 1, a * 2

    ad = torch.autograd.forward_ad
    for answer in (lambda t: [t, t], lambda t: (t, [t]), lambda t: 3, lambda t: (t, t, "x")):
        F = _function(torch, forward, None, jvp=staticmethod(lambda ctx, t, answer=answer: answer(t)))
        with ad.dual_level():
            yield refused(lambda F=F: F.apply(ad.make_dual(torch.ones(2), torch.ones(2))))
    # PyTorch: RuntimeError: expected Variable or None (got list) ...
    # PyTorch: RuntimeError: expected Variable or None (got list) ...
    # PyTorch: RuntimeError: expected Variable or None (got int) for ...
    # PyTorch: RuntimeError: expected Variable or None (got str) for ...


def levels_closed_by_other_names(torch: Any) -> Iterator[Any]:
    """A level can be left only by its own number; strings and other numbers are refused."""
    ad = torch.autograd.forward_ad
    with ad.dual_level():
        for level in ("a", 7, -3, 1.5):
            yield refused(lambda level=level: ad.exit_dual_level(level=level))
    # PyTorch: RuntimeError: Trying to exit a forward AD level that ...
    # PyTorch: RuntimeError: Trying to exit a forward AD level that ...
    # PyTorch: RuntimeError: Trying to exit a forward AD level that ...
    # PyTorch: RuntimeError: Trying to exit a forward AD level that ...


def nodes_are_not_copied(torch: Any) -> Iterator[Any]:
    """Nodes can be neither pickled nor copied, and take no negative sequence number."""
    import copy
    import pickle

    node = (torch.ones(2, requires_grad=True) * 2).grad_fn
    end = node.next_functions[0][0]
    for n in (node, end):
        yield [refused(call) for call in (lambda n=n: pickle.dumps(n), lambda n=n: copy.copy(n), lambda n=n: copy.deepcopy(n))]
    yield refused(lambda: node._set_sequence_nr(-5))


def data_of_another_layout(torch: Any) -> Iterator[Any]:
    """Sparse data for a dense leaf are refused, and the leaf and its graph stay usable."""
    x = torch.ones(3, requires_grad=True)
    y = (x * x).sum()
    yield refused(lambda: setattr(x, "data", torch.ones(3).to_sparse()))
    y.backward()
    yield x, x.grad
    # PyTorch: RuntimeError: Attempted to call ...
    # PyTorch: (tensor([1., 1., 1.], requires_grad=True), tensor([2., 2., 2.]))


def hooks_that_answer(torch: Any) -> Iterator[Any]:
    """What is said to a post-accumulate hook that returns something, and which gradient remains."""
    for answer in (torch.ones(3), torch.ones(2, dtype=torch.float64), torch.ones(2), 3):
        x = torch.ones(2, requires_grad=True)
        x.register_post_accumulate_grad_hook(lambda t, answer=answer: answer)
        yield refused(lambda x=x: (x * 2).sum().backward()), x.grad
    # PyTorch: (RuntimeError: hook '<lambda>' has changed the size of ..., tensor([2., 2.]))
    # PyTorch: (RuntimeError: hook '<lambda>' has changed the type of ..., tensor([2., 2.]))
    # PyTorch: (RuntimeError: Tensor post accumulate grad hooks ..., tensor([2., 2.]))
    # PyTorch: (TypeError: expected Variable, but hook returned ..., tensor([2., 2.]))


def strict_jacobians(torch: Any) -> Iterator[Any]:
    """A strict jacobian with create_graph refuses a linear output, whose number it gives as that of an input."""
    jacobian = torch.autograd.functional.jacobian
    x = torch.tensor([1.0, 2.0])
    yield refused(lambda: jacobian(lambda a: (a * a, a * 2), x, strict=True, create_graph=True))
    yield refused(lambda: jacobian(lambda a: (a * 2, a * a), x, strict=True, create_graph=True))
    yield refused(lambda: torch.autograd.graph.disable_saved_tensors_hooks(3).__enter__())["raised"]
    # PyTorch: RuntimeError: The jacobian of the user-provided ...
    # PyTorch: RuntimeError: The jacobian of the user-provided ...
    # PyTorch: 'TypeError'
