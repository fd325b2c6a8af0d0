"""Record PyTorch's errors for the calls in tests/bindings/refusals/wrong_calls.txt in wrong_calls.json next to this file.

A line is an expression of `torch`, `F`, `nn`, `O` (torch.optim) and `f`, which makes random numbers. Results are recorded as
dtype and shape.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from compat_tests.judging.scoring import key_phrase

HERE = Path(__file__).parents[2]
CALLS = HERE.parent / "bindings" / "refusals" / "wrong_calls.txt"
REFERENCE = HERE / "wrong_calls.json"


def outcome(torch: Any, functional: Any, line: str) -> list[str]:
    """The exception's type and key phrase, or what is answered."""
    torch.manual_seed(0)
    try:
        found = eval(line, {"torch": torch, "F": functional, "nn": torch.nn, "O": torch.optim, "f": torch.randn, "nan": float("nan"),
                            "inf": float("inf")})
    except Exception as error:
        return [type(error).__name__, key_phrase(str(error))]
    return ["answered", described(torch, found)]


def described(torch: Any, value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return f"{value.dtype} {tuple(value.shape)}"
    return f"[{', '.join(described(torch, v) for v in value)}]" if isinstance(value, (tuple, list)) else type(value).__name__


def main() -> None:
    import torch

    recorded = {line: outcome(torch, torch.nn.functional, line) for line in CALLS.read_text().splitlines()}
    REFERENCE.write_text("{\n" + ",\n".join(f"{json.dumps(line)}: {json.dumps(found)}" for line, found in recorded.items()) + "\n}\n")


if __name__ == "__main__":
    sys.exit(main())
