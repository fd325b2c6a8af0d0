"""Distances of many rows, computed column by column, agree with the formula: equal values, infinities, NaN."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.linalg import pdist as module
from minitorch_compat._array.linalg.cdist import cdist_backward


def _points(kind: str, dtype: str) -> np.ndarray:
    x = np.random.default_rng(3).standard_normal((90, 7)).astype(dtype)
    if kind == "equal":
        x[5], x[60, 2] = x[4], x[7, 2]
    elif kind == "infinite":
        x[3, 1], x[50, 1], x[70, 4] = np.inf, np.inf, -np.inf
    elif kind == "NaN":
        x[8, 2] = np.nan
    return x


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", ["distinct", "equal", "infinite", "NaN"])
@pytest.mark.parametrize("p", [0, 1, 2, 3, 0.5, np.inf])
@np.errstate(all="ignore")
def test_all_pairs(p: float, kind: str, dtype: str) -> None:
    x = _points(kind, dtype)
    first, second = np.triu_indices(len(x), 1)
    d = np.abs(x.astype(np.float64)[first] - x.astype(np.float64)[second])
    expected = {0: np.where(np.isnan(d), d, d != 0).sum(1), np.inf: d.max(1)}.get(p)
    if expected is None:
        expected = (d**p).sum(1) ** (1 / p)
    np.testing.assert_allclose(module.pdist(x, p), expected, rtol=1e-5 if dtype == "float32" else 1e-12)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", ["distinct", "equal"])
@pytest.mark.parametrize("p", [1, 3, 0.5, np.inf])
def test_gradients_of_all_pairs(p: float, kind: str, dtype: str) -> None:
    x = _points(kind, dtype)
    first, second = np.triu_indices(len(x), 1)
    out = module.pdist(x, p)
    g = np.random.default_rng(4).standard_normal(out.shape).astype(dtype)
    d = (x[first] - x[second]).astype(np.float64)
    norm = out.astype(np.float64)[:, None]
    size = np.abs(d)
    with np.errstate(all="ignore"):
        largest = np.abs(x[first] - x[second]) == out[:, None]
        slope = np.sign(d) * (largest if p == np.inf else np.where(size > 0, (size / norm) ** (p - 1), 0))
    share = slope * g[:, None] * (norm > 0)
    expected = np.zeros(x.shape)
    np.add.at(expected, first, share)
    np.add.at(expected, second, -share)
    np.testing.assert_allclose(module.pdist_backward(g, out, x, p), expected, rtol=1e-4, atol=2e-4 if dtype == "float32" else 1e-9)


@pytest.mark.parametrize("kind", ["distinct", "equal"])
def test_signs_of_two_sets(kind: str) -> None:
    a, b = _points(kind, "float32"), _points("distinct", "float32")[:80] + np.float32(kind == "distinct")
    g = np.random.default_rng(4).standard_normal((90, 80)).astype(np.float32)
    difference = a[:, None] - b
    expected = (np.sign(difference) * g[..., None]).sum(1, dtype=np.float64)
    np.testing.assert_allclose(cdist_backward(g, a, b, np.abs(difference).sum(-1), 1), expected, rtol=1e-4, atol=1e-4)
