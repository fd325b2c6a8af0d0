"""`torch.distributions.half_cauchy`."""
from __future__ import annotations

from .folded import HalfCauchy

__all__ = ["HalfCauchy"]
