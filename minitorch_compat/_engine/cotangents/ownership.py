"""Ownership of a cotangent's memory, which decides whether a leaf may keep the array as its gradient or has to copy it.

Backward carries one of three states along with every cotangent. A formula is linear in its cotangent, so it returns that cotangent, a
view of it, or fresh memory: the state follows from how an array was made, and no reference counts are needed.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.shape.strided import storage_of

#: Only the receiver refers to the memory.
OWN = 0
#: Other cotangents of the same backward share the memory; when all nodes have run, one receiver may still keep it.
SHARED = 1
#: User code refers to the memory: the caller, a hook, a custom Function, or a returned result.
LENT = 2

_ndarray = np.ndarray


def state_after(gi: Any, g: Any, ownership: int) -> int:
    """The state of `gi`, computed by a formula from the cotangent `g` (or a list of cotangents) with state `ownership`."""
    if gi is g:
        return ownership
    if gi.__class__ is not _ndarray:
        return OWN if isinstance(gi, np.generic) else ownership
    if gi.base is None and g.__class__ is _ndarray:
        return OWN
    block = gi if gi.base is None else storage_of(gi)
    for c in g if isinstance(g, (list, tuple)) else (g,):
        if c is block or c.__class__ is _ndarray and c.base is not None and storage_of(c) is block:
            return ownership
    return OWN


def states_after(grads: Any, g: Any, ownership: int, joint: bool) -> list[int]:
    """The states of a node's gradients, one per input; `joint` formulas may return the same memory twice."""
    if len(grads) == 1:
        return [OWN if grads[0] is None else state_after(grads[0], g, ownership)]
    several = sum([gi is not None for gi in grads]) > 1
    passed = ownership or SHARED if several else ownership
    states = []
    for gi in grads:
        state = OWN if gi is None else state_after(gi, g, passed)
        if state == OWN and several and (joint or getattr(gi, "base", None) is not None):
            state = SHARED
        states.append(state)
    return states


def blocks_of(g: Any) -> list[Any]:
    """The memory blocks of a cotangent, or of the cotangents of a node with several outputs."""
    return [storage_of(c) for c in (g if isinstance(g, (list, tuple)) else (g,)) if c.__class__ is _ndarray]


def resolve_shared(entries: list[list[Any]], lent: list[Any]) -> None:
    """Mark the last of the cotangents that share memory only with each other as owned.

    `entries` (leaf, cotangent, …, state) are about to be accumulated in order, after all nodes have run: those before the last one will
    have been copied by then. `lent` are the blocks that user code has seen since they were shared.
    """
    shared = [entry for entry in entries if entry[3] == SHARED and entry[1].__class__ is _ndarray]
    if not shared:
        return
    taken_blocks = set(map(id, lent))
    for entry in reversed(shared):
        block = id(storage_of(entry[1]))
        if block not in taken_blocks:
            taken_blocks.add(block)
            entry[3] = OWN
