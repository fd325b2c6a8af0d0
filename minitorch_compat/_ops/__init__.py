"""Layer 2: the table of ops. One entry per op; importing the package declares those behind operators, the others wait (see `table.py`)."""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from .families.linalg import products as linalg
from .families.pointwise import arithmetic as pointwise

__all__ = ["linalg", "pointwise"]

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> object:
        """PyTorch's module of this name has the classes of `torch.ops`; programs import them from it to recognise targets of graphs."""
        if name in ("OpOverload", "OpOverloadPacket"):
            return getattr(importlib.import_module(f"{__name__.partition('.')[0]}.ops"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
