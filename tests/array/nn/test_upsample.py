"""Interpolation against properties, hand-computed values and formulas evaluated one output at a time."""
from __future__ import annotations

import math

import numpy as np
import pytest

from minitorch_compat._array.nn.resampling import upsample as up
from minitorch_compat._array.nn.resampling.interpolation_weights import resample


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("size", "out"), [(4, 8), (5, 3), (3, 7), (6, 6), (1, 5), (90, 200), (300, 71)])
def test_nearest(size, out, exact):
    axis = up.nearest(size, out, "f", None, exact)
    index = axis.interpolation.index[0]
    shift = 0.5 if exact else 0.0
    np.testing.assert_array_equal(index, [min(size - 1, int((i + shift) * size / out)) for i in range(out)])
    x = np.random.default_rng(0).standard_normal((2, 3, size, size))
    y = resample(x, (axis, axis))
    np.testing.assert_array_equal(y, x[:, :, index][:, :, :, index])
    g = np.random.default_rng(1).standard_normal(y.shape)
    expected = np.zeros_like(x)
    np.add.at(expected, (slice(None), slice(None), index[:, None], index), g)
    np.testing.assert_allclose(resample(g, (axis.T, axis.T)), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("build", [up.linear, up.cubic])
@pytest.mark.parametrize(("size", "out", "align"), [(4, 8, False), (4, 8, True), (7, 3, False), (7, 3, True), (5, 1, True), (1, 4, False)])
def test_weights_add_up_to_one(build, size, out, align):
    np.testing.assert_allclose(build(size, out, "d", align).interpolation.matrix().sum(1), np.ones(out), rtol=1e-12)


def linear(*args):
    return up.linear(*args).interpolation.matrix()


def test_linear_interpolates_lines():
    line = np.arange(5.0) * 3 + 1
    np.testing.assert_allclose(linear(5, 9, "d", True) @ line, np.linspace(1, 13, 9))
    np.testing.assert_allclose(linear(2, 4, "d") @ [0.0, 4.0], [0, 1, 3, 4])
    np.testing.assert_allclose(linear(4, 6, "d", False, 1.7) @ np.arange(4.0), np.clip((np.arange(6) + 0.5) / 1.7 - 0.5, 0, 3))


def test_cubic_half_way_and_on_the_spot():
    np.testing.assert_allclose(up.cubic(4, 2, "d").interpolation.matrix(), [[0.5, 0.59375, -0.09375, 0], [0, -0.09375, 0.59375, 0.5]])
    np.testing.assert_array_equal(up.cubic(6, 6, "d", True).interpolation.matrix(), np.eye(6))


def hat(d):
    return max(1 - d, 0)


def hump(d):
    return 1.5 * d**3 - 2.5 * d**2 + 1 if d < 1 else -0.5 * d**3 + 2.5 * d**2 - 4 * d + 2 if d < 2 else 0


def lanczos(d):
    return 1 if d == 0 else 0 if d >= 3 else 3 * math.sin(math.pi * d) * math.sin(math.pi * d / 3) / (math.pi * d)**2


@pytest.mark.parametrize(("mode", "reach", "weigh"), [("bilinear", 1, hat), ("bicubic", 2, hump), ("lanczos", 3, lanczos)])
@pytest.mark.parametrize(("size", "out", "scale"), [(4, 9, None), (9, 4, None), (100, 7, None), (7, 5, 0.75), (300, 40, None)])
def test_antialias_weighs_by_distance(mode, reach, weigh, size, out, scale):
    step = 1 / scale if scale else size / out
    wide = max(step, 1)
    expected = np.zeros((out, size))
    for i in range(out):
        for j in range(size):
            distance = abs(j + 0.5 - step * (i + 0.5))
            expected[i, j] = weigh(distance / wide) if distance < reach * wide else 0
    expected /= expected.sum(1, keepdims=True)
    np.testing.assert_allclose(up.antialias(size, out, "d", False, scale, mode).interpolation.matrix(), expected, atol=1e-12)


@pytest.mark.parametrize(("size", "out"), [(7, 3), (3, 7), (300, 40), (40, 300), (5, 0)])
def test_adaptive_windows_cover_the_input(size, out):
    expected = np.zeros((out, size))
    for i in range(out):
        a, b = math.floor(i * size / out), math.ceil((i + 1) * size / out)
        expected[i, a:b] = 1 / (b - a)
    np.testing.assert_allclose(up.adaptive(size, out, "d").interpolation.matrix(), expected, rtol=1e-15)


def test_nearest_of_doubles_is_found_in_double():
    places = [up.nearest(3000, 299, kind, None, True).interpolation.index[0] for kind in "fde"]
    assert np.flatnonzero(places[0] != places[1]).size == 1
    np.testing.assert_array_equal(places[0], places[2])


@pytest.mark.parametrize("args", [(700, 300, "d"), (97, 97, "f", 1.009), (97, 194, "d", 2.009)])
def test_nearest_goes_back_in_single_precision_and_evenly(args):
    size, out = args[:2]
    axis = up.nearest(*args)
    back = up.nearest(size, out, "f", None, False, True)
    assert (axis.interpolation.matrix() != back.interpolation.matrix()).any()
    np.testing.assert_array_equal(axis.T.interpolation.matrix(), back.interpolation.matrix().T)


def test_places_are_found_in_the_precision_of_the_inputs():
    """Of 100,000 places single precision tells what is between two inputs to a hundredth only, and that is what PyTorch gives."""
    half, whole = (up.linear(100_000, 130_000, kind).interpolation.weights for kind in "fd")
    assert half.dtype == np.float32
    assert 1e-3 < np.abs(half - whole).max() < 1e-2


def test_few_long_axes_are_kept():
    for size in range(20_000, 20_010):
        up.linear(size, 7, "f")
    first = up.linear(20_009, 7, "f")
    assert up.linear(20_009, 7, "f") is first
    for size in range(20_000, 20_004):
        up.linear(size, 7, "f")
    assert up.linear(20_009, 7, "f") is not first
