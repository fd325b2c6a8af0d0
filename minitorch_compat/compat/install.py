"""`import torch` answered by this package: an import finder, and metadata for version checks.

`torch.x.y` is the very module object `minitorch_compat.x.y`: nothing is executed twice, and classes are the same on both paths.
"""
from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from .._version import torch_version

OURS, THEIRS = "minitorch_compat", "torch"


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


_finder = TorchFinder()


def is_active() -> bool:
    """Whether `import torch` gives this package."""
    return _finder in sys.meta_path


def install() -> None:
    """Answer `import torch` with this package, in this process, until `uninstall`.

    Raises RuntimeError when the real PyTorch is imported already: objects of both would mix.
    """
    if is_active():
        return
    real = sys.modules.get(THEIRS)
    if real is not None and real is not sys.modules.get(OURS):
        raise RuntimeError("minitorch_compat.install(): the real PyTorch is already imported in this process (torch "
                           f"{getattr(real, '__version__', '?')}). Install before anything imports torch, or use "
                           "`python -m minitorch_compat script.py`.")
    sys.meta_path.insert(0, _finder)
    _mirror()


def _mirror() -> None:
    """Make modules that are loaded already known under torch's names."""
    for name, module in list(sys.modules.items()):
        if name == OURS or name.startswith(OURS + "."):
            sys.modules.setdefault(THEIRS + name[len(OURS):], module)


def uninstall() -> None:
    """Undo `install`: `import torch` finds the real PyTorch again, if there is one."""
    if not is_active():
        return
    sys.meta_path.remove(_finder)
    for name in [n for n in sys.modules if n == THEIRS or n.startswith(THEIRS + ".")]:
        module = sys.modules[name]
        if module is sys.modules.get(OURS + name[len(THEIRS):]):
            del sys.modules[name]


@contextmanager
def installed() -> Iterator[None]:
    """`install` for the length of a block; inside another one, nothing changes."""
    outermost = not is_active()
    install()
    try:
        yield
    finally:
        if outermost:
            uninstall()
