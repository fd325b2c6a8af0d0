"""Uniform numbers for variates that take as many as they need.

Which number is a variate's first depends on how many those before it took, so such variates are made one after the other. What can be
done for all at once is done so: the numbers are drawn in bulk, yet never one that is not certain to be used, since the stream has to
stand where PyTorch's stands.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .mt19937 import Stream

Array = np.ndarray[Any, np.dtype[Any]]
Prepare = Callable[[Array], tuple[list[Any], ...]]


class Feed:
    """Numbers ahead, as Python's, and what `prepare` makes of them: lists of the same length."""

    __slots__ = ("_after", "_prepare", "_rest", "_stream", "lists")

    def __init__(self, stream: Stream, least: Array, prepare: Prepare, rest: Array | None = None) -> None:
        """`least`: how many numbers each variate takes at least; `rest`: numbers that have been drawn for the first, but do not suffice."""
        self._stream, self._prepare = stream, prepare
        self._after = np.append(np.cumsum(least[::-1], dtype=np.int64)[::-1], 0)
        self._rest: Array = np.empty(0) if rest is None else rest
        self.lists = prepare(self._rest)

    def more(self, variate: int, at: int, wanted: int) -> tuple[list[Any], ...]:
        """The lists from place `at` on, long enough for a variate that is certain to take `wanted` numbers from there."""
        left = self._rest[at:]
        fresh = self._stream.doubles(wanted - left.size + int(self._after[variate + 1]))
        self._rest = np.concatenate([left, fresh]) if left.size else fresh
        self.lists = self._prepare(self._rest)
        return self.lists
