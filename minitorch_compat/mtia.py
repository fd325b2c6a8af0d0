"""`torch.mtia` of a build without it."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ._namespace.absent_functions import refuser
from ._namespace.names import missing

__path__: list[str] = []  # modules below are found by `_namespace/modules.py`


def is_available() -> bool:
    """False."""
    return False


def is_initialized() -> bool:
    """False."""
    return False


def device_count() -> int:
    """0."""
    return 0


def manual_seed(seed: int) -> None:
    """Nothing: there is no generator to seed."""


def manual_seed_all(seed: int) -> None:
    """Nothing: there is no generator to seed."""


def empty_cache() -> None:
    """Nothing."""


_refuse = refuser("torch.mtia", lambda: AssertionError("Torch not compiled with MTIA enabled"))

current_device = _refuse("current_device", "()")
current_stream = _refuse("current_stream", "(device=None)")
get_device_properties = _refuse("get_device_properties", "(device=None)")
set_device = _refuse("set_device", "(device)")
synchronize = _refuse("synchronize", "(device=None)")
get_device_name = _refuse("get_device_name", "(device=None)")

if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.mtia", __name__)
