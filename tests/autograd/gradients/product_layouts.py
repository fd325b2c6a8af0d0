"""Strides of the gradients of matrix products, by the strides of the factors, sizes and call; the cases run here and in PyTorch.

`python tests/autograd/gradients/product_layouts.py`, with PyTorch installed, records its strides in `product_layouts.json`.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("product_layouts.json")
LAYOUTS = ("rows", "columns", "turned rows", "turned columns", "part of rows", "part of columns", "turned part", "a result by columns")
CALLS = ("mm", "matmul", "linear", "linear that is looked at", "biased", "addmm", "bmm", "einsum", "batch")
_NO_VIEWS = ("biased", "linear that is looked at")
SIZES = tuple(product((1, 2), (1, 3), (1, 4)))


def factor(torch: Any, layout: str, shape: tuple[int, int], start: float) -> tuple[Any, Any]:
    """A leaf, and the matrix of that shape that is made of it."""
    matrix = torch.arange(start, start + shape[0] * shape[1]).reshape(shape)
    if layout == "rows":
        leaf = matrix.clone()
    elif layout == "columns":
        leaf = torch.empty_strided(shape, (1, shape[0])).copy_(matrix)
    elif layout == "turned rows":
        leaf = torch.empty_strided(shape[::-1], (shape[0], 1)).copy_(matrix.t())
    elif layout == "turned columns":
        leaf = torch.empty_strided(shape[::-1], (1, shape[1])).copy_(matrix.t())
    elif layout == "part of rows":
        leaf = torch.zeros(shape[0], shape[1] + 2)
    elif layout in ("part of columns", "turned part"):
        leaf = torch.zeros(shape[1], shape[0] + 2)
    else:
        leaf = torch.empty_strided(shape, (1, shape[0])).copy_(matrix)
    leaf.requires_grad_()
    if "part" in layout:
        return leaf, leaf[:, :shape[1]] if layout == "part of rows" else leaf.t()[:shape[0]] if layout != "turned part" else leaf[
            :, :shape[0]].t()
    return leaf, leaf.t() if layout.startswith("turned") else leaf * 1 if layout.startswith("a result") else leaf


def inspect_graph(out: Any) -> Any:
    """`out`, after somebody has looked at its graph, where a layer is a product with a transposed weight."""
    assert len(out.grad_fn.next_functions) == 2
    return out


def compute_product(torch: Any, call: str, a: Any, b: Any, leaf: Any) -> Any:
    """The product, by one of several ways; `leaf` is the one of `b`, which a layer has for its weight where that fits."""
    weight = leaf if b.t().stride() == leaf.stride() and b.t().shape == leaf.shape else b.t()
    linear = torch.nn.functional.linear
    return {"mm": lambda: torch.mm(a, b), "matmul": lambda: a @ b, "linear": lambda: linear(a, weight),
            "linear that is looked at": lambda: inspect_graph(linear(a, weight)),
            "biased": lambda: linear(a, weight, torch.ones(b.shape[1])), "addmm": lambda: torch.addmm(torch.ones(()), a, b),
            "bmm": lambda: torch.bmm(a[None], b[None])[0], "einsum": lambda: torch.einsum("ij,jk->ik", a, b),
            "batch": lambda: a[None] @ b}[call]()


def cases() -> Iterator[tuple[str, str, str, tuple[int, int, int]]]:
    """Every call of factors that lie in every way. Plain products of dense factors also in sizes of 1."""
    for call, first, second, size in product(CALLS, LAYOUTS, LAYOUTS, SIZES):
        odd = call in ("einsum", "batch") or any("part" in layout or "result" in layout for layout in (first, second))
        if not (1 in size and odd):
            yield call, first, second, size


def outcome(torch: Any, call: str, first: str, second: str, size: tuple[int, int, int]) -> list[Any]:
    """The strides of the result, and those of the gradients of leaves and factors and whether they are views.

    First of a cotangent by rows, then of one by columns.
    """
    n, m, k = size
    found: list[Any] = []
    for columns in (False, True):
        a, left = factor(torch, first, (n, m), 1.0)
        b, right = factor(torch, second, (m, k), 2.0)
        out = compute_product(torch, call, left, right, b)
        g = torch.ones_like(out, memory_format=torch.contiguous_format)
        if columns:
            g = g.transpose(-1, -2).contiguous().transpose(-1, -2)
        # Those of a layer with a bias are views in PyTorch, which it does not let everybody write; here they are memory of their own, and
        # those of a layer that was looked at are, too, unless other tensors lie in another order than their strides tell.
        found += [list(out.stride()), *[t if t is None else [*t.stride(), call not in _NO_VIEWS and t._is_view()]
                                          for t in torch.autograd.grad(out, (a, b, left, right), g, allow_unused=True)]]
    return found


if __name__ == "__main__":
    import torch

    different: list[list[list[int]]] = []
    places = []
    for case in cases():
        strides = outcome(torch, *case)
        if strides not in different:
            different.append(strides)
        places.append(different.index(strides))
    RECORDED.write_text(json.dumps({"strides": different, "of": places}, separators=(",", ":")) + "\n")
