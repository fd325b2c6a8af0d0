"""Layer 2: the table of ops. One entry per op; importing the package declares those behind operators, the others wait (see `table.py`)."""
from __future__ import annotations

from .families.linalg import products as linalg
from .families.pointwise import arithmetic as pointwise

__all__ = ["linalg", "pointwise"]
