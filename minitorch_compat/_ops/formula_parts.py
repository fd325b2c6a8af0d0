"""Parts of formulas that several families share."""
from __future__ import annotations

from typing import Any

from .namespace import ARRAYS


def scatter_reduced(xp: Any, g: Any, indices: Any, shape: Any, dim: int, keepdim: bool) -> Any:
    """Scatter what was picked along `dim` back to its place; PyTorch restores the dimension first."""
    if keepdim or not shape or xp is ARRAYS:
        return xp.scatter_dim(g, indices, shape, dim, keepdim)
    return xp.scatter_dim(xp.unsqueeze(g, dim), xp.unsqueeze(indices, dim), shape, dim, True)


def restore_reduced_dims(xp: Any, g: Any, x: Any, dim: Any, keepdim: bool) -> Any:
    """`g` broadcastable to `x`, some dimensions of which were reduced: removed ones are restored with size 1."""
    n = len(x.shape)
    if not (keepdim or n == 0 or dim is None or dim == ()):
        for d in sorted([d % n for d in ((dim,) if dim.__class__ is int else dim)]):
            g = xp.unsqueeze(g, d)
    return g
