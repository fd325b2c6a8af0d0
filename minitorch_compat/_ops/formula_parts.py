"""Pieces that formulas of several families are made of."""
from __future__ import annotations

from typing import Any

from .namespace import ARRAYS


def placed(xp: Any, g: Any, indices: Any, shape: Any, dim: int, keepdim: bool) -> Any:
    """What was picked along `dim`, back in its place: in PyTorch with that dimension again before it is scattered."""
    if keepdim or not shape or xp is ARRAYS:
        return xp.place(g, indices, shape, dim, keepdim)
    return xp.place(xp.unsqueeze(g, dim), xp.unsqueeze(indices, dim), shape, dim, True)


def unreduced(xp: Any, g: Any, x: Any, dim: Any, keepdim: bool) -> Any:
    """`g` against the dimensions of `x`, of which some were reduced: with those that are gone, of size 1."""
    n = len(x.shape)
    if not (keepdim or n == 0 or dim is None or dim == ()):
        for d in sorted([d % n for d in ((dim,) if dim.__class__ is int else dim)]):
            g = xp.unsqueeze(g, d)
    return g
