"""Version counters, by which in-place changes of saved tensors are noticed.

A counter is a one-element list shared by a tensor, its views and its detached aliases.  It is made when first needed (a node saves the
tensor, a view is taken, the tensor is changed): most temporaries never have one.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..messages import graph_messages
from ..state import LOCAL

if TYPE_CHECKING:
    from ..tensor import TensorBase


class NoVersions(list[Any]):
    """The counter of inference tensors, which have no versions: reading one to save the tensor raises."""

    def __getitem__(self, index: Any) -> Any:
        raise graph_messages.save_inference_tensor()


class WriteCounter(NoVersions):
    """The counter of a tensor detached from an inference tensor in normal mode: it counts writes, but the tensor cannot be saved."""

    written = 0


#: The counter of every inference tensor.
INFERENCE_COUNTER: Any = NoVersions()

#: The entry in `Node.versions` of a saved value that cannot change, such as a number or a copy. Backward needs an entry to free the node.
CONSTANT = ([0], 0)


class MarkedVersion(int):
    """A version equal, as a number, to the one before it, yet unequal to it: marks an event that is not a write.

    Backward compares versions in any case; the mismatch makes it find out what happened.
    """

    def __ne__(self, other: object) -> bool:
        return self is not other

    __eq__, __hash__ = int.__eq__, int.__hash__

    def current_array(self, array: Any) -> Any:
        """The array that a node which saved `array` has to use."""
        return array


class DataReplaced(MarkedVersion):
    """The version after `tensor.data = …` has replaced the tensor's memory.

    Nodes save arrays, and a node that saved this tensor has to use its new array.
    """

    tensor: Any
    arrays: list[Any]

    def current_array(self, array: Any) -> Any:
        """The tensor's present array, if `array` is a former one."""
        tensor = self.tensor()
        if tensor is None or array is None:  # a node keeps None where it saved nothing
            return array
        return tensor._array if any(old() is array for old in self.arrays) else array


class Detached(MarkedVersion):
    """The version after `detach_` has removed the tensor's history: nodes that saved it may not use it any more."""


def mark_data_replaced(tensor: TensorBase) -> None:
    """Mark that the tensor is about to get other memory, for nodes that saved it."""
    counter = tensor._counter
    if counter is None or counter is INFERENCE_COUNTER or not isinstance(tensor._array, np.ndarray):
        return
    marked = DataReplaced(counter[0])
    earlier = counter[0].arrays if isinstance(counter[0], DataReplaced) and counter[0].tensor() is tensor else []
    marked.tensor = weakref.ref(tensor)
    marked.arrays = [*(old for old in earlier if old() is not None and old() is not tensor._array), weakref.ref(tensor._array)]
    counter[0] = marked


def mark_detached(tensor: TensorBase) -> None:
    """Mark that the tensor is about to lose its history."""
    counter = tensor._counter
    if counter.__class__ is list:
        note_geometry_change(tensor)
        counter[0] = Detached(counter[0])


def is_marked_only(current: int, saved: int) -> bool:
    """Whether a counter that shows `current` instead of the saved `saved` marks another event than a write."""
    return isinstance(current, MarkedVersion) and int.__eq__(current, saved)


#: Arrays that nodes may have saved, of tensors whose geometry or history was changed in place: id -> array and tensor, weakly.
_CHANGED: dict[int, tuple[Any, Any]] = {}


def note_geometry_change(tensor: TensorBase) -> None:
    """Mark that the tensor's geometry or history is about to change in place: PyTorch's nodes save tensors, not arrays."""
    array = tensor._array
    if tensor._counter is not None and isinstance(array, np.ndarray):
        _CHANGED[id(array)] = weakref.ref(array, partial(_forget, id(array))), weakref.ref(tensor)


def _forget(key: int, _: Any) -> None:
    _CHANGED.pop(key, None)


def changed_tensor(array: Any) -> Any:
    """The tensor to which the array belonged before an in-place change of geometry; None if it was not changed."""
    found = _CHANGED.get(id(array))
    return found[1]() if found is not None and found[0]() is array else None


class ConvertedVersion(int):
    """The version of a tensor that a node saved in another dtype."""

    dtype: Any
    array: Any

    @classmethod
    def of(cls, version: int, array: Any) -> ConvertedVersion:
        """The version saved together with the dtype of `array`, the tensor's own, and a weak reference to it."""
        noted = cls(version)
        noted.dtype, noted.array = array.dtype, weakref.ref(array)
        return noted


def counter_of(tensor: TensorBase) -> list[int]:
    """The tensor's counter, created on first use."""
    counter = tensor._counter
    if counter is None:
        counter = tensor._counter = [0]
    return counter


def bump_version(tensor: TensorBase, times: int = 1) -> None:
    """Count a write to the tensor's memory."""
    counter = tensor._counter
    if counter is None:
        tensor._counter = [times]
    elif counter.__class__ is list:
        counter[0] += times
    elif counter.__class__ is WriteCounter:
        counter.written += times


def is_frozen(tensor: TensorBase) -> bool:
    """Whether this is an inference tensor outside inference mode."""
    meta = tensor._autograd_meta
    return meta is not None and meta.inference and not LOCAL.inference and tensor._counter is INFERENCE_COUNTER


def prepare_write(tensor: TensorBase) -> None:
    """Before a write: refuse inference tensors in normal mode, and notify `allow_mutation_on_saved_tensors`.

    To be called before every write into memory visible to users, if levels or modes are open or the tensor has `_autograd_meta`.
    """
    if is_frozen(tensor):
        raise graph_messages.write_to_inference_tensor()
    if LOCAL.before_write is not None:
        LOCAL.before_write(tensor)


def count_copy(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`call` of an op that copies its argument, see `Facts.copies`."""
    def counting(x: Any) -> Any:
        out = call(x)
        if x._counter is INFERENCE_COUNTER and out._counter is None:
            out._counter = [1]
        return out

    return counting


def count_writes(call: Callable[..., Any], times: int | Callable[..., int], kinds: str = "") -> Callable[..., Any]:
    """`call` of an op whose results PyTorch writes `times` times (for `kinds` of dtype only), which is their version.

    `times` may be a function of the arguments.
    """
    def counting(*args: Any) -> Any:
        out = call(*args)
        if out._counter is None and (not kinds or args[0]._array.dtype.kind in kinds):
            out._counter = [times(*args) if callable(times) else times]
        return out

    return counting
