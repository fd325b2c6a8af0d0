"""Strides of results: operands that lie in memory in different orders, repeat, have gaps or dimensions of size 1."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

OPERANDS = (
    "r", "r.exp()", "c", "c.exp()", "c.neg().abs()", "g", "e", "row", "col.mT", "s", "c[:1]", "d")
OPERATIONS = (
    "a + b", "a * b", "a > b", "torch.add(a, b, alpha=2)", "torch.hypot(a, b)", "torch.where(a > 0.5, a, b)", "torch.maximum(a, b)",
    "a ** b", "torch.lerp(a, b, 0.5)", "torch.addcmul(a, b, b)", "a % b", "a + b.double()", "torch.clamp(a, min=b)", "a // b")
ALONE = (
    "a.exp()", "a * 2", "a // 2", "a.abs()", "a.clamp(0, 1)", "(a > 0).sgn()", "a.isnan()", "a.bool().sign()", "2 ** a", "a.long() ** 2",
    "3 ** a.long()", "a.argsort(0)", "a.clone()", "a.float()", "a.sigmoid()", "torch.nn.functional.elu(a)", "a.nan_to_num()", "a.pow(2)",
    "a.sort(0)[1]", "a.bool() ** True")


def _operands(torch: Any) -> dict[str, Any]:
    return {"torch": torch,
            "r": torch.ones(3, 4), "c": torch.ones(4, 3).t(), "g": torch.ones(3, 8)[:, ::2], "e": torch.ones(3, 1).expand(3, 4),
            "row": torch.ones(4), "col": torch.ones(4, 1), "s": torch.tensor(2.0), "d": torch.ones(2, 4, 3).mT}


def _walked(t: Any) -> list[int]:
    """Nobody steps along a dimension of size 1."""
    return [step for size, step in zip(t.shape, t.stride(), strict=True) if size > 1]


def pairs(torch: Any) -> Iterator[Any]:
    """The strides of each binary op for every pair of layouts of its operands."""
    space = _operands(torch)
    for operation in OPERATIONS:
        for first in OPERANDS:
            for second in OPERANDS:
                a, b = eval(first, space), eval(second, space)
                yield operation, first, second, _walked(eval(operation, {**space, "a": a, "b": b}))


def alone(torch: Any) -> Iterator[Any]:
    """The strides of each op of one tensor for every layout of it."""
    space = _operands(torch)
    for operation in ALONE:
        for operand in (*OPERANDS, "d.permute(2, 0, 1)", "c.expand(2, 3, 4)", "r.expand(2, 3, 4).mT"):
            if eval(operand, space).dim() or "argsort" not in operation and "sort" not in operation:
                yield operation, operand, _walked(eval(operation, {**space, "a": eval(operand, space)}))


def copies_of_themselves(torch: Any) -> Iterator[Any]:
    """A copy of the same window onto itself does nothing, and is no offence where elements share memory."""
    for make in (lambda: torch.ones(2, 2, 1).expand(2, 2, 3), lambda: torch.tensor(1.0).expand(2, 2), lambda: torch.ones(2, 2)):
        x = make()
        yield x.copy_(x).shape, x._version
        x[0] = x[0]
        yield x._version
    # PyTorch: (Size(2, 2, 3), 1)
    # PyTorch: 2
    # PyTorch: (Size(2, 2), 1)
    # PyTorch: 2
    # PyTorch: (Size(2, 2), 1)
    # PyTorch: 2


def contractions_with_single_dimensions(torch: Any) -> Iterator[Any]:
    """Where products of `einsum` lie that have dimensions of one element: with which operand those go."""
    for a in product((1, 3), repeat=3):
        for b in product((1, 4), repeat=3):
            if all(n == 1 or m == 1 for n, m in zip(a, b)):
                yield torch.einsum("xyzi,xyzi->xyz", torch.ones(*a, 2), torch.ones(*b, 2)).stride()
