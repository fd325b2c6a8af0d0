"""`UnsupportedError`, re-exported for the layers above the kernels."""
from __future__ import annotations

from .._array.core.dtypes import UnsupportedError

__all__ = ["UnsupportedError"]
