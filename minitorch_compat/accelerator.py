"""`torch.accelerator`: none is there."""
from __future__ import annotations

from typing import Any, NoReturn

from ._names import missing


def is_available() -> bool:
    """False."""
    return False


def device_count() -> int:
    """0."""
    return 0


def current_accelerator(check_available: bool = False) -> None:
    """None."""
    return


def _none(*args: Any, **kwargs: Any) -> NoReturn:
    """Fails as in a CPU build."""
    raise RuntimeError("Cannot access accelerator device when none is available.")


current_device_index = current_device_idx = set_device_index = set_device_idx = current_stream = set_stream = synchronize = _none
empty_cache = memory_allocated = max_memory_allocated = memory_reserved = max_memory_reserved = memory_stats = _none
get_device_capability = reset_peak_memory_stats = reset_accumulated_memory_stats = get_memory_info = _none

__getattr__ = missing("torch.accelerator", __name__)
