"""Saved tensors under hooks: packed when a node saves them, unpacked when its derivative needs them.

A packed value takes the place of the array in `Node.saved`.  Its entry in `Node.versions` never matches, so that backward, which
compares versions in any case, needs no further test to find it.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..._array.exchange.type_names import value_type_name
from ..levels.lifting import array_values
from ..messages import graph_messages
from ..state import LOCAL, set_recording
from ..tensor import TensorBase
from .versions import counter_of

#: The version counter of every packed value; its saved version is 0.
PACKED_COUNTER = [1]


class StopRecomputation(BaseException):
    """Raised through a call after its op is done when a pack hook needs nothing that would follow.

    Not an Exception, so that no handler in user code catches it.
    """


class Packed:
    """The result of a pack hook, and the hook that unpacks it."""

    __slots__ = ("dtype", "of_leaf", "unpack", "value")

    def __init__(self, value: Any, unpack: Callable[[Any], Any], dtype: Any, of_leaf: bool = False) -> None:
        self.value = value
        self.of_leaf = of_leaf
        self.unpack = unpack
        self.dtype = dtype

    def tensor(self) -> Any:
        """The unpacked tensor in the dtype in which the derivative computes."""
        if LOCAL.task is None:
            result = self.unpack(self.value)
        else:  # hooks entered during a backward end with it
            hooks = LOCAL.saved_hooks[:]
            try:
                result = self.unpack(self.value)
            finally:
                LOCAL.saved_hooks[:] = hooks
        if not isinstance(result, TensorBase):
            raise graph_messages.unpack_hook_without_tensor(value_type_name(result))
        if self.of_leaf and result._array.dtype.kind not in "fcV":
            raise graph_messages.requires_grad_of_integers()
        return result

    @property
    def T(self) -> Packed:
        """The same for a packed matrix whose transpose was saved."""
        return Packed(self, lambda packed: packed.tensor().t(), self.dtype)

    def array(self) -> Any:
        """The values of the unpacked tensor."""
        array = array_values(self.tensor()._array)
        return array if self.dtype is None or array.dtype is self.dtype else array.astype(self.dtype)


class PackedIndex:
    """The plan of an indexing whose arrays were packed."""

    __slots__ = ("parts", "plan")

    def __init__(self, plan: Any, parts: tuple[Any, ...]) -> None:
        self.plan = plan
        self.parts = parts

    def array(self) -> Any:
        """The unpacked plan."""
        plan = self.plan
        return type(plan)(plan.basic, tuple([p.array() if p.__class__ is Packed else p for p in self.parts]), plan.axis, plan.masks)

    @property
    def index(self) -> tuple[Any, ...]:
        """The unpacked index tuple."""
        return self.array().index


class PendingPack:
    """A tensor that is packed once everything that a node saves is known."""

    __slots__ = ("dtype", "tensor")

    def __init__(self, tensor: Any, dtype: Any) -> None:
        self.tensor = tensor
        self.dtype = dtype


def pack_in_order(order: Iterable[int], saved: list[Any]) -> list[Any]:
    """`saved` with its deferred values packed, in this order of places."""
    for place in order:
        value = saved[place]
        if value.__class__ is list:
            saved[place] = [pack(v.tensor, v.dtype) if v.__class__ is PendingPack else v for v in value]
        elif value.__class__ is PendingPack:
            saved[place] = pack(value.tensor, value.dtype)
    return saved


def pack(tensor: Any, dtype: Any = None) -> Packed:
    """`tensor` through the innermost pack hook."""
    hook, unpack = LOCAL.saved_hooks[-1]
    return pack_with(hook, unpack, tensor, dtype)


def pack_with(hook: Callable[[Any], Any], unpack: Callable[[Any], Any], tensor: Any, dtype: Any = None) -> Packed:
    """`tensor` through `hook`, which must not change it."""
    counter = counter_of(tensor)
    version = counter[0]
    recording = set_recording(False)
    try:
        value = hook(tensor)
    finally:
        set_recording(recording)
    if counter[0] != version:
        raise graph_messages.pack_hook_inplace()
    return Packed(value, unpack, dtype, tensor._grad_fn is None and tensor._requires_grad is True)
