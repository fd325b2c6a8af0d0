"""Batching rules: how an op acts on many examples at once.

A rule is `rule(xp, op, batch, args)`.  Batched tensor arguments have the examples in dimension 0; `batch` tells which those are and how
many examples there are.  Every output must have the examples first.  A rule computes in `xp`, the dispatched ops one level down, so it
works under any outer transforms.

Elementwise ops need no rule: they use `broadcast_rule`.  The other functions here make rules for families; an op that fits none states
its own in its entry (`batch=`).  An op without a rule runs example by example, with a warning.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Rule = Callable[..., Any]


class Batch:
    """The number of examples, and which arguments are batched (for a list: which of its members)."""

    __slots__ = ("of", "size")

    def __init__(self, size: int, of: list[Any]) -> None:
        self.size = size
        self.of = of

    def shape(self, args: Sequence[Any], i: int) -> tuple[int, ...]:
        """The shape of one example of argument i."""
        shape = tuple(args[i].shape)
        return shape[1:] if self.of[i] else shape

    def ndim(self, args: Sequence[Any], i: int) -> int:
        """The number of dimensions of one example of argument i."""
        return len(args[i].shape) - bool(self.of[i])

    def full(self, xp: Any, args: Sequence[Any], i: int) -> Any:
        """Argument i with the examples first, expanded if it is unbatched."""
        x = args[i]
        return x if self.of[i] or x is None else self.repeat(xp, x)

    def repeat(self, xp: Any, x: Any) -> Any:
        """An unbatched tensor, expanded to all examples."""
        return xp.expand(xp.unsqueeze(x, 0), (self.size, *x.shape))


def call(xp: Any, op: Any, args: Sequence[Any]) -> Any:
    """Call the op on other arguments."""
    return getattr(xp, op.name)(*args)


class Definition:
    """The rule of an op defined by other ops: these run in its place, at the level of the call."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function


def wrap_dim(dim: int, ndim: int) -> int:
    """A dimension of one example as a non-negative index; PyTorch's IndexError if it is out of range."""
    limit = max(ndim, 1)
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim % limit


def is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


# Families -------------------------------------------------------------------------------------------------------------------------


def broadcast_rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """Arguments that broadcast: dimensions of size 1 are inserted behind the examples of those with fewer dimensions."""
    flags, widest, least = batch.of, 0, 99
    positions = op.schema.tensor_positions
    if len(positions) > 1:
        for i in positions:
            if hasattr(args[i], "_array"):
                n = len(args[i]._array.shape)
                if flags[i]:
                    n -= 1
                    least = min(n, least)
                if n > widest:
                    widest = n
        if least < widest or not widest:
            args = _insert_dims(xp, op, batch, args, widest)
    return getattr(xp, op.name)(*args)


def _insert_dims(xp: Any, op: Any, batch: Batch, args: list[Any], widest: int) -> list[Any]:
    args = _promote(xp, op, batch, args)
    for i in op.schema.tensor_positions:
        if batch.of[i] and batch.ndim(args, i) < widest:
            shape = args[i].shape
            args[i] = xp.reshape(args[i], (shape[0], *(1,) * (widest - batch.ndim(args, i)), *shape[1:]))
    return args


def _promote(xp: Any, op: Any, batch: Batch, args: list[Any]) -> list[Any]:
    """Arguments whose examples are 0-d promote as 0-d tensors, although batched they have a dimension."""
    args = list(args)
    if op.promote is None or not any(batch.of[i] and batch.ndim(args, i) == 0 for i in op.schema.tensor_positions):
        return args
    from ..._array.core.dtypes import result_type

    positions = op.promoted[1:] if op.promote == "branches" else op.promoted
    stands = {i: np.empty((0,) * batch.ndim(args, i), args[i]._array.dtype) if hasattr(args[i], "shape") else args[i] for i in positions}
    dtype = result_type(v for v in stands.values() if v is not None)
    for i in positions:
        if hasattr(args[i], "shape") and args[i]._array.dtype is not dtype:
            args[i] = xp.cast(args[i], dtype)
    return args


def leading_dims_rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """The op ignores leading dimensions: it is called as it is, every tensor argument with the examples first."""
    return call(xp, op, _with_batch_dims(xp, op, batch, args))


def _with_batch_dims(xp: Any, op: Any, batch: Batch, args: list[Any]) -> list[Any]:
    args = list(args)
    for i in op.schema.tensor_positions:
        args[i] = batch.full(xp, args, i)
    return args


def matrix_rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """`leading_dims_rule` for ops on the last two dimensions: if an example has fewer, one is tried alone, which raises."""
    args = _with_batch_dims(xp, op, batch, args)
    _check_first_example(xp, op, args)
    return call(xp, op, args)


def matrix_pair_rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """`broadcast_matrix_rule` where no example may be a vector."""
    _check_first_example(xp, op, _with_batch_dims(xp, op, batch, args))
    return broadcast_matrix_rule(xp, op, batch, args)


def _check_first_example(xp: Any, op: Any, args: list[Any]) -> None:
    """If examples have fewer than two dimensions, call the op on the first of them, which raises its own error."""
    positions = op.schema.tensor_positions
    if any(args[i] is not None and len(args[i].shape) < 3 for i in positions):
        call(xp, op, [_first_example(xp, a) if i in positions and a is not None else a for i, a in enumerate(args)])


def _first_example(xp: Any, x: Any) -> Any:
    """The first example, or zeros if there is none."""
    return xp.select(x, 0, 0) if x.shape[0] else xp.sum_dim(x, (0,), False, None)


def broadcast_matrix_rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """Ops on the last two dimensions that broadcast the leading ones."""
    positions = op.schema.tensor_positions
    return broadcast_rule(xp, op, Batch(batch.size, [i in positions for i in range(len(args))]), _with_batch_dims(xp, op, batch, args))


def along_dim(dim: int, *, everything: bool = True, empty_is_all: bool = True) -> Rule:
    """Ops along dimension(s) given by argument `dim`; with `everything`, None and () mean all of them, else the flattened tensor.

    Without `empty_is_all`, () means none.

    All tensor arguments have the same dimensions.
    """

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args = _with_batch_dims(xp, op, batch, args)
        ndim = len(args[0].shape) - 1
        if ndim == 0:
            return _along_dim_of_scalars(xp, op, dim, args)
        value = args[dim]
        if value is None or empty_is_all and is_list(value) and not value:
            if not everything:
                return _reduce_flattened(xp, op, batch, dim, args, ndim)
            args[dim] = tuple(range(1, ndim + 1))
        else:
            args[dim] = tuple(wrap_dim(d, ndim) + 1 for d in value) if is_list(value) else wrap_dim(value, ndim) + 1
        return call(xp, op, args)

    return rule


def _along_dim_of_scalars(xp: Any, op: Any, dim: int, args: list[Any]) -> Any:
    """0-d examples get a dimension, which is removed from the results."""
    value = args[dim]
    for d in value if is_list(value) else (value,):
        if d is not None:
            wrap_dim(d, 0)
    size = args[0].shape[0]
    for i in op.schema.tensor_positions:
        if args[i] is not None:
            args[i] = xp.reshape(args[i], (size, 1))
    args[dim] = (1,) if is_list(value) or value is None and "[]" in op.params[dim].type.replace("[1]", "[]") else 1
    outs = call(xp, op, args)
    return tuple(xp.reshape(o, (size,)) for o in outs) if isinstance(outs, tuple) else xp.reshape(outs, (size,))


def _reduce_flattened(xp: Any, op: Any, batch: Batch, dim: int, args: list[Any], ndim: int) -> Any:
    """Reductions to one value per example of a flattened tensor; results as large as the argument get its shape back."""
    shape = args[0].shape
    count = math.prod(shape[1:])
    for i in op.schema.tensor_positions:
        args[i] = xp.reshape(args[i], (batch.size, count))
    args[dim] = 1
    keepdim = next((i for i, p in enumerate(op.params) if p.name == "keepdim"), None)
    if keepdim is None:
        out = call(xp, op, args)
        return xp.reshape(out, tuple(shape)) if len(out.shape) == 2 else out
    keep, args[keepdim] = args[keepdim], False
    out = call(xp, op, args)
    return xp.reshape(out, (batch.size, *(1,) * ndim)) if keep else out


def over_all_elements(name: str, *options: Any) -> Rule:
    """Full reductions: op `name` along all dimensions of one example, which are flattened first."""

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        x = args[0]
        flat = x if len(x._array.shape) == 2 else xp.reshape(x, (batch.size, math.prod(x._array.shape[1:])))
        return getattr(xp, name)(flat, (1,), *options)

    return rule


def with_shape(*places: int, dims: tuple[int, ...] = (), of: int | None = None) -> Rule:
    """Ops with a shape argument: the number of examples is prepended to it, and dimensions (of that shape) move up by one.

    `dims` are the indices of dimension arguments, `places` those of shapes; with `of`, dimensions refer to argument `of`.
    """

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args = _with_batch_dims(xp, op, batch, args)
        ndim = len(args[places[0]]) if of is None else len(args[of].shape) - 1
        for i in places:
            args[i] = (batch.size, *args[i])
        for i in dims:
            args[i] = tuple(wrap_dim(d, ndim) + 1 for d in args[i]) if is_list(args[i]) else wrap_dim(args[i], ndim) + 1
        return call(xp, op, args)

    return rule


def with_dims(*dims: int, extra: int = 0, scalars: bool = True) -> Rule:
    """Ops of one tensor with dimension arguments, which refer to the argument or to a result with `extra` more dimensions.

    Without `scalars`, the op refuses 0-d tensors.
    """

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args = list(args)
        ndim = len(args[0].shape) - 1 + extra
        if not (scalars or ndim):
            call(xp, op, [_first_example(xp, args[0]), *args[1:]])  # raises the op's own error
        for i in dims:
            args[i] = tuple(wrap_dim(d, ndim) + 1 for d in args[i]) if is_list(args[i]) else wrap_dim(args[i], ndim) + 1
        return call(xp, op, args)

    return rule


def folding_rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """Ops with a batch dimension of their own in front, which the examples join."""
    args = _with_batch_dims(xp, op, batch, args)
    count = args[0].shape[1]
    for i in op.schema.tensor_positions:
        if args[i] is not None:
            args[i] = fold_batch(xp, args[i])
    outs = call(xp, op, args)
    if isinstance(outs, tuple):
        return tuple(unfold_batch(xp, o, batch.size, count) for o in outs)
    return unfold_batch(xp, outs, batch.size, count)


def fold_batch(xp: Any, x: Any) -> Any:
    """Merge the first two dimensions."""
    shape = x.shape
    return xp.reshape(x, (shape[0] * shape[1], *shape[2:]))


def unfold_batch(xp: Any, x: Any, size: int, count: int) -> Any:
    """Split the first dimension in two."""
    return xp.reshape(x, (size, count, *x.shape[1:]))


def stacked_rows(xp: Any, index: Any, count: int) -> Any:
    """Batched indices into tables of `count` rows, as indices into all tables stacked."""
    size, rank = index.shape[0], len(index.shape)
    return index + xp.reshape(xp.index_range(size) * count, (size, *(1,) * (rank - 1)))
