"""Recurrent layers and cells: one kernel per layer or step."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"lstm"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
