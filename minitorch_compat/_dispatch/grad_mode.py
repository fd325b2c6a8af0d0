"""Grad mode and similar modes at the level of dispatch; `autograd.grad_mode` has torch's classes."""
from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from .state import ACTIVE, LOCAL, set_recording


def profiled_as_one(name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
    """Run `run()`; an observer sees one aten op `name` ("packet.overload"), whatever it is composed of here."""
    if not ACTIVE or LOCAL.observer is None:
        return run()
    return LOCAL.observer.record_as_one(name, args, run)


def profiled_within(name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
    """Run `run()`; an observer sees its parts nested in the aten op `name`."""
    if not ACTIVE or LOCAL.observer is None:
        return run()
    return LOCAL.observer.record_nested(name, args, run)


class grad_mode:
    """Turn recording on or off inside a `with`; the former mode is restored, also after an exception."""

    __slots__ = ("mode", "previous")

    def __init__(self, mode: bool) -> None:
        self.mode = mode

    def __enter__(self) -> None:
        self.previous = set_recording(self.mode)

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        set_recording(self.previous)
