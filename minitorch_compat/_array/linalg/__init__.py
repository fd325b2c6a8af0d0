"""Matrix kernels: products, factorizations, solvers, distances, Fourier transforms."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"affine_products", "cdist", "decompositions", "factorizations", "fourier", "ldl", "pdist", "solving"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
