"""Interpolation and pooling of long axes: gradients of both orders, levels, strides."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F

CALLS = {
    "linear up": lambda x: F.interpolate(x, size=333, mode="linear"),
    "linear down": lambda x: F.interpolate(x, size=77, mode="linear", align_corners=True),
    "nearest": lambda x: F.interpolate(x, scale_factor=1.7),
    "area": lambda x: F.interpolate(x, size=41, mode="area"),
    "pool": lambda x: F.adaptive_avg_pool1d(x, 301),
    "cubic": lambda x: F.interpolate(x[:, None], size=(2, 288), mode="bicubic"),
    "smooth": lambda x: F.interpolate(x[:, None], size=(3, 21), mode="bicubic", antialias=True),
}


def signal(*shape: int) -> torch.Tensor:
    return torch.from_numpy(np.random.default_rng(3).standard_normal(shape))


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("rows", [1, 40])
def test_derivatives(name: str, rows: int) -> None:
    x = signal(1, rows, 190).requires_grad_()
    assert torch.autograd.gradcheck(CALLS[name], x, fast_mode=True, check_forward_ad=True, check_batched_grad=True)
    assert torch.autograd.gradgradcheck(lambda z: CALLS[name](z).pow(2), x, fast_mode=True)


@pytest.mark.parametrize("name", CALLS)
def test_levels(name: str) -> None:
    x = signal(3, 1, 2, 190)
    each = torch.stack([CALLS[name](row) for row in x])
    torch.testing.assert_close(torch.vmap(CALLS[name])(x), each)
    torch.testing.assert_close(torch.func.jvp(CALLS[name], (x[0],), (x[1],))[1], each[1])


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_rounded_once(name: str, dtype: torch.dtype) -> None:
    x = signal(2, 3, 190).to(dtype)
    if name == "smooth":
        with pytest.raises(NotImplementedError, match='"compute_index_ranges_weights" not implemented for'):
            CALLS[name](x)
    else:
        assert torch.equal(CALLS[name](x), CALLS[name](x.float()).to(dtype))


@pytest.mark.parametrize("name", CALLS)
def test_layouts(name: str) -> None:
    x = signal(2, 190, 3)
    assert torch.equal(CALLS[name](x.transpose(1, 2)), CALLS[name](x.transpose(1, 2).contiguous()))


def test_saved_sizes() -> None:
    node = F.interpolate(signal(1, 1, 9000).requires_grad_(), size=20_000, mode="linear").grad_fn
    assert node is not None
    assert node._saved_output_size == (20_000,)
    assert node._saved_align_corners is False
