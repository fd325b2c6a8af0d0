"""Parameters whose backward leaves a gradient for each example of the batch."""
from __future__ import annotations

from .expanded_weights_impl import ExpandedWeight

__all__ = ["ExpandedWeight"]
