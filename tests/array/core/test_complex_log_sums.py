"""The cumulative logsumexp of many complex numbers, computed in pieces, agrees with the element-by-element computation."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.reduce import softmax


@pytest.mark.parametrize("n", [9, 64, 65, 200, 1025])
@pytest.mark.parametrize("dim", [0, 1])
def test_by_pieces(n: int, dim: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(softmax, "_SEQUENTIAL_LENGTH", 8)
    rng = np.random.default_rng(n)
    x = rng.standard_normal((3, n)) + 1j * rng.uniform(-1, 1, (3, n))
    found = torch.logcumsumexp(torch.tensor(x if dim else x.T), dim).numpy()
    expected = np.add.accumulate(np.exp(x), 1)
    np.testing.assert_allclose(np.exp(found if dim else found.T), expected, rtol=1e-12)
