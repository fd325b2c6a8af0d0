"""How an op acts on many examples at once: the rules of vmap."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._array.core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"products", "shapes"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
