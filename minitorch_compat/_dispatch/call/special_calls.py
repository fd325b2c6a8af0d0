"""Calls that fast paths leave out: of a wrong type, with an override, or at a level."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending
from ..._array.core.dtypes import check_64_bits, result_type
from ..._array.core.numbers import to_python_number
from ..._array.exchange.parsing import parse
from ..._array.sparse.coo import to_dense
from ..._ops.op import ENTRY, Op
from ..grad_mode import grad_mode
from ..graph.inplace import inplace
from ..graph.versions import prepare_write
from ..layouts.conjugate import pending_inplace
from ..layouts.meta import any_meta, meta_inplace
from ..layouts.sparse import any_sparse, sparse_call, sparse_inplace
from ..levels.forbidden_writes import check_captured, inplace_overload_name
from ..levels.forward import LevelOfOtherThread, adopt_tangents, dual_call, dual_inplace, run_on_levels
from ..levels.grad_level import tracked_call, tracked_inplace
from ..levels.lifting import BatchLevel, DualLevel, TrackLevel, inplace_below, lift_new_tensor, register_results, resolve_levels
from ..levels.vmap import batched_call, batched_inplace
from ..state import LOCAL, ORDINARY, PLAIN, Classes
from ..tensor import TensorBase
from .caller import LEVEL_CALLS, general_call, plain_call, wrap
from .mismatch import Mismatch
from .torch_function import dispatch_override

__all__ = ["any_sparse", "check_types", "level_index", "sparse_call", "special_call", "special_inplace", "to_dense", "top_level"]
_NUMBER_TYPES = (int, float, complex, np.generic)
_ndarray = np.ndarray
_LISTS = frozenset({list, tuple})


def special_call(op: Op, args: tuple[Any, ...]) -> Any:
    """A call that a level or an override may handle, or whose arguments have wrong types."""
    if op.accepts_numbers_alone and all(isinstance(a, _NUMBER_TYPES) for a in args[:2]):
        result_type(args[:2])  # raises for 64-bit numbers that fit no dtype
        return general_call(op, (_number_tensor(args[0]), *args[1:]))
    check_types(op, args)
    if op.has_lists and any(isinstance(a, (list, tuple)) and a.__class__ not in _LISTS for a in args):  # e.g. a named tuple of tensors
        return general_call(op, tuple(list(a) if p.is_tensor_list and isinstance(a, (list, tuple)) else a
                                      for a, p in zip(args, op.params, strict=True)))
    if any(isinstance(a, np.generic) for a in args):  # numpy scalars count as numbers
        return general_call(op, tuple(to_python_number(a) if isinstance(a, np.generic) else a for a in args))
    if any_sparse(args):
        return sparse_call(op, args)
    try:
        level, args = top_level(op, args, op.view)
    except LevelOfOtherThread as other:
        return run_on_levels(other.levels, special_call, op, args)
    if level is None:
        leaves = Classes.inference_leaves
        return _call_without_levels(op, args) if leaves is None or not leaves.are_all(op, args) else _call_on_inference_leaves(op, args)
    if isinstance(level, TrackLevel):
        out = tracked_call(op, args, level)
    elif isinstance(level, BatchLevel):
        out = batched_call(op, args, level)
    else:
        out = dual_call(op, args, level.index)
    return out if level is LOCAL.levels[-1] or op.view or LOCAL.delegated else register_results(out, level)


def _call_without_levels(op: Op, args: tuple[Any, ...]) -> Any:
    """A call that concerns no level. Inside a reverse-mode level its results belong to that level."""
    out = plain_call(op, args)
    if op.view or LOCAL.delegated or not LOCAL.levels:
        return out
    return tuple(lift_new_tensor(o) for o in out) if isinstance(out, tuple) else lift_new_tensor(out)


def _call_on_inference_leaves(op: Op, args: tuple[Any, ...]) -> Any:
    """A call of inference tensors only: the op records no node; its copies are ordinary tensors with the node of a copy."""
    with grad_mode(False):
        out = plain_call(op, args)
    if op.copies and op.records_inference_copy and args[0].requires_grad and out is not args[0] and out._autograd_meta is None:
        out._counter = None
        return inplace(ENTRY.copy, out, args[0])
    return out


def special_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> tuple[bool, Any]:
    """The same for the in-place call `x = op(x, *args)`."""
    full_args = (x, *args, *(p.value for p in op.params[len(args) + 1:]))
    check_types(op, full_args)
    prepare_write(x)
    if any_sparse(full_args):
        return True, sparse_inplace(op, x, full_args[1:])
    try:
        level, stripped = top_level(op, full_args, True)
    except LevelOfOtherThread as other:
        return run_on_levels(other.levels, special_inplace, op, x, args)
    if LOCAL.levels:
        check_captured(stripped[0], inplace_overload_name(op, full_args), full_args[1:])
    if level is None:
        if any_meta(stripped):
            return True, meta_inplace(op, x, stripped[1:])
        if stripped[0]._array.__class__ is Pending:
            return True, pending_inplace(op, x, stripped[1:])
        if all(new is old for new, old in zip(stripped, full_args, strict=True)):
            return False, None
        inplace_below(op, stripped)
        return True, x
    if isinstance(level, DualLevel):
        return True, dual_inplace(op, stripped, level)
    if isinstance(level, BatchLevel):
        return True, batched_inplace(op, stripped, level)
    return True, tracked_inplace(op, stripped, level)


def top_level(op: Op, args: tuple[Any, ...], keep_conjugate: bool = False) -> tuple[Any, tuple[Any, ...]]:
    """The highest open level among the tensor arguments, or None, and the arguments without levels that have ended.

    With `keep_conjugate` the call is about the memory of the first argument, which keeps its lazy conjugate.
    """
    top = -1
    for i in op.schema.tensor_positions:
        value = args[i]
        if value.__class__ in (list, tuple):
            members = [resolve_levels(t) for t in value]
            if any(s is not t for s, t in zip(members, value, strict=True)):
                args = (*args[:i], members, *args[i + 1:])
            top = max([top, *map(level_index, members)])
        elif isinstance(value, TensorBase):
            array: Any = value._array
            if array.__class__ is not _ndarray and not array.level.alive and not (
                    keep_conjugate and i == 0 and array.__class__ is Pending):
                value = resolve_levels(value)
                args = (*args[:i], value, *args[i + 1:])
            index = level_index(value)
            if index > top:
                top = index
    return (None if top < 0 else LOCAL.levels[top]), args


def level_index(t: Any) -> int:
    """The highest level that `t` belongs to, or -1. The tangents of a lifted tensor are always above its own level."""
    if t._view is not None and t._view._autograd_meta is not None:
        adopt_tangents(t)
    meta = t._autograd_meta
    if meta is not None and meta.tangents:
        top = max(meta.tangents)
        if meta.tangents.levels is not LOCAL.levels:
            raise LevelOfOtherThread(meta.tangents.levels)
        if top >= LOCAL.forward_limit:
            top = max((level for level in meta.tangents if level < LOCAL.forward_limit), default=-1)
        if top >= 0:
            return top
    array = t._array
    return -1 if array.__class__ is _ndarray else array.level.index


def check_types(op: Op, args: tuple[Any, ...]) -> None:
    """Raise `Mismatch` if an argument that must be a tensor is not."""
    for i in op.schema.tensor_positions:
        value, param = args[i], op.params[i]
        if value.__class__ in PLAIN and not param.is_tensor_list:
            continue
        if value.__class__ not in ORDINARY:
            dispatch_override((value,))
        if isinstance(value, TensorBase) and not param.is_tensor_list:
            continue
        if param.is_tensor_list:
            if not isinstance(value, (list, tuple)) or not all(isinstance(v, TensorBase) for v in value):
                raise Mismatch(op, i, value)
        elif not _accepts_number(op, i, param.type, value):
            raise Mismatch(op, i, value)
    if op.numbers in ("any", "one") and not any(isinstance(args[i], (TensorBase, np.generic)) for i in op.schema.tensor_positions):
        raise Mismatch(op, 0, args[0])


def _number_tensor(value: Any) -> Any:
    """A tensor of a number, in the dtype that numbers have by themselves."""
    if isinstance(value, np.generic):
        return wrap(parse(to_python_number(value)))
    return wrap(parse(check_64_bits(value) if value.__class__ is int else value))


def _accepts_number(op: Op, position: int, type: str, value: Any) -> bool:
    if value is None:
        return type == "Tensor?"
    numbers = op.numbers
    return isinstance(value, _NUMBER_TYPES) and (numbers != "none" and not (numbers == "second" and position == 0)
                                                 or isinstance(value, np.generic))


LEVEL_CALLS[TrackLevel] = tracked_call
LEVEL_CALLS[BatchLevel] = batched_call
