"""Sparse tensors as constants inside of functions that are differentiated and mapped."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any


def _products(torch: Any, sparse: Any) -> dict[str, tuple[Any, Any]]:
    """By name: a function of a dense tensor, and that."""
    matrix, vector = torch.tensor([[0.0, 4], [5, 0], [6, 7]]), torch.tensor([1.0, 2, 3])
    return {
        "sparse.mm": (lambda x: torch.sparse.mm(sparse, x), matrix), "matmul": (lambda x: sparse @ x, matrix),
        "mm": (lambda x: torch.mm(sparse, x), matrix), "mv": (lambda x: torch.mv(sparse, x), vector),
        "vector": (lambda x: sparse @ x, vector), "addmm": (lambda x: torch.addmm(torch.ones(2, 2), sparse, x, alpha=2), matrix),
        "sparse.addmm": (lambda x: torch.sparse.addmm(torch.ones(2, 2), sparse, x), matrix),
        "added": (lambda x: x + sparse, torch.ones(2, 3)), "from the left": (lambda x: x @ sparse, torch.ones(2, 2)),
        "transposed": (lambda x: x.t() @ sparse.t(), matrix), "dense": (lambda x: sparse.to_dense() * x, torch.ones(2, 3)),
    }


def _sparse(torch: Any) -> Any:
    warnings.simplefilter("ignore")  # that PyTorch is slow there
    return torch.tensor([[1.0, 0, 2], [0, 0, 3]]).to_sparse()


def constants_where_gradients_are_taken(torch: Any) -> Iterator[Any]:
    """By `grad`, by `vjp`, of squares, and twice."""
    func = torch.func
    for function, x in _products(torch, _sparse(torch)).values():
        yield func.grad(lambda y, f=function: f(y).sum())(x), func.grad(lambda y, f=function: (f(y) ** 2).sum())(x)
        out, pull = func.vjp(function, x)
        yield out, pull(torch.arange(float(out.numel())).view(out.shape))
        yield func.grad(lambda y, f=function: func.grad(lambda z: (f(z) ** 3).sum())(y).sum())(x)
        yield func.grad_and_value(lambda y, f=function: f(y).exp().sum())(x / 100)


def constants_where_examples_are_mapped(torch: Any) -> Iterator[Any]:
    """What PyTorch does one by one."""
    func = torch.func
    named = _products(torch, _sparse(torch))
    for name in ("sparse.mm", "mv", "vector", "sparse.addmm", "from the left", "dense"):
        function, x = named[name]
        yield func.vmap(function)(torch.stack([x, x * 2, x - 1])).contiguous()
        if name != "from the left":
            yield func.vmap(function, in_dims=-1)(torch.stack([x, x * 2], -1)).contiguous()
    for name in ("mv", "vector", "dense"):
        function, x = named[name]
        yield func.vmap(func.grad(lambda y, f=function: (f(y) ** 2).sum()))(torch.stack([x, x * 2])).contiguous()
        yield func.jacrev(function)(x).contiguous()


def constants_that_require_gradients(torch: Any) -> Iterator[Any]:
    """A sparse tensor from outside, differentiated there."""
    sparse = _sparse(torch).requires_grad_()
    x = torch.tensor([[0.0, 4], [5, 0], [6, 7]])
    inner = torch.func.grad(lambda y: (torch.sparse.mm(sparse, y) ** 2).sum())(x)
    yield inner.detach(), inner.requires_grad
    # PyTorch: (tensor([[24., 36.], [0., 0.], [156., 198.]]), True)
