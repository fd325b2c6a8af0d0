"""Gradients that PyTorch returns with the conjugate bit set."""
from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from ..._array.core.conjugate import conj_view
from ..._array.shape.strided import storage_of


class LazyConjugates:
    """The arrays of one backward that PyTorch holds unconjugated, with the conjugate bit set.

    Nodes that pass such a gradient on, or a view of it, keep that property.
    """

    __slots__ = ("blocks",)

    def __init__(self) -> None:
        self.blocks: dict[int, Any] = {}

    def note(self, g: Any) -> None:
        """Record `g` as one of them."""
        if g.__class__ is np.ndarray:
            block = storage_of(g)
            self.blocks[id(block)] = weakref.ref(block)

    def restore(self, g: Any) -> Any:
        """`g`, as a lazily conjugated view if PyTorch returns one."""
        if g.__class__ is not np.ndarray or g.dtype.kind != "c":
            return g
        block = storage_of(g)
        block_ref = self.blocks.get(id(block))
        return g if block_ref is None or block_ref() is not block else conj_view(np.conj(g))
