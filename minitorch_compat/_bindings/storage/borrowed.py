"""Arrays whose memory tensors share."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import ref

import numpy as np

from ..._array.core.dtypes import to_plain_ndarray
from ..._array.core.numbers import check_not_negative
from ..._array.core.user_warnings import warn_once
from ..._array.exchange.parsing import check_array_strides
from ..._array.shape.strided import address, storage_of
from ..._dispatch.dtype import of
from ..._dispatch.messages import argument_messages


def check_shareable(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array in a form that a tensor can share; refuse unsupported ones, and warn once of a read-only one."""
    of(array.dtype)
    check_array_strides(array)
    if not array.dtype.isnative:
        raise ValueError("given numpy array has byte order different from the native byte order. Conversion between byte orders is "
                         "currently not supported.")
    if not array.flags.writeable:
        warn_not_writable("NumPy array")
    return mark_borrowed(to_plain_ndarray(array if array.base is None else _isolated_view(array)))


class _MemoryHolder:
    """Bytes of another object's memory, from an address on."""

    __slots__ = ("__array_interface__", "array")
    __array_interface__: dict[str, Any]
    array: Any


def _isolated_view(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same elements in a block that contains only them: memory around a view is not part of a tensor made of it."""
    span = array.itemsize + sum((n - 1) * s for n, s in zip(array.shape, array.strides)) if array.size else 0
    if span == storage_of(array).nbytes:
        return array
    held = _MemoryHolder()
    held.array = array
    held.__array_interface__ = {"data": (address(array), not array.flags.writeable), "shape": (span,), "typestr": "|u1", "version": 3}
    return np.ndarray(array.shape, array.dtype, np.asarray(held), 0, array.strides)


#: Blocks of memory owned by other libraries, by their identity: they cannot grow.
_BORROWED: dict[int, ref[Any]] = {}


def mark_borrowed(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Mark the memory of the array as owned by another library, and return the array."""
    block = storage_of(array)
    key = id(block)
    if key not in _BORROWED:
        _BORROWED[key] = ref(block, lambda _: _BORROWED.pop(key, None))
    return array


def is_borrowed(array: np.ndarray[Any, Any]) -> bool:
    """Whether the memory of an array is owned by another library."""
    return id(storage_of(array)) in _BORROWED


def warn_not_writable(what: str) -> None:
    """Warn once per process and kind of memory."""
    warn_once(f"The given {what} is not writable, and PyTorch does not support non-writable tensors. This means writing to this tensor "
              f"will result in undefined behavior. You may want to copy the {what} to protect its data or make it writable first.")


def check_strides(size: Sequence[int], stride: Sequence[int], function: str = "empty_strided") -> None:
    """Refuse invalid sizes and strides."""
    for position, (name, given) in enumerate((("size", size), ("stride", stride)), 1):
        if not isinstance(given, (tuple, list)):
            raise argument_messages.wrong_type(function, name, position, "tuple of ints", given)
        if given and given[0].__class__ is bool:
            raise TypeError(f"{function}(): argument '{name}' (position {position}) must be tuple of ints, but found element of type "
                            "bool at pos 0")
    if len(size) != len(stride):
        raise RuntimeError(f"dimensionality of sizes ({len(size)}) must match dimensionality of strides ({len(stride)})")
    check_not_negative(size)
    if min(stride, default=0) < 0:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
