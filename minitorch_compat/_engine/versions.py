"""The versions of gradients: how often PyTorch would have written into what backward hands on."""
from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from .._array.pending import conj_view
from .._array.strided import lies_alike, storage_of


class Written:
    """Of one backward: the arrays into which PyTorch would have written, and how often.

    A node that hands its gradient on, or a view of it, hands on the version counter, too.  Formulas here return new arrays; which of
    them stand for written ones `_ops/written.py` says, and the sums of several gradients.
    """

    __slots__ = ("conjugates", "counts")

    def __init__(self) -> None:
        self.counts: dict[int, tuple[Any, int, bool, Any]] = {}
        self.conjugates: dict[int, Any] | None = None

    def note(self, g: Any, writes: int) -> None:
        """Note the writes into `g`, or into that of which it is a view."""
        if g.__class__ is np.ndarray:
            owner = storage_of(g)
            self.counts[id(owner)] = weakref.ref(owner), writes, 0 in g.strides, weakref.ref(g)

    def recall(self, g: Any, leaf: Any) -> int | None:
        """The writes into `g`, None where nothing is known; a `leaf` that accumulates has what is laid out otherwise copied."""
        if g.__class__ is not np.ndarray:
            return None
        owner = storage_of(g)
        found = self.counts.get(id(owner))
        if found is None or found[0]() is not owner:
            return None
        # What was noted as repeated has memory of its own in PyTorch; what has become so since has not.
        return found[1] if leaf is None or (found[2] if 0 in g.strides else lies_alike(g, leaf._array)) else None

    def version_of(self, g: Any) -> int | None:
        """The version of `g` as it is answered with."""
        writes = self.recall(g, None)
        return ~writes if writes is not None and writes < 0 else writes

    def is_own(self, g: Any) -> bool:
        """Whether `g` itself was noted: PyTorch has it in memory of its own, even where it is a view here."""
        found = self.counts.get(id(storage_of(g)))
        return found is not None and found[3]() is g and found[1] is not False and found[1] >= 0

    def note_conjugate(self, g: Any) -> None:
        """Note that in PyTorch `g` is still to be conjugated when it is read."""
        if g.__class__ is np.ndarray:
            owner = storage_of(g)
            self.conjugates = self.conjugates or {}
            self.conjugates[id(owner)] = weakref.ref(owner)

    def as_conjugate(self, g: Any) -> Any:
        """`g`, to be conjugated on reading if it is so in PyTorch: nodes hand that on, too, as long as they hand on the memory."""
        if self.conjugates is None or g.__class__ is not np.ndarray or g.dtype.kind != "c":
            return g
        owner = storage_of(g)
        found = self.conjugates.get(id(owner))
        return g if found is None or found() is not owner else conj_view(np.conj(g))

    def is_repeated(self, g: Any) -> bool:
        """Whether `g` repeats elements of what was written into, and is no stand-in for what PyTorch keeps without repeating anything."""
        owner = storage_of(g)
        found = self.counts.get(id(owner))
        return found is not None and found[0]() is owner and not found[2]


#: What numpy makes of sums of arrays without dimensions.
_SCALARS = frozenset({np.float32, np.float64, np.float16, np.complex64, np.complex128})


def own_memory(task: Any, leaf: Any, g: Any, added: int, writes: int | None) -> Any:
    """The gradient that `grad` answers with, of a leaf: in memory of its own where PyTorch has computed it; notes its version."""
    if added:
        writes = added - 1 if g.__class__ is np.ndarray or g.__class__ in _SCALARS else None
    elif (g.__class__ is np.ndarray and writes is not None and g.ndim and min(g.strides) <= 0
          and not (task.memory is not None and task.memory.is_repeated(g))):
        g = g.copy()
    if writes is not None and writes < 0:
        writes = ~writes
    if writes:
        task.written = task.written or {}
        task.written[id(leaf), 0] = writes
    return g


def note_arrived(task: Any, entry: list[Any]) -> None:
    """Remember of a backward what PyTorch would have written into what waits in `entry`, summed or not."""
    if entry[2] > 1:
        task.note_added(entry)
    elif not entry[2] and entry[3]:
        if not task.space.differentiable:
            entry[1] = task.note(entry[1], entry[3])
        elif entry[1]._counter is None:
            entry[1]._counter = [entry[3] if entry[3] > 0 else ~entry[3]]
