"""Calls of three tensors and nothing else."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core.conjugate import Unresolved
from ..._ops.op import Op
from ..graph.recording import record_fixed
from ..graph.views import refresh
from ..state import ACTIVE, LOCAL, PAUSED, PLAIN
from ..tensor import TensorBase
from ..wrapping import wrap
from .caller import concerned, failed, general_call, letters
from .result_layouts import PERMUTED, layout_overload, settle_layout

_ndarray = np.ndarray
_FLOAT32 = np.dtype(np.float32)
Tensor: Any = TensorBase  # the final class, once `bind` has been called
_blank: Any = TensorBase  # makes an instance of it, with its slots still to be filled


def bind(cls: type[TensorBase], blank: Any) -> None:
    """Take the class that results have."""
    global Tensor, _blank
    Tensor, _blank = cls, blank


def ternary_call(op: Op, kernel: Any = None, otherwise: Any = None) -> Callable[..., Any]:
    """Three tensors and nothing else, of types that the kernel sees to: a linear layer.

    With a `kernel` for arrays of one dtype, float32 or float64, that answers None or raises ValueError for some, `otherwise` is called
    for those, and for everything out of the ordinary.
    """
    kernel = kernel or op.kernel
    refused = letters(op.refuses)
    elementwise = op.elementwise
    laid = op.layouts
    formulas = (sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else 7) * op.is_differentiable

    def call(x: Any, y: Any, z: Any) -> Any:
        if (x.__class__ is not Tensor and x.__class__ not in PLAIN or y.__class__ not in PLAIN or z.__class__ not in PLAIN
                or ACTIVE and (concerned(x) or concerned(y) or concerned(z))):
            return general_call(op, (x, y, z)) if otherwise is None else otherwise(x, y, z)
        dtype = x._dtype
        if otherwise is not None:
            if dtype is not y._dtype or dtype is not z._dtype or dtype is not _FLOAT32 and dtype.char != "d":
                return otherwise(x, y, z)
        elif dtype is not _FLOAT32 and dtype.char in refused:
            return general_call(op, (x, y, z))
        a = x._array
        b = y._array
        c = z._array
        try:
            r = kernel(a, b, c)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return failed(op, (x, y, z), error) if otherwise is None else otherwise(x, y, z)
        if elementwise and (PERMUTED or x._view is not None or y._view is not None or z._view is not None):
            r = settle_layout(r, (a, b, c))
        if r.__class__ is not _ndarray or ACTIVE:
            if r is None and otherwise is not None:
                return otherwise(x, y, z)
            t = wrap(r)
        else:  # `wrap`, written out
            t = _blank()
            t._array = r
            t._dtype = dtype if otherwise is not None else r.dtype
            t._grad_fn = None
            t._requires_grad = False
            t._counter = None
            t._view = None
            t._autograd_meta = None
        if (x._requires_grad or y._requires_grad or z._requires_grad) and formulas and (not PAUSED or LOCAL.grad):
            mask = 1 if x._requires_grad and (x._view is None or refresh(x)) else 0
            if y._requires_grad and (y._view is None or refresh(y)):
                mask += 2
            if z._requires_grad and (z._view is None or refresh(z)):
                mask += 4
            if mask & formulas:
                as_usual = laid is None or x._view is None is y._view and not PERMUTED
                record_fixed(op if as_usual else layout_overload(op, a, b), mask, (x, y, z), [a, b, c], t)
        return t

    return call
