"""`torch.return_types`: the named tuples that functions with several results give."""
from __future__ import annotations

from typing import Any

from ._bindings.settings import return_types as _types


def __getattr__(name: str) -> Any:
    """The class of a function's result."""
    return getattr(_types, name)
