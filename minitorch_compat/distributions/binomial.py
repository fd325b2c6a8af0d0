"""`torch.distributions.binomial`."""
from __future__ import annotations

from .counts import Binomial

__all__ = ["Binomial"]
