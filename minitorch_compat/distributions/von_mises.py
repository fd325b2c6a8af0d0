"""`torch.distributions.von_mises`."""
from __future__ import annotations

from .further import VonMises

__all__ = ["VonMises"]
