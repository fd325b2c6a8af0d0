"""`torch.distributions.lkj_cholesky`."""
from __future__ import annotations

from .matrices import LKJCholesky

__all__ = ["LKJCholesky"]
