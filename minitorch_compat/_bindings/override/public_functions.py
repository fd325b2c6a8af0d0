"""Make public functions overridable, immediately or on first access."""
from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import Any

from ..._dispatch.naming import OWN_NAME, name_as_torchs
from .accepted_classes import UNLISTED, UNLISTED_NATIVE
from .overridable import BY_CODE, ENTRIES, FUNCTIONS, IN_PYTHON, LOADERS, MODES, catches, override_wrapper, register


def make_all_overridable(names: dict[str, Any], space: str) -> None:
    """Replace the functions of a module, such as `torch.nn.functional`, by overridable ones, under their names there."""
    for name, value in list(names.items()):
        if value.__class__ is FunctionType:
            names[name] = _overridable_as(f"{space}.{name}", value)


def make_overridable(name: str, value: Any) -> Any:
    """The public object of a name: a function is made overridable under that name if PyTorch's is."""
    if value.__class__ is not FunctionType or value in ENTRIES or not (
            name in FUNCTIONS or name in MODES or name in IN_PYTHON and name.startswith(UNLISTED) or name in UNLISTED_NATIVE or (
            name.startswith("torch._foreach_"))):
        return value
    if not catches(value) or value.__code__ in BY_CODE:
        return override_wrapper(name, value)
    register(name, value)
    if name == f"torch.{value.__qualname__}" and not name.startswith("torch.special_"):
        value.__module__ = OWN_NAME  # where pickle finds it
        name_as_torchs(value)
    return value


def _overridable_as(name: str, value: Any) -> Any:
    entry = ENTRIES.get(value)
    return make_overridable(name, value) if entry is None or entry.name == name else override_wrapper(name, entry.raw)


def lazy_getattr(places: dict[str, str], names: dict[str, Any], space: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module that re-exports functions of `_bindings`: on first access they are imported, and made overridable under
    their names in `space`. To do that for all hundreds of them takes as long as to import a tenth of the package.

    `places`: function -> module. `names`: the module's `globals()`, which cache them.
    """
    def __getattr__(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {names['__name__']!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__package__.rpartition('.')[0]}.{places[name]}"), name)
        if value.__class__ is not FunctionType:
            return names.setdefault(name, value)
        if value.__name__ != name and value.__name__ in places and value.__name__ not in names:
            __getattr__(value.__name__)  # a function with two names is registered under its own name first
        return names.setdefault(name, _overridable_as(f"{space}.{name}", value))

    LOADERS.append(lambda: [__getattr__(name) for name in places if name not in names])
    return __getattr__
