"""Batching rules: how an op acts on many examples at once.

A rule is `rule(xp, op, batch, args)`.  Tensor arguments of which there is one per example come with the examples along their first
dimension; `batch` says which those are and how many examples there are.  Every output must have the examples first.  A rule computes
in `xp`, the dispatched ops one level down, so it holds under any transforms around it.

Elementwise ops need no rule: `aligned` is theirs.  The other makers here cover families; what fits none states its own rule in its
entry (`batch=`).  An op without a rule runs example by example, with a warning.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Rule = Callable[..., Any]


class Batch:
    """How many examples there are, and which arguments have one value per example (for a list: which of its members)."""

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
        """Argument i with the examples first, repeated (without memory) if all share it."""
        x = args[i]
        return x if self.of[i] or x is None else self.repeat(xp, x)

    def repeat(self, xp: Any, x: Any) -> Any:
        """A tensor that all examples share, as one per example."""
        return xp.expand(xp.unsqueeze(x, 0), (self.size, *x.shape))


def call(xp: Any, op: Any, args: Sequence[Any]) -> Any:
    """The op itself, on other arguments."""
    return getattr(xp, op.name)(*args)


class Definition:
    """The rule of an op that other ops define: they run in its place, at the level of the call."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function


def wrapped(dim: int, ndim: int) -> int:
    """A dimension of one example, counted from its front; PyTorch's IndexError if there is none such."""
    limit = max(ndim, 1)
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim % limit


def is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


# Families -------------------------------------------------------------------------------------------------------------------------


def aligned(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """Arguments broadcast against each other: dimensions of size 1 go between the examples and what is shorter than the longest."""
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
            args = _widened(xp, op, batch, args, widest)
    return getattr(xp, op.name)(*args)


def _widened(xp: Any, op: Any, batch: Batch, args: list[Any], widest: int) -> list[Any]:
    args = _promoted(xp, op, batch, args)
    for i in op.schema.tensor_positions:
        if batch.of[i] and batch.ndim(args, i) < widest:
            shape = args[i].shape
            args[i] = xp.reshape(args[i], (shape[0], *(1,) * (widest - batch.ndim(args, i)), *shape[1:]))
    return args


def _promoted(xp: Any, op: Any, batch: Batch, args: list[Any]) -> list[Any]:
    """Arguments of which an example is 0-d promote as 0-d tensors, although with the examples they have a dimension."""
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


def direct(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """Leading dimensions are nothing to the op: it is called as it is, every tensor argument with the examples first."""
    return call(xp, op, _all_full(xp, op, batch, args))


def _all_full(xp: Any, op: Any, batch: Batch, args: list[Any]) -> list[Any]:
    args = list(args)
    for i in op.schema.tensor_positions:
        args[i] = batch.full(xp, args, i)
    return args


def of_matrices(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """`direct` for ops on the last two dimensions: where an example has fewer, one is tried alone, which refuses."""
    args = _all_full(xp, op, batch, args)
    _try_alone(xp, op, args)
    return call(xp, op, args)


def pairs_of_matrices(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """`matrices` where no example may be a vector."""
    _try_alone(xp, op, _all_full(xp, op, batch, args))
    return matrices(xp, op, batch, args)


def _try_alone(xp: Any, op: Any, args: list[Any]) -> None:
    """Where examples have fewer than two dimensions, call the op on the first of them: it refuses in its own words."""
    positions = op.schema.tensor_positions
    if any(args[i] is not None and len(args[i].shape) < 3 for i in positions):
        call(xp, op, [_first(xp, a) if i in positions and a is not None else a for i, a in enumerate(args)])


def _first(xp: Any, x: Any) -> Any:
    """The first example, or one of zeros where there is none."""
    return xp.select(x, 0, 0) if x.shape[0] else xp.sum_dim(x, (0,), False, None)


def matrices(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """Ops on the last two dimensions, whose leading ones broadcast."""
    positions = op.schema.tensor_positions
    return aligned(xp, op, Batch(batch.size, [i in positions for i in range(len(args))]), _all_full(xp, op, batch, args))


def along(dim: int, *, everything: bool = True, empty_is_all: bool = True) -> Rule:
    """Ops along dimension(s) that argument `dim` names; `everything`: None and () mean all of them, else the flattened tensor.

    Without `empty_is_all`, () means none.

    All tensor arguments have the same dimensions.
    """

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args = _all_full(xp, op, batch, args)
        ndim = len(args[0].shape) - 1
        if ndim == 0:
            return _along_nothing(xp, op, dim, args)
        value = args[dim]
        if value is None or empty_is_all and is_list(value) and not value:
            if not everything:
                return _flattened(xp, op, batch, dim, args, ndim)
            args[dim] = tuple(range(1, ndim + 1))
        else:
            args[dim] = tuple(wrapped(d, ndim) + 1 for d in value) if is_list(value) else wrapped(value, ndim) + 1
        return call(xp, op, args)

    return rule


def _along_nothing(xp: Any, op: Any, dim: int, args: list[Any]) -> Any:
    """One example is 0-d: it is given a dimension, which the results lose again."""
    value = args[dim]
    for d in value if is_list(value) else (value,):
        if d is not None:
            wrapped(d, 0)
    size = args[0].shape[0]
    for i in op.schema.tensor_positions:
        if args[i] is not None:
            args[i] = xp.reshape(args[i], (size, 1))
    args[dim] = (1,) if is_list(value) or value is None and "[]" in op.params[dim].type.replace("[1]", "[]") else 1
    outs = call(xp, op, args)
    return tuple(xp.reshape(o, (size,)) for o in outs) if isinstance(outs, tuple) else xp.reshape(outs, (size,))


def _flattened(xp: Any, op: Any, batch: Batch, dim: int, args: list[Any], ndim: int) -> Any:
    """Reductions to one value per example by way of a flat tensor; results as large as the argument get its shape back."""
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


def whole(name: str, *options: Any) -> Rule:
    """Reductions of everything: op `name` along all dimensions of one example, which are made one first."""

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        x = args[0]
        flat = x if len(x._array.shape) == 2 else xp.reshape(x, (batch.size, math.prod(x._array.shape[1:])))
        return getattr(xp, name)(flat, (1,), *options)

    return rule


def shaped(*places: int, dims: tuple[int, ...] = (), of: int | None = None) -> Rule:
    """Ops that are told a shape: the number of examples goes in front of it, and dimensions (of that shape) move up by one.

    `dims` are the positions of dimension arguments, `places` those of shapes; with `of`, dimensions count in argument `of`.
    """

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args = _all_full(xp, op, batch, args)
        ndim = len(args[places[0]]) if of is None else len(args[of].shape) - 1
        for i in places:
            args[i] = (batch.size, *args[i])
        for i in dims:
            args[i] = tuple(wrapped(d, ndim) + 1 for d in args[i]) if is_list(args[i]) else wrapped(args[i], ndim) + 1
        return call(xp, op, args)

    return rule


def moved(*dims: int, extra: int = 0, scalars: bool = True) -> Rule:
    """Ops of one tensor that name dimensions, of the argument or (`extra`) of a result with so many more.

    Without `scalars`, the op refuses tensors without dimensions.
    """

    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args = list(args)
        ndim = len(args[0].shape) - 1 + extra
        if not (scalars or ndim):
            call(xp, op, [_first(xp, args[0]), *args[1:]])  # refuses, in its own words
        for i in dims:
            args[i] = tuple(wrapped(d, ndim) + 1 for d in args[i]) if is_list(args[i]) else wrapped(args[i], ndim) + 1
        return call(xp, op, args)

    return rule


def folded(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """Ops that have a batch dimension of their own, the first: the examples join it."""
    args = _all_full(xp, op, batch, args)
    count = args[0].shape[1]
    for i in op.schema.tensor_positions:
        if args[i] is not None:
            args[i] = fold(xp, args[i])
    outs = call(xp, op, args)
    if isinstance(outs, tuple):
        return tuple(unfold(xp, o, batch.size, count) for o in outs)
    return unfold(xp, outs, batch.size, count)


def fold(xp: Any, x: Any) -> Any:
    """The first two dimensions made one."""
    shape = x.shape
    return xp.reshape(x, (shape[0] * shape[1], *shape[2:]))


def unfold(xp: Any, x: Any, size: int, count: int) -> Any:
    """The first dimension made two again."""
    return xp.reshape(x, (size, count, *x.shape[1:]))


def rows(xp: Any, index: Any, count: int) -> Any:
    """Indices per example into tables of `count` rows, made indices into all the tables one below the other."""
    size, rank = index.shape[0], len(index.shape)
    return index + xp.reshape(xp.positions(size) * count, (size, *(1,) * (rank - 1)))
