"""`torch.distributions.logistic_normal`."""
from __future__ import annotations

from .further import LogisticNormal

__all__ = ["LogisticNormal"]
