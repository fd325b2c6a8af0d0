"""Reductions and sorts of arrays that are not row-major; the expected results are PyTorch's."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

#: Strides (4, 12, 1) for a shape of (3, 2, 4).
X = torch.arange(24.0).reshape(2, 3, 4).permute(1, 0, 2)


@pytest.mark.parametrize("name", ["sum", "mean", "amax", "amin", "prod", "std", "var", "all", "any", "nansum", "logsumexp", "norm"])
@pytest.mark.parametrize(("dim", "dropped", "kept"), [(-1, (2, 1), (2, 1, 1)), (0, (4, 1), (8, 4, 1)), (1, (4, 1), (4, 4, 1))])
def test_reductions_answer_row_by_row(name: str, dim: int, dropped: tuple[int, ...], kept: tuple[int, ...]) -> None:
    function = torch.linalg.vector_norm if name == "norm" else getattr(torch, name)
    assert function(X, dim=dim).stride() == dropped
    assert function(X, dim=dim, keepdim=True).stride() == kept


def test_medians_answer_row_by_row() -> None:
    values, indices = X.median(-1)
    assert (values.stride(), indices.stride()) == ((2, 1), (2, 1))


def test_sorts_answer_as_their_input_lies() -> None:
    values, indices = X.sort(1)
    assert (values.stride(), indices.stride()) == (X.stride(), X.stride())
