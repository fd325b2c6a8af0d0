"""Calls of ops with several results of which the caller returns the first: where nothing is recorded, no tensors are made of the others."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...._array.core.deferred import update_closure_when_imported
from ...._array.core.row_order import note_layout
from ...._ops.op import OPS
from ...state import ACTIVE, LOCAL, PAUSED, PLAIN
from ...wrapping import wrap_plain
from ..caller import caller

_ndarray = np.ndarray
_FLOAT32, _FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


def first_result(name: str) -> Callable[..., Any]:
    """A function that calls op `name` with all positional arguments in schema order, and returns its first result."""
    op = OPS[name]
    kernel: Any = op.kernel
    positions, all_results = op.schema.tensor_positions, caller(name)

    def call(*args: Any) -> Any:
        if ACTIVE:
            return all_results(*args)[0]
        values = list(args)
        for i in positions:
            t = args[i]
            if t is not None:
                if t.__class__ not in PLAIN or t._requires_grad and (not PAUSED or LOCAL.grad) and t.requires_grad:
                    return all_results(*args)[0]
                values[i] = a = t._array
                if a.__class__ is not _ndarray or t._dtype is not _FLOAT32 and t._dtype is not _FLOAT64:
                    return all_results(*args)[0]
        try:
            r = kernel(*values)[0]
        except Exception:
            return all_results(*args)[0]  # for the warnings and errors of an ordinary call
        if not r.flags.c_contiguous or 1 in r.shape:
            note_layout(r)
        return wrap_plain(r)

    return update_closure_when_imported(call, kernel)
