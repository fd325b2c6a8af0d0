"""The Mersenne Twister as PyTorch's CPU generator uses it: seeding, raw words, uniform numbers, exported state.

numpy's MT19937 gives the same 32-bit words for the same key.  They are pulled by whole keys (624 words), more at a time the more
have been used: small draws are slices of what was pulled. The exact position stays known, because the key in numpy's hands is the last
one pulled, and an earlier one is found by pulling again from what was the state before.
M. Matsumoto, T. Nishimura, "Mersenne Twister", 1998.
"""
from __future__ import annotations

import os
import struct
import sys
from _thread import RLock  # without the rest of `threading`
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.execution.block_sizes import block_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

Words = np.ndarray[Any, np.dtype[np.uint32]]
WORDS = 624
STATE_BYTES = 5056
#: The seed of a generator that was given none.
DEFAULT_SEED = 67280421310721
#: Up to so many keys are pulled for one small draw, and up to so many times as many as a draw needs.
MOST_KEYS = 16
#: Up to so many in all.
MOST_AHEAD = 32
#: So many at a time for a large draw.
CHUNK_KEYS = block_size(__name__, "CHUNK_KEYS", 64)
#: Up to so many uniform numbers are slices of what has been computed for all words at hand.
FEW = block_size(__name__, "FEW", 1 << 11)
#: Numbers of 64 bits from which on they are drawn as such. numpy's function for that takes as long to begin as a thousand words take.
MANY_PAIRS = block_size(__name__, "MANY_PAIRS", 1 << 12)
#: Large draws go through arrays of this many values, which stay in the cache.
CHUNK = block_size(__name__, "CHUNK", 1 << 16)

_HEAD, _TAIL = struct.Struct("<QiiQ"), struct.Struct("<dddi")
_KEY_AT, _TAIL_AT = _HEAD.size, _HEAD.size + 8 * WORDS
# Arrays without dimensions, which numpy takes in half the time that it needs for a number.
_LOW21, _LOW24 = np.array(2**21 - 1, np.uint32), np.array(2**24 - 1, np.uint32)
_LOW53, _HIGH = np.array(2**53 - 1, np.uint64), np.array(32, np.uint64)
_STEP24, _STEP21, _STEP53 = np.array(2.0**-24, np.float32), np.array(2.0**-21), np.array(2.0**-53)
_ALL64 = 2**64 - 1
_NONE: Words = np.empty(0, np.uint32)


def _untempered(words: Words) -> Words:
    """The numbers of the key that gave these words: each step of the tempering changes bits by others that it leaves alone."""
    key = words ^ words >> np.uint32(18)
    key ^= key << np.uint32(15) & np.uint32(0xEFC60000)
    original = key.copy()
    for _ in range(4):  # seven bits more are right each time
        key = original ^ key << np.uint32(7) & np.uint32(0x9D2C5680)
    return key ^ key >> np.uint32(11) ^ key >> np.uint32(22)


def _join_words(words: Words, out: NDArray[np.uint64]) -> None:
    """Each two words as one number, the first being the high half."""
    out[...] = words[0::2]
    np.left_shift(out, _HIGH, out)
    np.bitwise_or(out, words[1::2], out)


def _split_numbers(numbers: NDArray[np.uint64], out: Words) -> None:
    """Each number as two words, the high half first; the numbers are used up."""
    if sys.byteorder == "little":
        _exchange_halves(numbers)
    out[...] = numbers.view(np.uint32)


def _exchange_halves(numbers: NDArray[np.uint64]) -> None:
    low = np.right_shift(numbers, _HIGH)
    np.left_shift(numbers, _HIGH, numbers)
    np.bitwise_or(numbers, low, numbers)


@cache
def _low_half_first() -> bool:
    """Whether numpy was built with a compiler that draws the low half of a number first: C leaves that open."""
    first, second = np.random.MT19937(0).random_raw(2).tolist()
    return int(np.random.Generator(np.random.MT19937(0)).integers(0, _ALL64, 1, np.uint64, True)[0]) != first << 32 | second


class Stream:
    """One random stream.  Hold `lock` around draws that belong together; it is reentrant."""

    __slots__ = ("_before", "_bits", "_block", "_doubles", "_exported", "_floats", "_fresh", "_keys", "_last", "_pairs", "_position",
                 "_seed", "_source", "ahead", "cached", "lock")

    def __init__(self, seed: int = DEFAULT_SEED) -> None:
        self.lock: Any = RLock()
        self._bits = np.random.MT19937(0)
        #: The key before several were pulled at once, and how many of its words had been used; or the words that it gave last.
        self._before: Any = None
        #: The state that was asked for last, and the moment it is of: who asks, and restores it, has often drawn nothing between.
        self._exported: tuple[Any, bytes] | None = None
        # RandomState seeds as PyTorch does, and hands out 32-bit words without widening them.
        self._source = np.random.RandomState(self._bits)
        #: Hands out two words at a time as one of 64 bits; made by the first draw that is large enough.
        self._pairs: Any = None
        #: What `normals` has made of the words at hand before they were asked for.
        self.ahead: Any = None
        self.manual_seed(seed)

    def manual_seed(self, seed: int) -> None:
        """Start again from `seed`, in [-2**63, 2**64); negative ones count from 2**64."""
        with self.lock:
            self._seed = seed & 0xFFFFFFFFFFFFFFFF
            self._source.seed(self._seed & 0xFFFFFFFF)  # the key depends on these bits alone
            self._restart(_NONE, True)
            #: The second of a pair of normal values, drawn but not used yet.
            self.cached: float | None = None

    def _restart(self, block: Words, fresh: bool, keys: int = 1) -> None:
        self._block, self._position = block, 0
        #: The words of the last key that was pulled, where that is known: `_block` is others' to overwrite.
        self._last: Words | None = None
        #: How many keys were pulled last.
        self._keys = keys
        #: Uniform numbers that the words of the block give, made when the first few are asked for.
        self._floats: NDArray[np.float32] | None = None
        self._doubles: NDArray[np.float64] | None = None
        #: Nothing drawn from the key yet: PyTorch writes this state differently from a used-up key.
        self._fresh = fresh

    def seed(self) -> int:
        """Start again from 64 bits that the system gives; returns them."""
        value = int.from_bytes(os.urandom(8), "little")
        self.manual_seed(value)
        return value

    @property
    def initial_seed(self) -> int:
        """The seed the stream started from, as an unsigned 64-bit number."""
        return self._seed

    def words(self, n: int) -> Words:
        """The next n 32-bit words; the array is the caller's to overwrite."""
        start = self._position
        end = start + n
        if end <= self._block.size:
            self._position = end
            return self._block[start:end]
        return self._pull(n)

    def at_hand(self) -> tuple[Words, int]:
        """Words that have been pulled, and how many of them are used up. The array is another one whenever the words are others."""
        return self._block, self._position

    def _pull(self, n: int) -> Words:
        head = self._block[self._position:]
        missing = n - head.size
        keys = -(-missing // WORDS)
        if keys > MOST_KEYS:
            return self._pull_many(n, head)
        if self._block.size:  # ahead, for draws as small as this one
            keys = max(keys, min(2 * self._keys, MOST_KEYS * keys, MOST_AHEAD))
        if keys > 1:  # to ask numpy for its state takes as long as a dozen keys
            self._before = self._bits.state["state"] if self._last is None else self._last
        pulled = self._bits.random_raw(keys * WORDS).astype(np.uint32)
        last = pulled[-WORDS:].copy()
        self._restart(pulled[missing:], False, keys)
        self._last = last
        return np.concatenate([head, pulled[:missing]]) if head.size else pulled[:missing]

    def _pull_many(self, n: int, head: Words) -> Words:
        """The same piece by piece: numpy hands out every word in 64 bits."""
        out = np.empty(n, np.uint32)
        out[:head.size] = head
        raw = self._bits.random_raw
        start, last = head.size, n - WORDS
        while start < last:
            count = min(CHUNK_KEYS, (n - start - 1) // WORDS) * WORDS
            if count < 2 * MANY_PAIRS:
                out[start:start + count] = raw(count)
            else:
                _split_numbers(self._drawn_pairs(count // 2), out[start:start + count])
            start += count
        rest = raw(WORDS).astype(np.uint32)
        out[start:] = rest[:n - start]
        self._restart(rest[n - start:], False)
        self._last = rest.copy()
        return out

    def _drawn_pairs(self, n: int) -> NDArray[np.uint64]:
        """Twice as many words from numpy as numbers of 64 bits."""
        if self._pairs is None:
            self._pairs = np.random.Generator(self._bits)
        numbers: NDArray[np.uint64] = self._pairs.integers(0, _ALL64, n, np.uint64, True)
        if _low_half_first():
            _exchange_halves(numbers)
        return numbers

    def _pull_pairs(self, n: int) -> NDArray[np.uint64]:
        """`double_words` of many, of which an even number of words is at hand: numpy joins the others as it draws them, two in a call."""
        head = self._block[self._position:]
        keys = (2 * n - head.size - 1) // WORDS  # and some words of one more
        start, end = head.size // 2, (head.size + keys * WORDS) // 2
        out = np.empty(n, np.uint64)
        _join_words(head, out[:start])
        out[start:end] = self._drawn_pairs(end - start)
        rest = self._bits.random_raw(WORDS).astype(np.uint32)
        _join_words(rest[:2 * (n - end)], out[end:])
        self._restart(rest[2 * (n - end):], False)
        self._last = rest.copy()
        return out

    def _key(self, behind: int) -> Any:
        """The key that the next word belongs to, of which so many that were pulled are behind."""
        if not behind:
            return self._bits.state["state"]["key"]
        before = self._before
        if before.__class__ is np.ndarray:
            before = {"key": _untempered(before), "pos": WORDS}
        bits = np.random.MT19937(0)
        bits.state = {"bit_generator": "MT19937", "state": before}
        bits.random_raw((self._keys - behind) * WORDS)
        return bits.state["state"]["key"]

    def double_words(self, n: int) -> NDArray[np.uint64]:
        """The next n 64-bit numbers, the first of two words being the high half."""
        ahead = self._block.size - self._position
        if n >= MANY_PAIRS and ahead < 2 * n and not ahead % 2:
            return self._pull_pairs(n)
        raw = self.words(2 * n)
        wide = np.empty(n, np.uint64)
        _join_words(raw, wide)
        return wide

    def fill_floats(self, out: NDArray[np.float32]) -> None:
        """Fill a vector with uniform float32 numbers in [0, 1), of 24 bits each."""
        for start in range(0, out.size, CHUNK):
            part = out[start:start + CHUNK]
            words = self.words(part.size)
            words &= _LOW24
            np.multiply(words.view(np.int32), _STEP24, part, dtype=np.float32, casting="unsafe")

    def fill_doubles(self, out: NDArray[np.float64]) -> None:
        """Fill a vector with uniform float64 numbers in [0, 1), of 53 bits each."""
        for start in range(0, out.size, CHUNK):
            part = out[start:start + CHUNK]
            words = self.double_words(part.size)
            np.bitwise_and(words, _LOW53, words)
            np.multiply(words.view(np.int64), _STEP53, part)  # 53 bits: exact

    def floats(self, n: int) -> NDArray[np.float32]:
        """n uniform float32 numbers in [0, 1)."""
        start = self._position
        end = start + n
        if n <= FEW and end <= self._block.size:
            known = self._floats
            if known is None:
                known = self._floats = (self._block & _LOW24).astype(np.float32)
                known *= _STEP24
            self._position = end
            return known[start:end].copy()
        out = np.empty(n, np.float32)
        self.fill_floats(out)
        return out

    def doubles(self, n: int) -> NDArray[np.float64]:
        """n uniform float64 numbers in [0, 1)."""
        start = self._position
        end = start + 2 * n
        if n <= FEW and end <= self._block.size:
            known = self._doubles
            if known is None:  # for every word as the first of two
                known = self._doubles = (self._block & _LOW21) * _STEP21
                known[:-1] += self._block[1:] * _STEP53
            self._position = end
            return known[start:end:2].copy()
        out = np.empty(n, np.float64)
        self.fill_doubles(out)
        return out

    def below(self, p: float, out: NDArray[np.bool_]) -> None:
        """Store in a vector whether uniform float64 numbers are less than p."""
        if out.size <= FEW:
            np.less(self.doubles(out.size), p, out)
            return
        # k / 2**53 < p for an integer k just when k < ceil(p * 2**53), a product without rounding
        scaled = p * 2.0**53
        limit = np.uint64(int(scaled) + (scaled != int(scaled)))
        for start in range(0, out.size, CHUNK):
            part = out[start:start + CHUNK]
            words = self.double_words(part.size)
            np.less(np.bitwise_and(words, _LOW53, words), limit, part)

    def _is_at(self, moment: Any) -> bool:
        """Whether nothing was drawn, and no state set, since `moment`."""
        block, position, seed, cached = moment
        return self._block is block and self._position == position and self._seed == seed and self.cached == cached

    def get_state(self) -> NDArray[np.uint8]:
        """The state in the 5056 bytes of PyTorch's `get_rng_state`."""
        with self.lock:
            if self._exported is None or not self._is_at(self._exported[0]):
                self._exported = (self._block, self._position, self._seed, self.cached), self._written().tobytes()
            return np.frombuffer(self._exported[1], np.uint8).copy()

    def _written(self) -> NDArray[np.uint8]:
        with self.lock:
            behind, left = divmod(self._block.size - self._position, WORDS)
            key = self._key(behind)
            head = _HEAD.pack(self._seed, 1 if self._fresh else left + 1, 1, 0 if self._fresh else WORDS - left)
            cached = self.cached
        state = np.zeros(STATE_BYTES, np.uint8)
        state[:_KEY_AT] = np.frombuffer(head, np.uint8)
        state[_KEY_AT:_TAIL_AT] = key.astype("<u8").view(np.uint8)
        tail = _TAIL.pack(0.0, cached or 0.0, 0.0, cached is not None)
        state[_TAIL_AT:_TAIL_AT + _TAIL.size] = np.frombuffer(tail, np.uint8)
        return state

    def set_state(self, state: NDArray[np.uint8]) -> None:
        """Take over a state that `get_state`, here or in PyTorch, has given.  RuntimeError for anything else."""
        data = np.ascontiguousarray(state).tobytes()
        if len(data) != STATE_BYTES:
            raise RuntimeError(f"Expected a CPUGeneratorImplState of size {STATE_BYTES} but found the input RNG state size "
                               f"to be {len(data)}")
        with self.lock:
            if self._exported is not None and self._exported[1] == data and self._is_at(self._exported[0]):
                return
        seed, left, seeded, following = _HEAD.unpack_from(data)
        if not seeded or not 0 < left <= WORDS or following > WORDS:
            raise RuntimeError("Invalid mt19937 state")
        _, cached, _, valid = _TAIL.unpack_from(data, _TAIL_AT)
        key = np.frombuffer(data, "<u8", WORDS, _KEY_AT).astype(np.uint32)
        with self.lock:
            self._seed = seed
            self._source.set_state(("MT19937", key, WORDS + 1 - left, 0, 0.0))
            self._restart(self._bits.random_raw(left - 1).astype(np.uint32), left == 1 and following == 0)
            self.cached = cached if valid else None

    def clone(self) -> Stream:
        """A stream of its own in the same state."""
        other = Stream()
        other.set_state(self.get_state())
        return other
