"""Gradients that are handed out: which of them are views."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import refused

CHANGES = ("v[..., None]", "v[None]", "v", "v.view(-1)", "v.squeeze()", "v.expand(2, *v.shape)", "v.view_as(v)",
           "v.permute(*range(v.ndim - 1, -1, -1))", "v[None, ..., None]", "v * 1", "v + 0", "-v", "v.mT", "v.diagonal()",
           "v.unfold(0, 1, 1)")


def views(torch: Any) -> Iterator[Any]:
    """A gradient that a view made is a view: it cannot be detached in place, nor changed where that would be recorded."""
    for change in CHANGES:
        for shape in ((), (1,), (1, 1), (2, 1), (1, 2), (2, 2)):
            for end in (lambda y: y.sum(), lambda y: y.mean(), lambda y: y.sum(0)):
                v = torch.full(shape, 0.5, requires_grad=True)
                try:
                    y = end(eval(change, {"v": v}))
                except (RuntimeError, IndexError) as error:
                    yield change, shape, type(error).__name__
                    continue
                g = torch.autograd.grad(y, v, torch.ones_like(y), retain_graph=True)[0]
                y.backward(torch.ones_like(y))
                yield change, shape, g._is_view(), v.grad._is_view(), refused(g.detach_)


def views_and_graphs(torch: Any) -> Iterator[Any]:
    """The gradient of a sum is a view made without grad mode, so a recorded change in place is refused."""
    v = torch.ones(3, requires_grad=True)
    g = torch.autograd.grad(v.sum(), v)[0]
    yield refused(lambda: g.mul_(v))
    yield g._base.shape, g.requires_grad, g.is_leaf, g.grad_fn
    given = torch.ones(3)[:2]
    w = torch.ones(2, requires_grad=True)
    back = torch.autograd.grad(w + 0, w, given)[0]
    yield back is given, given._version, back._is_view()
    yield (g + v).grad_fn.name(), refused(lambda: g.requires_grad_().add_(1))
    # PyTorch: RuntimeError: A view was created in no_grad mode and ...
    # PyTorch: (Size(), False, True, None)
    # PyTorch: (True, 0, True)
    # PyTorch: ('AddBackward0', RuntimeError: A view was created in no_grad mode and ...)


#: What is asked of a view that was taken where nothing is recorded, and whose base was changed since where it is.
ASKED: dict[str, Callable[[Any], Any]] = {
    "requires_grad": lambda t: t.requires_grad, "is_leaf": lambda t: t.is_leaf, "retain_grad": lambda t: t.retain_grad(),
    "requires_grad_": lambda t: t.requires_grad_().requires_grad, "set": lambda t: setattr(t, "requires_grad", True),
    "register_hook": lambda t: t.register_hook(print), "detach": lambda t: t.detach().tolist(), "add": lambda t: (t + 1).tolist(),
    "add_": lambda t: t.add_(1), "retains_grad": lambda t: t.retains_grad, "_version": lambda t: t._version}


def views_left_behind(torch: Any) -> Iterator[Any]:
    """A view taken under no_grad whose base then got a history refuses what needs its grad_fn and answers the rest."""
    for name, ask in ASKED.items():
        for change in (lambda b, x: b.fill_(10), lambda b, x: b.mul_(x)):
            for base in (lambda x: x * 1, lambda x: torch.ones(2)):
                x = torch.ones(2, requires_grad=True)
                b = base(x)
                with torch.no_grad():
                    view = b[0:1]
                change(b, x)
                try:
                    yield name, ask(view)
                except RuntimeError as error:
                    yield name, str(error)[:60]
