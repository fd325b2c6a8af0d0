"""`torch.fx` without a tracer: what marks functions for one gives them back, what asks for a graph is not built."""
from __future__ import annotations

from typing import Any

from .._modules import recorded


def wrap(fn_or_name: Any) -> Any:
    """`fn_or_name` itself: nothing traces here, so there is nothing that a function must be kept out of."""
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    return fn_or_name


def has_side_effect(fn: Any) -> Any:
    """`fn` itself: no graph here drops calls."""
    return fn


__getattr__ = recorded("torch.fx")
