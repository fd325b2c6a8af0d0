"""Paths of kernels that depend on sizes, the processor, or properties of the values."""
from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from minitorch_compat._array.core import float16
from minitorch_compat._array.core.execution import blocks, threads
from minitorch_compat._array.index import introsort_rows, sorting
from minitorch_compat._array.linalg import cdist, distance_blocks, small_products
from minitorch_compat._array.linalg import products as linalg
from minitorch_compat._array.nn import attention, embedding_bags
from minitorch_compat._array.pointwise import elementwise, through_float64
from minitorch_compat._array.sparse import coo, coo_products
from minitorch_compat._array.special import fma, libm

RNG = np.random.default_rng(11)


@pytest.mark.parametrize("rows", [1, 3, 15, 16, 256, 257, 400])
@pytest.mark.parametrize("width", [1, 2, 15, 16, 17, 18, 31, 32, 33, 511, 512])
def test_greatest_of_rows(rows: int, width: int) -> None:
    for a in (RNG.standard_normal((rows, width)), RNG.standard_normal((width, rows)).T, RNG.standard_normal((rows, 2 * width))[:, ::2]):
        found = blocks.row_max(a)
        assert found.shape == (rows, 1) and (found[:, 0] == a.max(1)).all()


def test_starts_of_rows_of_many_shapes() -> None:
    for k in range(1, 300):
        assert blocks.row_starts((3, k)).tolist() == [0, k, 2 * k]
    assert blocks.row_starts((3, 0)).tolist() == [0, 0, 0]


@pytest.mark.parametrize("beyond", [-1, 0, 1])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_scaled_sums_into_vectors(beyond: int, dtype: type) -> None:
    for count in (1, 2):
        a, b = RNG.standard_normal((2, count * elementwise._STEP_SIZE + beyond)).astype(dtype)
        expected = a + b * dtype(0.3)
        elementwise._add_scaled_inplace(a, b, 0.3)
        np.testing.assert_array_equal(a, expected)


def _exact(a: float, b: float, c: float) -> float:
    try:
        return float(Fraction(a) * Fraction(b) + Fraction(c))
    except OverflowError:
        return math.inf if Fraction(a) * Fraction(b) + Fraction(c) > 0 else -math.inf


@pytest.mark.parametrize("b, c", [(1e-150, 2e-150), (1.1e200, -3.3e210), (1.7e308, 1.0), (-1.7e308, 1.0), (0.3, 1e-140), (3e-320, 0.7),
                                  (0.3, 0.7), (-0.3, 1e5), (0.5, 0.1), (0.0, 0.3), (0.7, 0.0)])
def test_products_and_sums_are_rounded_once(b: float, c: float) -> None:
    a = np.concatenate([RNG.standard_normal(50), [0.0, 1.0, -1.5, 1e10, 1e-10]])
    assert fma.fma64(a, b, c).tolist() == [_exact(x, b, c) for x in a.tolist()]


@pytest.mark.parametrize("b, c", [(math.inf, 1.0), (1.0, math.inf), (-math.inf, 0.5), (0.3, -math.inf), (math.nan, 1.0), (0.3, math.nan)])
def test_products_and_sums_of_infinities(b: float, c: float) -> None:
    a = np.array([1.0, -2.0, 0.25])
    np.testing.assert_array_equal(fma.fma64(a, b, c), a * b + c)


def test_ties_of_single_precision_are_broken_by_what_was_cut_off() -> None:
    """a b is 1 + 2**-24, halfway between two float32 numbers, or near to it by what float64 does not hold beside c."""
    b = 1 + 2.0 ** -12
    a = np.array([2.0 ** k * (1 + m * 2.0 ** -12) for k in range(-3, 4) for m in range(-40, 40)], np.float32)
    for c in (1.0, -1.0, 2.0 ** 24, 2.0 ** 30, 2.0 ** -40, -(2.0 ** -60), 2.0 ** -90, 1 + 2.0 ** -23):
        found = fma.fma32(a, b, c)
        for x, y in zip(a.tolist(), found.tolist(), strict=True):
            exact = Fraction(x) * Fraction(b) + Fraction(c)
            near = np.float32(float(exact))
            around = [np.nextafter(near, np.float32(s)) for s in (-np.inf, np.inf)] + [near]
            best = min(around, key=lambda v: (abs(Fraction(float(v)) - exact), int(v.view(np.int32)) & 1))
            assert y == best, (x, b, c)


def test_powers_where_the_library_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    base, exponent = RNG.uniform(0, 1, 400), RNG.uniform(0, 30, 400)
    usual = libm.power(base, exponent)
    monkeypatch.setattr(libm, "_does_power_agree", lambda: False)
    np.testing.assert_array_equal(libm.power(base, exponent), usual)
    assert usual.tolist() == [math.pow(x, y) for x, y in zip(base.tolist(), exponent.tolist(), strict=True)]


@pytest.mark.parametrize("ufunc", [np.expm1, np.log1p, np.sinh, np.cosh, np.arcsinh, np.arccosh, np.arctanh], ids=lambda u: u.__name__)
def test_single_precision_by_way_of_double(ufunc: np.ufunc, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on processors for which numpy has no vector code."""
    monkeypatch.setattr(through_float64, "FAST_MATH", False)
    function, many = through_float64._through_float64(ufunc), through_float64._LARGE_SIZE
    low, high = {np.arccosh: (1, 9), np.arctanh: (-1, 1), np.log1p: (-1, 9)}.get(ufunc, (-9, 9))
    for size in (many - 1, many, 3 * many + 1):
        x = RNG.uniform(low, high, size).astype(np.float32)
        x[:9] *= np.float32(1e-6) if low < 1 else np.float32(1)
        x[9:12] = np.clip([0, 1, -1], low, high)
        with np.errstate(all="ignore"):
            exact = ufunc(x.astype(np.float64)).astype(np.float32)
            for laid in (x, np.repeat(x, 2)[::2]):
                np.testing.assert_array_almost_equal_nulp(function(laid)[12:], exact[12:], 3)
            room, wide, turned = np.empty_like(x), np.empty(size), np.empty((size, 2), np.float32)[:, 0]
            for out in (room, wide, turned):
                assert function(x, out) is out
                np.testing.assert_allclose(out, exact, rtol=1e-6)
            np.testing.assert_array_equal(function(x.astype(np.float64)), ufunc(x.astype(np.float64)))
            inside = x.copy()
            assert function(inside, inside) is inside
            np.testing.assert_array_equal(inside, room)


@pytest.mark.parametrize("rows, inner, columns", [(4096, 8, 8), (4096, 3, 2), (5000, 4, 4), (7, 3, 2), (4099, 8, 8)])
def test_small_products_into_what_is_no_view(rows: int, inner: int, columns: int) -> None:
    a, b = RNG.standard_normal((2, rows, inner)), RNG.standard_normal((2, inner, columns))
    for out in (None, np.empty((2, rows, columns)), np.empty((columns, rows, 2)).T, np.empty((2, rows, 2 * columns))[..., ::2]):
        found = small_products.matmul_in_pieces(a, b, out)
        assert out is None or found is out
        np.testing.assert_allclose(found, a @ b, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(small_products.matmul_in_pieces(a[:1], b), a[:1] @ b, rtol=1e-12, atol=1e-12)


def test_products_of_rows_that_fit_no_more_than_one_way() -> None:
    column, row = RNG.standard_normal((3, 1)), RNG.standard_normal((1, 4))
    np.testing.assert_allclose(linalg.mm_nt(column, row.T), column @ row)
    np.testing.assert_allclose(linalg.mm_tn(column.T, row), column @ row)
    batches, other = RNG.standard_normal((2, 3, 4)), RNG.standard_normal((5, 1, 4, 2))
    np.testing.assert_allclose(linalg.mm_nt(batches, other.swapaxes(-1, -2)), batches @ other)
    np.testing.assert_allclose(linalg.matmul(batches, other[0, 0]), batches @ other[0, 0])


@pytest.mark.parametrize("right", [False, True])
def test_places_in_rows(right: bool) -> None:
    rows = np.sort(RNG.standard_normal((2, 3, 50)), -1)
    for count in (1, sorting._ROW_MIN_LENGTH - 1, sorting._ROW_MIN_LENGTH, 2 * sorting._ROW_MIN_LENGTH):
        values = RNG.choice(rows.reshape(-1), (2, 3, count))
        found = sorting._insertion_indices_by_row(rows, values, right)
        assert found.dtype == np.int64
        for place in np.ndindex(2, 3):
            np.testing.assert_array_equal(found[place], np.searchsorted(rows[place], values[place], "right" if right else "left"))


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("causal", [False, True])
def test_sums_of_exponentials_of_long_attention(masked: bool, causal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    query, key = RNG.standard_normal((2, 1, 3, 20, 4))
    mask = RNG.standard_normal((20, 20)) if masked else None
    if mask is not None:
        mask[3, :2] = -np.inf
    at_once = attention.logsumexp(query, key, mask, causal, 0.4)
    scores = query @ key.swapaxes(-1, -2) * 0.4 + (0 if mask is None else mask)
    if causal:
        scores = np.where(np.tri(20, dtype=bool), scores, -np.inf)
    np.testing.assert_allclose(at_once, np.log(np.exp(scores).sum(-1)), rtol=1e-12)
    monkeypatch.setattr(attention, "is_computed_in_blocks", lambda query, key: True)
    np.testing.assert_allclose(attention.logsumexp(query, key, mask, causal, 0.4), at_once, rtol=1e-12)


@pytest.mark.parametrize("p", [0.5, 1.0, 2.0, 3.0, math.inf])
def test_distances_of_long_rows_and_of_batches(p: float) -> None:
    a, b = RNG.standard_normal((2, 3, 2 * distance_blocks.RUN + 1))
    found, whole = distance_blocks._accumulate_columns(a, b, p, np.maximum), np.abs(a[:, None] - b)
    expected = whole.max(-1) if p == math.inf else (whole ** p).sum(-1)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    for count in (2, 40, 400):
        a, b = RNG.standard_normal((2, count, 6, 5))
        distances = cdist.cdist(a, b, p)
        g = RNG.standard_normal(distances.shape)
        together = cdist.cdist_backward(g, a, b, distances, p)
        for k in range(0, count, 7):
            np.testing.assert_allclose(together[k], cdist.cdist_backward(g[k], a[k], b[k], distances[k], p), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("spoiled", ["infinite", "too large together", "too large apart", "alike"])
def test_distances_that_no_product_tells(spoiled: str) -> None:
    a, b = RNG.standard_normal((2, 40, 6))
    if spoiled == "infinite":
        a[3, 2] = math.inf
    elif spoiled == "too large together":
        b[3, 2] = 1e200
    elif spoiled == "too large apart":
        a[3, 2] = 1e200
    else:
        a, b = (np.concatenate([v] * 200 + [-v] * 200) + 1e-9 * RNG.standard_normal((400, 6)) for v in (a[:1], a[:1]))
    with np.errstate(over="ignore"):
        assert not distance_blocks._distances_by_product(a, b, np.empty((len(a), len(b))))
    a, b = RNG.standard_normal((2, 40, 6))
    out = np.empty((40, 40))
    assert distance_blocks._distances_by_product(a, b, out)
    np.testing.assert_allclose(out, np.sqrt(((a[:, None] - b) ** 2).sum(-1)))
    assert distance_blocks.columns_without_ties(a[:0]) == [True] * 6


def test_sparse_sums_into_memory_that_lies_otherwise() -> None:
    total = RNG.standard_normal((4, 3)).T
    x = coo.Coo(np.array([1.0, 2.0, 4.0]), np.array([[0, 2, 0], [3, 1, 3]]), (3, 4))
    np.testing.assert_array_equal(coo.add_into(total.copy("K"), x), total + coo.to_dense(x))
    rows = coo.Coo(RNG.standard_normal((2, 4)), np.array([[0, 2]]), (3, 4))
    np.testing.assert_array_equal(coo.add_into(total.copy("K"), rows), total + coo.to_dense(rows))
    for count in (0, 1, 2):
        dense = coo.Coo(RNG.standard_normal((count, 3, 4)), np.empty((0, count), np.int64), (3, 4))
        np.testing.assert_allclose(coo.add_into(total.copy("K"), dense), total + dense.values.sum(0))


@pytest.mark.parametrize("block", [8, 30, 100])
def test_sparse_products_by_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coo_products, "BLOCK", block)
    dense = RNG.standard_normal((13, 8)) * (RNG.uniform(size=(13, 8)) < 0.4)
    rows, places = np.nonzero(dense)
    y, out = RNG.standard_normal((8, 3)), np.empty((13, 3))
    coo_products._mm_by_blocks(rows, rows * 8 + places, dense[rows, places], y, out)
    np.testing.assert_allclose(out, dense @ y)


def test_no_bags_and_no_sizes() -> None:
    assert embedding_bags.segment_sums(np.ones((3, 2)), np.empty(0, np.int64), np.array([0, 0])).tolist() == [[0.0, 0.0]] * 2
    assert float16.broadcast_numel([np.ones(2), np.ones(3)]) == 0 and float16.broadcast_numel([np.ones((2, 1)), np.ones(3)]) == 6


@pytest.mark.parametrize("depth", [0, 1, 2, 9])
def test_rows_that_are_parted_too_deep(depth: int) -> None:
    """Beyond a depth parts go through heaps."""
    keys = RNG.integers(0, 60, (7, 150)).astype(np.float64)
    ordered = np.argsort(keys, 1, kind="stable")
    equal = np.diff(np.take_along_axis(keys, ordered, 1), axis=1) == 0
    found = introsort_rows._sort_block(np.take_along_axis(keys, ordered, 1)[:, ::-1].copy(), equal, depth)
    turned = np.take_along_axis(keys, ordered, 1)[:, ::-1]
    np.testing.assert_array_equal(np.sort(found, 1), np.broadcast_to(np.arange(150), (7, 150)))
    np.testing.assert_array_equal(np.take_along_axis(turned, found, 1), np.sort(keys, 1))


def test_arguments_that_are_cut_alike() -> None:
    a = np.arange(12.0).reshape(3, 4)
    found = threads._flatten_alike([a, 2.0, np.broadcast_to(np.float64(7), (3, 4)), np.array(3.0), np.float64(4)], np.empty((3, 4)))
    assert found is not None and [np.shape(v) for v in found] == [(12,), (), (12,), (), ()]
    assert found[0].tolist() == list(range(12)) and found[2].tolist() == [7.0] * 12
    for args, out in (([a, a[:2]], None), ([a.T], None), ([a], np.empty((4, 3)).T), ([a], np.empty((3, 5))), ([a, Pretending()], None)):
        assert threads._flatten_alike(args, out) is None


class Pretending:
    """What has a shape, and is no array."""

    shape = (3, 4)
