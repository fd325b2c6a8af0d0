"""`torch.distributions.beta`."""
from __future__ import annotations

from .gammas import Beta

__all__ = ["Beta"]
