"""The import finder that `install` sets.

It does not derive from the abstract classes of `importlib`, which the import system does not require: they import thirty modules of the
standard library, `importlib.metadata` as many again, and together they would take half as long as this package.
"""
from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from ..._dispatch.naming import name_module
from ..._version import torch_version
from .children import STARTERS, install_in_children
from .install import register_loaded_modules

if TYPE_CHECKING:
    from importlib.metadata import Distribution

OURS, THEIRS = "minitorch_compat", "torch"
#: A separate top-level package that comes with PyTorch.
FUNCTORCH = "functorch"


class _Loader:
    """Returns a module that is already loaded under this package's name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(self.name)
        # The import system overwrites these attributes of the module; they are saved here and restored below.
        self.kept = (module.__spec__, getattr(module, "__loader__", None), module.__package__)
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__, module.__package__ = self.kept[0], self.kept[2]
        module.__loader__ = self.kept[1]
        # Modules loaded along with it get torch's names, too: imported again, they would be set as attributes of their parents once more,
        # perhaps in place of functions of the same name.
        register_loaded_modules()

    def get_code(self, fullname: str) -> CodeType:
        """For `python -m torch.x`: the code of a module that can be run. ImportError, which `-m` prints, if it cannot."""
        found = importlib.util.find_spec(self.name)
        loader: Any = found and found.loader
        source: str = loader.get_source(self.name) or "" if hasattr(loader, "get_source") else ""
        code: CodeType | None = loader.get_code(self.name) if source else None
        if code is None or "__main__" not in source and not fullname.endswith(".__main__"):
            raise ImportError(f"{fullname} is no program: minitorch_compat has nothing to run under this name")
        return code


def _refuse_to_run(fullname: str) -> None:
    """Raise ImportError if `-m` runs a package of which only the names exist here."""
    from ..._dispatch.unsupported import UnsupportedError
    from ..._namespace.modules import RecordedModule

    package = fullname.removesuffix(".__main__")
    if package != fullname and isinstance(sys.modules.get(OURS + package[len(THEIRS):]), RecordedModule):
        raise ImportError(str(UnsupportedError(f"python -m {package}")))


class _NamingLoader(SourceFileLoader):
    """Loads a module of this package under torch's name, too, and sets `__module__` of what it defines accordingly."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        sys.modules.setdefault(THEIRS + self.name[len(OURS):], module)
        name_module(module)


def _renamed_spec(name: str, path: Sequence[str] | None) -> Any:
    spec = PathFinder.find_spec(name, path)
    if spec is None or type(spec.loader) is not SourceFileLoader:
        return None
    spec.loader = _NamingLoader(spec.loader.name, spec.loader.path)
    return spec


def _torch_distribution() -> Distribution:
    """The distribution "torch" for `importlib.metadata`, the only caller, while installed."""
    from importlib.metadata import Distribution

    class TorchDistribution(Distribution):
        def read_text(self, filename: str) -> str | None:
            if filename in ("METADATA", "PKG-INFO"):
                return f"Metadata-Version: 2.1\nName: torch\nVersion: {torch_version}\nSummary: minitorch_compat standing in for PyTorch\n"
            return None

        def locate_file(self, path: Any) -> Any:
            return path

    return TorchDistribution()


_FUNCTORCH_MODULES = frozenset((FUNCTORCH, f"{FUNCTORCH}.experimental", f"{FUNCTORCH}.experimental.control_flow"))


class TorchFinder:
    """Finds `torch` and its submodules in this package."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        if fullname == FUNCTORCH or fullname.startswith(FUNCTORCH + "."):
            own_name = f"{OURS}._{fullname}"
            if fullname not in _FUNCTORCH_MODULES:
                return None
            return importlib.machinery.ModuleSpec(fullname, _Loader(own_name), is_package=True)  # type: ignore[arg-type]  # not of `importlib.abc`
        if fullname != THEIRS and not fullname.startswith(THEIRS + "."):
            if fullname in STARTERS:
                install_in_children(STARTERS[fullname])
            return _renamed_spec(fullname, path) if fullname.startswith(OURS + ".") else None
        own_name = OURS + fullname[len(THEIRS):]
        try:
            own = importlib.util.find_spec(own_name)
        except ModuleNotFoundError:
            own = None
        if own is None:
            _refuse_to_run(fullname)
            return None
        package = own.submodule_search_locations is not None
        spec = importlib.machinery.ModuleSpec(fullname, _Loader(own_name), origin=own.origin, is_package=package)  # type: ignore[arg-type]
        if package:
            spec.submodule_search_locations = []
        return spec

    def find_distributions(self, context: Any = None) -> Iterable[Distribution]:
        name = getattr(context, "name", None)
        if name is None:  # a list of all distributions, which includes the record that `enable` wrote
            return [] if "_minitorch_compat_torch" in sys.modules else [_torch_distribution()]
        return [_torch_distribution()] if name.lower() == THEIRS else []
