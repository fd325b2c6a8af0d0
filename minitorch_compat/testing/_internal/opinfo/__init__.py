"""`torch.testing._internal.opinfo`: descriptions of ops for tests over many of them."""
from __future__ import annotations

from . import core

__all__ = ["core"]
