"""Kernels with a separate path for large arrays: it agrees with the path for small ones on the same elements."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.index import scatter, sorting
from minitorch_compat._array.nn import losses
from minitorch_compat._array.nn.pooling import pool
from minitorch_compat._array.nn.resampling import border_padding as borders
from minitorch_compat._array.pointwise import activation, clamping, complex, division
from minitorch_compat._array.pointwise import elementwise as pointwise
from minitorch_compat._array.pointwise import where as select
from minitorch_compat._array.reduce import reduction, softmax
from minitorch_compat._array.shape import copies
from minitorch_compat._array.special import erf_and_gamma as special

RNG = np.random.default_rng(3)
SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 7.0, -7.0, np.inf, -np.inf, np.nan, 1e30, -1e30, 1e-30, 3e-41, 16777217.0], np.float32)
PAIRS = np.stack(np.meshgrid(SPECIAL, SPECIAL)).reshape(2, -1)
X, Y = (np.concatenate([p, RNG.standard_normal(6000).astype(np.float32) * 4, np.float32(6) * RNG.integers(-9, 9, 500).astype(np.float32)])
        for p in PAIRS)


def in_pieces(kernel, *arrays, size=200):
    return np.concatenate([kernel(*(a[i:i + size] for a in arrays)) for i in range(0, len(arrays[0]), size)])


def same(large, small, rtol=0.0, atol=0.0):
    np.testing.assert_allclose(large, small, rtol=rtol, atol=atol)
    if not rtol:
        np.testing.assert_array_equal(np.signbit(large[~np.isnan(large)]), np.signbit(small[~np.isnan(small)]))


@pytest.mark.parametrize("kernel", [division.fmod, division.remainder, division.floor_divide, division.div_trunc, pointwise.copysign])
def test_division_with_a_rest(kernel):
    same(kernel(X, Y), in_pieces(kernel, X, Y))
    same(kernel(X, 0.3), in_pieces(lambda x: kernel(x, 0.3), X))


@pytest.mark.parametrize("kernel", [pointwise.logaddexp, pointwise.logaddexp2])
def test_logaddexp(kernel):
    same(kernel(X, Y), in_pieces(kernel, X, Y), rtol=1e-6, atol=2e-7)


@pytest.mark.parametrize("bounds", [(-1, 1), (None, 0.5), (0.5, None), (2, -2)])
def test_clamp(bounds):
    np.testing.assert_array_equal(clamping.clamp_scalars(X, *bounds), in_pieces(lambda x: clamping.clamp_scalars(x, *bounds), X))


def test_prelu_and_masks():
    w = np.array([0.25], np.float32)
    np.testing.assert_array_equal(activation.prelu(X, w), in_pieces(lambda x: activation.prelu(x, w), X))
    np.testing.assert_array_equal(complex.angle(X), in_pieces(complex.angle, X))
    np.testing.assert_array_equal(clamping.nan_to_num(X), in_pieces(clamping.nan_to_num, X))


@pytest.mark.parametrize("whole", [True, False])
def test_a_mask_of_one_element(whole):
    mask = np.array(whole)
    np.testing.assert_array_equal(select.select(mask, np.float32(0), X), np.zeros_like(X) if whole else X)
    np.testing.assert_array_equal(select.select(mask, X, Y), X if whole else Y)


@pytest.mark.parametrize("beta", [0.0, 0.7, 3.0])
def test_losses_with_a_corner(beta):
    d = np.abs(Y[-6000:])
    zero = np.zeros_like(d)
    expected = np.where(d < beta, 0.5 * d * d / beta if beta else d, d - 0.5 * beta)
    np.testing.assert_allclose(losses.smooth_l1(d, zero, beta), expected, rtol=1e-6)
    if beta:
        np.testing.assert_allclose(losses.huber(d, zero, beta), expected * beta, rtol=1e-6)


@pytest.mark.parametrize("extent", [(40, 50, 60), (300, 40), (40, 300)])
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_running_sums(extent, dim):
    a = RNG.standard_normal(extent)
    np.testing.assert_array_equal(reduction.cumsum(a, dim), np.add.accumulate(a, dim))
    np.testing.assert_array_equal(reduction.reverse_cumsum(a, dim), np.flip(np.add.accumulate(np.flip(a, dim), dim), dim))
    small = RNG.integers(0, 9, extent).astype(np.int8)
    assert reduction.cumsum(small, dim).dtype == np.int64
    np.testing.assert_array_equal(reduction.cumsum(small, dim), np.cumsum(small, dim, np.int64))


def test_unique_rows():
    rows = RNG.integers(0, 3, (200, 4)).astype(np.float32)
    for x in (rows, RNG.standard_normal((50, 30))):
        values, inverse, counts = sorting.unique(x, 0)
        expected = np.unique(x, return_inverse=True, return_counts=True, axis=0)
        for mine, theirs in zip((values, inverse, counts), expected):
            np.testing.assert_array_equal(mine, theirs.reshape(mine.shape))


def test_nonzero():
    x = RNG.integers(0, 2, (7, 11, 5)) * RNG.standard_normal((7, 11, 5))
    np.testing.assert_array_equal(scatter.nonzero(x), np.argwhere(x))
    np.testing.assert_array_equal(scatter.nonzero(x > 0), np.argwhere(x > 0))


@pytest.mark.parametrize("sizes", [(5, 1, 3), (2, 3, 1, 4), (1, 1, 1), (0, 2, 2)])
def test_repeats_fold_to_the_adjoint(sizes):
    a = RNG.standard_normal((2, 3, 4))
    out = copies.repeat(a, sizes)
    g = RNG.standard_normal(out.shape)
    back = copies.repeat_backward(g, a.shape, sizes)
    np.testing.assert_allclose((g * out).sum(), (back * a).sum())


@pytest.mark.parametrize("mode", ["reflect", "replicate"])
@pytest.mark.parametrize("padding", [(2, 3), (-1, 2), (3, -2, 1, 1), (0, 0, -1, -2)])
def test_borders_and_their_adjoint(mode, padding):
    x = RNG.standard_normal((2, 6, 7))
    out = borders.pad_border(x, padding, mode)
    g = RNG.standard_normal(out.shape)
    np.testing.assert_allclose((g * out).sum(), (borders.pad_border_transpose(g, x.shape, padding, mode) * x).sum())


@pytest.mark.parametrize("geometry", [((2, 3), (1, 2), (1, 1), (1, 1), False), ((3, 3), (2, 2), (1, 0), (1, 2), True)])
@pytest.mark.parametrize("kind", ["normal", "equal", "nan", "lowest"])
def test_max_pool_of_few_and_of_many_planes(geometry, kind):
    x = RNG.standard_normal((200, 1, 7, 8)).astype(np.float32)
    x = {"normal": x, "equal": np.round(x), "nan": np.where(x > 1.5, np.nan, x), "lowest": np.where(x > -1, -np.inf, x)}[kind]
    large = pool.max_pool(x, *geometry)
    for i in range(0, 200, 5):
        for mine, theirs in zip(pool.max_pool(x[i:i + 5], *geometry), large):
            np.testing.assert_array_equal(mine, theirs[i:i + 5])


@pytest.mark.parametrize("beta", [1.0, 2.0])
def test_softplus_mish_and_logsigmoid(beta):
    x = np.concatenate([np.linspace(-90, 90, 5001), [np.inf, np.nan]]).astype(np.float32)
    wide = x.astype(np.float64)
    with np.errstate(all="ignore"):
        soft = np.logaddexp(0, wide * beta) / beta
        np.testing.assert_allclose(activation.softplus(x, beta), soft, rtol=1e-6, atol=1e-38)
        np.testing.assert_allclose(activation.mish(x), wide * np.tanh(np.logaddexp(0, wide)), rtol=1e-6, atol=1e-36)
        np.testing.assert_allclose(activation.logsigmoid(x), -np.logaddexp(0, -wide), rtol=1e-6, atol=1e-38)


ROWS = RNG.standard_normal((200, 300)).astype(np.float32)
TALL, DEEP, SHARP, LOW = ROWS.copy(), ROWS.copy(), ROWS - np.float32(2), ROWS - np.float32(9)
TALL[17] *= 40
DEEP[3, 5:] = -200
SHARP[90, 7], SHARP[90, 8:] = 5.9, -9


@pytest.mark.parametrize("rows", [ROWS, ROWS * 3, ROWS * 20, TALL, DEEP, SHARP, LOW],
                         ids=["mild", "wider", "wild", "one wild", "one far", "one sharp", "low"])
def test_softmax_of_wide_rows(rows):
    # Whether rows are shifted is decided by what comes out; accuracy must not show it.
    wide = rows.astype(np.float64)
    wide -= wide.max(1, keepdims=True)
    right = wide - np.log(np.exp(wide).sum(1, keepdims=True))
    y, z = softmax.softmax(rows, 1), softmax.log_softmax(rows, 1)
    assert np.abs(y / np.exp(right) - 1)[right > -20].max() < 4e-6
    assert (np.abs(y - np.exp(right)) / np.exp(right).max(1, keepdims=True)).max() < 2e-6
    same(z, right, rtol=1e-6, atol=1e-6)
    picked = np.zeros_like(rows)
    picked[np.arange(len(rows)), np.arange(len(rows)) % 300] = -1 / len(rows)  # of which all sums are the same
    same(softmax.log_softmax_backward(picked, z, 1), picked + np.exp(z.astype(np.float64)) / len(rows), rtol=2e-6, atol=1e-8)
    g = (np.random.default_rng(5).integers(-8, 9, rows.shape) / 32).astype(np.float32)  # sums are exact: what is seen is the exponential
    wanted = g - np.exp(z.astype(np.float64)) * g.sum(1, dtype=np.float64, keepdims=True)
    same(softmax.log_softmax_backward(g, z, 1), wanted, rtol=2e-6, atol=4e-6)


def test_gelu_and_erf_of_single_precision():
    x = np.concatenate([np.linspace(-12, 12, 50001), np.geomspace(1e-30, 1e-3, 200), [1e5, -1e5, 3e38, -3e38, np.inf]]).astype(np.float32)
    wide = x.astype(np.float64)
    distribution = (1 + special.erf(wide / np.sqrt(2))) / 2
    same(special.erf(x), special.erf(wide), rtol=4e-7)
    same(activation.gelu(x), np.where(wide < -12, -0.0, wide * distribution), rtol=3e-7, atol=3e-7)
    finite = np.isfinite(x)
    slope = distribution + wide * np.exp(-wide * wide / 2) / np.sqrt(2 * np.pi)
    same(activation.gelu_gradient(np.ones_like(x), x)[finite], slope[finite], atol=3e-7)
    assert np.isnan(activation.gelu(np.full(2, np.nan, np.float32))).all()
    far = activation.gelu(np.array([-6.5, -8, -1e30], np.float32))  # where 1 + erf is 0
    assert not far.any() and np.signbit(far).all()


def test_nansum_looks_for_nan_where_the_sum_shows_one():
    rows = ROWS.copy()
    rows[3, 4], rows[5], rows[7, :2], rows[9, 0] = np.nan, np.nan, (np.inf, -np.inf), np.inf
    right = [np.float32(np.nansum(row.astype(np.float64))) for row in rows]
    same(reduction.nansum(rows, 1), right, rtol=1e-5, atol=1e-4)
    assert reduction.nansum(rows[5:6]) == 0 and np.isnan(reduction.nansum(rows[7])) and reduction.nansum(rows[9]) == np.inf
