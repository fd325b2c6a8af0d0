"""Every test draws the same numbers in every run: like PyTorch, the package starts each process from a seed of its own."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

torch.manual_seed(0)  # for what test modules draw when they are imported


@pytest.fixture(autouse=True)
def seeded_anew() -> None:
    torch.manual_seed(0)
