"""Products of sparse and dense matrices in which rows with equally many values are computed together."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.sparse import coo_products


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.complex64])
@pytest.mark.parametrize("twice", [False, True])
def test_rows_of_all_lengths(dtype, twice):
    """Empty rows, rows of one value, of more than BLAS adds up at once, and as many alike as need several steps."""
    lengths = [0, 1, 1, 2, 512, 513, 1100, 0, *[3] * 900]
    generator = np.random.default_rng(0)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    columns = np.concatenate([generator.choice(1200, n, replace=False) for n in lengths])
    values = generator.standard_normal(len(rows)) * (1 + 1j if dtype.is_complex else 1)
    if twice:  # not coalesced, and in no order
        order = generator.permutation(2 * len(rows))
        rows, columns, values = (np.concatenate([a, a])[order] for a in (rows, columns, values))
    y = generator.standard_normal((1200, 64)) * (1 - 2j if dtype.is_complex else 1)
    assert coo_products._is_grouping_faster(len(rows), len(lengths), 64)
    full = np.zeros((len(lengths), 1200), values.dtype)
    np.add.at(full, (rows, columns), values)
    sparse = torch.sparse_coo_tensor(torch.tensor(np.stack([rows, columns])), torch.tensor(values).to(dtype), full.shape)
    for other in (torch.tensor(y).to(dtype), torch.tensor(np.ascontiguousarray(y.T)).to(dtype).t()):
        assert np.allclose(torch.sparse.mm(sparse, other).numpy(), full @ y, rtol=0, atol=1e-9 if dtype == torch.float64 else 2e-3)


def test_what_is_not_finite_meets_no_zero():
    y = torch.ones(40, 32)
    y[3] = float("inf")
    sparse = torch.sparse_coo_tensor(torch.tensor([[0, 1, 1, 5], [2, 3, 4, 6]]), torch.tensor([1.0, 2.0, 3.0, 4.0]), (40, 40))
    got = torch.sparse.mm(sparse, y)
    assert got[:6, 0].tolist() == [1.0, float("inf"), 0.0, 0.0, 0.0, 4.0] and got.sum(1)[6:].tolist() == [0.0] * 34


@pytest.mark.parametrize(("rows", "inner", "columns"), [(40, 30, 3), (3, 30, 40), (7, 30, 7)])
def test_products_of_two_sparse_matrices_are_those_of_dense_ones(rows, inner, columns):
    """Tall, wide and square, by dense counts and by sorting; values of integers, so that sums are exact."""
    generator = np.random.default_rng(1)
    x, y = (generator.integers(-3, 4, shape) * (generator.random(shape) < 0.1) for shape in ((rows, inner), (inner, columns)))
    for dtype in (torch.float32, torch.float64, torch.int64):
        a, b = (torch.tensor(v).to(dtype) for v in (x, y))
        assert torch.equal(torch.sparse.mm(a.to_sparse(), b.to_sparse()).to_dense(), a @ b)


@pytest.mark.parametrize("shape", [(40, 3), (3, 40)])
def test_sums_by_dense_counts(shape):
    """Rows and columns of a matrix that is not square, in as many blocks as its cells need and in one."""
    generator = np.random.default_rng(2)
    rows = np.sort(generator.integers(0, shape[0], 60))
    columns = generator.integers(0, shape[1], 60)
    values = generator.integers(-5, 6, 60).astype(np.float64)
    expected = np.zeros(shape)
    np.add.at(expected, (rows, columns), values)
    got = coo_products._sum_by_dense_counts(values, rows, columns, shape)
    dense = np.zeros(shape)
    dense[got.indices[0], got.indices[1]] = got.values
    assert np.array_equal(dense, expected) and len(got.values) == len(set(zip(rows, columns, strict=True)))
