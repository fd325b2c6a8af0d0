"""The description of a call's arguments in a profile."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._dispatch.dtype import of
from ..._dispatch.tensor import TensorBase
from ..._ops.op import Meta


def describe(value: Any) -> Any:
    """Shape, strides and dtype of a tensor, a list of these for a list, or the value of anything else."""
    if isinstance(value, (TensorBase, np.ndarray)):  # backward computes on arrays
        array = value._array if isinstance(value, TensorBase) else value
        strides = tuple(s // (array.itemsize or 1) for s in array.strides or ())  # sparse tensors have none
        return TensorDescription(tuple(array.shape), strides, str(of(array.dtype)))
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], (TensorBase, np.ndarray)):
        return [describe(v) for v in value]
    if isinstance(value, Meta):  # for a formula that needs only shape and dtype
        return TensorDescription(tuple(value.shape), (), "")
    return value


class TensorDescription:
    """The description of a tensor argument. It holds no reference, so that profiling does not extend lifetimes."""

    __slots__ = ("dtype", "shape", "strides")

    def __init__(self, shape: tuple[int, ...], strides: tuple[int, ...], dtype: str) -> None:
        self.shape, self.strides, self.dtype = shape, strides, dtype


def pad_arguments(args: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """The arguments padded with None to the number of PyTorch's op; arguments absent here, such as `alpha` of `add`, have no shape."""
    return args if len(args) == count or not count else (*args[:count], *(None,) * (count - len(args)))


def flops_of(kind: str, args: tuple[Any, ...]) -> int:
    """Floating point operations of the ops that PyTorch counts: two per multiply-add of products and convolutions, one per mul or add."""
    shapes = [a.shape for a in args if isinstance(a, TensorDescription)]
    if kind == "product" and len(shapes) == 2:
        return 2 * math.prod(shapes[0]) * int(shapes[1][-1])
    if kind == "transposed product":
        return 2 * math.prod(shapes[0]) * int(shapes[1][0])
    if kind == "sum with product" and len(shapes) == 3:
        return 2 * math.prod(shapes[1]) * int(shapes[2][-1])
    if kind == "convolutions":
        return _convolution_flops(shapes[0], shapes[1], *args[3:6])
    if kind == "elements" and shapes:
        return math.prod(np.broadcast_shapes(*shapes))
    return 0


def _convolution_flops(image: Any, weight: Any, stride: Any, padding: Any, dilation: Any) -> int:
    """Two per element of the kernel, input channel of its group, and output element."""
    sizes = zip(image[2:], weight[2:], stride, padding, dilation, strict=True)
    outputs = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in sizes]
    return 2 * int(image[0]) * math.prod(weight) * math.prod(outputs)
