"""`torch.distributed.rpc.api`: the decorator of functions that need RPC."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr


def _require_initialized(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a function to raise when called: RPC cannot be initialized."""

    @functools.wraps(func)
    def refused(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("RPC has not been initialized. Call torch.distributed.rpc.init_rpc first.")

    return refused


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.distributed.rpc.api")
