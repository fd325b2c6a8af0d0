"""`torch.distributions.lowrank_multivariate_normal`."""
from __future__ import annotations

from .matrices import LowRankMultivariateNormal

__all__ = ["LowRankMultivariateNormal"]
