"""Reading the format `torch.save` wrote before 2020: pickles one after another, then the raw bytes of the storages."""
from __future__ import annotations

import io
import pickle
import struct
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ._bindings.storages import UntypedStorage, typed
from ._dispatch import dtype as _d
from ._utils import UNREAD

MAGIC, PROTOCOL = 0x1950a86a20f9469cfc6c, 1001


def legacy_load(file: Any, restore: Callable[[Any, str], Any], unpickler: Any, options: dict[str, Any]) -> Any:
    """The object in a file of the old format."""
    try:
        if isinstance(file, io.TextIOBase):
            raise AssertionError("Expected bytes, got str")
        magic = unpickler(file, **options).load()
    except (KeyError, ValueError, IndexError) as error:
        raise pickle.UnpicklingError(f"{type(error).__name__} {error}; the file is not one that torch.save wrote") from None
    if magic != MAGIC:
        raise RuntimeError("Invalid magic number; corrupt file?")
    if unpickler(file, **options).load() != PROTOCOL:
        raise RuntimeError("Invalid protocol version")
    info = unpickler(file, **options).load()
    swap = info.get("little_endian", True) != (sys.byteorder == "little")
    storages = _Storages(restore)
    main = unpickler(file, **options)
    main.persistent_load = storages.storage
    UNREAD.checks = []
    try:
        result = main.load()
        for key in unpickler(file, **options).load():
            storages.fill(key, file, swap)
        for check in UNREAD.checks:
            check()
    finally:
        UNREAD.checks = None
    return result


class _Storages:
    """Storages that tensors are built over before their bytes are read."""

    def __init__(self, restore: Callable[[Any, str], Any]) -> None:
        self.restore = restore
        self.known: dict[str, tuple[UntypedStorage, _d.dtype]] = {}

    def storage(self, saved: Any) -> Any:
        kind = saved[0].decode() if isinstance(saved[0], bytes) else saved[0]
        if kind == "module":  # the source of a class, kept for comparison
            return saved[1]
        if kind != "storage":
            raise pickle.UnpicklingError(f"Only persistent_load of storage is allowed, but got {kind}")
        _, cls, key, location, count, view = (*saved, None)[:6]
        dtype = _d.uint8 if cls is UntypedStorage else cls.dtype
        if key not in self.known:
            block = UntypedStorage.over(np.zeros(count * dtype.itemsize, np.uint8))
            self.known[key] = self.restore(block, location), dtype
        block = self.known[key][0]
        if view is not None:
            _, first, size = view
            part = UntypedStorage.__new__(UntypedStorage)
            part.data = block.data[first * dtype.itemsize:(first + size) * dtype.itemsize]
            block = part
        return typed(block, dtype)

    def fill(self, key: str, file: Any, swap: bool) -> None:
        block, dtype = self.known[key]
        header = file.read(8)
        size = struct.unpack("<q", header)[0] * dtype.itemsize if len(header) == 8 else block.data.size
        content = file.read(size)
        if missing := 8 - len(header) + size - len(content):
            raise RuntimeError(f"unexpected EOF, expected {missing} more bytes. The file might be corrupted.")
        if len(content) != block.data.size:
            raise RuntimeError(f"storage {key} has wrong byte size: expected {block.data.size} got {len(content)}")
        block.data[...] = np.frombuffer(content, np.uint8)
        if swap:
            block.data.view(dtype.numpy).byteswap(inplace=True)
