"""What vmap refuses: to write values per example into what all examples share, or more dimensions than one has, and windows that leave
the memory of an example.

PyTorch has three texts for the former, by how it batches the op.
"""
from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from ..._array.shape.strided import reach
from ..graph.inplace import check_writable
from ..state import LOCAL
from ..tensor import TensorBase
from .forbidden_writes import base_name, overload
from .lifting import BatchLevel, FunctionLevel, below, concrete_values, is_at, own_offset

_UNBATCHED = ("vmap: {0}(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has more elements "
              "than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over {1}. Please try to use "
              "out-of-place operators instead of {0}. If said operator is being called inside the PyTorch framework, please file a bug "
              "report instead.")

def refuse_unbatched(op: Any, args: tuple[Any, ...], level: Any) -> NoReturn:
    """Raise: `args[0]`, which all examples share, would get a value per example."""
    target = args[0]
    name = base_name(overload(op, args))
    if level.older:
        _refuse_at_older(name, level)
    if op.unbatched == "broadcast":
        _refuse_broadcast(target, max(args[1:], key=lambda a: physical_ndim(a) if isinstance(a, TensorBase) else -1), level)
    refuse_by_name(name, level, op.unbatched)


def _refuse_at_older(name: str, level: Any) -> NoReturn:
    """Raise: at the level of `is_grads_batched` all ops are refused alike."""
    depth = sum(getattr(other, "older", False) for other in LOCAL.levels[:LOCAL.levels.index(level) + 1])
    raise RuntimeError(_UNBATCHED.format(f"aten::{name}_", f"at level {depth}"))


def check_examples(op: Any, args: tuple[Any, ...]) -> None:
    """Refuse a call in place at a reverse-mode level if vmap below would refuse it: what it is handed on as is a copy."""
    def lowered(value: Any, level: Any) -> Any:
        return below(value, level) if isinstance(value, TensorBase) else value

    for level in reversed(LOCAL.levels):
        if level.__class__ is BatchLevel and not is_at(args[0], level) and any(
                isinstance(a, TensorBase) and is_at(a, level) for a in args[1:]):
            refuse_unbatched(op, args, level)
        if isinstance(level, FunctionLevel):
            args = tuple(lowered(a, level) for a in args)


def _refuse_broadcast(target: Any, other: Any, level: Any) -> NoReturn:
    """Raise: as one tensor of all examples of `level`, `other` is wider than `target`."""
    if LOCAL.grad and target.requires_grad:
        check_writable(target)
    own, wanted = list(target._array.shape), list(below(other, level)._array.shape)
    examples = physical_shape(target)[:-len(own) or None]
    if not examples:
        raise RuntimeError(f"output with shape {own} doesn't match the broadcast shape "
                           f"{_beside(own, physical_shape(other), len(wanted) - 1)}")
    raise RuntimeError(f"output with shape {[*examples, *(1,) * (len(wanted) - len(own)), *own]} doesn't match the broadcast shape "
                       f"{[*examples, *wanted]}")


def _beside(own: list[int], wide: list[int], rank: int) -> list[int]:
    """What a tensor without examples, and one with them in front of `rank` dimensions, broadcast to."""
    missing = len(own) - rank
    shape = [wide[0], *(1,) * missing, *wide[1:]] if len(wide) == rank + 1 and missing > 0 else wide
    return list(np.broadcast_shapes(tuple(own), tuple(shape))) if len(shape) > len(wide) else wide


def refuse_by_name(name: str, level: Any, kind: str = "") -> NoReturn:
    """Raise PyTorch's text for an op of this name, of the kind that its entry says (`unbatched`)."""
    if level.older:
        _refuse_at_older(name, level)
    if kind == "arithmetic":
        raise RuntimeError(_UNBATCHED.format("inplace arithmetic", "in a vmap"))
    if kind == "own name":
        raise RuntimeError(_UNBATCHED.format(f"{name}_", "in a vmap"))
    raise RuntimeError(_UNBATCHED.format(f"aten::{name}_", f"at level {level.depth}"))


def physical_ndim(t: Any) -> int:
    """The number of dimensions of `t` and of the vmap levels it is batched at."""
    return len(physical_shape(t))


def physical_shape(t: Any) -> list[int]:
    """The shape of `t` with the examples of every vmap level in front."""
    return list(concrete_values(t).shape)


def refuse_wider(x: Any, missing: int, wanted: Any) -> NoReturn:
    """Raise as PyTorch does, which sees the memory of all examples: `missing` dimensions more than one of `x` has are wanted."""
    shape, own = physical_shape(x), len(x._array.shape)
    examples = shape[:len(shape) - own]
    raise RuntimeError(f"output with shape {[*examples, *(1,) * missing, *x._array.shape]} doesn't match the broadcast shape "
                       f"{[*examples, *np.broadcast_shapes(x._array.shape, wanted)]}")


def check_window(t: Any, size: Any, stride: Any, offset: int) -> None:
    """Refuse a window at `offset` from the first element of a lifted tensor that leaves the memory of one example of a vmap."""
    if t._array.concrete() is not None or 0 in size:
        return
    own, last, room = own_offset(t), offset + reach(size, stride), reach(t.shape, t.stride())
    if offset < 0 or last > room:
        raise RuntimeError(
            f"result = tensor.as_strided({list(size)}, {list(stride)}, {own + offset}) can access memory outside of `tensor`. `result` can "
            f"access some memory in range [{own + offset}, {own + last}], but `tensor` can only access some memory in range [{own}, "
            f"{own + room}]. This is not supported inside of vmap")
