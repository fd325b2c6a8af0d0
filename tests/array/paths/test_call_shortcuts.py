"""Shortcuts for a few kinds of calls, against the general path."""
from __future__ import annotations

import math

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.undispatched import implementation_of
from minitorch_compat._array.index import scatter
from minitorch_compat._array.linalg import fourier
from minitorch_compat._array.nn.pooling import pool
from minitorch_compat._array.shape import copies
from minitorch_compat._dispatch.call.kernel_errors import broadcast_message

RNG = np.random.default_rng(11)


@pytest.mark.parametrize(("shape", "index"), [((5, 5), (1, 2)), ((4, 3, 2), (4, 7, 1)), ((6,), (3,)), ((2, 3), (2, 3)), ((1, 4), (1, 2))])
def test_an_index_is_repeated_where_it_is_used(shape: tuple[int, ...], index: tuple[int, ...]) -> None:
    x = RNG.standard_normal(shape).astype(np.float32)
    for dim in range(len(shape)):
        if any(n not in (1, m) for d, (n, m) in enumerate(zip(index, shape, strict=True)) if d != dim):
            continue
        places = RNG.integers(0, shape[dim], index)
        assert scatter.broadcasts_to_gather(shape, places, dim)
        whole = tuple(n if d == dim else m for d, (n, m) in enumerate(zip(index, shape, strict=True)))
        assert (scatter.gather_broadcast(x, dim, places) == np.take_along_axis(x, np.broadcast_to(places, whole), dim)).all()
        assert not scatter.broadcasts_to_gather(shape, places + shape[dim], dim)
        assert not scatter.broadcasts_to_gather(shape, places - shape[dim], dim)


@pytest.mark.parametrize("rows", [0, 1, 4])
@pytest.mark.parametrize("columns", [0, 1, 5])
@pytest.mark.parametrize("diagonal", [-6, -1, 0, 2, 6])
@pytest.mark.parametrize("few", [-1, 1024])
def test_indices_of_triangles(rows: int, columns: int, diagonal: int, few: int, monkeypatch) -> None:
    dtype = np.dtype(np.int64)
    monkeypatch.setattr(copies, "_SMALL_SIZE", few)
    assert np.array_equal(copies.triangle_indices(rows, columns, diagonal, dtype), np.tril_indices(rows, diagonal, columns))
    assert np.array_equal(copies.triangle_indices(rows, columns, diagonal, dtype, upper=True), np.triu_indices(rows, diagonal, columns))


@pytest.mark.parametrize("padding", [(0, 0), (1, 1)])
@pytest.mark.parametrize("ceil_mode", [False, True])
@pytest.mark.parametrize("include", [False, True])
def test_means_of_few_windows_are_those_of_many(padding: tuple[int, int], ceil_mode: bool, include: bool, monkeypatch) -> None:
    x = RNG.standard_normal((2, 3, 7, 6)).astype(np.float32)
    few = pool.avg_pool(x, (3, 2), (2, 2), padding, ceil_mode, include, None)
    monkeypatch.setattr(pool, "_SMALL_SIZE", 0)
    pool._small_mean_arguments.cache_clear()
    many = pool.avg_pool(x, (3, 2), (2, 2), padding, ceil_mode, include, None)
    pool._small_mean_arguments.cache_clear()
    np.testing.assert_allclose(few, many, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("dim", [(0, 1), (1, 2), (2, 0), (-1,), (0, 1, 2)])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 0, 2)])
def test_transforms_of_arrays_in_any_order(dim: tuple[int, ...], order: tuple[int, ...]) -> None:
    x = (RNG.standard_normal((3, 4, 5)) + 1j * RNG.standard_normal((3, 4, 5))).transpose(order)
    np.testing.assert_allclose(fourier.c2c(x, dim, 0, True), np.fft.fftn(x, axes=dim), atol=1e-12)
    np.testing.assert_allclose(fourier.r2c(x.real, dim, 0, True), np.fft.rfftn(x.real, axes=dim), atol=1e-12)


def test_a_dimension_given_as_a_tensor_is_asked_anew() -> None:
    x, place = torch.zeros(2, 3, 4), torch.tensor(0)
    assert torch.movedim(x, (0,), (2,)).shape == (3, 4, 2)
    first = torch.movedim(x, (int(place),), (2,)).shape
    place += 1
    assert (first, torch.movedim(x, (int(place),), (2,)).shape) == ((3, 4, 2), (2, 4, 3))


@pytest.mark.parametrize(("shapes", "message"), [
    ([(2, 3), (3,), (1, 1)], None),
    ([(2, 3), (2, 4)], "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1"),
    ([(5, 1, 2), (3, 1), (4, 1)], "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1"),
    ([(7,), (3, 2, 6)], "The size of tensor a (7) must match the size of tensor b (6) at non-singleton dimension 2"),
    ([(), (0,), (1,)], None),
])
def test_what_is_said_of_shapes_that_do_not_fit(shapes: list[tuple[int, ...]], message: str | None) -> None:
    assert broadcast_message(shapes) == message


def test_functions_without_a_front_are_left_as_they_are() -> None:
    assert implementation_of(math.sqrt) is math.sqrt
    assert implementation_of(np.where)(np.array([True, False]), 1, 2).tolist() == [1, 2]


@pytest.mark.parametrize("values", [[2.0, -3.0, 0.0, -0.0], [math.nan, 1.0, -math.inf, math.inf]])
def test_signs(values: list[float]) -> None:
    assert torch.sign(torch.tensor(values)).tolist() == [0.0 if math.isnan(v) or v == 0 else math.copysign(1.0, v) for v in values]


def test_the_first_places_that_are_not_zero() -> None:
    x = torch.tensor([[0, 1], [2, 0], [0, 3]])
    assert torch.nonzero_static(x, size=2).tolist() == [[0, 1], [1, 0]]
    assert torch.nonzero_static(x, size=4, fill_value=9).tolist() == [[0, 1], [1, 0], [2, 1], [9, 9]]
    assert torch.nonzero_static(torch.zeros(2, 2), size=1).tolist() == [[-1, -1]]
