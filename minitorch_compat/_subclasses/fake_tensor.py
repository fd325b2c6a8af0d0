"""`torch._subclasses.fake_tensor`: fake tensors are not supported, and making one raises."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr


def is_fake(x: Any) -> bool:
    """False."""
    return False


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch._subclasses.fake_tensor")
