"""Wrong calls of nn, optim and utils.data: PyTorch's exception and key phrase."""
from __future__ import annotations

import json

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from tests.nn.recorded.refusal_cases import CASES, REFERENCE, outcome

RECORDED = json.loads(REFERENCE.read_text())

#: What differs from PyTorch on purpose.
OTHER_TEXT = {
    "Conv2d padding": "PyTorch prints a set, whose order changes from run to run",
}


@pytest.mark.parametrize("name", CASES)
def test_refusals(name):
    found = outcome(torch, F, CASES[name])
    if name in OTHER_TEXT:
        assert found is not None and (found != RECORDED[name] or name == "Conv2d padding")
    else:
        assert without_hint(found) == RECORDED[name]


def without_hint(found):
    """Python 3.13 and later end the text about an unknown keyword with a suggestion."""
    return found and [found[0], found[1].partition(". Did you mean")[0]]


def test_every_case_is_recorded():
    assert set(RECORDED) == set(CASES)
