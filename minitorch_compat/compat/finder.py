"""The import finder behind `install`; apart from it because the machinery it builds on is slow to import."""
from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from .._version import torch_version
from .install import mirror

OURS, THEIRS = "minitorch_compat", "torch"
#: A package of its own that comes with PyTorch.
FUNCTORCH = "functorch"


class _Loader(importlib.abc.Loader):
    """Hands out a module that exists already under our own name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(self.name)
        # The import system is about to stamp its spec on the module; what stands there is kept and put back.
        self.kept = (module.__spec__, getattr(module, "__loader__", None), module.__package__)
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__, module.__package__ = self.kept[0], self.kept[2]
        module.__loader__ = self.kept[1]
        # What was loaded along with it is known as torch's from now on, too: imported again, it would be set as an attribute of its parent
        # anew, in the place of a function of that name, perhaps.
        mirror()


class _Distribution(importlib.metadata.Distribution):
    """What `importlib.metadata` says of "torch" while installed."""

    def read_text(self, filename: str) -> str | None:
        if filename in ("METADATA", "PKG-INFO"):
            return f"Metadata-Version: 2.1\nName: torch\nVersion: {torch_version}\nSummary: minitorch_compat standing in for PyTorch\n"
        return None

    def locate_file(self, path: Any) -> Any:
        return path


class TorchFinder(importlib.metadata.DistributionFinder):
    """Finds `torch` and everything below it in this package."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        if fullname == FUNCTORCH:
            return importlib.machinery.ModuleSpec(fullname, _Loader(f"{OURS}._functorch"))
        if fullname != THEIRS and not fullname.startswith(THEIRS + "."):
            return None
        ours = OURS + fullname[len(THEIRS):]
        try:
            found = importlib.util.find_spec(ours)
        except ModuleNotFoundError:
            found = None
        if found is None:
            return None
        package = found.submodule_search_locations is not None
        spec = importlib.machinery.ModuleSpec(fullname, _Loader(ours), origin=found.origin, is_package=package)
        if package:
            spec.submodule_search_locations = []
        return spec

    def find_distributions(self, context: Any = None) -> Iterable[importlib.metadata.Distribution]:
        name = getattr(context, "name", None)
        if name is None or name.lower() == THEIRS:
            return [_Distribution()]
        return []
