"""Indices are saved tensors, too: hooks pack them, and the gradient goes where the unpacked ones say."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def _apply_with_hooks(torch: Any, function: Any, pack: Any = lambda t: t, unpack: Any = lambda t: t) -> Any:
    log: list[Any] = []

    def packed(t: Any) -> Any:
        log.append(t.clone())
        return pack(t)

    def unpacked(t: Any) -> Any:
        log.append("unpacked")
        return unpack(t)

    x = torch.arange(12.0).reshape(3, 4).requires_grad_()
    with torch.autograd.graph.saved_tensors_hooks(packed, unpacked):
        out = function(x)
    out.backward(torch.arange(1.0, out.numel() + 1).reshape(out.shape))
    return log, chain(out.grad_fn), x.grad


def what_is_packed(torch: Any) -> Iterator[Any]:
    """Saved tensor hooks see the index tensors of each kind of indexing."""
    mask = torch.tensor([True, False, True])
    where = torch.tensor([2, 0])
    for key in (where, [2, 0], mask, (where, where), (slice(None), where), (slice(1, 3), [0, 1]), (0, [1, 2]), (..., where),
                (where, slice(None, 2)), (None, where), (where[:, None], where), torch.arange(12).reshape(3, 4) % 5 == 1):
        yield _apply_with_hooks(torch, lambda x, key=key: x[key])


def what_is_written(torch: Any) -> Iterator[Any]:
    """Hooks also pack the indices of assignments and `index_put`."""
    where = torch.tensor([2, 0])

    def assigned(x: Any, key: Any, value: Any) -> Any:
        y = x * 1
        y[key] = value
        return y

    for key in (where, [2, 0], (slice(None), where), (where, where)):
        yield _apply_with_hooks(torch, lambda x, key=key: assigned(x, key, 5.0))
        yield _apply_with_hooks(torch, lambda x, key=key: assigned(x, key, x.sum()))
    yield _apply_with_hooks(torch, lambda x: x.index_put((where,), torch.ones(4)))
    yield _apply_with_hooks(torch, lambda x: x.index_put((where,), x[0], accumulate=True))
    yield _apply_with_hooks(torch, lambda x: (x * 1).index_put_((where, where), x[0, :2]))


def unpacked_elsewhere(torch: Any) -> Iterator[Any]:
    """Other indices out of a hook are those that count."""
    where = torch.tensor([2, 0])
    yield _apply_with_hooks(torch, lambda x: x[where], unpack=lambda t: t * 0 + 1)
    yield _apply_with_hooks(torch, lambda x: x[where], pack=lambda t: t.tolist(), unpack=torch.tensor)
    yield refused(lambda: _apply_with_hooks(torch, lambda x: x[where], unpack=lambda t: t.tolist()))
    yield refused(lambda: _apply_with_hooks(torch, lambda x: x[where], pack=lambda t: t.add_(1)))


def changed_before_backward(torch: Any) -> Iterator[Any]:
    """A hook that keeps the tensor itself sees the change; one that copies does not."""
    for pack in (lambda t: t, lambda t: t.clone()):
        x, where = torch.ones(3, requires_grad=True), torch.tensor([2, 0])
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
            y = x[where]
        where.fill_(1)
        found = refused(lambda y=y: y.sum().backward())
        yield found, x.grad
    # PyTorch: (nothing: NoneType, tensor([0., 2., 0.]))
    # PyTorch: (nothing: NoneType, tensor([1., 0., 1.]))


def asked_for(torch: Any) -> Iterator[Any]:
    """Reading `_saved_indices` calls the unpack hook, and so does the backward pass."""
    x, where, log = torch.ones(3, requires_grad=True), torch.tensor([2, 0]), []
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: log.append("unpacked") or t):
        y = x[where]
    yield y.grad_fn._saved_indices, log
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    yield g, log
    # PyTorch: ((tensor([2, 0]),), ['unpacked'])
    # PyTorch: (tensor([1., 0., 1.]), ['unpacked', 'unpacked'])


def recomputed(torch: Any) -> Iterator[Any]:
    """Gradients through indexing inside a checkpoint go where the recomputed indices say."""
    from importlib import import_module

    checkpoint = import_module(f"{torch.__name__}.utils.checkpoint").checkpoint
    x, where = torch.arange(3.0).requires_grad_(), torch.tensor([2, 0])
    for function in (lambda x: x.sin()[where].exp(), lambda x: x[where] * x[[0, 1]], lambda x: x.exp()[x > 0]):
        x.grad = None
        checkpoint(function, x, use_reentrant=False).sum().backward()
        yield x.grad
    # PyTorch: tensor([1.0000, 0.0000, -1.0331])
    # PyTorch: tensor([3., 0., 0.])
    # PyTorch: tensor([0.0000, 2.7183, 7.3891])
