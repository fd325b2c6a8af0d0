"""`torch.fx._compatibility`: the mark of what stays as it is from one version to the next."""
from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T", bound=Callable[..., object])


def compatibility(is_backward_compatible: bool) -> Callable[[T], T]:
    """A decorator that records a function or class, and changes nothing in it."""
    def mark(fn: T) -> T:
        if is_backward_compatible:
            _BACK_COMPAT_OBJECTS[fn] = None
        _MARKED_WITH_COMPATIBILITY[fn] = None
        return fn

    return mark


_BACK_COMPAT_OBJECTS: dict[Callable[..., object], None] = {}
_MARKED_WITH_COMPATIBILITY: dict[Callable[..., object], None] = {}
