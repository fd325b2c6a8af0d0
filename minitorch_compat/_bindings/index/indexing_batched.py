"""Indexing with batched index tensors under vmap, composed of ops that have batching rules."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._array.core import intp
from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.levels.lifting import batch_levels, concrete_array, concrete_values
from ..._dispatch.tensor import TensorBase
from ..._ops.op import ENTRY

_MASK_ERROR = ("vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a "
               "boolean mask.")


def has_batched(index: Any) -> bool:
    """Whether an index contains a batched tensor."""
    if isinstance(index, (tuple, list)):
        return any(has_batched(i) for i in index)
    return isinstance(index, TensorBase) and concrete_array(index._array) is None


def getitem_batched(x: Any, index: Any) -> Any:
    """`x[index]`."""
    y, tensors = _apply_basic_items(x, index if isinstance(index, tuple) else (index,))
    dims = [d for d, _ in tensors]
    other_dims = [d for d in range(len(y.shape)) if d not in dims]
    shape = np.broadcast_shapes(*(tuple(t.shape) for _, t in tensors))
    count = math.prod([y.shape[d] for d in dims])
    flat = TENSORS.reshape(TENSORS.permute(y, (*dims, *other_dims)), (count, *(y.shape[d] for d in other_dims)))
    linear_indices = TENSORS.reshape(_linear_index(y, tensors, shape), (math.prod(shape),))
    out = TENSORS.reshape(TENSORS.index_select(flat, 0, linear_indices), (*shape, *(y.shape[d] for d in other_dims)))
    adjacent = dims == list(range(dims[0], dims[0] + len(dims)))
    if not adjacent or not dims[0] or not shape:
        return out
    return TENSORS.movedim(out, tuple(range(len(shape))), tuple(range(dims[0], dims[0] + len(shape))))


def setitem_batched(x: Any, index: Any, value: Any) -> None:
    """`x[index] = value`."""
    if not isinstance(value, TensorBase):
        value = wrap(np.asarray(value, x._array.dtype))
    check_batched_target(x, index, value)
    x.copy_(index_put_batched(x, index, value, False))


def index_put_batched(x: Any, index: Any, value: Any, accumulate: bool) -> Any:
    """A copy of `x` after `x[index] = value`, or `+=` with `accumulate`."""
    size = x._array.size
    linear_indices = getitem_batched(wrap(intp.arange(size).reshape(x._array.shape)), index)
    count = linear_indices._array.size
    values = TENSORS.reshape(TENSORS.expand(TENSORS.cast(value, x._array.dtype), tuple(linear_indices.shape)), (count,))
    scatter = TENSORS.scatter_add if accumulate else TENSORS.scatter_tensor
    flat = scatter(TENSORS.reshape(x, (size,)), 0, TENSORS.reshape(linear_indices, (count,)), values)
    return TENSORS.reshape(flat, tuple(x.shape))


def check_batched_target(x: Any, *others: Any) -> None:
    """Refuse to write batched values into an unbatched tensor."""
    level = innermost_batch_level(others)
    if level is not None and level not in batch_levels(x):
        from ..._dispatch.levels.vmap_checks import refuse_by_name

        put = ENTRY.index_put_plan
        refuse_by_name(put.aten, level, put.unbatched_write_error)


def innermost_batch_level(value: Any) -> Any:
    """The innermost vmap level that a tensor in `value` is batched at, or None."""
    if isinstance(value, (tuple, list)):
        return max(filter(None, map(innermost_batch_level, value)), key=lambda level: level.index, default=None)
    return next(iter(reversed(batch_levels(value))), None) if isinstance(value, TensorBase) else None


def _apply_basic_items(x: Any, index: tuple[Any, ...]) -> tuple[Any, list[tuple[int, Any]]]:
    """`x` after ints, slices and Nones, and the index tensors for dimensions of the result."""
    items = [_to_index_item(i) for i in index]
    consumed = sum(1 for i in items if i is not None and i is not Ellipsis)
    if consumed > len(x.shape):
        raise IndexError(f"too many indices for tensor of dimension {len(x.shape)}")
    y, dim, tensors = x, 0, []
    for item in items:
        if item is Ellipsis:
            dim += len(x.shape) - consumed
        elif item is None:
            y = TENSORS.unsqueeze(y, dim)
            dim += 1
        elif isinstance(item, slice):
            y = TENSORS.slice(y, dim, item.start, item.stop, 1 if item.step is None else item.step)
            dim += 1
        elif isinstance(item, int):
            y = TENSORS.select(y, dim, item)
        else:
            tensors.append((dim, item))
            dim += 1
    return y, tensors


def _to_index_item(item: Any) -> Any:
    if item is None or item is Ellipsis or isinstance(item, (slice, int)) and not isinstance(item, bool):
        return item
    t = item if isinstance(item, TensorBase) else wrap(intp.asarray(item))
    if t._array.dtype.kind == "b" or isinstance(item, bool):
        raise RuntimeError(_MASK_ERROR)
    if t._array.dtype.kind not in "iu":
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return t


def _linear_index(y: Any, tensors: list[tuple[int, Any]], shape: tuple[int, ...]) -> Any:
    """Combine the indices of all indexed dimensions into a single linear one."""
    total: Any = 0
    for d, t in tensors:
        n = y.shape[d]
        _check_bounds(t, d, n)
        total = total * n + TENSORS.where(TENSORS.lt(t, 0), TENSORS.add(t, n), t)
    return TENSORS.expand(total, shape)


def _check_bounds(t: Any, dim: int, n: int) -> None:
    values = concrete_values(t)
    bad = values[(values < -n) | (values >= n)]
    if bad.size:
        raise IndexError(f"index {int(bad.flat[0])} is out of bounds for dimension {dim} with size {n}")
