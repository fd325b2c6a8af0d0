"""Accuracy of the special functions: exact values come from 40 digits of mpmath, given here as float64."""
from __future__ import annotations

import math

import numpy as np
import pytest

from minitorch_compat._array.special import erf_and_gamma as special
from minitorch_compat._array.special import incomplete_gamma
from minitorch_compat._array.special import modified_bessel_and_zeta as special_more

POINTS = {
    "lgamma": {
        1e-12: 27.63102111592797, 0.3676797583: 0.8834551835467975, 0.71: 0.2488076516175053, 0.9555: 0.027351194910441728,
        1.0007: -0.00040364809395489177, 1.41: -0.1201756558890367, 1.47: -0.121452498007656, 1.9999: -4.227520877215346e-05,
        2.05: 0.021937091667171754, 2.66: 0.4033091163954921, 4.56: 2.537514331794958, 10.02: 12.846883550412272,
        16.83: 30.196141350580753, 72.9: 238.55009910912017, 5865.7: 45026.83855517003,
        1.4285714285714286e+299: 9.82613739641655e+301,
    },
    "digamma": {
        1e-12: -1000000000000.5773, 0.3: -3.502524222200133, 0.8124: -0.9368308627526396, 1.2434: -0.23538495794664502,
        1.4616: -3.110625123034165e-05, 1.4617: 6.56593922936765e-05, 1.9: 0.35618416116405965, 2.03: 0.44195269912233637,
        2.7: 0.7967831689911411, 3.09: 0.9577183286867468, 8.8: 2.116858818900438, 12.5: 2.4851956512749123,
        50000.0: 10.81976828437695,
    },
    "erf": {
        1e-10: 1.1283791670955126e-10, 0.217: 0.24106859312741322, 0.465: 0.48921078711159144, 0.8437: 0.7671979750524579,
        0.86: 0.7761002683235567, 1.02: 0.850838017700942, 2.5: 0.999593047982555, -0.87: -0.7814398454905507,
        5.3: 0.9999999999999338,
    },
    "igamma": {
        (0.01, 0.5): 0.9943732438060329, (0.5, 0.2): 0.4729107431344619, (2.5, 1.5): 0.3000141641213725,
        (5.3, 9.1): 0.9339416431085308, (12.9, 3.0): 1.8798434396487174e-05, (13.1, 14.0): 0.6311615928482516,
        (60.0, 60.0): 0.5171692726293873, (60.0, 75.0): 0.9669265190886953,
    },
    "igammac": {
        (0.01, 0.5): 0.0056267561939671844, (0.5, 0.2): 0.5270892568655381, (2.5, 1.5): 0.6999858358786275,
        (5.3, 9.1): 0.06605835689146917, (12.9, 3.0): 0.9999812015656036, (13.1, 14.0): 0.36883840715174837,
        (60.0, 60.0): 0.4828307273706128, (60.0, 75.0): 0.033073480911304666,
    },
    "zeta": {
        (3.0, -7.58): 8.49351171515065,
    },
}


def _ulps(got: float, exact: float) -> float:
    return abs(got - exact) / float(np.spacing(abs(exact)))


@pytest.mark.parametrize(("name", "limit"), [("lgamma", 2.3), ("digamma", 2.1), ("erf", 1.5), ("igamma", 30), ("igammac", 30)])
def test_within_ulps_of_exact_values(name: str, limit: float) -> None:
    function = getattr(special, name, None) or getattr(incomplete_gamma, name)
    for point, exact in POINTS[name].items():
        arguments = [np.array([v]) for v in (point if isinstance(point, tuple) else (point,))]
        assert _ulps(float(function(*arguments)[0]), exact) <= limit, point


def test_lgamma_at_its_edges() -> None:
    got = special.lgamma(np.array([0.0, -0.0, -3.0, 1.0, 2.0, np.inf, -np.inf, np.nan, -1e-20, 1e308]))
    assert got[:3].tolist() == [math.inf] * 3 and got[3:5].tolist() == [0.0, 0.0] and got[5:7].tolist() == [math.inf] * 2
    assert math.isnan(got[7]) and got[8] == pytest.approx(20 * math.log(10), rel=1e-15) and math.isinf(got[9])


def test_digamma_at_its_edges() -> None:
    got = special.digamma(np.array([0.0, -0.0, -2.0, -np.inf, np.nan, np.inf, -1e-30]))
    assert got[:2].tolist() == [-math.inf, math.inf] and np.isnan(got[2:5]).all() and got[5] == math.inf and got[6] == pytest.approx(1e30)


def test_zeta_of_negative_places_ends_in_a_few_steps() -> None:
    got = special_more.zeta(np.array([3.0, 2.0, 2.5]), np.array([-7.58, -1e9 - 0.5, -1.5]))
    assert got[0] == pytest.approx(POINTS["zeta"][3.0, -7.58], rel=1e-14) and got[1] == pytest.approx(math.pi**2, rel=1e-9)
    assert math.isnan(got[2])


@pytest.mark.parametrize("kernel", [incomplete_gamma.igamma, incomplete_gamma.igammac, special_more.zeta])
def test_two_arguments_in_single_precision(kernel) -> None:
    """Fewer terms, and for few numbers all at once; the same as double precision, rounded."""
    rng = np.random.default_rng(5)
    a = np.concatenate([rng.uniform(0, 12, 400), rng.uniform(0, 300, 100), 10 ** rng.uniform(-5, 5, 100), np.arange(2, 12)])
    x = np.concatenate([rng.uniform(-1, 12, 400), rng.uniform(0, 300, 100), 10 ** rng.uniform(-5, 5, 100), -np.arange(10) - 0.25])
    edges = np.array([0, -0.0, 1, 2, 0.5, -1, 1e-30, 1e6, np.inf, -np.inf, np.nan])
    a, x = np.append(a, np.repeat(edges, 11)).astype(np.float32), np.append(x, np.tile(edges, 11)).astype(np.float32)
    with np.errstate(over="ignore"):
        exact = kernel(a.astype(np.float64), x.astype(np.float64)).astype(np.float32)
    by_few = np.concatenate([kernel(a[i:i + 7], x[i:i + 7]) for i in range(0, a.size, 7)])
    for got in (kernel(a, x), by_few, kernel(a.reshape(-1, 1), x.reshape(-1, 1)).reshape(-1)):
        np.testing.assert_allclose(got, exact, rtol=2e-7, atol=1e-38)
    np.testing.assert_allclose(kernel(a[:30, None], x[None, :40]), kernel(*(np.ascontiguousarray(v) for v in np.broadcast_arrays(
        a[:30, None], x[None, :40]))), rtol=2e-7)
