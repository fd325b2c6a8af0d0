"""Layer 7: the swap tools."""
from __future__ import annotations

from .install import install, installed, is_active, uninstall

__all__ = ["install", "installed", "is_active", "uninstall"]
