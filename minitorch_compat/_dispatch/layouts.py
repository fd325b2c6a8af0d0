"""Where the results of elementwise ops lie whose operands lie in memory in different orders.

numpy prefers row-major order as soon as one operand has it, PyTorch the order of the first operand.  Looking at strides takes a tenth of
a small addition, so the quick functions ask only where an operand is a view, or where tensors that are no views are known not to be
row-major (`PERMUTED`): such are the results of ops on transposed views.
"""
from __future__ import annotations

import weakref
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from .._array.strided import empty_strided, iterated_layout
from .._ops.batching import aligned
from .._ops.op import Op

_ndarray = np.ndarray

#: Arrays of results that are neither row-major nor views: id -> weak reference, which takes itself out.
PERMUTED: dict[int, Any] = {}


def settle_layout(result: Any, operands: Sequence[Any]) -> Any:
    """The result of iterating over `operands` (arrays, numbers) together, laid out as PyTorch does it, and noted if it is not row-major."""
    if result.__class__ is not _ndarray or result.ndim < 2:
        return result
    for a in operands:
        if a.__class__ is _ndarray and not a.flags.c_contiguous:
            break
    else:
        return result
    arrays = [a for a in operands if a.__class__ is _ndarray and a.ndim]
    if arrays and result.size > 1 and (len(arrays) > 1 or 0 in arrays[0].strides):
        result = _laid_out(result, arrays)
    note_layout(result)
    return result


def note_layout(array: Any) -> None:
    """Remember an array that is no view of another tensor's, if it is not row-major."""
    if array.__class__ is _ndarray and not array.flags.c_contiguous:
        PERMUTED[id(array)] = weakref.ref(array, partial(_forget, id(array)))


def _forget(place: int, _: Any) -> None:
    PERMUTED.pop(place, None)


def settler(op: Op) -> Any:
    """What is to be done with the result of an op of one tensor, None for nothing: a copy keeps its own order, and is noted."""
    return settle_layout if op.elementwise else _noted if op.batch is aligned and not op.view else None


def _noted(result: Any, _operands: Any) -> Any:
    note_layout(result)
    return result


def _laid_out(result: Any, arrays: list[Any]) -> Any:
    shape = result.shape
    wanted = iterated_layout(shape, [_steps(a, shape) for a in arrays])
    item = result.itemsize
    if all(n == 1 or s == w * item for n, s, w in zip(shape, result.strides, wanted, strict=True)):
        return result
    out = empty_strided(shape, wanted, result.dtype)
    out[...] = result
    return out


def _steps(a: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of `a` broadcast to `shape`."""
    if a.shape == shape:
        return tuple(a.strides)
    lead = len(shape) - a.ndim
    return (0,) * lead + tuple(0 if n == 1 != m else s for n, m, s in zip(a.shape, shape[lead:], a.strides, strict=True))
