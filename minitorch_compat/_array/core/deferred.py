"""Families of kernels that are imported when one of them is first called.

`from .._array import bessel as k` gives a placeholder for a family that `_array` lists as deferred, until it has been imported. Attributes
of a placeholder are `DeferredKernel` objects. Code that stores one registers a callback with `add_listener`, to replace it by the imported
function: after the first call there is no overhead.
"""
from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


class Family:
    """Placeholder for the module `name`, of kernels or other functions. Attributes not named like a function import it at once."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name.islower() and name[0] != "_" and self.__name__ not in sys.modules:
            return DeferredKernel(self.__name__, name)
        value = getattr(import_module(self.__name__), name)
        setattr(self, name, value)
        return value


def deferred(package: str, names: frozenset[str]) -> Callable[[str], Family]:
    """The module `__getattr__` of a package whose modules `names` are imported at the first call of one of their functions."""
    def __getattr__(name: str) -> Family:
        if name in names:
            return Family(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return __getattr__


class DeferredKernel:
    """A function of a family that has not been imported yet."""

    __slots__ = ("family", "listeners", "name")

    def __init__(self, family: str, name: str) -> None:
        self.family, self.name = family, name
        self.listeners: list[Callable[[Any], None]] = []

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self.load()(*args, **options)

    def load(self) -> Any:
        """Import the function and pass it to all registered callbacks."""
        found = getattr(import_module(self.family), self.name)
        while self.listeners:
            self.listeners.pop()(found)
        return found

    def add_listener(self, listener: Callable[[Any], None]) -> None:
        """Call `listener` with the function once it has been imported."""
        self.listeners.append(listener)


def replace_when_imported(function: Any, holder: Any, name: str) -> None:
    """If `function` is deferred, have the attribute `holder.name`, which holds it, replaced once it has been imported."""
    if function.__class__ is DeferredKernel:
        function.add_listener(partial(setattr, holder, name))


def update_closure_when_imported(call: Any, kernel: Any) -> Any:
    """`call`, whose closure holds `kernel`: if that is deferred, its cell is updated once it has been imported."""
    if kernel.__class__ is DeferredKernel:
        for cell in call.__closure__:
            if cell.cell_contents is kernel:
                replace_when_imported(kernel, cell, "cell_contents")
    return call
