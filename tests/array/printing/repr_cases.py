"""The arrays whose `repr` tests/data/recorders/ops/reprs.py records and test_formatting.py compares."""
from __future__ import annotations

from typing import Any

import numpy as np

COUNT = 400
DTYPES = ("float32", "float32", "float32", "float64", "float16", "int64", "int32", "uint8", "int8", "bool", "complex64",
          "complex128")
SHAPES = ((), (1,), (3,), (7,), (40,), (1200,), (0,), (2, 0), (0, 3), (2, 3), (5, 5), (1, 12), (40, 30), (2, 3, 4),
          (1, 2, 1, 3), (11, 1, 120))


def values(rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    """Numbers of one of the kinds that the layout distinguishes, a few of them special."""
    special = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0])
    v = (
        lambda: rng.integers(-10, 10, n).astype(float),
        lambda: rng.normal(size=n),
        lambda: rng.normal(size=n) * 10.0 ** rng.integers(-8, 10),
        lambda: rng.normal(size=n) * 10.0 ** rng.integers(-5, 6, n),
        lambda: rng.integers(-10**6, 10**6, n).astype(float),
        lambda: rng.choice(special, n),
        lambda: rng.choice([0.0, -0.0, 1, 3, 1000, 1001], n),
        lambda: np.round(rng.normal(size=n) * 100) / 4,
    )[rng.integers(8)]()
    return np.where(rng.random(n) < rng.choice([0, 0, 0.1]), rng.choice(special, n), v)


def case(seed: int) -> tuple[np.ndarray[Any, Any], dict[str, Any], str]:
    """An array, print options, and what it is: "plain", "leaf" (requires a gradient) or "result" (has a grad_fn)."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(DTYPES[rng.integers(len(DTYPES))])
    shape = SHAPES[rng.integers(len(SHAPES))]
    v = values(rng, int(np.prod(shape)))
    if dtype.kind == "c":
        v = v.astype(complex)
        v.imag = values(rng, v.size)
    elif dtype.kind in "iu":
        v = np.clip(np.nan_to_num(v), -1e9, 1e9).astype(np.int64)
    elif dtype.kind == "b":
        v = v > 0
    with np.errstate(all="ignore"):
        array = v.astype(dtype).reshape(shape)
    options: dict[str, Any] = {}
    if rng.random() < 0.3:
        options = {"precision": int(rng.integers(0, 8)), "threshold": int(rng.choice([5, 20, 1000])),
                   "edgeitems": int(rng.choice([1, 2, 3, 5])), "linewidth": int(rng.choice([20, 40, 80, 120])),
                   "sci_mode": [None, True, False][rng.integers(3)]}
    if rng.random() < 0.1:
        options["profile"] = ["default", "short"][rng.integers(2)]
    what = ["plain", "leaf", "result"][rng.integers(3)] if dtype.kind in "fc" else "plain"
    return array, options, what
