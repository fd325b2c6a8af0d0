"""`torch.distributions.dirichlet`."""
from __future__ import annotations

from .gammas import Dirichlet

__all__ = ["Dirichlet"]
