"""Kernels for shapes and memory layouts: views, strided windows, copies, undoing broadcasting, evenly spaced numbers."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"copies", "evenly_spaced"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
