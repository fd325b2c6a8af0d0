"""`torch.ops.aten.NAME.OVERLOAD`: PyTorch's ops under the names of its dispatcher,
where this package has a function for them.

They can be called, compared, hashed and printed; selective checkpointing passes them to policies. Calls do not dispatch through them here.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._overloads import Namespace, OpOverload, OpOverloadPacket, aten

_namespaces: dict[str, Namespace] = {"aten": aten}


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name not in _namespaces:
            _namespaces[name] = _profiler() if name == "profiler" else Namespace(name, {})
        return _namespaces[name]


def _profiler() -> Namespace:
    """`torch.ops.profiler`: spans that are opened and closed by calls."""
    from ..autograd._profile import span_ops

    namespace = Namespace("profiler", {})
    namespace.__dict__.update((name, getattr(span_ops, name)) for name in span_ops.__all__)
    return namespace


loaded_libraries: set[str] = set()


def load_library(path: str) -> None:
    """Raise OSError: libraries compiled against PyTorch do not run without it."""
    raise OSError(f"Could not load this library: {path}")


__all__ = ["OpOverload", "OpOverloadPacket", "aten"]
