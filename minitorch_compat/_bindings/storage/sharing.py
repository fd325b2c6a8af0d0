"""Tensors in shared memory: moving them there, and sending them to other processes."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np

from ..._array.core.meta import MetaArray
from ..._array.exchange.shared_memory import CAN_SHARE, Mapping, mapping_of, rebase_view, shared_blocks
from ..._array.shape.strided import address, storage_of
from ..._array.sparse.coo import Sparse
from ..._dispatch import dtype as _d
from ..._dispatch.call.caller import wrap
from ..._dispatch.device import as_device
from ..._dispatch.graph.views import lazy_marks
from ..._dispatch.levels.lifting import example_array, refuse_copy
from ..._dispatch.naming import pickling_for_process
from ..._dispatch.size import Size
from ..._dispatch.state import ACTIVE
from ..._dispatch.tensor import wrap_as
from ..tensor.interop import rebuild_meta_array, warn_if_has_hooks
from .moved_memory import move_references, try_replace_array
from .typed import TypedStorage, make_typed_storage
from .untyped import UntypedStorage, bytes_of

Array = np.ndarray[Any, np.dtype[Any]]

_NON_LEAF = ("Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing process "
             "boundaries.  If you just want to transfer the data, call detach() on the tensor before serializing (e.g., putting it on "
             "the queue).")


def move_to_shared_memory(arrays: Iterable[Array]) -> None:
    """Move the memory of arrays to shared memory, with everything that refers to it."""
    old = {id(block): block for block in map(storage_of, arrays) if mapping_of(block) is None}
    if not old:
        return
    old_bytes = {key: bytes_of(block) for key, block in old.items()}
    new = dict(zip(old_bytes, shared_blocks([place.size for place in old_bytes.values()]), strict=True))
    for key, place in old_bytes.items():
        new[key][...] = place
    move_references(old_bytes, new)


def share_if_unreferenced(t: Any) -> bool:
    """`move_to_shared_memory` for a tensor whose memory nothing else refers to, without a search; False if something may."""
    if t._array.__class__ is not np.ndarray or t._view is not None:
        return False
    place = bytes_of(t._array)
    new = shared_blocks([place.size])[0]
    new[...] = place
    window = rebase_view(t._array, place, new)
    del place
    return try_replace_array(t, window)


def check_has_storage(t: Any) -> None:
    """Refuse a tensor without a storage of its own."""
    if ACTIVE:
        refuse_copy(t)
    if isinstance(t._array, Sparse):
        kind = "SparseTensorImpl" if t.is_sparse else "SparseCsrTensorImpl"
        raise NotImplementedError(f"Cannot access storage of {kind}")


def share_tensors(tensors: Iterable[Any]) -> None:
    """Move the memory of many tensors at once, with one file and one search."""
    move_to_shared_memory([example_array(t._array) for t in tensors if isinstance(t._array, np.ndarray)])


# Pickling for `multiprocessing` -------------------------------------------------------------------------------------------------------

def rebuild_tensor(cls: Any, storage: TypedStorage, metadata: tuple[Any, ...]) -> Any:
    """A tensor over a storage from another process."""
    offset, size, stride, requires_grad = metadata
    dtype, place = storage.dtype.numpy, storage._untyped_storage.data
    unit = dtype.itemsize
    array: Any = np.ndarray(tuple(size), dtype, place, offset * unit if place.size else 0, tuple(s * unit for s in stride))
    out = wrap_as(cls, array)
    out._requires_grad = requires_grad
    return out


def rebuild_marked(plain: Any, conj: bool, neg: bool) -> Any:
    """A conjugated or negated view of a tensor."""
    out = plain.conj() if conj else plain
    return out._neg_view() if neg else out


def reduce_tensor(tensor: Any) -> Any:
    """Pickle a tensor to be sent: its memory is moved to shared memory."""
    if ACTIVE:
        refuse_copy(tensor)
    if tensor.requires_grad and tensor.grad_fn is not None:
        raise RuntimeError(_NON_LEAF)
    warn_if_has_hooks(tensor)
    if tensor._array.__class__ is MetaArray:
        return _rebuild_without_values, (type(tensor), tensor.dtype, tuple(tensor.shape), tensor.stride(), bool(tensor.requires_grad))
    conj, neg = lazy_marks(tensor)
    if conj or neg:
        return rebuild_marked, (wrap(_shared_array(tensor)), conj, neg)
    array = _shared_array(tensor)
    storage = make_typed_storage(UntypedStorage._of_array(array), tensor.dtype)
    size = array.itemsize
    offset = (address(array) - address(storage._untyped_storage.data)) // size if array.size else 0
    return rebuild_tensor, (type(tensor), storage, (offset, Size(array.shape), tuple(s // size for s in array.strides),
                                                    bool(tensor.requires_grad)))


def _shared_array(tensor: Any) -> Array:
    array = example_array(tensor._array)
    if mapping_of(array) is None and array.size:
        del array
        if not share_if_unreferenced(tensor):
            move_to_shared_memory([example_array(tensor._array)])
        array = example_array(tensor._array)
    return array


def _rebuild_without_values(cls: Any, dtype: Any, size: Any, stride: Any, requires_grad: bool) -> Any:
    out = wrap_as(cls, rebuild_meta_array(dtype, size, stride, False)._array)
    out._requires_grad = requires_grad
    return out


def rebuild_typed_storage(storage: UntypedStorage, dtype: _d.dtype) -> TypedStorage:
    """A storage from another process, with its dtype."""
    return make_typed_storage(storage, dtype)


def reduce_typed_storage(storage: TypedStorage) -> Any:
    """Pickle a typed storage to be sent."""
    return rebuild_typed_storage, (storage._untyped_storage, storage.dtype)


def rebuild_storage(mapping: Mapping | None, offset: int, nbytes: int) -> UntypedStorage:
    """The storage in a mapping; in the sending process, the same memory."""
    return UntypedStorage() if mapping is None else UntypedStorage._of_array(mapping.block(offset, nbytes))


def reduce_storage(storage: UntypedStorage) -> Any:
    """Pickle a storage to be sent: its memory is moved to shared memory, and described by its mapping."""
    if storage.device.type == "meta":
        raise RuntimeError("Cannot pickle meta storage; try pickling a meta tensor instead")
    if not storage.nbytes():
        return rebuild_storage, (None, 0, 0)
    mapping = mapping_of(storage.data)
    if mapping is None or mapping.identity is None:
        move_to_shared_memory([storage.data])
        mapping = mapping_of(storage.data)
    assert mapping is not None
    start = address(np.frombuffer(mapping, np.uint8))
    return rebuild_storage, (mapping, address(storage.data) - start, storage.nbytes())


def is_being_sent() -> bool:
    """Whether the caller pickles for `multiprocessing`, to send the object to another process rather than to store it."""
    return CAN_SHARE and pickling_for_process() == "multiprocessing.reduction"


def refuse_pinning(device: Any) -> NoReturn:
    """Raise, as in a CPU build."""
    kind = "" if device is None or isinstance(device, int) and device >= 0 else as_device(device).type
    if kind in ("cpu", "meta"):
        raise RuntimeError(f"{kind.upper()} device type not an accelerator.")
    if kind in ("cuda", "xpu"):
        raise RuntimeError(f"Cannot initialize {kind.upper()} without ATen_{kind} library.")
    if kind == "mps":
        raise RuntimeError("Cannot execute init() without MPS backend.")
    raise RuntimeError("Cannot access accelerator device when none is available.")
