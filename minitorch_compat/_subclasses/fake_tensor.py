"""`torch._subclasses.fake_tensor`: there are no tensors without memory here, and asking for one says so."""
from __future__ import annotations

from typing import Any

from .._namespace.modules import recorded


def is_fake(x: Any) -> bool:
    """False."""
    return False


__getattr__ = recorded("torch._subclasses.fake_tensor")
