"""Modules that PyTorch has and this package does not implement: they can be imported, and provide those of their names that exist here.

`modules.json` (by `tests/data/recorders/package/modules.py`) lists PyTorch's modules. A name in one that another namespace provides, too,
is that object; any other is a placeholder, which raises when it is used.
"""
from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from .names import modules_table, objects_table, placeholder, recorded_object
from .names import names_table as names

OURS, THEIRS = __name__.partition(".")[0], "torch"


def names_of(space: str) -> dict[str, str]:
    """The names of a module of PyTorch, with their kinds."""
    return {**names().get(space, {}), **modules_table()[space]}


def recorded_getattr(space: str) -> Any:
    """The `__getattr__` of a module: resolves names that it does not define itself, as in PyTorch's module `space`."""

    def __getattr__(name: str) -> Any:
        known = names_of(space)
        kind = known.get(name)
        if name in objects_table().get(space, ()):
            return recorded_object(space, name)
        if kind is not None and kind != "m":
            if kind.startswith("="):
                return getattr(importlib.import_module(OURS + kind[1 + len(THEIRS):]), name)
            return placeholder(f"{space}.{name}", kind)
        if name == "__all__":
            return sorted(known)
        if f"{space}.{name}" in modules_table():
            return importlib.import_module(f"{OURS}{space[len(THEIRS):]}.{name}")
        if kind is not None:
            return placeholder(f"{space}.{name}", kind)
        raise AttributeError(f"module {space!r} has no attribute {name!r}")

    return __getattr__


class RecordedModule(ModuleType):
    """A module that has no code, only the names of PyTorch's."""

    def __getattr__(self, name: str) -> Any:
        return recorded_getattr(THEIRS + self.__name__[len(OURS):])(name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *names_of(THEIRS + self.__name__[len(OURS):])})


class RecordedFinder:
    """The last finder on `sys.meta_path`; it finds modules of this package only."""

    #: By this attribute `_dispatch.naming` tells it from a finder of PyTorch itself.
    answers_pickles = True

    @staticmethod
    def find_spec(fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> Any:
        """The spec of a module that no other finder has found, if PyTorch has it; for torch's own names, that of `pickle_names.py`."""
        if fullname.partition(".")[0] == THEIRS:
            from .pickle_names import PickleFinder

            return PickleFinder.find_spec(fullname, path, target)
        if not fullname.startswith(OURS + ".") or THEIRS + fullname[len(OURS):] not in modules_table():
            return None
        from importlib.machinery import ModuleSpec

        spec = ModuleSpec(fullname, RecordedFinder, is_package=True)  # type: ignore[arg-type]
        spec.submodule_search_locations = []
        return spec

    @staticmethod
    def create_module(spec: Any) -> ModuleType:
        """An empty module whose attributes come from the table."""
        return RecordedModule(spec.name, f"{THEIRS}{spec.name[len(OURS):]}: not built.")

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Do nothing: there is no code to run."""


def install_finder() -> None:
    """Add the finder to `sys.meta_path`."""
    if RecordedFinder not in sys.meta_path:
        sys.meta_path.append(RecordedFinder)
