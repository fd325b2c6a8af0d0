"""`torch.monitor`: windows that end by number and by time, and the handlers called."""
from __future__ import annotations

import gc
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import monitor


@pytest.fixture
def events() -> Iterator[list[Any]]:
    told: list[Any] = []
    handle = monitor.register_event_handler(told.append)
    yield told
    monitor.unregister_event_handler(handle)


def test_a_window_that_is_full(events: list[Any]) -> None:
    stat = monitor.Stat("loss", (monitor.SUM, monitor.COUNT, monitor.MAX, monitor.MIN, monitor.MEAN), timedelta(hours=1000), 2)
    stat.add(1)
    assert stat.count == 1 and not events and stat.get()[monitor.SUM] == 0.0
    stat.add(4)
    stat.add(9)  # beyond what the window takes
    assert stat.count == 0 and {int(k): v for k, v in stat.get().items()} == {4: 5.0, 3: 2.0, 5: 4.0, 6: 1.0, 2: 2.5}
    assert [(e.name, e.data["loss.sum"]) for e in events] == [(monitor.STAT_EVENT, 5.0)]


def test_a_window_that_is_over(events: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(monitor.time, "time", lambda: now[0])
    stat = monitor.Stat("c", [monitor.VALUE, monitor.MEAN], timedelta(seconds=10))
    stat.add(3)
    stat.add(5)
    now[0] = 1011.0
    stat.add(4)
    assert stat.count == 1 and [e.data for e in events] == [{"c.mean": 4.0}]


def test_windows_end_when_a_value_comes(events: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(monitor.time, "time", lambda: now[0])
    stat = monitor.Stat("c", [monitor.SUM, monitor.COUNT], timedelta(seconds=10), 2)
    stat.add(1)
    now[0] = 1011.0
    assert stat.count == 1 and stat.get()[monitor.SUM] == 0 and not events  # nothing has looked at the clock
    stat.add(4)
    stat.add(5)
    assert stat.count == 0 and stat.get()[monitor.SUM] == 9 and [e.data["c.sum"] for e in events] == [1, 9]
    now[0] = 1021.0
    stat.add(2)  # the window is new, and the last one, of which nothing was left, was empty
    assert stat.count == 1 and stat.get() == {monitor.SUM: 0, monitor.COUNT: 0} and len(events) == 2
    del stat
    gc.collect()
    assert events[-1].data == {"c.sum": 2.0, "c.count": 1.0}


def test_aggregations() -> None:
    assert (str(monitor.SUM), repr(monitor.SUM)) == ("Aggregation.SUM", "<Aggregation.SUM: 4>")
    assert int(monitor.SUM) == 4 != monitor.SUM


def test_events(events: list[Any]) -> None:
    event = monitor.Event("n", datetime(2020, 1, 1), {"a": 1.5, "b": 2, "c": "x"})
    monitor.log_event(event)
    assert events == [event] and event.data["b"] == 2
    with pytest.raises(TypeError, match="incompatible constructor arguments"):
        monitor.Event("n", 3, {})  # type: ignore[arg-type]


def test_numbers_for_a_writer() -> None:
    written: list[Any] = []

    class Writer:
        def add_scalar(self, name: str, value: float, walltime: float) -> None:
            written.append((name, value))

    handler = torch.monitor.TensorboardEventHandler(Writer())
    handler(monitor.Event(monitor.STAT_EVENT, datetime(2020, 1, 1), {"loss.sum": 1.0}))
    handler(monitor.Event("another", datetime(2020, 1, 1), {"a": 1.0}))
    assert written == [("loss.sum", 1.0)]
