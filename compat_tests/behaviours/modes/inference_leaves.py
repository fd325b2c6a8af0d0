"""Inference tensors that require gradients, and what calls of nothing but inference tensors leave behind."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def _make_tensor(torch: Any, requires_grad: bool) -> Any:
    with torch.inference_mode():
        return torch.ones(2, 3, requires_grad=requires_grad)


def _description(call: Callable[[], Any]) -> Any:
    try:
        out = call()
    except Exception as error:
        return type(error).__name__, str(error).split("\n")[0]
    if not hasattr(out, "is_inference"):
        return repr(out)
    version = None if out.is_inference() else out._version
    return out.is_inference(), out.requires_grad, type(out.grad_fn).__name__, version, out.is_leaf


def not_recorded(torch: Any) -> Iterator[Any]:
    """Which operations on an inference tensor outside the mode are refused or leave no node behind."""
    for requires_grad in (False, True):
        i = _make_tensor(torch, requires_grad)
        for call in (lambda: i.exp(), lambda: i.sin(), lambda: i.view(-1), lambda: i[0], lambda: i.t(), lambda: i.mm(i.t()),
                     lambda: torch.cat([i, i]), lambda: i.relu(), lambda: i.softmax(0), lambda: i.split(1)[0], lambda: i.expand(2, 2, 3),
                     lambda: i.sum().backward(), lambda: i * i, lambda: torch.nn.functional.layer_norm(i, (3,)), lambda: i ** 2):
            yield _description(call)


def recorded(torch: Any) -> Iterator[Any]:
    """Operations that need not save an inference tensor, outside the mode: which results are recorded."""
    n = torch.ones(2, 3, requires_grad=True)
    for requires_grad in (False, True):
        i = _make_tensor(torch, requires_grad)
        for call in (lambda: i + 1, lambda: i * 2, lambda: i + n, lambda: i * n, lambda: i[[0]], lambda: torch._foreach_add([i], 1)[0],
                     lambda: (i + n).sum().backward(), lambda: (n.grad.is_inference(), n.grad.is_leaf), lambda: torch.cat([i, n])):
            yield _description(call)


def copies(torch: Any) -> Iterator[Any]:
    """Copies and conversions of an inference tensor outside the mode, with and without no_grad."""
    for requires_grad in (False, True):
        i = _make_tensor(torch, requires_grad)
        for call in (lambda: i.clone(), lambda: i.double(), lambda: i.to(torch.float16), lambda: i.to(torch.float32, copy=True),
                     lambda: i.type(torch.float64), lambda: i.repeat(2, 1), lambda: i.tile(2), lambda: i.t().contiguous(),
                     lambda: i.contiguous(), lambda: i.to(torch.float32), lambda: i.clone(memory_format=torch.contiguous_format),
                     lambda: i.bool(), lambda: i.to(torch.complex64)):
            yield _description(call)
            with torch.no_grad():
                yield _description(call)


def refused_and_left_alone(torch: Any) -> Iterator[Any]:
    """Which in-place changes and which Parameters inference tensors refuse."""
    for requires_grad in (False, True):
        i = _make_tensor(torch, requires_grad)
        for call in (lambda: i.mul_(2), lambda: i.fill_(2), lambda: i.zero_(), lambda: i.relu_(), lambda: i.copy_(torch.ones(2, 3)),
                     lambda: i.detach_(), lambda: i.t_(), lambda: i.requires_grad_(), lambda: i.requires_grad_(False).requires_grad,
                     lambda: torch.nn.Parameter(i.detach(), requires_grad=False)):
            yield _description(call)
    with torch.inference_mode():
        yield _description(lambda: _make_tensor(torch, True).data)
    normal = torch.ones(2)
    with torch.inference_mode():
        part = normal.view(2)
        yield _description(lambda: torch.nn.Parameter(part))
