"""The arguments of `torch.device` other than a single string."""
from __future__ import annotations

import operator
from typing import Any

from .._array.exchange.type_names import value_type_name
from .device import device
from .words import device_words


def device_named(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[str, int | None]:
    """The type name and index that the arguments denote."""
    kind, index = _device_named(args, kwargs)
    return (kind, index) if isinstance(kind, str) else _of_one(kind)


def _device_named(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """The `type` argument, which may be a string or a number, and the index or None."""
    count = len(args) + len(kwargs)
    if count == 1:
        if args:
            return _text(args[0]), None
        name, value = next(iter(kwargs.items()))
        if name == "device" and (isinstance(_text(value), (str, device)) or _is_whole(value)) or name == "type" and isinstance(
                _text(value), str):
            return _text(value), None
    if not 1 < count < 3:
        given = ", ".join([*map(value_type_name, args), *(f"{name}={value_type_name(value)}, " for name, value in kwargs.items())])
        raise device_words.wrong_combination(given)
    return _by_name(args, kwargs)


def _by_name(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[str, int | None]:
    """The same of `device(type, index)`, where keywords may be missing or repeated."""
    if not args and "type" not in kwargs:
        raise device_words.no_type()
    found = dict(zip(("type", "index"), args, strict=False))
    for name in kwargs:
        if name in found:
            raise device_words.given_twice(name)
        if name not in ("type", "index"):
            raise device_words.unknown_keyword(name)
    found |= kwargs
    kind: Any = _text(found["type"])
    index: Any = found.get("index")
    index = _plain(index.item() if hasattr(index, "_array") and not index._array.ndim and index._array.dtype.kind in "iu" else index)
    for place, (name, value, wanted) in enumerate((("type", kind, str), ("index", index, int))):
        if value.__class__ is not wanted and not (isinstance(value, str) and wanted is str) and (value is not None or wanted is str):
            where = f" (position {place + 1})" if place < len(args) else ""
            raise device_words.wrong_type(name, where, wanted, value)
    return kind, index


def _of_one(value: Any) -> tuple[str, int | None]:
    """Type and index of an argument that is not a string: a device, or a device index."""
    if isinstance(value, device):
        return value.type, value.index
    if not _is_whole(value):
        raise device_words.wrong_combination(value_type_name(value))
    raise device_words.no_accelerator(_plain(value))


def _text(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value


def _is_whole(value: Any) -> bool:
    """Whether `value` is a Python or numpy integer, and so a device index."""
    value = _plain(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _plain(n: Any) -> Any:
    """numpy's integers as Python's; a one-element tensor is not accepted."""
    if isinstance(n, (bool, type)) or hasattr(n, "_array") or hasattr(n, "ndim") and n.ndim or not hasattr(n, "__index__"):
        return n
    return operator.index(n)
