"""`torch._subclasses` without fake tensors."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.modules import recorded_getattr

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch._subclasses")
