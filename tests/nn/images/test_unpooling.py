"""Unpooling with a `stride` that differs from the kernel size, or is omitted."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import nn


@pytest.mark.parametrize("n", [1, 2, 3])
def test_stride(n: int) -> None:
    x = torch.randn(1, 2, *(9, 6, 3)[:n])
    for stride, padding in ((1, 0), (2, 1), (None, 0)):
        pool = getattr(nn, f"MaxPool{n}d")(3, stride=stride, padding=padding, return_indices=True)
        layer = getattr(nn, f"MaxUnpool{n}d")(3, stride=stride, padding=padding)
        assert layer.stride == ((3 if stride is None else stride),) * n or layer.stride == (3 if stride is None else stride)
        values, where = pool(x)
        found = layer(values, where, output_size=x.shape[2:]) if stride is not None else layer(values, where)
        expected = torch.zeros(1, 2, found[0, 0].numel()).scatter(2, where.reshape(1, 2, -1), values.reshape(1, 2, -1)).reshape(found.shape)
        assert torch.equal(found, expected)
        assert found.shape[2:] == (x.shape[2:] if stride is not None else tuple(3 * (size // 3) for size in x.shape[2:]))
