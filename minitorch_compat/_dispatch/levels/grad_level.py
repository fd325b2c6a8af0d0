"""Reverse-mode levels, at which `func.grad` and `func.vjp` run their function.

A level has a graph of its own, of tensors whose `array` is a `Tracked`.  A call at the level hands itself on to the values below, and
then records a node here if an argument requires a gradient here.  Levels thus
never share a graph: nothing that is constant at one can be confused with what varies at another.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from numpy import float32, ndarray

from ..._array.core.dtypes import HALF_TYPES
from ..._ops.op import ENTRY, VALUE, Op, meta_of
from ..call.caller import TENSORS, caller, general_call, make_call
from ..graph.inplace import check_fits, check_writable, inplace_overload, rebase, set_overwritten
from ..graph.node import OpNode, next_key
from ..graph.recording import NUMBERS, history_of, needs_mask, note_origin, one_result_plan, record, saves_first
from ..graph.versions import bump_version, counter_of
from ..graph.views import mark_view, note_step, refresh
from ..state import LOCAL, PAUSED, PLAIN, Anomaly, Classes, set_recording
from ..tensor import MULTI_OUTPUT, TensorBase, set_array, wrap_as
from .forbidden_writes import CAPTURED, inplace_overload_name
from .forward import make_duals_below, zero_tangents
from .lifting import Constant, Tracked, TrackLevel, inplace_below, is_at_level, lift, value_below


class calls_below:
    """Context in which calls run below `level`: recorded there if grad mode is on, and was on when the level was opened."""

    __slots__ = ("level", "state")

    def __init__(self, level: TrackLevel) -> None:
        self.level = level

    def __enter__(self) -> None:
        self.state = LOCAL.grad, LOCAL.delegated
        set_recording(LOCAL.grad and self.level.outer_grad)
        LOCAL.delegated = True

    def __exit__(self, *exc: object) -> None:
        recording, LOCAL.delegated = self.state
        set_recording(recording)


def tracked_call(op: Op, args: Any, level: TrackLevel) -> Any:
    """Call `op` at a reverse-mode level."""
    return (_CALLS.get(op) or _make_call(op))(args, level)


#: Op (several may share a name) -> the function that calls it at a level.
_CALLS: dict[Op, Callable[[Any, TrackLevel], Any]] = {}


def _make_call(op: Op) -> Callable[[Any, TrackLevel], Any]:
    """As outside of levels each op has a function of its own, because here too the call costs more than the kernel."""
    call: Any
    if op.transform_op is not None:
        call = _make_call(op.transform_op)
    elif op.has_lists or len(op.schema.outputs) > 1 or op.schema.returns_list:
        call = partial(general_tracked_call, op)
    else:
        call = _fixed_call(op)
    _CALLS[op] = call
    return call


def _fixed_call(op: Op) -> Callable[[Any, TrackLevel], Any]:
    """The function for single tensors and one result."""
    slots = tuple((i, 1 << n) for n, i in enumerate(op.schema.tensor_positions))
    formulas = sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.is_differentiable else 0
    base, view, is_unstrided = caller(op.name), op.view, not op.strided

    def call(args: Any, level: TrackLevel) -> Any:
        if not level.outer_grad:
            return general_tracked_call(op, args, level)
        if view and level.index > 1:
            make_duals_below(args[0], level)
        values, mask, inner_level = list(args), 0, None
        for i, bit in slots:
            t = args[i]
            if t.__class__ in PLAIN or isinstance(t, TensorBase):
                a: Any = t._array
                if a.__class__ is not ndarray and a.level is level:
                    if t._requires_grad and (t._view is None or refresh(t)):
                        mask |= bit
                    values[i] = t = a.value
                    a = t._array
                if a.__class__ is not ndarray or t._autograd_meta is not None:
                    # The values below belong to one other reverse-mode level, or take the general path.
                    inner_level = a.level if (t._autograd_meta is None and a.level.__class__ is TrackLevel
                                              and (inner_level is None or inner_level is a.level)
                                        and (t._view is None or t._view._autograd_meta is None)) else _MIXED_LEVELS
        local = LOCAL.__dict__  # the thread-local's dict: each attribute access through the object costs as much as recording a small op
        delegated = local.get("delegated", False)
        local["delegated"] = True
        try:
            value = base(*values) if inner_level is None or inner_level is _MIXED_LEVELS or not inner_level.alive else (
                call(values, inner_level))
        finally:
            local["delegated"] = delegated
        array = value._array
        if level.plain and (array.__class__ is not ndarray or value._requires_grad or value._autograd_meta is not None):
            level.note(value)
        lifted = _new(Tracked if mask or view else Constant)
        lifted.value, lifted.level, lifted.shape, lifted.dtype = value, level, array.shape, array.dtype
        out = wrap_as(Classes.tensor, lifted)
        if view:
            mark_view(out, args[0])
            if is_unstrided:
                note_step(out, args[0], op.name)
        if mask & formulas and (not PAUSED or LOCAL.grad or level.traced):
            _record(op, mask, args, values, level, out)
        return out

    return call


def _record(op: Op, mask: int, args: Any, values: list[Any], level: TrackLevel, out: Any) -> None:
    """Create the node of a call and set it on `out`; what it saves is made from `values`, those below."""
    output_kind, rows = op.plans.get(mask) or one_result_plan(op, mask)
    array = out._array
    dtype = array.dtype
    if dtype.kind not in "fcV":
        return
    node = OpNode()
    node.op = op
    node.key = next_key()
    node.hooks = saved_output = counter = None
    if output_kind == VALUE:
        saved_output = array
        counter = out._counter
        if counter is None:
            counter = out._counter = [0]
        node._version = counter[0]
    elif output_kind:
        saved_output = meta_of(array)
    links: Any = [] if mask & (mask - 1) else None
    any_slot = 0
    for position, (i, bit, kind) in enumerate(rows):
        t = args[i]
        if t is None:
            pass
        elif t.__class__ in NUMBERS:
            if op.wide_number and dtype in HALF_TYPES:
                values[i] = float32(t)  # type: ignore[arg-type]  # numpy would round it to half precision
        elif kind == VALUE:
            a = t._array
            values[i] = a if a.__class__ is not ndarray and a.level is level else Tracked(t, level)
            t_counter = t._counter
            if t_counter is None:
                t_counter = t._counter = [0]
            if counter is None:
                counter, node._version = t_counter, t_counter[0]
            else:
                known = counter if counter.__class__ is tuple else (counter, node._version)
                counter = (*known, t_counter, t_counter[0])
        else:
            values[i] = meta_of(t._array) if kind else None
        if mask & bit:
            edge = t._grad_fn
            if edge is None:
                edge = t
            elif edge.__class__ is not OpNode or edge.shape is None:
                any_slot |= t._output_nr
            if links is None:
                node._links, node._only = edge, position
            else:
                links.append(edge)
        elif links is not None:
            links.append(None)
    if links is not None:
        node._links = tuple(links)
    if any_slot:
        node.slots = tuple([args[i]._output_nr if mask & bit else 0 for i, bit, _ in rows])
    node.saved = (saved_output, *values)
    node._counter = counter
    node.shape, node.dtype = array.shape, dtype
    out._grad_fn = node
    out._requires_grad = True
    if out._view is not None:
        out._attr_version = counter_of(out)[0]
    if Anomaly.enabled:
        note_origin(node)


_MIXED_LEVELS: Any = object()
_new = object.__new__


def general_tracked_call(op: Op, args: tuple[Any, ...], level: TrackLevel) -> Any:
    """The same for lists of tensors, several results and views."""
    if op.view and level.index > 1:
        make_duals_below(args[0], level)
    lifted = _lift_arguments(op, args, level)
    mask = needs_mask(op, lifted) if op.is_differentiable else 0
    with calls_below(level):
        out = general_call(op, _values_below(op, lifted))
    several = isinstance(out, tuple)
    if level.plain:
        for value in out if several else (out,):
            level.note(value)
    kind = Tracked if mask or op.view else Constant
    outs = tuple(wrap_as(Classes.tensor, kind(o, level)) for o in (out if several else (out,)))
    if op.view:
        _mark_views(op, outs, lifted[0])
    if mask and (LOCAL.grad or level.traced) and any(op.vjps[i] is not None for i in range(len(op.vjps)) if mask >> i & 1):
        record(op, mask, lifted, _saved_arrays(op, lifted), outs)
    return outs if several else outs[0]


def _lift_arguments(op: Op, args: tuple[Any, ...], level: TrackLevel) -> tuple[Any, ...]:
    """The arguments, with those from lower levels as constants of this level."""
    lifted = list(args)
    for i in op.schema.tensor_positions:
        value = args[i]
        if isinstance(value, (list, tuple)):
            lifted[i] = [_lift(t, level) for t in value]
        else:
            lifted[i] = _lift(value, level)
    return tuple(lifted)


def _lift(t: Any, level: TrackLevel) -> Any:
    return t if not hasattr(t, "_array") or is_at_level(t, level) else lift(t, level)


def _values_below(op: Op, lifted: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments as the level below sees them."""
    values = list(lifted)
    for i in op.schema.tensor_positions:
        value = lifted[i]
        if isinstance(value, (list, tuple)):
            values[i] = [t._array.value for t in value]
        elif hasattr(value, "_array"):
            values[i] = value._array.value
    return tuple(values)


def _saved_arrays(op: Op, lifted: tuple[Any, ...]) -> list[Any]:
    """What a node saves of the arguments."""
    arrays = list(lifted)
    for i in op.schema.tensor_positions:
        value = lifted[i]
        if isinstance(value, (list, tuple)):
            arrays[i] = [t._array for t in value]
        elif hasattr(value, "_array"):
            arrays[i] = value._array
    return arrays


def _mark_views(op: Op, outs: tuple[Any, ...], source: Any) -> None:
    for out in outs:
        mark_view(out, source)
        if not op.strided:
            note_step(out, source, op.name)
        if op.schema.returns_list and LOCAL.grad:
            out._meta_for_writing().creation = MULTI_OUTPUT


def tracked_inplace(op: Op, args: tuple[Any, ...], level: TrackLevel) -> Any:
    """In-place call `args[0] = op(*args)` at a reverse-mode level: written below, recorded here as the out-of-place op."""
    x = args[0]
    if not is_at_level(x, level):
        raise RuntimeError(CAPTURED.format(inplace_overload_name(op, args)))
    mask = needs_mask(op, _lift_arguments(op, args, level))
    if not (mask and op.in_place.is_tracked and (LOCAL.grad or level.traced)):
        with calls_below(level):
            inplace_below(op, _values_below(op, _lift_arguments(op, args, level)))
        bump_version(x)
        return x
    check_writable(x)
    if level.index:
        from .vmap_checks import check_examples

        check_examples(op, args)
    call = caller(op.name) if not op.in_place.not_implemented else make_call(inplace_overload(op, False))
    result = call(_snapshot(op, x, mask, level), *args[1:])
    check_fits(x._array, result._array, op)
    overwrite(x, result, level)
    _share_version_counter(result._grad_fn, result._counter, counter_of(x))
    return x


def _share_version_counter(node: Any, result_counter: Any, counter: list[int]) -> None:
    """Let a node that saved the result of an in-place call count later changes of the tensor it became.

    `result_counter` is the counter of the result itself, a copy.
    """
    if result_counter is None or node.__class__ is not OpNode:
        return
    if node._counter is result_counter:
        node._counter, node._version = counter, counter[0]
    elif node._counter.__class__ is tuple and node._counter[0] is result_counter:
        node._counter = (counter, counter[0], *node._counter[2:])


def overwrite(x: Any, result: Any, level: TrackLevel) -> Any:
    """Give `x`, a tensor of `level`, the values and the history of `result`."""
    with calls_below(level):
        inplace_below(ENTRY.copy, (x._array.value, value_below(result, level)))
    bump_version(x)
    if result._grad_fn is None:
        if x.requires_grad:  # its old content had a history, the new one has none
            set_overwritten(x)
    elif result._requires_grad:
        for t in (x, x._view):
            if t is not None and t._array.__class__ is Constant:
                set_array(t, Tracked(t._array.value, level))
        rebase(x, result._grad_fn, result._output_nr)
    return x


def _snapshot(op: Op, x: Any, mask: int, level: TrackLevel) -> Any:
    """A snapshot of `x` for a node to save: a copy if the formula needs the values, which are about to be overwritten."""
    value = x._array.value
    if saves_first(op, mask):
        with calls_below(level):
            value = TENSORS.clone(value, None)
    snapshot = lift(value, level)
    snapshot._requires_grad = x.requires_grad
    snapshot._grad_fn, snapshot._output_nr = history_of(x), x._output_nr
    return snapshot


def _array_without_ended_levels(array: Any) -> Any:
    """An array without the levels that have ended."""
    while isinstance(array, Tracked) and not array.level.alive:
        array = array.value._array
    return array


def overwrite_lifted(t: Any, fill: Any) -> Any:
    """Fill a lifted tensor with values without history; `fill` acts on the tensor below."""
    zero_tangents(t)
    set_array(t, _array_without_ended_levels(t._array))
    level = getattr(t._array, "level", None)
    if isinstance(level, TrackLevel):
        recording = LOCAL.grad and t.requires_grad
        if recording:
            check_writable(t)
        with calls_below(level):
            fill(t._array.value)
        bump_version(t)
        if recording:
            set_overwritten(t)
    elif level is not None:
        delegated, LOCAL.delegated = LOCAL.delegated, True
        try:
            fill(t._array.value)
        finally:
            LOCAL.delegated = delegated
    else:
        fill(t)
    return t
