"""Which `out=` PyTorch refuses because it shares memory with an argument.

Most ops walk arguments and result together, and refuse an `out` that shares a part of an argument's memory, not all of it.  Those
that pick or join refuse any that is shared.  Those that read everything before they write do not ask.  As in PyTorch, only tensors
without gaps are looked at.
"""
from __future__ import annotations

from typing import Any

from ..._dispatch.graph.inplace import check_apart
from ..._ops.op import OPS

#: Functions whose op has another name.
_OPS_OF = {"cross": "linalg_cross", "scatter": "scatter_tensor", "scatter_reduce": "scatter_reduce_of"}
#: Those that never take one of their arguments itself, of whatever shape the result is.
NEVER_THE_INPUT = frozenset({"gather", "masked_select", "index_select", "take", "outer", "ger", "stack"})
#: Of these PyTorch copies the first argument into `out` before it reads the others.
_ONLY_THE_FIRST = frozenset({"addmm", "addmv", "addbmm", "baddbmm", "addr"})
_READ_FIRST = frozenset({
    "all", "amax", "amin", "any", "argmax", "argmin", "avg_pool2d", "avg_pool3d", "bmm", "cholesky", "cholesky_inverse",
    "cholesky_solve", "cummax", "cummin", "diag", "diagonal_copy", "dot", "geqrf", "histc", "inverse", "log_softmax", "log_softmax_dim",
    "logsumexp", "lu_solve", "lu_unpack", "matmul", "max_all", "mean", "mean_dim", "min_all", "mm", "mv", "nanmean", "nanquantile",
    "nansum", "narrow_copy", "norm", "ormqr", "prod", "prod_dim", "qr", "quantile", "slice_scatter", "softmax", "softmax_dim",
    "special_ndtr", "std", "std_of", "sum", "sum_dim", "tensordot", "tril", "triu", "var", "var_of", "vdot",
})


def refuse_shared(name: str, outs: Any, args: tuple[Any, ...]) -> None:
    """Refuse an `out` that shares memory with what op `name` reads piece by piece."""
    op = OPS.get(_OPS_OF.get(name, name))
    for position in op.apart if op is not None else ():
        for o in outs:
            check_apart(o._array, args[position:position + 1])


def read_together(name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of which `out` may not share a part."""
    if name in _READ_FIRST or name.endswith("_copy") and name != "index_copy" or name.startswith(("fft_", "linalg_")):
        return ()
    return args[:1] if name in _ONLY_THE_FIRST else args
