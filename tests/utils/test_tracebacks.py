"""`torch.utils._traceback`, and decorators of `torch.utils._device`."""
from __future__ import annotations

import pickle
import traceback
from collections.abc import Iterator

import pytest

import minitorch_compat as torch
from minitorch_compat.utils._device import set_device
from minitorch_compat.utils._traceback import CapturedTraceback, format_traceback_short, report_compile_source_on_error


def test_lines_of_generated_code_are_shown() -> None:
    source = "def outer():\n    def inner():\n        raise ValueError('here')\n    return inner()\n"
    scope = {"__compile_source__": source}
    exec(source, scope)
    with pytest.raises(ValueError, match="here") as caught, report_compile_source_on_error():
        scope["outer"]()  # type: ignore[operator]
    entries = traceback.extract_tb(caught.value.__traceback__)[-2:]
    assert [(entry.name, entry.lineno, entry.line) for entry in entries] == [
        ("outer", 4, "return inner()"), ("inner", 3, "raise ValueError('here')")]


def test_short_and_captured() -> None:
    try:
        raise ValueError
    except ValueError as error:
        assert "test_short_and_captured" in format_traceback_short(error.__traceback__)
    captured = CapturedTraceback.extract()
    assert captured.summary()[-1].name == "test_short_and_captured" and "test_short_and_captured" in captured.format()[-1]
    assert CapturedTraceback.extract(skip=1).summary()[-1].name != "test_short_and_captured"
    assert CapturedTraceback.format_all([captured, None]) == [captured.format(), None]
    assert pickle.loads(pickle.dumps(captured)).format() == []
    captured.cleanup()
    assert captured.format() == []


def test_generators_on_a_device() -> None:
    @set_device("meta")
    def devices() -> Iterator[str]:
        yield torch.ones(1).device.type
        yield torch.ones(1).device.type

    assert list(devices()) == ["meta", "meta"]
    with pytest.raises(RuntimeError, match="Cannot decorate classes"):
        set_device("meta")(type("Thing", (), {}))
