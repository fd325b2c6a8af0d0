"""Layer 2: the table of ops. One entry per op; importing the package declares those behind operators, the others wait (`table.py`)."""
from __future__ import annotations

from .families.linalg import products as linalg
from .families.pointwise import arithmetic as pointwise
from .namespace import public_class as __getattr__

__all__ = ["linalg", "pointwise"]
