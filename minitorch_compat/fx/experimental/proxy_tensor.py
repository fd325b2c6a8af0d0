"""`torch.fx.experimental.proxy_tensor`: nothing is ever traced."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded


def get_proxy_mode() -> None:
    """None: no trace is running."""


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch.fx.experimental.proxy_tensor")
