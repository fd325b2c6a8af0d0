"""`torch._higher_order_ops`: ops that take functions, which they run eagerly."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.control_flow import cond, while_loop
from .._namespace.modules import recorded_getattr
from .associative_scan import associative_scan
from .scan import scan

__all__ = ["associative_scan", "cond", "scan", "while_loop"]

_names = recorded_getattr("torch._higher_order_ops")


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        return _names(name)
