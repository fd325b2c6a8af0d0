"""Calls of one tensor: which fast path an op gets, and the function for all others."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...._array.core.conjugate import Unresolved
from ...._array.core.dtypes import LIMITED_TYPES
from ...._array.reduce.reduction import sum_all
from ...._ops.op import VALUE, Op
from ...graph.recording import record, record_unary
from ...graph.versions import INFERENCE_COUNTER, count_copy
from ...graph.views import mark_view, note_step, refresh
from ...messages import kernel_messages
from ...state import ACTIVE, LOCAL, PLAIN
from ...wrapping import wrap
from ..caller import general_call, must_check_modes
from ..kernel_errors import refusal
from .fast_calls import call_with_attributes, call_with_dtype, defaults_of, sum_all_call, unary_call, view_call


def one_tensor_call(op: Op) -> Callable[..., Any]:
    """The call of an op of one tensor and any attributes."""
    if op.only_sets_marks:
        return lambda x: general_call(op, (x,))
    dtypes = any(p.type.startswith("ScalarType") for p in op.params)
    few_params = len(op.params) <= 4 and not dtypes
    if len(op.params) <= 5 and op.view and op.saves[0] is not None and VALUE not in op.saves[0][:2] and not op.refuses and op.strided:
        return view_call(op)
    if len(op.params) == 1 and not op.view:
        return sum_all_call(op) if op.kernel is sum_all else unary_call(op) if not op.copies else count_copy(unary_call(op))
    if few_params and not op.view:
        return call_with_attributes(op)
    few_params = 2 <= len(op.params) <= 5 and op.promote is None and not op.refuses and op.number_overloads is op.layout_formulas is None
    return call_with_dtype(op) if few_params and not op.view else _long_unary_call(op)


def _long_unary_call(op: Op) -> Callable[..., Any]:
    """One tensor and any attributes, including dtypes, some of which have no gradients; nothing is promoted."""
    kernel: Any = op.kernel
    view, refuses = op.view, op.refuses
    formula = op.vjps[0]
    casts = any(p.type.startswith("ScalarType") for p in op.params)  # possibly to integers, which have no gradient
    has_compute_dtype = any(p.type == "ScalarType?" for p in op.params)
    copies = op.copies
    count = len(op.params) - 1
    is_unstrided = not op.strided
    defaults = defaults_of(op, 0)
    saves = (op.saves[0] or (0, 0))[:2] if op.number_overloads is None and op.layout_formulas is None else None

    def call(x: Any, *args: Any) -> Any:
        if x.__class__ not in PLAIN or ACTIVE and must_check_modes(x):
            return general_call(op, (x, *args))
        a = x._array
        if refuses and a.dtype.kind in refuses:
            raise refusal(op, a.dtype)
        if not view and a.dtype.char in LIMITED_TYPES:
            return general_call(op, (x, *args))
        try:
            r = kernel(a, *args)
        except (Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general_call(op, (x, *args))
        t = wrap(r)
        if copies and x._counter is INFERENCE_COUNTER:
            t._counter = [1]
        if view:
            mark_view(t, x)
            if is_unstrided:
                note_step(t, x, op.name)
        if x._requires_grad and formula is not None and LOCAL.grad and not (casts and t._array.dtype.kind not in "fcV"):
            if x._view is None or refresh(x):
                if len(args) < count:
                    args += defaults[len(args):]
                if saves is None or view:
                    record(op, 1, (x, *args), (a, *args), (t,))
                else:
                    record_unary(op, saves, t, x, a, args)
        elif (has_compute_dtype and x._requires_grad and LOCAL.grad and t._array.dtype.kind not in "fcV" and x.requires_grad
                and a.dtype.kind in "fcV"):
            raise kernel_messages.gradient_of_integers(t._array.dtype)
        return t

    return call
