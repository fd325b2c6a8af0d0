"""`torch.distributions.gumbel`."""
from __future__ import annotations

from .folded import Gumbel

__all__ = ["Gumbel"]
