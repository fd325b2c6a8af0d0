"""The import finder behind `install`.

It goes without the abstract classes of `importlib`, which is all the same to the import system: they bring thirty modules of the standard
library along, `importlib.metadata` as many again, and together they would take half as long as this package.
"""
from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .._version import torch_version
from .children import STARTERS, tell_children
from .install import mirror

if TYPE_CHECKING:
    from importlib.metadata import Distribution

OURS, THEIRS = "minitorch_compat", "torch"
#: A package of its own that comes with PyTorch.
FUNCTORCH = "functorch"


class _Loader:
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

    def get_code(self, fullname: str) -> Any:
        """The code of our module, for `python -m torch.distributed.run`; None for what has none."""
        from importlib.util import find_spec

        spec = find_spec(self.name)
        get = getattr(spec.loader, "get_code", None) if spec is not None else None
        return None if get is None else get(self.name)


def _distribution() -> Distribution:
    """What `importlib.metadata`, by which alone this is called, is told of "torch" while installed."""
    from importlib.metadata import Distribution

    class TorchDistribution(Distribution):
        def read_text(self, filename: str) -> str | None:
            if filename in ("METADATA", "PKG-INFO"):
                return f"Metadata-Version: 2.1\nName: torch\nVersion: {torch_version}\nSummary: minitorch_compat standing in for PyTorch\n"
            return None

        def locate_file(self, path: Any) -> Any:
            return path

    return TorchDistribution()


class TorchFinder:
    """Finds `torch` and everything below it in this package."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        if fullname == FUNCTORCH:
            return importlib.machinery.ModuleSpec(fullname, _Loader(f"{OURS}._functorch"))  # type: ignore[arg-type]  # not of `importlib.abc`
        if fullname != THEIRS and not fullname.startswith(THEIRS + "."):
            if fullname in STARTERS:
                tell_children()
            return None
        ours = OURS + fullname[len(THEIRS):]
        try:
            found = importlib.util.find_spec(ours)
        except ModuleNotFoundError:
            found = None
        if found is None:
            return None
        package = found.submodule_search_locations is not None
        spec = importlib.machinery.ModuleSpec(fullname, _Loader(ours), origin=found.origin, is_package=package)  # type: ignore[arg-type]
        if package:
            spec.submodule_search_locations = []
        return spec

    def find_distributions(self, context: Any = None) -> Iterable[Distribution]:
        name = getattr(context, "name", None)
        if name is None or name.lower() == THEIRS:
            return [_distribution()]
        return []
