"""Views whose history cannot be made anew, and views that have none of their own yet: what is said of them."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import refused
from .._autograd import function_of


def _base(torch: Any, recorded: bool = True) -> Any:
    x = torch.zeros(4, requires_grad=recorded)
    return x * 1 if recorded else x


def _views(torch: Any) -> Iterator[tuple[str, Any]]:
    """A view that nobody has asked since its base got a history, and views of kinds that get none again."""
    w = torch.ones(4, requires_grad=True)
    x = _base(torch, False)
    view = x[:2]
    x.mul_(w)
    yield "not asked", view
    x = _base(torch)
    view = x[:2]
    x.mul_(w)
    yield "made anew", view
    for recorded in (True, False):
        x = _base(torch, recorded)
        view = x.unbind()[0]
        x.mul_(w)
        yield f"one of several {recorded}", view
        x = _base(torch, recorded)
        with torch.no_grad():
            view = x[:2]
        x.mul_(w)
        yield f"not recorded {recorded}", view


def _set(view: Any, value: bool) -> Any:
    view.requires_grad = value
    return view.requires_grad


def _tell(call: Callable[[], Any]) -> Any:
    try:
        return repr(call())
    except Exception as error:
        return type(error).__name__, str(error).split("\n")[0]


def marks(torch: Any) -> Iterator[Any]:
    """What asking for or setting requires_grad, retain_grad and grad_fn does on views that are out of date."""
    for call in (lambda v: v.requires_grad_(False).requires_grad, lambda v: v.requires_grad_().requires_grad, lambda v: _set(v, False),
                 lambda v: _set(v, True), lambda v: v.requires_grad, lambda v: v.retain_grad(), lambda v: v.retains_grad,
                 lambda v: v.detach_(), lambda v: v.is_leaf, lambda v: type(v.grad_fn).__name__):
        for kind, view in _views(torch):
            yield kind, _tell(lambda: call(view))


def changes_in_place(torch: Any) -> Iterator[Any]:
    """Which in-place changes are refused on views whose base was changed since."""
    for call in (lambda v: v.mul_(2), lambda v: v.fill_(3.0), lambda v: v.zero_(), lambda v: v.__setitem__(..., 3.0),
                 lambda v: v.set_(torch.ones(2)), lambda v: torch.add(v.detach(), 1, out=v)):
        for kind, view in _views(torch):
            yield kind, _tell(lambda: call(view))


def asked_before(torch: Any) -> Iterator[Any]:
    """Asking a view for its history after its base got one decides what a change in-place then does."""
    w = torch.ones(4, requires_grad=True)
    for ask in (lambda v: v.requires_grad, lambda v: v.grad_fn, lambda v: v * 2, lambda v: v.is_leaf):
        x = _base(torch, False)
        view = x[:2]
        x.mul_(w)
        ask(view)
        yield _tell(lambda: view.mul_(2))
    # PyTorch: ('RuntimeError', 'a leaf Variable that requires grad is ...')
    # PyTorch: 'tensor([0., 0.], grad_fn=<AsStridedBackward0>)'
    # PyTorch: 'tensor([0., 0.], grad_fn=<AsStridedBackward0>)'
    # PyTorch: 'tensor([0., 0.], grad_fn=<AsStridedBackward0>)'


def backwards(torch: Any) -> Iterator[Any]:
    """What grad and backward say when an outdated view is an output or an input."""
    for kind, view in _views(torch):
        yield kind, _tell(lambda: torch.autograd.grad(view, torch.ones(2, requires_grad=True)))
        yield kind, _tell(lambda: torch.autograd.backward(view))
    x = _base(torch)
    view = x.unbind()[0]
    x.mul_(2)
    fixed, w = torch.ones(()), torch.ones((), requires_grad=True)
    for outputs, inputs in ((fixed, view), (w, view), (view, fixed), (w, (fixed, view)), (w, (view, fixed)), ((view, fixed), w),
                            ((fixed, view), w)):
        yield refused(lambda: torch.autograd.grad(outputs, inputs, allow_unused=True))


def saved_and_stale(torch: Any) -> Iterator[Any]:
    """Whether backward refuses a view that was saved before its base was changed in-place, by how it was made."""
    w = torch.ones(4, requires_grad=True)
    for call in (lambda x: x.split(2)[0] ** 2, lambda x: x.split(2)[0][:1].view(1).sin(), lambda x: x.split(2)[0] @ w[:2],
                 lambda x: x[:2].sin(), lambda x: x.unbind()[0] * x.unbind()[1]):
        x = _base(torch)
        y = call(x).sum()
        x.mul_(2)
        yield refused(lambda: y.backward(retain_graph=True))
        yield refused(lambda: torch.autograd.grad(y, w, create_graph=True, allow_unused=True))
    x = _base(torch)
    view = x.split(2)[0]
    y = view * view
    x.detach().mul_(2)
    yield refused(lambda: y.grad_fn._saved_self), refused(y.sum().backward)


def hooks_registered_twice(torch: Any) -> Iterator[Any]:
    """Registering a hook on an outdated view a first and a second time, and which hooks it then has."""
    x = _base(torch)
    view = x.split(2)[0].select(0, 0)
    x.mul_(2)
    yield refused(lambda: view.register_hook(lambda g: None)), view._backward_hooks
    view.register_hook(lambda g: None)
    yield len(view._backward_hooks)
    # PyTorch: (RuntimeError: Output 0 of Select is a view and its ..., {})
    # PyTorch: 1


def gradients_kept_by_changed_inputs(torch: Any) -> Iterator[Any]:
    """retain_grad follows a tensor through a Function that changes it in-place."""
    twice = function_of(torch, lambda ctx, x: (ctx.mark_dirty(x), x.mul_(2))[1], lambda ctx, g: g * 2)
    y = torch.ones(3, requires_grad=True) * 1
    y.retain_grad()
    y.sum().backward(retain_graph=True)
    yield y.grad
    twice.apply(y)
    yield y.grad, y.retains_grad
    (y * 5).sum().backward()
    yield y.grad
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: (None, True)
    # PyTorch: tensor([5., 5., 5.])
