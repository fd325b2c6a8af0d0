"""Calls that meet something special: a wrong type, an override, a level."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._ops.op import Op
from .batching import batched_call, batched_inplace
from .errors import argument_error
from .forward import DualLevel, dual_call, dual_inplace
from .lifting import BatchLevel, Lifted, born, inplace_below, settle
from .state import ACTIVE, LOCAL, PLAIN
from .tensor import TensorBase
from .tracking import tracked_call, tracked_inplace

_NUMBER_TYPES = (int, float, complex)
_ndarray = np.ndarray


def special_call(op: Op, args: tuple[Any, ...]) -> tuple[bool, Any]:
    """(True, result) when a level or an override took the call; (False, None) when it is a plain one after all."""
    check_types(op, args)
    if not ACTIVE and not any(_is_lifted(args[i]) for i in op.schema.tensor_positions):
        return False, None
    level, args = top_level(op, args)
    if level is None:
        return True, _plain(op, args)
    if isinstance(level, DualLevel):
        return True, dual_call(op, args, level.index)
    if isinstance(level, BatchLevel):
        return True, batched_call(op, args, level)
    return True, tracked_call(op, args, level)


def _plain(op: Op, args: tuple[Any, ...]) -> Any:
    """A call that concerns no level. Inside a reverse-mode level its results are that level's own."""
    from .call import plain_call

    out = plain_call(op, args)
    if op.view or LOCAL.lowered:
        return out
    return tuple(born(o) for o in out) if isinstance(out, tuple) else born(out)


def special_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> tuple[bool, Any]:
    """The same for `x = op(x, *args)` in place."""
    full = (x, *args, *(p.value for p in op.params[len(args) + 1:]))
    check_types(op, full)
    level, settled = top_level(op, full)
    if level is None:
        return settled[0] is not x, None if settled[0] is x else inplace_below(op, settled)
    if isinstance(level, DualLevel):
        return True, dual_inplace(op, settled, level)
    if isinstance(level, BatchLevel):
        return True, batched_inplace(op, settled, level)
    return True, tracked_inplace(op, settled, level)


def top_level(op: Op, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """The highest open level among the tensor arguments, or None; and the arguments without levels that have ended."""
    top = -1
    for i in op.schema.tensor_positions:
        value = args[i]
        if value.__class__ in (list, tuple):
            settled = [settle(t) for t in value]
            if any(s is not t for s, t in zip(settled, value, strict=True)):
                args = (*args[:i], settled, *args[i + 1:])
            for t in settled:
                top = max(top, level_index(t))
        elif isinstance(value, TensorBase):
            if isinstance(value.array, Lifted) and not value.array.level.alive:
                value = settle(value)
                args = (*args[:i], value, *args[i + 1:])
            top = max(top, level_index(value))
    return (None if top < 0 else LOCAL.levels[top]), args


def level_index(t: Any) -> int:
    """The highest level that `t` belongs to, or -1. Tangents of a lifted tensor are always above its own level."""
    meta = t._meta
    if meta is not None and meta.tangents:
        return max(meta.tangents)
    array = t.array
    return -1 if array.__class__ is _ndarray else array.level.index


def _is_lifted(value: Any) -> bool:
    if value.__class__ in (list, tuple):
        return any(_is_lifted(v) for v in value)
    return isinstance(value, TensorBase) and isinstance(value.array, Lifted)


def check_types(op: Op, args: tuple[Any, ...]) -> None:
    """Raise PyTorch's TypeError if an argument that must be a tensor is none."""
    for i in op.schema.tensor_positions:
        value, param = args[i], op.params[i]
        if value.__class__ in PLAIN or isinstance(value, TensorBase) and not param.is_tensor_list:
            continue
        if param.is_tensor_list:
            if not isinstance(value, (list, tuple)) or not all(isinstance(v, TensorBase) for v in value):
                raise argument_error(op, i, value)
        elif not _acceptable(op, param.type, value):
            raise argument_error(op, i, value)


def _acceptable(op: Op, kind: str, value: Any) -> bool:
    if value is None:
        return kind == "Tensor?"
    # Ops that promote take Python numbers in place of tensors.
    return op.promote is not None and isinstance(value, _NUMBER_TYPES) or isinstance(value, np.generic)
