"""Which `out=` PyTorch refuses because it shares memory with an argument.

Most ops walk arguments and result together, and refuse an `out` that shares a part of an argument's memory, not all of it.  Those
that pick or join refuse any that is shared.  Those that read everything before they write do not ask.  As in PyTorch, only tensors
without gaps are looked at.
"""
from __future__ import annotations

from typing import Any

from ..._dispatch.graph.inplace import check_apart
from ..._ops.op import OPS
from .policies import policy_of

#: Functions whose op has another name.
_OPS_OF = {"cross": "linalg_cross", "scatter": "scatter_tensor", "scatter_reduce": "scatter_reduce_of"}


def refuse_shared(name: str, outs: Any, args: tuple[Any, ...]) -> None:
    """Refuse an `out`, the first of several, that shares memory with what op `name` reads piece by piece."""
    op = OPS.get(_OPS_OF.get(name, name))
    for position in op.apart if op is not None else ():
        check_apart(outs[0]._array, args[position:position + 1])


def read_together(name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of which `out` may not share a part."""
    reads = policy_of(name).reads
    return () if reads == "first" else args[:1] if reads else args
