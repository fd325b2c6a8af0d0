"""`torch.distributions.geometric`."""
from __future__ import annotations

from .discrete import Geometric

__all__ = ["Geometric"]
