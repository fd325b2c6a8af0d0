"""What all kernels build on: dtypes, numbers, memory, blocks of large arrays, meta arrays, pending conjugation."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"shape_errors"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
