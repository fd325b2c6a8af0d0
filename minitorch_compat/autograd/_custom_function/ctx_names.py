"""Attributes of a `ctx` whose names collide with attributes of the engine's nodes: `ctx.shape = x.shape`.

The ctx of a Function is its node, and user code may choose any attribute names. While user code runs, the node is an instance of a
subclass on which the names below are user attributes; otherwise it is an instance of its own class, on which they are the engine's.
"""
from __future__ import annotations

from typing import Any

from ..._dispatch.graph.node import FREEING

UNSET: Any = object()


class _Name:
    """An attribute that user code may set. Unset, it reads the engine's value, which does not exist yet during `forward`."""

    __slots__ = ("engines", "name")

    def __init__(self, name: str, engines: Any) -> None:
        self.name, self.engines = name, engines

    def __get__(self, node: Any, owner: Any) -> Any:
        own = node._fn_own
        if own is not None and self.name in own:
            return own[self.name]
        if node._fn_fresh and self.name not in _ON_THE_CLASS:
            raise AttributeError(f"'{type(node).__name__}' object has no attribute '{self.name}'")
        return self.kept(node)

    def kept(self, node: Any) -> Any:
        """The engine's value of the attribute."""
        return self.engines.__get__(node) if hasattr(self.engines, "__get__") else self.engines

    def __set__(self, node: Any, value: Any) -> None:
        if node._fn_own is None:
            node._fn_own = {}
        node._fn_own[self.name] = value

    def __delete__(self, node: Any) -> None:
        if node._fn_own is None or node._fn_own.pop(self.name, UNSET) is UNSET:
            raise AttributeError(f"'{type(node).__name__}' object has no attribute '{self.name}'")


#: Names that the engine reads from the class: methods, and `op`, which marks the node as not belonging to an op.
_ON_THE_CLASS = ("op", "release", "_derive")
#: All engine attributes of a Function's node whose names user code may use.
_SHARED = ("_links", "_counter", "edges", "hooks", "key", "metas", "shape", "slots", "versions", *_ON_THE_CLASS)


def lent(cls: Any) -> Any:
    """The subclass of `cls` that a node has while user code runs."""
    found = cls.__dict__.get("_fn_lent")
    if found is None:
        names = {name: _Name(name, next(c.__dict__[name] for c in cls.__mro__ if name in c.__dict__)) for name in _SHARED}
        found = type(cls.__name__, (cls,), {"__slots__": (), "__module__": cls.__module__, **names})
        cls._fn_lent = found._fn_lent = found  # type: ignore[attr-defined]
    return found


def kept(node: Any, name: str) -> Any:
    """The engine's value of a shared name."""
    return lent(type(node)).__dict__[name].kept(node)


def lend(node: Any) -> None:
    """Switch `node` to user attributes; the caller must hold `FREEING`."""
    node._fn_users += 1
    node.__class__ = lent(node.__class__)


def take_back(node: Any) -> None:
    """Undo `lend`: when the last thread has left user code, the attributes are the engine's again."""
    with FREEING:
        node._fn_users -= 1
        if not node._fn_users:
            node.__class__ = node.__class__.__base__


class users_names:
    """Context in which the shared names of `node` are user attributes."""

    __slots__ = ("node",)

    def __init__(self, node: Any) -> None:
        self.node = node

    def __enter__(self) -> None:
        with FREEING:
            lend(self.node)

    def __exit__(self, *exc: object) -> None:
        take_back(self.node)
