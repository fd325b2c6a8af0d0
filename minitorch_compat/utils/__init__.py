"""torch.utils: data loading, hooks and other helpers."""
from __future__ import annotations

from . import data, hooks

__all__ = ["data", "hooks"]

from .._names import missing

__getattr__ = missing("torch.utils", __name__)
