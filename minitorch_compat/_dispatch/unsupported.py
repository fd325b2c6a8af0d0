"""`UnsupportedError`, where the layers above the kernels look for it."""
from __future__ import annotations

from .._array.core.dtypes import UnsupportedError

__all__ = ["UnsupportedError"]
