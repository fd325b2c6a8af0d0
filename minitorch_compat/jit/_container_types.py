"""`torch.jit.isinstance`: `isinstance` that looks into containers."""
from __future__ import annotations

import types
import typing
from collections.abc import Container
from typing import Any

from .._array.core.user_warnings import warn

_BARE = {typing.List: ("List", "int"), list: ("list", "int"), typing.Tuple: ("Tuple", "int"), tuple: ("tuple", "int"),  # noqa: UP006
         typing.Dict: ("Dict", "int, int"), dict: ("dict", "int, int"), typing.Optional: ("Optional", "int")}  # noqa: UP006


def has_type(obj: Any, target: Any) -> bool:
    """Whether `obj` is of a type, or of one of a tuple of types, with all that it contains."""
    if isinstance(target, tuple):
        return any(has_type(obj, one) for one in target)
    if isinstance(target, Container):
        raise RuntimeError("The second argument to `torch.jit.isinstance` must be a type or a tuple of types")
    _require_inner_types(target)
    if typing.get_origin(target) is None:
        return isinstance(obj, target)
    if obj.__class__ in (list, dict, tuple) and not obj:
        warn("The inner type of a container is lost when calling torch.jit.isinstance in eager mode. For example, List[int] would become "
             "list and therefore falsely return True for List[float] or List[str].")
    return _contains(obj, target)


def _require_inner_types(target: Any) -> None:
    try:
        name, inner = _BARE[target]
    except (KeyError, TypeError):
        return
    several = name.lower() == "dict"
    raise RuntimeError(f"Attempted to use {name} without {'contained types' if several else 'a contained type'}. Please add "
                       f"{'' if several else 'a '}contained type, e.g. {name}[{inner}]")


def _contains(obj: Any, target: Any) -> bool:
    origin, inner = typing.get_origin(target), typing.get_args(target)
    _require_inner_types(target)
    if origin is None:
        return isinstance(obj, target)
    if origin in (typing.Union, types.UnionType):
        return any(_contains(obj, kind) for kind in inner if kind is not type(None)) or (obj is None and type(None) in inner)
    if origin is list:
        return isinstance(obj, list) and all(_contains(member, inner[0]) for member in obj)
    if origin is dict:
        return isinstance(obj, dict) and all(_contains(key, inner[0]) and _contains(value, inner[1]) for key, value in obj.items())
    if origin is tuple:
        return isinstance(obj, tuple) and len(obj) == len(inner) and all(map(_contains, obj, inner))
    return False


__all__ = ["has_type"]
