"""Tensors and the rest of Python: numbers, lists, numpy, pickle."""
from __future__ import annotations

from typing import Any


class Interop:
    """Conversions to Python's and numpy's types."""

    __slots__ = ()

    def item(self: Any) -> Any:
        """The value of a tensor of one element, as a Python number."""
        return self.array.item()

    def numpy(self: Any, *, force: bool = False) -> Any:
        """The ndarray, sharing memory."""
        return self.array

    def tolist(self: Any) -> Any:
        """The values as nested lists of Python numbers."""
        return self.array.tolist()

    def __float__(self: Any) -> float:
        return float(self.item())

    def __repr__(self: Any) -> str:
        return f"tensor({self.array!r})"
