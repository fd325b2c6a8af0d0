"""The algorithms of resampling against each other: whichever the sizes select, the result is that of the full matrix."""
from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from minitorch_compat._array.nn.resampling import interpolation_weights as t
from minitorch_compat._array.nn.resampling import upsample as up
from minitorch_compat._array.nn.resampling.border_padding import pad_border, pad_border_transpose

MAKERS = {
    "nearest": lambda n, m, kind: up.nearest(n, m),
    "linear": up.linear,
    "aligned": lambda n, m, kind: up.linear(n, m, kind, True),
    "cubic": up.cubic,
    "smooth": up.antialias,
    "smoother": lambda n, m, kind: up.antialias(n, m, kind, False, None, "bicubic"),
    "means": up.adaptive,
}
# A matrix, blocks (along the last dimension or before it), neighbours one by one, all at once.
SHAPES = [(2, 20, 1), (40, 90, 1), (2, 90, 40), (1, 300, 1), (2, 300, 3), (100, 30, 1)]


def data(shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("ratio", [0.02, 0.3, 0.5, 1, 1.6, 2, 30])
@pytest.mark.parametrize(("lead", "size", "tail"), SHAPES)
def test_every_way_is_the_matrix(name, ratio, lead, size, tail):
    out = max(1, int(size * ratio))
    axis, same = MAKERS[name](size, out, "d"), up.nearest(tail, tail)
    x, g = data((lead, size, tail)), data((lead, out, tail), 1)
    matrix = axis.interpolation.matrix()
    np.testing.assert_allclose(t.resample(x, (axis, same)), np.matmul(matrix, x), atol=1e-12)
    np.testing.assert_allclose(t.resample(g, (axis.T, same)), np.matmul(matrix.T, g), atol=1e-12)
    np.testing.assert_allclose(axis.T.interpolation.matrix(), matrix.T, atol=1e-15)
    assert axis.T.T.interpolation is axis.interpolation
    assert (len(axis), len(axis.T)) == (out, size)


WAYS = {
    "blocks": lambda rows, interpolation: t._multiply_bands(rows, interpolation.n, *interpolation.bands),
    "one by one": t._gather_by_neighbour,
    "at once": t._gather_runs,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("tail", [1, 3])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(("size", "out"), [(70, 41), (41, 130), (1, 9), (9, 1), (33, 33)])
def test_each_way(way, name, tail, transposed, size, out):
    axis = MAKERS[name](size, out, "d")
    interpolation = axis.T.interpolation if transposed else axis.interpolation
    rows = data((3, interpolation.size, tail))
    np.testing.assert_allclose(WAYS[way](rows, interpolation), np.matmul(interpolation.matrix(), rows), atol=1e-12)


def test_pieces_of_long_rows(monkeypatch):
    monkeypatch.setattr(t, "_GATHER_BLOCK", 50)
    interpolation = up.cubic(100, 170, "d").interpolation
    rows = data((5, 100, 1))
    for way in (t._gather_by_neighbour, t._gather_runs):
        np.testing.assert_allclose(way(rows, interpolation), np.matmul(interpolation.matrix(), rows), atol=1e-12)


@pytest.mark.parametrize(("lead", "size", "tail"), SHAPES)
@pytest.mark.parametrize("ratio", [0.3, 2])
def test_infinities_are_seen_by_those_who_look(lead, size, tail, ratio, recwarn):
    out = int(size * ratio)
    axis = up.adaptive(size, out, "f")
    x = np.zeros((lead, size, tail), np.float32)
    x[:, 7] = np.inf
    seen = t.resample(x, (axis, up.nearest(tail, tail)))
    looks = axis.interpolation.matrix()[:, 7] > 0
    assert np.isinf(seen[:, looks]).all()
    assert (seen[:, ~looks] == 0).all()
    assert not recwarn.list


def test_zeros_that_interpolation_multiplies_by_make_nan_of_infinities():
    """An output on the spot of an input looks at the next one, too, as in PyTorch."""
    x = np.array([[1, 2, np.inf, 4, 5, 6]], np.float32)
    nan, inf = np.nan, np.inf
    for axis, expected in ((up.linear(6, 11, "f", True), [1, 1.5, nan, inf, inf, inf, 4, 4.5, 5, 5.5, 6]),
                           (up.linear(6, 6, "f"), [1, 2, nan, 4, 5, 6]), (up.cubic(6, 6, "f"), [nan, nan, inf, nan, 5, 6]),
                           (up.linear(6, 2, "f"), [nan, 5])):
        result = t.resample(x, (axis,))
        np.testing.assert_array_equal(result, [expected])
        assert result.flags.c_contiguous


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("size", "out"), [(100_000, 200_000), (200_000, 100_000), (100_000, 5)])
def test_memory_grows_with_the_neighbours(name, size, out):
    x, g = np.ones((1, size), np.float32), np.ones((1, out), np.float32)
    tracemalloc.start()
    axis = MAKERS[name](size + 1, out, "f")
    x = np.ones((1, size + 1), np.float32)
    t.resample(x, (axis,))
    t.resample(g, (axis.T,))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    neighbours = axis.interpolation.index.size
    assert peak < 100 * (neighbours + size + out)


def test_bytes_are_rounded_in_whole_numbers():
    """Weights fill 15 bits: three times what stands for a third is a little less than one, and still rounded to it."""
    axis = up.adaptive(3, 1, "d").interpolation
    whole = up._fixed_point_weights(axis.index, axis.weights, 3)
    assert whole.bits == 16
    np.testing.assert_array_equal(whole.weights, [[21845]] * 3)
    x = np.array([[255, 255, 0], [1, 0, 0], [1, 1, 0], [255, 255, 255]], np.uint8)
    result = t.resample(x, (t.Axis(t.AxisWeights(whole)),))
    assert result.dtype == np.uint8
    np.testing.assert_array_equal(result, [[170], [0], [1], [255]])


def test_nothing_is_resampled():
    for shape in ((0, 300), (0, 20), (0, 40, 90)):
        assert t.resample(np.ones(shape, np.float32), (up.linear(shape[-1], 400, "f"),)).shape == (*shape[:-1], 400)
    assert t.resample(np.ones((2, 300), np.float32), (up.adaptive(300, 0, "f"),)).shape == (2, 0)
    np.testing.assert_array_equal(t.resample(np.ones((2, 0), np.float32), (up.adaptive(300, 0, "f").T,)), np.zeros((2, 300)))


@pytest.mark.parametrize("mode", ["reflect", "replicate"])
@pytest.mark.parametrize("widths", [(500, 300), (-20, 300), (3, -7), (-5, -9)])
def test_borders_of_long_axes_go_back(mode, widths):
    x = data((2, 20_000))
    y = pad_border(x, widths, mode)
    g = data(y.shape, 1)
    assert np.vdot(g, y) == pytest.approx(np.vdot(pad_border_transpose(g, (20_000,), widths, mode), x), rel=1e-12)
