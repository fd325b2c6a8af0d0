"""Variates that take as many numbers as they need: recorded from PyTorch at seed 3."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array import counts, gamma
from minitorch_compat._array.mt19937 import Stream

GAMMA = {
    ("float64", 0.5): [0.7377498889427951, 0.2438764614338514, 0.2711853321980416, 1.1073672219798634],
    ("float64", 30.0): [34.26048838847441, 30.629158962700775, 29.918920758905596, 22.820779641058838],
    ("float32", 0.5): [0.7377498745918274, 0.24387645721435547, 0.2711853086948395, 1.1073671579360962],
}
POISSON = {3.0: [0, 2, 3, 3, 3, 3, 2, 2, 5, 0, 1, 3], 40.0: [45, 45, 34, 38, 33, 39, 59, 31, 54, 43, 26, 39]}
BINOMIAL = {(5, 0.8): [5, 5, 4, 3, 4, 4, 4, 4, 5, 5, 3, 3], (100, 0.3): [18, 34, 34, 25, 29, 25, 29, 43, 24, 40, 32, 20]}


@pytest.mark.parametrize(("dtype", "shape"), GAMMA)
def test_gamma(dtype: str, shape: float) -> None:
    assert gamma.standard_gamma(Stream(3), np.full(4, shape, dtype)).tolist() == GAMMA[dtype, shape]


@pytest.mark.parametrize("rate", POISSON)
def test_poisson(rate: float) -> None:
    assert counts.poisson(Stream(3), np.full(12, rate)).tolist() == POISSON[rate]


@pytest.mark.parametrize(("count", "prob"), BINOMIAL)
def test_binomial(count: int, prob: float) -> None:
    assert counts.binomial(Stream(3), np.full(12, float(count)), np.full(12, prob)).tolist() == BINOMIAL[count, prob]


def test_dirichlet_sums_to_one() -> None:
    made = gamma.dirichlet(Stream(3), np.full((20, 3), 0.3, np.float32))
    np.testing.assert_allclose(made.sum(-1), 1, rtol=1e-6)
    assert (made > 0).all() and (made < 1).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("cached", [None, 0.25])
def test_many_are_as_one_by_one(dtype: str, cached: float | None) -> None:
    """The stream, too, stands where it would: numbers that are drawn ahead are never too many."""
    source = np.random.default_rng(0)
    pick = source.random(300) < 0.1
    rates = np.where(pick, 0, source.random(300) * 30).astype(dtype)
    shapes = np.where(pick, 0, source.random(300) * 3).astype(dtype)
    trials, odds = np.floor(source.random(300) * 90).astype(dtype), (source.random(300) * 1.2 - 0.1).astype(dtype)
    same = np.full(300, 100, dtype), np.full(300, 0.3, dtype)
    for draw, parameters in ((counts.poisson, (rates,)), (gamma.standard_gamma, (shapes,)), (counts.binomial, (trials, odds)),
                             (counts.binomial, same)):
        together, apart = Stream(3), Stream(3)
        together.cached = apart.cached = cached
        found = draw(together, *parameters)
        assert found.tolist() == [draw(apart, *row).item() for row in zip(*(p[:, None] for p in parameters), strict=True)]
        assert (together.get_state() == apart.get_state()).all()


def test_binomial_of_many_trials() -> None:
    """Where single precision does not hold whole numbers any more, sums are rounded as it rounds them."""
    for size, odds in ((3e7, 1e-7), (1e8, 1e-6)):
        count, prob = (np.full(200, v, np.float32) for v in (size, odds))
        together, apart = Stream(4), Stream(4)
        found = counts.binomial(together, count, prob)
        assert found.tolist() == [counts.binomial(apart, count[:1], prob[:1]).item() for _ in range(200)]
        assert abs(found.mean() / (size * odds) - 1) < 0.2
