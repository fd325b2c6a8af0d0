"""`torch.multiprocessing.reductions`: how tensors and storages are sent to other processes."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._array.exchange.shared_memory import CAN_SHARE
from .._bindings.storage.sharing import rebuild_tensor, rebuild_typed_storage, reduce_storage, reduce_tensor, reduce_typed_storage
from .._bindings.storage.typed import TypedStorage, UntypedStorage
from .._bindings.tensor.tensor import Tensor
from .._namespace.names import missing
from ..nn.parameter import Parameter


def init_reductions() -> None:
    """Register the reductions with `multiprocessing`; where memory cannot be shared, copies are sent."""
    if not CAN_SHARE:
        return
    from multiprocessing.reduction import register

    for kind in (Tensor, Parameter):
        register(kind, reduce_tensor)
    register(UntypedStorage, reduce_storage)
    register(TypedStorage, reduce_typed_storage)


__all__ = ["init_reductions", "rebuild_tensor", "rebuild_typed_storage", "reduce_storage", "reduce_tensor", "reduce_typed_storage"]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.multiprocessing.reductions", __name__)
