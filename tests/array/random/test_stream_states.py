"""The state of a stream at any moment, however its words were consumed."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.random import mt19937
from minitorch_compat._array.random.draws import integers
from minitorch_compat._array.random.mt19937 import CHUNK, LARGE_PAIR_COUNT, WORDS, Stream

COUNTS = (1, 5, WORDS - 1, WORDS, 2000, 16 * WORDS, 10_000, 20_000, 70 * WORDS + 3)


@pytest.mark.parametrize("seed", range(20))
def test_words_go_on_from_a_saved_state(seed: int) -> None:
    chosen = np.random.default_rng(seed)
    stream, reference = Stream(seed), np.random.RandomState(seed)
    for _ in range(8):
        words = stream.words(int(chosen.choice(COUNTS)))
        np.testing.assert_array_equal(words, reference.randint(0, 2**32, words.size, np.uint32))
        words[:] = 0  # the caller's to overwrite
        state, other = stream.get_state(), Stream()
        other.set_state(state)
        if chosen.random() < 0.5:
            stream.set_state(state)
        count = int(chosen.choice(COUNTS))
        following = reference.randint(0, 2**32, count, np.uint32)
        np.testing.assert_array_equal(other.words(count), following)
        np.testing.assert_array_equal(stream.words(count), following)


@pytest.mark.parametrize("seed", range(8))
def test_numbers_of_two_words(seed: int) -> None:
    """Whichever way they are pulled, and however many words are at hand."""
    chosen = np.random.default_rng(seed)
    stream, reference = Stream(seed), np.random.RandomState(seed)
    counts = (1, 5, LARGE_PAIR_COUNT - 1, LARGE_PAIR_COUNT, LARGE_PAIR_COUNT + 1, 7 * WORDS, 10_000, CHUNK, CHUNK + 5)
    for _ in range(12):
        ahead = int(chosen.choice((0, 1, 2, 3, 623, 5000)))
        np.testing.assert_array_equal(stream.words(ahead), reference.randint(0, 2**32, ahead, np.uint32))
        n = int(chosen.choice(counts))
        words = reference.randint(0, 2**32, 2 * n, np.uint32).astype(np.uint64)
        np.testing.assert_array_equal(stream.double_words(n), words[::2] << np.uint64(32) | words[1::2])
        u = stream.doubles(n)
        np.testing.assert_array_equal(u, reference.randint(0, 2**32, 2 * n, np.uint32).reshape(-1, 2) @ np.array(
            [2**32, 1], np.uint64) % 2**53 / 2.0**53)
        other = Stream()
        other.set_state(stream.get_state())
        np.testing.assert_array_equal(other.words(3), stream.words(3))
        reference.randint(0, 2**32, 3, np.uint32)


def test_numbers_of_a_numpy_that_draws_the_low_half_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        def __init__(self, bits: np.random.MT19937) -> None:
            self.integers = lambda _low, _high, n, *_: bits.random_raw(2 * n).reshape(-1, 2) @ np.array([1, 2**32], np.uint64)

    expected = Stream(5).words(2 * LARGE_PAIR_COUNT)
    monkeypatch.setattr(np.random, "Generator", Other)
    mt19937._low_half_first.cache_clear()
    try:
        assert mt19937._low_half_first()
        numbers = Stream(5).double_words(LARGE_PAIR_COUNT)
    finally:
        mt19937._low_half_first.cache_clear()
    np.testing.assert_array_equal(numbers, expected[::2].astype(np.uint64) << np.uint64(32) | expected[1::2])


@pytest.mark.parametrize("span", [1, 2, 100, 2**28 - 1, 2**28, 2**40 + 7, 2**63 - 1])
def test_integers_are_remainders(span: int) -> None:
    words = Stream(3).words(4000)
    raw = words.astype(object) if span < 2**28 else [int(a) << 32 | int(b) for a, b in zip(words[::2], words[1::2], strict=True)]
    expected = [int(v) % span - 7 for v in raw]
    assert integers(Stream(3), len(expected), -7, span - 7).tolist() == expected
