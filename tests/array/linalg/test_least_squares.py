"""Least squares in single precision: by normal equations in double precision where the rank is certain, else by singular values."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch

SHAPES = [((3, 3), (3, 2)), ((5, 3), (5, 2)), ((2, 5, 3), (2, 5, 1)), ((1, 3, 3), (2, 3, 3)), ((2, 4, 3), (1, 4, 2)),
          ((2, 4, 3), (2, 4)), ((3, 5), (3, 2))]


def _normal_matrix(*shape: int) -> torch.Tensor:
    return torch.from_numpy(np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32))


@pytest.mark.parametrize(("first", "second"), SHAPES)
@pytest.mark.parametrize("deficient", [(), (0,), (0, 1)])
def test_single_precision_is_double_precision_rounded(first, second, deficient):
    a, b = _normal_matrix(*first), _normal_matrix(*second)
    for i in deficient:
        if a.ndim > 2 and len(a) > i:
            a[i, ..., 0] = a[i, ..., 1]
    got, wanted = torch.linalg.lstsq(a, b), torch.linalg.lstsq(a.double(), b.double())
    assert torch.allclose(got.solution.double(), wanted.solution, atol=1e-3) and got.rank.tolist() == wanted.rank.tolist()
    assert got.solution.stride() == wanted.solution.stride() and got.residuals.shape == wanted.residuals.shape


def test_ill_conditioned_matrices_keep_their_digits():
    """With a condition of 1e4 the normal equations in single precision would have none left."""
    generator = np.random.default_rng(0)
    q, _ = np.linalg.qr(generator.standard_normal((40, 6)))
    r, _ = np.linalg.qr(generator.standard_normal((6, 6)))
    a = (q * np.logspace(0, -4, 6)) @ r
    x = generator.standard_normal((6, 1))
    single = torch.from_numpy(a.astype(np.float32))
    got = torch.linalg.lstsq(single, single.double().matmul(torch.from_numpy(x)).float()).solution
    assert np.abs(got.numpy() - x).max() < 5e-3


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_driver_without_pivots_wants_full_rank(dtype):
    singular = torch.ones(2, 3, 2, dtype=dtype)
    singular[0, 0, 0] = 2
    with pytest.raises(torch.linalg.LinAlgError, match=r"\(Batch element 1\): The least squares solution could not be computed"):
        torch.linalg.lstsq(singular, torch.ones(2, 3, 1, dtype=dtype), driver="gels")
    with pytest.raises(torch.linalg.LinAlgError, match="lstsq: The least squares solution could not be computed"):
        torch.linalg.lstsq(singular[1], torch.ones(3, 1, dtype=dtype), driver="gels")
    assert torch.linalg.lstsq(singular, torch.ones(2, 3, 1, dtype=dtype)).rank.tolist() == [2, 1]
    assert torch.linalg.lstsq(singular[0], torch.ones(3, 1, dtype=dtype), rcond=0.9, driver="gels").solution.shape == (2, 1)
