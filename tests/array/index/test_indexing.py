"""PyTorch's indexing over arrays."""
from __future__ import annotations

import re

import numpy as np
import pytest

from minitorch_compat._array.index.indexing import Advanced, index_backward, normalize, put, take

X = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
PAIR = np.array([0, 1])


def get(x, index):
    return take(x, normalize(index, x.shape))


def with_put(x, index, value, accumulate=False):
    x = x.copy()
    put(x, normalize(index, x.shape), value, accumulate)
    return x


@pytest.mark.parametrize("index", [
    0, -1, slice(1, 2), (0, 1), (0, slice(None), 2), (0, 1, 2), (), ..., None, (..., 0), (None, 0),
    (slice(None, None, 2), ..., 1),
    np.array(1), (np.array(1), np.array(2)), np.int64(1), (0, None, ...),
])
def test_basic_indices_give_views(index):
    result = get(X, index)
    assert np.shares_memory(result, X)
    assert isinstance(result, np.ndarray)
    plain = index if not isinstance(index, np.ndarray) else int(index)
    np.testing.assert_array_equal(result, X[plain])


@pytest.mark.parametrize(("index", "shape"), [
    (PAIR, (2, 3, 4)),
    ((slice(None), PAIR), (2, 2, 4)),
    ((PAIR, PAIR), (2, 4)),
    ((PAIR, slice(None), PAIR), (2, 3)),
    ((0, slice(None), PAIR), (3, 2)),  # numpy puts the index first: it counts the int as an index array
    ((slice(None), 0, PAIR), (2, 2)),
    ((PAIR, None, PAIR), (2, 1, 4)),
    ((None, PAIR, None, PAIR), (2, 1, 1, 4)),
    ((0, None, PAIR), (1, 2, 4)),
    ((PAIR[:, None], PAIR), (2, 2, 4)),
    (True, (1, 2, 3, 4)),
    (False, (0, 2, 3, 4)),
    ((0, True), (1, 3, 4)),
    ((True, PAIR), (2, 3, 4)),
    ((True, False), (0, 2, 3, 4)),
    (X > 5, (18,)),
    ((slice(None), np.array([True, False, True])), (2, 2, 4)),
    ((np.array([True, True]), PAIR), (2, 4)),
    (np.zeros((2, 3), bool), (0, 4)),
    ([0, 1, 1], (3, 3, 4)),
    ([True, False], (1, 3, 4)),
    ([], (0, 3, 4)),
    ((slice(None), (0, 1)), (2, 2, 4)),
    (range(2), (2, 3, 4)),
    (np.array([0, 1], np.int32), (2, 3, 4)),
])
def test_advanced_indices_give_contiguous_copies(index, shape):
    result = get(X, index)
    assert result.shape == shape
    assert result.flags.c_contiguous
    assert not np.shares_memory(result, X)


def test_values_of_mixed_indices():
    rows, columns = np.array([0, 2]), np.array([3, 1])
    assert get(X, (1, rows, columns)).tolist() == [15, 21]
    assert get(X, (slice(None), rows, columns)).tolist() == [[3, 9], [15, 21]]
    assert get(X, (0, slice(None), columns)).tolist() == X[0][:, columns].tolist()


def test_a_list_with_sequences_in_it_counts_as_a_tuple():
    with pytest.warns(UserWarning, match="non-tuple sequence for multidimensional indexing is deprecated"):
        np.testing.assert_array_equal(get(X, [[0, 1], [1, 2]]), X[[0, 1], [1, 2]])
    with pytest.warns(UserWarning, match="non-tuple sequence"):
        np.testing.assert_array_equal(get(X, [slice(None), 0]), X[:, 0])


def test_uint8_masks_are_deprecated():
    with pytest.warns(UserWarning, match=re.escape("indexing with dtype torch.uint8 is now deprecated")):
        np.testing.assert_array_equal(get(X, np.array([1, 0], np.uint8)), X[:1])


@pytest.mark.parametrize(("shape", "index", "error", "message"), [
    ((3,), 5, IndexError, "index 5 is out of bounds for dimension 0 with size 3"),
    ((2, 3), (0, -4), IndexError, "index -4 is out of bounds for dimension 1 with size 3"),
    ((2, 3), (0, None, 7), IndexError, "index 7 is out of bounds for dimension 2 with size 3"),
    ((2, 2), (0, 0, 0), IndexError, "too many indices for tensor of dimension 2"),
    ((), 0, IndexError, "invalid index of a 0-dim tensor. Use `tensor.item()`"),
    ((), slice(None), IndexError, "slice() cannot be applied to a 0-dim tensor."),
    ((3,), slice(None, None, -1), ValueError, "step must be greater than zero"),
    ((3,), slice(None, None, 0), ValueError, "slice step cannot be zero"),
    ((2, 2), np.array([True, False, True]), IndexError,
     "The shape of the mask [3] at index 0 does not match the shape of the indexed tensor [2, 2] at index 0"),
    ((2, 3), (slice(None), np.array([True, False])), IndexError,
     "The shape of the mask [2] at index 0 does not match the shape of the indexed tensor [2, 3] at index 1"),
    ((2, 3), np.array([0, 5]), IndexError, "index 5 is out of bounds for dimension 0 with size 2"),
    ((2, 3), (slice(None), np.array([0, -4])), IndexError, "index -4 is out of bounds for dimension 0 with size 3"),
    ((0, 3), np.array([0]), IndexError, "index is out of bounds for dimension with size 0"),
    ((2, 3), (np.array([0, 1]), np.array([0, 1, 2])), IndexError,
     "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]"),
    ((3,), np.array([0.0]), IndexError, "tensors used as indices must be long, int, byte or bool tensors"),
    ((3,), np.array([0], np.int16), IndexError, "tensors used as indices must be long, int, byte or bool tensors"),
    ((3,), 1.0, IndexError, "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
                            "indices (got float)"),
    ((3,), "a", TypeError, "new(): invalid data type 'str'"),
    ((3,), 2**70, ValueError, "Overflow when unpacking long long"),
])
def test_refusals(shape, index, error, message):
    with pytest.raises(error, match=re.escape(message)):
        get(np.zeros(shape), index)


def test_put_writes_in_place():
    assert with_put(X, 0, 5.0)[0].min() == 5
    assert with_put(X, X > 5, -1.0).sum() == 15 - 18
    assert with_put(X, (PAIR, PAIR, PAIR), np.array([7, 8], np.float32))[1, 1, 1] == 8
    assert with_put(X, PAIR, np.ones((1, 1, 2, 3, 4), np.float32)).min() == 1
    np.testing.assert_array_equal(with_put(X, False, 7.0), X)


def test_put_casts_numbers_and_basic_values_only():
    n = np.arange(6, dtype=np.int64)
    assert with_put(n, 0, np.array(2.7))[0] == 2
    assert with_put(n, PAIR, 2.7)[:2].tolist() == [2, 2]
    assert with_put(n, n > 2, np.array([2.7])).tolist() == [0, 1, 2, 2, 2, 2]
    with pytest.raises(RuntimeError, match="Index put requires the source and destination dtypes match, got Long for "
                                           "the"):
        with_put(n, PAIR, np.array([2.7, 3.0]))


@pytest.mark.parametrize(("index", "value", "message"), [
    (0, [1.0, 2.0], "The expanded size of the tensor (4) must match the existing size (2) at non-singleton dimension "
                    "1."),
    ((0, 0, 0), [1.0, 2.0], "the number of sizes provided (0) must be greater or equal to the number of dimensions"),
    (PAIR, [1.0, 2.0], "shape mismatch: value tensor of shape [2] cannot be broadcast to indexing result of shape [2, "
                       "3, 4]"),
    (X > 5, [1.0, 2.0], "shape mismatch: value tensor of shape [2] cannot be broadcast to indexing result of shape "
                        "[18]"),
])
def test_put_refuses_other_shapes_and_leaves_the_target_alone(index, value, message):
    target = X.copy()
    with pytest.raises(RuntimeError, match=re.escape(message)):
        put(target, normalize(index, X.shape), np.array(value, np.float32))
    np.testing.assert_array_equal(target, X)


def test_put_refuses_numbers_that_do_not_fit():
    with pytest.raises(RuntimeError, match="value cannot be converted to type float without overflow"):
        with_put(X, 0, 1j)
    with pytest.raises(RuntimeError, match="value cannot be converted to type uint8_t without overflow"):
        with_put(np.zeros(3, np.uint8), 0, 300)


INDICES = [
    0, slice(1, None), (slice(None), np.array([2, 2, 0])), np.array([1, 1, 0]), np.array([[0, -1], [1, 1]]), X > 7,
    (np.array([0, 1, 1]), slice(None), np.array([3, 3, -1])), (0, slice(None), np.array([1, 1])),
    (True, np.array([0, 0])),
    (None, np.array([1, 1]), slice(0, 2)), (slice(None), np.array([True, False, True]), np.array([1, 1])),
]


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("scale", [1, 12])  # small results add one by one, large ones by flat positions
def test_backward_is_the_transpose_of_take(index, scale):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(2, 3, 4) if scale == 1 else (2, 3, 4, 4 * scale))
    plan = normalize(index, x.shape)
    out = take(x, plan)
    g = rng.normal(size=out.shape)
    assert np.vdot(out, g) == pytest.approx(np.vdot(x, index_backward(g, plan, x.shape)))
    accumulated = x.copy()
    put(accumulated, plan, g, True)
    np.testing.assert_allclose(accumulated - x, index_backward(g, plan, x.shape), atol=1e-12)


@pytest.mark.parametrize("width", [1, 7, 8])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_backward_of_row_lookups(width, dtype):
    rows = np.random.default_rng(0).integers(-5, 5, (20, 30))
    g = np.ones((20, 30, width), dtype)
    result = index_backward(g, normalize(rows, (5, width)), (5, width))
    counts = np.bincount(rows.ravel() % 5, minlength=5)
    np.testing.assert_array_equal(result, np.repeat(counts[:, None], width, 1))
    assert result.dtype == dtype


@pytest.mark.parametrize("repeated", [(), (1,)])
def test_backward_of_row_lookups_of_one_number(repeated):
    """The gradient of a sum is a number that takes no memory of its own."""
    rows = np.arange(100) % 3
    g = np.broadcast_to(np.ones((100, *repeated), np.float32) if repeated else np.float32(1), (100, 4))
    sums = index_backward(g, normalize((rows,), (5, 4)), (5, 4))
    np.testing.assert_array_equal(sums, np.repeat([34, 33, 33, 0, 0], 4).reshape(5, 4))


def test_plans():
    assert normalize(0, (3,)) == (0, ...)
    assert isinstance(normalize(PAIR, (3,)), Advanced)


@pytest.mark.parametrize("index", [(..., [0]), (slice(None), [0, 0]), ([0],)])
def test_nothing_is_asked_for_where_there_is_nothing(index):
    x = np.zeros((0, 0))
    with pytest.raises(IndexError, match="index is out of bounds for dimension with size 0"):
        take(x, normalize(tuple(np.array(i) if isinstance(i, list) else i for i in index), x.shape))
