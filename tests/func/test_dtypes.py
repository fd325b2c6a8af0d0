"""Dtypes inside vmap."""
from __future__ import annotations

import minitorch_compat as torch


def test_result_type_of_batched_tensors():
    def check(x):
        assert torch.result_type(x, torch.ones((), dtype=torch.float64)) is torch.float32
        return x.add(torch.ones((), dtype=torch.uint8), alpha=2)

    assert torch.vmap(check)(torch.zeros(3, 2)).tolist() == [[2.0, 2.0]] * 3
