"""Reads and writes through index arrays and masks."""
from __future__ import annotations

import re

import numpy as np
import pytest

from minitorch_compat._array.index import scatter as k

X = np.arange(6.0, dtype=np.float32).reshape(2, 3)
I = np.array([[0, 1], [1, 0]], np.int64)  # noqa: E741
SRC = np.array([[9, 8], [7, 6]], np.float32)
ZEROS = np.zeros((2, 2), int)
RNG = np.random.default_rng(0)


def row(*numbers, dtype=np.float32):
    return np.array(numbers, dtype)


def test_gather_along_either_dimension():
    assert k.gather(X, 0, I).tolist() == [[0, 4], [3, 1]]
    assert k.gather(X, 1, I).tolist() == [[0, 1], [4, 3]]
    assert k.gather(X, -1, np.array([[2]], np.int32)).tolist() == [[2]]


def test_gather_of_0d_and_of_nothing():
    five = np.array(5.0)
    assert k.gather(five, 0, np.array(0, np.int64)).tolist() == 5
    assert k.gather(five, 0, np.array([0, 0], np.int64)).tolist() == [5, 5]
    assert k.gather(X, 0, np.empty(0, np.int64)).shape == (0,)


@pytest.mark.parametrize("dim", [0, 1, 2])
def test_gather_reads_like_take_along_axis(dim):
    x = RNG.normal(size=(3, 4, 5))
    index = RNG.integers(0, x.shape[dim], x.shape)
    np.testing.assert_array_equal(k.gather(x, dim, index), np.take_along_axis(x, index, dim))
    strided = np.moveaxis(x, 0, 2)
    index = RNG.integers(0, 3, strided.shape)
    np.testing.assert_array_equal(k.gather(strided, dim, index), np.take_along_axis(strided, index, dim))


@pytest.mark.parametrize("dim", [0, 1])
def test_gather_backward_is_the_transpose(dim):
    x, index = RNG.normal(size=(4, 5)), RNG.integers(0, 4, (3, 4))
    out = k.gather(x, dim, index)
    g = RNG.normal(size=out.shape)
    assert np.vdot(out, g) == pytest.approx(np.vdot(x, k.gather_backward(g, dim, index, x.shape)))


def test_scatter_writes_arrays_and_numbers():
    assert k.scatter(X, 0, I, SRC).tolist() == [[9, 6, 2], [7, 8, 5]]
    assert k.scatter(X, 0, I, 1.0).tolist() == [[1, 1, 2], [1, 1, 5]]
    assert k.scatter(X.astype(np.int64), 0, I, 2.7).tolist() == [[2, 2, 2], [2, 2, 5]]
    assert X[0, 0] == 0


def test_scatter_with_reduce():
    assert k.scatter(X, 0, I, 2.0, reduce="add").tolist() == [[2, 3, 2], [5, 6, 5]]
    assert k.scatter(X, 0, I, SRC, reduce="multiply").tolist() == [[0, 6, 2], [21, 32, 5]]
    assert k.scatter_add(X, 0, ZEROS, SRC).tolist() == [[16, 15, 2], [3, 4, 5]]


@pytest.mark.parametrize(("reduce", "include_self", "first_row"), [
    ("sum", True, [16, 15, 2]), ("sum", False, [16, 14, 2]),
    ("prod", True, [0, 48, 2]), ("prod", False, [63, 48, 2]),
    ("mean", True, [16 / 3, 5, 2]), ("mean", False, [8, 7, 2]),
    ("amax", True, [9, 8, 2]), ("amax", False, [9, 8, 2]),
    ("amin", True, [0, 1, 2]), ("amin", False, [7, 6, 2]),
])
def test_scatter_reduce(reduce, include_self, first_row):
    out = k.scatter_reduce(X, 0, ZEROS, SRC, reduce, include_self)
    np.testing.assert_allclose(out, [first_row, [3, 4, 5]], rtol=1e-6)


def test_integer_means_round_down():
    x = X.astype(np.int64)
    assert k.scatter_reduce(x, 0, ZEROS, -SRC.astype(np.int64), "mean").tolist() == [[-6, -5, 2], [3, 4, 5]]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: k.gather(X, 0, I.astype(float)), "gather(): Expected dtype int32/int64 for index"),
    (lambda: k.gather(X, 0, np.array([[5]], np.int64)), "index 5 is out of bounds for dimension 0 with size 2"),
    (lambda: k.gather(X, 0, np.array([[-1]], np.int64)), "index -1 is out of bounds for dimension 0 with size 2"),
    (lambda: k.gather(X, 0, np.array([0], np.int64)), "Index tensor must have the same number of dimensions as input tensor"),
    (lambda: k.gather(X, 0, np.zeros((1, 4), int)),
     "Size does not match at dimension 1 expected index [1, 4] to be no larger than self [2, 3] apart from dimension "
     "0"),
    (lambda: k.scatter(X, 0, I, SRC.astype(np.int64)), "scatter(): Expected self.dtype to be equal to src.dtype"),
    (lambda: k.scatter(X, 0, I, SRC[:1]), "apart from dimension 0 and to be no larger size than src [1, 2]"),
    (lambda: k.scatter(X, 0, I, 1j), "value cannot be converted to type float without overflow"),
    (lambda: k.scatter(X, 0, I, 2.0, reduce="amax"), "reduce argument must be either add or multiply."),
    (lambda: k.scatter_reduce(X, 0, I, SRC, "bad"), "reduce argument must be either sum, prod, mean, amax or amin, "
                                                    "got bad"),
    (lambda: k.index_select(X, 0, row(1)), "index_select(): Expected dtype int32 or int64 for index"),
    (lambda: k.index_add(X, 0, np.array([0, 0], np.int64), X[:1]), "Number of indices (2) should be equal to source.size(dim): "
                                                         "(1)"),
    (lambda: k.index_add(X, 0, np.array([0, 5], np.int64), X), "index 5 is out of bounds for dimension 0 with size 2"),
    (lambda: k.index_add(X, 0, np.array([0, 1], np.int64), X.astype(np.int64)), "self (Float) and source (Long) must have the same "
                                                                 "scalar type"),
    (lambda: k.index_copy(X, 0, np.array([0, 1], np.int64), X.astype(np.int64)), "self and source expected to have the same dtype"),
    (lambda: k.index_fill(X, 0, np.array([0], np.int64), row(5)), "index_fill_ only supports a 0-dimensional value tensor"),
    (lambda: k.masked_fill(X, X.astype(np.int64), 9), "masked_fill_ only supports boolean masks, but got mask with dtype "
                                                 "long int"),
    (lambda: k.masked_fill(X, row(1, 0) > 0, 9), "The size of tensor a (2) must match the size of tensor b (3) at "
                                                 "non-singleton"),
    (lambda: k.masked_fill(X.astype(np.int64), X > 2, np.inf), "value cannot be converted to type int64_t without overflow"),
    (lambda: k.masked_select(X, X), "masked_select: expected BoolTensor for mask"),
    (lambda: k.masked_scatter(X, X > 2, row(1, 2)), "Number of elements of source < number of ones in mask"),
    (lambda: k.take_flat(X, row(0)), "take(): Expected a long tensor for index, but got Float"),
    (lambda: k.take_along_dim(X, np.array([0], np.int64), 1), "input and indices should have the same number of dimensions"),
    (lambda: k.embedding(X, row(0)), "to have one of the following scalar types: Long, Int; but got torch.FloatTensor "
                                     "instead"),
    (lambda: k.one_hot(np.array([0, 2], np.int64), 2), "Class values must be smaller than num_classes."),
    (lambda: k.one_hot(np.array([-1], np.int64)), "Class values must be non-negative."),
    (lambda: k.one_hot(np.empty(0, np.int64)), "Can not infer total number of classes from empty tensor."),
])
def test_refusals(call, message):
    with pytest.raises(RuntimeError, match=re.escape(message)):
        call()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: k.index_select(X, 0, np.array([2], np.int64)), "index out of range in self"),
    (lambda: k.index_select(X, 0, I), "index_select(): Index is supposed to be a vector"),
    (lambda: k.index_copy(X, 0, np.array([0, 5], np.int64), X), "index_copy_(): index 5 is out of bounds for dimension 0 with "
                                                      "size 2"),
    (lambda: k.index_fill(X, 0, np.array([5], np.int64), 5), "index 5 is out of bounds for dimension 0 with size 2"),
    (lambda: k.take_flat(X, np.array([6], np.int64)), "out of range: tried to access index 6 on a tensor of 6 elements."),
    (lambda: k.embedding(X, np.array([2], np.int64)), "index out of range in self"),
    (lambda: k.embedding(X, np.array([-1], np.int64)), "index out of range in self"),
    (lambda: k.gather(X, 5, I), "Dimension out of range (expected to be in range of [-2, 1], but got 5)"),
])
def test_index_errors(call, message):
    with pytest.raises(IndexError, match=re.escape(message)):
        call()


def test_whole_slices():
    index = np.array([1, 0, 1], np.int64)
    assert k.index_select(X, 0, index).tolist() == X[[1, 0, 1]].tolist()
    assert k.index_select(X, 0, np.array(1, np.int64)).shape == (1, 3)
    assert k.index_add(X, 1, index, np.ones((2, 3), np.float32), alpha=2).tolist() == [[2, 5, 2], [5, 8, 5]]
    assert k.index_copy(X, 0, np.array([1, 0], np.int64), X).tolist() == X[::-1].tolist()
    assert k.index_fill(X, 0, np.array([-1], np.int64), 5).tolist() == [[0, 1, 2], [5, 5, 5]]


@pytest.mark.parametrize("dim", [0, 1, 2])
def test_index_select_backward_is_the_transpose(dim):
    x, index = RNG.normal(size=(4, 5, 20)), RNG.integers(0, 4, 9)
    out = k.index_select(x, dim, index)
    g = RNG.normal(size=out.shape)
    assert np.vdot(out, g) == pytest.approx(np.vdot(x, k.index_select_backward(g, dim, index, x.shape)))


def test_masks():
    mask = X > 2
    assert k.masked_fill(X, mask, 9).tolist() == [[0, 1, 2], [9, 9, 9]]
    assert k.masked_fill(X[0], mask, 9).tolist() == [[0, 1, 2], [9, 9, 9]]
    assert k.masked_fill(X.astype(np.int64), mask, np.array(2.5)).dtype == np.int64
    assert k.masked_select(X, np.array([True, False, True])).tolist() == [0, 2, 3, 5]
    assert k.masked_scatter(X, mask, row(7, 8, 9, 10)).tolist() == [[0, 1, 2], [7, 8, 9]]
    assert k.nonzero(mask).tolist() == [[1, 0], [1, 1], [1, 2]]
    assert k.nonzero(np.array(5.0)).shape == (1, 0)


def test_flat_positions():
    assert k.take_flat(X, np.array([[0, -1]], np.int64)).tolist() == [[0, 5]]
    assert k.take_flat_backward(row(1, 2, 4), np.array([0, -6, 5], np.int64), X.shape).tolist() == [[3, 0, 0], [0, 0, 4]]
    assert k.take_along_dim(X, np.array([[0, -1]], np.int64), 1).tolist() == [[0, 2], [3, 5]]
    assert k.take_along_dim(X, np.array([0, 5], np.int64)).tolist() == [0, 5]


def test_embedding_and_its_backward():
    index = np.array([[0, 2], [2, 3]], np.int64)
    weight = np.arange(12.0, dtype=np.float32).reshape(4, 3)
    np.testing.assert_array_equal(k.embedding(weight, index), weight[index])
    g = np.ones((2, 2, 3), np.float32)
    assert k.embedding_backward(g, index, 4)[:, 0].tolist() == [1, 0, 2, 1]
    assert k.embedding_backward(g, index, 4, padding_idx=2)[:, 0].tolist() == [1, 0, 0, 1]
    assert k.embedding_backward(g, index, 4, scale_grad_by_freq=True)[:, 0].tolist() == [1, 0, 1, 1]


def test_one_hot():
    assert k.one_hot(np.array([0, 2], np.int64)).tolist() == [[1, 0, 0], [0, 0, 1]]
    assert k.one_hot(np.array(1, np.int64), 3).tolist() == [0, 1, 0]
    assert k.one_hot(np.empty(0, np.int64), 3).shape == (0, 3)


def test_slices_without_elements_are_added_to_any_index():
    for shape, dim in (((0, 3), 1), ((0, 3), 0), ((3, 0), 1), ((3, 0), 0)):
        part = np.zeros([1 if d == dim else n for d, n in enumerate(shape)], np.float32)
        for index in (0, 5, -9):
            assert k.index_add(np.zeros(shape, np.float32), dim, np.array([index], np.int64), part).shape == shape
    with pytest.raises(IndexError, match="out of range"):
        k.index_add(np.zeros(0, np.float32), 0, np.array([0], np.int64), np.zeros(1, np.float32))
