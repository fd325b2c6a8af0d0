"""Forward mode on arrays: the fast path at a single level, where tangents are plain arrays and nothing is recorded.

What `forward.dual_call` does with dispatched ops is done here by the kernel and the entry's formula on arrays, as in an ordinary backward.
Other cases (several levels, gradients to record, views, mixed dtypes, layouts) are left to the general path.
"""
from __future__ import annotations

from typing import Any
from weakref import ref as _ref

import numpy as np

from ..._array.core.execution.quiet import restore, silence
from ..._ops.namespace import ARRAYS
from ..._ops.op import Op
from ..call.caller import REAL_NUMBER_TYPES
from ..state import LOCAL, PLAIN
from ..tensor import AutogradMeta
from ..wrapping import wrap_plain
from .forward import Tangents
from .lifting import DualLevel, register_in_jvp

_ndarray = np.ndarray


#: Per op: the indices of its tensors, whether numbers may stand there, and the ufunc that its kernel is apart from the error state; None if
#: it takes the general path.
_PLANS: dict[Op, tuple[tuple[int, ...], bool, Any] | None] = {}


def _make_plan(op: Op) -> tuple[tuple[int, ...], bool, Any] | None:
    """The op has to have one result, which its kernel alone determines, and a tangent formula that runs on arrays."""
    applies = (op.kind in ("elementwise", "linear") and op.kernel is not None and len(op.schema.outputs) == 1
              and not op.schema.returns_list and op.joint is None and not op.has_lists and not op.view and not op.piecewise_linear
               and not op.copies
              and not op.tangent_rule and op.transform_op is None and not op.refuses and (op.kind == "elementwise" or op.saves is not None))
    ufunc = getattr(op.kernel, "__wrapped__", None)
    plan = _PLANS[op] = (tuple(op.schema.tensor_positions), op.numbers == "any",
                          ufunc if ufunc.__class__ is np.ufunc and ufunc.nin == len(op.params) else None) if applies else None
    return plan


def direct_dual(op: Op, args: tuple[Any, ...], level: DualLevel) -> Any:
    """The op on duals of the only open level, or None if the general path has to do it."""
    plan = _PLANS.get(op) or op not in _PLANS and _make_plan(op)
    index = level.index
    if not plan or index >= LOCAL.forward_limit or LOCAL.inference:
        return None
    values, dtype, levels = list(args), None, LOCAL.levels
    tangents: list[Any] = []
    any_tangent = False
    for i in plan[0]:
        t = args[i]
        if t.__class__ not in PLAIN:
            if t.__class__ not in REAL_NUMBER_TYPES or not plan[1]:
                return None
            tangents.append(None)
            continue
        a = t._array
        if a.__class__ is not _ndarray or not a.flags.c_contiguous or a.size < 2:
            return None
        base = t._view
        if t._requires_grad is True or base is not None and (
                base._requires_grad or base._autograd_meta is not None or t._grad_fn is not None):
            return None
        if dtype is None:
            dtype = t._dtype
            if dtype.char not in "fd":
                return None
        elif t._dtype is not dtype:
            return None
        values[i] = a
        meta = t._autograd_meta
        tangent = None
        if meta is not None:
            if meta.inference:
                return None
            tangents_of_t = meta.tangents
            if tangents_of_t:
                # Has tangents at another level, too.
                if tangents_of_t.levels is not levels or len(tangents_of_t) > 1 or index not in tangents_of_t:
                    return None
                tangent_tensor = tangents_of_t[index]
                tangent = tangent_tensor._array
                if tangent.__class__ is not _ndarray or tangent_tensor._dtype is not dtype or tangent_tensor._requires_grad is True or (
                        tangent_tensor._autograd_meta is not None or tangent.shape != a.shape or not tangent.flags.c_contiguous):
                    return None
                any_tangent = True
        tangents.append(tangent)
    return _compute_dual(op, plan[2] or op.kernel, values, tangents, dtype, level) if any_tangent else None


def _compute_dual(op: Op, kernel: Any, values: list[Any], tangents: list[Any], dtype: Any, level: DualLevel) -> Any:
    token = silence()
    try:
        out = kernel(*values)
        if out.__class__ is not _ndarray:
            out = np.asarray(out)
        out_tangent = _linear_tangent(op, values, tangents, out) if op.kind == "linear" else _elementwise_tangent(op, values, tangents, out)
    except (ValueError, TypeError, RuntimeError, IndexError, AttributeError):  # the general path raises the error
        return None
    finally:
        restore(token)
    if out_tangent is None or out.dtype is not dtype or out_tangent.dtype is not dtype or out.size < 2 or not out.flags.c_contiguous:
        return None
    return _make_dual(out, out_tangent, level, LOCAL.levels)


def _linear_tangent(op: Op, values: list[Any], tangents: list[Any], out: Any) -> Any:
    """Run the op on each tangent in place of its argument, or on all of them if it is linear in its arguments together."""
    positions, total = op.schema.tensor_positions, None
    if op.additive:
        arguments = list(values)
        for i, tangent in zip(positions, tangents, strict=True):
            if tangent is None:
                return None
            arguments[i] = tangent
        return _in_fresh_memory(np.asarray(op.kernel(*arguments)), out)  # type: ignore[misc]
    for i, tangent in zip(positions, tangents, strict=True):
        if tangent is not None:
            part = op.kernel(*values[:i], tangent, *values[i + 1:])  # type: ignore[misc]
            total = part if total is None else total + part
    return _in_fresh_memory(np.asarray(total), out)


def _elementwise_tangent(op: Op, values: list[Any], tangents: list[Any], out: Any) -> Any:
    """The sum of the tangents that the formula of each argument gives."""
    total = None
    for formula, tangent in zip(op.vjps, tangents):
        if tangent is not None and formula is not None:
            part = formula(ARRAYS, tangent, out, *values)
            total = part if total is None else total + part
    return None if total is None else _in_fresh_memory(total if total.__class__ is _ndarray else np.asarray(total), out, tangents)


def _in_fresh_memory(tangent: Any, out: Any, in_tangents: Any = ()) -> Any:
    """The tangent in fresh memory, in the shape and layout of the result."""
    if tangent.shape != out.shape:
        tangent = np.broadcast_to(tangent, out.shape)
    if tangent.base is not None or not tangent.flags.c_contiguous:
        return np.array(tangent, order="C")
    for t in in_tangents:
        if tangent is t:
            return tangent.copy()
    return tangent


def _make_dual(out: Any, tangent: Any, level: DualLevel, levels: list[Any]) -> Any:
    result = wrap_plain(out)
    tangents = Tangents.__new__(Tangents)
    tangents.levels = levels
    tangents[level.index] = wrap_plain(tangent)
    result._autograd_meta = meta = AutogradMeta()
    meta.tangents = tangents
    level.tangent_refs.append(_ref(tangents))
    if level.functional and not LOCAL.delegated:
        register_in_jvp(result)
    return result
