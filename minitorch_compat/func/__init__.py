"""`torch.func`: function transforms that compose. https://docs.pytorch.org/docs/stable/func.html"""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import claim, missing
from ._batch_norm import replace_all_batch_norm_modules_
from ._forward import hessian, jacfwd, jvp, linearize
from ._functionalize import debug_unwrap, functionalize
from ._modules import functional_call, stack_module_state
from ._rearrange import rearrange
from ._reverse import grad, grad_and_value, jacrev, vjp
from ._vmap import vmap

__all__ = ["debug_unwrap", "functional_call", "functionalize", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "linearize",
           "rearrange", "replace_all_batch_norm_modules_", "stack_module_state", "vjp", "vmap"]

claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.func", __name__)
