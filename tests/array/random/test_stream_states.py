"""The state of a stream at any moment, whatever has become of the words that it gave."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.random.draws import integers
from minitorch_compat._array.random.mt19937 import WORDS, Stream

COUNTS = (1, 5, WORDS - 1, WORDS, 2000, 16 * WORDS, 10_000, 20_000)


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


@pytest.mark.parametrize("span", [1, 2, 100, 2**28 - 1, 2**28, 2**40 + 7, 2**63 - 1])
def test_integers_are_remainders(span: int) -> None:
    words = Stream(3).words(4000)
    raw = words.astype(object) if span < 2**28 else [int(a) << 32 | int(b) for a, b in zip(words[::2], words[1::2], strict=True)]
    expected = [int(v) % span - 7 for v in raw]
    assert integers(Stream(3), len(expected), -7, span - 7).tolist() == expected
