"""Which `out=` PyTorch refuses because it shares memory with an argument.

Most ops walk arguments and result together, and refuse an `out` that shares a part of an argument's memory, not all of it.  Those
that pick or join refuse any that is shared.  Those that read everything before they write do not ask.  As in PyTorch, only tensors
without gaps are looked at.
"""
from __future__ import annotations

from typing import Any

from ..._dispatch.graph.inplace import check_apart
from ..._ops.facts import USUAL_OUT, Out
from ..._ops.op import OPS

#: Functions whose op has another name.
_OPS_OF = {"cross": "linalg_cross", "scatter": "scatter_tensor", "scatter_reduce": "scatter_reduce_of"}
#: The same as `out` of an entry, of functions that are no ops.
_OF_FUNCTIONS = {
    **dict.fromkeys((
        "avg_pool2d", "avg_pool3d", "cholesky", "cholesky_inverse", "cholesky_solve", "diag", "geqrf", "inverse", "log_softmax", "lu_solve",
        "lu_unpack", "nanmean", "nanquantile", "norm", "ormqr", "qr", "quantile", "softmax", "special_ndtr", "std", "tensordot", "var",
    ), Out(reads="first")),
    **dict.fromkeys(("bucketize", "isin", "searchsorted"), Out(tracked=False)),
    "linalg_matrix_rank": Out(reads="first", of_out_alone=True), "linear": Out(product=True)}
_READ_FIRST = Out(reads="first")


def policy_of(name: str) -> Out:
    """What is particular about `out=` of a function or op."""
    op = OPS.get(name)
    if op is not None and op.out is not USUAL_OUT:
        return op.out
    found = _OF_FUNCTIONS.get(name)
    return found or (_READ_FIRST if name.startswith(("fft_", "linalg_")) or op is None and name.endswith("_copy") else USUAL_OUT)


def refuse_shared(name: str, outs: Any, args: tuple[Any, ...]) -> None:
    """Refuse an `out` that shares memory with what op `name` reads piece by piece."""
    op = OPS.get(_OPS_OF.get(name, name))
    for position in op.apart if op is not None else ():
        for o in outs:
            check_apart(o._array, args[position:position + 1])


def read_together(name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of which `out` may not share a part."""
    reads = policy_of(name).reads
    return () if reads == "first" else args[:1] if reads else args
