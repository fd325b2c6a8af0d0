"""`torch.distributions.half_normal`."""
from __future__ import annotations

from .folded import HalfNormal

__all__ = ["HalfNormal"]
