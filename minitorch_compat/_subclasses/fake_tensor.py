"""`torch._subclasses.fake_tensor`: there are no tensors without memory here, and asking for one says so."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded


def is_fake(x: Any) -> bool:
    """False."""
    return False


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch._subclasses.fake_tensor")
