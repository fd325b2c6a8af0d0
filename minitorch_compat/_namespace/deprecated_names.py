"""Deprecated attributes of `torch`: access warns and returns its replacement's value (`set_vital`: a function that does nothing)."""
from __future__ import annotations

from importlib import import_module
from typing import Any

from .._array.core.user_warnings import warn

#: Deprecated attribute -> the module under `torch.backends` and the function there that replaced it.
_REPLACEMENTS = {"has_mps": ("mps", "is_built"), "has_cuda": ("cuda", "is_built"), "has_cudnn": ("cudnn", "is_available"),
                 "has_mkldnn": ("mkldnn", "is_available")}
DEPRECATED = frozenset({*_REPLACEMENTS, "set_vital"})


def deprecated_value(name: str) -> Any:
    """The value of the attribute `torch.<name>`, with PyTorch's warning."""
    if name == "set_vital":
        warn(f"'{name}' is deprecated, please do not call")
        return _set_vital
    module, function = _REPLACEMENTS[name]
    warn(f"'{name}' is deprecated, please use 'torch.backends.{module}.{function}()'")
    return getattr(import_module(f"minitorch_compat.backends.{module}"), function)()


def _set_vital(*args: Any) -> None:
    """Do nothing, as `torch.set_vital` does here."""
