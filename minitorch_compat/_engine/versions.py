"""The versions of gradients: how often PyTorch would have written into what backward hands on."""
from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from .._array.strided import lies_alike, storage_of


class Written:
    """Of one backward: the arrays into which PyTorch would have written, and how often.

    A node that hands its gradient on, or a view of it, hands on the version counter, too.  Formulas here return new arrays; which of
    them stand for written ones `_ops/written.py` says, and the sums of several gradients.
    """

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: dict[int, tuple[Any, int, bool]] = {}

    def note(self, g: Any, writes: int) -> None:
        """Note the writes into `g`, or into that of which it is a view."""
        if g.__class__ is np.ndarray:
            owner = storage_of(g)
            self.counts[id(owner)] = weakref.ref(owner), writes, 0 in g.strides

    def recall(self, g: Any, leaf: Any) -> int | None:
        """The writes into `g`, None where nothing is known; a `leaf` that accumulates has what is laid out otherwise copied."""
        if g.__class__ is not np.ndarray:
            return None
        owner = storage_of(g)
        found = self.counts.get(id(owner))
        if found is None or found[0]() is not owner:
            return None
        return found[1] if leaf is None or 0 in g.strides or lies_alike(g, leaf.array) else None

    def is_repeated(self, g: Any) -> bool:
        """Whether `g` repeats elements of what was written into, and is no stand-in for what PyTorch keeps without repeating anything."""
        owner = storage_of(g)
        found = self.counts.get(id(owner))
        return found is not None and found[0]() is owner and not found[2]
