"""Recording: the node that a call creates for backward."""
from __future__ import annotations

from os.path import dirname
from typing import Any

import numpy as np

from ..._ops.op import META, NOTHING, UNVERSIONED, VALUE, Op, meta_of
from ..call.result_layouts import layout_overload
from ..state import LOCAL, Anomaly
from ..tensor import DEFAULT
from .node import Node, OpNode, next_key
from .packing_order import packing_order
from .saved_tensor_hooks import PACKED_COUNTER, PackedIndex, PendingPack, pack, pack_in_order
from .versions import CONSTANT, INFERENCE_COUNTER, ConvertedVersion, counter_of
from .views import refresh
from .views import requires_grad as requires_gradient

_new: Any = object.__new__
_PACKAGE = dirname(dirname(dirname(__file__)))


class Plan:
    """What a node of `op` saves when the arguments in `mask` (a bit per tensor argument) require gradients."""

    __slots__ = ("args", "outputs")

    def __init__(self, op: Op, mask: int) -> None:
        kinds = [NOTHING] * (len(op.schema.outputs) + len(op.params))
        for i, saves in enumerate(op.saves):
            if saves is not None and mask >> i & 1:
                kinds = [max(pair) for pair in zip(kinds, saves, strict=True)]
        count = len(op.schema.outputs)
        self.outputs = tuple(kinds[:count])
        self.args = tuple(kinds[count:])


def plan_for(op: Op, mask: int) -> Plan:
    """Cached on `op`: two ops with the same name and node name may save different things."""
    plan = op.general_plans.get(mask)
    if plan is None:
        plan = op.general_plans[mask] = Plan(op, mask)
    return plan


def saves_first(op: Op, mask: int) -> bool:
    """Whether a node of `op` saves, or as a composition may save, the values of its first argument."""
    return op.kind == "composite" or op.kind == "fused" or plan_for(op, mask).args[0] == VALUE


def edge_of(t: Any) -> tuple[Any, int]:
    """The edge of `t`: its node and output number, or itself if it is a leaf."""
    if t._view is not None:
        refresh(t)
    node = t._grad_fn
    if node is None:
        return t, 0
    return node, 0 if node.__class__ is OpNode and node.shape is not None else t._output_nr


def history_of(t: Any) -> Any:
    """The `_grad_fn` of an alias of `t`: its node, or a leaf itself, which calls then record as the edge."""
    if t._view is not None and (t._autograd_meta is None or t._autograd_meta.creation == DEFAULT):
        refresh(t)
    return t if t._grad_fn is None and t.requires_grad else t._grad_fn


class Recorder:
    """Builds the node of one call, argument by argument."""

    __slots__ = ("edges", "saved", "slots", "versions")

    def __init__(self) -> None:
        self.edges: list[Any] = []
        self.slots: list[int] = []
        self.saved: list[Any] = []
        self.versions: list[Any] = []

    def connect(self, tensors: Any) -> None:
        """Add the edges of a tensor argument: one, or one per member of a list."""
        for t in tensors if isinstance(tensors, (list, tuple)) else (tensors,):
            if t is not None and t.__class__ not in NUMBERS and t.requires_grad:
                edge, slot = edge_of(t)
                self.edges.append(edge)
                self.slots.append(slot)
            else:
                self.edges.append(None)
                self.slots.append(0)

    def save(self, kind: int, tensor: Any, value: Any) -> None:
        """Save a tensor argument (`value` is what the kernel saw of it) as the formulas ask."""
        if value is None or kind == NOTHING:
            self.saved.append(None)
        elif isinstance(value, (list, tuple)):
            self._save_list(kind, tensor, value)
        elif kind == META:
            self.saved.append(meta_of(value))
        elif kind == UNVERSIONED:
            self.saved.append(value)
        else:
            self.saved.append(self._save_versioned(tensor, value))

    def _save_list(self, kind: int, tensors: Any, values: Any) -> None:
        if kind == META:
            self.saved.append([meta_of(v) for v in values])
        else:
            self.saved.append([self._save_versioned(t, v) for t, v in zip(tensors, values, strict=True)])

    def _save_versioned(self, tensor: Any, value: Any) -> Any:
        """`value` with its version; packed if saved-tensor hooks are active."""
        if tensor.__class__ in NUMBERS:
            self.versions += CONSTANT
            return value
        if LOCAL.saved_hooks:
            self.versions += (PACKED_COUNTER, 0)
            return PendingPack(tensor, value.dtype)
        counter = counter_of(tensor)
        version = counter[0]
        if value.__class__ is np.ndarray and value.dtype is not tensor._dtype and tensor._array.__class__ is np.ndarray:
            version = ConvertedVersion.of(version, tensor._array)
        self.versions += (counter, version)
        return value


NUMBERS = frozenset({int, float, bool, complex})


def _requires_grad(t: Any) -> bool:
    """Whether `t` requires a gradient, whatever its class; a non-tensor is refused later."""
    return getattr(t, "_requires_grad", False) and (t._view is None or requires_gradient(t))


def needs_mask(op: Op, args: Any) -> int:
    """A bit per tensor argument that requires a gradient (of a list: if any member does)."""
    mask = 0
    for bit, i in enumerate(op.schema.tensor_positions):
        t = args[i]
        if t is None or t.__class__ in NUMBERS:
            continue
        if isinstance(t, (list, tuple)):
            needed = any(_requires_grad(m) for m in t)
        else:
            needed = _requires_grad(t)
        if needed:
            mask |= 1 << bit
    return mask


def record(op: Op, mask: int, args: Any, values: Any, outs: tuple[Any, ...]) -> Node:
    """Create the node of a call and set it on the outputs."""
    signature = select_overload(op, args, values) if op.number_overloads is not None or op.layout_formulas is not None else op
    plan = plan_for(signature, mask)
    recorder = Recorder()
    node = _new(OpNode)
    node.op = signature
    node.hooks = None
    attach_node(node, op, outs)
    for position, out in enumerate(outs if not op.schema.returns_list else ()):
        _save_output(recorder, plan.outputs[position], out)
    if op.schema.returns_list:
        recorder.saved.append(None)
    for i, param in enumerate(op.params):
        if param.is_tensor or param.is_tensor_list:
            recorder.save(plan.args[i], args[i], values[i])
            recorder.connect(args[i])
        else:
            # The number as given: for bfloat16 the kernel got it as an array.
            recorder.saved.append(args[i] if values[i].__class__ is np.ndarray and args[i].__class__ in NUMBERS else values[i])
    _fill_node(node, recorder)
    return node


def select_overload(op: Op, args: Any, values: Any = ()) -> Op:
    """The overload of an op that its arguments, or the layouts of its matrices, select."""
    if op.number_overloads is None:
        if op.layout_formulas is None or not values:
            return op
        first = op.layout_formulas[0]
        return layout_overload(op, *values[first:first + 2])
    for i, signature in enumerate(op.number_overloads):
        if args[i].__class__ in NUMBERS:
            return signature
    return op


def record_one_result(op: Op, mask: int, args: Any, values: list[Any], out: Any) -> None:
    """`record` for a call with single tensors only and one result; the list `values` (the kernel's arguments) is reused."""
    output_kind, rows = op.plans.get(mask) or one_result_plan(op, mask)
    array = out._array
    node = OpNode()
    node.op = op
    edges: list[Any] = []
    slots: list[int] = []
    versions: list[Any] = []
    if output_kind == VALUE:
        saved_output = array
        counter = out._counter = [0]
        versions = [counter, 0]
    else:
        saved_output = meta_of(array) if output_kind else None
    any_slot = 0
    for i, bit, kind in rows:
        t = args[i]
        if t is None or t.__class__ in NUMBERS:
            pass
        elif kind == VALUE:
            counter = t._counter
            if counter is None:
                counter = t._counter = [0]
            versions.append(counter)
            versions.append(counter[0])
        else:
            values[i] = meta_of(values[i]) if kind else None
        if mask & bit:
            edge = t._grad_fn
            slot = 0
            if edge is None:
                edge = t
            elif edge.__class__ is not OpNode or edge.shape is None:
                slot = t._output_nr
                any_slot |= slot
            edges.append(edge)
            slots.append(slot)
        else:
            edges.append(None)
            slots.append(0)
    node.key = next_key()
    node._links = tuple(edges)
    if any_slot:
        node._optional = {"slots": tuple(slots)}
    node._values = (saved_output, *values)
    if len(versions) == 2:
        node._counter, node._version = versions
    else:
        node._counter = tuple(versions) or None
    node.hooks = None
    node.shape = array.shape
    node.dtype = dtype = array.dtype
    if op.differentiable and dtype.kind in "fcV":
        out._grad_fn = node
        out._requires_grad = True
        if out._view is not None:
            out._attr_version = counter_of(out)[0]


def record_several_results(op: Op, mask: int, args: Any, values: list[Any], outs: tuple[Any, ...]) -> None:
    """`record` for a call with single tensors only and several results, no mode open; the list `values` is reused."""
    results, rows = op.plans.get(mask) or _several_results_plan(op, mask)
    node = OpNode()
    node.op = op
    node.key = next_key()
    node.hooks = node.shape = node.dtype = None
    metas: list[Any] = []
    saved: list[Any] = []
    versions: list[Any] = []
    for i, kind, differentiable in results:
        out = outs[i]
        array = out._array
        dtype = array.dtype
        metas.append((array.shape, dtype))
        if kind == VALUE:
            counter = out._counter = [0]
            versions += counter, 0
            saved.append(array)
        else:
            saved.append(meta_of(array) if kind else None)
        if differentiable and dtype.kind in "fcV":
            out._grad_fn = node
            out._output = i
            out._requires_grad = True
    edges: list[Any] = []
    slots: list[int] = []
    for i, bit, kind in rows:
        t, slot, edge = args[i], 0, None
        if kind == VALUE and t is not None:
            counter = t._counter
            if counter is None:
                counter = t._counter = [0]
            versions += counter, counter[0]
        elif kind != UNVERSIONED:
            values[i] = meta_of(values[i]) if kind and t is not None else None
        if mask & bit:
            edge = t._grad_fn
            if edge is None:
                edge = t
            elif edge.__class__ is not OpNode or edge.shape is None:
                slot = t._output_nr
        edges.append(edge)
        slots.append(slot)
    node._optional = {"metas": tuple(metas)}
    node._links = tuple(edges)
    if any(slots):
        node._optional["slots"] = tuple(slots)
    node._values = (*saved, *values)
    if len(versions) == 2:
        node._counter, node._version = versions
    else:
        node._counter = tuple(versions) or None


def _several_results_plan(op: Op, mask: int) -> tuple[Any, Any]:
    """What a node saves of each result, and whether it is differentiable; for each tensor argument as `one_result_plan`."""
    plan = plan_for(op, mask)
    results = tuple((i, kind, i in op.differentiable) for i, kind in enumerate(plan.outputs))
    rows = tuple((i, 1 << n, plan.args[i]) for n, i in enumerate(op.schema.tensor_positions))
    op.plans[mask] = found = results, rows
    return found


def record_tensor_list(op: Op, tensors: Any, needs: list[bool], arrays: list[Any], attributes: tuple[Any, ...], out: Any) -> None:
    """`record` for a call of one list of tensors with no mode open, of which at most shapes and dtypes are saved.

    `needs` tells which of them require a gradient.
    """
    node = OpNode()
    node.op = op
    node.key = next_key()
    node.hooks = None
    edges: list[Any] = []
    slots: list[int] = []
    for t, needed in zip(tensors, needs):
        slot, edge = 0, None
        if needed:
            edge = t._grad_fn
            if edge is None:
                edge = t
            elif edge.__class__ is not OpNode or edge.shape is None:
                slot = t._output_nr
        edges.append(edge)
        slots.append(slot)
    node._links = tuple(edges)
    if any(slots):
        node._optional = {"slots": tuple(slots)}
    node._values = (None, [meta_of(a) for a in arrays] if plan_for(op, 1).args[0] else None, *attributes)
    node._counter = None
    array = out._array
    node.shape, node.dtype = array.shape, array.dtype
    out._grad_fn = node
    out._requires_grad = True


def record_split_views(op: Op, x: Any, a: Any, attributes: tuple[Any, ...], outs: tuple[Any, ...]) -> None:
    """`record` for a call that splits one tensor into views and saves at most its shape and dtype, no mode open."""
    node = OpNode()
    node.op = op
    node.key = next_key()
    node.hooks = None
    node.shape = node.dtype = None
    dtype = a.dtype
    node._optional = {"metas": tuple([(out._array.shape, dtype) for out in outs])}
    edge = x._grad_fn
    if edge is not None and (edge.__class__ is not OpNode or edge.shape is None) and x._output_nr:
        node._optional["slots"] = (x._output_nr,)
    node._links = x if edge is None else edge
    node._only = 0
    node._values = (None, meta_of(a) if plan_for(op, 1).args[0] else None, *attributes)
    node._counter = None
    version = counter_of(x)[0]
    for position, out in enumerate(outs):
        out._grad_fn = node
        out._output = position
        out._requires_grad = True
        out._attr_version = version


def guard_indices(node: Any, tensors: list[Any]) -> None:
    """Have the node of an indexing guard the index tensors, which are not arguments of the op, against modification."""
    versions = list(node.versions)
    for t in tensors:
        if t._counter is not INFERENCE_COUNTER:
            versions += [counter_of(t), counter_of(t)[0]]
    node.versions = tuple(versions) or CONSTANT  # an index of numbers, which PyTorch converts to a tensor


def pack_index(node: Any, tensors: list[Any]) -> None:
    """Pack the index that the node of an indexing saves: tensors as given, or made of lists."""
    from ..call.caller import wrap

    place = len(node.op.schema.outputs) + [p.name for p in node.op.params].index("plan")
    plan = node.saved[place]
    parts = []
    for array in plan.index:
        tensor = next((t for t in tensors if t._array is array), None)
        if tensor is None and array.__class__ is np.ndarray:
            tensor = wrap(array)
        parts.append(array if tensor is None else pack(tensor))
    node.saved = (*node.saved[:place], PackedIndex(plan, tuple(parts)), *node.saved[place + 1:])
    node.versions = (*node.versions, PACKED_COUNTER, 0)


def pack_saved(mask: int, args: Any, out: Any) -> None:
    """Pack what a call of one result has just saved, as `record` does if saved-tensor hooks are active."""
    node = out._grad_fn
    if node.__class__ is not OpNode or any(out is t for t in args) or any(c is PACKED_COUNTER for c in node.versions):
        return
    plan, saved, versions = plan_for(node.op, mask), list(node.saved), list[Any]()
    to_pack = [(0, out)] if plan.outputs[0] == VALUE else []
    to_pack += [(1 + i, args[i]) for i in node.op.schema.tensor_positions if plan.args[i] == VALUE and args[i] is not None]
    for place, t in to_pack:
        if t.__class__ in NUMBERS:
            versions += CONSTANT
        else:
            versions += PACKED_COUNTER, 0
            saved[place] = PendingPack(t, saved[place].dtype)
    if to_pack:
        node.saved, node.versions = tuple(pack_in_order(packing_order(node.op), saved)), tuple(versions)


def record_unary(op: Op, saves: tuple[int, ...], t: Any, x: Any, a: Any, attributes: tuple[Any, ...]) -> None:
    save_out, save_in = saves
    node = OpNode()
    node.op = op
    node.key = next_key()
    edge = x._grad_fn
    node._links = x if edge is None else edge
    node._only = 0
    if edge is not None and (edge.__class__ is not OpNode or edge.shape is None) and x._output_nr:
        node._optional = {"slots": (x._output_nr,)}
    node.hooks = None
    r = t._array
    node.shape = r.shape
    node.dtype = r.dtype
    node._counter = None
    if save_out == VALUE:
        node._values = (r, None, *attributes)
        node._counter = t._counter = [0]
        node._version = 0
    elif save_in == VALUE:
        node._values = (None, a, *attributes)
        node._counter = counter_of(x)
        node._version = x._counter[0]
    else:
        node._values = (None, meta_of(a) if save_in else None, *attributes)
    if save_out and save_in:
        save_both(node, save_out, save_in, t, x, a)
    if t._autograd_meta is not None and op.view:
        t._attr_version = t._counter[0]  # raises for views of inference tensors
    t._grad_fn = node
    t._requires_grad = True


def save_both(node: Any, save_out: int, save_in: int, out: Any, x: Any, a: Any) -> None:
    """For the rare node that saves values of both the output and the input."""
    versions: list[Any] = []
    for kind, tensor in ((save_out, out), (save_in, x)):
        if kind == VALUE:
            counter = counter_of(tensor)
            versions += (counter, counter[0])
    node.saved = (out._array if save_out == VALUE else meta_of(out._array), a if save_in == VALUE else meta_of(a), *node.saved[2:])
    node.versions = tuple(versions)


def one_result_plan(op: Op, mask: int) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """What a node saves of the output; for each tensor argument its index, its bit in `mask` and what is saved of it."""
    plan = plan_for(op, mask)
    rows = tuple((i, 1 << n, plan.args[i]) for n, i in enumerate(op.schema.tensor_positions))
    op.plans[mask] = found = plan.outputs[0], rows
    return found


def _save_output(recorder: Recorder, kind: int, out: Any) -> None:
    if kind == VALUE:
        recorder.saved.append(recorder._save_versioned(out, out._array))
    else:
        recorder.saved.append(None if kind == NOTHING else meta_of(out._array))


def _fill_node(node: Any, recorder: Recorder) -> None:
    node.key = next_key()
    node.edges = tuple(recorder.edges)
    if any(recorder.slots):
        node.slots = tuple(recorder.slots)
    if LOCAL.saved_hooks:
        pack_in_order(packing_order(node.op), recorder.saved)
    node.saved = tuple(recorder.saved)
    node.versions = tuple(recorder.versions)
    if Anomaly.enabled:
        note_origin(node)


def note_origin(node: Any) -> None:
    """Store the traceback of the call and the node whose derivative made it in `metadata`."""
    import traceback

    frames = traceback.format_stack()
    while frames and _PACKAGE in frames[-1].partition("\n")[0]:
        frames.pop()
    node.metadata["traceback_"] = frames
    if LOCAL.node is not None:
        node.metadata["parent_"] = LOCAL.node


def attach_node(node: Any, op: Op, outs: tuple[Any, ...]) -> None:
    """Set `node` as the `grad_fn` of the differentiable outputs."""
    if len(outs) == 1 and not op.schema.returns_list:
        array = outs[0]._array
        node.shape, node.dtype = array.shape, array.dtype
    else:
        node.shape = node.dtype = None
        node.metas = tuple((o._array.shape, o._array.dtype) for o in outs)
    for i, out in enumerate(outs):
        if (op.schema.returns_list or i in op.differentiable) and out._array.dtype.kind in "fcV":
            out._grad_fn = node
            out._output_nr = i
            out._requires_grad = True
            if out._view is not None:
                out._attr_version = counter_of(out)[0]
