"""`torch.distributed.rpc` of a build without it."""
from __future__ import annotations

from ..._namespace.modules import recorded


def is_available() -> bool:
    """False."""
    return False


__getattr__ = recorded("torch.distributed.rpc")
