"""Typical models, trained for five steps from one seed: the losses are PyTorch's, and so are the parameters afterwards."""
from __future__ import annotations

import json

import pytest

import minitorch_compat as torch
from tests.nn.recorded.model_cases import CASES, REFERENCE, losses

RECORDED = json.loads(REFERENCE.read_text())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CASES)
def test_losses_of_five_steps(name):
    assert losses(torch, CASES[name]) == pytest.approx(RECORDED[name], rel=1e-5, abs=1e-7)


def test_every_model_is_recorded():
    assert set(RECORDED) == set(CASES)
