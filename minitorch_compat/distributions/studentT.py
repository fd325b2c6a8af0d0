"""`torch.distributions.studentT`."""
from __future__ import annotations

from .gammas import StudentT

__all__ = ["StudentT"]
