"""`torch._functorch.make_functional`: modules as functions of their parameters, in the old manner."""
from __future__ import annotations

from .._namespace.modules import recorded
from ..func._old_modules import (
    FunctionalModule,
    FunctionalModuleWithBuffers,
    combine_state_for_ensemble,
    make_functional,
    make_functional_with_buffers,
)

__all__ = ["FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "make_functional",
           "make_functional_with_buffers"]
__getattr__ = recorded("torch._functorch.make_functional")
