"""`torch._C._special`: the module of PyTorch's native functions of `torch.special`, named `special_...` there and in pickles."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import special as _public

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        if name.startswith("special_") and (found := getattr(_public, name.removeprefix("special_"), None)) is not None:
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
