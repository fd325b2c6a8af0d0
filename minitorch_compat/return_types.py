"""`torch.return_types`: the named tuples of functions with several results."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._bindings.settings import return_types as _types
from ._namespace.names import missing

if TYPE_CHECKING:
    from ._bindings.settings.return_types import *  # noqa: F403  (its stub lists them all)
else:
    def __getattr__(name: str) -> Any:
        """Return the class of a function's result."""
        if name == "all_return_types":
            return _types.all_result_types()
        return getattr(_types, name) if hasattr(_types, name) else _missing(name)

    _missing = missing("torch.return_types", __name__)

    def __dir__() -> list[str]:
        return sorted({*globals(), *(kind.__name__ for kind in _types.all_result_types()), "all_return_types"})
