"""`torch.mtia` of a build without MTIA."""
from __future__ import annotations

from typing import Any

from ._namespace.names import missing

__path__: list[str] = []  # submodules are found by `_namespace/modules.py`

_missing = missing("torch.mtia", __name__)


def is_available() -> bool:
    """Return False."""
    return False


def is_initialized() -> bool:
    """Return False."""
    return False


def device_count() -> int:
    """Return 0."""
    return 0


def manual_seed(seed: int) -> None:
    """Do nothing: there is no generator to seed."""


def manual_seed_all(seed: int) -> None:
    """Do nothing: there is no generator to seed."""


def empty_cache() -> None:
    """Do nothing."""


def __getattr__(name: str) -> Any:  # also for type checkers: the other names are recorded, and all say that there is no device
    return _missing(name)
