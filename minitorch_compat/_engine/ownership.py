"""Who else knows the memory of a cotangent: what decides whether a leaf may keep it as its gradient or has to copy it.

Backward carries one of three states beside every cotangent. A formula is linear in its cotangent, so what it answers with is that
cotangent, a view of it, or memory that it has made: the state follows from where an array came from, and nobody counts references.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.shape.strided import storage_of

#: Only the receiver knows the memory.
OWN = 0
#: Other cotangents of the same backward lie in it: when all nodes have run, one of those who received it may still keep it.
SHARED = 1
#: It belongs, or is known, to somebody outside: the caller, a hook, a custom Function, a result that is handed out.
LENT = 2

_ndarray = np.ndarray


def state_after(gi: Any, g: Any, held: int) -> int:
    """The state of `gi`, which a formula has made of the cotangent `g` (a list of several), whose own state is `held`."""
    if gi is g:
        return held
    if gi.__class__ is not _ndarray:
        return OWN if isinstance(gi, np.generic) else held
    if gi.base is None and g.__class__ is _ndarray:
        return OWN
    block = gi if gi.base is None else storage_of(gi)
    for c in g if isinstance(g, (list, tuple)) else (g,):
        if c is block or c.__class__ is _ndarray and c.base is not None and storage_of(c) is block:
            return held
    return OWN


def states_after(grads: Any, g: Any, held: int, joint: bool) -> list[int]:
    """The states of what a node has made of `g` for each of its inputs; formulas that are `joint` may answer with one memory twice."""
    if len(grads) == 1:
        return [OWN if grads[0] is None else state_after(grads[0], g, held)]
    several = sum([gi is not None for gi in grads]) > 1
    passing = held or SHARED if several else held
    states = []
    for gi in grads:
        state = OWN if gi is None else state_after(gi, g, passing)
        if state == OWN and several and (joint or getattr(gi, "base", None) is not None):
            state = SHARED
        states.append(state)
    return states


def blocks_of(g: Any) -> list[Any]:
    """The memory in which a cotangent, or those of a node with several outputs, lie."""
    return [storage_of(c) for c in (g if isinstance(g, (list, tuple)) else (g,)) if c.__class__ is _ndarray]


def resolve_shared(entries: list[list[Any]], lent: list[Any]) -> None:
    """Of the cotangents that share memory with nothing but each other, let the last one be its receiver's own.

    `entries` (leaf, cotangent, …, state) are about to be accumulated in their order, after all nodes have run: those before the last
    have been copied by then. `lent` are the blocks of memory that somebody outside has seen since they were shared.
    """
    shared = [entry for entry in entries if entry[3] == SHARED and entry[1].__class__ is _ndarray]
    if not shared:
        return
    taken = set(map(id, lent))
    for entry in reversed(shared):
        block = id(storage_of(entry[1]))
        if block not in taken:
            taken.add(block)
            entry[3] = OWN
