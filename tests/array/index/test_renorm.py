"""`renorm` in half precision: checksums of the bytes recorded from PyTorch."""
from __future__ import annotations

from zlib import crc32

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize(("dtype", "recorded"), [("float16", 1834451963), ("bfloat16", 2377769603)])
def test_factors_are_rounded_once_and_the_result_is_in_order(dtype: str, recorded: int) -> None:
    x = (torch.arange(2400) * 7919 % 10007).reshape(40, 60).to(getattr(torch, dtype)) / 1000
    found = torch.renorm(x.T, 2, 0, 1.5)
    assert found.stride() == (40, 1)
    assert crc32(found.view(torch.int16).numpy().tobytes()) == recorded
