"""Which public function user code called, for an op further down that fails and has to name it."""
from __future__ import annotations

import sys
from types import FrameType

_PACKAGE = __name__.partition(".")[0]
_LAYERS = tuple(f"{_PACKAGE}.{layer}" for layer in ("_bindings.", "_dispatch.", "_ops.", "_array.core.deferred", "_fidelity."))
#: Modules whose functions wrap those that compute, or are helpers of them.
_WRAPPER_MODULES = frozenset(f"{_PACKAGE}._bindings.{name}" for name in (
    "override.overridable", "functions.arguments", "out.refusals", "override.named_refusals", "out.results"))
#: Bindings of another namespace: their ops have the names that PyTorch's messages use there.
_OTHER_NAMESPACES = frozenset([f"{_PACKAGE}._bindings.linalg.fourier"])
_PREFIXES = {"special_gen": "special_"}


def called_name(default: str) -> str:
    """The name of the function of torch's own namespace that user code called, with its prefix if it has one; else `default`."""
    called = _public_frame()
    if called is None:
        return default
    space = _PREFIXES.get(called.f_globals.get("__name__", "").rpartition(".")[2], "")
    return space + called.f_code.co_name.removeprefix(space)


def _public_frame() -> FrameType | None:
    """The frame of the function that user code called; None if it is not of torch's own namespace."""
    frame: FrameType | None = sys._getframe(2)
    found = None
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith(_LAYERS) or module in _OTHER_NAMESPACES:
            return found if module not in _OTHER_NAMESPACES else None
        name = frame.f_code.co_name
        if module.startswith(_LAYERS[0]) and name[0] not in "_<" and name != "call" and module not in _WRAPPER_MODULES:
            found = frame
        frame = frame.f_back
    return found
