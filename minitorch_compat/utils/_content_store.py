"""`torch.utils._content_store`: files of tensors whose storages are stored once, under the hash of their contents."""
from __future__ import annotations

import hashlib
import os
from typing import Any
from weakref import WeakValueDictionary

import minitorch_compat as torch

from .._bindings.storage.untyped import block_of


def hash_storage(storage: torch.UntypedStorage, *, stable_hash: bool = False) -> str:
    """The SHA-1 of the bytes of a storage. (PyTorch computes a hash of its own unless `stable_hash` is set.)"""
    data = torch.empty(0, dtype=torch.uint8).set_(storage).cpu().numpy()
    return hashlib.sha1(data.tobytes()).hexdigest()


class ContentStoreWriter:
    """Writes tensors into a directory."""

    def __init__(self, loc: str, stable_hash: bool = False) -> None:
        self.loc = loc
        self.seen_storage_hashes: set[str] = set()
        self.stable_hash = stable_hash

    def write_storage(self, storage: torch.UntypedStorage) -> str:
        """Write the storage unless there is one with the same contents; return its hash."""
        digest = hash_storage(storage, stable_hash=self.stable_hash)
        if digest not in self.seen_storage_hashes:
            target = os.path.join(self.loc, "storages", digest)
            if not os.path.exists(target):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                torch.save(storage, target)
            self.seen_storage_hashes.add(digest)
        return digest

    def compute_tensor_metadata(self, t: torch.Tensor, h: str | None = None) -> tuple[Any, ...]:
        """Dtype, hash of the storage, offset, shape, strides, and whether the tensor is conjugated or negated."""
        digest = hash_storage(t.untyped_storage(), stable_hash=self.stable_hash) if h is None else h
        return t.dtype, digest, t.storage_offset(), tuple(t.shape), t.stride(), torch._utils.get_tensor_metadata(t)

    def write_tensor(self, name: str, t: torch.Tensor) -> None:
        """Write a tensor under a name, which may have slashes."""
        target = os.path.join(self.loc, "tensors", name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        torch.save(self.compute_tensor_metadata(t, self.write_storage(t.untyped_storage())), target)


class ContentStoreReader:
    """Reads tensors from a directory; with `cache`, those of one storage share memory while one of them is in use."""

    def __init__(self, loc: str, *, cache: bool = True) -> None:
        self.loc = loc
        self.storage_cache: Any = WeakValueDictionary() if cache else None

    def read_storage(self, h: str, *, device: Any = None) -> torch.UntypedStorage:
        """The storage with a hash."""
        where = str(torch.device("cpu" if device is None else device))
        block = None if self.storage_cache is None else self.storage_cache.get((where, h))
        if block is not None:
            return torch.UntypedStorage._of_array(block)
        storage: torch.UntypedStorage = torch.load(os.path.join(self.loc, "storages", h), map_location=where)._untyped_storage
        if self.storage_cache is not None and where == "cpu":
            self.storage_cache[where, h] = block_of(storage)
        return storage

    def read_tensor_metadata(self, name: str) -> Any:
        """What `compute_tensor_metadata` gave."""
        path = os.path.join(self.loc, "tensors", name)
        if not os.path.exists(path):
            raise FileNotFoundError(path)
        return torch.load(path, weights_only=True)

    def read_tensor(self, name: str, *, device: Any = None) -> torch.Tensor:
        """The tensor with a name."""
        dtype, digest, offset, shape, stride, metadata = self.read_tensor_metadata(name)
        storage = self.read_storage(digest, device=device)
        return torch._utils._rebuild_tensor_v3(storage, offset, shape, stride, False, {}, dtype, metadata)
