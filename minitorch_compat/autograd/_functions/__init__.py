"""Two functions of the oldest programs, `Type` and `Resize`, which PyTorch keeps here."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.names import missing
from .tensor import Resize, Type

__all__ = ["Resize", "Type"]


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.autograd._functions", __name__)
