"""Pickling of tensors and storages: under torch's names where pickles use these, else as views together with their memory."""
from __future__ import annotations

import pickle
import struct
import sys
from collections import OrderedDict
from typing import Any

import numpy as np

from ..._array.core.dtypes import FLOAT8_NAMES
from ..._array.shape.strided import address, byte_offset, row_major, storage_of
from ..._dispatch import dtype as _d
from ..._dispatch.call.caller import wrap
from ..._dispatch.graph.views import lazy_marks
from ..._dispatch.levels.lifting import example_array, refuse_copy
from ..._dispatch.naming import torch_object
from ..._dispatch.state import ACTIVE, Classes
from ..settings.constants import strided
from ..storage.borrowed import is_borrowed
from ..storage.typed import make_typed_storage
from ..storage.untyped import UntypedStorage, bytes_of
from .conversion import TYPE_NAMES
from .interop import _rebuild, reduce_by_copy, warn_if_has_hooks

#: Dtypes without a legacy storage class: pickled with an untyped storage and their name.
WITHOUT_STORAGE_CLASS = frozenset((_d.uint16, _d.uint32, _d.uint64, *map(_d.foreign, FLOAT8_NAMES)))


def reduce_with_memory(t: Any) -> Any:
    """Pickle a tensor: a view together with all of its memory, as in PyTorch, unless it came from numpy as a view."""
    array = t._array
    block = storage_of(array) if array.__class__ is np.ndarray and array.size and not ACTIVE else array
    if block is array or t._view is None and is_borrowed(array) or block.nbytes == array.nbytes or not block.flags.forc:
        return reduce_by_copy(t)
    warn_if_has_hooks(t)
    memory = np.frombuffer(block if block.flags.c_contiguous else block.T, np.uint8)
    return _rebuild_window, (type(t), memory, array.dtype, array.shape, byte_offset(block, array), array.strides,
                             t.grad_fn is not None or bool(t.requires_grad), dict(t.__dict__))


def _rebuild_window(cls: Any, memory: Any, dtype: Any, shape: Any, offset: int, strides: Any, requires_grad: bool,
                    attributes: dict[str, Any]) -> Any:
    """`_rebuild` for a view of memory of the pickled size."""
    block = np.array(memory).view(np.dtype(dtype.type)) if len(memory) % dtype.itemsize == 0 else np.array(memory)
    return _rebuild(cls, np.ndarray(shape, dtype, block, offset, strides), requires_grad, attributes)


# Under torch's names --------------------------------------------------------------------------------------------------------------


def reduce_tensor(t: Any) -> Any:
    """(function, arguments) to rebuild a tensor, as in PyTorch's files."""
    if ACTIVE:
        refuse_copy(t)
    if t.is_sparse:
        return _reduce_sparse(t, (t._indices(), t._values(), t.size(), t.is_coalesced()))
    if t.layout is not strided:
        return _reduce_sparse(t, (wrap(t._array.compressed), wrap(t._array.plain), wrap(t._array.values), t.size()))
    state = dict(t.__dict__)
    warn_if_has_hooks(t)
    function, arguments = _reduce_memory(t)
    if state or type(t) is not Classes.tensor:
        cls = torch_object("torch", "Tensor") if type(t) is Classes.tensor else type(t)
        return torch_object("torch._tensor", "_rebuild_from_type_v2"), (function, cls, arguments, state)
    return function, arguments


def _reduce_sparse(t: Any, parts: tuple[Any, ...]) -> Any:
    return torch_object("torch._utils", "_rebuild_sparse_tensor"), (t.layout, parts)


def reduce_parameter(t: Any) -> Any:
    """The same for a Parameter, with its attributes if it has any."""
    state = dict(t.__dict__)
    if state:
        return torch_object("torch._utils", "_rebuild_parameter_with_state"), (t.data, bool(t.requires_grad), OrderedDict(), state)
    return torch_object("torch._utils", "_rebuild_parameter"), (t.data, bool(t.requires_grad), OrderedDict())


def _reduce_memory(t: Any) -> Any:
    if t.is_meta:
        return (torch_object("torch._utils", "_rebuild_meta_tensor_no_storage"),
                (t.dtype, tuple(t.shape), t.stride(), bool(t.requires_grad)))
    a = example_array(t._array)
    if any(s < 0 for s in a.strides):  # PyTorch has no negative strides
        a = np.ascontiguousarray(a)
    offset = (address(a) - address(storage_of(a))) // a.itemsize if a.size else 0
    steps = tuple(s // a.itemsize for s in a.strides)
    if not a.size and not any(steps):  # what `stride` says of numpy's arrays without elements
        steps = row_major(a.shape)
    geometry = (offset, tuple(a.shape), steps)
    dtype = _d.of(a.dtype)
    untyped = UntypedStorage.__new__(UntypedStorage)
    untyped.data = bytes_of(a) if a.size else np.empty(0, np.uint8)
    rest: tuple[Any, ...] = (t.grad_fn is not None or bool(t.requires_grad), OrderedDict())
    conj, neg = lazy_marks(t)
    metadata = {name: True for name, marked in (("conj", conj), ("neg", neg)) if marked}
    further = (metadata,) if metadata else ()
    if dtype in WITHOUT_STORAGE_CLASS:
        return torch_object("torch._utils", "_rebuild_tensor_v3"), (DtypelessStorage(untyped), *geometry, *rest, dtype, *further)
    return torch_object("torch._utils", "_rebuild_tensor_v2"), (make_typed_storage(untyped, dtype), *geometry, *rest, *further)


class DtypelessStorage:
    """A storage that is pickled without a dtype."""

    def __init__(self, untyped: UntypedStorage) -> None:
        self.untyped = untyped

    def __reduce__(self) -> Any:
        return reduce_storage(self.untyped, None)


def reduce_storage(storage: UntypedStorage, dtype: _d.dtype | None) -> Any:
    """(function, arguments) to rebuild a storage from the bytes of a file of the old format."""
    return torch_object("torch.storage", "_load_from_bytes"), (legacy_file_bytes(storage, dtype),)


def _pickle_text(value: str) -> bytes:
    return b"X" + struct.pack("<I", len(value)) + value.encode()


def _pickle_int(value: int) -> bytes:
    return pickle.dumps(value, 2)[2:-1]


#: The start of a file of the old format: two magic numbers, and properties of the machine.
_HEADER = b"".join(pickle.dumps(mark, 2) for mark in (0x1950a86a20f9469cfc6c, 1001, {
    "protocol_version": 1001, "little_endian": sys.byteorder == "little", "type_sizes": {"short": 2, "int": 4, "long": 4}}))


def legacy_file_bytes(storage: UntypedStorage, dtype: _d.dtype | None) -> bytes:
    """The file that `torch.save` writes for a single storage in the old format. Inlined here, since every pickled tensor contains one."""
    data = storage.data
    kind = b"ctorch.storage\nUntypedStorage\n" if dtype is None else f"ctorch\n{TYPE_NAMES[dtype]}Storage\n".encode()
    count = data.nbytes // (1 if dtype is None else dtype.itemsize)
    named = b"".join((b"\x80\x02(", _pickle_text("storage"), kind, _pickle_text("0"), _pickle_text("cpu"), _pickle_int(count), b"NtQ."))
    return b"".join((_HEADER, named, pickle.dumps(["0"], 2), struct.pack("<q", count), data.tobytes()))
