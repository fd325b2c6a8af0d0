"""Replace memory, and the tensors and storages that refer to it.

When a storage moves, everything that refers to it must follow: tensors and storage objects. There is no list of them, so they are searched
for among all objects, unless the array is freed when its tensor releases it: then there was no other reference. Arrays passed to numpy are
not moved, as in PyTorch.
"""
from __future__ import annotations

from typing import Any, cast
from weakref import ref

import numpy as np

from ..._array.core.conjugate import Pending, Unreadable
from ..._array.core.row_order import PERMUTED, note_layout
from ..._array.exchange.shared_memory import mapping_of, rebase_view
from ..._array.shape.strided import address, elements_to_end, storage_of, window
from ..._dispatch.living_objects import living_objects
from ..._dispatch.tensor import TensorBase, set_array
from .borrowed import is_borrowed
from .untyped import UntypedStorage, bytes_of, register_storage, unregister_storage

Array = np.ndarray[Any, np.dtype[Any]]


def try_replace(owner: Any, name: str, new: Array) -> bool:
    """Set the array of a tensor or storage to `new`; keep the old one and return False if that or its memory has other references.

    The old array is released, and weak references show whether it was freed. The caller has copied what is needed from it before.
    """
    current = getattr(owner, name)
    block = current if current.base is None else current.base
    if block.__class__ is not np.ndarray or block.base is not None:
        return False
    shape, dtype, strides, permuted = current.shape, current.dtype, current.strides, id(current) in PERMUTED
    offset = address(current) - address(block) if block.size else 0
    current, block = ref(current), ref(block)
    _set_array(owner, name, new)
    array, memory = current(), block()
    if array is None and memory is not None:  # the view was freed, but not the memory
        array = np.ndarray(shape, dtype, memory, offset, strides)
        if permuted:
            note_layout(array)
    if array is not None:
        _set_array(owner, name, array)
    return array is None


def _set_array(owner: Any, name: str, array: Array) -> None:
    if name == "_array":
        set_array(owner, array)
    else:
        setattr(owner, name, array)


def try_replace_array(t: Any, new: Array) -> bool:
    """`try_replace` for a tensor; False for views, and for tensors without plain memory."""
    return t._array.__class__ is np.ndarray and t._view is None and try_replace(t, "_array", new)


def move_references(old_bytes: dict[int, Array], new_blocks: dict[int, Array]) -> None:
    """Move everything that refers to old blocks to new ones; `old_bytes` has the bytes of the old blocks by their identity."""
    moved_arrays: dict[int, tuple[Array, Array]] = {}
    for holder in living_objects(TensorBase, UntypedStorage):
        _move_holder(holder, old_bytes, new_blocks, moved_arrays)


def _move_holder(holder: Any, old_bytes: dict[int, Array], new_blocks: dict[int, Array],
                 moved_arrays: dict[int, tuple[Array, Array]]) -> None:
    """Move a tensor or storage from an old block to the new one. Holders of the same array still share an array afterwards."""
    name = "data" if isinstance(holder, UntypedStorage) else "_array"
    current = getattr(holder, name, None)
    raw = current.raw if isinstance(current, Unreadable) else current
    if not isinstance(raw, np.ndarray):
        return
    key = id(storage_of(raw))
    if key not in old_bytes:
        return
    if id(raw) not in moved_arrays:
        moved_arrays[id(raw)] = raw, rebase_view(raw, old_bytes[key], new_blocks[key])
    array = moved_arrays[id(raw)][1]
    if isinstance(holder, UntypedStorage):
        unregister_storage(holder)
        holder.data = new_blocks[key] if raw.size == old_bytes[key].size else array
        register_storage(holder)
    elif isinstance(current, Unreadable):
        set_array(holder, current.rewrap(array))
    else:
        set_array(holder, array)


def _enlarged_copy(block: Array, size: int) -> Array:
    """New memory of `size` bytes that begins with those of `block`."""
    # Other processes map the same memory, and could not follow; PyTorch crashes.
    if mapping_of(block) is not None or is_borrowed(block):
        raise RuntimeError("Trying to resize storage that is not resizable")
    old, new = bytes_of(block), np.empty(size, np.uint8)
    new[:old.size] = old
    return new


def enlarge(block: Array, size: int) -> Array:
    """Enlarge a block to `size` bytes, for everything that refers to it."""
    new = _enlarged_copy(block, size)
    move_references({id(block): bytes_of(block)}, {id(block): new})
    return new


def view_in_memory(t: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Array:
    """A view with this geometry (in elements) from the start of `t` in its memory. That is enlarged if necessary, for all that refer to it.

    The contents of the memory are kept.
    """
    a: Array = t._array.raw if t._array.__class__ is Pending else t._array
    element_count = 1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True)) if 0 not in shape else 0
    if element_count <= elements_to_end(a):
        return window(a, shape, strides, 0)
    block, unit = storage_of(a), a.itemsize
    start = address(a) - address(block) if block.size else 0
    steps, dtype = tuple(step * unit for step in strides), a.dtype
    out: Array = np.ndarray(shape, dtype, _enlarged_copy(block, start + element_count * unit), start, steps)
    del a
    block_ref = ref(block)
    del block
    if try_replace_array(t, out):
        return out
    return np.ndarray(shape, dtype, enlarge(cast(Array, block_ref()), start + element_count * unit), start, steps)
