"""The arguments of `torch.device` other than a single string."""
from __future__ import annotations

import operator
from typing import Any

from .._array.exchange.type_names import value_type_name
from .device import device
from .messages import device_messages


def parse_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[str, int | None]:
    """The type name and index that the arguments denote."""
    kind, index = _parse_type_and_index(args, kwargs)
    return (kind, index) if isinstance(kind, str) else _parse_single(kind)


def _parse_type_and_index(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """The `type` argument, which may be a string or a number, and the index or None."""
    count = len(args) + len(kwargs)
    if count == 1:
        if args:
            return _decode(args[0]), None
        name, value = next(iter(kwargs.items()))
        if name == "device" and (isinstance(_decode(value), (str, device)) or _is_integer(value)) or name == "type" and isinstance(
                _decode(value), str):
            return _decode(value), None
    if not 1 < count < 3:
        combination = ", ".join([*map(value_type_name, args), *(f"{name}={value_type_name(value)}, " for name, value in kwargs.items())])
        raise device_messages.wrong_combination(combination)
    return _bind_type_and_index(args, kwargs)


def _bind_type_and_index(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[str, int | None]:
    """The same of `device(type, index)`, where keywords may be missing or repeated."""
    if not args and "type" not in kwargs:
        raise device_messages.missing_device_type()
    bound = dict(zip(("type", "index"), args, strict=False))
    for name in kwargs:
        if name in bound:
            raise device_messages.duplicate_argument(name)
        if name not in ("type", "index"):
            raise device_messages.unknown_keyword(name)
    bound |= kwargs
    kind: Any = _decode(bound["type"])
    index: Any = bound.get("index")
    if hasattr(index, "_array") and not index._array.ndim and index._array.dtype.kind in "iu":
        index = index.item()
    index = _to_python_int(index)
    for position, (name, value, expected) in enumerate((("type", kind, str), ("index", index, int))):
        if value.__class__ is not expected and not (isinstance(value, str) and expected is str) and (value is not None or expected is str):
            where = f" (position {position + 1})" if position < len(args) else ""
            raise device_messages.wrong_type(name, where, expected, value)
    return kind, index


def _parse_single(value: Any) -> tuple[str, int | None]:
    """Type and index of an argument that is not a string: a device, or a device index."""
    if isinstance(value, device):
        return value.type, value.index
    if not _is_integer(value):
        raise device_messages.wrong_combination(value_type_name(value))
    raise device_messages.no_accelerator(_to_python_int(value))


def _decode(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value


def _is_integer(value: Any) -> bool:
    """Whether `value` is a Python or numpy integer, and so a device index."""
    value = _to_python_int(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _to_python_int(n: Any) -> Any:
    """numpy's integers as Python's; a one-element tensor is not accepted."""
    if isinstance(n, (bool, type)) or hasattr(n, "_array") or hasattr(n, "ndim") and n.ndim or not hasattr(n, "__index__"):
        return n
    return operator.index(n)
