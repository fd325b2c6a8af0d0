"""Indexing and assignment with batched indices, against a loop."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.func import grad, vmap

X = torch.arange(24.0, dtype=torch.float64).reshape(2, 3, 4)
ROWS = torch.tensor([[0, -1], [2, 1]])
COLUMNS = torch.tensor([[1, 3], [0, -2]])

INDICES = [
    lambda x, i, j: x[i], lambda x, i, j: x[:, j], lambda x, i, j: x[i, j], lambda x, i, j: x[i[0]], lambda x, i, j: x[..., j],
    lambda x, i, j: x[i, 1], lambda x, i, j: x[i, None, j], lambda x, i, j: x[i[:, None], j], lambda x, i, j: x[1:, j[0]],
    lambda x, i, j: x[None, i], lambda x, i, j: x[i, [1, 0]],
]


def loop(function: Any, *args: Any) -> Any:
    return torch.stack([function(*(a[b] for a in args)) for b in range(2)])


@pytest.mark.parametrize("function", INDICES, ids=[str(i) for i in range(len(INDICES))])
def test_reading(function: Any) -> None:
    np.testing.assert_array_equal(vmap(function)(X, ROWS, COLUMNS), loop(function, X, ROWS, COLUMNS))
    shared = vmap(function, in_dims=(None, 0, 0))(X[0], ROWS, COLUMNS)
    np.testing.assert_array_equal(shared, loop(lambda i, j: function(X[0], i, j), ROWS, COLUMNS))
    weigh = lambda x, i, j: (function(x, i, j) ** 2).sum()  # noqa: E731
    np.testing.assert_array_equal(vmap(grad(weigh))(X, ROWS, COLUMNS), loop(grad(weigh), X, ROWS, COLUMNS))


def assigned(x: Any, i: Any, j: Any) -> Any:
    y = x.clone()
    y[i] = 7
    y[:, j] = x[:, :2] * 10
    y[0] = y[1]
    y.masked_fill_(y > 100, -1)
    return y


def test_writing() -> None:
    np.testing.assert_array_equal(vmap(assigned)(X, ROWS, COLUMNS), loop(assigned, X, ROWS, COLUMNS))
    weigh = lambda x, i, j: (assigned(x, i, j) ** 2).sum()  # noqa: E731
    np.testing.assert_array_equal(vmap(grad(weigh))(X, ROWS, COLUMNS), loop(grad(weigh), X, ROWS, COLUMNS))


def test_writing_what_all_examples_share() -> None:
    shared = torch.arange(2, dtype=torch.float64) + 50

    def written(x: Any, j: Any) -> Any:
        y = x.clone()
        y[:, j] = shared
        return y.index_put((torch.tensor([0, 1])[:, None], j), shared * 2)

    np.testing.assert_array_equal(vmap(written)(X, COLUMNS), loop(written, X, COLUMNS))
    weigh = lambda x, j: (written(x, j) ** 2).sum()  # noqa: E731
    np.testing.assert_array_equal(vmap(grad(weigh))(X, COLUMNS), loop(grad(weigh), X, COLUMNS))


def test_refusals() -> None:
    with pytest.raises(RuntimeError, match="Attempting to batch over indexing with a boolean mask"):
        vmap(lambda x: x[x > 3])(X)
    with pytest.raises(RuntimeError, match="Attempting to batch over indexing with a boolean mask"):
        vmap(lambda x: x.clone().__setitem__(x > 3, 0.0))(X)
    with pytest.raises(IndexError, match="index 3 is out of bounds for dimension 0 with size 3"):
        vmap(lambda x, i: x[i])(X, ROWS + 3)
