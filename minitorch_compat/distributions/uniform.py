"""`torch.distributions.uniform`."""
from __future__ import annotations

from .continuous import Uniform

__all__ = ["Uniform"]
