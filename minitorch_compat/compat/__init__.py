"""Layer 7: the swap tools, and pictures of graphs."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .importing.install import install, installed, is_active, uninstall

if TYPE_CHECKING:
    from .drawing import draw

__all__ = ["draw", "install", "installed", "is_active", "uninstall"]


if not TYPE_CHECKING:  # checkers are to know the names that there are
    def __getattr__(name: str) -> Any:
        """`draw` is imported when somebody draws."""
        if name == "draw":
            from .drawing import draw

            return draw
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
