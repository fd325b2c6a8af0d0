"""Making modules without drawing initial values."""
from __future__ import annotations

import inspect
from typing import Any

from ..modules.module import Module

__all__ = ["skip_init"]


def skip_init(module_cls: type[Module], *args: Any, **kwargs: Any) -> Module:
    """`module_cls(*args, **kwargs)` with undefined values in parameters and buffers, and no random numbers used."""
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    # The values are drawn and the generator is put back: one device here, so nothing like "meta" skips the drawing.
    from ...random import get_rng_state, set_rng_state

    state = get_rng_state()
    try:
        return module_cls(*args, **kwargs)
    finally:
        set_rng_state(state)
