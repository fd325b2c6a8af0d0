"""Kernels with shortcuts agree with the definition also where the shortcut does not apply."""
from __future__ import annotations

import math

import numpy as np
import pytest

from minitorch_compat._array.nn import normalization as norm
from minitorch_compat._array.pointwise import activation, logistic
from minitorch_compat._array.pointwise import elementwise as pointwise
from minitorch_compat._array.reduce import reduction, softmax
from minitorch_compat._array.special import erf_and_gamma as special

GRID = np.concatenate([np.linspace(-12, 12, 4001), [-100, 100, 0.0]]).astype(np.float32)


def test_erf_of_float32_is_accurate_to_its_last_digits() -> None:
    exact = np.array([math.erf(float(x)) for x in GRID])
    np.testing.assert_allclose(special.erf(GRID), exact, rtol=3e-7)


def test_gelu_and_its_slope() -> None:
    x = GRID.astype(np.float64)
    below = np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in x])
    density = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    np.testing.assert_allclose(activation.gelu(GRID), x * below, atol=3e-7, rtol=2e-7)
    np.testing.assert_allclose(activation.gelu_gradient(np.full_like(GRID, 2), GRID), 2 * (below + x * density), atol=6e-7)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float16, 1e-3), (np.float32, 3e-7), (np.float64, 1e-14)])
def test_gelu_by_tanh_and_its_slope(dtype: type, tolerance: float) -> None:
    a = np.tile(GRID.clip(-20, 20), 40).astype(dtype)  # long enough to be cut into pieces
    x, c = a.astype(np.float64), math.sqrt(2 / math.pi)
    t = np.tanh(c * (x + 0.044715 * x**3))
    slope = 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * c * (1 + 3 * 0.044715 * x * x)
    np.testing.assert_allclose(activation.gelu(a, "tanh"), 0.5 * x * (1 + t), rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(activation.gelu_gradient(np.full_like(a, 2), a, "tanh"), 2 * slope, rtol=tolerance, atol=16 * tolerance)


@pytest.mark.parametrize("approximate", ["none", "tanh"])
def test_gelu_where_numbers_end(approximate: str) -> None:
    tiny, most = np.float32(1e-40), np.finfo(np.float32).max
    a = np.array([-0.0, 0.0, tiny, -tiny, 1e30, -1e30, most, np.inf, np.nan], np.float32)
    with np.errstate(all="ignore"):
        expected = np.array([-0.0, 0.0, a[2] / 2, a[3] / 2, 1e30, -0.0, most, np.inf, np.nan], np.float32)
    got = activation.gelu(a, approximate)
    np.testing.assert_array_equal(got, expected)
    assert np.signbit(got[0]) and not np.signbit(got[1])
    g = activation.gelu_gradient(np.ones_like(a[:4]), a[:4], approximate)
    np.testing.assert_array_equal(g, np.float32([0.5, 0.5, 0.5, 0.5]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sigmoid_keeps_its_digits_far_below_zero(dtype: type) -> None:
    x = np.linspace(-80, 30, 1001).astype(dtype)
    exact = 1 / (1 + np.exp(-x.astype(np.float64)))
    np.testing.assert_allclose(logistic.sigmoid(x), exact, rtol=5e-7 if dtype is np.float32 else 1e-14)
    np.testing.assert_allclose(activation.silu(x), x * exact, rtol=6e-7 if dtype is np.float32 else 1e-14)


@pytest.mark.parametrize("fast", [False, True])
def test_sigmoid_where_numbers_end(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logistic, "FAST_MATH", fast)
    a = np.array([-0.0, 0.0, 1e-40, -1e-40, 200, -200, np.inf, -np.inf, np.nan], np.float32)
    np.testing.assert_array_equal(logistic.sigmoid(a), np.float32([0.5, 0.5, 0.5, 0.5, 1, 0, 1, 0, np.nan]))


@pytest.mark.parametrize("size", [4, 5000])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_relu_gradient_ignores_what_meets_a_zero(size: int, dtype: type) -> None:
    """PyTorch gives 0 where the output is 0 (of either sign), whatever the cotangent, and lets it pass at NaN."""
    out = np.resize(np.array([0.0, -0.0, 2.0, np.nan], dtype), size)
    g = np.resize(np.array([np.inf, np.nan, 3.0, 7.0], dtype), size)
    np.testing.assert_array_equal(pointwise.relu_gradient(out, g), np.resize(np.array([0, 0, 3, 7], dtype), size))


@pytest.mark.parametrize("shift", [-200.0, -30.0, 0.0, 60.0, 300.0])
@pytest.mark.parametrize("shape", [(3, 10), (7, 500), (2, 9000)])
def test_softmax_where_sums_of_exponentials_leave_the_range(shift: float, shape: tuple[int, int]) -> None:
    x = (np.random.default_rng(0).standard_normal(shape) * 3 + shift).astype(np.float32)
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(softmax.softmax(x, 1), e / e.sum(axis=1, keepdims=True), rtol=2e-6)


@pytest.mark.parametrize("shape", [(5, 8), (300, 7), (100, 1000)])
@pytest.mark.parametrize("affine", [False, True])
def test_layer_norm_and_its_backward_by_the_definition(shape: tuple[int, int], affine: bool) -> None:
    rng = np.random.default_rng(1)
    x, g = rng.standard_normal(shape) * 2 + 50, rng.standard_normal(shape)
    w, b = (rng.standard_normal(shape[1]), rng.standard_normal(shape[1])) if affine else (None, None)
    out, mean, rstd = norm.layer_norm(x, shape[1:], w, b, 1e-5)
    centred = x - x.mean(axis=1, keepdims=True)
    r = 1 / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(out, centred * r if w is None else centred * r * w + b, atol=1e-11)
    gx, gw, gb = norm.layer_norm_backward(g, x, mean, rstd, shape[1:], w, b)
    gh, xhat = g if w is None else g * w, centred * r
    expected = r * (gh - gh.mean(axis=1, keepdims=True) - xhat * (gh * xhat).mean(axis=1, keepdims=True))
    np.testing.assert_allclose(gx, expected, atol=1e-10)
    if affine:
        np.testing.assert_allclose(gw, (g * xhat).sum(axis=0), rtol=1e-9, atol=1e-10)
        np.testing.assert_allclose(gb, g.sum(axis=0), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("dim", [0, 1, 2, -1])
@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("layout", ["C", "F"])
def test_the_element_per_line_that_an_index_names(dim: int, keepdim: bool, layout: str) -> None:
    x = np.asarray(np.random.default_rng(0).standard_normal((3, 4, 5)), order=layout)  # type: ignore[call-overload]
    values, index = reduction.max_dim(x, dim, keepdim)
    np.testing.assert_array_equal(values, x.max(axis=dim, keepdims=keepdim))
    back = reduction.scatter_dim(values, index, x.shape, dim, keepdim)
    np.testing.assert_array_equal(back, np.where(x == x.max(axis=dim, keepdims=True), x, 0))
