"""Calls of tensors that are neither row-major nor views of another; they run here and in PyTorch.

`python tests/array/paths/permuted.py`, with PyTorch installed, records the strides of its results in `permuted.json`.
"""
from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).with_name("permuted.json")
SPACES = ("torch", "torch.special", "torch.nn.functional", "torch.linalg", "torch.fft", "torch.Tensor")
#: What is given beside the tensor: nothing, numbers, itself, and a row-major one that is repeated.
BESIDE: dict[str, Any] = {"": (), "1": (1,), "0.3": (0.3,), "itself": None, "rows": None}
ORDERS = ((0, 2, 1), (2, 0, 1), (1, 0, 2))
#: Neither calculations nor views, or of every process another.
_OTHERS = ("_", "fbgemm", "slice_inverse", "to", "set_", "get_", "is_", "use_", "init", "fork", "wait", "save", "load", "from_", "seed",
           "manual_seed", "xpu", "ipu", "hpu", "mtia", "vitals", "cudnn", "mkldnn", "quantize", "retain", "requires_grad", "register",
           "compile", "cond", "cuda", "vmap", "export", "map", "eval", "storage", "data_ptr", "share_memory", "pin_memory", "backward",
           "sparse_", "random_")


def place(torch: Any, path: str) -> Any:
    """The module or class of that path, or what lies in it."""
    found = torch
    for part in path.split(".")[1:]:
        found = getattr(found, part)
    return found


def permuted(torch: Any, order: tuple[int, ...]) -> Any:
    """Numbers between 0 and 1 whose memory goes through the dimensions in that order."""
    return torch.empty_permuted((2, 3, 4), order).copy_(torch.arange(1.0, 25).reshape(2, 3, 4) / 25)


def outcome(torch: Any, path: str, beside: str, look: Callable[[Any], None] = lambda t: None) -> list[Any] | None:
    """The strides of what the call gives for each order, of dimensions that are longer than 1; None where it is refused.

    `look` sees each of these tensors.
    """
    found: list[Any] = []
    function = place(torch, path)
    for order in ORDERS:
        x = permuted(torch, order)
        more = BESIDE[beside]
        torch.manual_seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                result = function(x, *(more if more is not None else (x,) if beside == "itself" else (torch.full((3, 1), 0.5),)))
            except (RuntimeError, TypeError, ValueError, IndexError, AttributeError, NotImplementedError, AssertionError):
                return None
        tensors = [t for t in (result if isinstance(result, (tuple, list)) else [result]) if isinstance(t, torch.Tensor)]
        for t in tensors:
            look(t)
        found.append([[step if n > 1 else 0 for n, step in zip(t.shape, t.stride())] for t in tensors])
    return found if any(map(any, found)) else None


if __name__ == "__main__":
    import torch

    kept: dict[str, dict[str, Any]] = {}
    for space in SPACES:
        for name in sorted(dir(place(torch, space))):
            known = getattr(place(torch, space), name)
            if name.startswith(_OTHERS) or name.endswith("_") or isinstance(known, type) or not callable(known):
                continue
            if space == "torch.Tensor" and hasattr(torch, name):
                continue
            for beside in BESIDE:
                strides = outcome(torch, f"{space}.{name}", beside)
                if strides is not None:
                    kept.setdefault(f"{space}.{name}", {})[beside] = strides
    RECORDED.write_text(json.dumps(kept, separators=(",", ":")).replace('},"', '},\n"') + "\n")
