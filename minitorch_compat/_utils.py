"""`torch._utils`: the functions that files written by `torch.save` name to rebuild tensors."""
from __future__ import annotations

from collections.abc import Callable
from threading import local
from types import MemberDescriptorType
from typing import Any

import numpy as np

from ._array.ghost import Ghost
from ._array.pending import marked
from ._array.permuted import note_layout
from ._array.strided import empty_strided, window
from ._bindings.interop import rebuild_ghost
from ._bindings.storages import TypedStorage, typed
from ._bindings.tensor import Tensor
from ._dispatch.call import wrap
from ._dispatch.dtype import dtype as _dtype
from ._dispatch.tensor import TensorBase
from ._dispatch.unsupported import UnsupportedError


def _element_size(dtype: Any) -> int:
    """Bytes of one element."""
    if not isinstance(dtype, _dtype):
        raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
    return int(dtype.itemsize)


def _rebuild_tensor(storage: Any, storage_offset: int, size: Any, stride: Any) -> Tensor:
    """A tensor over the memory of a typed storage."""
    storage.dtype  # noqa: B018  (which only a typed storage has)
    if storage.device.type == "meta":
        item = storage.dtype.itemsize
        return wrap(Ghost(np.ndarray(tuple(size), storage.dtype.numpy, storage._untyped_storage.data.raw, storage_offset * item,
                                     tuple(s * item for s in stride))))
    values = storage.values
    if 0 in size:
        array = empty_strided(tuple(size), tuple(stride), values.dtype)
    else:
        array = window(values, tuple(size), tuple(stride), storage_offset)
        note_layout(array)
    tensor = wrap(array)
    tensor._counter = [1]  # in PyTorch the memory is put into an empty one
    return tensor


def _rebuild_tensor_v2(storage: Any, storage_offset: int, size: Any, stride: Any, requires_grad: bool, backward_hooks: Any,
                       metadata: Any = None) -> Tensor:
    """`_rebuild_tensor` with a gradient flag; `metadata` says whether the values are still to be conjugated or negated."""
    out = _rebuild_tensor(storage, storage_offset, size, stride)
    if metadata:
        out = _with_metadata(out, metadata)
    out._requires_grad = bool(requires_grad)
    if backward_hooks:
        out._meta_for_writing().hooks = backward_hooks
    return out


def _with_metadata(tensor: Tensor, metadata: Any) -> Tensor:
    unknown = metadata.keys() - {"conj", "neg"}
    if unknown:
        raise UnsupportedError(f"torch.load of a tensor with metadata {sorted(unknown)}")
    found = wrap(marked(tensor._array, bool(metadata.get("conj")), bool(metadata.get("neg"))))
    found._counter = tensor._counter
    return found


def _rebuild_tensor_v3(storage: Any, storage_offset: int, size: Any, stride: Any, requires_grad: bool, backward_hooks: Any, dtype: Any,
                       metadata: Any = None) -> Tensor:
    """`_rebuild_tensor_v2` from an untyped storage and a dtype."""
    block = storage._untyped_storage if isinstance(storage, TypedStorage) else storage
    return _rebuild_tensor_v2(typed(block, dtype), storage_offset, size, stride, requires_grad, backward_hooks, metadata)


def _rebuild_meta_tensor_no_storage(dtype: Any, size: Any, stride: Any, requires_grad: bool) -> Any:
    """A tensor of the meta device."""
    return rebuild_ghost(dtype, size, stride, requires_grad)


def _rebuild_sparse_tensor(layout: Any, data: Any) -> Any:
    """A sparse tensor from its places, values and size."""
    from ._bindings.sparse import sparse_coo_tensor

    if str(layout) != "torch.sparse_coo":
        from ._bindings.compressed import FORMS, rebuilt

        if layout not in FORMS:
            raise UnsupportedError(f"torch.load of a tensor of layout {layout}")
        if UNREAD.checks is None:
            return rebuilt(FORMS[layout], *data)
        from ._array.compressed import Compressed

        starts, plain, values, size = data
        UNREAD.checks.append(lambda: rebuilt(FORMS[layout], *data))
        return wrap(Compressed(values._array, starts._array, plain._array, tuple(size), FORMS[layout]))
    indices, values, size, *coalesced = data
    size, known = tuple(size), bool(coalesced and coalesced[0])
    if UNREAD.checks is not None:
        from ._array.sparse import Coo

        UNREAD.checks.append(lambda: sparse_coo_tensor(indices, values, size, is_coalesced=known))
        return wrap(Coo(values._array, indices._array, size, known))
    return sparse_coo_tensor(indices, values, size, is_coalesced=known)


class _Unread(local):
    """What is still to be looked at once the numbers of a file have been read, where they come last."""

    checks: list[Callable[[], Any]] | None = None


UNREAD = _Unread()


def _rebuild_parameter(data: Any, requires_grad: bool, backward_hooks: Any) -> Any:
    """A Parameter over a tensor."""
    from .nn.parameter import Parameter

    out = Parameter(data, requires_grad)
    if backward_hooks:
        out._meta_for_writing().hooks = backward_hooks
    return out


def _rebuild_parameter_with_state(data: Any, requires_grad: bool, backward_hooks: Any, state: Any) -> Any:
    """A Parameter over a tensor, with attributes."""
    return _set_state(_rebuild_parameter(data, requires_grad, backward_hooks), state)


def _set_state(obj: Any, state: Any) -> Any:
    """Give `obj` the attributes of a pickled state: a dict, or a pair of it and the values of slots."""
    if not isinstance(state, tuple):
        state = (state, None)
    if len(state) != 2 or not all(part is None or isinstance(part, dict) for part in state):
        raise RuntimeError("a tensor's attributes come as a dict, or as a dict and the values of slots")
    attributes, slots = state
    for name, value in {**(attributes or {}), **(slots or {})}.items():
        if not isinstance(name, str) or name[:2] == "__" or isinstance(getattr(TensorBase, name, None), MemberDescriptorType):
            raise RuntimeError(f"no attribute of a tensor that comes from a file is called {str(name)[:50]!r}")
        setattr(obj, name, value)
    return obj


def _get_available_device_type() -> str | None:
    """The type of the accelerator that is there: None."""
    return None


def _get_device_module(device_type: str) -> Any:
    """`torch.cpu`, `torch.cuda` and so on by their names; RuntimeError for one that is no module of torch's."""
    from . import cpu, cuda, mps, mtia, xpu

    found = {"cpu": cpu, "cuda": cuda, "mps": mps, "mtia": mtia, "xpu": xpu}.get(device_type)
    if found is None:
        raise RuntimeError(f"Device '{device_type}' does not have a corresponding module registered as 'torch.{device_type}'.")
    return found
