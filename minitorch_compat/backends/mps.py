"""`torch.backends.mps`: not available."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import missing


def is_available() -> bool:
    """False."""
    return False


def is_built() -> bool:
    """False."""
    return False


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.backends.mps", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    get_core_count: Any
    get_name: Any
    is_macos13_or_newer: Any
    is_macos_or_newer: Any
