"""Which of equal elements is chosen: by what selects, of rows and of columns, few and many, of all that are ordered."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

CALLS = ("t.topk(1, d)", "t.topk(2, d)", "t.topk(n - n // 3, d)", "t.topk(n, d)", "t.topk(1, d, False)", "t.topk(3, d, False)",
         "t.topk(2, d, True, False)", "t.max(d)", "t.min(d)", "t.kthvalue(1, d)", "t.kthvalue(n // 2, d)", "t.median(d)", "t.mode(d)",
         "t.sort(d, True)", "t.sort(dim=d, stable=True)", "t.cummax(d)", "t.cummin(d)", "t.argmax(d)", "t.argmin(d)", "t.argsort(d, True)",
         "t.nanmedian(d)", "t.unique(return_inverse=True, return_counts=True)")


def cases() -> Iterator[str]:
    """Every call of every size, number of different values, and type."""
    for call, size, values, dtype, dim in product(CALLS, (4, 9, 33, 150), (1, 2, 5), ("float32", "int64", "float16", "nan"), (0, 1)):
        if not (call in ("t.sort(d, True)", "t.argsort(d, True)", "t.topk(2, d, True, False)") and values == 1):
            yield f"chosen(lambda t, n, d: {call}, {size}, {values}, '{dtype}', {dim})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    def chosen(call: Any, size: int, values: int, dtype: str, dim: int) -> Any:
        t = (torch.arange(size * 2) * 7919 % 1009 % values).to(torch.float32 if dtype == "nan" else getattr(torch, dtype)).reshape(2, size)
        if dtype == "nan":
            t[0, size // 2] = t[1, 0] = t[1, -1] = torch.nan
        found = call(t.t().contiguous() if dim == 0 else t, size, dim)
        found = found if isinstance(found, tuple) else (found,)
        # A digest of long ones, in which every position weighs differently.
        return [int((f.nan_to_num(-3).long().reshape(-1) * (torch.arange(f.numel()) % 97 + 1)).sum()) for f in found]

    return {"chosen": chosen}
