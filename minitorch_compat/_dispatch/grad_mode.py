"""Grad mode and its relatives, at the level of dispatch; `autograd.grad_mode` dresses them as torch does."""
from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from .state import ACTIVE, LOCAL, set_recording


def as_one(name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
    """`run()`; who watches calls sees one of aten's op `name` ("packet.overload"), whatever it consists of here."""
    if not ACTIVE or LOCAL.observer is None:
        return run()
    return LOCAL.observer.whole(name, args, run)


def within(name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
    """`run()`, whose parts who measures calls sees inside of aten's op `name`."""
    if not ACTIVE or LOCAL.observer is None:
        return run()
    return LOCAL.observer.within(name, args, run)


class grad_mode:
    """Record, or not, inside a `with`; restores what was before, also after an exception."""

    __slots__ = ("mode", "previous")

    def __init__(self, mode: bool) -> None:
        self.mode = mode

    def __enter__(self) -> None:
        self.previous = set_recording(self.mode)

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        set_recording(self.previous)
