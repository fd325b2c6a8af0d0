"""Functions of the C library over arrays, and random numbers computed with them."""
from __future__ import annotations

import math

import numpy as np
import pytest

from minitorch_compat._array.random import draws as random
from minitorch_compat._array.random import gamma, mt19937
from minitorch_compat._array.random import poisson_and_binomial as counts
from minitorch_compat._array.random.mt19937 import Stream
from minitorch_compat._array.special import libm
from tests.ops.rounding import last_bits

RNG = np.random.default_rng(0)
POINTS = np.concatenate([RNG.random(20000), [0.5, 1.0, 5e-324, 1e-310]])


@pytest.mark.parametrize(("name", "points"), [
    ("log", POINTS), ("log1p", -POINTS[:-3]), ("exp", POINTS * -700), ("cos", POINTS * 2 * np.pi), ("sin", POINTS * 2 * np.pi),
    ("tan", POINTS)])
def test_they_are_the_c_library_s(name: str, points: np.ndarray) -> None:
    for x in (points, points[:3], points[:0]):
        assert getattr(libm, name)(x).tolist() == [getattr(math, name)(v) for v in x.tolist()]


def test_where_numpy_is_another_the_numbers_are_asked_one_by_one() -> None:
    squares = libm.vectorize_libm(math.log, np.square)
    assert squares(POINTS).tolist() == [math.log(v) for v in POINTS.tolist()]


def test_poles_and_overflows_are_infinite() -> None:
    for x in (np.zeros(2), np.zeros(100)):
        assert (libm.log(x) == -np.inf).all()
        assert (libm.exp(x + 1000) == np.inf).all()


@pytest.mark.parametrize("sizes", [[1] * 1300, [41] * 200, [100, 7, 128, 3] * 60, [16] * 40 + [2000] + [16] * 80])
def test_the_state_is_known_however_far_numbers_are_pulled_ahead(sizes: list[int]) -> None:
    ahead, drawn = Stream(5), 0
    for i, n in enumerate(sizes):
        ahead.floats(n)
        drawn += n
        if i % 17 == 0:
            plain = Stream(5)
            plain.words(drawn)
            assert (ahead.get_state() == plain.get_state()).all()
            other = Stream()
            other.set_state(ahead.get_state())
            assert (other.words(3000) == plain.words(3000)).all()


def test_few_uniform_numbers_are_those_of_many() -> None:
    few, many = Stream(2), Stream(2)
    for n in [5, 128, 1, 60, mt19937.SMALL_COUNT, mt19937.SMALL_COUNT + 1] * 20:
        words = many.words(n)
        assert (few.floats(n) == (words & 0xFFFFFF).astype(np.float32) * np.float32(2.0**-24)).all()
        high, low = many.words(2 * n).astype(np.uint64).reshape(-1, 2).T
        bits = (high << np.uint64(32) | low) & np.uint64(2**53 - 1)
        assert (few.doubles(n) == bits.astype(np.float64) * 2.0**-53).all()
        before = few.get_state()
        chosen = random.bernoulli(few, n, 0.3)
        few.set_state(before)
        assert (chosen == (few.doubles(n) < 0.3)).all()
        many.words(2 * n)


#: At seed 1, of 5000 parameters that all differ: sum of the variates (of gamma of thousands), the sum of them times their places modulo
#: 1009, and the number of the stream that follows. Recorded from PyTorch.
DIFFERENT = {
    ("poisson", "float32"): (149778, 2475575, 0.25386565923690796),
    ("poisson", "float64"): (149778, 2475575, 0.25386565923690796),
    ("few", "float32"): (22661, 2223390, 0.19579476118087769),
    ("few", "float64"): (22661, 2223390, 0.19579476118087769),
    ("binomial", "float32"): (287323, 2435355, 0.38195616006851196),
    ("binomial", "float64"): (287323, 2435355, 0.38195616006851196),
    ("gamma", "float32"): (49936044, 2481562, 0.11134141683578491),
    ("gamma", "float64"): (49936042, 2481754, 0.11134141683578491),
}


@pytest.mark.parametrize(("kind", "dtype"), DIFFERENT)
def test_variates_of_parameters_that_all_differ(kind: str, dtype: str) -> None:
    places, stream = np.arange(5000), Stream(1)
    x = ((places * 7919 % 5000 + 0.5) / 5000).astype(dtype)
    kind_of = x.dtype.type
    made = {"poisson": lambda: counts.poisson(stream, x * kind_of(60)), "few": lambda: counts.poisson(stream, x * kind_of(9)),
            "binomial": lambda: counts.binomial(stream, np.floor(x * kind_of(200)), x[::-1]),
            "gamma": lambda: np.floor(gamma.standard_gamma(stream, x * kind_of(20)) * kind_of(1000))}[kind]().astype(np.int64)
    assert (made.sum(), (made * places % 1009).sum(), stream.floats(1)[0]) == (*DIFFERENT[kind, dtype][:2],
                                                                              np.float32(DIFFERENT[kind, dtype][2]))


#: At seed 1, of the bits of 5000 float64 numbers: their sums modulo 1009 and 100003. Recorded from PyTorch.
LAST_BITS = {
    "exponential": (2528948, 247916049),
    "cauchy": (2533771, 249480570),
    "log_normal": (2519464, 252540685),
    "normal": (2504114, 252122016),
}


@last_bits
@pytest.mark.parametrize("name", LAST_BITS)
def test_the_last_bits_of_float64(name: str) -> None:
    stream, n, dtype = Stream(1), 5000, np.dtype(np.float64)
    made = {"exponential": lambda: random.exponential(stream, n, dtype, 1.7), "cauchy": lambda: random.cauchy(stream, n, dtype, 0.2, 2),
            "log_normal": lambda: random.log_normal(stream, n, dtype, 0.2, 0.5), "normal": lambda: random.normal(stream, n, dtype)}[name]()
    bits = made.view(np.int64)
    assert (int((bits % 1009).sum()), int((bits % 100003).sum())) == LAST_BITS[name]
