"""Strides and identity of gradients behind nodes that hand them on unchanged."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

#: What stands between the leaf and the operation; some of it makes new gradients, the rest passes on what comes, or a view of it.
BEFORE = (
    "x", "x.view_as(x)", "x + w", "x - 1", "w - x", "x * 1", "x.reshape(-1).reshape(x.shape)", "x.clone()", "x.mT.mT", "x[None][0]",
    "x.unsqueeze(0).squeeze(0)", "torch.stack([x, w])[0]", "x.float().double()", "x.frac()", "x.contiguous()", "x.exp()", "x + x")
OPERATIONS = (
    "x[0]", "x[[0, -1]]", "x[w > 0]", "x.index_select(0, torch.tensor([0, 0]))", "x.gather(-1, x.argsort(-1))",
    "x.take(torch.tensor([0, -1]))", "x.masked_select(w > 0)", "x.max(-1)[0]", "x.sort(-1)[0]", "x.median()", "x.max()", "x.maximum(w)",
    "x.cummax(0)[0]", "x.mean()", "x.sum()", "x.as_strided((2,), (1,))", "x.float()", "x.cumsum(0)", "x * 2", "x + w", "x.neg()",
    "x.clone()", "x.unsqueeze(0)", "x.select(-1, 0)", "torch.stack([x, w])", "torch.cat([x, w], 0)", "x + x", "x * x", "x / x",
    "x.norm()", "x.amax(-1)", "torch.where(w > 0, x, w)", "x.frac()")


def strides(torch: Any) -> Iterator[Any]:
    """Strides of gradients, returned and accumulated, for each operation behind each step that hands gradients on."""
    for before in BEFORE:
        for operation in OPERATIONS:
            yield before, operation, [_strides(torch, before, operation, into) for into in (False, True)]


def _strides(torch: Any, before: str, operation: str, into: bool) -> Any:
    x = torch.tensor([[0.5, 1.5, -0.7], [2.0, 0.25, 1.1]], dtype=torch.float64, requires_grad=True)
    space = {"torch": torch, "w": x.detach() * 2 + 0.1}
    y = eval(operation, {**space, "x": eval(before, {**space, "x": x})})
    if not into:
        g = torch.autograd.grad(y.sum(), x)[0]
        return tuple(g.stride())
    y.sum().backward()
    return tuple(x.grad.stride())


def gradients_of_one_column(torch: Any) -> Iterator[Any]:
    """Nobody looks at the stride of a dimension of size 1; what is kept must be fit to be added to."""
    for f in (lambda x: x.float().sum(1, keepdim=True), lambda x: x.sum(-1), lambda x: x.mT[0], lambda x: x.mT * 2, lambda x: x.squeeze()):
        x = torch.arange(8.0).reshape(-1, 1).requires_grad_()
        for _ in range(2):
            f(x).sum().backward()
            yield x.grad.tolist()


def gradients_with_a_graph(torch: Any) -> Iterator[Any]:
    """Identity of gradients that are added up with and without a graph."""
    x = torch.arange(1.0, 4.0).requires_grad_()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # once per process PyTorch warns of cycles
        (x**3).sum().backward(create_graph=True)
        first = x.grad
        yield first.detach().tolist(), first.requires_grad
        (x**3).sum().backward(create_graph=True)
        yield x.grad is first, x.grad.detach().tolist()
        x.grad = None
        (x**3).sum().backward()
        (x**3).sum().backward(create_graph=True)
        x.grad.sum().backward()
    yield x.grad
    # PyTorch: ([3.0, 12.0, 27.0], True)
    # PyTorch: (False, [6.0, 24.0, 54.0])
    # PyTorch: tensor([12., 36., 72.], grad_fn=<AddBackward0>)
