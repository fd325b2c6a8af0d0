"""Partial results that are too large or too small for the dtype of the result, and dtypes that sums are not made in (recorded)."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize("length", [4, 200, 5000])
@pytest.mark.parametrize("columns", [0, 3])
def test_scans_of_single_precision_accumulate_in_double(length: int, columns: int) -> None:
    for values, name, last in ([3e38, 3e38, -3e38], "cumsum", 3e38), ([3e38, 2.0, 0.25], "cumprod", 1.5e38), ([1e-30, 1e-30, 1e30],
                                                                                                            "cumprod", 1e-30):
        neutral = 0.0 if name == "cumsum" else 1.0
        x = torch.tensor([*values, *[neutral] * (length - 3)])
        x = x.unsqueeze(1).repeat(1, columns) if columns else x
        found = getattr(x, name)(0).reshape(length, -1)[:, 0]
        assert found[2].item() == found[-1].item() == torch.tensor(last).item()
        assert found[1].item() in (math.inf, 0.0)


def test_requested_dtypes_without_a_kernel() -> None:
    x = torch.tensor([1, 2], dtype=torch.uint8)
    for dtype, label in (torch.uint16, "UInt16"), (torch.uint32, "UInt32"), (torch.uint64, "UInt64"):
        for name, kernel in ("sum", "sum_cpu"), ("prod", "prod_out_cpu"), ("cumsum", "cumsum_out_cpu"), ("cumprod", "cumprod_out_cpu"):
            with pytest.raises(NotImplementedError, match=f"\"{kernel}\" not implemented for '{label}'"):
                getattr(x, name)(*[0] * name.startswith("cum"), dtype=dtype)
        assert x.to(dtype).sum().dtype is torch.int64


def test_powers_of_small_integers() -> None:
    assert torch.vander(torch.tensor([-128, 127], dtype=torch.int8), 3).tolist() == [[16384, -128, 1], [16129, 127, 1]]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_reductions_of_half_precision_round_once(dtype: torch.dtype) -> None:
    index, one = torch.zeros(300, dtype=torch.int64), torch.ones(1, dtype=dtype)
    assert one.scatter_reduce(0, index, torch.full((300,), 10.0, dtype=dtype), "sum").item() == torch.tensor(3001.0, dtype=dtype).item()
    products = one.scatter_reduce(0, index[:4], torch.tensor([300.0, 300.0, 0.5, 0.0625], dtype=dtype), "prod")
    assert products.item() == torch.tensor(300 * 300 / 32, dtype=dtype).item()
