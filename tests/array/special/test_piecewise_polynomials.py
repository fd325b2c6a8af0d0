"""Polynomial approximations of slow functions agree with them to the last digits."""
from __future__ import annotations

import math

import numpy as np
import pytest

from minitorch_compat._array.special import bessel, incomplete_gamma
from minitorch_compat._array.special import erf_and_gamma as special
from minitorch_compat._array.special import modified_bessel_and_zeta as special_more
from minitorch_compat._array.special.piecewise_polynomials import PiecewisePolynomial

X = np.random.default_rng(0).uniform(0, 25, 3000)
LOG = np.random.default_rng(1).uniform(-12, 12, 1000)


def test_a_fit_reproduces_its_function_and_holds_its_ends():
    fit = PiecewisePolynomial(np.sin, -2, 4, 6)
    x = np.linspace(-2, 4, 20001).reshape(3, -1)
    np.testing.assert_allclose(fit(x), np.sin(x), atol=1e-15)
    np.testing.assert_allclose(fit(np.array([-9.0, 9.0])), np.sin([-2, 4]), atol=1e-15)
    assert np.isnan(fit(np.array([np.nan]))).all()


@pytest.mark.parametrize(("fit", "function", "weights"), [
    (bessel._J_POLYNOMIALS[0], np.cos, 1.0), (lambda x: bessel._J_POLYNOMIALS[1](x) * x, np.sin, bessel._SINES),
    (bessel._Y_POLYNOMIALS[0], np.cos, bessel._NEUMANN),
    (bessel._Y_POLYNOMIALS[1], np.sin, bessel._NEUMANN * bessel._SINES)])
def test_bessel_functions_near_zero(fit, function, weights):
    np.testing.assert_allclose(fit(X), bessel._mean(function, weights, X), atol=3e-15)


@pytest.mark.parametrize("order", [0, 1, 1 / 3])
def test_modified_bessel_functions_of_the_second_kind(order):
    x = np.concatenate([np.exp(LOG), [1e-30, 1e30]])
    np.testing.assert_allclose(bessel._k_scaled(x, order), bessel._k_integral(x, order), rtol=5e-15)


@pytest.mark.parametrize("order", [0, 1])
def test_modified_bessel_functions_of_the_first_kind(order):
    near, far = np.concatenate([X, [1e-9]]), np.linspace(30, 4000, 2000)
    series = special_more._bessel_power_series(near, order) * near**order
    np.testing.assert_allclose(special_more._bessel_scaled(near, order), series, rtol=5e-15)
    tail = special_more._bessel_scaled(far, order) * np.sqrt(2 * np.pi * far)
    np.testing.assert_allclose(tail, special_more._bessel_asymptotic(30 / far, order), rtol=5e-15)


def test_inverse_of_erf_up_to_the_ends():
    p = np.concatenate([np.linspace(-0.5, 0.5, 1000), 10.0 ** np.linspace(-30, -1, 100)])
    np.testing.assert_allclose([math.erf(x) for x in special.erfinv(p)], p, rtol=2e-15)
    rest = 2.0 ** -np.linspace(1, 53, 400)
    x = special.erfinv(1 - rest)
    error = np.array([math.erfc(v) for v in x]) / (1 - (1 - rest)) - 1
    assert np.abs(error / np.maximum(1, 2 * x * x)).max() < 2e-15
    np.testing.assert_array_equal(special.erfinv(np.array([1, -1, 1.5, np.nan, -0.0])), [np.inf, -np.inf, np.nan, np.nan, -0.0])
    single = np.linspace(-0.99, 0.99, 20001, dtype=np.float32)  # which the initial weights of many networks go through
    assert np.count_nonzero(special.erfinv(single) != special.erfinv(single.astype(np.float64)).astype(np.float32)) < 10


@pytest.mark.parametrize("function", [special.erfc, special.lgamma, special.digamma, special.erfinv, special_more.ndtr, special_more.i1e])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_long_arrays_go_by_chunks(function, dtype):
    x = np.random.default_rng(2).uniform(-0.9, 3, (5, 5000)).astype(dtype)
    np.testing.assert_allclose(function(x), [function(row) for row in x], rtol=1e-6 if dtype is np.float32 else 1e-14)


def test_airy_left_of_minus_one():
    x = np.exp(np.linspace(0, 13.9, 500))
    amplitude = bessel._airy_amplitude(x)
    np.testing.assert_allclose(bessel._AIRY[0](np.log(x)), amplitude.real, rtol=5e-15)
    np.testing.assert_allclose(bessel._AIRY[1](np.log(x)), amplitude.imag, rtol=2e-14)


def test_incomplete_gamma_of_many_elements_takes_steps_only_where_they_are_needed():
    rng = np.random.default_rng(4)
    a, x = rng.uniform(0.1, 300, (2, 20000))
    lower, upper = incomplete_gamma.igamma(a, x), incomplete_gamma.igammac(a, x)
    np.testing.assert_allclose(lower + upper, 1, rtol=1e-13)
    np.testing.assert_allclose(lower[:50], [incomplete_gamma.igamma(a[i:i + 1], x[i:i + 1])[0] for i in range(50)], rtol=1e-13)


def test_normal_quantile_undoes_the_distribution_function():
    p = np.concatenate([np.linspace(0.001, 0.999, 999), 10.0 ** -np.linspace(3, 300, 50)])
    x = special_more.ndtri(p)
    back = np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in x])
    np.testing.assert_allclose(back, p, rtol=1e-12)
