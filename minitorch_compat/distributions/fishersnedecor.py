"""`torch.distributions.fishersnedecor`."""
from __future__ import annotations

from .further import FisherSnedecor

__all__ = ["FisherSnedecor"]
