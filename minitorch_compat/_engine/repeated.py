"""Gradients that are one number repeated without memory, as that of a sum is: numpy computes with them at three times the cost."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.core.execution.block_sizes import block_size

_ndarray = np.ndarray

#: Up to this size the memory of a dense copy costs less than numpy's way through a repeated number.
FEW = block_size(__name__, "FEW", 4096)


def unrepeated(g: Any) -> Any:
    """What to add in place of `g`: a number that is repeated without memory, as in the gradient of a sum, costs a third alone."""
    base = g.base
    return base if base.__class__ is _ndarray and not base.ndim and not any(g.strides) and base.dtype is g.dtype else g


def in_own_memory(g: Any) -> Any:
    """A gradient that is handed out, without the repetition that its formula leaves in it where PyTorch's fills memory."""
    return g.copy() if g.__class__ is _ndarray and g.ndim and min(g.strides) <= 0 else g


def dense(g: Any, saved: Any) -> Any:
    """A repeated number as an array that formulas compute with at a third of the cost, unless that could change their strides."""
    if 0 not in g.strides:
        return g
    for v in saved if saved.__class__ is tuple else (saved,):
        if v.__class__ is _ndarray and not v.flags.c_contiguous:
            return g
    return g.copy()
