"""`embedding_bag` inside `vmap`, where every example has its own bags, composed of ops that have batching rules."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._array.core import intp
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.levels.lifting import map_values

_embedding, _bmm, _max_dim, _where = (caller(n) for n in ("embedding", "bmm", "max_dim", "where"))


def bag_in_levels(input: Any, weight: Any, offsets: Any, mode: str, weights: Any, include_last_offset: bool, padding: int | None,
                  by_frequency: bool) -> Any:
    """One row per bag: a 0/1 matrix of bags and indices times the rows, or the maxima where it is 1."""
    if mode == "max" and by_frequency:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    rows = _embedding(weight, input, -1, False)
    if by_frequency:
        uses = map_values(input, lambda a: _uses(a, input._array.ndim).astype(rows._array.dtype)).unsqueeze(-1)
        rows = rows.detach() + (rows - rows.detach()) / uses
    if weights is not None:
        rows = rows * weights.unsqueeze(-1)
    if input._array.ndim == 2:  # (bags, 1, indices of the bag)
        member = map_values(input, lambda a: np.ones((*a.shape[:-1], 1, a.shape[-1]), bool))
    else:
        member = _members(offsets, input._array.shape[0], include_last_offset).unsqueeze(0)
        rows = rows.unsqueeze(0)
    if padding is not None:
        member = member & (input != padding).reshape(member.shape[0], 1, member.shape[2])
    out = _largest(rows, member) if mode == "max" else _sums(rows, member, mode == "mean")
    return out.squeeze(1) if input._array.ndim == 2 else out.squeeze(0)


def _uses(index: Any, ndim: int) -> Any:
    """`frequencies` of each example's indices; an example is the last `ndim` dimensions."""
    flat = index.reshape(-1, math.prod(index.shape[index.ndim - ndim:]))
    return np.array([frequencies(row) for row in flat], np.int64).reshape(index.shape)


def frequencies(index: Any) -> Any:
    """The divisors of the gradients of rows. The k-th distinct index gets the count of the k-th smallest index, as in PyTorch,
    not its own count."""
    ordered = np.sort(index)
    _, rank = intp.unique(index, return_inverse=True)
    return intp.bincount(index)[ordered[rank]]


def _members(offsets: Any, count: int, include_last_offset: bool) -> Any:
    """(bags, indices): whether an index is in a bag."""
    starts = offsets[:-1] if include_last_offset else offsets
    places = wrap(intp.arange(count))
    reached = places >= starts.unsqueeze(1)
    return reached & (reached.sum(0) - 1 == wrap(intp.arange(starts._array.shape[0])).unsqueeze(1))


def _sums(rows: Any, member: Any, mean: bool) -> Any:
    chosen = member.to(rows.dtype)
    total = _bmm(chosen, rows)
    return total / chosen.sum(-1, keepdim=True).clamp_min(1) if mean else total


def _largest(rows: Any, member: Any) -> Any:
    """The maxima over each bag, 0 for an empty one."""
    spread = _where(member.unsqueeze(-1), rows.unsqueeze(1), -float("inf"))
    return _where(member.any(-1, keepdim=True), _max_dim(spread, 2, False)[0], 0.0)
