"""Gradients that are one expanded number, such as that of a sum: numpy computes with them at three times the cost."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.execution.block_sizes import block_size

_ndarray = np.ndarray

#: Up to this size, copying to dense memory costs less than numpy's loops over an expanded number.
MAX_DENSE = block_size(__name__, "MAX_DENSE", 4096)


def scalar_of_expanded(g: Any) -> Any:
    """What to add in place of `g`: an expanded number is added as a 0-d array, which costs a third."""
    base = g.base
    return base if base.__class__ is _ndarray and not base.ndim and not any(g.strides) and base.dtype is g.dtype else g


def copy_if_expanded(g: Any) -> Any:
    """A gradient that is returned to the caller, expanded only where PyTorch's is."""
    return g.copy() if g.__class__ is _ndarray and g.ndim and min(g.strides) <= 0 else g


def densify(g: Any, saved: Any) -> Any:
    """An expanded number as a dense array, which formulas process at a third of the cost, unless that could change strides."""
    if 0 not in g.strides:
        return g
    for v in saved if saved.__class__ is tuple else (saved,):
        if v.__class__ is _ndarray and not v.flags.c_contiguous:
            return g
    return g.copy()
