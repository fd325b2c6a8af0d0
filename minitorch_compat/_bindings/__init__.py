"""Layer 5: the public functions and methods of ops, and the completed Tensor class."""
from __future__ import annotations

from .tensor.tensor import Tensor

__all__ = ["Tensor"]
