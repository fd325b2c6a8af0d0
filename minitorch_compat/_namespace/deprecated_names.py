"""Attributes of `torch` that told what the build has: each warns and answers what the function that took its place does."""
from __future__ import annotations

from importlib import import_module

from .._array.core.user_warnings import warn

#: The attribute -> the module below `torch.backends` and its function.
REPLACED = {"has_mps": ("mps", "is_built"), "has_cuda": ("cuda", "is_built"), "has_cudnn": ("cudnn", "is_available"),
            "has_mkldnn": ("mkldnn", "is_available")}


def build_has(name: str) -> bool:
    """The value of the deprecated attribute `torch.<name>`, with PyTorch's warning."""
    module, function = REPLACED[name]
    warn(f"'{name}' is deprecated, please use 'torch.backends.{module}.{function}()'")
    answer: bool = getattr(import_module(f"minitorch_compat.backends.{module}"), function)()
    return answer
