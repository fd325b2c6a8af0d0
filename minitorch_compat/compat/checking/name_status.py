"""Which names of torch work: the measurements of `docs/coverage.md`, which the package contains for its commands.

`coverage.json` is written by `python -m compat_tests.coverage --write`. Names outside of its namespaces are looked up in the package.
"""
from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType
from typing import Any

from ..._advice import advice
from ..._tables import table

WORKS, PARTLY, NO, PRESENT = "works", "partly", "no", "there"
FILE = "compat/coverage.json"
PACKAGE = __name__.partition(".")[0]


@cache
def namespaces() -> dict[str, dict[str, tuple[str, str]]]:
    """Namespace -> name -> status, and what is missing."""
    result = {}
    for space, kinds in table(FILE)["namespaces"].items():
        names = {name: (kind, "") for kind in (WORKS, PRESENT, NO) for name in kinds.get(kind, "").split()}
        result[space] = names | {name: (PARTLY, missing) for name, missing in kinds.get(PARTLY, {}).items()}
    return result


@cache
def look_up(full: str) -> tuple[str, str] | None:
    """The status of a full torch name (works, partly, no) and what of it is missing; None if PyTorch has no such name."""
    space, _, name = full.rpartition(".")
    known = namespaces().get(space, {}).get(name)
    if known is not None:
        return (WORKS, "") if known[0] == PRESENT else known
    if full == "torch" or full in namespaces():
        return WORKS, ""
    return _status_from_package(full)


def _status_from_package(full: str) -> tuple[str, str] | None:
    """The status of a name that was not measured, from what it resolves to."""
    from ..._namespace.modules import RecordedModule
    from ..._namespace.names import MissingFunction, MissingModule, MissingValue, _Placeholder, _PlaceholderMeta

    value = resolve(full)
    if value is _UNRESOLVED:
        return None
    stand_in = isinstance(value, (MissingFunction, MissingModule, MissingValue, _PlaceholderMeta)) or (
        isinstance(value, type) and (issubclass(value, _Placeholder) or hasattr(value, "torch_name")))
    if stand_in or isinstance(value, RecordedModule) and all(type(getattr(value, name, None)) in (MissingFunction, MissingValue)
                                                            for name in dir(value) if name[:1] != "_"):
        return NO, ""
    return WORKS, ""


_UNRESOLVED = object()


@cache
def resolve(full: str) -> Any:
    """The object of this package that a full torch name refers to; `_UNRESOLVED` if there is none. Imports modules on the way."""
    first, *rest = full.split(".")
    value: Any = importlib.import_module(PACKAGE)
    if first != "torch":
        return _UNRESOLVED
    path = PACKAGE
    for part in rest:
        path += f".{part}"
        try:
            value = getattr(value, part)
        except AttributeError:
            if not isinstance(value, ModuleType):
                return _UNRESOLVED
            try:
                value = importlib.import_module(path)
            except ImportError:
                return _UNRESOLVED
        except NotImplementedError:  # an attribute of a placeholder
            return value
        except ImportError:  # an extra that is not installed
            return _UNRESOLVED
    return value


def returns_tensor(full: str) -> bool:
    """Whether calling a name certainly returns a single tensor, by its annotation."""
    value = resolve(full)
    annotations = getattr(value, "__annotations__", {}) if callable(value) and not isinstance(value, type) else {}
    return full == "torch.Tensor" or annotations.get("return") == "Tensor"


__all__ = ["FILE", "NO", "PARTLY", "PRESENT", "WORKS", "advice", "look_up", "namespaces", "resolve", "returns_tensor"]
