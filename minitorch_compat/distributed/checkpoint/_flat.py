"""Flatten state dicts: `{"model": {"w": …}}` has the entry `model.w`."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..._bindings.tensor.tensor import Tensor

Path = tuple[Any, ...]


def flat(state: Any) -> dict[str, tuple[Path, Any]]:
    """Flatten to name -> (path, value)."""
    found: dict[str, tuple[Path, Any]] = {}
    for path, value in _walk((), state):
        name = ".".join(map(str, path))
        if name in found:
            raise ValueError(f"duplicated flatten key {name}")
        found[name] = path, value
    return found


def _walk(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _walk((*path, str(key)), each)
    elif isinstance(value, list) and any(_has_tensors(each) for each in value):
        for i, each in enumerate(value):
            yield from _walk((*path, i), each)
    else:
        yield path, value


def _has_tensors(value: Any) -> bool:
    """Whether a list element contains tensors."""
    if isinstance(value, list):
        return any(_has_tensors(each) for each in value)
    return isinstance(value, (Tensor, Mapping))


def put(state: Any, path: Path, value: Any) -> None:
    """Replace the value at a path."""
    for step in path[:-1]:
        state = state[step] if isinstance(state, list) else state[_key(state, step)]
    state[path[-1] if isinstance(state, list) else _key(state, path[-1])] = value


def _key(mapping: Any, text: Any) -> Any:
    """The key with this string form; keys may be numbers."""
    return text if text in mapping else next(key for key in mapping if str(key) == text)
