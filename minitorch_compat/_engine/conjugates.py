"""Gradients that PyTorch leaves to their reader to conjugate."""
from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from .._array.core.conjugate import conj_view
from .._array.shape.strided import storage_of


class LazyConjugates:
    """Of one backward: the arrays, computed here, that in PyTorch are still to be conjugated when they are read.

    Nodes that hand such a gradient on, or a view of it, hand that on, too.
    """

    __slots__ = ("blocks",)

    def __init__(self) -> None:
        self.blocks: dict[int, Any] = {}

    def note(self, g: Any) -> None:
        """Note that `g` is one of them."""
        if g.__class__ is np.ndarray:
            block = storage_of(g)
            self.blocks[id(block)] = weakref.ref(block)

    def restored(self, g: Any) -> Any:
        """`g`, to be conjugated on reading if it is so in PyTorch."""
        if g.__class__ is not np.ndarray or g.dtype.kind != "c":
            return g
        block = storage_of(g)
        found = self.blocks.get(id(block))
        return g if found is None or found() is not block else conj_view(np.conj(g))
