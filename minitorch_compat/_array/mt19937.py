"""The Mersenne Twister as PyTorch's CPU generator uses it: seeding, raw words, uniform numbers, exported state.

numpy's MT19937 yields the same 32-bit words once it has PyTorch's key; they are pulled a batch at a time, because small draws
would otherwise pay numpy's call each time.  M. Matsumoto, T. Nishimura, "Mersenne Twister", 1998.
"""
from __future__ import annotations

import struct
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
WORDS = 624
STATE_BYTES = 5056
#: So many words are pulled ahead for small draws.
PULL = 128
_MASK24, _MASK53 = np.uint64(2**24 - 1), np.uint64(2**53 - 1)
_SHIFT = np.uint64(32)


def key_of(seed: int) -> NDArray[np.uint32]:
    """The generator's key for a seed, of which only the low 32 bits count."""
    key = [seed & 0xFFFFFFFF]
    for i in range(1, WORDS):
        previous = key[-1]
        key.append((1812433253 * (previous ^ (previous >> 30)) + i) & 0xFFFFFFFF)
    return np.array(key, np.uint32)


class Stream:
    """One random stream; draws are serialised by a lock."""

    __slots__ = ("_bits", "_buffer", "_position", "_seed", "cached", "lock")

    def __init__(self, seed: int) -> None:
        self.lock = threading.RLock()
        self.manual_seed(seed)

    def manual_seed(self, seed: int) -> None:
        """Start again from `seed`; negative ones count from 2**64."""
        self._seed = seed & 0xFFFFFFFFFFFFFFFF
        self._load(key_of(self._seed), WORDS)
        #: The second of a pair of normal values, drawn but not used yet.
        self.cached: float | None = None

    def _load(self, key: NDArray[np.uint32], position: int) -> None:
        self._bits = np.random.MT19937()
        self._bits.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": position}}
        self._buffer: list[int] = []
        self._position = 0

    @property
    def initial_seed(self) -> int:
        """The seed the stream started from, as an unsigned 64-bit number."""
        return self._seed

    def word(self) -> int:
        """The next 32-bit word."""
        if self._position == len(self._buffer):
            self._refill()
        value = self._buffer[self._position]
        self._position += 1
        return value

    def _refill(self) -> None:
        # Never beyond the end of the current key: a position inside it can be stepped back, a regenerated key cannot.
        position = int(self._bits.state["state"]["pos"]) % WORDS
        self._buffer = self._bits.random_raw(min(PULL, WORDS - position)).tolist()
        self._position = 0

    def words(self, n: int) -> Words:
        """The next n 32-bit words."""
        left = len(self._buffer) - self._position
        if n <= left:
            taken = self._buffer[self._position:self._position + n]
            self._position += n
            return np.array(taken, np.uint64)
        if not left:
            return self._bits.random_raw(n)
        head = np.array(self._buffer[self._position:], np.uint64)
        self._buffer, self._position = [], 0
        return np.concatenate([head, self._bits.random_raw(n - left)])

    def double_words(self, n: int) -> Words:
        """The next n 64-bit numbers, the first of two words being the high half."""
        raw = self.words(2 * n)
        return (raw[0::2] << _SHIFT) | raw[1::2]

    def floats(self, n: int) -> NDArray[np.float32]:
        """n uniform float32 numbers in [0, 1), of 24 bits each."""
        return (self.words(n) & _MASK24).astype(np.float32) * np.float32(2.0**-24)

    def doubles(self, n: int) -> NDArray[np.float64]:
        """n uniform float64 numbers in [0, 1), of 53 bits each."""
        return (self.double_words(n) & _MASK53).astype(np.float64) * 2.0**-53

    def double(self) -> float:
        """One uniform number in [0, 1) of 53 bits."""
        high = self.word()
        return ((high << 32 | self.word()) & (2**53 - 1)) * 2.0**-53

    def get_state(self) -> NDArray[np.uint8]:
        """The state in the 5056 bytes of PyTorch's `get_rng_state`."""
        key, position = self._exact()
        cached = self.cached
        fresh = position == WORDS and bool(np.array_equal(key, key_of(self._seed)))
        head = struct.pack("<QiiQ", self._seed, 1 if fresh else WORDS - position + 1, 1, 0 if fresh else position)
        tail = struct.pack("<dddi", 0.0, 0.0 if cached is None else cached, 0.0, int(cached is not None))
        body = key.astype("<u8").tobytes()
        return np.frombuffer(head + body + tail + bytes(STATE_BYTES - len(head) - len(body) - len(tail)), np.uint8).copy()

    def _exact(self) -> tuple[NDArray[np.uint32], int]:
        """Key and position of the next word to be used, as if nothing had been pulled ahead."""
        state: Any = self._bits.state["state"]
        return state["key"], int(state["pos"]) - (len(self._buffer) - self._position)

    def set_state(self, state: NDArray[np.uint8]) -> None:
        """Take over a state that `get_state`, here or in PyTorch, has given."""
        data = np.ascontiguousarray(state).tobytes()
        if len(data) != STATE_BYTES:
            raise RuntimeError(f"RNG state is wrong size: expected {STATE_BYTES} bytes, got {len(data)}")
        seed, left, seeded, following = struct.unpack_from("<QiiQ", data)
        if not seeded or not 1 <= left <= WORDS or following > WORDS:
            raise RuntimeError("Invalid mt19937 state")
        key = np.frombuffer(data, "<u8", WORDS, 24).astype(np.uint32)
        self._seed = seed
        self._load(key, WORDS if left == 1 else WORDS - left + 1)
        _, cached, _, valid = struct.unpack_from("<dddi", data, 24 + 8 * WORDS)
        self.cached = cached if valid else None
