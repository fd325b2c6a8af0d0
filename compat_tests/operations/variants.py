"""Variants of a sample with other strides and other values, derived by rules on portable values."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..judging.portable import TensorRecord, contiguous_strides, map_tensors

Change = Callable[[TensorRecord], TensorRecord]


def strided(record: TensorRecord) -> TensorRecord:
    """The same elements with gaps in memory."""
    if not record.shape:
        return record
    return replace(record, strides=tuple(2 * s for s in contiguous_strides(record.shape)))


def expanded(record: TensorRecord) -> TensorRecord:
    """The first slice, repeated by a stride of zero."""
    if not record.shape or record.shape[0] < 2:
        return record
    data = np.broadcast_to(record.data[:1], record.shape).copy()
    return replace(record, data=data, strides=(0, *contiguous_strides(record.shape)[1:]))


def zero_d(record: TensorRecord) -> TensorRecord:
    """The first element alone."""
    if not record.data.size:
        return record
    return replace(record, shape=(), strides=(), data=record.data.reshape(-1)[:1].reshape(()).copy())


def empty(record: TensorRecord) -> TensorRecord:
    """No elements along the first dimension."""
    if not record.shape:
        return record
    shape = (0, *record.shape[1:])
    return replace(record, shape=shape, strides=contiguous_strides(shape), data=record.data[:0].copy())


#: Special values that replace the first elements of a sample.
SPECIAL = (float("nan"), float("inf"), float("-inf"), -0.0, 0.0, 1e30, -1e-30)


def nonfinite(record: TensorRecord) -> TensorRecord:
    """NaN, infinities, signed zeros, large and tiny numbers among the elements; integers stay."""
    if record.data.dtype.kind not in "fc" or record.data.size < 2:
        return record
    data = record.data.copy()
    flat = data.reshape(-1)
    count = min(len(SPECIAL), flat.size)
    with np.errstate(over="ignore"):
        flat[:count] = np.array(SPECIAL[:count]).astype(data.dtype)
    return replace(record, data=data)


def cast(dtype: str) -> Change:
    """A change to another dtype of numpy."""
    def change(record: TensorRecord) -> TensorRecord:
        with np.errstate(all="ignore"):
            source = record.data.real if record.data.dtype.kind == "c" and not dtype.startswith("complex") else record.data
            return replace(record, dtype=dtype, data=np.asarray(np.nan_to_num(source)).astype(dtype))
    return change


def apply(change: Change, sample: Any) -> Any:
    """The sample with every tensor changed."""
    return map_tensors(change, sample, TensorRecord)


def apply_first(change: Change, sample: Any) -> Any:
    """The sample with its first tensor changed, the others kept."""
    done = False

    def once(record: TensorRecord) -> TensorRecord:
        nonlocal done
        if done:
            return record
        done = True
        return change(record)

    return map_tensors(once, sample, TensorRecord)


#: The changes of samples, by aspect.
CHANGES: dict[str, Change] = {"strided": strided, "expanded": expanded, "zero_d": zero_d, "empty": empty, "nonfinite": nonfinite}
