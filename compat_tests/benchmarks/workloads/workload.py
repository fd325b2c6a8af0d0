"""What a workload is, and the fixed data that every side computes with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Step = Callable[[], Any]
#: Tells workers which clock to look at.
CLOCK_VARIABLE = "BENCHMARK_CLOCK"


@dataclass(frozen=True)
class Workload:
    """`build(torch)` prepares the data and returns the step to time; what the step returns is compared between sides."""

    group: str
    name: str
    build: Callable[[Any], Step]
    units: int = 1
    heavy: bool = False  # left out by --quick

    @property
    def key(self) -> str:
        return f"{self.group}/{self.name}"


def normal(*shape: int, seed: int = 0, scale: float = 1.0) -> np.ndarray:
    """The same float32 numbers on every side, so that results can be compared."""
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


def labels(count: int, classes: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, classes, count)


def weights(*shape: int, seed: int = 0) -> np.ndarray:
    """A weight of shape (out, in, ...) scaled by its fan-in; vectors (biases) get small values."""
    fan_in = int(np.prod(shape[1:])) if len(shape) > 1 else 100
    return normal(*shape, seed=seed, scale=fan_in**-0.5)
