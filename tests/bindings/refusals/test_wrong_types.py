"""One argument of a wrong type: PyTorch's exception and message, with nothing written; or its result."""
from __future__ import annotations

import json
from typing import Any

import pytest

import minitorch_compat as torch
from tests.bindings.refusals.wrong_type_cases import CALLS, REFERENCE, outcome

EXPECTED: dict[str, Any] = json.loads(REFERENCE.read_text())


@pytest.mark.parametrize("name", CALLS)
def test_calls(name: str) -> None:
    found = outcome(torch, CALLS[name])
    assert [str(part).replace("minitorch_compat.", "torch.") for part in found] == [str(part) for part in EXPECTED[name]]
