"""Parameters for which backward computes a gradient of each example of the batch."""
from __future__ import annotations

from .expanded_weights_impl import ExpandedWeight

__all__ = ["ExpandedWeight"]
