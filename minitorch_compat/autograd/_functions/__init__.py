"""Two legacy functions, `Type` and `Resize`."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.names import missing
from .tensor import Resize, Type

__all__ = ["Resize", "Type"]


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.autograd._functions", __name__)
