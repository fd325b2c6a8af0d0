"""`torch.distributions.gamma`."""
from __future__ import annotations

from .gammas import Gamma

__all__ = ["Gamma"]
