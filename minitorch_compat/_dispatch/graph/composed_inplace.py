"""In-place calls of compositions, which run on a copy that their nodes may save."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending
from ..._ops.op import ENTRY
from ..call.caller import TENSORS
from ..state import ACTIVE, LOCAL, PLAIN
from ..tensor import wrap_as
from .inplace import check_overlap, check_writable, inplace, rebase, record_inplace, store_result
from .recording import edge_of


def compose_in_place(x: Any, function: Callable[[Any], Any], check: Callable[[Any], None]) -> Any:
    """In place on `x`: `x = function(x)` for a composition that saves its argument; `check` validates the result first."""
    kind, history = x._array.__class__, edge_of(x)[0] if x.requires_grad else None
    saving = LOCAL.grad and x.__class__ in PLAIN and kind in (np.ndarray, Pending)
    # At a level, what is saved is a tensor of the level, with its tangent.
    result = function(TENSORS.clone(x, None) if LOCAL.levels else snapshot(x) if saving else x)
    check(result)
    if not (saving and result.requires_grad) or ACTIVE or kind is Pending:
        return inplace(ENTRY.copy, x, result)
    check_writable(x)
    position = _input_of(result, history)
    if x._view is not None and position is None:
        # The base has to record a single node: the last op's alone does not include the ops before it.
        return record_inplace(ENTRY.copy, 2, (x, result))
    check_overlap(x._array, ())
    store_result(x, result._array, ENTRY.copy)
    rebase(x, result._grad_fn, result._output_nr, position or 0)
    return x


def _input_of(result: Any, history: Any) -> int | None:
    """Which input of the node that made `result` has that history; None if none has it."""
    edges = [] if history is None else result._grad_fn.edges
    return next((i for i, edge in enumerate(edges) if edge is history), None)


def snapshot(x: Any) -> Any:
    """A tensor with the present values and history of `x`."""
    edge, slot = edge_of(x)
    out = wrap_as(type(x), x._array.read() if x._array.__class__ is Pending else x._array.copy(order="K"))
    if x.requires_grad:
        out._grad_fn, out._output_nr, out._requires_grad = edge, slot, True
    return out
