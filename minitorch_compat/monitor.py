"""`torch.monitor`: counters that report at intervals, and events. https://docs.pytorch.org/docs/stable/monitor.html"""
from __future__ import annotations

import enum
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ._namespace.modules import recorded_getattr

#: The name of the events of a `Stat`.
STAT_EVENT = "torch.monitor.Stat"
_HANDLERS: list[EventHandlerHandle] = []


class Aggregation(enum.Enum):
    """A quantity that a ``Stat`` computes: ``VALUE``, ``MEAN``, ``COUNT``, ``SUM``, ``MAX`` or ``MIN``.

    References
    ----------
    PyTorch: ``torch.monitor.Aggregation``.

    Examples
    --------
    >>> torch.monitor.Aggregation.MEAN.name
    'MEAN'
    """

    VALUE = 0
    MEAN = 2
    COUNT = 3
    SUM = 4
    MAX = 5
    MIN = 6

    def __int__(self) -> int:
        return int(self.value)

    __index__ = __int__


VALUE, MEAN, COUNT, SUM, MAX, MIN = (Aggregation[name] for name in ("VALUE", "MEAN", "COUNT", "SUM", "MAX", "MIN"))


class data_value_t:
    """A value in the data of an event: a str, a float, an int or a bool."""


class Event:
    """Something that happened, passed to handlers.

    Parameters
    ----------
    name : str
        The name of the event.
    timestamp : datetime
        The time of the event.
    data : mapping
        Name -> string, number or bool.

    References
    ----------
    PyTorch: ``torch.monitor.Event``.

    Examples
    --------
    >>> import datetime
    >>> torch.monitor.Event("step", datetime.datetime(2024, 1, 1), {"loss": 0.5}).name
    'step'
    """

    timestamp: Any

    def __init__(self, name: str, timestamp: datetime, data: Mapping[str, Any]) -> None:
        fits = isinstance(name, str) and isinstance(timestamp, datetime) and isinstance(data, Mapping)
        if not fits or not all(isinstance(k, str) and isinstance(v, (str, int, float)) for k, v in data.items()):
            raise TypeError("__init__(): incompatible constructor arguments. The following argument types are supported:\n    "
                            "1. torch._C._monitor.Event(name: str, timestamp: datetime.datetime, data: Mapping[str, data_value_t])")
        self.name, self.timestamp = name, timestamp
        self.data: dict[str, float | Any] = {key: float(value) if isinstance(value, bool) else value for key, value in data.items()}


class EventHandlerHandle:
    """The handle for `unregister_event_handler`."""

    def __init__(self, callback: Callable[[Event], None]) -> None:
        self._callback = callback


def register_event_handler(callback: Callable[[Event], None]) -> EventHandlerHandle:
    """Register a function to be called with each event.

    Parameters
    ----------
    callback : callable
        A function of an ``Event``.

    Returns
    -------
    EventHandlerHandle
        A handle for ``unregister_event_handler``.

    References
    ----------
    PyTorch: ``torch.monitor.register_event_handler``.

    Examples
    --------
    >>> handle = torch.monitor.register_event_handler(lambda event: None)
    >>> torch.monitor.unregister_event_handler(handle)
    """
    _HANDLERS.append(EventHandlerHandle(callback))
    return _HANDLERS[-1]


def unregister_event_handler(handle: EventHandlerHandle) -> None:
    """Remove an event handler.

    Parameters
    ----------
    handle : EventHandlerHandle
        The handle from registration.

    References
    ----------
    PyTorch: ``torch.monitor.unregister_event_handler``.

    Examples
    --------
    >>> handle = torch.monitor.register_event_handler(lambda event: None)
    >>> torch.monitor.unregister_event_handler(handle)
    """
    if handle in _HANDLERS:
        _HANDLERS.remove(handle)


def log_event(event: Event) -> None:
    """Pass an event to all handlers.

    Parameters
    ----------
    event : Event
        The event.

    References
    ----------
    PyTorch: ``torch.monitor.log_event``.

    Examples
    --------
    >>> import datetime
    >>> handle = torch.monitor.register_event_handler(lambda event: print(event.name, event.data["loss"]))
    >>> torch.monitor.log_event(torch.monitor.Event("step", datetime.datetime(2024, 1, 1), {"loss": 0.5}))
    step 0.5
    >>> torch.monitor.unregister_event_handler(handle)
    """
    for handle in tuple(_HANDLERS):
        handle._callback(event)


class Stat:
    """Aggregates numbers over time windows, and logs the results as events.

    Parameters
    ----------
    name : str
        Its name.
    aggregations : sequence of Aggregation
        The aggregations to compute.
    window_size : timedelta
        Length of a window.
    max_samples : int, default sys.maxsize
        The maximum number of values in a window.

    References
    ----------
    PyTorch: ``torch.monitor.Stat``.

    Examples
    --------
    >>> import datetime
    >>> stat = torch.monitor.Stat("loss", [torch.monitor.Aggregation.SUM], datetime.timedelta(hours=1))
    >>> stat.add(2.0)
    >>> stat.add(3.0)
    >>> stat.count
    2
    """

    def __init__(self, name: str, aggregations: Sequence[Aggregation], window_size: timedelta, max_samples: int = sys.maxsize) -> None:
        if not isinstance(window_size, timedelta):
            raise TypeError("__init__(): incompatible constructor arguments. The following argument types are supported:\n    "
                            "1. torch._C._monitor.Stat(name: str, aggregations: Sequence[Aggregation], window_size: datetime.timedelta, "
                            "max_samples: int)")
        self.name = name
        self._kinds, self._max_samples = list(aggregations), max_samples
        self._length, self._lock = window_size.total_seconds(), threading.RLock()
        self._values: list[float] = []
        self._last: list[float] = []
        #: The window that the values belong to, and the last one whose values were logged.
        self._window, self._logged = self._now(), -1

    def __del__(self) -> None:
        if hasattr(self, "_logged") and self._values and not sys.is_finalizing():
            self._log_event()

    @property
    def count(self) -> int:
        """The number of values in the current window.

        Returns
        -------
        int
            The number.

        Examples
        --------
        >>> import datetime
        >>> torch.monitor.Stat("loss", [torch.monitor.Aggregation.SUM], datetime.timedelta(hours=1)).count
        0
        """
        with self._lock:
            return len(self._values)

    def add(self, v: float) -> None:
        """Add a number.

        Parameters
        ----------
        v : float
            The number.

        Examples
        --------
        >>> import datetime
        >>> stat = torch.monitor.Stat("loss", [torch.monitor.Aggregation.SUM], datetime.timedelta(hours=1))
        >>> stat.add(2.0)
        >>> stat.count
        1
        """
        with self._lock:
            self._end_if_over()
            if self._logged != self._now():  # values after a full window has been logged are ignored
                self._values.append(float(v))
                self._end_if_over()

    def get(self) -> dict[Aggregation, float]:
        """Return the aggregates of the last complete window.

        Returns
        -------
        dict
            Aggregation -> value.

        Examples
        --------
        >>> import datetime
        >>> stat = torch.monitor.Stat("loss", [torch.monitor.Aggregation.SUM], datetime.timedelta(hours=1))
        >>> stat.add(2.0)
        >>> stat.get()[torch.monitor.Aggregation.SUM]
        0.0
        """
        with self._lock:
            return self._aggregates()

    def _now(self) -> int:
        return int(time.time() / self._length) if self._length else 0

    def _end_if_over(self) -> None:
        """Log the window if it is over, or full; only `add` notices that."""
        now = self._now()
        if (now != self._window or len(self._values) >= self._max_samples) and self._logged != now:
            self._log_event()
            self._logged, self._window = self._window, now

    def _log_event(self) -> None:
        self._last, self._values = self._values, []
        if self._last and _HANDLERS:
            log_event(Event(STAT_EVENT, datetime.now(), {f"{self.name}.{kind.name.lower()}": v for kind, v in self._aggregates().items()}))

    def _aggregates(self) -> dict[Aggregation, float]:
        return {kind: _aggregate(kind, self._last) for kind in self._kinds if kind is not VALUE}  # PyTorch does not report VALUE


def _aggregate(kind: Aggregation, values: list[float]) -> float:
    if not values:
        return 0.0
    if kind is MEAN:
        return sum(values) / len(values)
    chosen: dict[Aggregation, Callable[[list[float]], float]] = {COUNT: len, SUM: sum, MAX: max, MIN: min}
    return float(chosen[kind](values))


class TensorboardEventHandler:
    """A handler that writes events for TensorBoard.

    Parameters
    ----------
    writer : SummaryWriter
        The summary writer.

    References
    ----------
    PyTorch: ``torch.monitor.TensorboardEventHandler``.
    """

    def __init__(self, writer: Any) -> None:
        self._writer = writer

    def __call__(self, event: Event) -> None:
        """Write an event of a `Stat`; ignore others."""
        if event.name == STAT_EVENT:
            for name, value in event.data.items():
                self._writer.add_scalar(name, value, walltime=event.timestamp.timestamp())


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.monitor")
