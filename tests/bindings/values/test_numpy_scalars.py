"""numpy's scalars as operands and options: which Python number PyTorch makes of each (recorded)."""
from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch

#: A scalar -> the dtypes of its sum with float32 and with int32, and the sum with float32 ones.
SCALARS: list[tuple[Any, str, str, Any]] = [
    (np.bool_(True), "float32", "float32", 2.0), (np.int8(2), "float32", "int32", 3.0), (np.uint64(2), "float32", "int32", 3.0),
    (np.float16(1.5), "float32", "float32", 2.5), (np.float64(1.5), "float32", "float32", 2.5),
    (np.longdouble(1.5), "float32", "float32", 2.5), (np.complex64(1 + 1j), "float32", "float32", 2.0),
    (np.complex128(1 + 1j), "complex64", "complex64", 2 + 1j),
]


@pytest.mark.parametrize(("scalar", "of_float", "of_int", "value"), SCALARS, ids=lambda v: type(v).__name__)
def test_operands(scalar: Any, of_float: str, of_int: str, value: Any) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        for result in (torch.ones(2) + scalar, scalar + torch.ones(2), torch.add(torch.ones(2), scalar)):
            assert str(result.dtype) == f"torch.{of_float}" and result.tolist() == [value] * 2
        assert str((torch.ones(2, dtype=torch.int32) + scalar).dtype) == f"torch.{of_int}"
    assert {w.category.__name__ for w in found} <= ({"ComplexWarning"} if isinstance(scalar, np.complex64) else set())


@pytest.mark.parametrize("scalar", [np.complex64(1.5 + 1j), np.longdouble(1.5)], ids=lambda v: type(v).__name__)
def test_options(scalar: Any) -> None:
    x = torch.ones(2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert torch.full((1,), scalar).dtype is torch.float32 and torch.arange(scalar).tolist() == [0.0, 1.0]
        assert x.clone().add_(scalar).tolist() == [2.5] * 2 and torch.where(x > 2, x, scalar).tolist() == [1.5] * 2
        assert torch.addcmul(x, x, x, value=scalar).tolist() == [2.5] * 2 and torch.float_power(x, scalar).dtype is torch.float64
