"""Parameters of half precision take PyTorch's steps bit for bit, rounded after each operation (`data/optim_half_precision.json`)."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

import minitorch_compat as torch
from tests.ops.rounding import last_bits

from .half_precision import STEPS, digests

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "optim_half_precision.json").read_text())


@last_bits
@pytest.mark.parametrize(("name", "number"), [(name, i) for name, each in STEPS.items() for i in range(len(each))])
def test_steps(name: str, number: int) -> None:
    pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
    assert digests(torch, name, STEPS[name][number]) == RECORDED[name][number]


def test_parameters_of_both_precisions_in_one_group() -> None:
    """Each takes its own step."""
    half, single = (torch.nn.Parameter(torch.linspace(-1, 1, 64).to(dtype)) for dtype in (torch.float16, torch.float32))
    optimizer = torch.optim.Adam([half, single], lr=0.1)
    for p in (half, single):
        p.grad = torch.ones_like(p)
    optimizer.step()
    torch.testing.assert_close(half.float(), single, atol=2e-3, rtol=0)
    assert optimizer.state[half]["exp_avg"].dtype is torch.float16
