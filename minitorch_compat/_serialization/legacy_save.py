"""Writing the format that `torch.save` wrote before 2020, which `legacy_load` and every PyTorch can read."""
from __future__ import annotations

import pickle
import struct
import sys
from typing import Any

from .._dispatch import dtype as _d
from .legacy_load import MAGIC, PROTOCOL

_SYSTEM_INFO = {"protocol_version": PROTOCOL, "little_endian": sys.byteorder == "little", "type_sizes": {"short": 2, "int": 4, "long": 4}}


def _legacy_pickler_class(base: Any) -> Any:
    class LegacyPickler(base):  # type: ignore[misc]
        """Appends None to the description of a storage, where old files name the part of another storage that it is."""

        def begin(self) -> None:
            super().begin()
            self.sizes: dict[str, int] = {}

        def _storage_id(self, storage: Any, dtype: _d.dtype | None, untyped: bool = False) -> tuple[Any, ...]:
            found = super()._storage_id(storage, dtype)  # as typed bytes: PyTorch cannot read its own untyped storages in this format
            self.sizes[found[2]] = found[4]
            return (*found, None)

    return LegacyPickler


def legacy_save(obj: Any, file: Any, protocol: int, base: Any) -> None:
    """Write three header pickles, the object, the keys of its storages, and for each storage its number of elements and its bytes."""
    for mark in (MAGIC, PROTOCOL, _SYSTEM_INFO):
        pickle.dump(mark, file, protocol)
    pickler = _legacy_pickler_class(base)(file, protocol)
    pickler.dump(obj)
    keys = sorted(pickler.storages)
    pickle.dump(keys, file, protocol)
    for key in keys:
        file.write(struct.pack("<q", pickler.sizes[key]))
        file.write(pickler.storages[key].tobytes())
    file.flush()
