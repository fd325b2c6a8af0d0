"""`torch._C._linalg`: where native functions of `torch.linalg` say they are, as `linalg_...`, and pickles name them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import linalg as _public

if not TYPE_CHECKING:  # checkers are to know the names that there are
    def __getattr__(name: str) -> Any:
        if name.startswith("linalg_") and (found := getattr(_public, name.removeprefix("linalg_"), None)) is not None:
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
