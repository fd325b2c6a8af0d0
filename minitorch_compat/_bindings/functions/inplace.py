"""In-place functions of torch whose methods are written by hand."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import caller
from ..._dispatch.graph.inplace import in_place
from ..._dispatch.tensor import TensorBase
from .arguments import MISSING
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_renormalise = in_place("embedding_renorm")


def addmv_(input: Any, mat: Any, vec: Any, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
    """`input.addmv_(mat, vec)`."""
    return input.copy_(input.addmv(mat, vec, beta=beta, alpha=alpha))


def embedding_renorm_(input: Any, indices: Any, max_norm: float, norm_type: float) -> Tensor:
    """Bring the rows of the matrix `input` that `indices` names down to norm `max_norm`, those that are longer, in place."""
    return _renormalise(input, indices, float(max_norm), float(norm_type))


def clamp_(input: Any, min: Any = None, max: Any = None) -> Tensor:
    """`input.clamp_(min, max)`."""
    return input.clamp_(min, max)


def clamp_max_(input: Any, max: Any) -> Tensor:
    """`input.clamp_max_(max)`."""
    return input.clamp_max_(max)


def clamp_min_(input: Any, min: Any) -> Tensor:
    """`input.clamp_min_(min)`."""
    return input.clamp_min_(min)


def clip_(input: Any, min: Any = None, max: Any = None) -> Tensor:
    """`input.clip_(min, max)`."""
    return input.clamp_(min, max)


@shown_as("input, *, decimals=0")
def round_(input: Any, *, decimals: Any = MISSING) -> Tensor:
    """`input.round_(decimals=decimals)`."""
    return input.round_() if decimals is MISSING else input.round_(decimals=decimals)


def detach(input: Any) -> Tensor:
    """The same values without history."""
    return input.detach()


def detach_(input: Any) -> Tensor:
    """Forget the history of `input`, in place."""
    return input.detach_()


def fill(input: Any, value: Any) -> Tensor:
    """A copy of `input` with every element set to `value`."""
    return caller("fill_tensor" if isinstance(value, TensorBase) else "fill_value")(input, value)


def fill_(input: Any, value: Any) -> Tensor:
    """Set every element to `value`."""
    return input.fill_(value)


def index_put_(input: Any, indices: Any, values: Any, accumulate: bool = False) -> Tensor:
    """`input.index_put_(indices, values)`."""
    return input.index_put_(indices, values, accumulate)


def zero_(input: Any) -> Tensor:
    """Set every element to 0."""
    return input.zero_()


__all__ = ["addmv_", "clamp_", "clamp_max_", "clamp_min_", "clip_", "detach", "detach_", "embedding_renorm_", "fill", "fill_", "index_put_",
           "round_", "zero_"]
