"""`torch.mps` of a build without it."""
from __future__ import annotations

from typing import Any, NoReturn

from ._names import missing


def is_available() -> bool:
    """False."""
    return False


def device_count() -> int:
    """0."""
    return 0


def manual_seed(seed: int) -> None:
    """Nothing: there is no generator to seed."""


def seed() -> None:
    """Nothing: there is no generator to seed."""


def _none(*args: Any, **kwargs: Any) -> NoReturn:
    """Fails as in a build without MPS."""
    raise RuntimeError("Cannot execute this without MPS backend.")


empty_cache = synchronize = current_allocated_memory = driver_allocated_memory = set_per_process_memory_fraction = _none

__getattr__ = missing("torch.mps", __name__)
