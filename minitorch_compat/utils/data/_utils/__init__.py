"""Parts of the DataLoader."""
from __future__ import annotations

from . import collate, fetch, worker

__all__ = ["collate", "fetch", "worker"]
