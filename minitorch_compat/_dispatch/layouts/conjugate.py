"""Tensors with a lazy conjugation or negation: `conj()`, `.H`, `imag` of a conjugate, `_neg_view`.

Such a tensor's `array` is a `Pending`, which no kernel can read.  A call fails for that reason and is repeated here: a view is taken of the
memory and marked in the same way, every other op gets the values.  Writes go back through the same marks.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending, Unresolved, apply_flags
from ..._ops.op import Op
from ..call.caller import caller, general_call, handle_kernel_error, unwrap
from ..call.results import wrap_results
from ..grad_mode import grad_mode
from ..graph.inplace import check_fits, check_memory, check_writable, inplace, rebase, with_defaults
from ..graph.recording import needs_mask
from ..graph.versions import bump_version
from ..levels.lifting import resolve_all_levels, resolve_lazy_marks, resolve_levels
from ..messages import layout_messages
from ..state import LOCAL
from ..tensor import TensorBase, wrap_as


def repeat_call(op: Op, args: tuple[Any, ...]) -> Any:
    """Repeat a call whose kernel met an array that is not an ndarray."""
    from .meta import any_meta, meta_call

    if any_meta(args):
        return meta_call(op, args)
    if op.view and args[0]._array.__class__ is Pending:
        return view_call(op, args)
    return general_call(op, resolve_all_levels(args))


def view_call(op: Op, args: tuple[Any, ...]) -> Any:
    """A view of lazily conjugated or negated memory, marked in the same way."""
    x = args[0]
    a: Pending = x._array
    if op.resolves_conjugates and a.conjugated:
        raise layout_messages.view_as_real_of_conj()
    raw_args = (wrap_as(type(x), a.raw), *args[1:])
    kernel: Any = op.kernel
    try:
        values = unwrap(op, raw_args)
        result = kernel(*values)
    except (ValueError, RuntimeWarning, FloatingPointError, OverflowError) as error:
        return handle_kernel_error(op, raw_args, error)
    values[0] = a
    return wrap_results(op, args, values, [a.rewrap(r) for r in result] if isinstance(result, (list, tuple)) else a.rewrap(result))


def pending_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> Any:
    """In-place call `x = op(x, *args)`: computed from the values, then written back."""
    full_args = (x, *with_defaults(op, args))
    is_recorded = bool(needs_mask(op, full_args) and LOCAL.grad and not LOCAL.inference and x._array.dtype.kind in "fcV")
    if is_recorded:
        check_writable(x)
    check_memory(op, x._array, full_args[1:])
    with grad_mode(is_recorded):
        values = resolve_lazy_marks(x, is_copy=True)
        # An op with a node of its own for calls in place has no derivative out of place.
        result = caller(op.name)(values, *full_args[1:]) if op.in_place.node is None else inplace(op, values, *full_args[1:])
    check_fits(x._array, result._array, op)
    x._array.write(result._array)
    bump_version(x)
    if is_recorded and result._grad_fn is not None:
        rebase(x, result._grad_fn, result._output_nr)
    return x


def run_on_resolved(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: Unresolved) -> Any:
    """Decorator for a function that reads arrays itself: call it again with resolved values. Not for functions that write."""
    from .meta import any_meta, run_on_placeholders

    if any_meta((*args, *kwargs.values())):
        return run_on_placeholders(function, args, kwargs)
    if not _any_pending((*args, *kwargs.values())) or function.__name__.endswith("_") or kwargs.get("out") is not None:
        raise layout_messages.write_to_conj_view(function.__name__) from error
    return function(*(_resolve_nested(a) for a in args), **{name: _resolve_nested(a) for name, a in kwargs.items()})


def _any_pending(values: Any) -> bool:
    return any(type(v._array) is Pending if hasattr(v, "_array") else v.__class__ in (list, tuple) and _any_pending(v) for v in values)


def _resolve_nested(value: Any) -> Any:
    if isinstance(value, TensorBase):
        return resolve_levels(value)
    return value.__class__(map(_resolve_nested, value)) if value.__class__ in (list, tuple) else value


def stored_value(array: Any, value: Any) -> Any:
    """What to store in the memory of `array` so that its elements read as `value`."""
    return apply_flags(np.asarray(value, array.dtype), array.conjugated, array.negated) if array.__class__ is Pending else value
