"""`torch.distributions.poisson`."""
from __future__ import annotations

from .discrete import Poisson

__all__ = ["Poisson"]
