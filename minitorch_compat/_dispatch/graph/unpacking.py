"""Unpacking saved values: for recorded derivatives, and for inspection of `_saved_*`."""
from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..._array.core.meta import MetaArray
from ..._array.sparse.coo import Sparse
from ..._ops.op import Meta, meta_of
from ..call.caller import REAL_NUMBER_TYPES, TENSORS, wrap
from ..call.kernel_errors import broadcast_message
from ..levels.lifting import Lifted
from ..tensor import TensorBase
from .node import FREED, SAVED_PLACES, Node, OpNode
from .packing_order import packing_order
from .saved_tensor_hooks import PACKED_COUNTER, Packed, PackedIndex
from .versions import Detached, changed_tensor, is_marked_only
from .views import attach_to_window


def unpacked_arrays(node: Any) -> tuple[Any, ...]:
    """What `node` saved, with every packed value unpacked by its hook."""
    saved = node.saved
    if saved is FREED:  # freed by another thread in the meantime
        from .errors import freed_error

        raise freed_error()
    if PACKED_COUNTER not in node.versions:
        return saved
    unpacked = list(saved)
    for place in packing_order(node.op):
        v = saved[place]
        if v.__class__ is list:
            unpacked[place] = [m.array() if m.__class__ is Packed else m for m in v]
        elif v.__class__ is Packed or v.__class__ is PackedIndex:
            unpacked[place] = v.array()
    return tuple(unpacked)


def update_replaced_data(node: OpNode) -> None:
    """Replace saved arrays by those that `tensor.data = …` has set since, and update the saved versions."""
    versions = list(node.versions)
    for i in range(0, len(versions), 2):
        current = versions[i][0]
        if is_marked_only(current, versions[i + 1]):
            if current.__class__ is Detached:
                _refuse_detached(node)
            node.saved = tuple([_replaced_data(current, m) for m in v] if v.__class__ is list else _replaced_data(current, v)
                               for v in node.saved)
            versions[i + 1] = current
    node.versions = tuple(versions)


def _refuse_detached(node: OpNode) -> None:
    """Refuse a saved argument that had a history when it was saved and was detached in place since."""
    from ..._fidelity.modified_errors import detached_error, was_detached

    for value in node.saved[len(node.op.schema.outputs):]:
        tensor = changed_tensor(value)
        if tensor is not None and was_detached(node, value, tensor):
            raise detached_error()


def _replaced_data(version: Any, value: Any) -> Any:
    """`value`, or the array that replaced it, which must have a shape with which the derivative can compute."""
    found = version.current_array(value)
    if found is not value and (message := broadcast_message([value.shape, found.shape])) is not None:
        raise RuntimeError(message)
    return found


def list_width(node: OpNode) -> int:
    """The length of the list argument of the node's call."""
    return len(node.edges) - len(node.op.schema.tensor_positions) + 1


def unpack(node: OpNode) -> list[Any]:
    """Saved values as tensors: outputs attached to the node itself, arguments to their edges."""
    op: Any = node.op
    if not op.has_lists and getattr(node, "_optional", None) is None and (found := _unpack_plain(node, op)) is not None:
        return found
    count = len(op.schema.outputs)
    values = list(unpacked_arrays(node))
    duals, out_tangents = node.duals or (None, None)
    for i in range(count):
        if isinstance(values[i], (np.ndarray, Lifted, Sparse, MetaArray)):
            values[i] = _saved_output(node, i, values[i], out_tangents)
    edge = 0
    for i in op.schema.tensor_positions:
        value = values[count + i]
        width = 1
        if op.params[i].is_tensor_list:
            width = list_width(node)
        if duals is not None and duals[i] is not None and value is not None and not isinstance(value, Meta):
            values[count + i] = duals[i]
        elif isinstance(value, list):
            values[count + i] = [v if isinstance(v, Meta) else saved_argument(node, edge + k, v) for k, v in enumerate(value)]
        elif isinstance(value, (np.ndarray, np.generic, Lifted, Sparse, MetaArray)):
            values[count + i] = saved_argument(node, edge, value)
        edge += width
    if duals is None:
        _share_counters(node, values, count)
    return values


def _unpack_plain(node: OpNode, op: Any) -> list[Any] | None:
    """`unpack` in one pass for an ordinary node; None if it has saved anything but arrays and numbers."""
    saved, counters, links = node._values, node._counter, node._links
    if saved.__class__ is not tuple:
        index, count = SAVED_PLACES[node._place]
        values: list[Any] = [None] * count
        values[index] = saved
    elif saved is FREED:
        return None
    else:
        values = list(saved)
    if counters.__class__ is not tuple:
        counters = () if counters is None else (counters,)
    if PACKED_COUNTER in counters:
        return None
    pair = 0
    for i, edge in _tensor_places(op):
        value = values[i]
        if value is None or value.__class__ is Meta:
            continue
        if value.__class__ is np.ndarray:
            if edge is None:
                t = _saved_output(node, i, value, None)
            else:
                t = _attach_edge(node, links[edge] if links.__class__ is tuple else links if edge == node._only else None, edge, value)
            values[i] = t
            if t._counter is None and pair < len(counters) and counters[pair].__class__ is list:
                t._counter = counters[pair]
        elif value.__class__ not in REAL_NUMBER_TYPES:
            return None
        pair += 2
    return values


@cache
def _tensor_places(op: Any) -> tuple[tuple[int, int | None], ...]:
    """For an op without lists of tensors: index in `saved` and edge of each saved argument; results have no edge."""
    count = len(op.schema.outputs)
    return (*[(i, None) for i in range(count)], *[(count + i, edge) for edge, i in enumerate(op.schema.tensor_positions)])


def _share_counters(node: OpNode, values: list[Any], count: int) -> None:
    """Share the version counters of saved tensors with what was unpacked: nodes that save it again notice changes, too."""
    versions, pair = node.versions, 0
    for i in (*range(count), *[count + p for p in node.op.schema.tensor_positions]):
        for t in values[i] if values[i].__class__ is list else (values[i],):
            if t is None or t.__class__ is Meta or pair >= len(versions):
                continue
            counter = versions[pair]
            pair += 2
            if isinstance(t, TensorBase) and t._counter is None and counter.__class__ is list and counter is not PACKED_COUNTER:
                t._counter = counter


def _saved_output(node: OpNode, index: int, array: Any, tangents: Any) -> Any:
    t = wrap(array)
    copy = node.window_copy and node.window_copy()
    if copy is not None:
        attach_to_window(t, copy.window, (copy, 0), meta_of(copy), copy.layout, copy.marks)
    elif node.shape is not None or index in node.op.differentiable:
        t._grad_fn, t._output_nr, t._requires_grad = node, index, True
    if tangents is not None and tangents[index]:
        from ..levels.forward import attach_tangents

        attach_tangents(t, tangents[index])
    return t


def saved_argument(node: Node, index: int, array: Any) -> Any:
    """The saved argument of edge `index`: the leaf itself, or a tensor with the history it had when saved."""
    return _attach_edge(node, node.edges[index], index, array)


def _attach_edge(node: Node, edge: Any, index: int, array: Any) -> Any:
    if edge is None:
        return wrap(array)
    if edge.__class__ is not OpNode and not isinstance(edge, Node):
        return edge if edge._array is array else _cast_leaf(edge, array)
    t = wrap(array)
    t._grad_fn, t._requires_grad = edge, True
    if edge.__class__ is not OpNode or edge.shape is None:  # may have several outputs
        t._output_nr = node.slots[index] if node.slots else 0
    return t


def _cast_leaf(leaf: Any, array: Any) -> Any:
    """A leaf saved in another dtype, or unpacked to other values by a hook: gradients still go to the leaf."""
    if array.__class__ is not np.ndarray or leaf._array.__class__ is not np.ndarray:
        return TENSORS.cast(leaf, array.dtype)
    same = array.dtype == leaf._array.dtype
    values = array.real if array.dtype.kind == "c" != leaf._array.dtype.kind else array  # a real leaf was promoted
    t = wrap(array if same else values.astype(leaf._array.dtype))
    t._grad_fn, t._requires_grad = leaf, True
    return t if same else TENSORS.cast(t, array.dtype)
