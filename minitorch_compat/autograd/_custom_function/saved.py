"""Saved tensors of a custom Function: tensors with their version, or the results of a pack hook."""
from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from ..._array.exchange.type_names import value_type_name
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.call.caller import wrap
from ..._dispatch.graph.node import Node, short_name
from ..._dispatch.graph.recording import edge_of
from ..._dispatch.graph.saved_tensor_hooks import Packed, pack, pack_with
from ..._dispatch.graph.versions import counter_of, is_marked_only
from ..._dispatch.graph.views import attach_to_window
from ..._dispatch.state import LOCAL
from ..._fidelity.modified_errors import changed_error
from ..._fidelity.saved_attributes import SavedTensor as OpSavedTensor
from ..._fidelity.saved_attributes import check_hooks
from ..._ops.op import meta_of


class SavedValue:
    """One saved tensor.

    An input or any other tensor is kept as it is.  An output is kept as an array and attached to the node again on unpacking; otherwise
    node and output would form a reference cycle.
    """

    __slots__ = ("counter", "edge", "packed", "slot", "value", "version")

    def __init__(self, tensor: Any, slot: int | None) -> None:
        self.slot = slot
        self.counter = counter_of(tensor)
        self.version = self.counter[0]
        self.packed: Packed | None = None
        self.value = tensor if slot is None else tensor._array
        self.edge: Any = None
        if LOCAL.saved_hooks:
            self._replace(pack(tensor), tensor)

    def _replace(self, packed: Packed, tensor: Any) -> None:
        self.edge = edge_of(tensor) if self.slot is None and tensor.requires_grad else None
        self.packed, self.value = packed, None

    def unpack(self, node: Any) -> Any:
        """The tensor, with its place in the graph; raises if it was changed in place since."""
        if self.packed is not None:
            unpacked = self.packed.tensor()
            if self.slot is None and self.edge is None and not unpacked.requires_grad:
                return unpacked  # the same object, as in PyTorch
            return self._attach_history(unpacked._array, node, counter_of(unpacked))
        if self.counter[0] != self.version and not is_marked_only(self.counter[0], self.version):
            raise self._modified_error(node)
        return self.value if self.slot is None else self._attach_history(self.value, node, self.counter)

    def _attach_history(self, array: Any, node: Any, counter: Any) -> Any:
        t = wrap(array)
        if self.slot is not None and node._fn_differentiable[self.slot]:
            _attach_output(t, node, self.slot)
        elif self.edge is not None:
            t._grad_fn, t._output_nr, t._requires_grad = self.edge[0], self.edge[1], True
        t._counter = counter
        return t

    def _modified_error(self, node: Any) -> RuntimeError:
        array = self.value._array if self.slot is None else self.value
        origin = (short_name(node), self.slot) if self.slot is not None else _origin_of(self.value)
        return changed_error(array, self.counter[0], self.version, origin)

    def register_hooks(self, node: Any, pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]) -> None:
        if self.packed is not None:
            raise RuntimeError("Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of hooks "
                               "is allowed at a time.")
        tensor = self.unpack(node)
        self._replace(pack_with(pack_hook, unpack_hook, tensor.detach()), tensor)


def _attach_output(t: Any, node: Any, slot: int) -> None:
    copy = node.window_copy and node.window_copy()
    if copy is not None:  # an input that is a view was changed in place: the output is a window on the view's base
        attach_to_window(t, copy.window, (copy, 0), meta_of(copy), copy.layout, copy.marks)
    else:
        t._grad_fn, t._output_nr, t._requires_grad = node, slot, True


def _origin_of(tensor: Any) -> tuple[str, int] | None:
    node = tensor.grad_fn
    return None if node is None else (short_name(node), tensor._output_nr)


class SavedTensor(OpSavedTensor):
    """An element of `_raw_saved_tensors`; `register_hooks` packs the saved tensor after the fact."""

    __slots__ = ("_saved",)
    __module__ = "torch._C._autograd"

    def __init__(self, node: Node | None, saved: SavedValue | None) -> None:
        self._node: Any = node
        self._saved = saved

    @property
    def data(self) -> Any:
        """The saved tensor."""
        return None if self._saved is None else self._saved.unpack(self._node)

    def unpack(self) -> Any:
        """The saved tensor, with its place in the graph."""
        return self.data

    @property
    def unpack_hook(self) -> Any:
        """The registered unpack hook, or None."""
        return None if self._saved is None or self._saved.packed is None else self._saved.packed.unpack

    def register_hooks(self, *hooks: Callable[[Any], Any]) -> None:
        """Replace the tensor by `pack_hook(tensor)`; `unpack_hook(packed)` returns it."""
        pack_hook, unpack_hook = check_hooks(hooks)
        if self._saved is None:
            raise RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")
        self._saved.register_hooks(self._node, pack_hook, unpack_hook)


#: The handles of each node, which stay the same objects as long as one of them is referenced.
_HANDLES: weakref.WeakKeyDictionary[Node, list[weakref.ref[SavedTensor]]] = weakref.WeakKeyDictionary()


def raw_handles(node: Any, saved: tuple[SavedValue | None, ...]) -> tuple[SavedTensor, ...]:
    """`_raw_saved_tensors` of a node."""
    existing = [handle() for handle in _HANDLES.get(node, [])] or [None] * len(saved)
    handles = tuple(SavedTensor(node, s) if old is None else old for s, old in zip(saved, existing, strict=True))
    _HANDLES[node] = [weakref.ref(handle) for handle in handles]
    return handles


def save_all(tensors: Any, results: tuple[Any, ...]) -> tuple[SavedValue | None, ...]:
    """Save the tensors of `save_for_backward`, after the outputs have got their history."""
    return tuple([_save(i, t, results) for i, t in enumerate(tensors)])


def _save(index: int, t: Any, results: tuple[Any, ...]) -> SavedValue | None:
    if t is None:
        return None
    if not isinstance(t, Tensor):
        raise TypeError(f"save_for_backward can only save variables, but argument {index} is of type {value_type_name(t)}")
    for slot, r in enumerate(results):
        if r is t or isinstance(r, Tensor) and r._array is t._array and t._grad_fn is r._grad_fn and r._view is None:
            return SavedValue(t, slot)
    return SavedValue(t, None)
