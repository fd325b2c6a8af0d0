"""torch.utils: data loading, hooks and other helpers."""
from __future__ import annotations

from . import data, hooks

__all__ = ["data", "hooks"]
