"""The pickler of `torch.save`: protocol 2, tensors as windows on storages, our names written as torch's.

A file must load in PyTorch, so a class or function of this package is written under the torch name it has there.
"""
from __future__ import annotations

import pickle
import sys
from collections import OrderedDict
from types import FunctionType
from typing import Any

import numpy as np

from ._array.strided import address, storage_of
from ._bindings.constants import layout, strided
from ._bindings.interop import warn_if_has_hooks
from ._bindings.storages import TypedStorage, UntypedStorage, bytes_of, typed
from ._bindings.tensor import Tensor
from ._dispatch import dtype as _d
from ._dispatch.call import wrap
from ._dispatch.lifting import representative
from ._dispatch.tensor import TensorBase
from ._dispatch.views import marks
from ._tensor import _rebuild_from_type_v2
from ._utils import (
    _rebuild_meta_tensor_no_storage,
    _rebuild_parameter,
    _rebuild_parameter_with_state,
    _rebuild_sparse_tensor,
    _rebuild_tensor_v2,
    _rebuild_tensor_v3,
)


def _get_layout(name: str) -> layout:
    """The layout of that name, as files spell one."""
    from ._bindings import constants

    found = getattr(constants, name.removeprefix("torch."), None)
    if not isinstance(found, layout):
        raise RuntimeError(f"{name} is no layout")
    return found


_get_layout.__module__ = "torch.serialization"

OURS = "minitorch_compat"
#: Modules of ours that PyTorch has not, with the namespace where it keeps their functions.
_PUBLIC = ((f"{OURS}.nn._functional", "torch.nn.functional"), (f"{OURS}._bindings.return_types", "torch.return_types"),
           (f"{OURS}._bindings", "torch"))
#: Dtypes that have no old storage class: written with an untyped storage and their name.
_WITHOUT_STORAGE_CLASS = frozenset((_d.uint16, _d.uint32, _d.uint64))


def torch_name(obj: Any, name: str | None) -> tuple[str, str] | None:
    """The torch name that `obj`, a class or function of ours, is written under; None for anything else."""
    if isinstance(obj, _d.dtype):
        return "torch", obj.name
    module = getattr(obj, "__module__", None) or ""
    name = name or getattr(obj, "__qualname__", None) or obj.__name__
    if module == "torch" or module.startswith("torch."):
        return module, name
    for private, public in _PUBLIC:
        if module.startswith(private):
            return public, name
    if module == OURS or module.startswith(OURS + "."):
        return "torch" + module[len(OURS):], name
    return None


class Pickler(pickle._Pickler):
    """Pickles into `file`; afterwards `storages` maps each key to the bytes that belong to it.

    (The pure-Python pickler, because the fast one does not let anyone choose the name of a class. The bulk of a file, the
    numbers, does not go through it.)
    """

    dispatch = dict(pickle._Pickler.dispatch)

    def __init__(self, file: Any, protocol: int = 2) -> None:
        super().__init__(file, protocol)
        self.storages: dict[str, np.ndarray[Any, Any]] = {}
        self._keys: dict[Any, str] = {}
        self._dtypes: dict[Any, Any] = {}

    def save_global(self, obj: Any, name: str | None = None) -> None:
        known = torch_name(obj, name)
        if known is None:
            if "<locals>" in getattr(obj, "__qualname__", ""):
                raise AttributeError(f"Can't pickle local object '{obj.__qualname__}'")  # the fast pickler's error, as in PyTorch
            super().save_global(obj, name)  # type: ignore[misc]
            return
        self.write(b"c" + f"{known[0]}\n{known[1]}\n".encode())  # type: ignore[attr-defined]
        self.memoize(obj)  # type: ignore[attr-defined]

    dispatch[FunctionType] = save_global  # type: ignore[assignment]
    dispatch[_d.dtype] = save_global  # type: ignore[assignment]

    def persistent_id(self, obj: Any) -> Any:
        if type(obj) is UntypedStorage:
            # PyTorch writes it so, too: as bytes with a type.
            return self._storage_id(obj, _d.uint8)
        if type(obj) is TypedStorage:
            return self._storage_id(obj._untyped_storage, obj.dtype)
        if type(obj) is _Bytes:
            return self._storage_id(obj.untyped, None)
        return None

    def _storage_id(self, storage: UntypedStorage, dtype: _d.dtype | None) -> tuple[Any, ...]:
        block = storage.data
        where = address(block) if block.size else id(block)
        if dtype is not None and self._dtypes.setdefault(where, dtype) is not dtype:
            raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        key = self._keys.get(where)
        if key is None:
            key = self._keys[where] = str(len(self._keys))
            self.storages[key] = block  # keeps it alive, so that its address stays its own
        if dtype is None:
            return "storage", UntypedStorage, key, "cpu", block.size
        return "storage", _storage_class(dtype), key, "cpu", block.size // dtype.itemsize

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, TensorBase):
            return _reduce_tensor(obj)
        if type(obj) is layout:
            return _get_layout, (repr(obj),)
        known = getattr(type(obj), "_reduce_for_files", None)
        return NotImplemented if known is None else known(obj)


class _Bytes:
    """Marks a storage that is written without a type."""

    def __init__(self, untyped: UntypedStorage) -> None:
        self.untyped = untyped


def _storage_class(dtype: _d.dtype) -> Any:
    from ._bindings.conversion import TYPE_NAMES
    from ._bindings.storages import STORAGES

    return STORAGES[f"{TYPE_NAMES[dtype]}Storage"]


def _reduce_tensor(t: Any) -> Any:
    """(function, arguments) that rebuild a tensor, in the words of PyTorch's files."""
    from .nn.parameter import Parameter

    if t.is_sparse:
        return _rebuild_sparse_tensor, (t.layout, (t._indices(), t._values(), t.size(), t.is_coalesced()))
    if t.layout is not strided:
        return _rebuild_sparse_tensor, (t.layout, (wrap(t._array.compressed), wrap(t._array.plain), wrap(t._array.values), t.size()))
    state = dict(t.__dict__)
    warn_if_has_hooks(t)
    function, arguments = _reduce_memory(t)
    if type(t) is Parameter:
        data = t.data
        if state:
            return _rebuild_parameter_with_state, (data, bool(t.requires_grad), OrderedDict(), state)
        return _rebuild_parameter, (data, bool(t.requires_grad), OrderedDict())
    if type(t) is not Tensor or state:
        return _rebuild_from_type_v2, (function, type(t), arguments, state)
    return function, arguments


def _reduce_memory(t: Any) -> Any:
    if t.is_meta:
        return _rebuild_meta_tensor_no_storage, (t.dtype, tuple(t.shape), t.stride(), bool(t.requires_grad))
    a = representative(t._array)
    if any(s < 0 for s in a.strides):  # PyTorch has no such strides
        a = np.ascontiguousarray(a)
    offset = (address(a) - address(storage_of(a))) // a.itemsize if a.size else 0
    geometry = (offset, tuple(a.shape), tuple(s // a.itemsize for s in a.strides))
    dtype = _d.of(a.dtype)
    untyped = UntypedStorage.__new__(UntypedStorage)
    untyped.data = bytes_of(a) if a.size else np.empty(0, np.uint8)
    rest: tuple[Any, ...] = (bool(t.requires_grad), OrderedDict())
    conj, neg = marks(t)
    metadata = {name: True for name, marked in (("conj", conj), ("neg", neg)) if marked}
    further = (metadata,) if metadata else ()
    if dtype in _WITHOUT_STORAGE_CLASS:
        return _rebuild_tensor_v3, (_Bytes(untyped), *geometry, *rest, dtype, *further)
    return _rebuild_tensor_v2, (typed(untyped, dtype), *geometry, *rest, *further)


def find_class(module: str, name: str) -> Any:
    """The object of this package that a file calls `torch.<module>.<name>`."""
    if module in ("torch._C._VariableFunctions", "torch._C._nn"):
        module = "torch" if module.endswith("Functions") else "torch.nn.functional"
    module = OURS + module[len("torch"):]
    __import__(module)
    found: Any = sys.modules[module]
    for part in name.split("."):
        found = getattr(found, part)
    return found
