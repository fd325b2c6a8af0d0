"""In-place calls of what is made of several ops, which run on a copy that their nodes may save."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._ops.op import ENTRY, Op
from ..call import caller as _call
from ..state import ACTIVE, LOCAL, PLAIN
from ..tensor import wrap_as
from .inplace import check_overlap, check_writable, inplace, rebase, recorded, store
from .recording import edge_of


def recorded_by_parts(op: Op, mask: int, args: tuple[Any, ...]) -> Any:
    """An in-place call of an op that is made of others: they run on a copy, which nodes may save, and `x` gets the result."""
    x = args[0]
    return _replaced(op, mask, x, _call.caller(op.name)(snapshot(x), *args[1:]))


def _replaced(op: Op, mask: int, x: Any, result: Any) -> Any:
    """`x` with the values and the history of `result`, which `op` made."""
    if x._view is not None:
        # The base must see it by one node: that of the last op knows nothing of the ops before it.
        return recorded(ENTRY.copy, 2 if result.requires_grad else mask, (x, result))
    check_overlap(x._array, ())
    store(x, result._array, op)
    if result._grad_fn is not None:
        rebase(x, result._grad_fn, result._output_nr)
    return x


def compose_in_place(x: Any, function: Callable[[Any], Any], check: Callable[[Any], None]) -> Any:
    """`x = function(x)`, in `x`'s memory, of a composition that saves what it is given; `check` looks at its result first."""
    saving = LOCAL.grad and x.__class__ in PLAIN and x._array.__class__ is np.ndarray
    result = function(snapshot(x) if saving else x)
    check(result)
    if not (saving and result.requires_grad) or ACTIVE:
        return inplace(ENTRY.copy, x, result)
    check_writable(x)
    return _replaced(ENTRY.copy, 1, x, result)


def snapshot(x: Any) -> Any:
    """A tensor with the values and the history that `x` has now."""
    edge, slot = edge_of(x)
    out = wrap_as(type(x), x._array.copy(order="K"))
    if x.requires_grad:
        out._grad_fn, out._output_nr, out._requires_grad = edge, slot, True
    return out
