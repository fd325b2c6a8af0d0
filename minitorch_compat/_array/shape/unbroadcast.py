"""Undo broadcasting: sum an array down to the shape it was broadcast from."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import add_reduce, column_sums, outer_sums, rounded_once

_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 4096)


def sum_to_shape(g: np.ndarray[Any, np.dtype[Any]], shape: tuple[int, ...]) -> np.ndarray[Any, np.dtype[Any]]:
    """Sum `g` over the dimensions in which `shape` was broadcast to `g.shape`; expand it where `g` is smaller."""
    extra = g.ndim - len(shape)
    if extra == 1 == len(shape) and g.shape[1] == shape[0] and g.dtype.char in "fd" and g.flags.c_contiguous:  # a bias of a batch
        return column_sums(g)
    axes = () if extra < 0 else (*range(extra), *(i + extra for i, n in enumerate(shape) if n == 1 and g.shape[i + extra] != 1))
    if not axes:
        return g if g.shape == shape else _broadcast_gradient(g, shape)
    reduced_shape = tuple(1 if n == 1 else m for n, m in zip(shape, g.shape[extra:], strict=True))
    g = _sum(g, axes, reduced_shape, not extra)
    if g.shape != reduced_shape:
        g = g.reshape(reduced_shape)
    return g if reduced_shape == shape else _broadcast_gradient(g, shape)


def sum_to_shape_op(g: np.ndarray[Any, np.dtype[Any]], shape: tuple[int, ...]) -> np.ndarray[Any, np.dtype[Any]]:
    """The same as an op: PyTorch drops leading dimensions by a view, into which backward does not accumulate in-place."""
    out = np.asarray(sum_to_shape(g, shape))
    return out[...] if g.ndim > len(shape) > 0 and out.base is None else out


def _broadcast_gradient(g: np.ndarray[Any, np.dtype[Any]], shape: tuple[int, ...]) -> np.ndarray[Any, np.dtype[Any]]:
    try:
        return np.broadcast_to(g, shape)
    except ValueError:  # the tensor's data have been replaced by data of another shape
        raise RuntimeError(f"Function returned an invalid gradient - got {list(g.shape)} but expected shape compatible with "
                           f"{list(shape)}") from None


@rounded_once
def _sum(g: np.ndarray[Any, np.dtype[Any]], axes: tuple[int, ...], reduced_shape: tuple[int, ...], owned: bool) -> Any:
    """Row-major sums, whatever the layout of `g`; if `owned`, of shape `reduced_shape`, in memory of their own."""
    fast = None if owned and g.size <= _SMALL_SIZE else outer_sums(g, axes)
    if fast is not None:
        return fast if fast.flags.c_contiguous else np.ascontiguousarray(fast)
    if owned:
        out = None if g.flags.c_contiguous else np.empty(reduced_shape, g.dtype)
        return add_reduce(g, axis=axes, keepdims=True, out=out)
    found = add_reduce(g, axis=axes)
    return found if found.flags.c_contiguous else np.ascontiguousarray(found)
