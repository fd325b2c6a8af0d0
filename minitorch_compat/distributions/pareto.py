"""`torch.distributions.pareto`."""
from __future__ import annotations

from .folded import Pareto

__all__ = ["Pareto"]
