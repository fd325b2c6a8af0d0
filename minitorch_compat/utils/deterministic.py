"""`torch.utils.deterministic`: whether new memory is filled in deterministic mode."""
from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from .._bindings.randomness.determinism import Determinism


class _Deterministic(ModuleType):
    """The module type; its one attribute can be set, to bools only."""

    __all__ = ["fill_uninitialized_memory"]

    @property
    def fill_uninitialized_memory(self) -> bool:
        """Whether `torch.empty` and the like fill their memory: with NaN, or the largest integer."""
        return Determinism.fills

    @fill_uninitialized_memory.setter
    def fill_uninitialized_memory(self, mode: Any) -> None:
        if not isinstance(mode, bool):
            raise RuntimeError(f"expected a bool, but got {type(mode).__name__}")
        Determinism.fills = mode


sys.modules[__name__].__class__ = _Deterministic
