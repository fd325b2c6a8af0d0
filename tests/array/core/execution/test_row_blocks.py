"""Kernels that handle many rows or large windows at once: checksums of the bytes of PyTorch's results."""
from __future__ import annotations

import itertools
import math
from typing import Any
from zlib import crc32

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.index import quickselect
from minitorch_compat.nn import functional as F
from minitorch_compat.nn.utils import rnn


def _spread(count: int, step: float = 0.6180339887498949) -> Any:
    return np.arange(count) * step % 1


def _sums(*tensors: Any) -> list[int]:
    return [crc32(np.ascontiguousarray(t.numpy()).tobytes()) for t in tensors]


def test_kthvalue_of_few_kinds() -> None:
    """Which of equal elements is named depends on every exchange of quickselect."""
    short = torch.from_numpy(np.floor(_spread(6000) * 7).reshape(-1, 6).astype(np.int64))
    assert _sums(*torch.kthvalue(short, 3, 1)) == [2881617894, 546318722]
    assert _sums(*torch.kthvalue(short.t().contiguous(), 2, 0)) == [597119904, 530632836]
    several = short * 0.5
    several[short == 6] = float("nan")
    assert _sums(torch.kthvalue(several, 5, 1)[1]) == [3383349629]
    long = torch.from_numpy(np.floor(_spread(3000) * 7).reshape(-1, 300).astype(np.int32))
    assert _sums(*torch.kthvalue(long, 77, 1)) == [2251188144, 4018006688]
    wide = torch.from_numpy((np.floor(_spread(6000) * 5) - 2).reshape(-1, 6).astype(np.int64)) * 2**40
    assert _sums(*torch.kthvalue(wide, 3, 1)) == [3613235653, 396917466]


@pytest.mark.parametrize("length", [3, 4, 10, 33])
def test_quickselect_in_many_rows_is_as_in_one(length: int) -> None:
    rows = np.random.default_rng(0).integers(0, 4, (60, length))
    codes = rows * length + np.arange(length)
    for k in (0, 1, length // 2, length - 1):
        places = quickselect._select_in_rows(codes, k)
        assert places.tolist() == [quickselect._select_in_row(row, k) for row in codes.tolist()]
        assert (rows[np.arange(60), places] == np.sort(rows, -1)[:, k]).all()


def test_searchsorted_in_many_rows() -> None:
    rows = torch.from_numpy(np.sort(_spread(3000).reshape(-1, 10), -1))
    values = torch.from_numpy(_spread(1500, 0.754877666).reshape(-1, 5))
    disorder, holes = torch.from_numpy(_spread(3000).reshape(-1, 10)), values.clone()
    holes[::7] = float("nan")
    recorded = {False: [2985976030, 57915913, 1549754277], True: [239617004, 57915913, 2176641479]}
    for right, expected in recorded.items():
        found = [torch.searchsorted(rows, values, right=right), torch.searchsorted(disorder, holes, right=right),
                 torch.searchsorted(rows.reshape(3, 100, 10), values.reshape(3, 100, 5), right=right, out_int32=True)]
        assert _sums(*found) == expected
    assert torch.searchsorted(torch.zeros(4, 0), torch.zeros(4, 3)).tolist() == [[0, 0, 0]] * 4
    assert torch.searchsorted(torch.zeros(0, 3), torch.zeros(0, 2)).shape == (0, 2)


@pytest.mark.parametrize(("out", "expected"), [(1, [3986392080, 2939932781]), (2, [3995524664, 2990935001]),
                                               ((1, 2), [3103927598, 702265384])])
def test_largest_of_large_windows(out: Any, expected: list[int]) -> None:
    x = torch.from_numpy(_spread(3456, 0.754877666).reshape(2, 3, 24, 24)).float()
    x[0, 0, 3, 4] = x[0, 0, 20, 4] = float("nan")
    x[1, 1] = 1
    assert _sums(*F.adaptive_max_pool2d(x, out, return_indices=True)) == expected


@pytest.mark.parametrize(("categories", "expected"), [(2, 3103872438), (5, 138413939), (32, 2539788070), (33, 3198141878)])
def test_multinomial_of_many_rows(categories: int, expected: int) -> None:
    weights = torch.from_numpy(_spread(3000 * categories).reshape(3000, categories) + 0.01)
    torch.manual_seed(3)
    assert _sums(torch.multinomial(weights, 4, True)) == [expected]


@pytest.mark.parametrize(("dim", "coalesced", "expected"), [(0, False, [2456522130, 2813584779]), (0, True, [3889452767, 2860892880]),
                                                            (1, False, [345014749, 3510793118]), (1, True, [1398893741, 4044337044])])
def test_sparse_index_select(dim: int, coalesced: bool, expected: list[int]) -> None:
    places = np.stack([np.floor(_spread(300) * 9), np.floor(_spread(300, 0.754877666) * 7)]).astype(np.int64)
    x = torch.sparse_coo_tensor(torch.from_numpy(places), torch.arange(300.), (9, 7), check_invariants=True)
    found = (x.coalesce() if coalesced else x).index_select(dim, torch.tensor([3, 3, 0, 6, 5, 3]))
    assert _sums(found._indices(), found._values()) == expected
    nothing = x.index_select(dim, torch.tensor([], dtype=torch.int64))
    assert (nothing.shape[dim], nothing._nnz()) == (0, 0)


def test_packed_in_any_order() -> None:
    packed = rnn.pack_sequence([torch.arange(float(n)) for n in (3, 1, 4, 2, 2)], False)
    assert packed.batch_sizes.tolist() == [5, 4, 2, 1]
    assert packed.data.tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3]
    padded, lengths = rnn.pad_packed_sequence(packed, padding_value=-1.)
    assert lengths.tolist() == [3, 1, 4, 2, 2]
    assert padded.tolist() == [[0] * 5, [1, -1, 1, 1, 1], [2, -1, 2, -1, -1], [-1, -1, 3, -1, -1]]


@pytest.mark.parametrize(("offsets", "expected"), [([0, 10, 10, 40], [14.470951, 0, 42.601322, 15.033256]),
                                                   ([0, 5, 50], [7.392016, 64.713509, 0]), ([0], [72.105522])])
def test_bags_that_are_empty(offsets: list[int], expected: list[float]) -> None:
    index = torch.from_numpy(np.floor(_spread(50) * 9).astype(np.int64))
    table = torch.from_numpy(_spread(27).reshape(9, 3)).float()
    found = F.embedding_bag(index, table, torch.tensor(offsets), mode="sum").sum(1)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 7])
@pytest.mark.parametrize("r", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("again", [False, True])
def test_combinations(count: int, r: int, again: bool) -> None:
    choose = itertools.combinations_with_replacement if again else itertools.combinations
    found = torch.combinations(torch.arange(count), r, again)
    assert found.shape[1] == r
    assert found.tolist() == [list(choice) for choice in choose(range(count), r)]


def test_combinations_of_nearly_all() -> None:
    """Choices that cannot be completed are not begun: there would be millions of them."""
    assert torch.combinations(torch.arange(30), 28).shape == (435, 28)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_pdist_of_what_is_not_finite(dtype: Any) -> None:
    """NaN counts as neither equal nor different."""
    nan, inf = math.nan, math.inf
    x = torch.tensor([[1, nan, 2], [1, 3, 2], [1, inf, -2], [1, inf, 2], [0, -3, 2]], dtype=dtype)
    np.testing.assert_equal(F.pdist(x, 0.).tolist(), [nan, nan, nan, nan, 2, 1, 2, nan, 3, 2])
    np.testing.assert_equal(F.pdist(x, inf).tolist(), [nan, nan, nan, nan, inf, inf, 6, nan, inf, inf])
    for p in (0., inf):
        assert F.pdist(x[:, :0], p).tolist() == [0] * 10
        assert F.pdist(x[:1], p).tolist() == []


@pytest.mark.parametrize("distinct", [1, 2, 7, 10**6])
def test_quickselect_in_a_long_row_exchanges_as_in_a_short_one(distinct: int) -> None:
    rng = np.random.default_rng(distinct)
    for k in rng.integers(0, 900, 40).tolist():
        keys = rng.integers(-distinct, distinct, 900)
        if k % 3 == 0:
            keys.sort()
        codes = quickselect._ranks(keys[None])[0] * 900 + np.arange(900)
        assert quickselect._select_in_long_row(keys, k) == quickselect._select_in_row(codes.tolist(), k)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16])
def test_keys_are_ordered_as_the_elements(dtype: type) -> None:
    row = np.array([-np.inf, -3, -1e-7, -0.0, 0.0, 1e-7, 2, np.inf, np.nan, -np.nan], dtype)
    assert (np.diff(quickselect.order_keys(row[None])[0].astype(object)) >= 0).all()
    assert quickselect.order_keys(row[3:5][None]).tolist() == [[0, 0]]
