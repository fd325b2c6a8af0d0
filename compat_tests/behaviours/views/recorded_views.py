"""Views that record the ops that make them: their history after an in-place change, with the mode on and off."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_VIEWS: tuple[Callable[[Any], Any], ...] = (
    lambda x: x.view(-1), lambda x: x.t(), lambda x: x.t()[1:].unsqueeze(0), lambda x: x[1:, ::2], lambda x: x[:, :1].squeeze(1),
    lambda x: x.diagonal(), lambda x: x.as_strided((2, 2), (1, 2), 1), lambda x: x.unfold(0, 2, 1), lambda x: x.view_as(x),
    lambda x: x.permute(1, 0), lambda x: x.narrow(1, 0, 2), lambda x: x.unflatten(1, (3, 1)), lambda x: x.movedim(0, 1), lambda x: x.mT)


def _chain(node: Any) -> list[str]:
    names = []
    while node is not None:
        names.append(type(node).__name__)
        node = node.next_functions[0][0] if node.next_functions else None
    return names


def history_after_a_change(torch: Any) -> Iterator[Any]:
    """The view itself, its base, or another view of that is changed."""
    for recorded in (True, False):
        for take in _VIEWS:
            for changed in (lambda base, view, other: view, lambda base, view, other: base, lambda base, view, other: other):
                x = torch.arange(6.0).reshape(2, 3).requires_grad_()
                with torch.autograd._force_original_view_tracking(recorded):
                    base = x * 2
                    view, other = take(base), take(base)
                    changed(base, view, other).mul_(3)
                yield _chain(view.grad_fn), torch.autograd.grad((view * view).sum(), x)[0]


def the_mode(torch: Any) -> Iterator[Any]:
    """It nests, decorates, and is told."""
    told = torch.autograd.is_view_replay_enabled
    yield told()
    with torch.autograd._force_original_view_tracking(True):
        yield told(), torch._C._is_view_replay_enabled()
        with torch.autograd._force_original_view_tracking(False):
            yield told()
        yield told()
    yield told(), torch.autograd._force_original_view_tracking(True)(told)(), told()
    # PyTorch: False
    # PyTorch: (True, True)
    # PyTorch: False
    # PyTorch: True
    # PyTorch: (False, True, False)
