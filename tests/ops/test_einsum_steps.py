"""einsum of two tensors with gradients: the cached steps against those that are found out one by one."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._ops.families.linalg import einsum

CASES = [
    ("ij,jk->ik", (3, 4), (4, 5)), ("ij,kj->ki", (3, 4), (5, 4)), ("bhqd,bhkd->bhqk", (2, 2, 3, 4), (2, 2, 5, 4)),
    ("...i,ij->...j", (2, 3, 4), (4, 5)), ("i,ij", (3,), (3, 4)), ("ij,ij->", (3, 4), (3, 4)), ("abc,cb->a", (2, 3, 4), (4, 3)),
    ("bi,bi->b", (3, 4), (3, 4)), ("i,j->ij", (3,), (4,)), ("ij,j->i", (1, 4), (4,)), ("bij,jk->bik", (1, 3, 4), (4, 1)),
    ("iij,jk->ik", (3, 3, 4), (4, 5)), ("ij,k->i", (3, 4), (5,)), ("ij,jk->ik", (3, 1), (1, 5)),
]


def names(node: Any) -> list[Any]:
    return [] if node is None else [node.name(), *(names(following) for following, _ in node.next_functions)]


def outcome(equation: str, *shapes: tuple[int, ...]) -> tuple[Any, ...]:
    torch.manual_seed(0)
    operands = [torch.rand(shape, requires_grad=True) for shape in shapes]
    result = torch.einsum(equation, *operands)
    first = torch.autograd.grad(result.sin().sum(), operands, create_graph=True)
    second = torch.autograd.grad(sum(g.sin().sum() for g in first), operands)
    values = [result, *first, *second]
    return names(result.grad_fn), [v.tolist() for v in values], [(v.shape, v.stride()) for v in values]


@pytest.mark.parametrize(("equation", "left", "right"), CASES)
def test_steps(equation: str, left: tuple[int, ...], right: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    found = outcome(equation, left, right)
    monkeypatch.setattr(einsum, "_make_steps", lambda *_args: None)
    assert found == outcome(equation, left, right)
