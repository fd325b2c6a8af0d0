"""Attributes of `torch` that PyTorch has given up: each warns, and answers what took its place, or nothing."""
from __future__ import annotations

from importlib import import_module
from typing import Any

from .._array.core.user_warnings import warn

#: What told what the build has: the attribute -> the module below `torch.backends` and its function.
_REPLACED = {"has_mps": ("mps", "is_built"), "has_cuda": ("cuda", "is_built"), "has_cudnn": ("cudnn", "is_available"),
             "has_mkldnn": ("mkldnn", "is_available")}
DEPRECATED = frozenset({*_REPLACED, "set_vital"})


def deprecated(name: str) -> Any:
    """The value of the attribute `torch.<name>`, with PyTorch's warning."""
    if name == "set_vital":
        warn(f"'{name}' is deprecated, please do not call")
        return _nothing
    module, function = _REPLACED[name]
    warn(f"'{name}' is deprecated, please use 'torch.backends.{module}.{function}()'")
    return getattr(import_module(f"minitorch_compat.backends.{module}"), function)()


def _nothing(*args: Any) -> None:
    """What `torch.set_vital` does."""
