"""Views: tensors that share memory with a base, and their history.

A view's history is a function of its base's.  When the base (or another view of it) is changed in place, the view's own node is out of
date; it is regenerated, as a strided window on the base, when it is next read.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._array.core.conjugate import Pending
from ..._array.core.row_order import note_layout
from ..._array.shape.strided import (
    ComplexWindow,
    Geometry,
    RealWindow,
    address,
    geometry,
    geometry_in_blocks,
    real_view_strides,
    storage_of,
)
from ..._ops.op import OPS, Meta, meta_of
from ..levels.lifting import Lifted, example_array
from ..messages import graph_messages
from ..state import LOCAL, PAUSED
from ..tensor import DEFAULT, INFERENCE, MAYBE, NO_GRAD, TensorBase, mark_inference
from .node import Node, OpNode, hooks_of, next_key, short_name
from .versions import counter_of, is_marked_only


def mark_view(out: TensorBase, source: TensorBase) -> None:
    """Register `out` as a view of `source`, whose memory its array shares."""
    if source._autograd_meta is not None or PAUSED and not LOCAL.grad:
        mark_unusual_view(out, source)
        return
    counter = source._counter
    if counter is None:
        counter = source._counter = [0]
    out._counter = counter
    base = source._view
    out._view = source if base is None else base
    out._attr_version = counter[0]
    out._requires_grad = MAYBE


def note_step(view: Any, source: Any, op: str = "as_strided") -> None:
    """Record that `view` was made from `source` by one of these ops, or from the result of one: see view_replays.py."""
    if view._view is None:
        return
    meta = source._autograd_meta
    steps = () if meta is None else meta.steps
    if not steps and source._view is not None:
        steps = (("as_strided", source._array),)
    view._meta_for_writing().steps = (*steps, (op, view._array))


def note_call(view: Any, source: Any, op: Any, args: tuple[Any, ...]) -> None:
    """Record the calls that make `view` of its base, if all were made while views record them (`_force_original_view_tracking`)."""
    if view._view is None:
        return
    meta = source._autograd_meta
    calls = () if source._view is None else None if meta is None else meta.calls
    if calls is not None:
        view._meta_for_writing().calls = (*calls, (op, args[1:]))


def mark_unusual_view(out: Any, source: Any) -> None:
    """A view whose creation mode later decides whether it may be changed in place: taken under no_grad, or of such a view."""
    meta = source._autograd_meta
    if meta is not None and meta.inference:
        mark_inference(out)
        note_layout(out._array)  # which a view of another tensor would tell
        return
    creation = DEFAULT if LOCAL.grad else INFERENCE if LOCAL.inference else NO_GRAD
    if creation == DEFAULT and meta is not None:
        creation = meta.creation
    out._autograd_meta = None
    if creation != DEFAULT:
        out._meta_for_writing().creation = creation
    if meta is not None and meta.is_primal:
        out._meta_for_writing().is_primal = True
    out._counter = counter_of(source)
    out._view = source if source._view is None else source._view
    out._attr_version = out._counter[0]
    out._requires_grad = MAYBE
    if meta is not None and meta.steps:
        note_step(out, source)


def view_geometry(view: TensorBase) -> Geometry:
    """Shape, strides and offset of a view, in elements, relative to its base.

    A view whose memory, or whose base's, was replaced (`set_`, `.data`) stays a view: its offset is that in its own memory.
    """
    assert view._view is not None
    array, base = example_array(view._array), example_array(view._view._array)
    view_storage, base_storage = storage_of(array), storage_of(base)
    if view_storage is not base_storage and address(view_storage) != address(base_storage):
        return geometry_in_blocks(array, view_storage, base, base_storage)
    return geometry(array, base)


#: Whether the values have a lazy conjugation, and a lazy negation.
LazyMarks = tuple[bool, bool]


def lazy_marks(t: Any) -> LazyMarks:
    """Whether the values of `t`, at any level, have a lazy conjugation, and a lazy negation."""
    array = t._array
    while isinstance(array, Lifted):
        array = array.value._array
    return (array.conjugated, array.negated) if array.__class__ is Pending else (False, False)


def view_marks(view: TensorBase, window: Geometry) -> LazyMarks | None:
    """The lazy conjugation or negation that distinguishes the view from a window on its base; None for neither."""
    base: Any = view._view
    (conj, neg), (base_conj, base_neg) = lazy_marks(view), lazy_marks(base)
    if window.__class__ is RealWindow:  # of a conjugate's parts, the imaginary ones are negated
        conj, neg = False, neg is not (base_neg is not (base_conj and bool(window.offset % 2)))
    else:
        conj, neg = conj is not base_conj, neg is not base_neg
    return (conj, neg) if conj or neg else None


#: Gives a view of a dual the tangents that the dual got later; set by forward mode, a higher level.
ADOPT_TANGENTS: list[Callable[[Any], None]] = []


def refresh(view: TensorBase) -> bool:
    """Bring a view's autograd state up to date with its base; return whether it requires a gradient.

    Raises RuntimeError if the base was changed and the view's kind does not allow regenerating its history.
    """
    base: Any = view._view
    if base is None:
        return bool(view._requires_grad)
    if view._requires_grad is True and view._counter is not None and view._counter[0] == view._attr_version:
        return True  # nothing was written since; the usual case, tested first
    if base._requires_grad is False and not isinstance(view._grad_fn, Node):
        return view._requires_grad is True
    version = counter_of(view)[0]
    if (version != view._attr_version and (base.requires_grad or view._grad_fn is not None) and view._array.dtype.kind in "fcV"
            and not is_marked_only(version, view._attr_version)):
        meta = view._autograd_meta
        if meta is not None and meta.creation != DEFAULT:
            raise view_refusal(view._grad_fn, view._output_nr, meta.creation, itself=False)
        if base._autograd_meta is not None and base._autograd_meta.tangents:
            for adopt in ADOPT_TANGENTS:
                adopt(view)
        attach_window(view, base)
        view._attr_version = version
    return view._requires_grad is True or view._grad_fn is None and _follows_base(view, base)


def node_without_refresh(t: Any) -> Any:
    """The node of `grad_fn`, not shown to anybody, without refreshing a view that has none yet and whose base was changed."""
    if not has_node(t):
        return None
    if t._view is not None:
        refresh(t)
    return t._grad_fn


def has_node(t: Any) -> bool:
    """Whether a tensor has a history of its own; a view's may be out of date."""
    return isinstance(t._grad_fn, Node)


def _follows_base(view: TensorBase, base: Any) -> bool:
    """Whether a view without history requires a gradient because its base does: taken under no_grad, or before the base did."""
    return bool(view._requires_grad and base.requires_grad and view._array.dtype.kind in "fcV")


def requires_grad(view: TensorBase) -> bool:
    """Whether a view requires a gradient; never raises and does not refresh its history."""
    base: Any = view._view
    return bool(view._requires_grad) if base is None else view._requires_grad is True or _follows_base(view, base)


def view_refusal(node: Any, slot: int, creation: int, itself: bool) -> RuntimeError:
    """The error for a view, output `slot` of `node`, that was changed in place against the rules, `itself` or through its base."""
    error: RuntimeError = graph_messages.view_inplace(None if node is None else short_name(node), slot, creation, itself)
    return error


def attach_window(view: TensorBase, base: Any, window: Geometry | None = None, marks: LazyMarks | None = None) -> None:
    """Regenerate the `grad_fn` of `view`: the strided window on its base, or the replay of its view ops, if known."""
    from .recording import edge_of

    array = base._array
    layout = tuple(s // array.itemsize for s in array.strides)
    before = view._grad_fn, view._output_nr
    edge = edge_of(base) if base.requires_grad else (None, 0)
    steps: tuple[Any, ...] = ()
    if view._autograd_meta is not None and view._autograd_meta.calls and base.requires_grad:
        from .view_replays import attach_to_calls

        attach_to_calls(view, base)
        move_retained(view, before)
        return
    if view._autograd_meta is not None and view._autograd_meta.steps:
        from .view_replays import attach_to_steps, steps_of

        steps = steps_of(view)
    if steps:
        attach_to_steps(view, steps, edge, meta_of(array), layout)
    else:
        if window is None:
            window = view_geometry(view)
            marks = view_marks(view, window)
        attach_to_window(view, window, edge, meta_of(array), layout, marks)
    move_retained(view, before)


def move_retained(x: Any, old_edge: tuple[Any, int]) -> None:
    """`retain_grad` follows the tensor to its new node; hooks stay with the node they were registered at."""
    meta = x._autograd_meta
    if meta is not None and meta.retains_grad and old_edge[0] is not None:
        retained = hooks_of(old_edge[0]).retain.pop(old_edge[1], None)
        if retained is not None:  # after `unsqueeze_` and similar it stays at its node
            hooks_of(x._grad_fn).retain[x._output_nr] = retained


def attach_to_window(t: TensorBase, window: Geometry, edge: tuple[Any, int], base: Meta, layout: tuple[int, ...],
                   marks: LazyMarks | None = None) -> None:
    """Set the history of `t` to a strided window on `edge`, whose tensor has the shape and dtype of `base`; `layout` has the strides.

    `marks` is the conjugation or negation on the way.
    """
    dtype, joins_complex = base.dtype, window.__class__ is ComplexWindow
    mark_ops = [name for name, is_set in zip(("_conj", "_neg_view"), marks or (), strict=False) if is_set]
    # A converted view has no single window on the base, unless it covers all of it.
    is_converted = bool(mark_ops) or window.__class__ is not Geometry
    if not joins_complex:
        edge = _mark_edge(edge, mark_ops, base.shape, dtype)
    if window.__class__ is RealWindow:
        dtype, layout = t._array.dtype, real_view_strides(layout)
        edge = view_node("view_as_real", edge, (None, None), (*base.shape, 2), dtype), 0
        base = meta_of_node(edge[0])
    if joins_complex and _is_complex_window(window, base, layout):
        edge = view_node("view_as_complex", edge, (None, None), base.shape[:-1], t._array.dtype), 0
        base, layout, dtype = meta_of_node(edge[0]), tuple(s // 2 for s in layout[:-1]), t._array.dtype
        window = Geometry(window.shape[:-1], tuple(s // 2 for s in window.strides[:-1]), window.offset // 2)
    if not is_converted or (window.shape, window.strides, window.offset) != (base.shape, layout, 0):
        saved = (None, base, window.shape, window.strides, window.offset, layout, window.offset)
        edge = view_node("as_strided", edge, saved, window.shape, dtype), 0
    if window.__class__ is ComplexWindow:
        edge = view_node("view_as_complex", edge, (None, None), t._array.shape, t._array.dtype), 0
    if joins_complex:
        edge = _mark_edge(edge, mark_ops, t._array.shape, t._array.dtype)
    t._grad_fn, t._output_nr, t._requires_grad = edge[0], 0, True


def _mark_edge(edge: tuple[Any, int], marks: list[str], shape: tuple[int, ...], dtype: Any) -> tuple[Any, int]:
    """The views that conjugate and negate the tensor of `edge`."""
    for name in marks:
        edge = view_node(name, edge, (None, None), shape, dtype), 0
    return edge


def _is_complex_window(window: Geometry, base: Meta, layout: tuple[int, ...]) -> bool:
    """Whether the base as a whole can be viewed as complex numbers, of which the window selects some."""
    return base.shape[-1:] == (2,) and layout[-1] == 1 and not any(s % 2 for s in (*layout[:-1], *window.strides[:-1], window.offset))


def view_node(name: str, edge: tuple[Any, int], saved: tuple[Any, ...], shape: tuple[int, ...], dtype: Any) -> Any:
    node = object.__new__(OpNode)
    node.op = OPS[name]
    node.key = next_key()
    node.edges = (edge[0],)
    if edge[1]:
        node.slots = (edge[1],)
    node.saved = saved
    node.versions = ()
    node.hooks = None
    node.shape, node.dtype = shape, dtype
    return node


def meta_of_node(node: Any) -> Meta:
    meta = Meta()
    meta.shape, meta.dtype = node.shape, node.dtype
    return meta


def take_window(xp: Any, t: Any, window: Geometry, *layout: Any) -> Any:
    """The part of tensor `t` inside a window."""
    if window.__class__ is RealWindow:
        t, layout = xp.view_as_real(t.resolve_conj()), tuple(map(real_view_strides, layout))
    part = xp.as_strided(t, *window, *layout)
    return xp.view_as_complex(part) if window.__class__ is ComplexWindow else part


def apply_marks(xp: Any, t: Any, marks: LazyMarks | None) -> Any:
    """The tensor `t` over the same memory, conjugated or negated as `marks` says."""
    if marks is not None:
        t = xp._conj(t) if marks[0] else t
        t = xp._neg_view(t) if marks[1] else t
    return t


def put_window(xp: Any, t: Any, part: Any, window: Geometry, layout: Any) -> Any:
    """`t` with its window replaced by `part`."""
    if window.__class__ is RealWindow:
        return xp.view_as_complex(xp.as_strided_scatter(xp.view_as_real(t.resolve_conj()), part, *window, real_view_strides(layout)))
    if window.__class__ is ComplexWindow:
        part = xp.view_as_real(part.resolve_conj())
    return xp.as_strided_scatter(t, part, *window, layout)
