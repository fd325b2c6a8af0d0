"""Which arrays do not lie in row-major order, though nothing about their tensors tells so."""
from __future__ import annotations

import weakref
from functools import partial
from typing import Any

import numpy as np

#: Arrays of results that are neither row-major nor views: id -> weak reference, which takes itself out.
PERMUTED: dict[int, Any] = {}


def note_layout(array: Any) -> None:
    """Remember an array that is no view of another tensor's, if it is not row-major."""
    if array.__class__ is np.ndarray and (not array.flags.c_contiguous or 1 in array.shape and not in_order(array)):
        PERMUTED[id(array)] = weakref.ref(array, partial(PERMUTED.pop, id(array)))


def in_order(array: Any) -> bool:
    """Whether the strides are those of a new array, along dimensions of size 1 as well."""
    step = array.itemsize
    for n, stride in zip(reversed(array.shape), reversed(array.strides)):
        if stride != step:
            return False
        step *= n
    return True
