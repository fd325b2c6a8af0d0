"""What vmap refuses: writing values per example into an unbatched tensor or beyond its dimensions, and windows that exceed the memory of
one example.

PyTorch has three messages for the first, depending on how it batches the op.
"""
from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from ..._array.shape.strided import window_numel
from ..graph.inplace import check_writable
from ..messages import graph_messages, level_messages
from ..state import LOCAL
from ..tensor import TensorBase
from .forbidden_writes import base_name, inplace_overload_name
from .lifting import BatchLevel, FunctionLevel, concrete_values, is_at_level, storage_offset_at_level, value_below


def refuse_unbatched(op: Any, args: tuple[Any, ...], level: Any) -> NoReturn:
    """Raise: the unbatched `args[0]` would get a value per example."""
    target = args[0]
    name = base_name(inplace_overload_name(op, args))
    if level.is_legacy:
        _refuse_at_legacy(name, level)
    if op.unbatched_write_error == "broadcast":
        _refuse_broadcast(target, max(args[1:], key=lambda a: physical_ndim(a) if isinstance(a, TensorBase) else -1), level)
    refuse_by_name(name, level, op.unbatched_write_error)


def _refuse_at_legacy(name: str, level: Any) -> NoReturn:
    """Raise the error of `is_grads_batched`, which is the same for all ops."""
    depth = sum(getattr(other, "is_legacy", False) for other in LOCAL.levels[:LOCAL.levels.index(level) + 1])
    raise level_messages.batched_write_to_unbatched(f"aten::{name}_", depth)


def check_examples(op: Any, args: tuple[Any, ...]) -> None:
    """Refuse an in-place call at a reverse-mode level if vmap below would refuse it, which is not noticed there because it gets a copy."""
    def lowered(value: Any, level: Any) -> Any:
        return value_below(value, level) if isinstance(value, TensorBase) else value

    for level in reversed(LOCAL.levels):
        if level.__class__ is BatchLevel and not is_at_level(args[0], level) and any(
                isinstance(a, TensorBase) and is_at_level(a, level) for a in args[1:]):
            refuse_unbatched(op, args, level)
        if isinstance(level, FunctionLevel):
            args = tuple(lowered(a, level) for a in args)


def _refuse_broadcast(target: Any, other: Any, level: Any) -> NoReturn:
    """Raise: with the examples of `level` as a dimension, `other` does not broadcast to `target`."""
    if LOCAL.grad and target.requires_grad:
        check_writable(target)
    shape, other_shape = list(target._array.shape), list(value_below(other, level)._array.shape)
    examples = physical_shape(target)[:-len(shape) or None]
    if not examples:
        raise graph_messages.output_shape_mismatch(shape, _broadcast_with_examples(shape, physical_shape(other), len(other_shape) - 1))
    raise graph_messages.output_shape_mismatch([*examples, *(1,) * (len(other_shape) - len(shape)), *shape], [*examples, *other_shape])


def _broadcast_with_examples(shape_of_target: list[int], wide: list[int], rank: int) -> list[int]:
    """The broadcast shape of an unbatched tensor and one with examples in front of `rank` dimensions."""
    missing = len(shape_of_target) - rank
    shape = [wide[0], *(1,) * missing, *wide[1:]] if len(wide) == rank + 1 and missing > 0 else wide
    return list(np.broadcast_shapes(tuple(shape_of_target), tuple(shape))) if len(shape) > len(wide) else wide


def refuse_by_name(name: str, level: Any, kind: str = "") -> NoReturn:
    """Raise PyTorch's error for an op of the kind that its entry states (`unbatched_write_error`)."""
    if level.is_legacy:
        _refuse_at_legacy(name, level)
    if kind == "arithmetic":
        raise level_messages.batched_write_to_unbatched("inplace arithmetic")
    if kind == "own name":
        raise level_messages.batched_write_to_unbatched(f"{name}_")
    raise level_messages.batched_write_to_unbatched(f"aten::{name}_", level.depth)


def physical_ndim(t: Any) -> int:
    """The number of dimensions of `t` and of the vmap levels it is batched at."""
    return len(physical_shape(t))


def physical_shape(t: Any) -> list[int]:
    """The shape of `t` with the examples of all vmap levels in front."""
    return list(concrete_values(t).shape)


def refuse_extra_dims(x: Any, missing_dims: int, result_shape: Any) -> NoReturn:
    """Raise as PyTorch does, which sees all examples as one tensor: `missing_dims` more dimensions than `x` has are needed."""
    shape, rank = physical_shape(x), len(x._array.shape)
    examples = shape[:len(shape) - rank]
    raise graph_messages.output_shape_mismatch([*examples, *(1,) * missing_dims, *x._array.shape],
                                            [*examples, *np.broadcast_shapes(x._array.shape, result_shape)])


def check_window(t: Any, size: Any, stride: Any, offset: int) -> None:
    """Refuse a window at `offset` from the first element of a lifted tensor that exceeds the memory of one example."""
    if t._array.concrete() is not None or 0 in size:
        return
    example_offset, last, room = storage_offset_at_level(t), offset + window_numel(size, stride), window_numel(t.shape, t.stride())
    if offset < 0 or last > room:
        raise level_messages.as_strided_out_of_memory(size, stride, example_offset + offset, example_offset + last, example_offset,
                                            example_offset + room)
