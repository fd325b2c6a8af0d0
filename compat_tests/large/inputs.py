"""Large arrays that are the same on every machine: elements are hashes of their positions, rescaled by exactly rounded arithmetic."""
from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Large:
    """An input by its distribution, shape and seed. `transposed`: made with the dimensions in reverse, and transposed."""

    kind: str
    shape: tuple[int, ...]
    seed: int = 0
    transposed: bool = False
    #: Largest index plus one, for the kinds that are integers.
    limit: int = 100
    #: Whether its gradient is asked for, where there is one.
    leaf: bool = True

    @property
    def floating(self) -> bool:
        return self.kind in FLOATING

    def array(self) -> Array:
        shape = self.shape[::-1] if self.transposed else self.shape
        made = _make_array(self.kind, shape, self.seed, self.limit)
        return made.transpose() if self.transposed else made

    def tensor(self, torch: Any, dtype: str, wide: str | None) -> Any:
        """The tensor in `dtype`, converted to `wide` afterwards, if given; integers and booleans as they are."""
        made = self.array()
        tensor = torch.from_numpy(made.copy(order="K"))
        if made.dtype.kind in "biu":
            return tensor
        if made.dtype.kind == "c":
            return tensor.to(torch.complex128) if wide else tensor
        tensor = tensor.to(getattr(torch, dtype))
        return tensor.to(getattr(torch, wide)) if wide else tensor


def uniform(n: int, seed: int) -> Array:
    """n numbers in (0, 1) with 24 bits, by the finalizer of splitmix64."""
    with np.errstate(over="ignore"):
        z = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed + 1) * np.uint64(0xD1342543DE82EF95)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return ((z >> np.uint64(40)).astype(np.float64) + 0.5) / (1 << 24)


def _signs(u: Array) -> Array:
    return np.where(u < 0.5, -1.0, 1.0)


#: Distribution -> elements from uniform ones.
FLOATING: dict[str, Any] = {
    "uniform": lambda u: u,
    "inside": lambda u: 0.02 + 0.96 * u,
    "unit": lambda u: 0.96 * (2 * u - 1),
    "spread": lambda u: 6 * u - 3,
    "wide": lambda u: 40 * u - 20,
    "positive": lambda u: 0.5 + u,
    "above": lambda u: 1.25 + 3 * u,
    "far": lambda u: 100 + u,
    "tenth": lambda u: 0.1 + 0 * u,
    "near": lambda u: 1 + (u - 0.5) / 1024,
    "sign": _signs,
    "halves": lambda u: np.floor(u * 64) / 4 - 8,
    "ascending": None, "matrix": None, "definite": None, "triangular": None,
}
#: Distribution -> numpy's dtype of the integers below `limit`.
INTEGERS = {"index": "int64", "small": "int32", "byte": "uint8"}


@lru_cache(maxsize=24)
def _make_array(kind: str, shape: tuple[int, ...], seed: int, limit: int) -> Array:
    n = math.prod(shape)
    u = uniform(n, seed)
    if FLOATING.get(kind):
        made = FLOATING[kind](u).astype(np.float32)
    elif kind in INTEGERS:
        made = np.floor(u * limit).astype(INTEGERS[kind])
    elif kind == "bool":
        made = u < 0.5
    elif kind == "order":
        made = np.argsort(u, kind="stable")
    elif kind == "ascending":
        made = np.sort(u.reshape(shape), axis=-1).astype(np.float32)
    elif kind == "complex":
        made = ((2 * u - 1) + 1j * (2 * uniform(n, seed + 1000) - 1)).astype(np.complex64)
    elif kind in ("matrix", "definite"):
        made = _matrices(u.reshape(shape), kind == "definite")
    elif kind == "triangular":
        made = np.tril(_matrices(u.reshape(shape), False))
    else:
        raise ValueError(f"no distribution {kind!r}")
    made = made.reshape(shape)
    made.setflags(write=False)
    return made


def _matrices(u: Array, symmetric: bool) -> Array:
    """Well-conditioned matrices with distinct singular values: small numbers, and a rising diagonal."""
    rows, columns = u.shape[-2:]
    made = (u - 0.5) / 4
    if symmetric:
        made = (made + made.swapaxes(-1, -2)) / 2
    d = np.arange(min(rows, columns))
    made[..., d, d] += 2 + d / 2
    return made.astype(np.float32)
