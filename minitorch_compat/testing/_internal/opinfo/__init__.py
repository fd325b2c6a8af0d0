"""`torch.testing._internal.opinfo`: descriptions of ops to parametrize tests."""
from __future__ import annotations

from . import core

__all__ = ["core"]
