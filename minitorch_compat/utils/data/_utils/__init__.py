"""Parts of the DataLoader."""
from __future__ import annotations

import atexit

from . import collate, fetch, signal_handling, worker

HAS_NUMPY = True
MP_STATUS_CHECK_INTERVAL = 5.0  # how many seconds to wait for an answer before looking whether the worker still lives
python_exit_status: bool | None = False  # whether the interpreter is ending: iterators of other libraries end their workers otherwise


def _set_python_exit_flag() -> None:
    global python_exit_status
    python_exit_status = True


atexit.register(_set_python_exit_flag)

__all__ = ["collate", "fetch", "signal_handling", "worker"]
