"""`torch._C._fft`: where native functions of `torch.fft` say they are, as `fft_...`, and pickles name them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import fft as _public

if not TYPE_CHECKING:  # checkers are to know the names that there are
    def __getattr__(name: str) -> Any:
        if name.startswith("fft_") and (found := getattr(_public, name.removeprefix("fft_"), None)) is not None:
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
