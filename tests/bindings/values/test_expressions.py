"""Functions composed of others, against values and gradients recorded from PyTorch (`tests/data/recorders/ops/expressions.py`)."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from tests.bindings.values.expressions import CASES, evaluate

RECORDED: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data" / "expressions.json").read_text())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CASES)
def test_values_and_gradients(case: str) -> None:
    found, expected = evaluate(torch, case), RECORDED[case]
    assert [out[:2] for out in found["outs"]] == [out[:2] for out in expected["outs"]]
    for ours, theirs in zip(found["outs"], expected["outs"], strict=True):
        tolerance = 1e-5 if theirs[0] in ("float32", "complex64") else 1e-8
        np.testing.assert_allclose(ours[2], theirs[2], rtol=tolerance, atol=tolerance)
    for ours, theirs in zip(found["grads"], expected["grads"], strict=True):
        assert (ours is None) == (theirs is None)
        if theirs is not None:
            np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-6)
