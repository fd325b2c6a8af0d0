"""In-place functions of torch whose methods are written by hand."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..._dispatch.call.caller import caller
from ..._dispatch.graph.inplace import in_place
from ..._dispatch.tensor import TensorBase
from .arguments import MISSING
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_renormalise = in_place("embedding_renorm")


def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: int | float | complex | bool = 1,
           alpha: int | float | complex | bool = 1) -> Tensor:
    """`input.addmv_(mat, vec)`."""
    return input.copy_(input.addmv(mat, vec, beta=beta, alpha=alpha))


def embedding_renorm_(input: Tensor, indices: Tensor, max_norm: float, norm_type: float) -> Tensor:
    """Bring the rows of the matrix `input` that `indices` names down to norm `max_norm`, those that are longer, in place."""
    return _renormalise(input, indices, float(max_norm), float(norm_type))


def clamp_(input: Tensor, min: Tensor | int | float | complex | bool | None = None,
           max: Tensor | int | float | complex | bool | None = None) -> Tensor:
    """`input.clamp_(min, max)`."""
    return input.clamp_(min, max)


def clamp_max_(input: Tensor, max: Tensor | int | float | complex | bool) -> Tensor:
    """`input.clamp_max_(max)`."""
    return input.clamp_max_(max)


def clamp_min_(input: Tensor, min: Tensor | int | float | complex | bool) -> Tensor:
    """`input.clamp_min_(min)`."""
    return input.clamp_min_(min)


def clip_(input: Tensor, min: Tensor | int | float | complex | bool | None = None,
          max: Tensor | int | float | complex | bool | None = None) -> Tensor:
    """`input.clip_(min, max)`."""
    return input.clamp_(min, max)


@shown_as("input, *, decimals=0")
def round_(input: Tensor, *, decimals: int = MISSING) -> Tensor:
    """`input.round_(decimals=decimals)`."""
    return input.round_() if decimals is MISSING else input.round_(decimals=decimals)


def detach(input: Tensor) -> Tensor:
    """The same values without history."""
    return input.detach()


def detach_(input: Tensor) -> Tensor:
    """Forget the history of `input`, in place."""
    return input.detach_()


def fill(input: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
    """A copy of `input` with every element set to `value`."""
    return caller("fill_tensor" if isinstance(value, TensorBase) else "fill_value")(input, value)


def fill_(input: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
    """Set every element to `value`."""
    return input.fill_(value)


def index_put_(input: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
    """`input.index_put_(indices, values)`."""
    return input.index_put_(indices, values, accumulate)


def zero_(input: Tensor) -> Tensor:
    """Set every element to 0."""
    return input.zero_()


__all__ = ["addmv_", "clamp_", "clamp_max_", "clamp_min_", "clip_", "detach", "detach_", "embedding_renorm_", "fill", "fill_", "index_put_",
           "round_", "zero_"]
