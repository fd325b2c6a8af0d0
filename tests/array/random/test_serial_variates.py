"""Random variates that consume a varying number of random words: recorded from PyTorch at seed 3."""
from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from minitorch_compat._array.random import draws, gamma, normals
from minitorch_compat._array.random import poisson_and_binomial as counts
from minitorch_compat._array.random.mt19937 import Stream
from tests.ops.rounding import TWICE

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


def test_quick_judgements_are_those_of_the_steps_that_count(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = 10 + 500 * np.linspace(0, 1, 4001) ** 4
    quick = counts.poisson(Stream(3), rates)
    module = import_module("minitorch_compat._array.random.poisson_and_binomial")  # `counts` stands for it until it is used
    monkeypatch.setattr(module, "_CLOSE_TOLERANCE", 1e6)  # every one is doubted
    assert (counts.poisson(Stream(3), rates) == quick).all()


#: At seed 1: (rate, how many, their sum, the sum of them times their places modulo 1009, the number of the stream that follows).
MANY = [(0.25, 500, 129, 33698, 0.864589273929596), (0.25, 40000, 10064, 4437952, 0.6265665292739868),
        (3.0, 500, 1509, 206716, 0.009755551815032959), (3.0, 40000, 119953, 19086326, 0.37052589654922485),
        (9.5, 500, 4651, 246741, 0.7341133952140808), (9.5, 40000, 379754, 20095510, 0.8140118718147278),
        (10.0, 500, 5088, 245461, 0.14431232213974), (33.0, 40000, 1321668, 20091790, 0.7343510985374451),
        (100000.0, 500, 50013219, 251291, 0.5786882042884827)]


@pytest.mark.parametrize(("rate", "many", "total", "mixed", "following"), MANY)
def test_many_of_one_rate(rate: float, many: int, total: int, mixed: int, following: float) -> None:
    stream = Stream(1)
    made = counts.poisson(stream, np.full(many, rate)).astype(np.int64)
    assert (made.sum(), (made * np.arange(many) % 1009).sum(), stream.floats(1)[0]) == (total, mixed, np.float32(following))


#: The same of 40,000 binomial variates: dtype, trials, probability.
TRIALS = [
    ('float32', 100.0, 0.3, 1200794, 20143851, 0.6287023425102234),
    ('float32', 100000.0, 0.2, 800037730, 20153998, 0.5252411961555481),
    ('float32', 10.0, 0.3, 120109, 19606970, 0.7159247398376465),
    ('float64', 10000.0, 0.37, 148013170, 20292465, 0.8446791768074036),
    ('float32', 40.0, 0.9, 1440107, 20059102, 0.4492452144622803),
]


@pytest.mark.parametrize(("dtype", "count", "prob", "total", "mixed", "following"), TRIALS)
def test_many_of_one_number_of_trials(dtype: str, count: float, prob: float, total: int, mixed: int, following: float) -> None:
    stream = Stream(1)
    made = counts.binomial(stream, np.full(40000, count, dtype), np.full(40000, prob, dtype)).astype(np.int64)
    assert (made.sum(), (made * np.arange(40000) % 1009).sum(), stream.floats(1)[0]) == (total, mixed, np.float32(following))


@pytest.mark.parametrize(("count", "prob"), [(100, 0.3), (10, 0.2), (3, 0.9), (1e5, 0.2)])
def test_trials_in_bulk_are_as_one_by_one(count: float, prob: float) -> None:
    n = np.concatenate([np.full(500, count), np.arange(60.0), np.full(200, 7.0)])
    p = np.concatenate([np.full(500, prob), np.linspace(0, 1, 60), np.full(200, 0.25)])
    bulk, single = Stream(5), Stream(5)
    assert counts.binomial(bulk, n, p).tolist() == [float(counts.binomial(single, n[i:i + 1], p[i:i + 1])[0]) for i in range(n.size)]
    assert bulk.floats(1)[0] == single.floats(1)[0]


@pytest.mark.parametrize("rate", [0.5, 3.0, 9.99, 10.0, 40.0])
def test_in_bulk_is_as_one_by_one(rate: float) -> None:
    """Also where stretches of one rate stand between others."""
    rates = np.concatenate([np.full(700, rate), np.linspace(0, 30, 50), np.full(300, 5.0), np.zeros(200), np.full(150, rate)])
    bulk, single = Stream(5), Stream(5)
    assert counts.poisson(bulk, rates).tolist() == [float(counts.poisson(single, np.array([r]))[0]) for r in rates]
    assert bulk.floats(1)[0] == single.floats(1)[0]


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


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("most", [100, 4200, 1e6])
def test_quick_decisions_are_the_exact_ones(dtype: str, most: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts at binomial variates are judged by logarithms of factorials where these leave no doubt: as by PyTorch's own steps."""
    source = np.random.default_rng(2)
    trials, odds = np.floor(source.random(3000) * most).astype(dtype), source.random(3000).astype(dtype)
    asked: list[float] = []
    accepts = counts._Binomial._is_accepted
    monkeypatch.setattr(counts._Binomial, "_is_accepted", lambda self, *args: asked.append(args[1]) or accepts(self, *args))
    quick, exact = Stream(6), Stream(6)
    found = counts.binomial(quick, trials, odds)
    assert len(asked) < 3
    expected = counts.binomial(exact, np.append(trials, half := np.array(90.5, dtype)), np.append(odds, half / 200))
    assert len(asked) > 300
    assert found.tolist() == expected[:-1].tolist()


@pytest.mark.parametrize("n", [2, 3, 9, 50, 400])
@pytest.mark.parametrize(("at_once", "block"), [(1, 1), (2, 3), (7, 16), (1 << 16, 1)])
def test_shuffling_is_swapping(n: int, at_once: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "_SINGLE_BLOCK_SIZE", at_once)
    monkeypatch.setattr(draws, "_SHUFFLE_BLOCK", block)
    for seed in range(20):
        chance = np.random.default_rng(seed)
        spread = chance.integers(1, n + 1)  # goals near to each other meet often
        goal = np.array([chance.integers(i, min(i + spread, n)) for i in range(n - 1)], np.int64)
        swapped = list(range(n))
        for i, j in enumerate(goal.tolist()):
            swapped[i], swapped[j] = swapped[j], swapped[i]
        assert draws._shuffle(goal).tolist() == swapped


def test_many_words_are_the_same_whatever_was_pulled_ahead() -> None:
    """Draws of all sizes in turn are pieces of one stream, and the state between them is what continues it."""
    whole, parts, at = Stream(7).words(60000).copy(), Stream(7), 0
    for n in [1, 16, 623, 624, 1, 625, 5000, 3, 9984, 20000, 1248, 17, 16384]:
        copy = parts.clone()
        assert (copy.words(n) == whole[at:at + n]).all()
        assert (parts.words(n) == whole[at:at + n]).all()
        assert (copy.get_state() == parts.get_state()).all()
        at += n


@pytest.mark.parametrize("n", [16, 17, 31, 128, 129, 144, 1000, 2047, 2048, 2049, 2065])
def test_normals_ahead_are_those_of_blocks(n: int) -> None:
    few, many = Stream(5), Stream(5)
    few.words(3)
    many.words(3)
    for _ in range(3):
        out = np.empty(n, np.float32)
        normals.many_normals32(many, out)
        assert (normals.small_normals32(few, n).view(np.int32) == out.view(np.int32)).all()


@pytest.mark.parametrize("seed", range(5))
def test_few_rates_are_drawn_as_many_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = np.concatenate([[0.0, 1e-9, 10.0, 1e8], np.random.default_rng(seed).exponential(20.0, 50)])
    few, many = Stream(seed), Stream(seed)
    quick = counts.poisson(few, rates)
    monkeypatch.setattr(import_module("minitorch_compat._array.random.poisson_and_binomial"), "_PYTHON_COUNT", -1)
    assert (counts.poisson(many, rates) == quick).all()
    assert (few.get_state() == many.get_state()).all()


@pytest.mark.parametrize("shape", [1.0, 1.05, 1.5, 5.0, 1e4])
def test_many_of_one_shape_are_as_one_by_one(shape: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(40 if shape < 1.5 else 10):
        for many in (101, 102, 103, 3000 - 2890 * (seed > 10)):
            bulk, single = Stream(seed), Stream(seed)
            if seed % 2:  # a normal value waits
                bulk.cached = single.cached = -2.0 - seed / 20
            alphas = np.full(many, shape)
            together = gamma.standard_gamma(bulk, alphas)
            with monkeypatch.context() as patched:
                patched.setattr(gamma, "_SEQUENTIAL_COUNT", 10**9)
                np.testing.assert_allclose(gamma.standard_gamma(single, alphas), together, rtol=1e-12 if TWICE else 0)
            assert (bulk.cached is None) is (single.cached is None) and bulk.floats(1)[0] == single.floats(1)[0]
            assert bulk.cached is None or bulk.cached == (pytest.approx(single.cached, rel=1e-12) if TWICE else single.cached)
