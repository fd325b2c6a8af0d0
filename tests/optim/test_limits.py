"""Which numbers the options of optimizers and schedules accept, and the errors for others, as in PyTorch."""
from __future__ import annotations

import json
from pathlib import Path

import minitorch_compat as torch
from tests.optim.limits import outcomes

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "limits.json").read_text())


def test_limits() -> None:
    found = outcomes(torch)
    assert found.keys() == RECORDED.keys()
    assert {name: (RECORDED[name], found[name]) for name in found if found[name] != RECORDED[name]} == {}
