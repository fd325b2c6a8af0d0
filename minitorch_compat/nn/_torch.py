"""The names of torch that `nn` uses, collected from the layers below."""
from __future__ import annotations

from typing import Any

from .._bindings import Tensor
from .._bindings.generated import functions as ops
from .._bindings.settings.constants import memory_format
from .._dispatch import dtype as dtypes
from .._dispatch.device import device
from .._dispatch.dtype import dtype
from ..autograd.grad_mode import enable_grad, is_grad_enabled, no_grad

__all__ = ["Tensor", "device", "dtype", "dtypes", "enable_grad", "is_grad_enabled", "memory_format", "no_grad", "ops",
           "typename"]


def typename(value: object) -> str:
    """The name of `value` in messages: 'torch.FloatTensor' for a tensor, else its class, with the module unless builtin."""
    if isinstance(value, Tensor):
        return str(value.type())
    cls: Any = value if hasattr(value, "__qualname__") else type(value)
    if getattr(cls, "__module__", None) in (None, "builtins", "__builtin__"):
        return cls.__qualname__
    # Messages use torch's names, as user code imports torch.
    module = cls.__module__.replace("minitorch_compat", "torch", 1)
    return f"{module}.{cls.__qualname__}"
