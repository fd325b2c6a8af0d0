"""Attention over long sequences takes linear, not quadratic memory."""
from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

import minitorch_compat as torch

LENGTH, WIDTH = 2560, 4
PAIRS = LENGTH * LENGTH * 4  # bytes of all scores


@pytest.mark.parametrize("options", [{}, {"is_causal": True}, {"enable_gqa": True}], ids=str)
@pytest.mark.parametrize("recorded", [False, True])
def test_memory(options: dict[str, Any], recorded: bool) -> None:
    heads = 2 if "enable_gqa" in options else 1, 1, 1
    torch.manual_seed(0)
    q, k, v = (torch.randn(1, count, LENGTH, WIDTH).requires_grad_(recorded) for count in heads)
    attend = torch.nn.functional.scaled_dot_product_attention
    attend(q[:, :, :9], k[:, :, :9], v[:, :, :9], **options)  # what is imported at the first call
    tracemalloc.start()
    try:
        out = attend(q, k, v, **options)
        if recorded:
            out.sum().backward()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < PAIRS * 2 / 3, f"{peak} bytes, where the scores of all pairs of one head have {PAIRS}"
