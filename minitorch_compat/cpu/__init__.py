"""`torch.cpu`: the only device."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import missing

if TYPE_CHECKING:
    from .._bindings.annotations import Device


def is_available() -> bool:
    """Whether there is a CPU.

    Returns
    -------
    bool
        True.

    References
    ----------
    PyTorch: ``torch.cpu.is_available``.

    Examples
    --------
    >>> torch.cpu.is_available()
    True
    """
    return True


def is_initialized() -> bool:
    """True."""
    return True


def device_count() -> int:
    """How many CPU devices there are.

    Returns
    -------
    int
        1.

    References
    ----------
    PyTorch: ``torch.cpu.device_count``.

    Examples
    --------
    >>> torch.cpu.device_count()
    1
    """
    return 1


def current_device() -> str:
    """The CPU in use.

    Returns
    -------
    str
        ``'cpu'``.

    References
    ----------
    PyTorch: ``torch.cpu.current_device``.

    Examples
    --------
    >>> torch.cpu.current_device()
    'cpu'
    """
    return "cpu"


def set_device(device: Device) -> None:
    """Select the CPU; no effect.

    Parameters
    ----------
    device : device or str
        Ignored.

    References
    ----------
    PyTorch: ``torch.cpu.set_device``.

    Examples
    --------
    >>> torch.cpu.set_device("cpu")
    """


def synchronize(device: Device = None) -> None:
    """Wait for the CPU; no effect.

    Parameters
    ----------
    device : device or str, optional
        Ignored.

    References
    ----------
    PyTorch: ``torch.cpu.synchronize``.

    Examples
    --------
    >>> torch.cpu.synchronize()
    """


class Stream:
    """A placeholder for a stream."""

    def __init__(self, priority: int = -1) -> None:
        pass

    def wait_stream(self, stream: Any) -> None:
        """Do nothing: all work is complete."""

    def record_event(self) -> None:
        """Nothing."""

    def wait_event(self, event: Any) -> None:
        """Nothing."""


class Event:
    """A placeholder for a stream event, which is always complete.

    References
    ----------
    PyTorch: torch.cpu.Event

    Examples
    --------
    >>> torch.cpu.Event().query()
    True
    """

    def query(self) -> bool:
        """Whether the event is complete."""
        return True

    def record(self, stream: Any = None) -> None:
        """Nothing."""

    def synchronize(self) -> None:
        """Nothing."""

    def wait(self, stream: Any = None) -> None:
        """Nothing."""


class StreamContext:
    """A context that selects a stream; does nothing."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc: object) -> None:
        return None


_stream = Stream()


def current_stream(device: Device = None) -> Stream:
    """The current stream, which is the only one.

    Parameters
    ----------
    device : device or str, optional
        Ignored.

    Returns
    -------
    Stream
        The stream.

    References
    ----------
    PyTorch: ``torch.cpu.current_stream``.
    """
    return _stream


def stream(stream: Any) -> StreamContext:
    """Context that selects a stream; no effect.

    Parameters
    ----------
    stream : Stream
        The stream.

    Returns
    -------
    StreamContext
        The context.

    References
    ----------
    PyTorch: ``torch.cpu.stream``.
    """
    return StreamContext(stream)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.cpu", __name__)
