"""Records what PyTorch says to the calls in tests/bindings/refusals/wrong_calls.txt; writes wrong_calls.json beside this file.

A line is an expression of `torch`, `F`, `nn`, `O` (torch.optim) and `f`, which makes random numbers. What is answered is recorded as
dtype and shape.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
CALLS = HERE.parent / "bindings" / "refusals" / "wrong_calls.txt"
REFERENCE = HERE / "wrong_calls.json"


def outcome(torch: Any, functional: Any, line: str) -> list[str]:
    """The exception's type and first line, or what is answered."""
    torch.manual_seed(0)
    try:
        found = eval(line, {"torch": torch, "F": functional, "nn": torch.nn, "O": torch.optim, "f": torch.randn, "nan": float("nan"),
                            "inf": float("inf")})
    except Exception as error:
        return [type(error).__name__, str(error).split("\n")[0]]
    return ["answered", described(torch, found)]


def described(torch: Any, value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return f"{value.dtype} {tuple(value.shape)}"
    return f"[{', '.join(described(torch, v) for v in value)}]" if isinstance(value, (tuple, list)) else type(value).__name__


def main() -> None:
    import torch

    recorded = {line: outcome(torch, torch.nn.functional, line) for line in CALLS.read_text().splitlines()}
    REFERENCE.write_text(json.dumps(recorded, indent=0) + "\n")


if __name__ == "__main__":
    sys.exit(main())
