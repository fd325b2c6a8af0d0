"""Many indices along a dimension, whose positions are computed in stretches, select the same elements as few."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.index import scatter

#: Shapes of what is indexed and of indices, of which the elements in all go beyond a stretch, and the dimension.
CASES = [((9, 5, 7), (9, 5, 7), 0), ((9, 5, 7), (4, 5, 7), 1), ((9, 5, 7), (8, 2, 20), 2), ((9, 5, 7), (30, 5, 6), 0), ((60,), (200,), 0),
         ((1, 50), (1, 90), 1), ((50, 1), (90, 1), 0), ((3, 200), (2, 150), 0)]


@pytest.fixture(params=[1, 10, 64])
def stretch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(scatter, "_BLOCKED_MIN_SIZE", 8)
    monkeypatch.setattr(scatter, "_POSITIONS_BLOCK", request.param)
    return request.param


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("shape", "extent", "dim"), CASES)
def test_gather_and_its_transpose(shape: tuple[int, ...], extent: tuple[int, ...], dim: int, turned: bool, stretch: int) -> None:
    generator = np.random.default_rng(3)
    x, g, index = generator.standard_normal(shape), generator.standard_normal(extent), generator.integers(0, shape[dim], extent)
    if turned:
        x, g, index = (np.asfortranarray(a) for a in (x, g, index))
    grid = list(np.indices(extent))
    grid[dim] = index
    np.testing.assert_array_equal(scatter.gather(x, dim, index), x[tuple(grid)])
    expected = np.zeros(shape)
    np.add.at(expected, tuple(grid), g)
    np.testing.assert_array_equal(scatter.gather_backward(g, dim, index, shape), expected)
    base = generator.standard_normal(shape)
    expected = base.copy()
    np.add.at(expected, tuple(grid), g)
    np.testing.assert_array_equal(scatter.scatter_add(base, dim, index, g), expected)
    larger = generator.standard_normal([n + 2 for n in extent])  # of which the corner is taken
    expected = base.copy()
    np.add.at(expected, tuple(grid), larger[tuple(slice(n) for n in extent)])
    np.testing.assert_array_equal(scatter.scatter_add(base, dim, index, larger), expected)


@pytest.mark.parametrize("place", [0, 100, -1])
@pytest.mark.parametrize("bad", [-1, 5])
def test_nothing_out_of_range_is_taken_or_written(bad: int, place: int, stretch: int) -> None:
    index = np.ones((50, 5), np.int64)
    index.reshape(-1)[place] = bad
    with pytest.raises(RuntimeError, match=f"index {bad} is out of bounds for dimension 1 with size 5"):
        scatter.gather(np.zeros((50, 5)), 1, index)
    with pytest.raises(RuntimeError, match=f"index {bad} is out of bounds for dimension 1 with size 5"):
        scatter.scatter_add(np.zeros((50, 5)), 1, index, np.ones((50, 5)))


def test_a_million_of_32_bits() -> None:
    generator = np.random.default_rng(4)
    index = generator.integers(0, 500, (1000, 500)).astype(np.int32)
    x = generator.standard_normal((1000, 500), np.float32)
    np.testing.assert_array_equal(scatter.gather(x, 1, index), np.take_along_axis(x, index, 1))
    added = scatter.scatter_add(np.zeros_like(x), 1, index, np.ones_like(x))
    counts = np.zeros((1000, 500), np.float32)
    np.add.at(counts, (np.arange(1000)[:, None], index), np.float32(1))
    np.testing.assert_array_equal(added, counts)
