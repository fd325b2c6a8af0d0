"""`torch.signal`."""
from __future__ import annotations

from .._namespace.names import missing
from . import windows as windows

__all__ = ["windows"]
__getattr__ = missing("torch.signal", __name__)
