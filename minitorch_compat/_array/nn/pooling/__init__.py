"""Pooling, by lists of positions or by overlapping windows."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"pool"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
