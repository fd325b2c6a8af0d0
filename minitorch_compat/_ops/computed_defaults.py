"""Arguments that were worked out, of which nodes show what the caller said; imported when one is needed."""
from __future__ import annotations

from typing import Any


class WorkedOut(int):
    """A number that stands for what the caller said, which nodes show: nothing, where it is a default, or one counted otherwise."""

    said: Any

    def __new__(cls, value: int, said: Any = None) -> WorkedOut:
        self = super().__new__(cls, value)
        self.said = said
        return self


class Defaults(tuple[int, ...]):
    """Sizes where the caller gave none, as nodes show."""

    __slots__ = ()


#: What a variance is corrected by where nothing is said of it.
NO_CORRECTION = WorkedOut(1)
