"""`torch.cpu`: the one device there is."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import missing


def is_available() -> bool:
    """True."""
    return True


def is_initialized() -> bool:
    """True."""
    return True


def device_count() -> int:
    """1."""
    return 1


def current_device() -> str:
    """The string cpu."""
    return "cpu"


def set_device(device: Any) -> None:
    """Nothing."""


def synchronize(device: Any = None) -> None:
    """Nothing: every call has ended when it returns."""


class Stream:
    """Stands where code asks for a stream."""

    def __init__(self, priority: int = -1) -> None:
        pass

    def wait_stream(self, stream: Any) -> None:
        """Nothing."""


class StreamContext:
    """A context that selects a stream: nothing."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc: object) -> None:
        return None


_stream = Stream()


def current_stream(device: Any = None) -> Stream:
    """The one stream."""
    return _stream


def stream(stream: Any) -> StreamContext:
    """A context that selects a stream."""
    return StreamContext(stream)


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.cpu", __name__)
