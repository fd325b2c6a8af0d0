"""Parts of the DataLoader."""
from __future__ import annotations

from . import collate, fetch, worker

MP_STATUS_CHECK_INTERVAL = 5.0  # how many seconds to wait for an answer before looking whether the worker still lives

__all__ = ["collate", "fetch", "worker"]
