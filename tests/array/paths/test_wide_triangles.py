"""Triangles of wide matrices, whose rows are copied, against a mask for the whole matrix."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.shape import copies


@pytest.mark.parametrize("shape", [(300, 260), (260, 300), (2, 3, 270, 280), (1, 70_000), (1000, 130)])
@pytest.mark.parametrize("dtype", [np.float32, np.bool_])
def test_wide_triangles(shape: tuple[int, ...], dtype: type) -> None:
    a = np.random.default_rng(0).standard_normal(shape).astype(dtype)
    if dtype is np.float32:
        a[..., 0, 0], a[..., -1, -1] = np.inf, -np.inf
    for x in (a, a.swapaxes(-1, -2)):
        for diagonal in (-2000, -33, -1, 0, 1, 31, 32, 64, 2000):
            for ours, reference in ((copies.tril, np.tril), (copies.triu, np.triu)):
                found = ours(x, diagonal)
                np.testing.assert_array_equal(found, reference(x, diagonal))
                assert found.flags.c_contiguous
