"""Autocast: the dtype in which an op runs, by the op, while `torch.autocast("cpu")` is open in a thread.

It acts on ops, not on functions, at the point that every call passes while a mode is open (`general_call`): the parts of a layer are cast
one by one. Casting is an op itself, so gradients pass through it.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.dtypes import float32
from ..._ops.op import Op
from ..messages import kernel_messages
from ..state import LOCAL, Classes
from ..tensor import TensorBase
from .caller import caller


def cast_arguments(op: Op, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a call in the dtype that autocast wants for the op."""
    kind = op.autocast
    if not kind:
        return args
    if kind == "lower":
        return cast(args, LOCAL.autocast)
    if kind == "widest":
        return cast(args, _widest(args, LOCAL.autocast))
    return cast(args, float32)


def cast(args: tuple[Any, ...], dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """Cast tensors of single or half precision, also inside lists; anything else is returned as it is."""
    return tuple(cast(tuple(value), dtype) if value.__class__ in (list, tuple) and any(isinstance(v, TensorBase) for v in value)
                 else _cast(value, dtype) if isinstance(value, TensorBase) and _eligible(value._array.dtype, dtype) else value
                 for value in args)


def _widest(values: Any, widest: np.dtype[Any]) -> np.dtype[Any]:
    """`widest`, or float32 if a tensor has that; another half precision is refused, as in PyTorch, unless float32 came before."""
    for value in values:
        if value.__class__ in (list, tuple):
            widest = _widest(value, widest)
        elif isinstance(value, TensorBase) and _eligible(value._array.dtype, widest) and widest != float32:
            if value._array.dtype != float32:
                raise kernel_messages.mixed_half_precision()
            widest = float32
    return widest


def _cast(t: TensorBase, dtype: np.dtype[Any]) -> Any:
    """Cast a weight once per block, as in PyTorch, so that its gradients are summed in half precision."""
    cache = LOCAL.autocast_cache if LOCAL.autocast_caching else None
    weight = t._requires_grad and t._grad_fn is None and t._view is None and t._array.dtype == float32
    if cache is None or not (weight and LOCAL.grad and dtype == LOCAL.autocast):
        return caller("cast")(t, dtype)
    cached = cache.get(id(t))
    if cached is None:
        cached = cache[id(t)] = t, caller("cast")(t, dtype)
    return cached[1]


def _eligible(dtype: np.dtype[Any], target: np.dtype[Any]) -> bool:
    return dtype.kind in "fV" and dtype.itemsize < 8 and dtype != target


def in_single_precision(*values: Any) -> tuple[Any, ...]:
    """Cast tensors for a function composed of several ops, if autocast is enabled; to be called where `ACTIVE` is not empty."""
    return values if LOCAL.autocast is None else cast(values, float32)


def in_lower_precision(*values: Any) -> tuple[Any, ...]:
    """Cast tensors to autocast's lower precision, if it is enabled."""
    return values if LOCAL.autocast is None else cast(values, LOCAL.autocast)


def run_in_lower_precision(function: Any, tensors: tuple[Any, ...], *options: Any) -> Any:
    """Run `function(*tensors, *options)` as a single op of the lower precision: its tensors are cast, its parts are not."""
    tensors = cast(tensors, LOCAL.autocast)
    dtype, LOCAL.autocast = LOCAL.autocast, None
    try:
        return function(*tensors, *options)
    finally:
        LOCAL.autocast = dtype


Classes.autocast = cast_arguments
