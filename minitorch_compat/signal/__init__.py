"""`torch.signal`."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import missing
from . import windows as windows

__all__ = ["windows"]
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.signal", __name__)
