"""Which of equal elements comes last in sorting (the index of `mode`) or first (`topk`): recorded from PyTorch, and computed by a different
method."""
from __future__ import annotations

import math
from zlib import crc32

import numpy as np
import pytest

from minitorch_compat._array.index import introsort, introsort_rows
from minitorch_compat._array.index.sorting import MAX_TIED_ROWS, RADIX_SORT_SIZE, argsort, mode, sort, topk


def _spread(count: int, most: int) -> np.ndarray:
    return np.arange(count) * 7919 % 10007 % most


#: Sums of the bytes of the positions.
RECORDED = {
    ("float32", (9000,), 40): 1357526707,
    ("float32", (60, 150), 9): 2269991715,
    ("float32", (3, 3000), 2000): 3992373439,
    ("int64", (9000,), 40): 1357526707,
    ("int64", (60, 150), 9): 2269991715,
    ("int64", (3, 3000), 2000): 3992373439,
    ("bool", (9000,), 40): 1786423569,
    ("bool", (60, 150), 9): 2193690143,
    ("bool", (3, 3000), 2000): 3512122681,
    ("float16", (9000,), 40): 1357526707,
    ("float16", (60, 150), 9): 2269991715,
    ("float16", (3, 3000), 2000): 3992373439,
}


@pytest.mark.parametrize(("dtype", "shape", "most"), RECORDED)
def test_mode_of_many_elements(dtype: str, shape: tuple[int, ...], most: int) -> None:
    positions = mode(_spread(9000, most).reshape(shape).astype(dtype))[1]
    assert crc32(positions.tobytes()) == RECORDED[dtype, shape, most]


def test_mode_of_many_elements_with_nan() -> None:
    x = _spread(9000, 40).reshape(9, 1000).astype(np.float32)
    x[1, 3] = x[4, 900:] = math.nan
    assert mode(x)[1].tolist() == [686, 883, 79, 156, 4, 83, 661, 279, 923]


def _falling_medians(count: int) -> np.ndarray:
    """Values whose medians of three are always small, so that partitions get nowhere: they are told apart as late as sorting asks."""
    values, candidate, settled = [count] * count, 0, 0

    class Late:
        def __init__(self, i: int) -> None:
            self.i = i

        def __lt__(self, other: Late) -> bool:
            nonlocal candidate, settled
            if values[self.i] == values[other.i] == count:
                values[self.i if self.i == candidate else other.i] = settled
                settled += 1
            candidate = self.i if values[self.i] == count else other.i if values[other.i] == count else candidate
            return values[self.i] < values[other.i]

    introsort.introsort_list([Late(i) for i in range(count)])
    return np.array(values)


@pytest.mark.parametrize("row", [
    _spread(2000, 7), _spread(2000, 300), np.sort(_spread(2000, 50)), -np.sort(_spread(2000, 50)), np.zeros(700, int), _spread(255, 9),
    _spread(257, 9), _spread(17, 3), np.abs(np.arange(900) - 450) // 4, _falling_medians(900), _falling_medians(900) // 6])
def test_only_the_part_of_a_place_is_sorted(row: np.ndarray) -> None:
    order = introsort.introsort_list(row.tolist())
    slots = np.arange(0, len(row), max(len(row) // 90, 1))
    assert introsort.positions_of_slots(np.broadcast_to(row, (len(slots), len(row))), slots).tolist() == [order[s] for s in slots]


#: k -> the same sums, of the greatest and of the least.
FIRST = {
    1: (2013704694, 2844319735),
    9: (3898166834, 3974547909),
    14: (231207957, 1518954737),
    15: (1427848072, 260228700),
    450: (2065854095, 1545189677),
    700: (1150818249, 3816953672),
    900: (3766497357, 2568303411),
}


@pytest.mark.parametrize("k", [1, 9, 14, 15, 450, 700, 900])
def test_topk_of_rows_that_partition_badly(k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = []
    selected = introsort.heap_select
    monkeypatch.setattr(introsort, "heap_select", lambda *a: deep.append(1) or selected(*a))
    row = _falling_medians(900) // 6
    assert tuple(crc32(topk(row, k, largest=largest)[1].tobytes()) for largest in (True, False)) == FIRST[k]
    assert bool(deep) == (k == 450)


@pytest.mark.parametrize("k", [1, 2, 31, 32, 1000, 1999, 2000])
def test_rows_without_equals_come_in_order(k: int) -> None:
    row = _spread(2000, 10007)
    assert introsort.first_k_positions(row, k) == np.argsort(row)[:k].tolist()


@pytest.mark.parametrize("length", [17, 64, 600])
@pytest.mark.parametrize("dtype", ["int64", "bool", "float16", "float64"])
def test_sorting_that_need_not_be_stable(length: int, dtype: str) -> None:
    x = _spread(3 * length, 5).reshape(3, length).astype(dtype)
    for descending in (False, True):
        keys = -x.astype(int) if descending else x.astype(int)
        expected = [introsort.introsort_list(row.tolist()) for row in keys]
        assert argsort(x, 1, descending).tolist() == expected != argsort(x, 1, descending, True).tolist()
        assert argsort(x.T, 0, descending).T.tolist() == expected
        values, order = sort(x, 1, descending)
        np.testing.assert_array_equal(values, np.take_along_axis(x, order, 1))


def test_nan_sorts_last_however_many() -> None:
    x = np.where(np.arange(40) % 3 == 0, np.nan, np.arange(40) % 2)
    assert argsort(x).tolist() == introsort.introsort_list(np.where(np.isnan(x), 9, x).tolist())


def _falling_first(rows: int, count: int, most: int) -> np.ndarray:
    """Rows that look random, rows in order and rows that partition badly."""
    x = _spread(rows * count, most).reshape(rows, count)
    x[1::3].sort(1)
    x[2::3] = _falling_medians(count) // max(1, count // most)
    return x


@pytest.mark.parametrize(("rows", "count", "most"), [
    (1, 40, 3), (3, 17, 2), (6, 64, 5), (3, 900, 6), (5, 600, 10007), (40, 16, 3), (4, 1, 2)])
def test_all_rows_at_once_as_one_after_the_other(rows: int, count: int, most: int) -> None:
    keys = _falling_first(rows, count, most)
    assert introsort_rows.introsort_rows(keys).tolist() == [introsort.introsort_list(row.tolist()) for row in keys]
    for k in {1, 2, count // 3, count // 2, count - 1, count} - {0}:
        assert introsort_rows.nth_element_of_rows(keys, k - 1).tolist() == [introsort._nth_element(row, k - 1).tolist() for row in keys]
        if 64 * k > count:
            assert introsort_rows.first_k_positions_of_rows(keys, k).tolist() == [introsort.first_k_positions(row, k) for row in keys]


def test_whole_numbers_of_a_long_row_are_sorted_by_their_digits() -> None:
    x = _spread(RADIX_SORT_SIZE, 5)
    assert argsort(x).tolist() == argsort(x, stable=True).tolist()
    for other, descending in ((x[:-1], False), (x, True), (x.astype(np.float32), False), (x.reshape(1, -1), False)):
        assert argsort(other, -1, descending).tolist() != argsort(other, -1, descending, True).tolist()


def test_topk_of_few_in_many_rows_takes_any_of_equals() -> None:
    """A heap for each would take too long."""
    x = np.concatenate((np.broadcast_to(_spread(191, 3), (MAX_TIED_ROWS + 1, 191)), np.arange(3, MAX_TIED_ROWS + 4)[:, None]), 1)
    heaps = [introsort.first_k_positions(row, 3) for row in x]
    values, places = topk(x, 3, largest=False)
    assert values.tolist() == np.take_along_axis(x, places, 1).tolist() == np.sort(x, 1)[:, :3].tolist()
    assert places.tolist() != heaps
    assert topk(x[:MAX_TIED_ROWS], 3, largest=False)[1].tolist() == heaps[:MAX_TIED_ROWS]


@pytest.mark.parametrize("count", [1, 16, 17, 18, 33, 64, 1001, 2500])
def test_equal_elements_in_the_order_that_follows_from_their_number(count: int) -> None:
    assert introsort_rows.order_of_equal_elements(count).tolist() == introsort.introsort_list([0] * count)


@pytest.mark.parametrize("most", [1, 3, 40])
def test_long_rows_are_parted_one_part_after_the_other(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(introsort_rows, "_BLOCK_SIZE", 100)
    monkeypatch.setattr(introsort_rows, "_SMALL_COUNT", 2)
    keys = _falling_first(3, 2000, most)
    assert introsort_rows.introsort_rows(keys).tolist() == [introsort.introsort_list(row.tolist()) for row in keys]


@pytest.mark.parametrize("descending", [False, True])
def test_a_nan_beside_the_greatest_number_is_not_its_equal(descending: bool) -> None:
    x = np.where(np.arange(2000) % 5 == 0, np.nan, _spread(2000, 4)).astype(np.float32)
    keys = np.where(np.isnan(x), 9, x) * (-1 if descending else 1)
    assert argsort(x, -1, descending).tolist() == introsort.introsort_list(keys.tolist())
