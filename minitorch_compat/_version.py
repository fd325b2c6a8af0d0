"""Versions: this package's, and the one reported to code that reads PyTorch's."""
from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

__version__ = "0.2.0"
#: The release of PyTorch whose behaviour this package follows.
REFERENCE = "2.13.0"


#: Development and pre-releases come before the release, in this order.
_BEFORE_RELEASE = {"dev": -4, "a": -3, "b": -2, "rc": -1}


def _key(text: str) -> tuple[int, ...]:
    """The numbers of a version, without zeros at the end of the release: 2.1.0a0 is before 2.1, which equals 2.1.0."""
    release, *stage = re.split(r"[.\-_]?(dev|rc|a|b)", text.split("+")[0], maxsplit=1)
    numbers = [int(part) for part in re.findall(r"\d+", release)]
    while numbers and not numbers[-1]:
        numbers.pop()
    if stage:
        numbers += [_BEFORE_RELEASE[stage[0]], *map(int, re.findall(r"\d+", stage[1]))]
    return tuple(numbers)


#: What PEP 440 accepts as a version.
_VERSION = (r"(?i)\s*v?(\d+!)?\d+(\.\d+)*([-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?\d*)?(-\d+|[-_.]?(post|rev|r)[-_.]?\d*)?"
            r"([-_.]?dev[-_.]?\d*)?(\+[a-z0-9]+([-_.][a-z0-9]+)*)?\s*")


class TorchVersion(str):
    """A version string that compares with strings and tuples by version number: `torch.__version__ >= (2, 0)`."""

    __slots__ = ()
    __module__ = "minitorch_compat.torch_version"

    def _compare(self, method: str, other: Any) -> Any:
        """Compare by number what is a version on both sides, otherwise as strings are compared."""
        text = ".".join(map(str, other)) if isinstance(other, Iterable) and not isinstance(other, str) else other
        if not isinstance(text, str) or not re.fullmatch(_VERSION, self) or not re.fullmatch(_VERSION, text):
            return getattr(super(), method)(other)
        own_key, other_key = _key(self), _key(text)
        width = max(len(own_key), len(other_key))
        return getattr(own_key + (0,) * (width - len(own_key)), method)(other_key + (0,) * (width - len(other_key)))

    def __lt__(self, other: Any) -> bool:
        return self._compare("__lt__", other)

    def __le__(self, other: Any) -> bool:
        return self._compare("__le__", other)

    def __gt__(self, other: Any) -> bool:
        return self._compare("__gt__", other)

    def __ge__(self, other: Any) -> bool:
        return self._compare("__ge__", other)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) and not isinstance(other, TorchVersion) and "+" in other:
            return str.__eq__(self, other)
        return self._compare("__eq__", other)

    def __hash__(self) -> int:
        return str.__hash__(self)


torch_version = TorchVersion(f"{REFERENCE}+minitorch.{__version__}")
