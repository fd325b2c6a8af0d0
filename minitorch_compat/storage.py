"""`torch.storage`: the memory behind tensors. https://docs.pytorch.org/docs/stable/storage.html"""
from __future__ import annotations

from ._bindings.storages import TypedStorage, UntypedStorage
from ._names import missing

__all__ = ["TypedStorage", "UntypedStorage"]

__getattr__ = missing("torch.storage", __name__)
