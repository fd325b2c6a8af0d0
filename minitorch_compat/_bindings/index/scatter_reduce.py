"""scatter_reduce, index_reduce and put: functions first, then their methods."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.user_warnings import warn_once
from ..._dispatch.call.caller import later, settle_calls
from ..._dispatch.graph.inplace import check_apart, inplace
from ..._ops.op import OPS
from ..functions.arguments import into, write_out
from ..override.overridable import ask_all, asks
from ..randomness.determinism import alert_not_deterministic

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_scatter_reduce, _index_reduce, _narrow, _put_flat = (later(n) for n in ("scatter_reduce_of", "index_reduce", "narrow", "put_flat"))
settle_calls(globals())


def _fitting(index: Any, src: Any) -> Any:
    """The corner of `src` that the indices are for; all of it where they are for more than there is, which is refused."""
    if any(want > have for have, want in zip(src._array.shape, index._array.shape, strict=False)):
        return src
    for dim, (have, want) in enumerate(zip(src._array.shape, index._array.shape, strict=False)):
        if have > want:
            src = _narrow(src, dim, 0, want)
    return src


def scatter_reduce(input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True,
                   out: Tensor | None = None) -> Tensor:
    """What meets at a position joined by "sum", "prod", "mean", "amax" or "amin", with the value of `input` there or without."""
    if out is not None:
        return write_out(scatter_reduce, out, input, dim, index, src, reduce, include_self=include_self)
    return _scatter_reduce(input, dim, index, _fitting(index, src), reduce, include_self)


def _warn_of_beta() -> None:
    warn_once("index_reduce() is in beta and the API may change at any time.")


def index_reduce(input: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True,
                 out: Tensor | None = None) -> Tensor:
    """`scatter_reduce` of whole slices of `source`, `index` saying where each goes."""
    found = into(out, _index_reduce, input, dim, index, source, reduce, include_self)
    _warn_of_beta()
    return found


def put(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """A copy of `input` with `source` at indices into its elements in order, added there with `accumulate`."""
    if accumulate is False:
        alert_not_deterministic("put_")
    return _put_flat(input, index, source, accumulate)


@ask_all
class ScatteringMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    @asks
    def scatter_reduce(self: Any, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        """A copy with what meets at a position joined; see `torch.scatter_reduce`."""
        return scatter_reduce(self, dim, index, src, reduce, include_self=include_self)

    @asks
    def scatter_reduce_(self: Any, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        """`scatter_reduce`, in place."""
        used = _fitting(index, src)
        if used is not src and src._array.__class__ is np.ndarray is self._array.__class__:
            check_apart(self._array, (src,))  # all of it, not what is used of it
        return inplace(OPS["scatter_reduce_of"], self, dim, index, used, reduce, include_self)

    @asks
    def index_reduce(self: Any, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        """`scatter_reduce` of whole slices; see `torch.index_reduce`."""
        return index_reduce(self, dim, index, source, reduce, include_self=include_self)

    @asks
    def index_reduce_(self: Any, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        """`index_reduce`, in place."""
        out = inplace(OPS["index_reduce"], self, dim, index, source, reduce, include_self)
        _warn_of_beta()
        return out

    @asks
    def put(self: Any, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
        """A copy with `source` at flat indices; see `torch.put`."""
        return put(self, index, source, accumulate)

    @asks
    def put_(self: Any, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
        """`put`, in place."""
        if accumulate is False:
            alert_not_deterministic("put_")
        return inplace(OPS["put_flat"], self, index, source, accumulate)


__all__ = ["index_reduce", "put", "scatter_reduce"]
