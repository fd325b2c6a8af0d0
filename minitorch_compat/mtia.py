"""`torch.mtia` of a build without it."""
from __future__ import annotations

from typing import Any, NoReturn

from ._names import missing


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


def _none(*args: Any, **kwargs: Any) -> NoReturn:
    """Fails as in a build without MTIA."""
    raise AssertionError("Torch not compiled with MTIA enabled")


current_device = set_device = synchronize = get_device_name = get_device_properties = current_stream = _none

__getattr__ = missing("torch.mtia", __name__)
