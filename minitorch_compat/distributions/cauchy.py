"""`torch.distributions.cauchy`."""
from __future__ import annotations

from .folded import Cauchy

__all__ = ["Cauchy"]
