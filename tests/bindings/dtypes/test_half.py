"""float16 and bfloat16 have PyTorch's bits: where it computes in float32 and rounds once, so does this package."""
from __future__ import annotations

import json
from typing import Any

import pytest

import minitorch_compat as torch
from tests.bindings.dtypes.half_cases import CASES, DTYPES, NUMBERS, REFERENCE, ROUNDED, bits, draw

EXPECTED: dict[str, Any] = json.loads(REFERENCE.read_text())


def test_every_case_is_recorded() -> None:
    assert set(EXPECTED) == {f"{name}/{dtype}/{i}" for name in CASES for dtype in DTYPES for i in range(len(NUMBERS))}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", CASES)
def test_bits(name: str, dtype: str) -> None:
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes", reason="numpy has no bfloat16 without it")
    for i, number in enumerate(NUMBERS):
        kind, found = bits(torch, CASES[name](torch, draw(torch, i, dtype), number))
        expected_kind, expected = EXPECTED[f"{name}/{dtype}/{i}"]
        assert kind == expected_kind
        if name in ROUNDED:
            assert max(abs(f - e) for f, e in zip(found, expected, strict=True)) <= ROUNDED[name]
        else:
            assert found == expected


def test_a_mean_beyond_the_range_of_the_sum() -> None:
    assert torch.ones(100_000, dtype=torch.float16).mean().item() == 1
