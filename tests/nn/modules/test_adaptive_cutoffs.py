"""Valid cutoffs of an adaptive softmax."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


def _make_module(*cutoffs: Any) -> Any:
    return torch.nn.AdaptiveLogSoftmaxWithLoss(8, 10, list(cutoffs))


def test_the_last_cluster_may_have_one_class() -> None:
    made = _make_module(1, 9)
    assert made.cutoffs == [1, 9, 10] and made(torch.ones(2, 8), torch.tensor([0, 9])).output.isfinite().all()


@pytest.mark.parametrize("cutoffs", [(10,), (0, 5), (5, 5), (5, 3), (2.5,), (-1, 3)])
def test_refused(cutoffs: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="cutoffs should be a sequence of unique, positive integers sorted in an increasing order"):
        _make_module(*cutoffs)
