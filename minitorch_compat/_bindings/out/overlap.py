"""Which `out=` PyTorch refuses because it shares memory with an argument.

Most ops read arguments and write the result element by element; they refuse an `out` that partly overlaps an argument.  Those that
gather or join refuse any overlap.  Those that read everything before they write check nothing.  As in PyTorch, only tensors
without gaps are checked.
"""
from __future__ import annotations

from typing import Any

from ..._dispatch.graph.inplace import check_no_overlap
from ..._ops.op import OPS, Op, on_declaration
from .policies import policy_of

#: Functions whose op has another name -> that op, once it is declared.
_OPS_OF_FUNCTIONS: dict[str, Op] = {}
on_declaration(lambda op: _OPS_OF_FUNCTIONS.update({op.function: op} if op.function else {}))


def refuse_shared_memory(name: str, outs: Any, args: tuple[Any, ...]) -> None:
    """Refuse an `out`, the first of several, that shares memory with what op `name` reads piece by piece."""
    op = _OPS_OF_FUNCTIONS.get(name) or OPS.get(name)
    for position in op.may_not_overlap if op is not None else ():
        check_no_overlap(outs[0]._array, args[position:position + 1])


def elementwise_reads(name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments that `out` must not partly overlap."""
    reads = policy_of(name).reads_before_write
    return () if reads == "first" else args[:1] if reads else args
