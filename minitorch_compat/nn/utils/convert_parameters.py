"""All parameters as one vector, and back."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._torch import Tensor, ops, typename

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """The parameters flattened and joined."""
    return ops.cat([_placed(p).view(-1) for p in parameters])


def _placed(p: Any) -> Any:
    """A parameter, of which is asked first where it lies."""
    p.device  # noqa: B018
    return p


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Make the parameters views of the pieces of the 1-d `vec`, in order.

    Writing to the vector later changes them, therefore. TypeError unless it is a tensor; RuntimeError if it is too short.
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start = 0
    for p in parameters:
        end = start + _placed(p).numel()
        p.data = vec[start:end].view_as(p).data
        start = end
