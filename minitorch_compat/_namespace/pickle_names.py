"""Torch's names in plain pickles that are loaded where this package is imported without being installed as torch, and PyTorch is absent.

`import torch` does not find this package then. `pickle.load` imports `torch._utils` to take one name from it: it gets a stand-in for that
module, which is removed from `sys.modules` once that name has been read.
"""
from __future__ import annotations

import sys
from collections.abc import Sequence
from dis import opname
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType
from typing import Any

from .._dispatch.naming import OWN_NAME, TORCH_NAME


class _TorchModuleProxy(ModuleType):
    """A stand-in for a module of torch, which exists until one name has been read from it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        for key in [key for key, module in list(sys.modules.items()) if isinstance(module, _TorchModuleProxy)]:
            sys.modules.pop(key, None)
        from .._serialization.pickling import module_of

        return getattr(module_of(self.__name__), name)


def _is_imported_by_pickle() -> bool:
    """Whether an import is made by pickle: neither by a statement nor by a call of `importlib` elsewhere.

    The unpickler is written in C and has no frame, so the instruction that its caller is at decides: a call, or a step of a loop over
    calls; for a statement it would be an import. The unpicklers written in Python make a call, too.
    """
    frame: FrameType | None = sys._getframe(2)
    public = False
    while frame is not None and str(frame.f_globals.get("__name__")).startswith(("importlib", f"{OWN_NAME}._namespace.modules")):
        public = public or str(frame.f_globals.get("__name__")) in ("importlib", "importlib.util")
        frame = frame.f_back
    if frame is None:
        return False
    if public:  # `importlib.import_module`, `importlib.util.find_spec`
        return frame.f_globals.get("__name__") in ("pkgutil", OWN_NAME, TORCH_NAME)
    code, at = frame.f_code.co_code, frame.f_lasti
    while at > 0 and opname[code[at]] == "CACHE":  # after a call of a function written in Python
        at -= 2
    return opname[code[at]].startswith(("CALL", "PRECALL", "FOR_ITER"))


class PickleFinder:
    """A finder for `torch` modules that pickle imports; called by the last finder of `sys.meta_path` (`_namespace/modules.py`)."""

    @staticmethod
    def find_spec(fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> Any:
        """The spec of a stand-in for a torch module that pickle imports and no other finder has found."""
        if fullname.partition(".")[0] != TORCH_NAME or not isinstance(sys.modules.get(TORCH_NAME), (_TorchModuleProxy, type(None))):
            return None
        if TORCH_NAME not in sys.modules and not _is_imported_by_pickle():
            return None
        spec = ModuleSpec(fullname, PickleFinder, is_package=True)  # type: ignore[arg-type]
        spec.submodule_search_locations = []
        return spec

    @staticmethod
    def create_module(spec: Any) -> ModuleType:
        """A stand-in."""
        return _TorchModuleProxy(spec.name)

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Do nothing: names are resolved on access."""
