"""Average pooling by a single window: the time is that of a mean, whatever the size of the window."""
from __future__ import annotations

import time

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F


@pytest.mark.parametrize("shape", [(3, 100), (2, 3, 900), (2, 3, 10, 12), (3, 9, 11), (2, 3, 4, 5, 6)])
@pytest.mark.parametrize("divisor", [None, 7])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_one_window(shape: tuple[int, ...], divisor: int | None, dtype: torch.dtype) -> None:
    if len(shape) == 5 and dtype is torch.bfloat16:
        return  # PyTorch has no kernel
    x = torch.randn(shape).to(dtype).requires_grad_()
    dims = 1 if len(shape) == 2 or shape[-1] > 50 else len(shape) - 2 if len(shape) > 3 else 2
    kernel = shape[-dims:]
    options = {} if dims == 1 else {"divisor_override": divisor}
    found = getattr(F, f"avg_pool{dims}d")(x, kernel if dims > 1 else kernel[0], **options)
    count = divisor if dims > 1 and divisor else x[(0,) * (len(shape) - dims)].numel()
    expected = (x.detach().double().sum(tuple(range(-dims, 0)), keepdim=True) / count).to(dtype)
    torch.testing.assert_close(found.detach(), expected)
    g = torch.randn(found.shape).to(dtype)
    (gradient,) = torch.autograd.grad(found, x, g)
    torch.testing.assert_close(gradient, (g / count).expand(shape))
    assert gradient.is_contiguous()


def test_time_of_a_long_window() -> None:
    x = torch.ones(1, 1_000_000)
    start = time.process_time()
    assert F.avg_pool1d(x, 1_000_000).item() == 1.0
    assert time.process_time() - start < 1
