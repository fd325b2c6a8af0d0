"""Products of tensors of all pairs of layouts: what they give, and what a refusal says of both."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

#: The words of a refusal name both layouts, and that of the result.
WORDS = 150
MADE = ("m", "coo", "csr", "csc", "bsr", "bsc")


def cases() -> Iterator[str]:
    """Every product of every pair."""
    for left, right, call in product(MADE, MADE, ("a @ b", "torch.mm(a, b)")):
        yield f"told(lambda a, b: {call}, {left}, {right})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    m = torch.tensor([[0.0, 1.5], [-2.0, 3.0]])

    def told(call: Any, a: Any, b: Any) -> Any:
        out = call(a, b)
        return [str(out.layout), str(out.dtype), list(out.shape), out.to_dense().tolist()]

    return {"m": m, "coo": m.to_sparse(), "csr": m.to_sparse_csr(), "csc": m.to_sparse_csc(), "bsr": m.to_sparse_bsr((1, 1)),
            "bsc": m.to_sparse_bsc((1, 1)), "told": told}
