"""The same seed gives PyTorch's numbers, bit for bit, for everything that draws random numbers, in every dtype (`data/streams.json.xz`)."""
from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

import minitorch_compat as torch
from tests.ops.rounding import last_bits

from .streams import DRAWS, TYPES, digests

RECORDED: dict[str, dict[str, list[str]]] = json.loads(lzma.decompress((Path(__file__).parents[2] / "data/streams.json.xz").read_bytes()))


@last_bits
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", DRAWS)
def test_streams(name: str, dtype: str) -> None:
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
    expected, found = RECORDED[name][dtype], digests(torch, name, dtype)
    refused = [[e.endswith("Error") for e in each] for each in (expected, found)]
    assert refused[0] == refused[1]
    assert [(e, f) for e, f in zip(expected, found, strict=True) if e != f and not e.endswith("Error")] == []


def test_integers_beyond_those_of_bfloat16() -> None:
    torch.manual_seed(1)
    with pytest.warns(UserWarning, match=r"to - 1 is out of bounds \[-\(2\^8\), 2\^8\]"):
        assert torch.randint(0, 1000, (6,), dtype=torch.bfloat16).tolist() == [1, 444, 900, 920, 235, 312]
        assert torch.empty(4, dtype=torch.bfloat16).random_(0, 2**40).tolist() == [180388626432, 897648164864, 871878361088, 457414017024]
