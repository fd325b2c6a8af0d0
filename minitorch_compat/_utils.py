"""`torch._utils`: the functions that files of `torch.save` name to rebuild tensors."""
from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from threading import local
from types import MemberDescriptorType
from typing import Any

import numpy as np

from ._array.core.conjugate import wrap_pending
from ._array.core.meta import MetaArray
from ._array.core.row_order import note_layout
from ._array.shape.strided import empty_strided, window
from ._bindings.storage.typed import TypedStorage, make_typed_storage
from ._bindings.tensor.interop import rebuild_meta_array
from ._bindings.tensor.tensor import Tensor
from ._dispatch.call.caller import wrap
from ._dispatch.dtype import dtype as _dtype
from ._dispatch.tensor import TensorBase
from ._dispatch.unsupported import UnsupportedError


def _element_size(dtype: Any) -> int:
    """Bytes of one element."""
    if not isinstance(dtype, _dtype):
        raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
    return int(dtype.itemsize)


def _rebuild_tensor(storage: Any, storage_offset: int, size: Any, stride: Any) -> Tensor:
    """Rebuild a tensor over the memory of a typed storage."""
    if storage.device.type == "meta":
        item = storage.dtype.itemsize
        return wrap(MetaArray(np.ndarray(tuple(size), storage.dtype.numpy, storage._untyped_storage.data.raw, storage_offset * item,
                                     tuple(s * item for s in stride))))
    values = storage.values
    if 0 in size:
        array = empty_strided(tuple(size), tuple(stride), values.dtype)
    else:
        array = window(values, tuple(size), tuple(stride), storage_offset)
        note_layout(array)
    tensor = wrap(array)
    tensor._counter = [1]  # as in PyTorch, where the memory is set into an empty tensor
    return tensor


def _rebuild_tensor_v2(storage: Any, storage_offset: int, size: Any, stride: Any, requires_grad: bool, backward_hooks: Any,
                       metadata: Any = None) -> Tensor:
    """`_rebuild_tensor` with a gradient flag; `metadata` tells whether the tensor is conjugated or negated."""
    out = _rebuild_tensor(storage, storage_offset, size, stride)
    if metadata:
        out = _with_metadata(out, metadata)
    out._requires_grad = bool(requires_grad)
    if backward_hooks:
        out._meta_for_writing().hooks = backward_hooks
    return out


def get_tensor_metadata(tensor: Tensor) -> dict[str, bool]:
    """Whether a tensor is conjugated or negated: what files tell of it beside its memory."""
    return {name: True for name, marked in (("conj", tensor.is_conj()), ("neg", tensor.is_neg())) if marked}


def _with_metadata(tensor: Tensor, metadata: Any) -> Tensor:
    unknown = metadata.keys() - {"conj", "neg"}
    if unknown:
        raise UnsupportedError(f"torch.load of a tensor with metadata {sorted(unknown)}")
    result = wrap(wrap_pending(tensor._array, bool(metadata.get("conj")), bool(metadata.get("neg"))))
    result._counter = tensor._counter
    return result


def _rebuild_tensor_v3(storage: Any, storage_offset: int, size: Any, stride: Any, requires_grad: bool, backward_hooks: Any, dtype: Any,
                       metadata: Any = None) -> Tensor:
    """`_rebuild_tensor_v2` from an untyped storage and a dtype."""
    block = storage._untyped_storage if isinstance(storage, TypedStorage) else storage
    return _rebuild_tensor_v2(make_typed_storage(block, dtype), storage_offset, size, stride, requires_grad, backward_hooks, metadata)


def _rebuild_meta_tensor_no_storage(dtype: Any, size: Any, stride: Any, requires_grad: bool) -> Any:
    """Rebuild a meta tensor."""
    return rebuild_meta_array(dtype, size, stride, requires_grad)


def _rebuild_sparse_tensor(layout: Any, data: Any) -> Any:
    """Rebuild a sparse tensor from its indices, values and size."""
    from ._bindings.sparse_tensors.coo import sparse_coo_tensor

    if str(layout) != "torch.sparse_coo":
        from ._bindings.sparse_tensors.compressed import FORMS, rebuilt

        if layout not in FORMS:
            raise UnsupportedError(f"torch.load of a tensor of layout {layout}")
        if DEFERRED_CHECKS.checks is None:
            return rebuilt(FORMS[layout], *data)
        from ._array.sparse.compressed import Compressed

        starts, plain, values, size = data
        DEFERRED_CHECKS.checks.append(lambda: rebuilt(FORMS[layout], *data))
        return wrap(Compressed(values._array, starts._array, plain._array, tuple(size), FORMS[layout]))
    indices, values, size, *coalesced = data
    size, known = tuple(size), bool(coalesced and coalesced[0])
    if DEFERRED_CHECKS.checks is not None:
        from ._array.sparse.coo import Coo

        DEFERRED_CHECKS.checks.append(lambda: sparse_coo_tensor(indices, values, size, is_coalesced=known))
        return wrap(Coo(values._array, indices._array, size, known))
    return sparse_coo_tensor(indices, values, size, is_coalesced=known)


class _DeferredChecks(local):
    """Checks that have to wait until a file's storages have been read, in formats where they come last."""

    checks: list[Callable[[], Any]] | None = None


DEFERRED_CHECKS = _DeferredChecks()


def _rebuild_parameter(data: Any, requires_grad: bool, backward_hooks: Any) -> Any:
    """Rebuild a Parameter over a tensor."""
    from .nn.parameter import Parameter

    out = Parameter(data, requires_grad)
    if backward_hooks:
        out._meta_for_writing().hooks = backward_hooks
    return out


def _rebuild_parameter_with_state(data: Any, requires_grad: bool, backward_hooks: Any, state: Any) -> Any:
    """Rebuild a Parameter over a tensor, with attributes."""
    return _set_state(_rebuild_parameter(data, requires_grad, backward_hooks), state)


def _set_state(obj: Any, state: Any) -> Any:
    """Set the attributes of a pickled state: a dict, or a pair of it and the values of slots."""
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
    """The type of the available accelerator: None."""
    return None


def _get_device_module(device_type: str) -> Any:
    """The module of a device type, such as `torch.cpu` or `torch.cuda`; RuntimeError if there is none."""
    from . import cpu, cuda, mps, mtia, xpu

    module = {"cpu": cpu, "cuda": cuda, "mps": mps, "mtia": mtia, "xpu": xpu}.get(device_type)
    if module is None:
        raise RuntimeError(f"Device '{device_type}' does not have a corresponding module registered as 'torch.{device_type}'.")
    return module


# Names that libraries import from here --------------------------------------------------------------------------------------------------


class KeyErrorMessage(str):
    """The text of a KeyError, shown without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class ExceptionWrapper:
    """An exception to be passed to another thread or process, with its traceback as text; created where it is handled.

    `ExceptionWrapper(where="in worker 1").reraise()` raises one of the same type whose text includes that place.
    """

    def __init__(self, exc_info: Any = None, where: str = "in background") -> None:
        found: Any = sys.exc_info() if exc_info is None else exc_info
        self.exc_type: Any = found[0]
        self.exc_msg = "".join(traceback.format_exception(*found))
        self.where = where

    def reraise(self) -> None:
        """Raise the exception again; RuntimeError if its type cannot be constructed from a text."""
        kind: Any = self.exc_type
        text = f"Caught {kind.__name__} {self.where}.\nOriginal {self.exc_msg}"
        if kind is KeyError:
            text = KeyErrorMessage(text)
        elif getattr(kind, "message", None):
            raise kind(message=text)
        try:
            error = kind(text)
        except Exception:
            raise RuntimeError(text) from None
        raise error


class classproperty:
    """A property of a class."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self.func = func

    def __get__(self, instance: Any, owner: Any) -> Any:
        return self.func(owner)


def _flatten_dense_tensors(tensors: Any) -> Tensor:
    """All elements of tensors of one type in a single vector."""
    from ._bindings.generated import functions as ops

    return ops.cat([t.reshape(-1) for t in tensors])


def _unflatten_dense_tensors(flat: Any, tensors: Any) -> tuple[Any, ...]:
    """Views of consecutive parts of a vector in the shapes of `tensors`."""
    views, start = [], 0
    for t in tensors:
        views.append(flat.narrow(0, start, t.numel()).view(t.shape) if t.numel() else flat.new_empty(t.shape))
        start += t.numel()
    return tuple(views)


def _take_tensors(tensors: Any, size_limit: int) -> Iterator[list[Any]]:
    """Group tensors by type, in lists of at most `size_limit` bytes; a larger tensor is a list of its own."""
    waiting: dict[str, tuple[list[Any], int]] = {}
    for t in tensors:
        size = t.numel() * t.element_size()
        group, group_bytes = waiting.get(t.type(), ([], 0))
        if group and group_bytes + size > size_limit:
            yield group
            group, group_bytes = [], 0
        group.append(t)
        waiting[t.type()] = group, group_bytes + size
    yield from (group for group, _ in waiting.values() if group)


def _get_device_index(device: Any, optional: bool = False, allow_cpu: bool = False) -> int:
    """The index of a device: -1 for the CPU, where that is allowed."""
    from ._dispatch.device import as_device

    if isinstance(device, int):
        return device
    if device is not None and as_device(device).type == "cpu":
        if allow_cpu:
            return -1
        raise ValueError(f"Expected a non cpu device, but got: {device}")
    if optional:
        return -1
    raise ValueError(f"Expected a torch.device with a specified index or an integer, but got: {device}")


def _get_all_device_indices() -> list[int]:
    """The indices of the accelerators."""
    return []


def _import_dotted_name(name: str) -> Any:
    """The object that a dotted name refers to; its first part is a module."""
    first, *rest = name.split(".")
    obj: Any = __import__(first)
    for part in rest:
        obj = getattr(obj, part)
    return obj


def _handle_complex(tensor: Any) -> Any:
    """A complex tensor as pairs of real numbers; other tensors unchanged."""
    from ._bindings.generated import functions as ops

    return ops.view_as_real(tensor) if not isinstance(tensor, Tensor) or tensor.is_complex() else tensor


def render_call(fn: Any, args: Any, kwargs: Any) -> str:
    """A call as text."""
    shown = [*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())]
    return f"{getattr(fn, '__name__', fn)}({', '.join(shown)})"
