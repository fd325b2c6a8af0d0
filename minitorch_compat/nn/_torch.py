"""The torch-level names that `nn` uses, gathered from the layers below so that there is one place to look."""
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
    """What messages call `value`: 'torch.FloatTensor' for a tensor, else the class with its module unless builtin."""
    if isinstance(value, Tensor):
        return str(value.type())
    cls: Any = value if hasattr(value, "__qualname__") else type(value)
    if getattr(cls, "__module__", None) in (None, "builtins", "__builtin__"):
        return cls.__qualname__
    # Messages speak the language of the program that is being run, which imports torch.
    module = cls.__module__.replace("minitorch_compat", "torch", 1)
    return f"{module}.{cls.__qualname__}"
