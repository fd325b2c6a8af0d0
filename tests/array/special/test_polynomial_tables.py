"""Single precision, computed from tables, against the kernels for double precision: the same numbers, rounded once."""
from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from minitorch_compat._array.special import bessel
from minitorch_compat._array.special import erf_and_gamma as special
from minitorch_compat._array.special import modified_bessel_and_zeta as special_more
from minitorch_compat._array.special.polynomial_tables import LogarithmicTable, UniformTable, fit_polynomials

_ROOTS = (-2.457025, -1.573498, -0.504083, 0.5, 0.8935770, 1.0, 1.4616321, 2.0, 2.1971413, 2.4048256, 3.8317060, 5.5200781)
KERNELS = {
    "lgamma": special.lgamma, "digamma": special.digamma, "erfc": special.erfc, "erfinv": special.erfinv, "erfcx": special_more.erfcx,
    "ndtri": special_more.ndtri, "i0e": special_more.i0e, "i1e": special_more.i1e, "i0": special_more.i0, "i1": special_more.i1,
    "mvlgamma": partial(special_more.mvlgamma, p=3), "airy_ai": bessel.airy_ai, "bessel_j0": bessel.bessel_j0,
    "bessel_j1": bessel.bessel_j1, "bessel_y0": bessel.bessel_y0, "bessel_y1": bessel.bessel_y1,
    "modified_bessel_i0": bessel.modified_bessel_i0, "modified_bessel_i1": bessel.modified_bessel_i1,
    "modified_bessel_k0": bessel.modified_bessel_k0, "modified_bessel_k1": bessel.modified_bessel_k1,
    "scaled_modified_bessel_k0": bessel.scaled_modified_bessel_k0, "scaled_modified_bessel_k1": bessel.scaled_modified_bessel_k1,
}


def _numbers() -> np.ndarray:
    rng = np.random.default_rng(7)
    every = np.arange(0, 0x7F800000, 600011, dtype=np.int64).astype(np.int32).view(np.float32)
    near = np.concatenate([(np.float32(r).view(np.int32) + np.arange(-40, 40, dtype=np.int32)).view(np.float32) for r in _ROOTS])
    parts = [every, -every, near, rng.normal(size=4000), rng.uniform(-12, 12, 4000), rng.uniform(0, 1, 2000),
             1 - 2.0 ** -rng.uniform(1, 24, 500),
             np.arange(-12, 13), [np.inf, -np.inf, np.nan, -0.0, 1e-40, -1e-40]]
    return np.concatenate([np.asarray(p, np.float32) for p in parts])


def _ulps(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        rounded = exact.astype(np.float32)
        size = np.spacing(np.maximum(np.abs(rounded), np.finfo(np.float32).tiny)).astype(np.float64)
        agree = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
        return np.where(agree, 0, np.abs(got.astype(np.float64) - rounded) / size)


@pytest.mark.parametrize("name", KERNELS)
def test_single_precision_is_double_precision_rounded(name: str) -> None:
    kernel, x = KERNELS[name], _numbers()
    if name == "mvlgamma":
        x = x[x > 1]
    exact = kernel(x.astype(np.float64))
    together, by_few = kernel(x), np.concatenate([kernel(x[i:i + 20]) for i in range(0, x.size, 20)])
    assert together.dtype == np.float32
    for got in (together, by_few):
        off = _ulps(got, exact)
        assert off.max() <= 1, (x[off.argmax()], got[off.argmax()], exact[off.argmax()])


@pytest.mark.parametrize("name", ["lgamma", "digamma", "i0e", "bessel_y1"])
def test_layouts_and_half_precision(name: str) -> None:
    kernel = KERNELS[name]
    x = np.random.default_rng(3).uniform(0.1, 9, (90, 110)).astype(np.float32)
    flat = kernel(x.reshape(-1)).reshape(x.shape)
    np.testing.assert_array_equal(kernel(x), flat)
    transposed = kernel(x.T)
    np.testing.assert_array_equal(transposed, flat.T)
    assert transposed.strides == x.T.strides
    np.testing.assert_array_equal(kernel(x[:, ::2]), flat[:, ::2])
    assert kernel(x[3, 4]) == kernel(x[3:4, 4])[0] and kernel(x[:0]).shape == (0, 110)
    if name != "bessel_y1":
        half = x.astype(np.float16)
        np.testing.assert_array_equal(kernel(half), kernel(half.astype(np.float64)).astype(np.float16))


def test_a_table_keeps_zeros_signs_and_what_is_not_finite() -> None:
    table = LogarithmicTable(lambda x: x * (x - 3), mirrored=lambda x: -x)
    got = table(np.array([0, 3, 4, -2, np.inf, -np.inf, np.nan, -np.nan], np.float32))
    np.testing.assert_allclose(got, [0, 0, 4, -2, np.inf, -np.inf, np.nan, np.nan])
    assert np.isnan(LogarithmicTable(np.sqrt)(np.array([-1], np.float32))[0])


def test_a_table_by_place_holds_its_ends() -> None:
    table = UniformTable(np.sin, -2, 4, 16, 5)
    x = np.linspace(-2, 4, 4001)
    np.testing.assert_allclose(table(x), np.sin(x), rtol=1e-11)
    with np.errstate(invalid="ignore"):
        ends = table(np.array([-9, 9, np.nan]))
    np.testing.assert_allclose(ends, [np.sin(-2), np.sin(4), np.nan], rtol=1e-12)


@pytest.mark.parametrize("degree", [2, 3, 4, 5, 8])
def test_a_fit_errs_no_more_than_it_must(degree: int) -> None:
    """Of the next power: by 2 / 4**n for n coefficients, and where a piece has a 0, by as much for one less, times the distance from it."""
    low, high, u = np.array([0.0, 1.0, -2.0]), np.array([1.0, 3.0, -1.5]), np.linspace(0, 1, 20001)
    x, size = low[:, None] + (high - low)[:, None] * u, high - low

    def error(f):
        return np.abs(np.polynomial.polynomial.polyval(u, fit_polynomials(f, low, high, degree).T) - f(x.reshape(-1)).reshape(x.shape))

    np.testing.assert_allclose(error(lambda x: (x + 2) ** (degree + 1) + 1).max(1), 2 * (size / 4) ** (degree + 1), rtol=1e-3, atol=1e-11)
    for part in (0, 0.3, 1):
        root = low + size * part
        wrong = error(lambda x, root=root: (x - np.repeat(root, x.size // 3)) * (x + 2.5) ** degree)
        least = 2 * (size[:, None] / 4) ** degree * np.abs(x - root[:, None])
        assert (wrong <= least * 1.001 + 1e-10).all()


def test_the_last_numbers_below_infinity() -> None:
    x = np.linspace(3.0e38, 3.4e38, 1000, dtype=np.float32)
    for kernel in (special_more.i0e, special_more.i1e):
        np.testing.assert_allclose(kernel(x), kernel(x.astype(np.float64)), rtol=3e-7)
