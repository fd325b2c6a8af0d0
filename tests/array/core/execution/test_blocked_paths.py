"""Kernels that compute large inputs in pieces or blocks give the same results as on small ones."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.linalg import ldl, solving
from minitorch_compat._array.reduce import softmax
from tests.ops.rounding import TWICE

RNG = np.random.default_rng(0)


def complex_numbers(*shape):
    return RNG.standard_normal(shape) + 1j * RNG.standard_normal(shape)


@pytest.mark.parametrize("n", [17, 64, 65, 150, 1100])
def test_logcumsumexp_of_complex_numbers(n):
    x = complex_numbers(2, n) * 3
    expected = np.log(np.cumsum(np.exp(x), -1))
    np.testing.assert_allclose(np.exp(softmax.logcumsumexp(x, 1)), np.exp(expected), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(softmax.logcumsumexp(x.T, 0).T, softmax.logcumsumexp(x, 1))


def test_logcumsumexp_of_infinite_complex_numbers():
    x = complex_numbers(100)
    x[0] = -np.inf
    found = softmax.logcumsumexp(x, 0)
    assert found[0].real == -np.inf
    np.testing.assert_allclose(np.exp(found[1:]), np.cumsum(np.exp(x[1:])))


@pytest.mark.parametrize("hermitian", [False, True])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.complex64, np.complex128])
@pytest.mark.parametrize("n", [2, 14, 40])
def test_a_matrix_is_factored_alone_as_among_others(n, kind, hermitian):
    a = (complex_numbers(3, n, n) if kind in (np.complex64, np.complex128) else RNG.standard_normal((3, n, n))).astype(kind)
    a = a + (a.conj() if hermitian else a).swapaxes(1, 2)
    a[1, 0] = a[1, :, 0] = 0
    np.einsum("...ii->...i", a)[2] *= 10
    hermitian = hermitian and kind in (np.complex64, np.complex128)
    for one, expected in zip(a, zip(*ldl._factor_batch(a, hermitian), strict=True), strict=True):
        for found, wanted in zip(ldl._factor_single(one, hermitian), expected, strict=True):
            np.testing.assert_allclose(found[0], wanted, rtol=1e-12 if TWICE else 0)


@pytest.mark.parametrize("kind", [np.float64, np.complex128])
@pytest.mark.parametrize("backwards", [False, True])
def test_many_reflections(kind, backwards):
    a = complex_numbers(2, 90, 70).astype(kind) if kind is np.complex128 else RNG.standard_normal((2, 90, 70))
    tau = a[:, 0, :] / 10
    tau[:, 3] = 0
    v, x = solving.unit_lower(a / 10), a[:, :, :5]
    expected = x
    for i in range(70) if backwards else reversed(range(70)):
        factor = (tau.conj() if backwards else tau)[:, i, None, None]
        one = v[:, :, i:i + 1]
        expected = expected - factor * (one @ (solving.adjoint(one) @ expected))
    np.testing.assert_allclose(solving.apply_reflections(v, tau, x, backwards), expected, rtol=1e-9, atol=1e-9)


def test_quantiles_outside_of_the_domain():
    p = torch.tensor([-1.0, -0.0, 0.0, 1e-45, 1e-40, 0.25, 1.0, 1.5, float("nan"), float("inf")])
    found = torch.special.ndtri(p)
    assert found.isnan().tolist() == [True, False, False, False, False, False, False, True, True, True]
    assert torch.equal(found[[1, 2, 6]], torch.tensor([-float("inf"), -float("inf"), float("inf")]))
    np.testing.assert_allclose(found[3:6].numpy(), [-14.12143, -13.31092, -0.67449], rtol=1e-4)


@pytest.mark.parametrize("limits", [(3, 7), (None, 7), (3, None), (7, 3), (-5, 200)])
@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64], ids=str)
def test_integers_between_numbers(dtype, limits):
    limits = [v if v is None or torch.iinfo(dtype).min <= v <= torch.iinfo(dtype).max else 50 for v in limits]
    x = torch.tensor(RNG.integers(0, 100, (60, 50))).to(dtype).t()
    found = x.clamp(*limits)
    assert found.dtype is dtype
    assert found.stride() == x.stride()
    assert torch.equal(found, torch.stack([row.clamp(*limits) for row in x]))


@pytest.mark.parametrize("reduce", ["sum", "prod", "amax", "amin"])
@pytest.mark.parametrize("include_self", [True, False])
def test_truth_values_that_meet(reduce, include_self):
    x, src = torch.tensor(RNG.random(40) > 0.5), torch.tensor(RNG.random(90) > 0.6)
    index = torch.tensor(RNG.integers(0, 40, 90))
    joined = {"sum": any, "amax": any, "prod": all, "amin": all}[reduce]
    expected = []
    for i in range(40):
        met = [v for v, place in zip(src.tolist(), index.tolist(), strict=True) if place == i]
        expected.append(joined(met + [x[i].item()] * (include_self or not met)))
    assert x.scatter_reduce(0, index, src, reduce, include_self=include_self).tolist() == expected


@pytest.mark.parametrize("n", [4096, 4097, 10_001])
def test_product_of_many_complex_numbers(n):
    x = np.exp(1j * RNG.uniform(-3, 3, n)) * RNG.uniform(0.99, 1.01, n)
    np.testing.assert_allclose(torch.tensor(x).prod().item(), np.prod(x), rtol=1e-10)


@pytest.mark.parametrize("settings", [(80, 30), (80, 30, 40), (64, 200, 0, 1, True), (100, 17, 50, 1, True), (80, 30, 7, 2)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.uint8], ids=str)
def test_long_windows(dtype, settings):
    x = torch.tensor(RNG.integers(0, 50, (3, 5, 500))).to(dtype)
    kernel, stride, padding, dilation, ceil_mode = (*settings, *(0, 1, False)[len(settings) - 2:])
    if dtype.is_floating_point:
        x[0, 1, :100] = -float("inf")
    values, index = torch.nn.functional.max_pool1d(x, kernel, stride, padding, dilation, ceil_mode, return_indices=True)
    for place in range(values.shape[-1]):
        start = place * stride - padding
        seen = [i for i in range(start, start + (kernel - 1) * dilation + 1, dilation) if 0 <= i < 500]
        part = x[..., seen].double().numpy()
        np.testing.assert_array_equal(values[..., place].double().numpy(), part.max(-1))
        np.testing.assert_array_equal(index[..., place].numpy(), np.array(seen)[part.argmax(-1)])
