"""`torch.distributions.laplace`."""
from __future__ import annotations

from .continuous import Laplace

__all__ = ["Laplace"]
