"""Kernels with a special path for few elements, by precomputed positions, against their definitions."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.core.execution.blocks import lane_indices, ones_square
from minitorch_compat._array.index import indexing, scatter
from minitorch_compat._array.nn import normalization as norm
from minitorch_compat._array.reduce import softmax

RNG = np.random.default_rng(7)
SHAPES = [(5,), (3, 4), (4, 40), (2, 3, 4), (2, 1, 3, 2)]


@pytest.mark.parametrize("shape", SHAPES)
def test_lane_places(shape):
    a = RNG.standard_normal(shape)
    for dim in range(-len(shape), len(shape)):
        lane, start, step = lane_indices(shape, dim)
        assert (a.max(dim).take(lane) == a.max(dim, keepdims=True)).all()
        assert (a.take(start) == np.take(a, [0], dim)).all()
        places = start + (1 if step is None else step) * np.expand_dims(a.argmax(dim), dim)
        assert (a.take(places) == a.max(dim, keepdims=True)).all()
    assert ones_square(3, np.dtype(np.float32)).tolist() == [[1.0] * 3] * 3


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("scale", [1, 200])
def test_softmax_of_few(shape, dtype, scale):
    a = (scale * RNG.standard_normal(shape)).astype(dtype)
    for dim in range(-len(shape), len(shape)):
        shifted = (a - a.max(dim, keepdims=True)).astype(np.float64)
        sums = np.exp(shifted).sum(dim, keepdims=True)
        tolerance = 40 * np.finfo(dtype).eps
        np.testing.assert_allclose(softmax.softmax(a, dim), np.exp(shifted) / sums, tolerance, tolerance * 1e-6)
        np.testing.assert_allclose(softmax.log_softmax(a, dim), shifted - np.log(sums), tolerance, tolerance)


def test_softmax_of_few_with_nan_and_infinities():
    a = np.array([[1, np.nan, 2], [np.inf, 1, 2], [-np.inf, 1, 2], [-np.inf] * 3], np.float32)
    found = softmax.softmax(a, 1)
    assert np.isnan(found[[0, 1, 3]]).all()
    assert found[2, 0] == 0
    assert np.isneginf(softmax.log_softmax(a, 1)[2, 0])


def test_layer_norm_of_few():
    a, weight, bias = (RNG.standard_normal(s).astype(np.float32) for s in ((2, 3, 4), (3, 4), (3, 4)))
    out, mean, rstd = norm.layer_norm(a, (3, 4), weight, bias, 1e-5)
    rows = a.reshape(2, 12).astype(np.float64)
    expected = (rows - rows.mean(1, keepdims=True)) / np.sqrt(rows.var(1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(out, expected.reshape(a.shape) * weight + bias, 1e-5, 1e-6)
    assert mean.shape == rstd.shape == (2, 1, 1)
    assert norm.layer_norm(a[0], (4,), None, None, 1e-5)[2].strides == (4, 4)


@pytest.mark.parametrize("count", [3, 100])  # few elements, and more
def test_group_norm(count):
    a, weight, bias = (RNG.standard_normal(s).astype(np.float32) for s in ((2, 6, count), (6,), (6,)))
    groups = a.reshape(4, -1).astype(np.float64)
    unit = ((groups - groups.mean(1, keepdims=True)) / np.sqrt(groups.var(1, keepdims=True) + 1e-5)).reshape(a.shape)
    for w, b in ((weight, bias), (weight, None), (None, bias), (None, None)):
        out, mean, rstd = norm.group_norm(a, w, b, 2, 1e-5)
        expected = unit * (1 if w is None else w[:, None]) + (0 if b is None else b[:, None])
        np.testing.assert_allclose(out, expected, 1e-5, 1e-5)
        assert mean.shape == rstd.shape == (2, 2)


@pytest.mark.parametrize("dim", [0, 1, 2, -1, -3])
def test_few_places(dim):
    x = RNG.standard_normal((4, 5, 6)).transpose(2, 0, 1)
    index = RNG.integers(0, x.shape[dim], (4, 3, 5))
    kept = tuple(slice(None) if d == dim % 3 else slice(n) for d, n in enumerate(index.shape))
    assert (scatter.gather(x, dim, index) == np.take_along_axis(x[kept], index, dim)).all()
    src = RNG.standard_normal(index.shape)
    added = scatter.scatter_add(x, dim, index, src)
    expected = x.copy()
    for place in np.ndindex(index.shape):
        target = list(place)
        target[dim] = index[place]
        expected[tuple(target)] += src[place]
    np.testing.assert_allclose(added, expected, 1e-12)
    written = scatter.scatter(x, dim, index, src)
    assert set(written.ravel()) <= {*x.ravel(), *src.ravel()}


def test_few_places_leaves_to_others_what_does_not_fit():
    x, index = np.zeros((3, 3)), np.zeros((2, 2), np.int64)
    assert indexing.small_flat_positions(x, 0, index) is not None
    assert indexing.small_flat_positions(x, 0, index - 1) is None
    assert indexing.small_flat_positions(x, 0, index + 3) is None
    assert indexing.small_flat_positions(x, 2, index) is None
    assert indexing.small_flat_positions(x, 1.0, index) is None
    assert indexing.small_flat_positions(x, 0, index.astype(np.int32)) is None
    assert indexing.small_flat_positions(x, 0, np.zeros((2, 4), np.int64)) is None
    assert indexing.small_flat_positions(np.zeros(()), 0, np.zeros((), np.int64)) is None


@pytest.mark.parametrize("shape", [(3,), (2, 0), (2, 3), (2, 2, 3), (40, 40)])
def test_nonzero_coordinates(shape):
    x = RNG.integers(0, 2, shape)
    assert scatter.nonzero(x).tolist() == [list(place) for place in np.ndindex(shape) if x[place]]
