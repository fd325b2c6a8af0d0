"""`torch._functorch.make_functional`: legacy functional modules."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.modules import recorded_getattr
from ..func._old_modules import (
    FunctionalModule,
    FunctionalModuleWithBuffers,
    combine_state_for_ensemble,
    functional_init,
    functional_init_with_buffers,
    make_functional,
    make_functional_with_buffers,
)

__all__ = ["FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "functional_init",
           "functional_init_with_buffers", "make_functional", "make_functional_with_buffers"]
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch._functorch.make_functional")
