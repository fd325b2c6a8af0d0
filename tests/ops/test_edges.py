"""Calls at the edges of what arguments may be, with the answers that PyTorch gives."""
from __future__ import annotations

import json
from pathlib import Path

import minitorch_compat as torch
from tests.ops.edges import answers

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "edges.json").read_text())


def test_answers() -> None:
    found = json.loads(json.dumps(answers(torch)))
    assert found.keys() == RECORDED.keys() and len(found) > 350
    assert {text: [RECORDED[text], answer] for text, answer in found.items() if answer != RECORDED[text]} == {}
