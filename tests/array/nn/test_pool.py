"""Pooling kernels against loops over windows, and against their adjoints."""
from __future__ import annotations

import time
from itertools import product

import numpy as np
import pytest

from minitorch_compat._array.nn.pooling import pool
from minitorch_compat._array.nn.resampling.interpolation_weights import resample
from minitorch_compat._array.nn.resampling.upsample import adaptive

# shape, kernel, stride, padding, dilation, ceil_mode
CASES = [
    ((2, 3, 7), (2,), (2,), (0,), (1,), False),
    ((2, 3, 8), (3,), (2,), (1,), (2,), True),
    ((2, 3, 6, 8), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((2, 2, 7, 7), (2, 3), (2, 2), (1, 1), (1, 1), True),
    ((1, 2, 5, 6), (3, 3), (1, 1), (1, 1), (1, 1), False),
    ((1, 2, 9, 9), (2, 2), (3, 3), (0, 0), (2, 2), False),
    ((2, 1, 4, 5, 6), (2, 2, 3), (2, 1, 2), (1, 0, 1), (1, 1, 1), True),
    ((1, 1, 20, 20), (17, 17), (1, 1), (2, 2), (1, 1), False),  # more kernel offsets than a byte counts
    ((600, 1, 8, 8), (2, 2), (2, 2), (0, 0), (1, 1), False),  # more planes than a block holds
    *(LARGE := [  # windows that are written out
        ((1, 2, 3000), (40,), (41,), (0,), (1,), False),
        ((2, 3, 45, 42), (8, 7), (7, 8), (2, 3), (1, 1), True),
        ((2, 2, 60, 50), (6, 9), (10, 9), (3, 0), (2, 1), False),
        ((3, 1, 16, 12, 15), (4, 3, 4), (4, 3, 3), (2, 0, 1), (1, 1, 1), True),
    ]),
    *(OVERLAPPING := [  # large windows that overlap
        ((2, 1, 300), (64,), (1,), (30,), (1,), False),
        ((1, 2, 300), (61,), (2,), (5,), (3,), True),
        ((2, 1, 24, 22), (13, 12), (1, 2), (6, 0), (1, 1), True),
        ((1, 1, 9, 10, 8), (5, 6, 4), (1, 1, 2), (2, 3, 0), (1, 1, 1), True),
    ]),
]


def windows(shape, kernel, stride, padding, dilation, ceil_mode):
    """For each output place: the input places under the kernel that are not padding, first to last."""
    size = shape[2:]
    axes = []
    for n, k, s, p, d in zip(size, kernel, stride, padding, dilation):
        starts = [i * s - p for i in range(2 * n + 2)]
        reach = d * (k - 1)
        if ceil_mode:  # windows while the last one did not reach the end, but none that starts beyond the input
            chosen = [a for i, a in enumerate(starts) if i == 0 or starts[i - 1] + reach < n + p - 1 and a < n]
        else:
            chosen = [a for a in starts if a + reach < n + p]
        axes.append([[a + j * d for j in range(k) if 0 <= a + j * d < n] for a in chosen])
    return {place: list(product(*(axis[i] for axis, i in zip(axes, place)))) for place in product(*(range(len(axis)) for axis in axes))}


def naive_max(x, *geometry):
    """The definition: the first largest element; the last NaN."""
    seen = windows(x.shape, *geometry)
    out = tuple(np.max(list(seen), axis=0) + 1)
    values, index = np.empty((*x.shape[:2], *out), x.dtype), np.empty((*x.shape[:2], *out), np.int64)
    for n, c in np.ndindex(x.shape[:2]):
        for place, members in seen.items():
            best = members[0]
            for member in members:
                if x[(n, c, *member)] > x[(n, c, *best)] or np.isnan(x[(n, c, *member)]):
                    best = member
            values[(n, c, *place)] = x[(n, c, *best)]
            index[(n, c, *place)] = np.ravel_multi_index(best, x.shape[2:])
    return values, index


def data(shape, kind):
    rng = np.random.default_rng(0)
    x = rng.standard_normal(shape).astype(np.float32)
    if kind == "ties":
        x = np.round(x)
    if kind == "nan":
        x[rng.random(shape) < 0.2] = np.nan
    if kind == "-inf":
        x[rng.random(shape) < 0.8] = -np.inf
    return (x * 10).astype(np.int64) if kind == "int" else x


@pytest.mark.parametrize("geometry", LARGE)
def test_large_windows_are_written_out(geometry):
    plan = pool.Plan(*geometry)
    assert plan.copies_windows
    assert plan.planes * np.prod(plan.out) * len(plan.shifts) > pool._SMALL_SIZE


@pytest.mark.parametrize("geometry", OVERLAPPING)
def test_large_windows_that_overlap_are_doubled(geometry):
    plan = pool.Plan(*geometry)
    assert plan.overlap > pool._MIN_RATIO_MAXIMA
    assert plan.planes * np.prod(plan.out) * len(plan.shifts) > pool._SMALL_SIZE


def test_few_outputs_of_large_kernels_are_doubled():
    """Passes over next to nothing cost the calls."""
    assert pool.Plan((10, 10, 1000), (990,), (1,), (0,), (1,), False).overlap > pool._MIN_RATIO_MAXIMA
    assert pool.Plan((1, 1, 46, 46, 46), (3, 3, 3), (1, 1, 1), (0, 0, 0), (1, 1, 1), False).overlap < pool._MIN_RATIO_MAXIMA


def test_many_equal_windows_take_no_pass_per_offset():
    x = np.zeros((1, 1, 100_000), np.float32)
    x[..., 70_000:70_500] = -0.0
    begin = time.process_time()
    values, index = pool.max_pool(x, (5000,), (1,), (0,), (1,), False)
    mean = pool.avg_pool(x + 1, (5000,), (1,), (0,), False, True, None)
    pool.avg_pool_transpose(mean, (100_000,), (5000,), (1,), (0,), False, True, None)
    assert time.process_time() - begin < 1.5  # a pass per offset takes some seconds
    np.testing.assert_array_equal(index[0, 0], np.arange(95_001, dtype=np.int64))
    np.testing.assert_array_equal(np.signbit(values), np.signbit(x[..., :95_001]))
    assert (mean == 1).all()


@pytest.mark.parametrize("kind", ["normal", "ties", "nan"])
@pytest.mark.parametrize("geometry", OVERLAPPING)
def test_half_precision_in_windows_that_overlap(geometry, kind):
    x = data(geometry[0], kind).astype(np.float16)
    values, index = pool.max_pool(x, *geometry[1:])
    expected, places = naive_max(x, *geometry[1:])
    assert values.dtype == x.dtype
    np.testing.assert_array_equal(values, expected)
    np.testing.assert_array_equal(index, places)


@pytest.mark.parametrize("kind", ["normal", "ties", "nan", "-inf", "int"])
@pytest.mark.parametrize("geometry", CASES)
def test_max_pool_is_its_definition(geometry, kind):
    x = data(geometry[0], kind)
    values, index = pool.max_pool(x, *geometry[1:])
    expected, places = naive_max(x, *geometry[1:])
    assert values.dtype == x.dtype
    assert index.dtype == np.int64
    np.testing.assert_array_equal(values, expected)
    np.testing.assert_array_equal(index, places)


def test_padding_of_the_least_integers():
    x = np.full((1, 1, 3, 3), np.iinfo(np.int64).min)
    np.testing.assert_array_equal(pool.max_pool(x, (2, 2), (2, 2), (1, 1), (1, 1), False)[1], [[[[0, 1], [3, 4]]]])


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
@pytest.mark.parametrize("geometry", CASES)
def test_scatter_and_gather_are_adjoint(geometry, dtype):
    x = data(geometry[0], "normal").astype(np.float64)
    values, index = pool.max_pool(x, *geometry[1:])
    np.testing.assert_array_equal(pool.pool_gather(x, index), values)
    g = np.random.default_rng(1).standard_normal(values.shape).astype(dtype)
    spread = pool.pool_scatter(g, index, x.shape[2:])
    assert spread.dtype == dtype
    expected = np.zeros((*x.shape[:2], x[0, 0].size), dtype)
    for n, c in np.ndindex(x.shape[:2]):
        for value, place in zip(g[n, c].ravel(), index[n, c].ravel()):
            expected[n, c, place] += value
    np.testing.assert_allclose(spread, expected.reshape(x.shape), rtol=1e-12)


def naive_average(x, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    ones = (1,) * len(kernel)
    seen = windows(x.shape, kernel, stride, padding, ones, ceil_mode)
    y = np.empty((*x.shape[:2], *(np.max(list(seen), axis=0) + 1)), x.dtype)
    for place, members in seen.items():
        count = len(members)
        if count_include_pad:
            count = np.prod([min(i * s - p + k, n + p) - (i * s - p) for i, s, p, k, n in zip(place, stride, padding, kernel, x.shape[2:])])
        y[(..., *place)] = sum(x[(..., *member)] for member in members) / (divisor or count)
    return y


AVERAGES = [(shape, kernel, stride, padding, ceil_mode) for shape, kernel, stride, padding, dilation, ceil_mode in CASES
            if set(dilation) == {1}]


@pytest.mark.parametrize("divisor", [None, 3])
@pytest.mark.parametrize("count_include_pad", [True, False])
@pytest.mark.parametrize("geometry", AVERAGES)
def test_avg_pool_is_its_definition(geometry, count_include_pad, divisor):
    x = data(geometry[0], "normal").astype(np.float64)
    rest = (*geometry[1:], count_include_pad, divisor)
    y = pool.avg_pool(x, *rest)
    np.testing.assert_allclose(y, naive_average(x, *rest), rtol=1e-10, atol=1e-12)
    g = np.random.default_rng(1).standard_normal(y.shape)
    gx = pool.avg_pool_transpose(g, x.shape[2:], *rest)
    assert gx.shape == x.shape
    assert np.vdot(g, y) == pytest.approx(np.vdot(gx, x), rel=1e-10)
    i = np.unravel_index(np.abs(x).argmax(), x.shape)
    moved = x.copy()
    moved[i] += 1
    assert gx[i] == pytest.approx(np.vdot(g, pool.avg_pool(moved, *rest) - y), rel=1e-6, abs=1e-9)


def test_avg_pool_leaves_gaps_zero():
    gx = pool.avg_pool_transpose(np.ones((1, 1, 2)), (7,), (2,), (3,), (0,), False, True, None)
    np.testing.assert_array_equal(gx, [[[0.5, 0.5, 0, 0.5, 0.5, 0, 0]]])


def test_avg_pool_of_other_dtypes():
    ints = np.arange(8, dtype=np.int64).reshape(1, 1, 8)
    np.testing.assert_array_equal(pool.avg_pool(ints, (2,), (2,), (0,), False, True, None), [[[0, 2, 4, 6]]])
    halves = np.full((1, 1, 64), 60000, np.float16)
    np.testing.assert_array_equal(pool.avg_pool(halves, (64,), (1,), (0,), False, True, None), [[[np.float16(60000)]]])


def naive_adaptive(x, out, reduce):
    y = np.empty((*x.shape[:2], *out), x.dtype)
    for place in product(*map(range, out)):
        where = tuple(slice(i * n // m, -(-(i + 1) * n // m)) for i, n, m in zip(place, x.shape[2:], out))
        y[(..., *place)] = reduce(x[(..., *where)], axis=tuple(range(2, x.ndim)))
    return y


ADAPTIVE = [((2, 3, 7), (3,)), ((2, 3, 8, 8), (4, 2)), ((2, 3, 5, 7), (1, 1)), ((2, 3, 5, 7), (3, 9)), ((1, 2, 4, 5, 6), (2, 5, 4)),
            ((1, 2, 30, 30), (2, 2)), ((2, 3, 5, 5), (0, 2)), ((0, 3, 5, 5), (2, 2))]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("shape", "out"), ADAPTIVE)
def test_adaptive_avg_pool(shape, out, dtype):
    x = data(shape, "normal").astype(dtype)
    axes = tuple(adaptive(n, m, np.dtype(dtype).char) for n, m in zip(shape[2:], out))
    y = resample(x, axes)
    assert y.dtype == dtype
    np.testing.assert_allclose(y, naive_adaptive(x, out, np.mean), rtol=2e-5 if dtype == np.float32 else 1e-12, atol=1e-6)
    g = np.random.default_rng(1).standard_normal(y.shape).astype(dtype)
    if g.size:
        gx = resample(g, tuple(axis.T for axis in axes))
        assert gx.shape == shape
        assert gx.dtype == dtype
        assert np.vdot(g, y) == pytest.approx(np.vdot(gx, x), rel=1e-4 if dtype == np.float32 else 1e-10)


@pytest.mark.parametrize("kind", ["normal", "nan", "-inf", "ties"])
@pytest.mark.parametrize(("shape", "out"), ADAPTIVE)
def test_adaptive_max_pool(shape, out, kind):
    x = data(shape, kind)
    values, index = pool.adaptive_max_pool(x, out)
    np.testing.assert_array_equal(values, naive_adaptive(x, out, np.max))
    if values.size:
        np.testing.assert_array_equal(pool.pool_gather(x, index), values)


def test_infinity_stays_in_its_window(recwarn):
    x = np.zeros((1, 1, 7), np.float32)
    x[0, 0, 6] = np.inf
    np.testing.assert_array_equal(resample(x, (adaptive(7, 3, "f"),)), [[[0, 0, np.inf]]])
    assert not recwarn.list


@pytest.mark.parametrize(("size", "changes", "message"), [
    ((8, 8), {"padding": (2, 2)}, "pad should be at most half of effective kernel size, but got pad=2, kernel_size=2 and dilation=1"),
    ((8, 8), {"padding": (-1, 0)}, "pad must be non-negative, but got pad: -1"),
    ((8, 8), {"kernel": (3, 3), "padding": (2, 2), "dilation": (2, 2)},
     "pad should be smaller than or equal to half of kernel size, but got padW = 2, padH = 2, kW = 3, kH = 3"),
    ((2, 2), {"kernel": (3, 3)}, r"Given input size: \(3x2x2\). Calculated output size: \(3x0x0\). Output size is too small"),
    ((8, 8), {"stride": (0, 0)}, "stride should not be zero"),
    ((8, 8), {"dilation": (0, 1)}, "dilation should be greater than zero"),
    ((8, 8), {"kernel": (0, 2)}, "kernel size should be greater than zero"),
    ((0, 8), {}, r"Expected 3D or 4D \(batch mode\) tensor with optional 0 dim batch size for input, but got:\[2, 3, 0, 8\]"),
])
def test_refusals(size, changes, message):
    attributes = {"kernel": (2, 2), "stride": (2, 2), "padding": (0, 0), "dilation": (1, 1), "ceil_mode": False} | changes
    with pytest.raises(RuntimeError, match=message):
        pool.max_pool(np.zeros((2, 3, *size)), *attributes.values())


def test_refusals_of_averages():
    with pytest.raises(RuntimeError, match="divisor must be not zero"):
        pool.avg_pool(np.zeros((1, 1, 4, 4)), (2, 2), (2, 2), (0, 0), False, True, 0)
    with pytest.raises(RuntimeError, match=r"input image \(T: 2 H: 2 W: 2\) smaller than kernel size \(kT: 3 kH: 1 kW: 1\)"):
        pool.avg_pool(np.zeros((1, 1, 2, 2, 2)), (3, 1, 1), (1, 1, 1), (1, 0, 0), False, True, None)
    with pytest.raises(RuntimeError, match=r"Given input size: \(1x1x2\). Calculated output size: \(1x1x0\)"):
        pool.avg_pool(np.zeros((1, 1, 2)), (3,), (1,), (0,), False, True, None)
    with pytest.raises(RuntimeError, match="elements of output_size must be greater than or equal to 0"):
        pool.adaptive_max_pool(np.zeros((1, 1, 4, 4)), (-1, 2))
    with pytest.raises(RuntimeError, match="Expected input to have non-zero size for non-batch dimensions"):
        pool.adaptive_max_pool(np.zeros((1, 1, 0, 4)), (2, 2))


@pytest.mark.parametrize(("call", "name"), [
    (lambda x: pool.max_pool(x, (2, 2), (2, 2), (0, 0), (1, 1), False), '"max_pool2d" not implemented for \'Bool\''),
    (lambda x: pool.avg_pool(x, (2, 2), (2, 2), (0, 0), False, True, None), '"avg_pool2d" not implemented for \'Bool\''),
    (lambda x: pool.adaptive_max_pool(x, (2, 2)), '"adaptive_max_pool2d" not implemented for \'Bool\''),
])
def test_refusals_of_dtypes(call, name):
    with pytest.raises(NotImplementedError, match=name):
        call(np.zeros((1, 1, 4, 4), bool))
