"""Signatures that PyTorch tells of its classes, where they take something else here."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Told:
    """The `__signature__` of a class: that of a function like it. Subclasses are on their own."""

    def __init__(self, like: Callable[..., Any]) -> None:
        self._like = like

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner = owner

    def __get__(self, instance: Any, owner: type) -> Any:
        if owner is not self._owner:
            raise AttributeError("__signature__")
        import inspect

        return inspect.signature(self._like)
