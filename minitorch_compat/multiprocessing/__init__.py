"""`torch.multiprocessing`: Python's `multiprocessing`. Tensors sent to another process are copied, not shared."""
from __future__ import annotations

import multiprocessing as _mp
from typing import Any

from .._names import missing
from .spawn import ProcessContext, ProcessException, ProcessExitedException, ProcessRaisedException, SpawnContext, spawn, start_processes

_strategy = ["file_descriptor"]


def get_all_sharing_strategies() -> set[str]:
    """PyTorch's names of ways to share memory; none is used here."""
    return {"file_descriptor", "file_system"}


def get_sharing_strategy() -> str:
    """What `set_sharing_strategy` set."""
    return _strategy[0]


def set_sharing_strategy(new_strategy: str) -> None:
    """Remembered."""
    if new_strategy not in get_all_sharing_strategies():
        raise AssertionError(f"unknown sharing strategy {new_strategy!r}")
    _strategy[0] = new_strategy


_missing = missing("torch.multiprocessing", __name__)


def __getattr__(name: str) -> Any:
    """Everything else is Python's."""
    if not name.startswith("_") and hasattr(_mp, name):
        return getattr(_mp, name)
    return _missing(name)
