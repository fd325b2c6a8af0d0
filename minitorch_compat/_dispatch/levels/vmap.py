"""vmap levels: calls on tensors that hold one value per example.

The tensor of a vmap level has the shape of one example; its value below has the examples in dimension 0.  A call unwraps those of its level
and lets the op's batching rule compute all examples in one call below.  Results that depend on no batched argument stay unbatched.
"""
from __future__ import annotations

from typing import Any

from numpy import ndarray

from ..._array.core.user_warnings import warn
from ..._ops.batching.rules import Batch, Definition, Rule
from ..._ops.op import ENTRY, Op
from ..call.caller import TENSORS, caller
from ..graph.recording import saves_first
from ..messages import level_messages
from ..state import LOCAL, Classes
from ..tensor import TensorBase, wrap_as
from .forward import dual_call, make_dual_above, make_duals_below
from .lifting import Batched, BatchLevel, Lifted, inplace_below, is_at_level, lift_batch, value_below

NO_BATCHING_RULE = ("There is a performance drop because we have not yet implemented the batching rule for aten::{}. Please file us an "
                    "issue on GitHub so that we can prioritize its implementation.")


def batched_call(op: Op, args: tuple[Any, ...], level: BatchLevel) -> Any:
    """Call `op` on tensors of a vmap level."""
    rule: Rule | Definition | None = op.batch
    if isinstance(rule, Definition):
        return rule.function(TENSORS, *args)
    if op.view and not LOCAL.delegated:
        make_duals_below(args[0], level)
        if level is not LOCAL.levels[-1] and (dual := make_dual_above(args[0], level)) >= 0:
            return dual_call(op, args, dual)
    values, flags = _values_below(op, args, level)
    batch = Batch(level.size, flags)
    local = LOCAL.__dict__  # as in tracked_call
    delegated = local.get("delegated", False)
    local["delegated"] = True
    try:
        out = None if rule is None or level.is_legacy and op.has_dynamic_shape else rule(TENSORS, op, batch, values)
        if out is None:
            out = _call_per_example(op, batch, values, level)
    finally:
        local["delegated"] = delegated
    if isinstance(out, (tuple, list)):
        return tuple(lift_batch(o, level) for o in out)
    batched = Batched(out, level)
    if level.moved_inputs and (op.elementwise or op.keeps_batch_dim) and len(op.schema.tensor_positions) == 1:
        batched.dim = args[op.schema.tensor_positions[0]]._array.dim
    return wrap_as(Classes.tensor, batched)


def _values_below(op: Op, args: tuple[Any, ...], level: BatchLevel) -> tuple[list[Any], list[Any]]:
    """The arguments one level down, and for each whether it is batched."""
    values, flags = list(args), [False] * len(args)
    for i in op.schema.tensor_positions:
        value = args[i]
        if isinstance(value, (list, tuple)):
            values[i] = [value_below(t, level) for t in value]
            flags[i] = [is_at_level(t, level) for t in value]  # type: ignore[call-overload]
        elif isinstance(value, TensorBase):
            array: Any = value._array
            if array.__class__ is not ndarray and array.level is level:
                values[i] = array.value
                flags[i] = True
    return values, flags


def _call_per_example(op: Op, batch: Batch, values: list[Any], level: BatchLevel) -> Any:
    """Example by example, for ops without a batching rule."""
    if not level.is_legacy:
        warn(NO_BATCHING_RULE.format(op.name))
    if not batch.size:
        raise level_messages.empty_batch_without_rule(op.name)
    outs = [caller(op.name)(*_example(op, batch, values, i)) for i in range(batch.size)]
    if isinstance(outs[0], tuple):
        return tuple(TENSORS.stack(list(members), 0) for members in zip(*outs, strict=True))
    return TENSORS.stack(outs, 0)


def _example(op: Op, batch: Batch, values: list[Any], index: int) -> list[Any]:
    args = list(values)
    for i in op.schema.tensor_positions:
        if isinstance(batch.of[i], list):
            args[i] = [TENSORS.select(t, 0, index) if b else t for t, b in zip(values[i], batch.of[i], strict=True)]
        elif batch.of[i]:
            args[i] = TENSORS.select(values[i], 0, index)
    return args


def batched_inplace(op: Op, args: tuple[Any, ...], level: BatchLevel) -> Any:
    """In-place call `args[0] = op(*args)` for all examples: the result is copied into the memory below."""
    x = args[0]
    if not is_at_level(x, level):
        from .vmap_checks import refuse_unbatched

        refuse_unbatched(op, args, level)
    if op.overwrites == "copy":
        source = args[1]
        values, flags = _values_below(op, args, level)
        if flags[1]:
            _check_rank(x, source)
            missing_dims = len(values[0].shape) - len(values[1].shape)
            if missing_dims:
                values[1] = TENSORS.reshape(values[1], (level.size, *(1,) * missing_dims, *values[1].shape[1:]))
        _write(values[0], values[1])
        return x
    from ..graph.inplace import check_fits

    result = caller(op.name)(_snapshot(op, args, level), *args[1:])
    missing_dims = len(result._array.shape) - len(x._array.shape)
    if missing_dims > 0 and op.kind == "elementwise":
        from .vmap_checks import refuse_extra_dims

        refuse_extra_dims(x, missing_dims, result._array.shape)
    check_fits(x._array, result._array, op)
    _write(x._array.value, value_below(result, level))
    return x


def _snapshot(op: Op, args: tuple[Any, ...], level: BatchLevel) -> Any:
    """A snapshot of the written tensor: a copy if a node of a lower level will save its values, which are about to be overwritten."""
    mask = sum(1 << bit for bit, i in enumerate(op.schema.tensor_positions) if _requires_grad_below(args[i])) if LOCAL.grad else 0
    if not mask or not saves_first(op, mask):
        return args[0]
    delegated, LOCAL.delegated = LOCAL.delegated, True
    try:
        return lift_batch(TENSORS.clone(value_below(args[0], level), None), level)
    finally:
        LOCAL.delegated = delegated


def _requires_grad_below(value: Any) -> bool:
    """Whether a tensor (or one of a list) requires a gradient at a lower level."""
    if isinstance(value, (list, tuple)):
        return any(map(_requires_grad_below, value))
    if not isinstance(value, TensorBase):
        return False
    t: Any = value
    while isinstance(t._array, Lifted) and not t.requires_grad:
        t = t._array.value
    return bool(t.requires_grad)


def _check_rank(x: Any, source: Any) -> None:
    missing_dims = len(source._array.shape) - len(x._array.shape)
    if missing_dims > 0:
        from .vmap_checks import refuse_extra_dims

        refuse_extra_dims(x, missing_dims, source._array.shape)


def _write(target: Any, source: Any) -> None:
    delegated = LOCAL.delegated
    LOCAL.delegated = True
    try:
        inplace_below(ENTRY.copy, (target, source))
    finally:
        LOCAL.delegated = delegated
