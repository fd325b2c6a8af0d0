"""Forward mode: dual tensors and the levels that they live on.

A dual carries its tangents in `_autograd_meta.tangents`, by level.  A call whose arguments have tangents meets the highest level first:
the op is called on the primals (the same tensors without that level's tangents, so that lower levels still act), then the
kind's jvp gives the outputs' tangents, computed with dispatched ops, so that lower levels act on them too.  This nesting is what
keeps perturbations apart (Siskind and Pearlmutter, "Nesting forward-mode AD in a functional framework", 2008).
"""
from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending
from ..._array.core.dtypes import promote_types
from ..._array.core.meta import make_meta
from ..._array.shape.strided import is_dense, memory_order, shares_memory, storage_of
from ..._ops.not_implemented import no_forward
from ..._ops.op import ENTRY, VALUE, Op, layout_overloads, overload
from ..._ops.tangent_rules import TANGENT_RULES
from ..call.caller import TENSORS, caller, general_call, lazy_call, make_call, wrap
from ..dtype import of
from ..graph.node import OpNode
from ..graph.recording import NUMBERS, history_of, needs_mask
from ..graph.versions import counter_of
from ..graph.views import ADOPT_TANGENTS, apply_marks, refresh, take_window, view_geometry, view_marks
from ..messages import level_messages
from ..state import LOCAL, activate, deactivate
from ..tensor import TensorBase, is_meta_tensor, mark_inference, wrap_as
from .forbidden_writes import is_made_inside
from .lifting import BatchLevel, DualLevel, FunctionLevel, Lifted, batch_levels, create_batched, create_like, example_array, register_in_jvp


class Tangents(dict[int, Any]):
    """A tensor's tangents by level. A closing level removes its own from all of them."""

    __slots__ = ("__weakref__", "levels")

    def __init__(self, tangents: dict[int, Any] | tuple[()] = ()) -> None:
        if tangents:
            self.update(tangents)
        #: The stack that the indices refer to: that of the thread in which they were made.
        self.levels = LOCAL.levels


class LevelOfOtherThread(RuntimeError):
    """Call with a dual of a level that another thread has opened."""

    def __init__(self, levels: list[Any]) -> None:
        super().__init__("a dual Tensor of a level that another thread has open cannot be used inside of a level of this thread")
        self.levels = levels


def run_on_levels(levels: list[Any], call: Any, *args: Any) -> Any:
    """Run `call(*args)` in a thread without levels of its own on another thread's stack, since PyTorch's levels belong to all threads."""
    if LOCAL.levels:
        raise LevelOfOtherThread(levels)
    own_levels, LOCAL.levels = LOCAL.levels, levels
    try:
        return call(*args)
    finally:
        LOCAL.levels = own_levels


def enter_level(functional: bool = False) -> int:
    """Open a level above those open in this thread; return its index."""
    level = DualLevel(len(LOCAL.levels), functional)
    LOCAL.levels.append(level)
    activate(level)
    return level.index


def exit_level(index: int) -> None:
    """Close the innermost level, which must be `index`."""
    if index != len(LOCAL.levels) - 1 or index < 0:
        raise level_messages.exit_of_outer_level()
    level = LOCAL.levels.pop()
    deactivate(level)
    level.close()


def set_tangent(t: TensorBase, level: int, tangent: Any) -> None:
    """Make `t` a dual at `level`."""
    if tangent._array.shape != t._array.shape:
        raise level_messages.tangent_size_mismatch(t._array.shape, tangent._array.shape)
    meta = t._meta_for_writing()
    if meta.tangents is None:
        meta.tangents = Tangents()
    meta.tangents[level] = tangent
    LOCAL.levels[level].tangent_refs.append(weakref.ref(meta.tangents))


def attach_tangents(t: TensorBase, tangents: dict[int, Any]) -> None:
    """Give `t`, an alias of a dual, the dual's tangents while their levels are open."""
    attached = t._meta_for_writing().tangents = Tangents(tangents)
    for level in attached:
        LOCAL.levels[level].tangent_refs.append(weakref.ref(attached))


def tangent_of(t: Any, level: int) -> Any:
    """The tangent at `level`, or None."""
    meta = getattr(t, "_autograd_meta", None)
    return None if meta is None or not meta.tangents else meta.tangents.get(level)


def forward_level_of(t: Any) -> int:
    """The highest forward level at which `t` has a tangent, or -1."""
    meta = getattr(t, "_autograd_meta", None)
    return -1 if meta is None or not meta.tangents else max(meta.tangents)


def primal_of(t: Any, level: int) -> Any:
    """An alias of `t` without its tangent at `level`: the same values, history and lower tangents."""
    if isinstance(t, (list, tuple)):
        return [primal_of(m, level) for m in t]
    if tangent_of(t, level) is None:
        return t
    out = wrap_as(type(t), t._array)
    out._counter, out._view = counter_of(t), t._view
    if t._view is not None:
        refresh(t)
        out._attr_version = t._counter[0]  # up to date: it takes no tangent from its base
    out._requires_grad, out._output_nr = t._requires_grad, t._output_nr
    out._grad_fn = history_of(t)
    if t._autograd_meta.inference:
        mark_inference(out)
    lower = {k: v for k, v in t._autograd_meta.tangents.items() if k != level}
    if lower:
        attach_tangents(out, lower)
    return out


def dual_call(op: Op, args: tuple[Any, ...], level: int) -> Any:
    """Call `op` on duals of `level`."""
    positions = op.schema.tensor_positions
    if _ignores_tangents(op, args, level):
        return general_call(op, tuple(primal_of(a, level) if i in positions else a for i, a in enumerate(args)))
    if not op.forward_mode:
        raise level_messages.no_forward_derivative(op.name)
    primals, tangents, has_other_dtype = list(args), [], False
    if op.view and args[0]._array.__class__ is not np.ndarray:
        _widen_tangents(args[0])
    for i in positions:
        primals[i] = primal_of(args[i], level)
        value = args[i]
        if isinstance(value, (list, tuple)):
            tangents.append([tangent_of(m, level) for m in value])
            continue
        tangent = tangent_of(value, level)
        has_other_dtype = has_other_dtype or tangent is not None and tangent._array.dtype is not value._array.dtype
        tangents.append(tangent)
    delegated = LOCAL.delegated
    LOCAL.delegated = True
    try:
        out = general_call(op, tuple(primals))
        outs = out if isinstance(out, tuple) else (out,)
        if op.view:
            _rebase_views(outs, primals[0], args[0])
        if op.is_differentiable:
            if op.transform_op is not None and LOCAL.levels[level].functional:
                op = op.transform_op
            out_tangents = jvp(op, tuple(primals), tangents, outs) if not has_other_dtype else _mismatched_jvp(op, primals, tangents, outs)
            for o, tangent in zip(outs, out_tangents, strict=False):
                if tangent is not None and o._array.dtype.kind in "fcV":
                    set_tangent(o, level, tangent if op.view else in_memory_order_of(o, _unshared_tangent(tangent, tangents)))
            _save_duals(op, args, outs)
    finally:
        LOCAL.delegated = delegated
    if not delegated:
        for o in outs:
            if o._autograd_meta is None:  # it has no tangents
                register_in_jvp(o)
    return out


def _mismatched_jvp(op: Op, primals: list[Any], tangents: list[Any], outs: tuple[Any, ...]) -> list[Any]:
    """`jvp` for tangents with another dtype than their primals."""
    from .tangent_dtypes import check_dtypes, in_tangent_dtype

    check_dtypes(op, primals, tangents)
    out_tangents = jvp(op, tuple(primals), tangents, outs)
    return [t if t is None else in_tangent_dtype(op, o, t) for o, t in zip(outs, out_tangents, strict=False)]


def _ignores_tangents(op: Op, args: tuple[Any, ...], level: int) -> bool:
    """Whether tangents are ignored because all tensors of the call are inference tensors (not inside transforms)."""
    first = args[op.schema.tensor_positions[0]]
    first = first[0] if first.__class__ in (list, tuple) and first else first
    meta = getattr(first, "_autograd_meta", None)
    if meta is None or not meta.inference or LOCAL.levels[level].functional:
        return False
    from ..graph.inference_leaves import drops_tangents

    return drops_tangents(op, args)


def _rebase_views(outs: tuple[Any, ...], primal: Any, dual: Any) -> None:
    """Views of the primal are views of the dual: writes to them change the dual's history, not that of its alias."""
    for o in outs:
        if o._view is primal:
            o._view = dual


def _widen_tangents(t: Any) -> None:
    """Expand the tangents of `t`, of which a view is taken, to one value per example where `t` has that: the view's may be written to.

    They get zero tangents themselves at lower levels: a view of batched values does not know its base.
    """
    if t._view is None and batch_levels(t):
        for level, tangent in list(t._autograd_meta.tangents.items()):
            expanded = _expand_to_examples(t, tangent, level)
            if expanded is not tangent:
                set_tangent(t, level, expanded)
            _attach_lower_zeros(expanded, level)


def _attach_lower_zeros(tangent: Any, level: int) -> None:
    """Make the tangent of a tensor of which a view is taken a dual at the lower `jvp` levels."""
    for lower in LOCAL.levels[:level]:
        if lower.__class__ is DualLevel and lower.functional:
            _attach_zero(tangent, lower)


def make_dual_above(t: Any, level: BatchLevel) -> int:
    """Make `t`, of which a view is taken, a dual of the highest `jvp` level above `level`; return that level, or -1.

    Writes to the view have to reach `t`, and a view of batched values does not know its base; but its tangent is a view of that of `t`.
    """
    highest = -1
    for dual in LOCAL.levels[level.index + 1:]:
        if dual.__class__ is DualLevel and dual.functional and is_made_inside(t, dual) and _attach_zero(t, dual):
            highest = dual.index
    return highest


def make_duals_below(t: Any, level: FunctionLevel) -> None:
    """The same for `t` at a level inside of that of `jvp`, of which it is a constant."""
    if not LOCAL.delegated:
        for dual in LOCAL.levels[:level.index]:
            if dual.__class__ is DualLevel and dual.functional and is_made_inside(t, dual):
                _attach_zero(t, dual)


def _attach_zero(t: Any, level: DualLevel) -> bool:
    """Make `t` a dual with a zero tangent if it is batched below that level and has no tangent there."""
    while isinstance(t._array, Lifted) and t._array.level.index > level.index:
        t = t._array.value
    if t._array.dtype.kind not in "fcV" or tangent_of(t, level.index) is not None:
        return False
    if not any(b.index < level.index for b in batch_levels(t)):
        return False
    batches = [b for b in LOCAL.levels[:level.index] if b.__class__ is BatchLevel]
    set_tangent(t, level.index, create_batched(lambda shape: zeros_on_device_of(t, shape), t._array.shape, batches, level.index))
    return True


def _expand_to_examples(t: Any, tangent: Any, level: int) -> Any:
    """The tangent, expanded to one value per example where `t` has that."""
    levels, tangent_levels = batch_levels(t), batch_levels(tangent)
    if set(levels) <= set(tangent_levels):
        return tangent
    union = [at for at in LOCAL.levels if at in levels or at in tangent_levels]
    return TENSORS.add(tangent,
                       create_batched(lambda shape: zeros_on_device_of(t, shape, tangent.dtype.numpy), t._array.shape, union, level))


def _unshared_tangent(tangent: Any, in_tangents: list[Any]) -> Any:
    """A tangent that shares no memory with those of the arguments, since the output may be changed in place."""
    if tangent._view is not None or any(tangent is t for t in in_tangents):
        return TENSORS.clone(tangent, None)
    return tangent


def in_memory_order_of(out: Any, tangent: Any) -> Any:
    """The tangent in the element order of the output, so that a later view of one is a view of the other."""
    a, t = example_array(out._array), example_array(tangent._array)
    if t.__class__ is not np.ndarray or a.__class__ is not np.ndarray or _has_strides_of(t, a) or t.shape != a.shape or not any(
            s * a.itemsize != r * t.itemsize for s, r, n in zip(t.strides, a.strides, a.shape, strict=True) if n > 1) or (
            not is_dense(a) or not a.size):
        return tangent
    if t is tangent._array:
        return wrap(np.empty_like(a, t.dtype)).copy_(tangent)
    order = memory_order(a)
    return tangent.permute(order).contiguous().permute([order.index(d) for d in range(a.ndim)])


def _has_strides_of(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    """Whether two arrays, possibly of different dtypes, have equal strides in elements."""
    if a.itemsize == b.itemsize:
        return a.strides == b.strides
    return [s * b.itemsize for s in a.strides] == [s * a.itemsize for s in b.strides]


def tangent_in_layout_of(tensor: Any, tangent: Any) -> Any:
    """The tangent, copied (and cast) if its layout differs from the tensor's: views of a dual are views of its tangent."""
    a, t = tensor._array, tangent._array
    if t.__class__ is not np.ndarray or a.__class__ is not np.ndarray or t.shape != a.shape:
        return tangent
    if t.base is None is a.base and t.strides == a.strides and t.dtype is a.dtype:
        return tangent
    size, offset = storage_of(a).nbytes // a.itemsize, tensor.storage_offset()  # the memory may have another dtype
    if _has_strides_of(t, a) and offset == tangent.storage_offset() and size == storage_of(t).size:
        return tangent
    memory = wrap(np.zeros(size, t.dtype if t.dtype.kind == "c" else a.dtype))
    return memory.as_strided(a.shape, tensor.stride(), offset).copy_(tangent)


def zero_tangents(t: Any) -> None:
    """Record that `t` was overwritten by constants."""
    from ..graph.inplace import inplace

    if t._autograd_meta is not None and t._autograd_meta.tangents:
        delegated, LOCAL.delegated = LOCAL.delegated, True  # the tangents belong to the level itself; they are not captured
        try:
            for tangent in t._autograd_meta.tangents.values():
                inplace(ENTRY.mul, tangent, 0.0)
        finally:
            LOCAL.delegated = delegated


def adopt_tangents(view: Any) -> None:
    """Tangents that the base got by an in-place change after the view was taken."""
    base, meta = view._view, view._autograd_meta
    base_meta = base._autograd_meta
    if base_meta is None or not base_meta.tangents or view._attr_version == view._counter[0] or meta is not None and meta.is_primal:
        return
    for level, tangent in base._autograd_meta.tangents.items():
        if tangent_of(view, level) is None:
            window = view_geometry(view)
            set_tangent(view, level, apply_marks(TENSORS, take_window(TENSORS, tangent, window), view_marks(view, window)))


ADOPT_TANGENTS.append(adopt_tangents)


def _save_duals(op: Op, args: tuple[Any, ...], outs: tuple[Any, ...]) -> None:
    """Store the dual arguments with the node, so that backward under the level has a tangent, too (forward over reverse)."""
    node = next((o._grad_fn for o in outs if o._grad_fn is not None), None)
    if node is not None and (
            node.op is op or op.number_overloads is not None and node.op in op.number_overloads or op.layout_formulas is not None and (
                node.op in layout_overloads(op))):
        node.duals = (tuple(map(_saved_dual, args)),
                      tuple(o._autograd_meta.tangents if o._autograd_meta is not None else None for o in outs))


def _saved_dual(value: Any) -> Any:
    """An alias of a dual argument, unaffected by later changes of its shape; None if it is not a dual."""
    return primal_alias(value) if forward_level_of(value) >= 0 else None


def jvp(op: Op, primals: tuple[Any, ...], tangents: list[Any], outs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Tangents of the outputs, one rule per kind."""
    return _JVP_RULES[op.kind](op, primals, tangents, outs)


def _sum(parts: list[Any]) -> Any:
    total = None
    for part in parts:
        total = part if total is None else total + part
    return total


_add_zero = make_call(overload(ENTRY.clone, "AddBackward0"))
_with_zero_dependency = lazy_call("with_zero_dependency")
_with_dependency = caller("with_dependency")


def _elementwise_jvp(op: Op, primals: tuple[Any, ...], tangents: list[Any], outs: tuple[Any, ...]) -> tuple[Any, ...]:
    out = outs[0]
    if op.tangent_rule:
        in_tangents = [None if t is None else _cast_tangent(t, out, op, primals, tangents) for t in tangents]
        return (_with_history(op, primals, tangents, outs,
                              _expand_tangent(TANGENT_RULES[op.tangent_rule](TENSORS, in_tangents, out, *primals), out)),
                )
    parts = []
    for i, (formula, tangent) in enumerate(zip(op.vjps, tangents, strict=True)):
        if formula is None or tangent is None:
            continue
        part = formula(TENSORS, _cast_tangent(tangent, out, op, primals, tangents), out, *primals)
        parts.append(part if op.joint is None else part[i])
    total = _with_history(op, primals, tangents, outs, _expand_tangent(_sum(parts), out))
    if op.piecewise_linear and len(parts) == 1 and LOCAL.grad and primals[0].requires_grad and op.has_zero_second_tangent:
        total = _with_zero_dependency(total, primals[0])
    if len(parts) == len(op.vjps) == 1 and total is not None and total._counter is None and (
            primals[op.schema.tensor_positions[0]].dtype.is_complex):
        total._counter = [1]  # PyTorch resolves the conjugate of a conjugate in place, which is a write
    return (total,)


def _with_history(op: Op, primals: tuple[Any, ...], tangents: list[Any], outs: tuple[Any, ...], total: Any) -> Any:
    """The tangent, connected to everything that PyTorch's depends on: it fills in zeros for missing tangents and adds all terms."""
    if total is None or not LOCAL.grad or not (total.requires_grad or any(isinstance(o, TensorBase) and o._requires_grad for o in outs)):
        return total
    others: list[Any] = []
    for k, (i, tangent) in enumerate(zip(op.schema.tensor_positions, tangents, strict=True)):
        if tangent is None and (primals[i].__class__ not in NUMBERS or op.converts_numbers):
            others += [p for p in _multipliers_of(op, k, primals) if p._requires_grad and p._array.__class__ is np.ndarray]
    for p in {id(p): p for p in others}.values():
        total = _with_dependency(total, p)
    if not others and op.adds_missing_tangents and total.requires_grad and any(
            tangent is None and p.__class__ not in NUMBERS for tangent, p in zip(tangents, primals, strict=True)):
        return _add_zero(total, None)
    return total


def _multipliers_of(op: Op, k: int, primals: tuple[Any, ...]) -> list[Any]:
    """The tensors that multiply the tangent of tensor argument `k`."""
    saves, count = op.saves[k], len(op.schema.outputs)
    if saves is None or op.is_selection:
        return []
    tensors = [(i, primals[i]) for i in op.schema.tensor_positions if isinstance(primals[i], TensorBase)]
    if op.kind == "linear":
        return [p for i, p in tensors if i != op.schema.tensor_positions[k]]
    return [p for i, p in tensors if VALUE in saves[:count] or saves[count + i] == VALUE]


def _cast_tangent(tangent: Any, out: Any, op: Op, primals: tuple[Any, ...], tangents: list[Any]) -> Any:
    """The tangent of a promoted argument in the dtype of the result; a tangent given in another dtype than its primal's keeps it."""
    if tangent.dtype == out.dtype:
        return tangent
    dtype = out._array.dtype
    if tangent._array.dtype.kind == "c" and dtype.kind != "c":
        if not op.allows_complex_tangents:
            raise level_messages.tangent_dtype_mismatch(op.name, tangent.dtype, out.dtype)
        dtype = promote_types(tangent._array.dtype, dtype)
    if tangent._array.dtype == promote_types(tangent._array.dtype, dtype):
        return tangent
    if op.keeps_tangent_dtype and all(formula is None or t is not None and primals[i].dtype == out.dtype for formula, i, t in zip(
            op.vjps, op.schema.tensor_positions, tangents, strict=True)):
        return tangent
    return tangent.to(of(dtype))


def _expand_tangent(tangent: Any, out: Any) -> Any:
    """Expand the tangent of a broadcast argument, which has the argument's shape."""
    if tangent is None or tangent.shape == out.shape:
        return tangent
    return tangent.expand(out.shape)


def _linear_jvp(op: Op, primals: tuple[Any, ...], tangents: list[Any], outs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Multilinear ops: the op itself with one argument replaced by its tangent."""
    if op.additive:
        return _additive_jvp(op, primals, tangents)
    totals: list[Any] = [None] * len(outs)
    for i, tangent in zip(op.schema.tensor_positions, tangents, strict=True):
        if tangent is None:
            continue
        if isinstance(tangent, list):
            if all(t is None for t in tangent):
                continue
            tangent = [m.new_zeros(m.shape) if t is None else t for t, m in zip(tangent, primals[i], strict=True)]
        part_tangents = general_call(op, (*primals[:i], tangent, *primals[i + 1:]))
        for k, part in enumerate(part_tangents if isinstance(part_tangents, tuple) else (part_tangents,)):
            totals[k] = part if totals[k] is None else totals[k] + part
    return tuple(_with_history(op, primals, tangents, outs, total) for total in totals)


def _additive_jvp(op: Op, primals: tuple[Any, ...], tangents: list[Any]) -> tuple[Any, ...]:
    """Ops linear in all differentiable arguments together: the op on their tangents, 0 where one has none."""
    return (general_call(op, tuple(_additive_arguments(op, primals, tangents))),)


def _additive_arguments(op: Op, primals: tuple[Any, ...], tangents: list[Any]) -> list[Any]:
    arguments = list(primals)
    for i, tangent, formula in zip(op.schema.tensor_positions, tangents, op.vjps, strict=True):
        if formula is not None:
            arguments[i] = primals[i].new_zeros(primals[i].shape) if tangent is None else tangent
    return arguments


def _symmetric_jvp(op: Op, primals: tuple[Any, ...], tangents: list[Any], outs: tuple[Any, ...]) -> tuple[Any, ...]:
    formula = op.vjps[0]
    assert formula is not None
    return (formula(TENSORS, tangents[0], *outs, *primals),)


def _custom_jvp(op: Op, primals: tuple[Any, ...], tangents: list[Any], outs: tuple[Any, ...]) -> tuple[Any, ...]:
    assert op.jvp is not None
    result = op.jvp(TENSORS, tangents[0] if len(tangents) == 1 else tangents, *outs, *primals)
    out_tangents = result if isinstance(result, tuple) else (result,)
    return tuple(_with_history(op, primals, tangents, outs, _expand_tangent(tangent, out))
                 for tangent, out in zip(out_tangents, outs, strict=False))


def _fused_jvp(op: Op, primals: tuple[Any, ...], tangents: list[Any], outs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Ops with a definition: its ops run on duals of a level of their own."""
    assert op.composite is not None
    level = enter_level()
    try:
        duals = list(primals)
        for i, tangent in zip(op.schema.tensor_positions, tangents, strict=True):
            if tangent is not None:
                duals[i] = primal_alias(primals[i])
                set_tangent(duals[i], level, tangent)
        result = op.composite(TENSORS, *duals)
        return tuple(tangent_of(r, level) for r in (result if isinstance(result, tuple) else (result,)))
    finally:
        exit_level(level)


def dual_inplace(op: Op, args: tuple[Any, ...], level: DualLevel) -> Any:
    """In-place call `args[0] = op(*args)` on duals: value and tangent are computed out of place, then written."""
    x, delegated = args[0], LOCAL.delegated
    if op.in_place.not_implemented:
        no_forward(f"{op.name}_")()
    LOCAL.delegated = True
    try:
        _write_dual(op, x, args, level.index)
    finally:
        LOCAL.delegated = delegated
    return x


def _write_dual(op: Op, x: Any, args: tuple[Any, ...], index: int) -> None:
    from ..graph.inplace import check_fits, check_memory, check_writable, inplace

    if op.additive and shares_memory(example_array(x._array)):
        _write_overlapping(op, x, args, index)
        return
    if LOCAL.grad and needs_mask(op, args) and x._array.dtype.kind in "fcV":
        check_writable(x)
    check_memory(op, x._array if x._array.__class__ is Pending else example_array(x._array), args[1:])
    before, history = TENSORS.clone(x, None) if op.overwrites != "copy" else x, x._grad_fn
    result = caller(op.name)(before, *args[1:])
    check_fits(x._array, result._array, op)
    tangent = tangent_of(result, index)
    primal = primal_of(x, index)
    if x._array.__class__ is Pending:
        inplace(ENTRY.copy, primal, primal_of(result, index))
    else:
        inplace(op, primal, *(primal_of(a, index) for a in args[1:]))
    if primal is not x:
        x._counter, x._grad_fn, x._output_nr, x._requires_grad = primal._counter, primal._grad_fn, primal._output_nr, primal._requires_grad
        _copy_lower_tangents(x, primal)
    if tangent is not None:
        _write_tangent(x, index, tangent)
    elif (old_tangent := tangent_of(x, index)) is not None:
        inplace(ENTRY.mul, old_tangent, 0.0)  # a constant from now on, in memory that views may share
    if x._grad_fn is not history:
        _save_inplace_duals(op, (before, *args[1:]), x)


def _copy_lower_tangents(x: Any, primal: Any) -> None:
    """Give `x` the lower-level tangents that its alias got in place of those without a value per example."""
    meta = primal._autograd_meta
    for level, tangent in (meta.tangents or {}).items() if meta is not None else ():
        if tangent_of(x, level) is not tangent:
            set_tangent(x, level, tangent)


def _save_inplace_duals(op: Op, args: tuple[Any, ...], x: Any) -> None:
    """`_save_duals` for the node of an in-place call."""
    node = x._grad_fn if x._view is None else getattr(x._view._grad_fn, "inner", None)
    if isinstance(node, OpNode) and node.op.schema is op.schema:
        node.duals = (tuple(map(_saved_dual, args)), (None if x._autograd_meta is None else x._autograd_meta.tangents,))


def _write_overlapping(op: Op, x: Any, args: tuple[Any, ...], index: int) -> None:
    """The same where elements of `x` share memory, for an op linear in its tensors together: on primals, then on tangents."""
    from ..graph.inplace import inplace

    if tangent_of(x, index) is None:
        _write_tangent(x, index, TENSORS.clone(x.detach(), None) * 0)
    tangent = tangent_of(x, index)
    assert tangent is not None
    primal = primal_of(x, index)
    inplace(op, primal, *(primal_of(a, index) if isinstance(a, TensorBase) else a for a in args[1:]))
    _copy_lower_tangents(x, primal)
    inplace(op, tangent, *_additive_arguments(op, args, [tangent_of(args[i], index) for i in op.schema.tensor_positions])[1:])


def _zeros_in_layout(shape: Any, like: Any) -> Any:
    return np.zeros_like(like) if shape == like.shape and like.__class__ is np.ndarray else np.zeros(shape, like.dtype)


def _write_tangent(x: Any, index: int, tangent: Any) -> None:
    """Set a tangent in the memory of the present one, which views and their bases share."""
    from ..graph.inplace import inplace

    if tangent_of(x, index) is None and x._view is not None:
        base = x._view
        if tangent_of(base, index) is None:
            zeros = create_like(tangent, base._array.shape, lambda shape: _zeros_in_layout(shape, base._array), index)
            zeros = _expand_to_examples(base, zeros, index)
            _attach_lower_zeros(zeros, index)
            set_tangent(base, index, zeros)
        window = view_geometry(x)
        layout = tuple(s // base._array.itemsize for s in base._array.strides)
        set_tangent(x, index, apply_marks(TENSORS, take_window(TENSORS, tangent_of(base, index), window, layout), view_marks(x, window)))
    old_tangent = tangent_of(x, index)
    if old_tangent is None or x._view is None and set(batch_levels(tangent)) - set(batch_levels(old_tangent)):
        if x._view is None and _is_batched_view(x if old_tangent is None else old_tangent):
            raise level_messages.nondifferentiable_view_write()
        set_tangent(x, index, TENSORS.clone(tangent, None))
    else:
        inplace(ENTRY.copy, old_tangent, tangent)


def _is_batched_view(t: Any) -> bool:
    while isinstance(t._array, Lifted):
        t = t._array.value
    return t._view is not None


def zeros_on_device_of(t: Any, shape: tuple[int, ...], dtype: Any = None) -> Any:
    """A zero array for a tensor of the layout of `t`, by default of its dtype."""
    dtype = t._array.dtype if dtype is None else dtype
    return make_meta(shape, dtype) if is_meta_tensor(t) else np.zeros(shape, dtype)


def primal_alias(t: Any, cls: Any = None) -> Any:
    """An alias with the same memory and history, to attach a tangent to; of the same class, or of `cls`."""
    out = wrap_as(cls or type(t), t._array)
    out._counter, out._requires_grad, out._output_nr = t._counter, bool(t.requires_grad), t._output_nr
    out._grad_fn = history_of(t)
    meta = t._autograd_meta
    if meta is not None and meta.inference:
        mark_inference(out)
    if meta is not None and meta.tangents:
        attach_tangents(out, meta.tangents)
    return out


_JVP_RULES = {"elementwise": _elementwise_jvp, "linear": _linear_jvp, "symmetric": _symmetric_jvp, "custom": _custom_jvp,
              "fused": _fused_jvp}
