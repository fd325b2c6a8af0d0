"""A product computed by rows of its first matrix is the matrix product, whatever the memory layout."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.linalg import small_products
from minitorch_compat._array.linalg.affine_products import addr
from minitorch_compat._array.linalg.small_products import MIN_PIECE_ROWS, SMALL_PRODUCT, matmul_in_pieces, rows_per_piece


@pytest.mark.parametrize(("rows", "inner", "columns", "together"), [
    (256, 32, 256, 64), (128, 32, 128, 128), (256, 256, 32, 64), (257, 32, 256, 0), (96, 100, 200, 48), (64, 1000, 1000, 0), (8, 4, 4, 0),
    (0, 4, 4, 0), (64, 0, 0, 64), (100_000, 1, 1, 100_000)])
def test_equal_parts_that_are_small(rows: int, inner: int, columns: int, together: int) -> None:
    assert rows_per_piece(rows, inner, columns) == together
    assert not together or rows % together == 0 and together * inner * columns <= SMALL_PRODUCT and together >= MIN_PIECE_ROWS


@pytest.mark.parametrize("layout", ["in order", "turned", "heads behind places", "every second"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.complex64])
@pytest.mark.parametrize("given_out", [False, True])
def test_is_the_product(layout: str, dtype: type, given_out: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_products, "SMALL_PRODUCT", 40 * 5 * 6)
    rows_per_piece.cache_clear()
    try:
        assert rows_per_piece(80, 5, 6) == 40
        generator = np.random.default_rng(0)
        make = {
            "in order": lambda *shape: np.empty(shape, dtype),
            "turned": lambda *shape: np.empty((*shape[:-2], shape[-1], shape[-2]), dtype).swapaxes(-2, -1),
            "heads behind places": lambda *shape: np.empty((shape[0], shape[2], shape[1], shape[3]), dtype).transpose(0, 2, 1, 3),
            "every second": lambda *shape: np.empty((*shape[:-1], 2 * shape[-1]), dtype)[..., ::2],
        }[layout]
        a, b, out = make(2, 3, 80, 5), make(2, 3, 5, 6), make(2, 3, 80, 6)
        for v in (a, b):
            v[...] = generator.integers(-9, 9, v.shape)
        found = matmul_in_pieces(a, b, out if given_out else None)
        assert found is out or not given_out
        np.testing.assert_array_equal(found, np.einsum("...ij,...jk->...ik", a, b))
        wide = matmul_in_pieces(a, b[:1])  # other leading dimensions
        np.testing.assert_array_equal(wide, np.einsum("...ij,...jk->...ik", a, np.broadcast_to(b[:1], b.shape)))
    finally:
        rows_per_piece.cache_clear()


def test_what_is_not_finite_stays_in_its_row() -> None:
    a, b = np.ones((1, 256, 32), np.float32), np.ones((1, 32, 256), np.float32)
    a[0, 70, 3] = np.inf
    found = matmul_in_pieces(a, b)
    assert np.isinf(found[0, 70]).all() and np.isfinite(np.delete(found[0], 70, 0)).all()


def test_addr_that_reads_no_summand_is_row_major() -> None:
    """With beta 0 the layout of an expanded summand does not matter."""
    assert addr(np.zeros(4), np.ones(3), np.ones(4), 0).strides == (32, 8)
