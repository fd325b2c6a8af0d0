"""Reading the format that `torch.save` wrote before 2020: pickles one after another, then the raw bytes of the storages."""
from __future__ import annotations

import io
import os
import pickle
import struct
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from .._bindings.storage.typed import STORAGES, UntypedStorage, make_typed_storage
from .._dispatch import dtype as _d
from .._utils import DEFERRED_CHECKS

MAGIC, PROTOCOL = 0x1950a86a20f9469cfc6c, 1001
_DTYPES: dict[type, _d.dtype] = {kind: kind.dtype for kind in STORAGES.values()}


def _to_text(value: Any) -> Any:
    """Decode strings that Python 2 wrote as bytes."""
    return value.decode("ascii", "replace") if isinstance(value, bytes) else value


def parse_storage_id(saved: Any) -> tuple[Any, str, str, int, Any]:
    """The description of a storage in a file: dtype (None without one), key, location, number of elements, and which part of another it is.

    UnpicklingError for anything else: files are untrusted input.
    """
    if not isinstance(saved, tuple) or not saved or _to_text(saved[0]) != "storage":
        raise pickle.UnpicklingError(f"Only persistent_load of storage is allowed, but got {_to_text(saved[0]) if saved else saved}"
                                     if isinstance(saved, tuple) else "unsupported persistent id encountered")
    if not 5 <= len(saved) <= 6:
        raise pickle.UnpicklingError(f"a storage is described by 5 values, not {len(saved)}")
    _, kind, key, location, count, view = (*saved, None)[:6]
    key, location = _to_text(key), _to_text(location)
    if not isinstance(key, str) or not isinstance(location, str) or type(count) is not int:
        raise pickle.UnpicklingError("a storage is described by a name, a place and a number of elements, not by "
                                     f"{type(key).__name__}, {type(location).__name__} and {type(count).__name__}")
    if count < 0:
        raise pickle.UnpicklingError(f"storage {key} has {count} elements")
    if kind is UntypedStorage:
        return None, key, location, count, view
    dtype = _DTYPES.get(kind) if isinstance(kind, type) else None
    if dtype is None:
        raise pickle.UnpicklingError(f"storage {key} is of no type that storages have")
    return dtype, key, location, count, view


def refuse_tar_archive(file: Any, start: int) -> None:
    """Refuse the tar archives that PyTorch wrote until 2016."""
    file.seek(start + 257)
    found = file.read(5)
    file.seek(start)
    if found in (b"ustar", "ustar"):
        raise RuntimeError("torch.load: this is a tar archive, as PyTorch wrote before version 0.1.10. Load it there, and save it again.")


def legacy_load(file: Any, restore: Callable[[Any, str], Any], unpickler: Any, options: dict[str, Any]) -> Any:
    """The object in a file of the old format."""
    try:
        if isinstance(file, io.TextIOBase):
            raise AssertionError("Expected bytes, got str")
        magic = unpickler(file, **options).load()
    except (KeyError, ValueError, IndexError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise
        raise pickle.UnpicklingError(f"{type(error).__name__} {error}; the file is not one that torch.save wrote") from None
    if type(magic) is not int or magic != MAGIC:
        raise RuntimeError("Invalid magic number; corrupt file?")
    protocol = unpickler(file, **options).load()
    if type(protocol) is not int or protocol != PROTOCOL:
        raise RuntimeError("Invalid protocol version")
    swap = _needs_byte_swap(unpickler(file, **options).load())
    storages = _LazyStorages(restore, _bytes_left(file))
    main = unpickler(file, **options)
    main.persistent_load = storages.storage
    DEFERRED_CHECKS.checks = []
    try:
        result = main.load()
        for key in _check_keys(unpickler(file, **options).load()):
            storages.fill(key, file, swap)
        for check in DEFERRED_CHECKS.checks:
            check()
    finally:
        DEFERRED_CHECKS.checks = None
    return result


def _needs_byte_swap(info: Any) -> bool:
    if not isinstance(info, dict):
        raise RuntimeError(f"a {type(info).__name__} is where the file should say by what machine it was written; corrupt file?")
    little = info.get("little_endian", info.get(b"little_endian", True))
    return bool(little) != (sys.byteorder == "little")


def _check_keys(keys: Any) -> list[Any]:
    if not isinstance(keys, list):
        raise RuntimeError(f"a {type(keys).__name__} is where the file should list its storages; corrupt file?")
    return keys


def _bytes_left(file: Any) -> int:
    position = file.tell()
    file.seek(0, os.SEEK_END)
    end: int = file.tell()
    file.seek(position)
    return end - position


class _LazyStorages:
    """Storages that tensors refer to before their bytes are read; `left` is the number of bytes that they may still have."""

    def __init__(self, restore: Callable[[Any, str], Any], left: int) -> None:
        self.restore, self.left = restore, left
        self.known: dict[str, tuple[UntypedStorage, _d.dtype]] = {}

    def storage(self, saved: Any) -> Any:
        if isinstance(saved, tuple) and len(saved) > 1 and _to_text(saved[0]) == "module":  # the source of a class, saved for comparison
            return saved[1]
        dtype, key, location, count, view = parse_storage_id(saved)
        dtype = dtype or _d.uint8
        if key not in self.known:
            self.left -= count * dtype.itemsize
            if self.left < 0:
                raise RuntimeError(f"storage {key} has {count} elements of {dtype.itemsize} bytes, more than the file has. It might be "
                                   "corrupted.")
            block = UntypedStorage._of_array(np.zeros(count * dtype.itemsize, np.uint8))
            self.known[key] = self.restore(block, location), dtype
        block, known = self.known[key]
        if known is not dtype:
            raise pickle.UnpicklingError(f"storage {key} is of two types, {known} and {dtype}")
        return make_typed_storage(block if view is None else self._part(block, view, dtype), dtype)

    def _part(self, block: UntypedStorage, view: Any, dtype: _d.dtype) -> UntypedStorage:
        if not isinstance(view, tuple) or len(view) != 3 or any(type(n) is not int or n < 0 for n in view[1:]):
            raise pickle.UnpicklingError("a part of a storage is described by a name, where it begins and a number of elements")
        first, last = view[1] * dtype.itemsize, (view[1] + view[2]) * dtype.itemsize
        if last > block.nbytes():
            raise RuntimeError(f"a part of a storage ends at byte {last}; the storage has {block.nbytes()}")
        part = UntypedStorage.__new__(UntypedStorage)
        part.data = block.data[first:last]
        return part

    def fill(self, key: Any, file: Any, swap: bool) -> None:
        key = _to_text(key)
        if not isinstance(key, str) or key not in self.known:
            raise RuntimeError(f"the file lists a storage {str(key)[:50]} that nothing in it uses. It might be corrupted.")
        block, dtype = self.known[key]
        header = file.read(8)
        expected = block.nbytes()
        size = struct.unpack("<q", header)[0] * dtype.itemsize if len(header) == 8 else expected
        if size != expected:
            raise RuntimeError(f"storage {key} has wrong byte size: expected {expected} got {size}")
        content = file.read(size)
        if missing := 8 - len(header) + size - len(content):
            raise RuntimeError(f"unexpected EOF, expected {missing} more bytes. The file might be corrupted.")
        if block.device.type == "meta":
            return
        block.data[...] = np.frombuffer(content, np.uint8)
        if swap:
            block.data.view(dtype.numpy).byteswap(inplace=True)
