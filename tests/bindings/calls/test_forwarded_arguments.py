"""Arguments that PyTorch's Python functions pass to native ones are refused with the errors of these; `forwarded.json` lists them."""
from __future__ import annotations

import json
import warnings
from typing import Any

import pytest

import minitorch_compat as torch
from tests.bindings.calls.forwarded_argument_cases import CALLS, REFERENCE, VALUES, outcome

EXPECTED: dict[str, Any] = json.loads(REFERENCE.read_text())
#: The same exception in other words: of several native functions behind one the first is named, and Python's names of foreign types.
OTHER_WORDS = frozenset({"softsign input", "unique return_counts", "Tensor.unique sorted", "sum of dims", "amax of dims", "full value",
                         "split size", "window device"})


@pytest.mark.parametrize("call", CALLS)
def test_calls(call: str) -> None:
    for value in VALUES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = outcome(torch, call, value)
        expected = EXPECTED[call][value]
        assert found.split()[0] == expected.split()[0], value
        assert call in OTHER_WORDS or found == expected, value


def test_python_refuses_before_its_function_looks() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        torch.split(3)
    with pytest.raises(TypeError, match="unexpected keyword argument 'bogus'"):
        torch.nn.functional.dropout(3, bogus=1)


def test_what_fits_passes() -> None:
    x = torch.ones(2, 2)
    assert torch.nn.functional.dropout(x, 0.5, training=False).tolist() == x.tolist()
    assert torch.nn.functional.layer_norm(x, [2], None, None).shape == (2, 2)
    assert x.to(float).dtype is torch.float64 and x.to("cpu", torch.float16, False, True).dtype is torch.float16
    assert x.to(tensor=torch.ones(1, dtype=torch.int32)).dtype is torch.int32
    assert torch.zeros((2, True)).shape == (2, 1) and x.sum((0, True)).item() == 4
