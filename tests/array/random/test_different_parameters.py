"""Random variates that all have different parameters, in larger numbers than are drawn at once: recorded from PyTorch at seed 3."""
from __future__ import annotations

import math
from zlib import crc32

import numpy as np
import pytest

from minitorch_compat._array.random import gamma
from minitorch_compat._array.random import poisson_and_binomial as counts
from minitorch_compat._array.random.mt19937 import Stream
from tests.ops.rounding import OTHER_LIBM, TWICE, last_bits

_DRAW = {"poisson": counts.poisson, "binomial": counts.binomial, "standard_gamma": gamma.standard_gamma}


def _spread(step: float, count: int = 40000) -> np.ndarray:
    return np.arange(count) * step % 1


U, V = _spread(0.6180339887498949), _spread(0.7548776662466927)
PARAMETERS = {
    ("poisson", "attempts"): (10 + 40 * U,),
    ("poisson", "products"): (9.9 * U + 0.01,),
    ("poisson", "both"): (np.where(V < 0.5, 1, 30) * (0.5 + U),),
    ("poisson", "rare"): (U * 1e-3,),
    ("poisson", "many"): (1e12 * (1 + U),),
    ("binomial", "attempts"): (np.full(40000, 100.), 0.15 + 0.7 * U),
    ("binomial", "waits"): (np.floor(1 + 10 * V), U),
    ("binomial", "both"): (np.floor(1 + 100 * V), U),
    ("binomial", "rare"): (np.full(40000, 1000.), U * 1e-4),
    ("binomial", "parts"): (90 * V, U),
    ("binomial", "many"): (np.floor(1e9 * V), 1e-6 * U),
    ("standard_gamma", "above"): (1.5 + 5 * U,),
    ("standard_gamma", "below"): (U,),
    ("standard_gamma", "both"): (0.01 + 5 * U,),
    ("standard_gamma", "much"): (1e6 * (1 + U),),
    ("standard_gamma", "useless"): (1.5 + 0.1 * U,),
}
#: A sum of the bytes that are drawn, and the number of the stream that follows.
RECORDED = {
    ("poisson", "attempts", "float32"): (1697378272, 0.060491698513024716),
    ("poisson", "attempts", "float64"): (4140033310, 0.060491698513024716),
    ("poisson", "products", "float32"): (3483217265, 0.6583017824236785),
    ("poisson", "products", "float64"): (610270602, 0.6583017824236785),
    ("poisson", "both", "float32"): (3653631305, 0.8544504054481457),
    ("poisson", "both", "float64"): (2549529543, 0.8544504054481457),
    ("poisson", "rare", "float32"): (4152685184, 0.9063331191256576),
    ("poisson", "rare", "float64"): (920917426, 0.9063331191256576),
    ("poisson", "many", "float32"): (771745924, 0.2268171832017788),
    ("poisson", "many", "float64"): (2901190713, 0.10251657794305347),
    ("binomial", "attempts", "float32"): (2118483545, 0.7168899152528285),
    ("binomial", "attempts", "float64"): (1883358762, 0.7168899152528285),
    ("binomial", "waits", "float32"): (4153094511, 0.24083762851395774),
    ("binomial", "waits", "float64"): (234909671, 0.24083762851395774),
    ("binomial", "both", "float32"): (3431316675, 0.5252558221538608),
    ("binomial", "both", "float64"): (29996461, 0.5252558221538608),
    ("binomial", "rare", "float32"): (4203908806, 0.45556914622332145),
    ("binomial", "rare", "float64"): (1689980844, 0.45556914622332145),
    ("binomial", "parts", "float32"): (2915858536, 0.2798660189720028),
    ("binomial", "parts", "float64"): (2830495942, 0.2798660189720028),
    ("binomial", "many", "float32"): (2768272806, 0.5449484344491005),
    ("binomial", "many", "float64"): (1887976381, 0.4546173443801973),
    ("standard_gamma", "above", "float32"): (177876101, 0.37697894511045293),
    ("standard_gamma", "above", "float64"): (748185628, 0.37697894511045293),
    ("standard_gamma", "below", "float32"): (1994335302, 0.24291150883244694),
    ("standard_gamma", "below", "float64"): (725512594, 0.24291150883244694),
    ("standard_gamma", "both", "float32"): (2181853592, 0.9237882125543434),
    ("standard_gamma", "both", "float64"): (645987652, 0.9237882125543434),
    ("standard_gamma", "much", "float32"): (2101025068, 0.946813266863138),
    ("standard_gamma", "much", "float64"): (4153000039, 0.946813266863138),
    ("standard_gamma", "useless", "float32"): (1218823145, 0.759717352572214),
    ("standard_gamma", "useless", "float64"): (3053891471, 0.759717352572214),
}


@pytest.mark.parametrize(("op", "which", "dtype"), RECORDED)
def test_different_parameters(op: str, which: str, dtype: str) -> None:
    stream = Stream(3)
    made = _DRAW[op](stream, *(p.astype(dtype) for p in PARAMETERS[op, which]))
    bits, following = RECORDED[op, which, dtype]
    assert stream.doubles(1)[0] == following  # as many numbers were drawn
    if op != "standard_gamma" or dtype == "float32" or not (TWICE or OTHER_LIBM):
        assert crc32(made.tobytes()) == bits


@pytest.mark.parametrize(("op", "which"), PARAMETERS)
@pytest.mark.parametrize("cached", [None, 0.25])
def test_as_one_by_one(op: str, which: str, cached: float | None) -> None:
    together, apart = Stream(5), Stream(5)
    together.cached = apart.cached = cached
    parameters = [p[:400] for p in PARAMETERS[op, which]]
    found = _DRAW[op](together, *parameters)
    one_by_one = [_DRAW[op](apart, *row).item() for row in zip(*(p[:, None] for p in parameters), strict=True)]
    assert found.tolist() == (pytest.approx(one_by_one, rel=1e-14) if TWICE else one_by_one)
    assert (together.get_state() == apart.get_state()).all()


#: Of 20 rows of so many float64 categories: a sum of the bytes. PyTorch's order of adding decides the last bits.
DIRICHLET = {3: 3449378274, 5: 751468969, 6: 3040180620, 17: 3985535756, 100: 1415308064, 300: 3746747987, 5000: 2394893196}


@last_bits
@pytest.mark.parametrize("width", DIRICHLET)
def test_dirichlet(width: int) -> None:
    alpha = 0.5 + _spread(0.6180339887498949, 20 * width).reshape(20, width)
    assert crc32(gamma.dirichlet(Stream(3), alpha).tobytes()) == DIRICHLET[width]


def test_infinite_parameters() -> None:
    """What PyTorch makes of them, by its conversions from floating point."""
    inf, nan, least = math.inf, math.nan, float(-2**63)
    assert counts.poisson(Stream(3), np.array([inf, 3, 20])).tolist() == [least, 3, 19]
    assert counts.poisson(Stream(3), np.array([1e18, 1e19, 1e25, 1e300, 3]))[1:].tolist() == [least, least, least, 3]
    np.testing.assert_equal(counts.binomial(Stream(3), np.array([inf] * 4), np.array([0.7, 0.3, 0.5, 0.1])), [nan, inf, nan, nan])
    np.testing.assert_equal(counts.binomial(Stream(3), np.array([inf, 5, 100]), np.array([0.3, 0.3, 0.5])), [inf, 2, 49])
    tiny = np.finfo(np.float64).tiny
    assert gamma.standard_gamma(Stream(3), np.array([nan, 3])).tolist() == [tiny, 2.9624785032791214]
    assert gamma.dirichlet(Stream(3), np.array([inf, 3])).tolist() == [tiny, tiny]


@pytest.mark.parametrize("waiting", [False, True])
@pytest.mark.parametrize("shape", [0.01, 0.5, 1.0, 1.3])
def test_gamma_variates_of_equal_shapes_are_those_made_singly(monkeypatch, shape, waiting):
    alpha, streams = np.full(3001, shape), (Stream(5), Stream(5))
    for stream in streams:
        stream.cached = 0.25 if waiting else None
    many = gamma.standard_gamma(streams[0], alpha)
    monkeypatch.setattr(gamma, "_SEQUENTIAL_COUNT", alpha.size)
    singly = gamma.standard_gamma(streams[1], alpha)
    np.testing.assert_allclose(many, singly, rtol=1e-14 if TWICE or OTHER_LIBM else 0)
    np.testing.assert_array_equal(streams[0].get_state(), streams[1].get_state())
