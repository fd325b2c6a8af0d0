"""Paths for few elements, against those for many."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from minitorch_compat._array.nn import conv, losses, margin_losses, normalization
from minitorch_compat._array.pointwise import activation
from minitorch_compat._array.reduce import softmax

SPECIAL = np.array([1, -1, 0.0, -0.0, np.nan, np.inf, -np.inf, 0.3, -0.3, 30, -30, 1e-40], np.float32)
RNG = np.random.default_rng(0)


@pytest.mark.parametrize("call", [
    lambda a: activation.hardshrink(a, 0.3), lambda a: activation.softshrink(a, 0.3), lambda a: activation.softplus(a, 3, 0.2),
    lambda a: activation.prelu(a, np.array([0.25], a.dtype)), lambda a: activation.softplus(a),
    lambda a: activation.elu(a, 0.5, 2.0), lambda a: activation.gelu(a),
], ids=["hardshrink", "softshrink", "softplus, bent", "prelu", "softplus", "elu", "gelu"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_activations(call: Any, dtype: Any, monkeypatch: Any) -> None:
    a = SPECIAL.astype(dtype)
    with np.errstate(all="ignore"):
        few = call(a)
        monkeypatch.setattr(activation, "_SMALL_SIZE", 0)
        many = call(a)
    np.testing.assert_allclose(few, many, rtol=1e-6)
    assert (np.signbit(few) == np.signbit(many))[~np.isnan(few)].all()


@pytest.mark.parametrize(("x", "slopes"), [
    ((3, 4), (1, 1)), ((3, 4), (1, 4)), ((1, 4), (3, 1)), ((4,), (1, 1)), ((4,), (3, 1)), ((0, 4), (1, 4)), ((1,), (0,))])
def test_prelu_of_broadcast_slopes(x: tuple[int, ...], slopes: tuple[int, ...]) -> None:
    a, weight = RNG.standard_normal(x), RNG.standard_normal(slopes)
    found = activation.prelu(a, weight)
    np.testing.assert_array_equal(found, np.where(a > 0, a, weight * a), strict=True)


@pytest.mark.parametrize("limits", [(0, 6), (0.0, 6.0), (-0.0, 6.0), (-1.0, -0.0), (-1.0, 0.0)])
def test_zeros_with_a_sign_are_other_limits(limits: tuple[float, float]) -> None:
    a = np.array([-2.0, 2.0, 9.0], np.float32)
    found = activation.hardtanh(a, *limits)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(np.array([limits[0], min(2.0, limits[1]), limits[1]], np.float32)))


@pytest.mark.parametrize("kernel", [softmax.softmax, softmax.log_softmax])
@pytest.mark.parametrize(("shape", "dim"), [
    ((5,), 0), ((4, 5), 0), ((4, 5), -1), ((2, 3, 4), 1), ((2, 3, 4), 2), ((3, 40), 1), ((40, 3), 1)])
@pytest.mark.parametrize("scale", [1, 200])
def test_softmax(kernel: Any, shape: tuple[int, ...], dim: int, scale: float, monkeypatch: Any) -> None:
    a = (RNG.standard_normal(shape) * scale).astype(np.float32)
    few = kernel(a, dim)
    monkeypatch.setattr(softmax, "_tiny_lanes", lambda *_: None)
    np.testing.assert_allclose(few, kernel(a, dim), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("call", [
    lambda a, w: normalization.layer_norm(a, a.shape[1:], w, w, 1e-3), lambda a, w: normalization.layer_norm(a, a.shape[1:], None, w, 1e-3),
    lambda a, w: normalization.group_norm(a, w[:, 0], w[:, 1], 2, 1e-3), lambda a, w: normalization.group_norm(a, None, None, 4, 1e-3),
    lambda a, w: normalization.batch_norm(a, w[:, 0], w[:, 1], None, None, True, 1e-3),
    lambda a, w: normalization.batch_norm(a, None, None, w[:, 0], w[:, 1] ** 2, False, 1e-3),
], ids=["layer norm", "layer norm, only shifted", "group norm", "group norm, not scaled", "batch norm", "batch norm in evaluation"])
def test_normalization(call: Any, monkeypatch: Any) -> None:
    a, w = RNG.standard_normal((3, 4, 5)), RNG.standard_normal((4, 5))
    few = call(a, w)
    monkeypatch.setattr(normalization, "_SMALL_SIZE", 0)
    for found, expected in zip(few, call(a, w), strict=True):
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-10)


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("ignore_index", [-100, 1])
def test_negative_log_likelihood(reduction: str, ignore_index: int, monkeypatch: Any) -> None:
    a, target = RNG.standard_normal((2, 3, 4)).astype(np.float32), RNG.integers(0, 3, (2, 4))
    few = losses.nll_loss(a, target, None, reduction, ignore_index)
    monkeypatch.setattr(losses, "_SMALL_SIZE", 0)
    np.testing.assert_array_equal(few, losses.nll_loss(a, target, None, reduction, ignore_index))


@pytest.mark.parametrize("p", [1, 2])
def test_multi_margin(p: int, monkeypatch: Any) -> None:
    a, target = RNG.standard_normal((4, 3)).astype(np.float32), np.array([0, 2, 1, 1], np.int64)
    a[1, 0] = np.nan
    few = margin_losses.multi_margin(a, target, None, p, 0.5, "none")
    monkeypatch.setattr(margin_losses, "_SMALL_SIZE", 0)
    np.testing.assert_array_equal(few, margin_losses.multi_margin(a, target, None, p, 0.5, "none"))


@pytest.mark.parametrize("target", [[[-2, 0, 1]], [[0, 3, 1]], [[np.iinfo(np.int64).max, 0, 0]], [[np.iinfo(np.int64).min, 0, 0]]])
def test_multilabel_margin_refuses_classes(target: list[list[int]]) -> None:
    with pytest.raises(RuntimeError, match="out of range"):
        margin_losses.check_multilabel_margin(np.ones((1, 3), np.float32), np.array(target))


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("padding", [(1, 1), (0, 2)])
def test_transposed_convolution_by_the_flipped_kernel(bias: bool, padding: tuple[int, int], monkeypatch: Any) -> None:
    x, w, b = RNG.standard_normal((2, 3, 4, 5)), RNG.standard_normal((3, 2, 2, 3)), RNG.standard_normal(2)
    args = (x, w, b if bias else None, (1, 1), padding, (0, 0), (1, 1), 1)
    found = conv._small_transposed_arguments(x.shape, w.shape, b.shape, x.dtype, *args[3:])
    assert found is not None and found[0] is conv._flipped_conv_by_gather
    few = conv.convolution_transpose(*args)
    monkeypatch.setattr(conv, "_small_transposed_arguments", lambda *_: None)
    np.testing.assert_allclose(few, conv.convolution_transpose(*args), rtol=1e-12)
