"""Structures of nested containers as JSON text: the format, and the names of container types in it."""
from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

NO_NAME = "NO_SERIALIZED_TYPE_NAME_FOUND"
#: The only version of the format.
PROTOCOL = 1


class SerializedType(NamedTuple):
    """The name of a container type, and the functions that turn its context into JSON's objects and back (None: it is one)."""

    typ: Any
    serialized_type_name: str
    to_dumpable_context: Callable[[Any], Any] | None
    from_dumpable_context: Callable[[Any], Any] | None


SUPPORTED_SERIALIZED_TYPES: dict[Any, SerializedType] = {}
SERIALIZED_TYPE_TO_PYTHON_TYPE: dict[str, Any] = {}


def name_type(kind: Any, name: str | None, to_dumpable: Callable[[Any], Any] | None = None,
              from_dumpable: Callable[[Any], Any] | None = None) -> None:
    """Record the name of a container type."""
    if (to_dumpable is None) is not (from_dumpable is None):
        raise ValueError(f"Both to_dumpable_context and from_dumpable_context for {kind} must be None or registered.")
    SUPPORTED_SERIALIZED_TYPES[kind] = SerializedType(kind, NO_NAME if name is None else name, to_dumpable, from_dumpable)
    SERIALIZED_TYPE_TO_PYTHON_TYPE[NO_NAME if name is None else name] = kind


class EnumEncoder(json.JSONEncoder):
    """Writes members of enumerations as their class and name."""

    def default(self, o: Any) -> Any:
        """The JSON object for `o`."""
        if isinstance(o, Enum):
            return {"__enum__": True, "fqn": f"{type(o).__module__}:{type(o).__qualname__}", "name": o.name}
        return super().default(o)


def _named_object(module: str, path: str) -> Any:
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def enum_object_hook(obj: dict[str, Any]) -> Any:
    """The member of an enumeration that `EnumEncoder` wrote; any other object as it is."""
    if not obj.get("__enum__"):
        return obj
    return _named_object(*obj["fqn"].split(":"))[obj["name"]]


def _recorded_type(kind: Any) -> SerializedType:
    recorded = SUPPORTED_SERIALIZED_TYPES.get(kind)
    if recorded is None:
        raise NotImplementedError(f"Serializing {kind} in pytree is not registered.")
    if recorded.serialized_type_name == NO_NAME:
        raise NotImplementedError(f"No registered serialization name for {kind} found. Give its registration a `serialized_type_name`.")
    return recorded


def _schema(spec: Any) -> dict[str, Any]:
    if spec.is_leaf():
        return {"type": None, "context": None, "children_spec": []}
    recorded = _recorded_type(spec.type)
    if recorded.to_dumpable_context is not None:
        context = recorded.to_dumpable_context(spec.context)
    else:
        try:
            context = json.dumps(spec.context, cls=EnumEncoder)
        except TypeError as error:
            raise TypeError("Unable to serialize context. It must consist of what JSON has, or `to_dumpable_context` must be "
                            "registered.") from error
    return {"type": recorded.serialized_type_name, "context": context, "children_spec": [_schema(child) for child in spec.children()]}


def _unknown_protocol(protocol: Any) -> ValueError:
    return ValueError(f"Unknown protocol {protocol}. Available protocols: {[PROTOCOL]}")


def dumps(spec: Any, protocol: int | None) -> str:
    """The text of a structure."""
    if protocol not in (None, PROTOCOL):
        raise _unknown_protocol(protocol)
    return json.dumps([PROTOCOL, _schema(spec)])


def _structure(schema: dict[str, Any], node: Callable[..., Any], leaf: Any) -> Any:
    if schema["type"] is None and schema["context"] is None and not schema["children_spec"]:
        return leaf
    kind = SERIALIZED_TYPE_TO_PYTHON_TYPE.get(schema["type"])
    if kind is None:
        raise NotImplementedError(f"Deserializing {schema['type']} in pytree is not registered.")
    from_dumpable = SUPPORTED_SERIALIZED_TYPES[kind].from_dumpable_context
    if from_dumpable is not None:
        context = from_dumpable(schema["context"])
    else:
        try:
            context = json.loads(schema["context"], object_hook=enum_object_hook)
        except TypeError as error:
            raise TypeError(f"Unable to deserialize context {schema['context']!r}: `from_dumpable_context` must be registered.") from error
    return node(kind, context, [_structure(child, node, leaf) for child in schema["children_spec"]])


def loads(text: str, node: Callable[..., Any], leaf: Any) -> Any:
    """The structure of a text, made of `node(type, context, children)` and `leaf`."""
    protocol, schema = json.loads(text)
    if protocol != PROTOCOL:
        raise _unknown_protocol(protocol)
    return _structure(schema, node, leaf)


def namedtuple_name(kind: Any) -> Any:
    """The registered name of a namedtuple."""
    recorded = SUPPORTED_SERIALIZED_TYPES.get(kind)
    if recorded is None or recorded.serialized_type_name == NO_NAME:
        raise NotImplementedError(f"Can't serialize TreeSpec of namedtuple class {kind}: it has no serialized_type_name. Please register "
                                  "using `_register_namedtuple`.")
    return recorded.serialized_type_name


def named_namedtuple(name: Any) -> Any:
    """The namedtuple registered under a name."""
    if name not in SERIALIZED_TYPE_TO_PYTHON_TYPE:
        raise NotImplementedError(f"Can't deserialize TreeSpec of namedtuple class {name}: it is not registered.")
    return SERIALIZED_TYPE_TO_PYTHON_TYPE[name]


def defaultdict_context(context: Any) -> dict[str, Any]:
    """The factory and keys of a `defaultdict`."""
    factory, keys = context
    return {"default_factory_module": factory.__module__, "default_factory_name": factory.__qualname__, "dict_context": keys}


def context_of_defaultdict(dumped: Any) -> list[Any]:
    """The context that `defaultdict_context` wrote."""
    return [_named_object(dumped["default_factory_module"], dumped["default_factory_name"]), dumped["dict_context"]]
