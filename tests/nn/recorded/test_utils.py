"""nn.utils and optim.swa_utils: PyTorch's results for the same session."""
from __future__ import annotations

import json

import pytest

import minitorch_compat as torch
from tests.nn.recorded.utils_cases import CASES, REFERENCE, session

RECORDED = json.loads(REFERENCE.read_text())


def assert_same(found, expected, where):
    if isinstance(expected, dict):
        assert list(found) == list(expected), where
        for key, value in expected.items():
            assert_same(found[key], value, f"{where}/{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for i, value in enumerate(expected):
            assert_same(found[i], value, f"{where}/{i}")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-5, abs=1e-6), where
    else:
        assert found == expected, where


@pytest.mark.parametrize("name", CASES)
def test_session(name):
    assert_same(session(torch, CASES[name]), RECORDED[name], name)


def test_every_session_is_recorded():
    assert set(RECORDED) == set(CASES)
