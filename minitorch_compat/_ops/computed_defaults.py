"""Arguments that are computed, for which nodes show what the caller passed; imported when one is needed."""
from __future__ import annotations

from typing import Any


class ComputedDefault(int):
    """A computed number together with what the caller passed, which nodes show: None for a default, or a negative index."""

    passed: Any

    def __new__(cls, value: int, passed: Any = None) -> ComputedDefault:
        self = super().__new__(cls, value)
        self.passed = passed
        return self


class Defaults(tuple[int, ...]):
    """The same for computed sizes, where the caller passed none."""

    __slots__ = ()


#: The correction of a variance if the caller passes none.
NO_CORRECTION = ComputedDefault(1)
