"""The names in a graph's source code: annotations as text, and the globals that the code needs."""
from __future__ import annotations

import importlib
import re
import typing
from enum import Enum
from types import UnionType
from typing import TYPE_CHECKING, Any

import numpy as np

from .node import Node, global_name, map_aggregate

if TYPE_CHECKING:
    from .graph import Graph

_PACKAGE = __package__.partition(".")[0]
#: Generic aliases of `typing` keep their name only for these origins.
_TYPING_NAMES = {list: "List", dict: "Dict", set: "Set", frozenset: "FrozenSet", tuple: "Tuple"}


def _register_global(name: str, value: Any, registered: dict[str, Any]) -> str:
    """An identifier for `value`, entered in `registered` unless it is a path of torch's."""
    if name.startswith("torch."):
        return name
    name = re.sub(r"\W+", "_", name)
    name = f"_{name}" if name[:1].isdigit() else name
    registered[name] = value
    return name


def _type_name(kind: Any) -> str:
    if not isinstance(kind, type):
        return "..." if kind is ... else repr(kind)
    module = kind.__module__
    if module == "builtins":
        return kind.__qualname__
    module = "torch" + module[len(_PACKAGE):] if module.partition(".")[0] == _PACKAGE else module
    return "device" if (module, kind.__qualname__) == ("torch", "device") else f"{module}.{kind.__qualname__}"


def type_code(kind: Any, registered: dict[str, Any]) -> str:
    """An annotation as source code.

    Parameters
    ----------
    kind : object
        The annotation.
    found : dict
        Receives the globals that the text refers to.

    Returns
    -------
    str
        Generic types as an identifier and their arguments.
    """
    if kind is type(None) or kind is None:
        return "NoneType" if kind is not None else "None"
    origin, arguments = typing.get_origin(kind), [type_code(a, registered) for a in typing.get_args(kind)]
    if isinstance(kind, UnionType):
        return "|".join(arguments)
    if origin is None:
        return _register_global(_type_name(kind), kind, registered)
    if not arguments and not hasattr(kind, "_name") or kind in (typing.List, typing.Dict, typing.Set, typing.Tuple):  # noqa: UP006
        return _register_global(_type_name(origin), origin, registered)
    legacy = _TYPING_NAMES.get(origin) if type(kind).__module__ == "typing" else "Union" if origin is typing.Union else None
    if origin is typing.Union or origin is typing.Literal:
        base = _register_global(f"typing_{'Union' if origin is typing.Union else 'Literal'}", origin, registered)
    elif legacy is not None:
        base = _register_global(f"typing_{legacy}", getattr(typing, legacy), registered)
    else:
        base = _register_global(_type_name(origin), origin, registered)
    return f"{base}[{','.join(arguments)}]" if arguments else base


def code_globals(graph: Graph) -> dict[str, Any]:
    """The globals of a graph's code.

    Parameters
    ----------
    graph : torch.fx.Graph
        The graph.

    Returns
    -------
    dict
        Identifier -> object.
    """
    torch = importlib.import_module(_PACKAGE)
    registered: dict[str, Any] = {"inf": np.inf, "nan": np.nan, "NoneType": type(None), "torch": torch, "device": torch.device,
                                  "fx_pytree": importlib.import_module(f"{_PACKAGE}.fx._pytree"),
                                  "pytree": importlib.import_module(f"{_PACKAGE}.utils._pytree")}
    for node in graph.nodes:
        if node.type is not None:
            type_code(node.type, registered)
        if node.op == "call_function":
            _collect_global(node.target, registered)
        map_aggregate((node.args, node.kwargs), lambda value: _collect_global(value, registered))
    return registered


def _collect_global(value: Any, registered: dict[str, Any]) -> None:
    """Register what the text of an argument, or of a function that is called, refers to."""
    if isinstance(value, Enum):
        registered.setdefault(type(value).__name__, type(value))
    elif callable(value) and hasattr(value, "__name__") and not isinstance(value, Node):
        name = global_name(value)
        if "." not in name:
            registered.setdefault(name, value)
