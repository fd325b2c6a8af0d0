"""`torch.multiprocessing.reductions`: how tensors and storages are sent to other processes."""
from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from .._array.exchange.shared_memory import CAN_SHARE
from .._bindings.storage.sharing import rebuild_tensor, rebuild_typed_storage, reduce_storage, reduce_tensor, reduce_typed_storage
from .._bindings.storage.typed import TypedStorage, UntypedStorage
from .._bindings.storage.untyped import block_of
from .._bindings.tensor.tensor import Tensor
from .._namespace.names import missing
from ..nn.parameter import Parameter


class StorageWeakRef:
    """A weak reference to the memory of tensors; two of the same memory are equal.

    Parameters
    ----------
    storage : UntypedStorage or TypedStorage
        The storage.

    References
    ----------
    PyTorch: ``torch.multiprocessing.reductions.StorageWeakRef``.

    Examples
    --------
    >>> from torch.multiprocessing.reductions import StorageWeakRef
    >>> x = torch.ones(2)
    >>> reference = StorageWeakRef(x.untyped_storage())
    >>> reference == StorageWeakRef(x[1:].untyped_storage()), reference.expired()
    (True, False)
    """

    __slots__ = ("_block", "cdata")

    def __init__(self, storage: Any) -> None:
        block = block_of(storage._untyped_storage if isinstance(storage, TypedStorage) else storage)
        self.cdata, self._block = id(block), weakref.ref(block)

    def expired(self) -> bool:
        """Whether the memory is freed."""
        return self._block() is None

    def __hash__(self) -> int:
        return self.cdata

    def __eq__(self, other: object) -> bool:
        return self is other or isinstance(other, StorageWeakRef) and self.cdata == other.cdata and self._block() is other._block()


def init_reductions() -> None:
    """Register the reductions with `multiprocessing`; where memory cannot be shared, copies are sent."""
    if not CAN_SHARE:
        return
    from multiprocessing.reduction import register

    for kind in (Tensor, Parameter):
        register(kind, reduce_tensor)
    register(UntypedStorage, reduce_storage)
    register(TypedStorage, reduce_typed_storage)


__all__ = ["StorageWeakRef", "init_reductions", "rebuild_tensor", "rebuild_typed_storage", "reduce_storage", "reduce_tensor",
           "reduce_typed_storage"]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.multiprocessing.reductions", __name__)
