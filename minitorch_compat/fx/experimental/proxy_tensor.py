"""`torch.fx.experimental.proxy_tensor`: there is no proxy tracing here."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr


def get_proxy_mode() -> None:
    """Return None: no trace is running."""


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.experimental.proxy_tensor")
