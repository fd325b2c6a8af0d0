"""Calls of three tensors and nothing else."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._array.pending import Unresolved
from .._ops.op import Op
from .call import concerned, failed, general_call
from .layouts import PERMUTED, settle_layout
from .record import record_fixed
from .state import ACTIVE, LOCAL, PAUSED, PLAIN
from .views import refresh
from .wrapping import wrap


def ternary_call(op: Op) -> Callable[..., Any]:
    """Three tensors and nothing else, of types that the kernel sees to: a linear layer."""
    kernel: Any = op.kernel
    refused, elementwise = op.refuses, op.elementwise
    formulas = (sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else 7) * op.is_differentiable

    def call(x: Any, y: Any, z: Any) -> Any:
        if x.__class__ not in PLAIN or y.__class__ not in PLAIN or z.__class__ not in PLAIN or ACTIVE and (
                concerned(x) or concerned(y) or concerned(z)):
            return general_call(op, (x, y, z))
        a = x.array
        b = y.array
        c = z.array
        if refused and a.dtype.kind in refused:
            return general_call(op, (x, y, z))
        try:
            r = kernel(a, b, c)
        except (ValueError, Unresolved, RuntimeWarning, OverflowError) as error:
            return failed(op, (x, y, z), error)
        if elementwise and (PERMUTED or x._view is not None):
            r = settle_layout(r, (a, b, c))
        t = wrap(r)
        if (x._requires_grad or y._requires_grad or z._requires_grad) and formulas and (not PAUSED or LOCAL.grad):
            mask = 1 if x._requires_grad and (x._view is None or refresh(x)) else 0
            if y._requires_grad and (y._view is None or refresh(y)):
                mask += 2
            if z._requires_grad and (z._view is None or refresh(z)):
                mask += 4
            if mask & formulas:
                record_fixed(op, mask, (x, y, z), [a, b, c], t)
        return t

    return call
