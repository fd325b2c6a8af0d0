"""Annotations for VTune. https://docs.pytorch.org/docs/stable/profiler.html#intel-instrumentation-and-tracing-technology-apis

There is no collector: as in PyTorch without one, annotations have no effect.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def _check_name(msg: str) -> None:
    if not isinstance(msg, str):
        raise TypeError(f"the message of a mark must be str, not {type(msg).__name__}")


def is_available() -> bool:
    """True: annotations are accepted."""
    return True


def range_push(msg: str) -> None:
    """Open a range."""
    _check_name(msg)


def range_pop() -> None:
    """Close the innermost range."""


def mark(msg: str) -> None:
    """Mark an instant."""
    _check_name(msg)


@contextmanager
def range(msg: str, *args: Any, **kwargs: Any) -> Iterator[None]:
    """A range around a block; the message is formatted with the arguments."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()


__all__ = ["is_available", "mark", "range", "range_pop", "range_push"]
