"""`torch._C._fft`: the module of PyTorch's native functions of `torch.fft`, named `fft_...` there and in pickles."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import fft as _public

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        if name.startswith("fft_") and (found := getattr(_public, name.removeprefix("fft_"), None)) is not None:
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
