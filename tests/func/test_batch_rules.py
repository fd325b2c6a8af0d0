"""Batch rules whose arguments are easy to mix up."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.func import vmap


@pytest.mark.parametrize("func", [
    lambda x: x.norm(), lambda x: torch.linalg.vector_norm(x, 3, dim=0, keepdim=True), lambda x: x.norm(1, dim=-1),
], ids=["all", "order and dim", "last"])
def test_norms(func):
    x = torch.arange(24.0).reshape(2, 3, 4) - 7
    assert torch.allclose(vmap(func)(x), torch.stack([func(row) for row in x]))
