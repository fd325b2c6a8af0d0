"""`embedding_bag` inside `vmap`, where every example has its own bags, composed of ops that have batching rules."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._array.core import intp
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.levels.lifting import map_values

_embedding, _bmm, _max_dim, _where = (caller(n) for n in ("embedding", "bmm", "max_dim", "where"))


def embedding_bag_in_levels(input: Any, weight: Any, offsets: Any, mode: str, weights: Any, include_last_offset: bool, padding: int | None,
                            by_frequency: bool) -> Any:
    """One row per bag: a 0/1 matrix of bags and indices times the rows, or the maxima where it is 1."""
    if mode == "max" and by_frequency:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    rows = _embedding(weight, input, -1, False)
    if by_frequency:
        divisors = map_values(input, lambda a: _frequencies_per_example(a, input._array.ndim).astype(rows._array.dtype)).unsqueeze(-1)
        rows = rows.detach() + (rows - rows.detach()) / divisors
    if weights is not None:
        rows = rows * weights.unsqueeze(-1)
    if input._array.ndim == 2:  # (bags, 1, indices of the bag)
        is_member = map_values(input, lambda a: np.ones((*a.shape[:-1], 1, a.shape[-1]), bool))
    else:
        is_member = _membership(offsets, input._array.shape[0], include_last_offset).unsqueeze(0)
        rows = rows.unsqueeze(0)
    if padding is not None:
        is_member = is_member & (input != padding).reshape(is_member.shape[0], 1, is_member.shape[2])
    result = _reduce_maxima(rows, is_member) if mode == "max" else _reduce_sums(rows, is_member, mode == "mean")
    return result.squeeze(1) if input._array.ndim == 2 else result.squeeze(0)


def _frequencies_per_example(index: Any, ndim: int) -> Any:
    """`gradient_divisors` of each example's indices; an example is the last `ndim` dimensions."""
    flat = index.reshape(-1, math.prod(index.shape[index.ndim - ndim:]))
    return np.array([gradient_divisors(row, row) for row in flat], np.int64).reshape(index.shape)


def gradient_divisors(index: Any, among: Any) -> Any:
    """The divisors of the gradients of the rows at `index`, which are some `among` all. The k-th distinct index gets the count of the k-th
    smallest index, as in PyTorch, not its own count."""
    return intp.bincount(among)[np.sort(among)[intp.searchsorted(intp.unique(among), index)]]


def _membership(offsets: Any, count: int, include_last_offset: bool) -> Any:
    """(bags, indices): whether an index is in a bag."""
    starts = offsets[:-1] if include_last_offset else offsets
    positions = wrap(intp.arange(count))
    reached = positions >= starts.unsqueeze(1)
    return reached & (reached.sum(0) - 1 == wrap(intp.arange(starts._array.shape[0])).unsqueeze(1))


def _reduce_sums(rows: Any, is_member: Any, mean: bool) -> Any:
    membership = is_member.to(rows.dtype)
    total = _bmm(membership, rows)
    return total / membership.sum(-1, keepdim=True).clamp_min(1) if mean else total


def _reduce_maxima(rows: Any, is_member: Any) -> Any:
    """The maxima over each bag, 0 for an empty one."""
    masked_rows = _where(is_member.unsqueeze(-1), rows.unsqueeze(1), -float("inf"))
    return _where(is_member.any(-1, keepdim=True), _max_dim(masked_rows, 2, False)[0], 0.0)
