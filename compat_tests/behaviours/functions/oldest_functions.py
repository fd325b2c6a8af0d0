"""`torch.autograd._functions`: what programs of the first versions call."""
from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from .. import chain


def _module(torch: Any, name: str) -> Any:
    return import_module(f"{torch.__name__}.autograd._functions.{name}")


def resize(torch: Any) -> Iterator[Any]:
    """Resize.apply reshapes with a history: strides, whether memory is shared, and the gradient."""
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    calls = ((x, (3, 2)), (x.t(), (6,)), (x.t(), (2, 3)), (x, [6]), (x.t().detach(), (2, 3)), (torch.ones(1).expand(6), (3, 2)))
    for given, sizes in calls:
        y = _module(torch, "tensor").Resize.apply(given, sizes)
        yield y, y.stride(), y._is_view(), y.data_ptr() == given.data_ptr(), chain(y.grad_fn)
        if y.requires_grad:
            yield torch.autograd.grad((y * torch.arange(6.0).view(y.shape)).sum(), x)


def resize_to_another_number_of_elements(torch: Any) -> Iterator[Any]:
    """Resize.apply refuses sizes with another number of elements."""
    yield _module(torch, "tensor").Resize.apply(torch.ones(2, 3), (7,))
    # PyTorch: RuntimeError: requested resize to 7 (7 elements in ...


def types(torch: Any) -> Iterator[Any]:
    """Type.apply takes a dtype or an old tensor type, by class or name, and converts the gradient back."""
    x = torch.ones(2, requires_grad=True)
    for kind in (torch.float64, "torch.DoubleTensor", torch.FloatTensor, torch.LongTensor):
        y = _module(torch, "tensor").Type.apply(x, kind)
        yield y, chain(y.grad_fn), torch.autograd.grad(y.sum(), x) if y.requires_grad else None


def sums_over_what_was_expanded(torch: Any) -> Iterator[Any]:
    """maybe_unexpand and maybe_view bring a gradient to an earlier shape, and return it itself where it fits."""
    utils = _module(torch, "utils")
    for had, old in (((2, 3), (3,)), ((2, 3), (2, 1)), ((2, 3), (2, 3)), ((4, 2, 3), (2, 1)), ((2, 3), ()), ((2, 3), (5,)), ((3,), (2, 3))):
        g = torch.ones(had)
        for checked in (True, False):
            out = utils.maybe_unexpand(g, old, checked)
            yield out, out is g
    for size in ((6,), (2, 3)):
        g = torch.ones(2, 3)
        for checked in (True, False):
            out = utils.maybe_view(g, size, checked)
            yield out, out is g, out.data_ptr() == g.data_ptr()
