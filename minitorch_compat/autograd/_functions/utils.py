"""Undo the expansion or reshaping of a gradient."""
from __future__ import annotations

from collections.abc import Sequence

from ..._bindings.tensor.tensor import Tensor

__all__ = ["maybe_unexpand", "maybe_view"]


def maybe_view(tensor: Tensor, size: Sequence[int], check_same_size: bool = True) -> Tensor:
    """`tensor` viewed with shape `size`; returned as is if the shape is equal, unless `check_same_size` is False."""
    if check_same_size and tuple(tensor.shape) == tuple(size):
        return tensor
    return tensor.contiguous().view(size)


def maybe_unexpand(tensor: Tensor, old_size: Sequence[int], check_same_size: bool = True) -> Tensor:
    """Sum `tensor` over the dimensions that are missing in `old_size` (aligned at the right) or differ from it.

    As in PyTorch it is not checked that such a size is 1; the result has size 1 there in any case.
    """
    if check_same_size and tuple(tensor.shape) == tuple(old_size):
        return tensor
    leading = tensor.dim() - len(old_size)
    expanded = [dim for dim, (now, before) in enumerate(zip(tensor.shape[leading:], old_size, strict=False)) if now != before]
    for _ in range(leading):
        tensor = tensor.sum(0)
    return tensor.sum(expanded, keepdim=True) if expanded else tensor
