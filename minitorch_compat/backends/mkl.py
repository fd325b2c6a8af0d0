"""`torch.backends.mkl`: not available."""
from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from .._namespace.names import missing

VERBOSE_OFF, VERBOSE_ON = 0, 1


def is_available() -> bool:
    """False."""
    return False


class verbose:
    """Context for verbose output of the library; entering it raises, except for the level that disables output."""

    def __init__(self, enable: int) -> None:
        self.enable = enable

    def __enter__(self) -> verbose:
        if self.enable != VERBOSE_OFF:
            _refuse()
        return self

    def __exit__(self, *exc: object) -> None:
        return None


def _refuse() -> NoReturn:
    raise AssertionError("Failed to set MKL into verbose mode. Please consider to disable this verbose scope.")


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.backends.mkl", __name__)
