"""Products of all elements: of many that are near 1, whose rounding errors add up."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.reduce.reduction import prod


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.complex64, np.float64, np.complex128])
@pytest.mark.parametrize("size", [4097, 1_000_003])
def test_product_of_many_near_one(dtype: type, size: int) -> None:
    rng = np.random.default_rng(0)
    values = (1 + rng.normal(size=size) * 1e-3 / np.sqrt(size / 4097)).astype(dtype)
    if np.iscomplexobj(values):
        values *= np.exp(1j * rng.normal(size=size) * 1e-4).astype(dtype)
    exact = np.exp(np.log(values.astype(np.clongdouble)).sum())
    found = prod(values)
    assert found.dtype == dtype and abs(complex(found) / complex(exact) - 1) < max(np.finfo(dtype).eps, 1e-11)


def test_product_beyond_the_range() -> None:
    assert prod(np.full(5000, 1e4, np.float32)) == np.inf and prod(np.full(5000, 1e-4, np.float32)) == 0
