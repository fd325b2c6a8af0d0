"""Kernels over dimensions: sums, moments, softmax, histograms, segments."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"histogram", "long_sums", "moments", "scans", "segments", "softmax"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
