"""Calls out of the ordinary: what the specialised functions of `call` hand on, at length."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._ops.op import Op
from .errors import refusal
from .lifting import LevelEnded, level_of_call, settled
from .overrides import meet
from .promotion import POLICIES
from .record import needs_mask, record
from .state import ACTIVE, LOCAL, PLAIN
from .tensor import TensorBase
from .views import mark_view
from .wrapping import wrap

_ndarray = np.ndarray

#: Kind of level -> what calls an op on tensors of such a level, `(op, args, level)`. Filled by `slow`.
LEVEL_CALLS: dict[type, Callable[..., Any]] = {}


def general_call(op: Op, args: tuple[Any, ...]) -> Any:
    """Any call: overrides, levels, promotion, kernel, views, recording."""
    schema = op.schema
    if len(args) < len(schema.params):
        args += tuple(p.value for p in schema.params[len(args):])
    if ACTIVE:
        if LOCAL.function_modes:
            meet(args)
        if LOCAL.observer is not None and not LOCAL.lowered:
            return LOCAL.observer(op, args, lambda: _unobserved_call(op, args))
        if LOCAL.levels:
            level = level_of_call(schema, args, LOCAL.levels[-1])
            if level is not None:
                return (LEVEL_CALLS or _find_level_calls())[level.__class__](op, args, level)
    return _unobserved_call(op, args)


def _unobserved_call(op: Op, args: tuple[Any, ...]) -> Any:
    if ACTIVE or not _all_plain(op, args):
        return (_special_call or _find_special_call())(op, args)
    return plain_call(op, args)


_special_call: Callable[..., Any] | None = None


def _find_special_call() -> Callable[..., Any]:
    """What deals with levels and overrides; it rests on this module, so it is looked up at the first call that needs it."""
    global _special_call
    from .slow import special_call

    _special_call = special_call
    return special_call


def _find_level_calls() -> dict[type, Callable[..., Any]]:
    from . import slow  # noqa: F401  (imports the modules of all kinds of level)

    return LEVEL_CALLS


def _all_plain(op: Op, args: tuple[Any, ...]) -> bool:
    for i in op.schema.tensor_positions:
        value = args[i]
        if value.__class__ in PLAIN and not (op.has_lists and op.params[i].is_tensor_list):
            continue
        if value is None and op.params[i].type == "Tensor?":
            continue
        if value.__class__ in (list, tuple) and op.params[i].is_tensor_list and all(v.__class__ in PLAIN for v in value):
            continue
        return False
    return True


def plain_call(op: Op, args: tuple[Any, ...]) -> Any:
    """A call below all levels: the kernel on arrays, then views and recording."""
    kernel: Any = op.kernel
    try:
        values = unwrap(op, args)
        result = kernel(*values)
    except (ValueError, RuntimeWarning, OverflowError) as error:
        return _failed(op, args, error)
    if op.schema.is_tuple or op.schema.returns_list:
        outs = tuple(wrap(r) for r in result)
    else:
        outs = (wrap(result),)
    if op.view:
        _mark_views(op, outs, args[0])
    if op.is_differentiable:
        mask = needs_mask(op, args)
        if mask and LOCAL.grad and not LOCAL.inference:
            if any(op.vjps[i] is not None for i in range(len(op.vjps)) if mask >> i & 1):
                record(op, mask, args, values, outs)
    return outs if op.schema.is_tuple or op.schema.returns_list else outs[0]


def _mark_views(op: Op, outs: tuple[Any, ...], source: Any) -> None:
    from .tensor import MULTI_OUTPUT

    for out in outs:
        mark_view(out, source)
        if op.schema.returns_list and LOCAL.grad and out._view is not None:
            out._meta_for_writing().creation = MULTI_OUTPUT


def unwrap(op: Op, args: tuple[Any, ...]) -> list[Any]:
    """The arguments as the kernel takes them: arrays for tensors, brought to one dtype if the op wants that."""
    values = list(args)
    positions = op.schema.tensor_positions
    for i in positions:
        value = values[i]
        if value.__class__ in (list, tuple):
            values[i] = [v.array for v in value]
        elif isinstance(value, TensorBase):
            values[i] = value.array
    if op.promote is not None:
        if op.params[positions[0]].is_tensor_list:
            members = values[positions[0]]
            if members:  # of none, the kernel complains
                POLICIES[op.promote](members, tuple(range(len(members))))
        else:
            POLICIES[op.promote](values, op.promoted)
    if op.refuses:
        _check_accepted(op, values)
    return values


def _check_accepted(op: Op, values: list[Any]) -> None:
    """Refuse the dtype of the first array, with which the others agree or fail on their own."""
    for i in op.schema.tensor_positions:
        value = values[i]
        if isinstance(value, _ndarray):
            if value.dtype.kind in op.refuses:
                raise refusal(op, value.dtype)
            return


def _failed(op: Op, args: tuple[Any, ...], error: Exception) -> Any:
    """A kernel raised: retry if it was only a warning made an error, otherwise say what PyTorch says."""
    if isinstance(error, LevelEnded):
        return general_call(op, settled(args))
    if isinstance(error, RuntimeWarning):
        from .._array.quiet import quiet

        return quiet(plain_call)(op, args)
    from .errors import explain

    raise explain(op, args, error) from None
