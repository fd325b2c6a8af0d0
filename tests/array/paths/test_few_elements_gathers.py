"""Results computed by a single gather for few elements agree with those computed step by step for many."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from minitorch_compat._array.core.row_order import PERMUTED
from minitorch_compat._array.linalg import decompositions
from minitorch_compat._array.linalg import pdist as distances
from minitorch_compat._array.nn import conv, unfold
from minitorch_compat._array.nn import (
    normalization as norm,
)
from minitorch_compat._array.nn.pooling import pool
from minitorch_compat._array.nn.resampling import border_padding as borders
from minitorch_compat._array.nn.resampling import interpolation_weights as interpolation
from minitorch_compat._array.nn.resampling import upsample
from minitorch_compat._array.shape import copies

rng = np.random.default_rng(5)


def results_of_both_paths(monkeypatch: pytest.MonkeyPatch, module: Any, call: Any) -> tuple[Any, Any]:
    """The results of the small-size path, and of the general one."""
    few = call()
    monkeypatch.setattr(module, "_SMALL_SIZE", 0)
    for kept in vars(module).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
    many = call()
    return few, many


@pytest.fixture(autouse=True)
def _forget() -> Any:
    yield
    for module in (borders, copies, distances, norm, pool, interpolation, unfold):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def same(few: Any, many: Any) -> None:
    for a, b in zip(few, many, strict=True) if isinstance(few, tuple) else [(few, many)]:
        assert a.dtype == b.dtype
        assert a.strides == b.strides
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("padding", [(0, 0), (1, 2)])
def test_unfold(monkeypatch: pytest.MonkeyPatch, padding: tuple[int, int]) -> None:
    x = rng.standard_normal((2, 3, 5, 6)).astype(np.float32)
    same(*results_of_both_paths(monkeypatch, unfold, lambda: unfold.unfold(x, (2, 3), (1, 2), padding, (2, 1))))


@pytest.mark.parametrize("mode", ["reflect", "replicate"])
@pytest.mark.parametrize("padding", [(1, 2), (2, -1, 1, 2)])
def test_borders(monkeypatch: pytest.MonkeyPatch, mode: str, padding: tuple[int, ...]) -> None:
    x = rng.standard_normal((2, 3, 4, 5))[:, ::2]
    same(*results_of_both_paths(monkeypatch, borders, lambda: borders.pad_border(x, padding, mode)))


@pytest.mark.parametrize(("shifts", "dims"), [((2, -1), (0, 2)), ((7,), (1,)), ((1, 1), (1, -2))])
def test_roll(monkeypatch: pytest.MonkeyPatch, shifts: tuple[int, ...], dims: tuple[int, ...]) -> None:
    x = rng.standard_normal((3, 4, 5)).swapaxes(0, 1)
    same(*results_of_both_paths(monkeypatch, copies, lambda: copies.roll(x, shifts, dims)))


@pytest.mark.parametrize("p", [0.5, 1.0, 2.0, 3.0, 0.0, np.inf])
def test_distances(monkeypatch: pytest.MonkeyPatch, p: float) -> None:
    x = rng.standard_normal((6, 3))
    few, many = results_of_both_paths(monkeypatch, distances, lambda: distances.pdist(x, p))
    np.testing.assert_allclose(few, many, 1e-14)


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("with_bias", [True, False])
@pytest.mark.parametrize("kind", ["f", "d"])
def test_convolutions(monkeypatch: pytest.MonkeyPatch, kind: str, with_bias: bool, groups: int) -> None:
    x, w = rng.standard_normal((2, 4, 5, 6)).astype(kind), rng.standard_normal((4, 4 // groups, 3, 2)).astype(kind)
    b = rng.standard_normal(4).astype(kind) if with_bias else None
    wt = rng.standard_normal((4, 4 // groups, 3, 2)).astype(kind)
    calls = (lambda: conv.convolution(x, w, b, (2, 1), (1, 1), (1, 2), groups),
             lambda: conv.convolution_transpose(x, wt, b, (2, 2), (1, 0), (1, 0), (1, 2), groups))
    few = [call() for call in calls]
    monkeypatch.setattr(conv, "_small_conv_arguments", lambda *args: None)
    monkeypatch.setattr(conv, "_small_transposed_arguments", lambda *args: None)
    same(tuple(few), tuple(call() for call in calls))


@pytest.mark.parametrize("bad", [None, np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("shape", [(2, 3, 6, 5), (3, 6, 5)])
def test_adaptive_maxima(monkeypatch: pytest.MonkeyPatch, shape: tuple[int, ...], bad: float | None) -> None:
    x = rng.integers(0, 3, shape).astype(np.float32)
    if bad is not None:
        x[..., 2, 3] = x[..., 0, 1] = bad
    same(*results_of_both_paths(monkeypatch, pool, lambda: pool.adaptive_max_pool(x, (4, 3))))


@pytest.mark.parametrize("bad", [None, np.nan, np.inf])
@pytest.mark.parametrize("shape", [(2, 3, 6, 5), (3, 6, 5)])
def test_maxima(monkeypatch: pytest.MonkeyPatch, shape: tuple[int, ...], bad: float | None) -> None:
    x = rng.integers(0, 3, shape).astype(np.float64)
    if bad is not None:
        x[..., 2, 3] = x[..., 0, 1] = bad
    same(*results_of_both_paths(monkeypatch, pool, lambda: pool.max_pool(x, (3, 2), (2, 2), (1, 1), (1, 2), True)))


@pytest.mark.parametrize("bad", [None, np.nan, np.inf])
@pytest.mark.parametrize("out", [(3, 3), (7, 9), (4, 10), (8, 5)])
@pytest.mark.parametrize("kind", ["linear", "cubic", "nearest", "adaptive"])
def test_resampled(monkeypatch: pytest.MonkeyPatch, kind: str, out: tuple[int, int], bad: float | None) -> None:
    x = rng.standard_normal((2, 3, 4, 5)).astype(np.float32)
    if bad is not None:
        x[1, 2, 3, 4] = bad
    axes = tuple(getattr(upsample, kind)(n, m, "f") for n, m in zip((4, 5), out))
    few, many = results_of_both_paths(monkeypatch, interpolation, lambda: interpolation.resample(x, axes))
    assert few.strides == many.strides
    np.testing.assert_array_equal(np.isfinite(few), np.isfinite(many))
    np.testing.assert_allclose(few, many, 1e-5, 1e-6)


@pytest.mark.parametrize("wanted", [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize("shape", [(3, 2, 4), (3, 2), (2, 2, 3, 2)])
def test_remembered_statistics(monkeypatch: pytest.MonkeyPatch, shape: tuple[int, ...], wanted: tuple[bool, bool]) -> None:
    x = rng.standard_normal(shape).astype(np.float32)
    weight, bias, mean, var = (rng.random(2).astype(np.float32) + 0.5 for _ in range(4))
    args = x, weight if wanted[0] else None, bias if wanted[1] else None, mean, var, False, 1e-5
    same(*results_of_both_paths(monkeypatch, norm, lambda: norm.batch_norm(*args)))


@pytest.mark.parametrize("shape", [(3, 3), (2, 3, 3), (1, 1), (0, 0), (2, 0, 0), (0, 2, 2)])
@pytest.mark.parametrize("kind", ["f", "d", "F", "D"])
def test_decompositions_lie_column_by_column(shape: tuple[int, ...], kind: str) -> None:
    a = rng.standard_normal(shape).astype(kind)
    a = (a @ a.swapaxes(-1, -2).conj() + 3 * np.eye(shape[-1])).astype(kind)
    found = [decompositions.inv(a), decompositions.cholesky(a, False), decompositions.cholesky(a, True), *decompositions.qr(a, "reduced"),
             decompositions.eigh(a, "L")[1], *decompositions.svd(a, True)[::2], decompositions.solve(a, a),
             decompositions.solve_triangular(a, a, True, True, False), decompositions.solve_triangular(a, a, False, False, True)]
    wanted = decompositions.column_major(a)
    for matrix in found:
        assert matrix.dtype == a.dtype
        assert matrix.strides == wanted.strides
        assert (id(matrix) in PERMUTED) is (id(wanted) in PERMUTED)
    np.testing.assert_allclose(found[1] @ found[1].swapaxes(-1, -2).conj(), a, 1e-4, 1e-4)
    np.testing.assert_allclose(found[2].swapaxes(-1, -2).conj() @ found[2], a, 1e-4, 1e-4)
