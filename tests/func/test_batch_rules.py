"""Batching rules whose arguments are easily confused."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.func import vmap


@pytest.mark.parametrize("func", [
    lambda x: x.norm(), lambda x: torch.linalg.vector_norm(x, 3, dim=0, keepdim=True), lambda x: x.norm(1, dim=-1),
], ids=["all", "order and dim", "last"])
def test_norms(func):
    x = torch.arange(24.0).reshape(2, 3, 4) - 7
    assert torch.allclose(vmap(func)(x), torch.stack([func(row) for row in x]))


MASK = torch.tensor([[True, False], [True, True]])


@pytest.mark.parametrize("function", [
    lambda x: x[0].masked_select(MASK), lambda x: x[0, :1].masked_select(MASK), lambda x: x.masked_select(MASK[0]),
    lambda x: torch.func.grad(lambda y: (y.masked_select(MASK) ** 3).sum())(x[0]),
    lambda x: torch.func.grad(lambda y: torch.func.grad(lambda z: (z.masked_select(MASK) ** 3).sum())(y).sum())(x[0]),
    lambda x: torch.func.grad(lambda y: (y.masked_select(MASK[:0]) ** 3).sum())(x[0])],
    ids=["row", "element", "matrix", "gradient", "second gradient", "nothing chosen"])
def test_selections_by_wider_masks(function):
    x = torch.arange(12.0).reshape(3, 2, 2) - 5
    assert torch.equal(vmap(function)(x), torch.stack([function(row) for row in x]))


@pytest.mark.parametrize("size", [0, 1])
@pytest.mark.parametrize("dim", [0, -1])
def test_windows_of_numbers(dim, size):
    def slope(x):
        return torch.func.grad(lambda y: (y.unfold(dim, size, 1) ** 2).sum())(x)

    x = torch.arange(1.0, 4)
    assert torch.equal(vmap(lambda y: y.unfold(dim, size, 1))(x), torch.stack([y.unfold(dim, size, 1) for y in x]))
    assert torch.equal(vmap(slope)(x), torch.stack([slope(y) for y in x]))


def test_windows_of_numbers_refused():
    with pytest.raises(RuntimeError, match="maximum size for tensor at dimension"):
        vmap(lambda y: y.unfold(0, 2, 1))(torch.ones(3))
    with pytest.raises(IndexError, match="Dimension out of range"):
        vmap(lambda y: y.unfold(1, 1, 1))(torch.ones(3))
