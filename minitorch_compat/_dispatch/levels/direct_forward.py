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
from ..call.caller import FLOATS
from ..state import LOCAL, PLAIN
from ..tensor import AutogradMeta
from ..wrapping import recorded_nowhere
from .forward import Tangents
from .lifting import DualLevel, note_made

_ndarray = np.ndarray


#: Per op: the indices of its tensors, whether numbers may stand there, and the ufunc that its kernel is apart from the error state; None if
#: it takes the general path.
_PLANS: dict[Op, tuple[tuple[int, ...], bool, Any] | None] = {}


def _plan(op: Op) -> tuple[tuple[int, ...], bool, Any] | None:
    """The op has to have one result, which its kernel alone determines, and a tangent formula that runs on arrays."""
    direct = (op.kind in ("elementwise", "linear") and op.kernel is not None and len(op.schema.outputs) == 1
              and not op.schema.returns_list and op.joint is None and not op.has_lists and not op.view and not op.flat and not op.copies
              and not op.tangent and op.in_transforms is None and not op.refuses and (op.kind == "elementwise" or op.saves is not None))
    ufunc = getattr(op.kernel, "__wrapped__", None)
    found = _PLANS[op] = (tuple(op.schema.tensor_positions), op.numbers == "any",
                          ufunc if ufunc.__class__ is np.ufunc and ufunc.nin == len(op.params) else None) if direct else None
    return found


def direct_dual(op: Op, args: tuple[Any, ...], level: DualLevel) -> Any:
    """The op on duals of the only open level, or None if the general path has to do it."""
    plan = _PLANS.get(op) or op not in _PLANS and _plan(op)
    index = level.index
    if not plan or index >= LOCAL.forward_limit or LOCAL.inference:
        return None
    values, dtype, levels = list(args), None, LOCAL.levels
    tangents: list[Any] = []
    found = False
    for i in plan[0]:
        t = args[i]
        if t.__class__ not in PLAIN:
            if t.__class__ not in FLOATS or not plan[1]:
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
            held = meta.tangents
            if held:
                if held.levels is not levels or len(held) > 1 or index not in held:  # has tangents at another level, too
                    return None
                moved = held[index]
                tangent = moved._array
                if tangent.__class__ is not _ndarray or moved._dtype is not dtype or moved._requires_grad is True or (
                        moved._autograd_meta is not None or tangent.shape != a.shape or not tangent.flags.c_contiguous):
                    return None
                found = True
        tangents.append(tangent)
    if not found:
        return None
    token = silence()
    try:
        out = (plan[2] or op.kernel)(*values)  # type: ignore[misc]
        if out.__class__ is not _ndarray:
            out = np.asarray(out)
        total = _tangent_of_sum(op, values, tangents, out) if op.kind == "linear" else _tangent(op, values, tangents, out)
    except (ValueError, TypeError, RuntimeError, IndexError, AttributeError):  # the general path raises the error
        return None
    finally:
        restore(token)
    if total is None or out.dtype is not dtype or total.dtype is not dtype or out.size < 2 or not out.flags.c_contiguous:
        return None
    return _dual(out, total, level, levels)


def _tangent_of_sum(op: Op, values: list[Any], tangents: list[Any], out: Any) -> Any:
    """Run the op on each tangent in place of its argument, or on all of them if it is linear in its arguments together."""
    positions, total = op.schema.tensor_positions, None
    if op.additive:
        moved = list(values)
        for i, tangent in zip(positions, tangents, strict=True):
            if tangent is None:
                return None
            moved[i] = tangent
        return _own(np.asarray(op.kernel(*moved)), out)  # type: ignore[misc]
    for i, tangent in zip(positions, tangents, strict=True):
        if tangent is not None:
            part = op.kernel(*values[:i], tangent, *values[i + 1:])  # type: ignore[misc]
            total = part if total is None else total + part
    return _own(np.asarray(total), out)


def _tangent(op: Op, values: list[Any], tangents: list[Any], out: Any) -> Any:
    """The sum of the tangents that the formula of each argument gives."""
    total = None
    for formula, tangent in zip(op.vjps, tangents):
        if tangent is not None and formula is not None:
            part = formula(ARRAYS, tangent, out, *values)
            total = part if total is None else total + part
    return None if total is None else _own(total if total.__class__ is _ndarray else np.asarray(total), out, tangents)


def _own(total: Any, out: Any, given: Any = ()) -> Any:
    """The tangent in fresh memory, in the shape and layout of the result."""
    if total.shape != out.shape:
        total = np.broadcast_to(total, out.shape)
    if total.base is not None or not total.flags.c_contiguous:
        return np.array(total, order="C")
    for t in given:
        if total is t:
            return total.copy()
    return total


def _dual(out: Any, tangent: Any, level: DualLevel, levels: list[Any]) -> Any:
    result = recorded_nowhere(out)
    held = Tangents.__new__(Tangents)
    held.levels = levels
    held[level.index] = recorded_nowhere(tangent)
    result._autograd_meta = meta = AutogradMeta()
    meta.tangents = held
    level.duals.append(_ref(held))
    if level.functional and not LOCAL.lowered:
        note_made(result)
    return result
