"""`torch.distributions.inverse_gamma`."""
from __future__ import annotations

from .further import InverseGamma

__all__ = ["InverseGamma"]
