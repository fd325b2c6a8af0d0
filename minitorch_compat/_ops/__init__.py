"""Layer 2: the table of ops. One entry per op; importing the package declares those behind operators, the others wait (see `table.py`)."""
from __future__ import annotations

from typing import TYPE_CHECKING

if not TYPE_CHECKING:
    def __getattr__(name: str) -> object:
        if name in ("batching_products", "batching_shapes"):  # rules of which entries keep stand-ins, until there is something to batch
            from .._array.deferred import Family

            return Family(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


from . import linalg, pointwise

__all__ = ["linalg", "pointwise"]
