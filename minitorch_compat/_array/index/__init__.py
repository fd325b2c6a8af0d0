"""Kernels that read, write and order elements by position: indexing, masks, sorting, selection."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"repeat_and_count", "scatter", "slice_scatter", "sorting"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
