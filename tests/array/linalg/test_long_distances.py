"""Gradients of distances between few long rows, computed for pieces of all pairs, agree with those computed column by column."""
from __future__ import annotations

import math

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.linalg import distance_blocks


def gradients(x, y, p):
    a, b, c = x.clone().requires_grad_(), x.clone().requires_grad_(), y.clone().requires_grad_()
    (torch.pdist(a, p) * torch.arange(6.0, dtype=x.dtype)).sum().backward()
    (torch.cdist(b, c, p) * torch.arange(12.0, dtype=x.dtype).view(4, 3)).sum().backward()
    return [t.grad.numpy() for t in (a, b, c)]


@pytest.mark.parametrize("p", [0.0, 0.5, 1.0, 2.0, 3.5, math.inf])
@pytest.mark.parametrize("width", [5000, 4097])
def test_by_pieces_as_by_columns(p, width, monkeypatch):
    torch.manual_seed(0)
    x, y = torch.randn(4, width, dtype=torch.float64), torch.randn(3, width, dtype=torch.float64)
    x[1, :10], x[3], y[0] = x[0, :10], x[2], x[0]  # equal elements, and equal rows
    assert distance_blocks.has_few_long_rows(x.numpy(), x.numpy()) and distance_blocks.has_few_long_rows(x.numpy(), y.numpy())
    monkeypatch.setattr(distance_blocks, "BLOCK", 1000)
    by_pieces = gradients(x, y, p)
    monkeypatch.setattr(distance_blocks, "has_few_long_rows", lambda a, b: False)
    for ours, expected in zip(by_pieces, gradients(x, y, p), strict=True):
        # Sums of slopes of either sign, which for p < 1 are huge: what they leave is as exact as they are.
        np.testing.assert_allclose(ours, expected, rtol=1e-12, atol=1e-12 + 1e-15 * np.abs(expected).max())
