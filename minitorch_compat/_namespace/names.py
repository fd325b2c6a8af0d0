"""Names that PyTorch has and this package does not implement: they resolve to placeholders, which raise when they are used.

`__getattr__ = missing("torch.nn", __name__)` in a module gives every such name of that namespace a placeholder: a class can be used in
annotations and `isinstance`, a function can be passed along, and using either raises UnsupportedError.  Names that PyTorch does not
have raise AttributeError, so that `hasattr` is right.
"""
from __future__ import annotations

import importlib
from abc import ABCMeta
from functools import cache
from types import FunctionType, MethodType, ModuleType
from typing import Any, NoReturn

from .._dispatch.dtype import foreign
from .._dispatch.unsupported import UnsupportedError
from .._tables import table as read_table

_OURS = __name__.partition(".")[0]


@cache
def names_table() -> dict[str, dict[str, str]]:
    """Namespace -> name -> letter of its kind (explained in `compat/checking/make_names.py`). Read on the first miss."""
    return {space: {name: letter for letter, names in groups.items() for name in names}
            for space, groups in read_table("_namespace/names.json").items()}


@cache
def modules_table() -> dict[str, dict[str, str]]:
    """Module -> name -> letter of its kind, or "=" and the namespace that has it, for all modules of PyTorch. Read on the first miss."""
    return {space: {name: kind for kind, names in groups.items() for name in names}
            for space, groups in read_table("_namespace/modules.json").items()}


@cache
def objects_table() -> dict[str, dict[str, list[Any]]]:
    """Namespace -> name -> description of the value, for names that need no code (`tests/data/recorders/package/forwarded_names.py`)."""
    found: dict[str, dict[str, list[Any]]] = read_table("_namespace/forwarded_names.json")
    return found


@cache
def recorded_object(namespace: str, name: str) -> Any:
    """The object that a name listed in `objects_table.json` stands for."""
    from .absent_functions import build_object

    return build_object(namespace, name, *objects_table()[namespace][name])


class _PlaceholderMeta(ABCMeta):
    """Metaclass of classes that can be named but not used. It is an ABCMeta, so that a class can derive from a placeholder and an ABC."""

    def __call__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise UnsupportedError(cls.torch_name)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise UnsupportedError(f"{cls.torch_name}.{name}")


class _Placeholder:
    """The same without a metaclass."""

    torch_name: str

    def __new__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise UnsupportedError(cls.torch_name)


class MissingFunction:
    """A function that is not implemented: it can be named and passed along; calling it raises."""

    def __init__(self, name: str) -> None:
        self.torch_name = name
        self.__name__ = self.__qualname__ = name.rpartition(".")[2]

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        from .absent_functions import dispatch_or_raise  # an argument's class may implement it

        return dispatch_or_raise(self, self.__name__, args, kwargs, lambda: UnsupportedError(self.torch_name))

    def __repr__(self) -> str:
        return f"<not built: {self.torch_name}>"

    def __reduce__(self) -> Any:
        return MissingFunction, (self.torch_name,)


class MissingMethod(MissingFunction):
    """A method that is not implemented."""

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)


class MissingValue:
    """A constant that is not implemented: it prints as PyTorch's does, and is accepted nowhere."""

    def __init__(self, name: str) -> None:
        self.torch_name = name

    def __repr__(self) -> str:
        return self.torch_name

    def __reduce__(self) -> Any:
        return MissingValue, (self.torch_name,)

    def __iter__(self) -> NoReturn:
        raise UnsupportedError(self.torch_name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise UnsupportedError(f"{self.torch_name}.{name}")


class MissingModule(ModuleType):
    """A module that is not implemented; all of its attributes are placeholders."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if name in objects_table().get(self.__name__, ()):
            return recorded_object(self.__name__, name)
        known = names_table().get(self.__name__)
        if known is not None:
            if name not in known:
                raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
            return placeholder(f"{self.__name__}.{name}", known[name])
        return MissingFunction(f"{self.__name__}.{name}") if not name[:1].isupper() else placeholder(f"{self.__name__}.{name}", "c")


@cache
def placeholder(name: str, letter: str) -> Any:
    """The stand-in for a torch name, the same object each time."""
    if letter in "ce":
        bases: tuple[type, ...] = (Exception,) if letter == "e" else (object,)
        body = {"torch_name": name, "__module__": name.rpartition(".")[0], "__doc__": f"{name}: not built."}
        if name.startswith("torch.distributions."):  # user classes combine these with bases of any metaclass
            return type(name.rpartition(".")[2], (_Placeholder,), body)
        return type(name.rpartition(".")[2], bases, body) if letter == "e" else _PlaceholderMeta(name.rpartition(".")[2], bases, body)
    if letter == "m":
        return MissingModule(name, f"{name}: not built.")
    if letter == "d":
        return foreign(name.rpartition(".")[2])
    return MissingFunction(name) if letter == "f" else MissingValue(name)


def missing(namespace: str, module: str, lazy: tuple[str, ...] = ()) -> Any:  # Any: for a function, checkers would accept any name
    """The `__getattr__` of `module`, which stands for torch's `namespace`; submodules in `lazy` are imported on first access."""

    def __getattr__(name: str) -> Any:
        if name in lazy:
            return importlib.import_module(f"{module}.{name}")
        if not (name.startswith("__") and name.endswith("__")):
            if name in objects_table().get(namespace, ()):
                return recorded_object(namespace, name)
            letter = names_table().get(namespace, {}).get(name)
            # `names_table()` has all of torch's own names, and its modules import each other by it
            if letter is None and namespace != "torch":
                letter = modules_table().get(namespace, {}).get(name)
            if letter is not None and letter.startswith("="):
                return getattr(importlib.import_module(_OURS + letter[1 + len("torch"):]), name)
            if letter == "m":
                try:
                    return importlib.import_module(f"{module}.{name}")
                except ModuleNotFoundError as error:
                    if error.name != f"{module}.{name}":
                        raise
            if letter is not None:
                return placeholder(f"{namespace}.{name}", letter)
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return __getattr__


def claim(space: dict[str, Any]) -> None:
    """Set `__module__` of what a public module (its `globals()`) imports from private ones to its own name, where pickle and help look."""
    place = space["__name__"]
    for name, value in space.items():
        if isinstance(value, (FunctionType, type)) and value.__name__ == name and _is_private(value.__module__):
            value.__module__ = place


@cache
def _is_private(module: str) -> bool:
    first, *rest = module.split(".")
    return first == "minitorch_compat" and any(part[:1] == "_" and part != "_C" for part in rest)  # `_C` is part of PyTorch's paths, too
