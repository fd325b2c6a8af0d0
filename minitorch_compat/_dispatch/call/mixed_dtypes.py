"""Calls of two plain tensors of different dtypes that are not recorded: promoted here, without the steps of `general_call`."""
from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..._array.core.conjugate import Unresolved
from ..._array.core.dtypes import Defaults, cast, result_type
from ..._ops.op import Op
from ..graph.views import refresh
from ..state import ACTIVE
from ..wrapping import wrap
from .result_layouts import PERMUTED, resolve_layout

_ndarray = np.ndarray
#: Policies that convert both operands to the result type, or to the default floating dtype.
SIMPLE_POLICIES = frozenset({"common", "compared", "floating"})
#: The dtypes that numpy's kernels compute as PyTorch's do.
_USUAL_TYPES = "?bhilqBfd"


@lru_cache(maxsize=1024)
def _common_dtype(first: Any, first_is_number: bool, second: Any, second_is_number: bool) -> Any:
    """The result type of arrays of these dtypes, either of which may have no dimensions; None for unusual dtypes."""
    if first.char not in _USUAL_TYPES or second.char not in _USUAL_TYPES:
        return None
    return result_type((np.empty((1,) * (not first_is_number), first), np.empty((1,) * (not second_is_number), second)))


def call_of_mixed_dtypes(op: Op, kernel: Any, general: Any, x: Any, y: Any) -> Any:
    """The call of an elementwise op with one of `SIMPLE_POLICIES`; `general` takes what is not simple."""
    a, b = x._array, y._array
    if (ACTIVE or a.__class__ is not _ndarray or b.__class__ is not _ndarray or x._requires_grad and (x._view is None or refresh(x))
            or y._requires_grad and (y._view is None or refresh(y))):
        return general(op, (x, y))
    dtype = _common_dtype(x._dtype, not a.ndim, y._dtype, not b.ndim)
    if dtype is None or dtype.kind in op.refuses:
        return general(op, (x, y))
    if op.promote == "floating" and dtype.kind != "f":
        dtype = Defaults.floating
    try:
        a, b = cast(a, dtype), cast(b, dtype)
        r = kernel(a, b)
    except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
        return general(op, (x, y))
    if PERMUTED or x._view is not None or y._view is not None:
        r = resolve_layout(r, (b, a) if op.iterates_backwards else (a, b))
    return wrap(r)
