"""Interpolation, sampling at the points of a grid, padding with values of the border."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"border_padding", "grid_sample", "interpolation_weights"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
