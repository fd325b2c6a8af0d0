"""`torch.distributions.kumaraswamy`."""
from __future__ import annotations

from .further import Kumaraswamy

__all__ = ["Kumaraswamy"]
