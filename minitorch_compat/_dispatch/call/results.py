"""Results of kernels as tensors."""
from __future__ import annotations

from typing import Any

from ..._ops.op import Op
from ..graph.recording import needs_mask, record
from ..graph.views import mark_view, note_call, note_step
from ..messages import kernel_messages
from ..state import LOCAL
from ..tensor import MULTI_OUTPUT
from ..wrapping import wrap


def wrap_results(op: Op, args: tuple[Any, ...], values: list[Any], result: Any) -> Any:
    """The kernel's results as tensors: views marked, the call recorded. `values` are the kernel's arguments."""
    several = op.schema.is_tuple or op.schema.returns_list
    outs = tuple([wrap(r) for r in result]) if several else (wrap(result),)
    if op.view:
        _mark_views(op, outs, args)
    if op.is_differentiable:
        if (mask := needs_mask(op, args)) and LOCAL.grad and not LOCAL.inference:
            if outs and outs[0]._array.dtype.kind not in "fcV" and any(p.type == "ScalarType?" for p in op.params):
                raise kernel_messages.gradient_of_integers(outs[0]._array.dtype)
            if any(op.vjps[i] is not None for i in range(len(op.vjps)) if mask >> i & 1):
                record(op, mask, args, values, outs)
    return outs if several else outs[0]


def _mark_views(op: Op, outs: tuple[Any, ...], args: tuple[Any, ...]) -> None:
    source = args[0]
    for out in outs:
        mark_view(out, source)
        if not op.strided:
            note_step(out, source, op.name)
        if LOCAL.view_replay and not op.schema.returns_list:
            note_call(out, source, op, args)
        if op.schema.returns_list and LOCAL.grad and out._view is not None:
            out._meta_for_writing().creation = MULTI_OUTPUT
