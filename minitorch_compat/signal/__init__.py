"""`torch.signal`."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import missing
from . import windows as windows

__all__ = ["windows"]
if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.signal", __name__)
