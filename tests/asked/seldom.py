"""What programs seldom come to: lines that no other test reached."""
from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from . import functions, questions


def cases() -> Iterator[str]:
    """Every line."""
    yield from questions("seldom")[0]


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    return {**functions.names(torch), "prune": importlib.import_module(f"{torch.__name__}.nn.utils.prune"),
            "m": torch.tensor([[2.0, 1.0], [0.5, 3.0]]), "wide": torch.tensor([[1.0, -2.0], [0.5, 3.0], [4.0, 0.25]])}
