"""`torch.distributed.rpc`, which is not available."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr


def is_available() -> bool:
    """False."""
    return False


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.distributed.rpc")
