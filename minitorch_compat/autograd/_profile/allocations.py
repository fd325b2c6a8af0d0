"""Memory of results, for `profile_memory`: which calls allocate it and when it is freed.

Only memory held by tensors is counted: temporaries inside kernels, gradients on their way through backward, and tensors older than
the profile are not.
"""
from __future__ import annotations

import threading
import weakref
from functools import partial
from time import perf_counter_ns
from typing import Any

import numpy as np

from ..._dispatch.tensor import TensorBase


class Allocations:
    """The allocations seen by one recorder, in the thread that creates it."""

    def __init__(self, recorder: Any) -> None:
        self.recorder = recorder
        self.thread = threading.get_ident()
        self.live_blocks: dict[int, weakref.ref[Any]] = {}  # keyed by the id of the array that owns the memory
        self.records: list[tuple[int, int, int]] = []  # (time, bytes, address)

    def note(self, span: Any, out: Any, args: tuple[Any, ...]) -> None:
        """Record the memory of `out`, the result of call `span`, unless it is recorded already."""
        for array in _new_arrays(out, args):
            owner = array
            while isinstance(owner.base, np.ndarray):
                owner = owner.base
            key, size, address = id(owner), array.nbytes, array.__array_interface__["data"][0]
            if key not in self.live_blocks and size:
                self.live_blocks[key] = weakref.ref(owner, partial(self._on_freed, key, size, address))
                self.records.append((perf_counter_ns(), size, address))
                span.memory.append(size)

    def _on_freed(self, key: int, size: int, address: int, _: Any) -> None:
        """Record freed memory, in the open call or as an event of its own."""
        del self.live_blocks[key]
        if self.recorder.is_active and threading.get_ident() == self.thread:
            self.recorder.record_freed(size)
            self.records.append((perf_counter_ns(), -size, address))


def _has_values(value: Any) -> bool:
    return isinstance(value, TensorBase) and value._array.__class__ is np.ndarray


def _new_arrays(out: Any, args: tuple[Any, ...]) -> list[Any]:
    """The arrays of results that are not views of arguments."""
    results = [t._array for t in (out if isinstance(out, (tuple, list)) else (out,)) if _has_values(t)]
    argument_arrays = [a._array for a in args if _has_values(a)]
    return [r for r in results if not any(np.may_share_memory(r, g) for g in argument_arrays)]
