"""Kernels with a separate path for few elements, against numpy's functions."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from minitorch_compat._array.core import axes
from minitorch_compat._array.index import scatter, sorting
from minitorch_compat._array.linalg import fourier
from minitorch_compat._array.nn import losses
from minitorch_compat._array.nn.pooling import pool
from minitorch_compat._array.nn.resampling import border_padding as borders
from minitorch_compat._array.nn.resampling import interpolation_weights as interpolation
from minitorch_compat._array.nn.resampling import upsample
from minitorch_compat._array.pointwise import activation, division
from minitorch_compat._array.pointwise import elementwise as pointwise
from minitorch_compat._array.reduce import reduction, softmax
from minitorch_compat._array.shape import copies
from minitorch_compat._array.shape import views as shape

RNG = np.random.default_rng(0)
X = RNG.standard_normal((3, 4, 5)).astype(np.float32)


@pytest.mark.parametrize("dim", range(-4, 4))
def test_stack(dim):
    parts = [X, -X, X * 2]
    np.testing.assert_array_equal(shape.stack(parts, dim), np.stack(parts, dim))


@pytest.mark.parametrize("shapes", [((2, 1), (3,)), ((0,), (1,)), ((), ()), ((4, 1, 3), (1, 5, 1), (3,)), ((1,), (0, 1))])
def test_common_shape(shapes):
    assert shape.common_shape(shapes) == np.broadcast_shapes(*shapes)


def test_common_shape_refuses():
    with pytest.raises(RuntimeError, match="must match the size"):
        shape.common_shape([(0,), (3,)])


@pytest.mark.parametrize(("shifts", "dims"), [(2, 0), (-7, 1), ((1, 2), (0, 2)), (3, None), (0, 2), ((1, 1), (-1, 0))])
def test_roll(shifts, dims):
    out = copies.roll(X, shifts, dims)
    np.testing.assert_array_equal(out, np.roll(X, shifts, dims))
    assert not np.shares_memory(out, X)


@pytest.mark.parametrize("sizes", [(1, 2, 3), (2, 1, 1, 2), (0, 1, 1)])
def test_repeat(sizes):
    np.testing.assert_array_equal(copies.repeat(X, sizes), np.tile(X, sizes))


@pytest.mark.parametrize("dims", [(0,), (1, 2), (), (0, 1, 2)])
def test_flip(dims):
    np.testing.assert_array_equal(copies.flip(X, dims), np.flip(X, dims) if dims else X)


@pytest.mark.parametrize("diagonal", [-2, 0, 1])
def test_triangles(diagonal):
    np.testing.assert_array_equal(copies.tril(X, diagonal), np.tril(X, diagonal))
    np.testing.assert_array_equal(copies.triu(X, diagonal), np.triu(X, diagonal))


@pytest.mark.parametrize(("dim", "keepdim"), list(itertools.product((0, 1, 2, -1, -3), (False, True))))
def test_extremes_with_places(dim, keepdim):
    for kernel, value, place in ((reduction.max_dim, np.max, np.argmax), (reduction.min_dim, np.min, np.argmin)):
        values, places = kernel(X, dim, keepdim)
        np.testing.assert_array_equal(values, value(X, axis=dim, keepdims=keepdim))
        np.testing.assert_array_equal(places, place(X, axis=dim, keepdims=keepdim))


def test_extremes_meet_nan():
    x = X.copy()
    x[1, 2, 3] = np.nan
    assert np.isnan(reduction.max_all(x))
    assert np.isnan(reduction.min_dim(x, 2)[0][1, 2])


@pytest.mark.parametrize("dim", range(3))
def test_softmax_falls_back_where_sums_are_small_or_infinite(dim):
    for scale in (1, -200, 200):
        x = X * scale
        e = np.exp(x.astype(np.float64) - x.max(dim, keepdims=True))
        np.testing.assert_allclose(softmax.softmax(x, dim), e / e.sum(dim, keepdims=True), rtol=2e-5, atol=1e-30)


def test_sign_has_no_opinion_of_nan():
    np.testing.assert_array_equal(pointwise.sign(np.array([np.nan, -0.0, 3, -np.inf], np.float32)), [0, 0, 1, -1])


def test_zeros_of_a_remainder_have_the_sign_of_the_dividend():
    out = division.remainder(np.array([-4.0, 4.0, 5.0], np.float32), np.float32(2))
    assert np.signbit(out).tolist() == [True, False, False]


def test_floor_divide_by_zero_and_by_something():
    out = division.floor_divide(np.array([-5.0, 5.0, 5.0], np.float32), np.array([2.0, 0.0, 2.0], np.float32))
    np.testing.assert_array_equal(out, np.array([-3, np.inf, 2], np.float32))
    np.testing.assert_array_equal(division.floor_divide(X, 2.0), np.floor_divide(X, np.float32(2)))


def test_gather_refuses_what_is_outside():
    index = np.array([[0, 4], [1, -1], [2, 2]], np.int64)
    with pytest.raises(RuntimeError, match="out of bounds"):
        scatter.gather(X[..., 0], 1, index)
    np.testing.assert_array_equal(scatter.gather(X[..., 0], 1, abs(index) % 4), np.take_along_axis(X[..., 0], abs(index) % 4, 1))


def test_nll_loss_of_images():
    logs, target = RNG.standard_normal((2, 3, 2, 2)).astype(np.float32), RNG.integers(0, 3, (2, 2, 2))
    expected = -np.take_along_axis(logs, target[:, None], 1)[:, 0]
    for kind in (np.int64, np.uint8):
        np.testing.assert_array_equal(losses.nll_loss(logs, target.astype(kind), None, "none", -100), expected)
    with pytest.raises(IndexError, match="Target 3"):
        losses.nll_loss(logs, target + 1 + (target < 2), None, "none", -100)


def test_borders_are_not_written_to_by_later_calls():
    x = X[0]
    first = borders.pad_border(x, (1, 2), "replicate")
    np.testing.assert_array_equal(first, np.pad(x, ((0, 0), (1, 2)), mode="edge"))
    np.testing.assert_array_equal(borders.pad_border(x, (1, 2), "replicate"), first)


def test_resampling_by_ones_copies():
    x = X[None]
    out = interpolation.resample(x, tuple(upsample.adaptive(n, n, "f") for n in x.shape[-2:]))
    np.testing.assert_array_equal(out, x)
    assert not np.shares_memory(out, x)


@pytest.mark.parametrize("width", [4, 5])
def test_transforms_of_the_last_dimension(width):
    x = X[:, 0, :width]
    full = np.fft.fft(x).astype(np.complex64)
    np.testing.assert_allclose(fourier.r2c(x, (-1,), 0, False), full, rtol=1e-5, atol=1e-6)
    half = fourier.r2c(x, (-1,), 0, True)
    np.testing.assert_allclose(half, np.fft.rfft(x), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(fourier.c2r(half, (-1,), 2, width), x, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(fourier.c2c(full, (-1,), 2, False), x, rtol=1e-5, atol=1e-6)


def test_infinities_meet_a_slope_of_zero():
    x = np.array([np.inf, -2.0], np.float32)
    np.testing.assert_array_equal(activation.leaky_relu(x, 0.0), np.array([np.inf, 0], np.float32))
    many = np.tile(x, 1000)
    np.testing.assert_array_equal(activation.prelu(many, np.zeros(1, np.float32))[:2], np.array([np.inf, 0], np.float32))


@pytest.mark.parametrize("right", [False, True])
def test_one_value_finds_its_place(right):
    sequence = np.array([1.0, 2, 2, 3, 4], np.float32)
    order = np.array([4, 2, 0, 1, 3], np.int64)
    shuffled = np.empty_like(sequence)
    shuffled[order] = sequence
    for value in (0.0, 2.0, 2.5, 9.0):
        expected = np.searchsorted(sequence, np.float32(value), "right" if right else "left")
        assert sorting.searchsorted(sequence, np.array([value], np.float32), right=right).tolist() == [expected]
        assert sorting.searchsorted(shuffled, np.array([value], np.float32), right=right, sorter=order).tolist() == [expected]


def test_axes():
    for source, destination in itertools.product(range(-3, 3), repeat=2):
        np.testing.assert_array_equal(axes.moveaxis(X, source, destination), np.moveaxis(X, source, destination))
    for axis in range(-3, 3):
        order = X.argsort(axis)
        np.testing.assert_array_equal(axes.take_along_axis(X, order, axis), np.take_along_axis(X, order, axis))


def test_windows_with_padding_average():
    x = X[None]
    for include, count in ((True, 4), (False, 1)):
        out = pool.avg_pool(x, (2, 2), (2, 2), (1, 1), False, include, None)
        np.testing.assert_allclose(out[0, :, 0, 0], X[:, 0, 0] / count, rtol=1e-6)
    np.testing.assert_allclose(pool.avg_pool(x, (2, 2), (2, 2), (0, 0), False, True, None)[0, 0, 0, 0], X[0, :2, :2].mean(), rtol=1e-6)
