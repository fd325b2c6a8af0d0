"""Layer 2: the table of ops. One entry per op; importing the package declares those that nearly every program uses (see `table.py`)."""
from __future__ import annotations

from . import complex, indexing, linalg, pointwise, reduction, shape

__all__ = ["complex", "indexing", "linalg", "pointwise", "reduction", "shape"]
