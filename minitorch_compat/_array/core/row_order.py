"""Registry of arrays that are not row-major although their tensors are not views."""
from __future__ import annotations

import weakref
from functools import lru_cache, partial
from typing import Any

import numpy as np

#: Results that are neither row-major nor views: id -> weak reference, whose callback removes the entry.
PERMUTED: dict[int, Any] = {}


def note_layout(array: Any) -> None:
    """Register an array that is not a view of another tensor's, if it is not row-major."""
    if array.__class__ is np.ndarray and (not array.flags.c_contiguous or 1 in array.shape and not has_row_major_strides(array)):
        key = id(array)
        if key not in PERMUTED:  # both kernels and calls register their results
            PERMUTED[key] = weakref.ref(array, partial(PERMUTED.pop, key))


def has_row_major_strides(array: Any) -> bool:
    """Whether the strides are those of a new contiguous array, in dimensions of size 1 as well."""
    return bool(array.strides == _row_major_strides(array.shape, array.itemsize))


@lru_cache(maxsize=256)
def _row_major_strides(shape: tuple[int, ...], step: int) -> tuple[int, ...]:
    strides = []
    for n in reversed(shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))
