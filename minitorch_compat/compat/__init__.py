"""Layer 7: tools that make `import torch` load this package, and drawings of graphs."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .importing.install import install, installed, is_active, uninstall

if TYPE_CHECKING:
    from .drawing import draw

__all__ = ["draw", "install", "installed", "is_active", "uninstall"]


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        """Import `draw` on first access."""
        if name == "draw":
            from .drawing import draw

            return draw
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
