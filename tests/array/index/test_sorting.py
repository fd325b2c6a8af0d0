"""Sorting, equality, and positions in sorted sequences."""
from __future__ import annotations

import re

import numpy as np
import pytest

from minitorch_compat._array.index import repeat_and_count as r
from minitorch_compat._array.index import sorting as k
from minitorch_compat._array.index.quickselect import quickselect_positions

NAN = np.nan
X = np.array([[3, 1, NAN, 2], [2, 2, 1, 1]], np.float32)
Y = np.array([3, 1, 2, 3, 1], np.int64)


def check(result, *expected):
    for got, wanted in zip(result, expected, strict=True):
        np.testing.assert_array_equal(got, wanted)
        assert got.shape == np.shape(wanted)


def test_sort_is_stable_and_puts_nan_last():
    check(k.sort(X), [[1, 2, 3, NAN], [1, 1, 2, 2]], [[1, 3, 0, 2], [2, 3, 0, 1]])
    check(k.sort(X, descending=True), [[NAN, 3, 2, 1], [2, 2, 1, 1]], [[2, 0, 3, 1], [0, 1, 2, 3]])
    check(k.sort(X, 0), [[2, 1, 1, 1], [3, 2, NAN, 2]], [[1, 0, 1, 1], [0, 1, 0, 0]])
    check(k.sort(np.array(5.0)), 5.0, 0)


def test_topk():
    check(k.topk(X, 2), [[NAN, 3], [2, 2]], [[2, 0], [1, 0]])
    check(k.topk(X, 2, largest=False), [[1, 2], [1, 1]], [[1, 3], [2, 3]])
    check(k.topk(X, 1, 0), [[3, 2, NAN, 2]], [[0, 1, 0, 0]])
    check(k.topk(np.array(5, np.int64), 1), 5, 0)


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("dim", [0, 1])
def test_topk_of_many(largest, dim):
    x = np.random.default_rng(0).permutation(90000).reshape(300, 300)
    values, order = k.topk(x, 5, dim, largest)
    full = np.sort(x, axis=dim)
    full = np.flip(full, dim) if largest else full
    np.testing.assert_array_equal(values, full.take(range(5), dim))
    np.testing.assert_array_equal(np.take_along_axis(x, order, dim), values)


@pytest.mark.parametrize("largest", [True, False])
def test_topk_of_one_names_the_first(largest):
    x = np.array([[2, np.nan, -0.0, 3, 0.0, 3, np.nan] * 10, [np.nan] * 70, [5, 1, 5, 1, 4, 4, 4] * 10], np.float32)
    values, places = k.topk(x, 1, 1, largest)
    np.testing.assert_array_equal(places[:, 0], [1, 0, 0] if largest else [2, 0, 1])
    np.testing.assert_array_equal(values, np.take_along_axis(x, places, 1))


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32])
@pytest.mark.parametrize("least", [0, np.iinfo(np.int32).max - 65535])
def test_many_integers_near_to_each_other(dtype, least):
    rows = (np.arange(4000) * 7919 % 65536 // 3 * 3 + least).astype(dtype).reshape(4, 1000)
    rows[0, 0], rows[1, 1] = least, least + 65535
    for descending in (False, True):
        values, places = k.sort(rows, 1, descending, stable=True)
        expected = np.sort(rows, 1)[:, ::-1 if descending else 1]
        np.testing.assert_array_equal(values, expected)
        np.testing.assert_array_equal(np.take_along_axis(rows, places, 1), expected)
        assert (np.diff(places, axis=1)[values[:, 1:] == values[:, :-1]] > 0).all()


def test_kthvalue():
    check(k.kthvalue(Y, 2), 1, 4)
    check(k.kthvalue(X, 4), [NAN, 2], [2, 1])
    check(k.kthvalue(X, 2, keepdim=True), [[2], [1]], [[3], [3]])


def test_median_is_the_lower_one():
    check(k.median(np.array([4.0, 1.0, 3.0, 2.0]), 0), 2, 3)
    check(k.median(X, 1), [NAN, 1], [2, 3])
    check(k.median(X, 0, keepdim=True), [[2, 1, NAN, 1]], [[1, 0, 0, 1]])
    check(k.median(X, 1, ignore_nan=True), [2, 1], [3, 3])
    check(k.median(np.full(2, NAN), 0, ignore_nan=True), NAN, 0)
    assert k.median_all(Y) == 2
    assert np.isnan(k.median_all(X))
    assert k.median_all(X, ignore_nan=True) == 2
    assert np.isnan(k.median_all(np.empty(0)))


def test_mode_is_the_least_of_the_most_frequent():
    check(k.mode(Y), 1, 4)
    check(k.mode(np.array([[1, 2, 2, 1], [3, 3, 1, 3]], np.int64)), [1, 3], [3, 3])
    check(k.mode(np.array([[1, 2], [1, 2]], np.int64), 0, keepdim=True), [[1, 2]], [[1, 1]])


def test_running_extremes_name_the_last_position():
    check(k.cummax(np.array([1.0, 1.0, 0.0, 2.0]), 0), [1, 1, 1, 2], [0, 1, 1, 3])
    check(k.cummin(X, 1), [[3, 1, NAN, NAN], [2, 2, 1, 1]], [[0, 1, 2, 2], [0, 1, 2, 3]])
    check(k.cummax(np.array([NAN, 1, NAN]), 0), [NAN, NAN, NAN], [0, 0, 2])


def test_unique():
    check(k.unique(Y), [1, 2, 3], [2, 0, 1, 2, 0], [2, 1, 2])
    check(k.unique(np.array([NAN, 1, NAN])), [1, NAN, NAN], [1, 0, 2], [1, 1, 1])
    check(k.unique(np.array([[1, 2], [1, 3]], np.int64)), [1, 2, 3], [[0, 1], [0, 2]], [2, 1, 1])
    check(k.unique(np.array([[1, 2], [1, 2], [0, 3]], np.int64), 0), [[0, 3], [1, 2]], [1, 1, 0], [1, 2])
    check(k.unique(np.array(5.0)), [5], 0, [1])


@pytest.mark.parametrize("values", [Y, X, np.array([0.0, -0.0, 1.0]), np.array([[True, False]]), np.array(2.5, np.float16),
                                    np.zeros((0, 2)), np.arange(3000) % 7])
def test_unique_without_an_inverse(values):
    wanted, _, counts = k.unique(values)
    found, inverse, how_often = k.unique(values, None, False)
    assert found.tobytes() == wanted.tobytes() and found.dtype == values.dtype and how_often.dtype == np.int64
    np.testing.assert_array_equal(how_often, counts)
    assert inverse is None or not values.size or (values == 0).sum() > 1


def test_unique_consecutive():
    check(k.unique_consecutive(np.array([1, 1, 2, 1], np.int64)), [1, 2, 1], [0, 0, 1, 2], [2, 1, 1])
    check(k.unique_consecutive(np.array([[1, 1], [1, 1], [2, 1]], np.int64), 0), [[1, 1], [2, 1]], [0, 0, 1], [2, 1])
    check(k.unique_consecutive(np.empty(0, int)), [], [], [])


def test_searchsorted_and_bucketize():
    steps = np.array([1.0, 3.0, 5.0])
    values = np.array([0.0, 3.0, 9.0, NAN])
    assert k.searchsorted(steps, values).tolist() == [0, 1, 3, 3]
    assert k.searchsorted(steps, values, right=True).tolist() == [0, 2, 3, 3]
    assert k.searchsorted(steps, values, side="right", out_int32=True).dtype == np.int32
    assert k.searchsorted(steps[::-1], values, sorter=np.array([2, 1, 0], np.int64)).tolist() == [0, 1, 3, 3]
    rows = np.array([[1.0, 3.0], [2.0, 4.0]])
    assert k.searchsorted(rows, np.array([[1.0, 5.0, 3.0], [3.0, 4.0, 0.0]])).tolist() == [[0, 2, 1], [1, 1, 0]]
    assert k.bucketize(np.array([[0.0, 3.0]]), steps, right=True).tolist() == [[0, 2]]
    assert k.bucketize(np.array(3, np.int64), steps).shape == ()


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: k.sort(np.array([1j])), RuntimeError, "Sort does not support complex dtypes on CPU"),
    (lambda: k.topk(X, 5), RuntimeError, "selected index k out of range"),
    (lambda: k.topk(X > 1, 1), RuntimeError, "topk does not support bool dtypes on CPU"),
    (lambda: k.kthvalue(Y, 6), RuntimeError, "kthvalue(): selected number k out of range for dimension 0"),
    (lambda: k.median(np.zeros((0, 3)), 0), IndexError, "median(): Expected reduction dim 0 to have non-zero size."),
    (lambda: k.median_all(X > 1), NotImplementedError, "\"median_cpu\" not implemented for 'Bool'"),
    (lambda: k.unique(np.array([1j], np.complex64)), NotImplementedError, "\"unique\" not implemented for "
                                                                          "'ComplexFloat'"),
    (lambda: k.unique(np.array(1, np.int64), 0), IndexError, "Dimension specified as 0 but tensor has no dimensions"),
    (lambda: k.searchsorted(Y, Y, side="x"), RuntimeError, "side can only be 'left' or 'right' but got x"),
    (lambda: k.searchsorted(Y, Y, right=True, side="left"), RuntimeError, "side and right can't be set to opposites"),
    (lambda: k.searchsorted(X, Y), RuntimeError, "boundaries tensor should be 1 dimension or the first N-1 dimensions"),
    (lambda: k.bucketize(Y, X), RuntimeError, "boundaries tensor must be 1 dimension, but got dim(2)"),
    (lambda: r.repeat_interleave(Y, np.array([1, 2], np.int64)), RuntimeError, "repeats must have the same size as input along "
                                                                     "dim"),
    (lambda: r.repeat_interleave(Y, -1), RuntimeError, "Repeats must be non-negative"),
    (lambda: r.repeat_interleave(Y, 2, output_size=3), RuntimeError, "allocated size does not match required size"),
    (lambda: r.bincount(np.array([-1], np.int64)), RuntimeError, "bincount only supports 1-d non-negative integral inputs."),
    (lambda: r.bincount(Y, X[0]), RuntimeError, "weights should be 1-d and have the same length as input"),
    (lambda: r.histc(Y), NotImplementedError, "\"histogram_cpu\" not implemented for 'Long'"),
    (lambda: r.histc(X), RuntimeError, "is not finite"),
    (lambda: r.histc(X, 4, 3, 1), RuntimeError, "torch.histc: max must be larger than min"),
])
def test_refusals(call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call()


def test_repeat_interleave():
    x = np.array([[0, 1], [2, 3]], np.int64)
    assert r.repeat_interleave(x, 2).tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert r.repeat_interleave(x, np.array([1, 2], np.int64), 0).tolist() == [[0, 1], [2, 3], [2, 3]]
    assert r.repeat_interleave(x, np.array([2], np.int64), 1).tolist() == [[0, 0, 1, 1], [2, 2, 3, 3]]
    assert r.repeat_interleave(np.array(5, np.int64), 3).tolist() == [5, 5, 5]


def test_bincount_and_histc():
    assert r.bincount(np.array([0, 2, 2], np.int64), minlength=5).tolist() == [1, 0, 2, 0, 0]
    weighted = r.bincount(np.array([0, 2, 2], np.int64), np.array([0.5, 1, 2], np.float32))
    assert (weighted.tolist(), weighted.dtype) == ([0.5, 0, 3], np.float32)
    assert r.bincount(np.array([0], np.int64), np.array([1], np.int64)).dtype == np.float64
    assert r.histc(np.array([1.0, 2.0, 1.0, 9.0]), 4, 0, 3).tolist() == [0, 2, 1, 0]
    assert r.histc(np.array([1.0, 2.0, 1.0]), 4).tolist() == [2, 0, 0, 1]
    assert r.histc(np.ones(3), 4).tolist() == [0, 0, 3, 0]


@pytest.mark.parametrize("dtype", [np.int16, np.int64, np.uint8, np.float32, np.float64])
@pytest.mark.parametrize("shape", [(65,), (3, 40), (40, 3), (2, 33, 3)])
@pytest.mark.parametrize("kinds", [1, 3, 1000])
def test_medians_by_value_are_those_by_order(dtype, shape, kinds, monkeypatch):
    chance = np.random.default_rng(kinds)
    x = chance.integers(-kinds // 2, kinds, shape).astype(dtype)
    given = [x, x[::-1], np.asfortranarray(x)]
    if dtype in (np.float32, np.float64):
        zeros, holes = x.copy(), x.copy()
        zeros[x == 0] = np.where(chance.random((x == 0).sum()) < 0.5, 0.0, -0.0)
        holes.reshape(-1)[::5] = chance.choice([np.nan, np.inf, -np.inf], holes.size // 5 + (holes.size % 5 > 0))
        given += [zeros, holes]
    for values in given:
        for dim in range(x.ndim):
            monkeypatch.setattr(k, "_PARTITION_MIN_SIZE", 1 << 60)
            wanted = k.median(values, dim)
            monkeypatch.setattr(k, "_PARTITION_MIN_SIZE", 1)
            for got, expected in zip(k.median(values, dim), wanted, strict=True):
                assert got.tobytes() == expected.tobytes() and got.strides == expected.strides and got.dtype == expected.dtype


def test_kthvalue_of_long_rows_names_where_quickselect_ends():
    x = np.random.default_rng(0).integers(0, 5, (4, 50))
    for values in x, x.astype(np.float32):
        for nth in 1, 17, 50:
            found, places = k.kthvalue(values, nth, 1)
            np.testing.assert_array_equal(found, np.sort(values, 1)[:, nth - 1])
            np.testing.assert_array_equal(places, quickselect_positions(values, nth - 1))
