"""Products of long vectors keep their accuracy where numpy's BLAS sums sequentially."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.core.execution import blocks
from minitorch_compat._array.linalg import products


@pytest.mark.parametrize("n", [3, 255, 256, 257, 8193, 300_001])
@pytest.mark.parametrize("run", [256, 8192])
def test_dot_by_runs_is_the_dot_product(n: int, run: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (blocks, products):
        monkeypatch.setattr(module, "SERIAL_VECTOR", run)
    a, b = np.random.default_rng(n).random((2, n)).astype(np.float32)
    found = products.dot(a, b)
    assert found.dtype == np.float32 and found.shape == ()
    assert abs(float(found) / float(a.astype(np.float64).dot(b.astype(np.float64))) - 1) < 3e-7


def test_sums_by_short_runs_are_the_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "RUN", 16)
    monkeypatch.setattr(blocks, "ROW_RUN", 32)
    a = np.random.default_rng(0).random((37, 1001)).astype(np.float32)
    np.testing.assert_allclose(blocks.row_sums(a), a.astype(np.float64).sum(1), rtol=3e-7)
    np.testing.assert_allclose(blocks.row_dots(a, a), (a.astype(np.float64) ** 2).sum(1), rtol=3e-7)
    np.testing.assert_allclose(blocks.column_sums(a.T.copy()), a.astype(np.float64).sum(1), rtol=3e-7)


def test_integer_products_beyond_what_doubles_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "_MANY_INTEGER_PRODUCTS", 1)
    a, b = (np.array([[[number]]], dtype=np.int64) for number in (2**27 + 1, 2**26 + 1))  # a product between 2**53 and 2**54
    assert products.matmul(a, b).tolist() == [[[(2**27 + 1) * (2**26 + 1)]]]
