"""Calls at the limits of their arguments have PyTorch's results."""
from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import minitorch_compat as torch
from tests.ops.edges import answers

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "edges.json").read_text())


#: Whether this numpy holds bfloat16; it needs the extra of that name.
BFLOAT16 = importlib.util.find_spec("ml_dtypes") is not None


def test_answers() -> None:
    found = json.loads(json.dumps(answers(torch)))
    assert found.keys() == RECORDED.keys() and len(found) > 350
    asked = {text: answer for text, answer in found.items() if BFLOAT16 or "bfloat16" not in text}
    assert len(asked) > 330 and {text: [RECORDED[text], answer] for text, answer in asked.items() if answer != RECORDED[text]} == {}
