"""`torch._C._special`: where native functions of `torch.special` say they are, as `special_...`, and pickles name them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import special as _public

if not TYPE_CHECKING:  # checkers are to know the names that there are
    def __getattr__(name: str) -> Any:
        if name.startswith("special_") and (found := getattr(_public, name.removeprefix("special_"), None)) is not None:
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
