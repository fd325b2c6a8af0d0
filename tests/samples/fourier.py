"""Rows of Fourier transforms."""
from __future__ import annotations

from tests.ops.op_row import F, family

row = family("fourier")

X = F((3, 4))

row("fft_c2c", (X, (1,), 0, True), (X, (0, 1), 1, False), (X, (0,), 2, True), base="complex128",
    reference=lambda torch, *args: torch._fft_c2c(*args))
row("fft_r2c", (X, (1,), 0, True), (X, (0, 1), 1, True), (F((5,)), (0,), 2, False), reference=lambda torch, *args: torch._fft_r2c(*args))
row("fft_c2r", (F((2, 3)), (1,), 2, 4), (F((2, 3)), (0, 1), 0, 5), base="complex128", reference=lambda torch, *args: torch._fft_c2r(*args))
row("fft_double_inner", (X, 1, 2), holomorphic=True,
    reference=lambda torch, x, dim, count: x * torch.tensor([1.0] + [2.0] * count + [1.0] * (x.shape[dim] - 1 - count), dtype=x.dtype))
