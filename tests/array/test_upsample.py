"""Interpolation against properties and hand-computed values."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array import upsample as up
from minitorch_compat._array.pool import resample


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("size", "out"), [(4, 8), (5, 3), (3, 7), (6, 6), (1, 5)])
def test_nearest(size, out, exact):
    index = up.nearest_index(size, out, None, exact)
    shift = 0.5 if exact else 0.0
    np.testing.assert_array_equal(index, [min(size - 1, int((i + shift) * size / out)) for i in range(out)])
    x = np.random.default_rng(0).standard_normal((2, 3, size, size))
    matrix = up.nearest_matrix(size, out, None, exact)
    y = resample(x, (matrix, matrix))
    np.testing.assert_array_equal(y, x[:, :, index][:, :, :, index])
    g = np.random.default_rng(1).standard_normal(y.shape)
    expected = np.zeros_like(x)
    np.add.at(expected, (slice(None), slice(None), index[:, None], index), g)
    np.testing.assert_allclose(resample(g, (matrix.T, matrix.T)), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("build", [up.linear_matrix, up.cubic_matrix])
@pytest.mark.parametrize(("size", "out", "align"), [(4, 8, False), (4, 8, True), (7, 3, False), (7, 3, True), (5, 1, True), (1, 4, False)])
def test_weights_add_up_to_one(build, size, out, align):
    np.testing.assert_allclose(build(size, out, align).sum(1), np.ones(out), rtol=1e-12)


def test_linear_interpolates_lines():
    line = np.arange(5.0) * 3 + 1
    np.testing.assert_allclose(up.linear_matrix(5, 9, True) @ line, np.linspace(1, 13, 9))
    np.testing.assert_allclose(up.linear_matrix(2, 4) @ [0.0, 4.0], [0, 1, 3, 4])
    np.testing.assert_allclose(up.linear_matrix(4, 6, False, 1.7) @ np.arange(4.0), np.clip((np.arange(6) + 0.5) / 1.7 - 0.5, 0, 3))


def test_cubic_half_way_and_on_the_spot():
    np.testing.assert_allclose(up.cubic_matrix(4, 2), [[0.5, 0.59375, -0.09375, 0], [0, -0.09375, 0.59375, 0.5]])
    np.testing.assert_array_equal(up.cubic_matrix(6, 6, True), np.eye(6))
