"""`torch.distributions.multinomial`."""
from __future__ import annotations

from .counts import Multinomial

__all__ = ["Multinomial"]
