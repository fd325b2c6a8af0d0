"""`torch.utils._mode_utils`: `no_dispatch`, which disables dispatch modes; there are none here."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.modules import recorded_getattr


class no_dispatch:
    """A context without effect."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        pass


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.utils._mode_utils")
