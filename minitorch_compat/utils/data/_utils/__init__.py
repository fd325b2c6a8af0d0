"""Parts of the DataLoader."""
from __future__ import annotations

import atexit

from . import collate, fetch, pin_memory, signal_handling, worker

HAS_NUMPY = True
MP_STATUS_CHECK_INTERVAL = 5.0  # seconds to wait for a batch before checking that the worker is alive
python_exit_status: bool | None = False  # whether the interpreter is exiting, read by other libraries


def _set_python_exit_flag() -> None:
    global python_exit_status
    python_exit_status = True


atexit.register(_set_python_exit_flag)

__all__ = ["collate", "fetch", "pin_memory", "signal_handling", "worker"]
