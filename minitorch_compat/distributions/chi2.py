"""`torch.distributions.chi2`."""
from __future__ import annotations

from .gammas import Chi2

__all__ = ["Chi2"]
