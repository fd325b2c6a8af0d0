"""`torch.fx.experimental.proxy_tensor`: nothing is ever traced."""
from __future__ import annotations

from ..._namespace.modules import recorded


def get_proxy_mode() -> None:
    """None: no trace is running."""


__getattr__ = recorded("torch.fx.experimental.proxy_tensor")
