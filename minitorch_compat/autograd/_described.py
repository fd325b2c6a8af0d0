"""What a profile keeps of the arguments of a call."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._dispatch.dtype import of
from .._dispatch.tensor import TensorBase
from .._ops.op import Meta


def describe(value: Any) -> Any:
    """Shape, strides and dtype of a tensor, those of each of a list, or the value of anything else."""
    if isinstance(value, (TensorBase, np.ndarray)):  # backward computes on arrays
        array = value._array if isinstance(value, TensorBase) else value
        strides = tuple(s // (array.itemsize or 1) for s in array.strides or ())  # sparse tensors have none
        return Described(tuple(array.shape), strides, str(of(array.dtype)))
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], (TensorBase, np.ndarray)):
        return [describe(v) for v in value]
    if isinstance(value, Meta):  # of a formula that asks for no more
        return Described(tuple(value.shape), (), "")
    return value


class Described:
    """What is kept of a tensor argument: not the tensor, which must not live on because somebody measured."""

    __slots__ = ("dtype", "shape", "strides")

    def __init__(self, shape: tuple[int, ...], strides: tuple[int, ...], dtype: str) -> None:
        self.shape, self.strides, self.dtype = shape, strides, dtype


def is_dense(args: Any) -> bool:
    """Whether arrays lie in order."""
    arrays = [a._array if isinstance(a, TensorBase) else a for a in args]
    return all(a.flags.c_contiguous for a in arrays if a.__class__ is np.ndarray)


def padded(args: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """As many as PyTorch's op has: what has no tensor here, as `alpha` of `add`, has no shape there either."""
    return args if len(args) == count or not count else (*args[:count], *(None,) * (count - len(args)))


__all__ = ["Described", "describe", "is_dense", "padded"]
