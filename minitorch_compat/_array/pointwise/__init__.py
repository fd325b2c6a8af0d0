"""Elementwise kernels: arithmetic, activations, clamping, complex numbers, selection by a mask."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"activation", "complex", "division", "fake_quantize"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
