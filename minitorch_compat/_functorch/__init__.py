"""`torch._functorch`, also known as the package `functorch`: the predecessor of `torch.func`."""
from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .. import func as _func
from .._namespace.modules import recorded_getattr
from ..func._old_modules import (
    FunctionalModule,
    FunctionalModuleWithBuffers,
    combine_state_for_ensemble,
    deprecated_alias,
    make_functional,
    make_functional_with_buffers,
)

functionalize, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp = (
    deprecated_alias(_name, getattr(_func, _name), f"torch.func.{_name}")
    for _name in ("functionalize", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vjp"))
vmap = deprecated_alias("vmap", _func.vmap, "torch.vmap")

__all__ = ["FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "functionalize", "grad", "grad_and_value",
           "hessian", "jacfwd", "jacrev", "jvp", "make_functional", "make_functional_with_buffers", "vjp", "vmap"]

_names = recorded_getattr("torch._functorch")


class _Package(ModuleType):
    """Keeps its functions `vmap` and `make_functional` where modules of these names are imported, which Python would put in their place.

    PyTorch has two packages: `functorch` with the functions, and `torch._functorch` with the modules.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, ModuleType) and name in __all__):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name == "make_fx":
            return recorded_getattr("torch.fx.experimental.proxy_tensor")(name)
        return _names(name)
