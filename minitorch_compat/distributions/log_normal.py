"""`torch.distributions.log_normal`."""
from __future__ import annotations

from .continuous import LogNormal

__all__ = ["LogNormal"]
