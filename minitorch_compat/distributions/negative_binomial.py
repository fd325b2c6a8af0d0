"""`torch.distributions.negative_binomial`."""
from __future__ import annotations

from .counts import NegativeBinomial

__all__ = ["NegativeBinomial"]
