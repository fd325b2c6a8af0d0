"""Flatten state dicts: `{"model": {"w": …}}` has the entry `model.w`."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..._bindings.tensor.tensor import Tensor

Path = tuple[Any, ...]


def flatten(state: Any) -> dict[str, tuple[Path, Any]]:
    """Flatten to name -> (path, value)."""
    items: dict[str, tuple[Path, Any]] = {}
    for path, value in _flatten_items((), state):
        name = ".".join(map(str, path))
        if name in items:
            raise ValueError(f"duplicated flatten key {name}")
        items[name] = path, value
    return items


def _flatten_items(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, Mapping):
        for key, element in value.items():
            yield from _flatten_items((*path, str(key)), element)
    elif isinstance(value, list) and any(_has_tensors(element) for element in value):
        for i, element in enumerate(value):
            yield from _flatten_items((*path, i), element)
    else:
        yield path, value


def _has_tensors(value: Any) -> bool:
    """Whether a list element contains tensors."""
    if isinstance(value, list):
        return any(_has_tensors(each) for each in value)
    return isinstance(value, (Tensor, Mapping))


def set_at_path(state: Any, path: Path, value: Any) -> None:
    """Replace the value at a path."""
    for step in path[:-1]:
        state = state[step] if isinstance(state, list) else state[_find_key(state, step)]
    state[path[-1] if isinstance(state, list) else _find_key(state, path[-1])] = value


def _find_key(mapping: Any, text: Any) -> Any:
    """The key with this string form; keys may be numbers."""
    return text if text in mapping else next(key for key in mapping if str(key) == text)
