"""`torch.multiprocessing`: Python's `multiprocessing`. Tensors that are sent to another process share their memory with it."""
from __future__ import annotations

import multiprocessing as _mp
import sys
from typing import TYPE_CHECKING, Any

from .._namespace.names import missing
from .reductions import init_reductions
from .spawn import ProcessContext, ProcessException, ProcessExitedException, ProcessRaisedException, SpawnContext, spawn, start_processes

_SYSTEMS_WITHOUT = ("darwin", "win32")
_strategy = ["file_system" if sys.platform in _SYSTEMS_WITHOUT else "file_descriptor"]


def get_all_sharing_strategies() -> set[str]:
    """PyTorch's names of ways to share memory on this system."""
    return {"file_system"} if sys.platform in _SYSTEMS_WITHOUT else {"file_descriptor", "file_system"}


def get_sharing_strategy() -> str:
    """What `set_sharing_strategy` set."""
    return _strategy[0]


def set_sharing_strategy(new_strategy: str) -> None:
    """Remembered: memory is sent as a descriptor of a file without a name either way, of which nothing can be left behind."""
    if new_strategy not in get_all_sharing_strategies():
        raise AssertionError(f"invalid sharing strategy {new_strategy!r}, expected one of {get_all_sharing_strategies()}")
    _strategy[0] = new_strategy


init_reductions()
_missing = missing("torch.multiprocessing", __name__)


if not TYPE_CHECKING:  # checkers are to know the names that there are
    def __getattr__(name: str) -> Any:
        """Everything else is Python's."""
        if not name.startswith("_") and hasattr(_mp, name):
            return getattr(_mp, name)
        return _missing(name)
