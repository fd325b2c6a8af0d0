"""`torch.return_types`: the named tuples that functions with several results give."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._bindings.settings import return_types as _types

if TYPE_CHECKING:
    from ._bindings.settings.return_types import *  # noqa: F403  (its stub lists them all)
else:
    def __getattr__(name: str) -> Any:
        """The class of a function's result."""
        if name == "all_return_types":
            return _types.every_result()
        return getattr(_types, name)
