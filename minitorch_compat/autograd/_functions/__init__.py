"""Two functions of the oldest programs, `Type` and `Resize`, which PyTorch keeps here."""
from __future__ import annotations

from .tensor import Resize, Type

__all__ = ["Resize", "Type"]
