"""`torch._subclasses` without fake tensors."""
from __future__ import annotations

from .._namespace.modules import recorded

__getattr__ = recorded("torch._subclasses")
