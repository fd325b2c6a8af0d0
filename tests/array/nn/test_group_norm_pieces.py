"""Group norm some groups at a time, in float32 against float64."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from minitorch_compat._array.nn import normalization as k

CASES = [((4, 32, 16, 16), 8), ((3, 12, 150), 3), ((2, 8, 60, 60), 1), ((2, 6, 700), 6), ((70, 30), 5)]


def run(dtype: Any, shape: tuple[int, ...], groups: int, offset: float, affine: bool) -> list[np.ndarray[Any, Any]]:
    rng = np.random.default_rng(0)
    a, g = ((rng.standard_normal(shape) + mean).astype(np.float32).astype(dtype) for mean in (offset, 0))
    weight, bias = (rng.standard_normal(shape[1]).astype(np.float32).astype(dtype) for _ in range(2)) if affine else (None, None)
    out, mean, rstd = k.group_norm(a, weight, bias, groups, 1e-5)
    gradients = k.group_norm_backward(g, a, mean, rstd, weight, bias, groups)
    return [v for v in (out, mean, rstd, *gradients) if v is not None]


@pytest.mark.parametrize(("shape", "groups"), CASES)
@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize(("offset", "allowed"), [(0.0, 2e-6), (100.0, 5e-5)])
def test_group_norm(shape: tuple[int, ...], groups: int, affine: bool, offset: float, allowed: float) -> None:
    found, exact = (run(dtype, shape, groups, offset, affine) for dtype in (np.float32, np.float64))
    assert len(found) == (6 if affine else 4)
    for a, b in zip(found, exact, strict=True):
        assert a.dtype == np.float32 and a.shape == b.shape
        assert np.abs(a - b).max() <= allowed * np.abs(b).max()


def test_infinite_weights_decide_the_result() -> None:
    a = np.random.default_rng(0).standard_normal((4, 8, 40)).astype(np.float32)
    weight = np.array([1, np.inf, 1, 1, np.nan, 1, 1, 1], np.float32)
    out, _, _ = k.group_norm(a, weight, None, 2, 1e-5)
    assert np.isfinite(out[:, [0, 2, 3, 5, 6, 7]]).all() and not np.isfinite(out[:, [1, 4]]).any()
