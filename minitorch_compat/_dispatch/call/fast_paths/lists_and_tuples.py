"""Calls of ops with more than one result, of ops of a list of tensors, and of ops that split a tensor into views.

Like the functions in `call`, these deal with plain tensors, no open level and one dtype, and leave the rest to `general_call`.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...._array.core.conjugate import Unresolved
from ...._array.core.row_order import note_layout
from ...._ops.op import META, NOTHING, Op
from ...graph.recording import plan_for, record, record_several_results, record_split_views, record_tensor_list
from ...graph.views import refresh
from ...state import ACTIVE, LOCAL, PAUSED, PLAIN
from ...wrapping import views_of, wrap_plain
from ..caller import general_call, handle_kernel_error, must_check_modes, slow_chars, wrap
from ..result_layouts import note_layouts

_ndarray = np.ndarray
_FLOAT32 = np.dtype(np.float32)


def list_or_tuple_call(op: Op) -> Callable[..., Any] | None:
    """The fast path of an op with several results, or with a list of tensors; None if there is none."""
    if op.schema.is_tuple and not op.has_lists and op.promote is None:
        return tuple_call(op)
    if op.schema.returns_list and op.schema.tensor_positions == (0,) and (op.view or op.promote is None and not op.refuses):
        return split_call(op)
    if op.has_lists and op.schema.tensor_positions == (0,) and op.promote in (None, "common"):
        return list_call(op)
    return None


def tuple_call(op: Op) -> Callable[..., Any]:
    """Any fixed number of tensors and attributes, several results that are not views; nothing is promoted."""
    kernel: Any = op.kernel
    positions = op.schema.tensor_positions
    count = len(op.params)
    defaults = tuple(None if p.default is None else p.value for p in op.params)
    places = tuple((i, 1 << n, op.params[i].type == "Tensor?") for n, i in enumerate(positions))
    refused = slow_chars(op.refuses)
    accepted = None if "f" in refused else _FLOAT32  # tested first: a set lookup costs three times as much
    formulas = sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else -1
    formulas *= op.is_differentiable
    is_plain_op = op.number_overloads is None and op.layout_formulas is None
    if positions == (0,) and not places[0][2]:
        return _tuple_call_of_one(op, formulas)

    def call(*args: Any) -> Any:
        if ACTIVE and any(args[i] is not None and args[i].__class__ in PLAIN and must_check_modes(args[i])
                          for i in positions if i < len(args)):
            return general_call(op, args)
        if len(args) < count:
            args += defaults[len(args):]
        values = list(args)
        mask, first = 0, None
        for i, bit, optional in places:
            t = args[i]
            if t.__class__ in PLAIN:
                values[i] = t._array
                if first is None:
                    first = t._dtype
                if t._requires_grad and (t._view is None or refresh(t)):
                    mask += bit
            elif t is not None or not optional:
                return general_call(op, args)
        if first is not accepted and (first is None or first.char in refused):
            return general_call(op, args)
        try:
            results = kernel(*values)
            for r in results:  # `note_layouts` inlined
                if r.__class__ is _ndarray and (not r.flags.c_contiguous or 1 in r.shape):
                    note_layout(r)
            outs = tuple([wrap(r) for r in results])
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return handle_kernel_error(op, args, error)
        if mask & formulas and (not PAUSED or LOCAL.grad):
            (record_several_results if is_plain_op and not ACTIVE else record)(op, mask, args, values, outs)
        return outs

    return call


def _tuple_call_of_one(op: Op, formulas: int) -> Callable[..., Any]:
    """The same for a single tensor and any attributes."""
    kernel: Any = op.kernel
    count = len(op.params) - 1
    defaults = tuple(None if p.default is None else p.value for p in op.params[1:])
    refused = slow_chars(op.refuses)
    accepted = None if "f" in refused else _FLOAT32
    recorder = record_several_results if op.number_overloads is None and op.layout_formulas is None else record

    def call(x: Any, *args: Any) -> Any:
        if x.__class__ not in PLAIN or ACTIVE and must_check_modes(x):
            return general_call(op, (x, *args))
        dtype = x._dtype
        if dtype is not accepted and dtype.char in refused:
            return general_call(op, (x, *args))
        if len(args) < count:
            args += defaults[len(args):]
        needs_grad = x._requires_grad and (x._view is None or refresh(x))
        a = x._array
        try:
            results = kernel(a, *args)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return handle_kernel_error(op, (x, *args), error)
        outs: Any = []
        for r in results:
            if r.__class__ is _ndarray and not ACTIVE:
                if not r.flags.c_contiguous or 1 in r.shape:
                    note_layout(r)
                outs.append(wrap_plain(r))
            else:
                note_layout(r)
                outs.append(wrap(r))
        outs = tuple(outs)
        if needs_grad and formulas & 1 and (not PAUSED or LOCAL.grad):
            (recorder if not ACTIVE else record)(op, 1, (x, *args), [a, *args], outs)
        return outs

    return call


def _saves_shapes_only(op: Op) -> bool:
    """Whether a node of `op` saves at most shape and dtype of its first argument, and nothing with a version."""
    plan = plan_for(op, 1)
    return op.number_overloads is op.layout_formulas is None and op.is_differentiable and (
        plan.args[0] in (NOTHING, META) and not any(plan.outputs))


def list_call(op: Op) -> Callable[..., Any]:
    """A list of tensors and attributes, one result: `cat`."""
    kernel: Any = op.kernel
    saves_shapes = _saves_shapes_only(op)
    count = len(op.params)
    defaults = tuple(None if p.default is None else p.value for p in op.params)

    def call(*args: Any) -> Any:
        tensors = args[0]
        if tensors.__class__ is not tuple and tensors.__class__ is not list or ACTIVE and not LOCAL.delegated:
            return general_call(op, args)
        if len(args) < count:
            args += defaults[len(args):]
        arrays = []
        dtype = None
        may_need = False
        for t in tensors:
            if t.__class__ not in PLAIN or ACTIVE and must_check_modes(t):
                return general_call(op, args)
            if t._dtype is not dtype:
                if dtype is not None:
                    return general_call(op, args)
                dtype = t._dtype
            if t._requires_grad:
                may_need = True
            arrays.append(t._array)
        needs = [t._requires_grad and (t._view is None or refresh(t)) for t in tensors] if may_need else []
        if dtype is None or dtype.kind in op.refuses:
            return general_call(op, args)
        values = (arrays, *args[1:])
        try:
            t = wrap(kernel(*values))
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return handle_kernel_error(op, args, error)
        if True in needs and (not PAUSED or LOCAL.grad):
            if saves_shapes and dtype.kind in "fcV":
                record_tensor_list(op, tensors, needs, arrays, args[1:], t)
            else:
                record(op, 1, args, values, (t,))
        return t

    return call


def split_call(op: Op) -> Callable[..., Any]:
    """One tensor and attributes; several views of it: `split`, `unbind`, and those that autograd takes for no views, `unsafe_split`."""
    kernel: Any = op.kernel
    views = op.view
    saves_shapes = _saves_shapes_only(op)
    count = len(op.params)
    defaults = tuple(None if p.default is None else p.value for p in op.params)

    def call(x: Any, *args: Any) -> Any:
        if x.__class__ not in PLAIN or ACTIVE and must_check_modes(x):
            return general_call(op, (x, *args))
        if len(args) + 1 < count:
            args += defaults[len(args) + 1:]
        a = x._array
        try:
            arrays = kernel(a, *args)
        except (ValueError, Unresolved, OverflowError, MemoryError) as error:
            return handle_kernel_error(op, (x, *args), error)
        recording = not PAUSED or LOCAL.grad
        outs = views_of(x, arrays) if views else tuple(map(wrap, note_layouts(arrays)))
        if x._requires_grad and recording and (x._view is None or refresh(x)):
            if saves_shapes and x._autograd_meta is None:
                record_split_views(op, x, a, args, outs)
            else:
                record(op, 1, (x, *args), (a, *args), outs)
        return outs

    return call
