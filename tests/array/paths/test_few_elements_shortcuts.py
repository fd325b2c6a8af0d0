"""Shortcuts for few elements, against the general path or numpy."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.row_order import PERMUTED, note_layout
from minitorch_compat._array.core.stable_order import stable_argsort
from minitorch_compat._array.index import indexing, scatter
from minitorch_compat._array.shape import copies, strided
from minitorch_compat._bindings.settings import return_types

RNG = np.random.default_rng(5)
NAN = float("nan")


@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("extent", [(4, 3), (2, 3), (5, 2)])
def test_few_elements_are_reduced_at_positions(reduce: str, include_self: bool, extent: tuple[int, int], monkeypatch) -> None:
    x, source = RNG.standard_normal((4, 3)).astype(np.float32), RNG.standard_normal((5, 3)).astype(np.float32)
    source[0, 0] = NAN
    index = RNG.integers(0, 4, extent)
    few = scatter.scatter_reduce(x, 0, index, source, reduce, include_self)
    monkeypatch.setattr(scatter, "small_flat_positions", lambda *_: None)
    np.testing.assert_array_equal(few, scatter.scatter_reduce(x, 0, index, source, reduce, include_self))


def test_positions_of_few_indices_have_the_layout_of_the_index() -> None:
    x, index = RNG.standard_normal((10, 5)), RNG.integers(0, 10, (10, 2))
    positions = indexing.small_flat_positions(x, 0, index)
    assert positions is not None and positions.flags.c_contiguous
    assert (positions == index * 5 + np.arange(2)).all()


@pytest.mark.parametrize("axes", [(0,), (1,), (0, 2), (0, 1, 2), ()])
def test_few_elements_are_flipped_by_positions(axes: tuple[int, ...], monkeypatch) -> None:
    x = RNG.standard_normal((2, 3, 4))
    few = copies.copy_flipped(x, axes)
    monkeypatch.setattr(copies, "_SMALL_SIZE", 0)
    many = copies.copy_flipped(x, axes)
    assert np.array_equal(few, many) and few.strides == many.strides and few.base is None
    assert np.array_equal(few, np.flip(x, axes))


@pytest.mark.parametrize("count", [0, 1, 3, 5])
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("length", [5, 3000])
def test_the_first_positions_of_an_order(count: int, descending: bool, length: int) -> None:
    x = RNG.integers(0, 4, (2, length)).astype(np.float32)
    for dim, rows in ((1, x), (0, np.ascontiguousarray(x.T))):
        first = (slice(None),) * dim + (slice(count),)
        assert np.array_equal(stable_argsort(rows, dim, descending, count), stable_argsort(rows, dim, descending)[first])


def test_copies_of_whole_memory_are_plain_copies() -> None:
    whole = RNG.standard_normal((3, 4))
    copied = strided.copy_with_memory(whole)
    assert copied.base is None and np.array_equal(copied, whole) and not np.shares_memory(copied, whole)
    part = strided.copy_with_memory(whole[1:])
    assert strided.storage_of(part).size == whole.size  # with all of the memory around it


def test_an_array_is_registered_once() -> None:
    array = np.empty((3, 4)).T
    note_layout(array)
    registered = PERMUTED[id(array)]
    note_layout(array)
    assert PERMUTED[id(array)] is registered
    key = id(array)
    del array, registered
    assert key not in PERMUTED


def test_named_results_made_from_items_are_those_of_the_class() -> None:
    items = (torch.ones(2), torch.zeros(2))
    made, called = return_types.from_items(return_types.topk, items), return_types.topk(items)
    assert type(made) is type(called) and made.values is items[0] and made.indices is items[1] and len(made) == 2


def test_expanded_views_share_memory_and_refuse_other_sizes() -> None:
    x = torch.arange(3.0).reshape(3, 1)
    assert x.expand(2, 3, 4).stride() == (0, 1, 0) and x.expand(-1, 4).shape == (3, 4)
    assert x.expand(2, 3, 4).data_ptr() == x.data_ptr()
    for sizes in ((3,), (2, 4)):
        with pytest.raises(RuntimeError, match="expand"):
            x.expand(*sizes)
    for t, sizes in ((x, (-1, 3, 4)), (torch.tensor(1.0), (-1,)), (torch.tensor(1.0), (2, -1))):
        with pytest.raises(RuntimeError, match=r"leading, non-existing|overflow"):
            t.expand(sizes)


def test_views_made_together_cannot_be_changed_in_place() -> None:
    x = torch.ones(2, 3, requires_grad=True) * 2
    for part in (*x.unbind(0), *x.split(1), *x.chunk(2)):
        assert part._base is x
        with pytest.raises(RuntimeError, match=r"multiple views|in-?place"):
            part.add_(1)


def test_a_window_grows_in_its_memory_or_moves() -> None:
    x = torch.arange(6.0)
    start = x.data_ptr()
    assert x.resize_(2, 2).data_ptr() == start and x.tolist() == [[0, 1], [2, 3]]
    assert x.resize_(6).data_ptr() == start and x.tolist() == [0, 1, 2, 3, 4, 5]
    assert x.resize_(2, 4).shape == (2, 4) and x[0].tolist() == [0, 1, 2, 3]
