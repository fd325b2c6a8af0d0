"""Positional and keyword arguments of `torch.device`, and errors for the others."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch

CPU = torch.device("cpu")
TAKEN: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (("cpu",), {}, "cpu"), ((CPU,), {}, "cpu"), ((), {"type": "cuda", "index": 1}, "cuda:1"), ((), {"device": CPU}, "cpu"),
    ((), {"device": "cpu"}, "cpu"), (("cpu",), {"index": None}, "cpu"), (("cuda",), {"index": np.int64(1)}, "cuda:1")]
COMBINATION = r"device\(\) received an invalid combination of arguments - got \({}\)"
REFUSED: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((), {"type": 1}, COMBINATION.format("type=int, ")), ((), {"type": CPU}, COMBINATION.format("type=torch.device, ")),
    ((), {"index": 0}, COMBINATION.format("index=int, ")), ((None,), {}, COMBINATION.format("NoneType")), ((), {}, COMBINATION.format("")),
    (("cpu", 0, 1), {}, COMBINATION.format("str, int, int")), ((), {"type": 1, "index": 0}, r"argument 'type' must be str, not int"),
    ((1, 0), {}, r"argument 'type' \(position 1\) must be str, not int"), ((CPU, 0), {}, r"argument 'type' \(position 1\) must be str"),
    (("cpu",), {"index": "a"}, "argument 'index' must be int, not str"), (("a", "a"), {}, r"argument 'index' \(position 2\) must be int"),
    (("cpu",), {"idx": 1}, "got an unexpected keyword argument 'idx'"), (("cpu",), {"type": "cpu"}, "multiple values for argument 'type'"),
    ((), {"device": "cpu", "index": 0}, 'missing 1 required positional arguments: "type"')]


@pytest.mark.parametrize(("args", "kwargs", "found"), TAKEN)
def test_taken(args: tuple[Any, ...], kwargs: dict[str, Any], found: str) -> None:
    assert str(torch.device(*args, **kwargs)) == found


@pytest.mark.parametrize(("args", "kwargs", "text"), REFUSED)
def test_refused(args: tuple[Any, ...], kwargs: dict[str, Any], text: str) -> None:
    with pytest.raises(TypeError, match=text):
        torch.device(*args, **kwargs)
