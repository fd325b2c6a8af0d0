"""Replace memory, and the tensors and storages that refer to it.

When a storage moves, everything that refers to it must follow: tensors and storage objects. There is no list of them, so they are searched
for among all objects, unless the array is freed when its tensor releases it: then there was no other reference. Arrays passed to numpy are
not moved, as in PyTorch.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any, cast
from weakref import ref

import numpy as np

from ..._array.core.conjugate import Pending, Unreadable
from ..._array.core.row_order import PERMUTED, note_layout
from ..._array.exchange.shared_memory import mapping_of, rebase_view
from ..._array.shape.strided import address, elements_to_end, storage_of, window
from ..._dispatch.tensor import TensorBase, put_array
from .borrowed import is_borrowed
from .untyped import UntypedStorage, bytes_of, forget_place, note_place

Array = np.ndarray[Any, np.dtype[Any]]


def replaced(owner: Any, name: str, new: Array) -> bool:
    """Set the array of a tensor or storage to `new`; keep the old one and return False if that or its memory has other references.

    The old array is released, and weak references show whether it was freed. The caller has copied what is needed from it before.
    """
    held = getattr(owner, name)
    block = held if held.base is None else held.base
    if block.__class__ is not np.ndarray or block.base is not None:
        return False
    shape, dtype, strides, permuted = held.shape, held.dtype, held.strides, id(held) in PERMUTED
    offset = address(held) - address(block) if block.size else 0
    held, block = ref(held), ref(block)
    _put(owner, name, new)
    array, memory = held(), block()
    if array is None and memory is not None:  # the view was freed, but not the memory
        array = np.ndarray(shape, dtype, memory, offset, strides)
        if permuted:
            note_layout(array)
    if array is not None:
        _put(owner, name, array)
    return array is None


def _put(owner: Any, name: str, array: Array) -> None:
    if name == "_array":
        put_array(owner, array)
    else:
        setattr(owner, name, array)


def replaced_array(t: Any, new: Array) -> bool:
    """`replaced` for a tensor; False for views, and for tensors without plain memory."""
    return t._array.__class__ is np.ndarray and t._view is None and replaced(t, "_array", new)


def move(places: dict[int, Array], new: dict[int, Array]) -> None:
    """Move everything that refers to old blocks to new ones; `places` has the bytes of the old blocks by their identity."""
    done: dict[int, tuple[Array, Array]] = {}
    for holder in _holders():
        _follow(holder, places, new, done)


def _holders() -> Iterator[Any]:
    """All existing tensors and storages."""
    frozen = gc.get_freeze_count()
    if frozen:  # frozen objects are not among those that `gc.get_objects` returns
        gc.unfreeze()
    wanted: dict[type, bool] = {}
    try:
        for thing in gc.get_objects():
            kind = type(thing)
            if kind not in wanted:
                wanted[kind] = issubclass(kind, (TensorBase, UntypedStorage))
            if wanted[kind]:
                yield thing
    finally:
        if frozen:
            gc.freeze()


def _follow(holder: Any, places: dict[int, Array], new: dict[int, Array], done: dict[int, tuple[Array, Array]]) -> None:
    """Move a tensor or storage from an old block to the new one. Holders of the same array still share an array afterwards."""
    name = "data" if isinstance(holder, UntypedStorage) else "_array"
    held = getattr(holder, name, None)
    raw = held.raw if isinstance(held, Unreadable) else held
    if not isinstance(raw, np.ndarray):
        return
    key = id(storage_of(raw))
    if key not in places:
        return
    if id(raw) not in done:
        done[id(raw)] = raw, rebase_view(raw, places[key], new[key])
    array = done[id(raw)][1]
    if isinstance(holder, UntypedStorage):
        forget_place(holder)
        holder.data = new[key] if raw.size == places[key].size else array
        note_place(holder)
    elif isinstance(held, Unreadable):
        put_array(holder, held.rewrap(array))
    else:
        put_array(holder, array)


def _longer(block: Array, size: int) -> Array:
    """New memory of `size` bytes that begins with those of `block`."""
    # Other processes map the same memory, and could not follow; PyTorch crashes.
    if mapping_of(block) is not None or is_borrowed(block):
        raise RuntimeError("Trying to resize storage that is not resizable")
    old, new = bytes_of(block), np.empty(size, np.uint8)
    new[:old.size] = old
    return new


def enlarge(block: Array, size: int) -> Array:
    """Enlarge a block to `size` bytes, for everything that refers to it."""
    new = _longer(block, size)
    move({id(block): bytes_of(block)}, {id(block): new})
    return new


def place_for(t: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Array:
    """A view with this geometry (in elements) from the start of `t` in its memory. That is enlarged if necessary, for all that refer to it.

    The contents of the memory are kept.
    """
    a: Array = t._array.raw if t._array.__class__ is Pending else t._array
    reach = 1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True)) if 0 not in shape else 0
    if reach <= elements_to_end(a):
        return window(a, shape, strides, 0)
    block, unit = storage_of(a), a.itemsize
    start = address(a) - address(block) if block.size else 0
    steps, dtype = tuple(step * unit for step in strides), a.dtype
    out: Array = np.ndarray(shape, dtype, _longer(block, start + reach * unit), start, steps)
    del a
    held = ref(block)
    del block
    if replaced_array(t, out):
        return out
    return np.ndarray(shape, dtype, enlarge(cast(Array, held()), start + reach * unit), start, steps)
