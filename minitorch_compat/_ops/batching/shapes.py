"""Batching rules of views, joining, splitting and indexing."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.index import indexing
from ..._array.index.indexing import Advanced
from ..._array.shape.strided import row_major, window_numel
from .rules import Batch, call, is_list, stacked_rows, wrap_dim


def view(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """view, reshape."""
    return call(xp, op, (args[0], (batch.size, *args[1])))


def expand(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, size = args
    return xp.expand(_insert_dims(xp, x, len(size)), (batch.size, *size))


def _insert_dims(xp: Any, x: Any, ndim: int) -> Any:
    """Dimensions of size 1 inserted behind the examples, so that one example has `ndim` dimensions."""
    missing = ndim - (len(x.shape) - 1)
    return x if missing <= 0 else xp.reshape(x, (x.shape[0], *(1,) * missing, *x.shape[1:]))


def expand_reduced(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    g, shape, dim, keepdim = args
    n = len(shape)
    if n == 0:
        return xp.reshape(g, (batch.size,))
    dims = tuple(range(n)) if dim is None or is_list(dim) and not dim else tuple(dim) if is_list(dim) else (dim,)
    return xp.expand_reduced(g, (batch.size, *shape), tuple(wrap_dim(d, n) + 1 for d in dims), keepdim)


def transpose_matrix(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x = args[0]
    if len(x.shape) > 3:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {len(x.shape) - 1}D")
    return xp.transpose(x, 1, 2) if len(x.shape) == 3 else xp.alias(x)


def permute(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, dims = args
    n = len(x.shape) - 1
    if len(dims) != n:
        raise RuntimeError("permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
                           "ordering of "
                           f"dimensions i.e. input.dim() = {n} is not equal to len(dims) = {len(dims)}")
    return xp.permute(x, (0, *(wrap_dim(d, n) + 1 for d in dims)))


def squeeze(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """squeeze with and without dimensions."""
    x = args[0]
    n = len(x.shape) - 1
    if len(args) == 1 or args[1] is None:
        dims = tuple(range(1, n + 1))
    else:
        dims = tuple(wrap_dim(d, n) + 1 for d in (args[1] if is_list(args[1]) else (args[1],)))
    dims = tuple(d for d in dims if d <= n and x.shape[d] == 1)
    return xp.squeeze(x, dims) if dims else xp.alias(x)


def transpose(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, a, b = args
    n = len(x.shape) - 1
    a, b = wrap_dim(a, n), wrap_dim(b, n)
    return xp.transpose(x, a + 1, b + 1) if n else xp.alias(x)


def copy(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, src = batch.full(xp, args, 0), args[1]
    return xp.copy(x, _insert_dims(xp, src, len(x.shape) - 1) if batch.of[1] else src)


def as_strided(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, size, stride, offset, layout, storage_offset = args
    layout = row_major(x.shape[1:]) if layout is None else layout
    x_strides = x.stride()
    # as_strided depends on the examples' memory; examples of another layout than given are copied to it one by one.
    step = x_strides[0] if tuple(x_strides[1:]) == tuple(layout) else max(
        window_numel(x.shape[1:], layout), offset + window_numel(size, stride))
    return xp.as_strided(x, (batch.size, *size), (step, *stride), offset, (step, *layout), storage_offset)


def as_strided_transpose(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    g, shape, size, stride, offset, layout = args
    layout = row_major(shape) if layout is None else layout
    step = max(0, -offset) + max(window_numel(shape, layout), offset + window_numel(size, stride))
    return xp.as_strided_transpose(g, (batch.size, *shape), (batch.size, *size), (step, *stride), offset, (step, *layout))


def unfold(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, dim, size, step = args
    n = len(x.shape) - 1
    if n:
        return xp.unfold(x, wrap_dim(dim, n) + 1, size, step)
    wrap_dim(dim, n)
    return xp.select(xp.unfold(xp.unsqueeze(x, 1), 1, size, step), 1, 0)  # the only window of a number is the number


def fold_windows(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    g, shape, dim, size, step = args
    n = len(shape)
    return xp.fold_windows(g, (batch.size, *shape), wrap_dim(dim, n) + 1, size, step) if n else xp.sum_dim(g, (1,), False, None)


def as_strided_scatter(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, src = batch.full(xp, args, 0), batch.full(xp, args, 1)
    size, stride, offset, layout, storage_offset = args[2:]
    layout = row_major(x.shape[1:]) if layout is None else layout
    step = window_numel(x.shape[1:], layout)
    return xp.as_strided_scatter(x, src, (batch.size, *size), (step, *stride), offset, (step, *layout), storage_offset)


def _numel(shape: Any) -> int:
    n = 1
    for size in shape:
        n *= size
    return n


def cat(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    members, dim = args
    full = [m if b else batch.repeat(xp, m) for m, b in zip(members, batch.of[0], strict=True)]
    widest = max(len(m.shape) for m in full)
    # PyTorch accepts empty vectors among tensors of other shapes.
    full = [m for m in full if len(m.shape) == widest or tuple(m.shape[1:]) != (0,)]
    return xp.cat(full, wrap_dim(dim, widest - 1) + 1)


def stack(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    members, dim = args
    full = [m if b else batch.repeat(xp, m) for m, b in zip(members, batch.of[0], strict=True)]
    return xp.stack(full, wrap_dim(dim, len(full[0].shape)) + 1)


def roll(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, shifts, dims = args
    if dims is None or is_list(dims) and not dims:
        flat = xp.reshape(x, (batch.size, _numel(x.shape[1:])))
        return xp.reshape(xp.roll(flat, shifts, 1), tuple(x.shape))
    n = len(x.shape) - 1
    return xp.roll(x, shifts, tuple(wrap_dim(d, n) + 1 for d in dims) if is_list(dims) else wrap_dim(dims, n) + 1)


def repeat(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, repeats = args
    if len(repeats) < len(x.shape) - 1:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    return xp.repeat(_insert_dims(xp, x, len(repeats)), (1, *repeats))


def repeat_backward(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    g, shape, repeats = args
    ones = (1,) * (len(repeats) - len(shape))
    return xp.reshape(xp.repeat_backward(g, (batch.size, *ones, *shape), (1, *repeats)), (batch.size, *shape))


# Indexing by a plan ----------------------------------------------------------------------------------------------------------------


def _batched_plan(plan: Any) -> tuple[Any, int]:
    """The index plan for all examples, and where numpy then puts the batch dimension of the result."""
    if isinstance(plan, tuple):
        return (slice(None), *plan), 0
    basic = None if plan.basic is None else (slice(None), *plan.basic)
    axis = plan.axis + 1 if plan.axis >= 0 else -1
    arrays = [i for i, part in enumerate(plan.index) if part.__class__ is not slice]
    # For index arrays separated by slices numpy puts their dimensions first, before the examples.
    apart = arrays != list(range(arrays[0], arrays[0] + len(arrays)))
    return Advanced(basic, (slice(None), *plan.index), axis, plan.masks), _index_rank(plan) if apart else 0


def _index_rank(plan: Any) -> int:
    """The number of dimensions that index arrays leave."""
    arrays = (1 if part.dtype.kind == "b" else part.ndim for part in plan.index if part.__class__ is not slice)
    return max(arrays)


def index(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    plan, place = _batched_plan(args[1])
    out = xp.index(args[0], plan)
    return xp.movedim(out, place, 0) if place else out


def index_backward(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    g, plan, shape = args
    plan, place = _batched_plan(plan)
    return xp.index_backward(xp.movedim(g, 0, place) if place else g, plan, (batch.size, *shape))


def index_put(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, value = batch.full(xp, args, 0), args[1]
    ndim = indexing.take(np.broadcast_to(np.zeros((), bool), x.shape[1:]), args[2]).ndim
    plan, place = _batched_plan(args[2])
    if batch.of[1]:
        value = _insert_dims(xp, value, ndim)
        value = xp.movedim(value, 0, place) if place else value
    elif place:
        value = xp.movedim(_insert_dims(xp, xp.unsqueeze(value, 0), ndim), 0, place)
    return xp.index_put_plan(x, value, plan, args[3])


def index_clear(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    return xp.index_clear(args[0], _batched_plan(args[1])[0])


# Indexing by tensors ----------------------------------------------------------------------------------------------------------------


def gather_rule(dim: int, *, shape: int | None = None, picks: bool = False) -> Any:
    """gather, scatter and similar: tensors of equal rank, a dimension, possibly a shape.

    The result has that shape; else, if the op `picks`, the shape of the index (argument 2); else that of argument 0.
    """

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args = list(args)
        for i in op.schema.tensor_positions:
            args[i] = batch.full(xp, args, i)
        n = len(args[0].shape) - 1
        if n == 0 or len(args[shape]) == 0 if shape is not None else n == 0:
            return _gather_scalars(xp, op, batch, args, dim, shape, args[2].shape if picks else (batch.size,))
        args[dim] = wrap_dim(args[dim], n) + 1
        if shape is not None:
            args[shape] = (batch.size, *args[shape])
        return call(xp, op, args)

    return rule


def _gather_scalars(xp: Any, op: Any, batch: Batch, args: list[Any], dim: int, shape: int | None, result: tuple[int, ...]) -> Any:
    """0-d examples: all tensors get a dimension, and the result has the shape `result`, unless a shape is given."""
    for i in op.schema.tensor_positions:
        args[i] = xp.reshape(args[i], (batch.size, _numel(args[i].shape[1:])))
    args[dim] = 1
    if shape is not None:
        result_shape = (batch.size, *args[shape])
        args[shape] = (batch.size, 1) if not args[shape] else result_shape
        return xp.reshape(call(xp, op, args), result_shape)
    return xp.reshape(call(xp, op, args), result)


def index_select_rule(source: int | None = None, shape: int | None = None) -> Any:
    """index_select and similar: `(input, dim, index, ...)`, where `index` is a vector.

    With one index for all examples the dimension moves; batched indices refer to all examples stacked.
    """

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args = list(args)
        ndim = batch.ndim(args, 0)
        if ndim == 0:
            return None
        d = wrap_dim(args[1], ndim)
        args[0] = batch.full(xp, args, 0)
        if source is not None:
            args[source] = batch.full(xp, args, source)
        if not batch.of[2]:
            args[1] = d + 1
            if shape is not None:
                args[shape] = (batch.size, *args[shape])
            return call(xp, op, args)
        return _select_stacked(xp, op, batch, args, d, source, shape)

    return rule


def _select_stacked(xp: Any, op: Any, batch: Batch, args: list[Any], d: int, source: int | None, shape: int | None) -> Any:
    front = [_dim_to_front(xp, args[0], d)]
    n = front[0].shape[1] if shape is None else args[shape][d]
    args[2] = xp.reshape(stacked_rows(xp, args[2] if len(args[2].shape) == 2 else xp.unsqueeze(args[2], 1), n), (-1,))
    args[0] = xp.reshape(front[0], (-1, *front[0].shape[2:]))
    args[1] = 0
    if source is not None:
        source_front = _dim_to_front(xp, args[source], d)
        args[source] = xp.reshape(source_front, (-1, *source_front.shape[2:]))
    if shape is not None:
        rest = tuple(s for i, s in enumerate(args[shape]) if i != d)
        args[shape] = (batch.size * n, *rest)
    out = call(xp, op, args)
    out = xp.reshape(out, (batch.size, out.shape[0] // batch.size, *out.shape[1:]))
    return xp.movedim(out, 1, d + 1)


def _dim_to_front(xp: Any, x: Any, d: int) -> Any:
    return xp.movedim(x, d + 1, 1)


def gather_dim(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """pick: `(input, index, dim, keepdim)`."""
    x, index = batch.full(xp, args, 0), batch.full(xp, args, 1)
    n = len(x.shape) - 1
    if n == 0:
        return x
    return xp.gather_dim(x, index, wrap_dim(args[2], n) + 1, args[3])


def scatter_dim(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """place: `(input, index, shape, dim, keepdim)`."""
    g, index = batch.full(xp, args, 0), batch.full(xp, args, 1)
    shape, dim, keepdim = args[2:]
    if not shape:
        return g
    return xp.scatter_dim(g, index, (batch.size, *shape), wrap_dim(dim, len(shape)) + 1, keepdim)


def take(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, index = batch.full(xp, args, 0), batch.full(xp, args, 1)
    flat = xp.reshape(x, (batch.size, _numel(x.shape[1:])))
    positions = xp.reshape(index, (batch.size, _numel(index.shape[1:])))
    return xp.reshape(xp.gather(flat, 1, xp.remainder(positions, flat.shape[1]), False), tuple(index.shape))


def take_backward(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    g, index, shape = batch.full(xp, args, 0), batch.full(xp, args, 1), args[2]
    count = _numel(index.shape[1:])
    positions = xp.remainder(xp.reshape(index, (batch.size, count)), _numel(shape))
    out = xp.gather_backward(xp.reshape(g, (batch.size, count)), 1, positions, (batch.size, _numel(shape)))
    return xp.reshape(out, (batch.size, *shape))


def masked_select(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, mask = args
    if batch.of[1]:
        raise RuntimeError("vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this because for each "
                           "batch this would return a differently shaped Tensor. Please file an issue at "
                           "https://github.com/pytorch/pytorch/issues if you need this feature.")
    shape = np.broadcast_shapes(x.shape[1:], mask.shape)
    flat = xp.reshape(xp.expand(_insert_dims(xp, x, len(shape)), (batch.size, *shape)), (batch.size, _numel(shape)))
    chosen = xp.reshape(xp.nonzero_rows(xp.reshape(xp.expand(mask, shape), (_numel(shape),))), (-1,))
    return xp.index_select(flat, 1, chosen)


def _take_in_order(xp: Any, mask: Any, values: Any) -> Any:
    """For each true element of a flat mask the next of `values`, in order; the values elsewhere are arbitrary."""
    place = xp.clamp_scalars(xp.cumsum(mask, 0, None) - 1, 0, None)
    return xp.take(values, place)


def masked_scatter(xp: Any, x: Any, mask: Any, source: Any) -> Any:
    """The definition of `masked_scatter`."""
    shape = np.broadcast_shapes(tuple(x.shape), tuple(mask.shape))
    flat = xp.reshape(xp.expand(mask, shape), (_numel(shape),))
    if _numel(source.shape) == 0:
        return xp.clone(xp.expand(x, shape), None)
    values = xp.where(flat, _take_in_order(xp, flat, source), xp.reshape(xp.expand(x, shape), (_numel(shape),)))
    return xp.reshape(values, shape)


def masked_select_backward(xp: Any, g: Any, mask: Any, shape: Any) -> Any:
    """The definition of `masked_select_backward`."""
    full = np.broadcast_shapes(tuple(shape), tuple(mask.shape))
    flat = xp.reshape(xp.expand(mask, full), (_numel(full),))
    if _numel(g.shape) == 0:
        values = xp.cast(flat, g._array.dtype) * 0
    else:
        values = xp.where_or_zero(flat, _take_in_order(xp, flat, g))
    return xp.sum_to_size(xp.reshape(values, full), tuple(shape))


def masked_scatter_backward(xp: Any, x: Any, mask: Any, shape: Any) -> Any:
    """The definition of `masked_scatter_backward`: true elements come first in a stable order."""
    full = np.broadcast_shapes(tuple(x.shape), tuple(mask.shape))
    size, mask = (_numel(full),), xp.expand(mask, full)
    order = xp.argsort(xp.cast(xp.logical_not(xp.reshape(mask, size)), np.dtype(np.int64)), 0, False, True)
    values = xp.take(xp.reshape(xp.where_or_zero(mask, xp.expand(x, full)), size), order)
    missing = _numel(shape) - size[0]
    values = xp.constant_pad_nd(values, (0, missing), 0) if missing > 0 else xp.narrow(values, 0, 0, _numel(shape))
    return xp.reshape(values, tuple(shape))


def flat_prefix(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, count = args
    return xp.narrow(xp.reshape(x, (batch.size, _numel(x.shape[1:]))), 1, 0, count)


def pad_to(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, shape = args
    missing = _numel(shape) - x.shape[1]
    return xp.reshape(xp.constant_pad_nd(x, (0, missing), 0), (batch.size, *shape))


def fill_tensor(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, value = batch.full(xp, args, 0), args[1]
    return xp.copy(x, xp.reshape(value, (batch.size, *(1,) * (len(x.shape) - 1)))) if batch.of[1] else xp.fill_tensor(x, value)


def masked_fill_tensor(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """As a `where`, which broadcasts."""
    ndim = max(batch.ndim(args, 0), batch.ndim(args, 1))
    wide = [_insert_dims(xp, t, ndim) if b else t for t, b in zip(args, batch.of, strict=True)]
    return xp.where(wide[1], xp.cast(wide[2], args[0]._array.dtype), wide[0])


def index_fill_tensor(xp: Any, x: Any, dim: int, index: Any, value: Any) -> Any:
    """The definition of `index_fill` with a tensor: an element that the index names twice counts once in the derivative."""
    filled = xp.index_fill_value(xp.mul(x, 0), dim, index, 1) != 0
    return xp.where(filled, xp.cast(value, x._array.dtype), x)


def put(xp: Any, x: Any, index: Any, source: Any, accumulate: bool) -> Any:
    """The definition of `put`: a scatter along one flat dimension."""
    count, shape = _numel(x.shape), tuple(x.shape)
    where = xp.reshape(index, (_numel(index.shape),))
    where = xp.where(where < 0, where + count, where)
    values = xp.reshape(source, (_numel(source.shape),))
    place = xp.scatter_add if accumulate else xp.scatter_tensor
    return xp.reshape(place(xp.reshape(x, (count,)), 0, where, values), shape)


def refuse_dynamic_shape(name: str) -> Any:
    """Ops whose results have another shape for each example."""

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        raise RuntimeError(f"vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over "
                           f"aten::{name}. "
                           "Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature.")

    return rule


def embedding(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    weight, index, padding, scale = args
    if not batch.of[0]:
        return xp.embedding(weight, index, padding, scale)
    index = batch.full(xp, args, 1)
    out = xp.embedding(xp.reshape(weight, (-1, *weight.shape[2:])), stacked_rows(xp, index, weight.shape[1]), -1, scale)
    if padding < 0:
        return out
    # Outputs of the padding row, whose index differs per table, are replaced by a copy that passes no cotangent: the row of a one-row table
    row = xp.embedding(xp.reshape(xp.select(weight, 1, padding), (1, -1)), xp.index_range(1), 0, False)
    row = xp.reshape(row, (batch.size, *(1,) * (len(index.shape) - 1), *weight.shape[2:]))
    return xp.where(xp.unsqueeze(xp.eq(index, padding), -1), row, out)


def embedding_transpose(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    g, index = batch.full(xp, args, 0), batch.full(xp, args, 1)
    count, padding, scale = args[2:]
    if padding >= 0:
        g = xp.where_or_zero(xp.unsqueeze(xp.ne(index, padding), -1), g)
    out = xp.embedding_transpose(g, stacked_rows(xp, index, count), batch.size * count, -1, scale)
    return xp.reshape(out, (batch.size, count, *out.shape[1:]))
