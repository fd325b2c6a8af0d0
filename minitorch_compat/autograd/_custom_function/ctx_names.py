"""Attributes of a `ctx` whose names collide with attributes of the engine's nodes: `ctx.shape = x.shape`.

The ctx of a Function is its node, and user code may choose any attribute names. While user code runs, the node is an instance of a
subclass on which the names below are user attributes; otherwise it is an instance of its own class, on which they are the engine's.
"""
from __future__ import annotations

from typing import Any

from ..._dispatch.graph.node import FREEING

UNSET: Any = object()


class _SharedAttribute:
    """An attribute that user code may set. Unset, it reads the engine's value, which does not exist yet during `forward`."""

    __slots__ = ("engine_attribute", "name")

    def __init__(self, name: str, engine_attribute: Any) -> None:
        self.name, self.engine_attribute = name, engine_attribute

    def __get__(self, node: Any, owner: Any) -> Any:
        own = node._fn_user_attributes
        if own is not None and self.name in own:
            return own[self.name]
        if node._fn_in_forward and self.name not in _CLASS_ATTRIBUTES:
            raise AttributeError(f"'{type(node).__name__}' object has no attribute '{self.name}'")
        return self.engine_value(node)

    def engine_value(self, node: Any) -> Any:
        """The engine's value of the attribute."""
        return self.engine_attribute.__get__(node) if hasattr(self.engine_attribute, "__get__") else self.engine_attribute

    def __set__(self, node: Any, value: Any) -> None:
        if node._fn_user_attributes is None:
            node._fn_user_attributes = {}
        node._fn_user_attributes[self.name] = value

    def __delete__(self, node: Any) -> None:
        if node._fn_user_attributes is None or node._fn_user_attributes.pop(self.name, UNSET) is UNSET:
            raise AttributeError(f"'{type(node).__name__}' object has no attribute '{self.name}'")


#: Names that the engine reads from the class: methods, and `op`, which marks the node as not belonging to an op.
_CLASS_ATTRIBUTES = ("op", "release", "_derive")
#: All engine attributes of a Function's node whose names user code may use.
_SHARED_NAMES = ("_links", "_counter", "edges", "hooks", "key", "metas", "shape", "slots", "versions", *_CLASS_ATTRIBUTES)


def user_class(cls: Any) -> Any:
    """The subclass of `cls` that a node has while user code runs."""
    cls_in_user_code = cls.__dict__.get("_fn_user_class")
    if cls_in_user_code is None:
        names = {name: _SharedAttribute(name, next(c.__dict__[name] for c in cls.__mro__ if name in c.__dict__)) for name in _SHARED_NAMES}
        cls_in_user_code = type(cls.__name__, (cls,), {"__slots__": (), "__module__": cls.__module__, **names})
        cls._fn_user_class = cls_in_user_code._fn_user_class = cls_in_user_code  # type: ignore[attr-defined]
    return cls_in_user_code


def engine_value(node: Any, name: str) -> Any:
    """The engine's value of a shared name."""
    return user_class(type(node)).__dict__[name].engine_value(node)


def enter_user_code(node: Any) -> None:
    """Switch `node` to user attributes; the caller must hold `FREEING`."""
    node._fn_user_threads += 1
    node.__class__ = user_class(node.__class__)


def leave_user_code(node: Any) -> None:
    """Undo `enter_user_code`: when the last thread has left user code, the attributes are the engine's again."""
    with FREEING:
        node._fn_user_threads -= 1
        if not node._fn_user_threads:
            node.__class__ = node.__class__.__base__


class user_attributes:
    """Context in which the shared names of `node` are user attributes."""

    __slots__ = ("node",)

    def __init__(self, node: Any) -> None:
        self.node = node

    def __enter__(self) -> None:
        with FREEING:
            enter_user_code(self.node)

    def __exit__(self, *exc: object) -> None:
        leave_user_code(self.node)
