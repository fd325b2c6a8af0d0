"""`torch.distributions.weibull`."""
from __future__ import annotations

from .folded import Weibull

__all__ = ["Weibull"]
