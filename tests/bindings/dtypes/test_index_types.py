"""Indices, counts and integer sums are int64 on every platform; what exceeds its address space is refused."""
from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core import dtypes

F = torch.nn.functional
X = torch.tensor([[3., 1, 2, 0], [0, 5, 4, 0], [1, 1, 7, 2]])
LARGE = torch.arange(6000.).remainder(77).reshape(60, 100)  # what is not taken for few elements
WHOLE, TRUE = torch.tensor([3, 1, 2], dtype=torch.int32), X > 1
EDGES = torch.arange(5.)

FOUND: dict[str, Callable[[Any], Any]] = {
    "argmax": lambda x: x.argmax(), "argmax of rows": lambda x: x.argmax(1), "argmax, kept": lambda x: x.argmax(0, keepdim=True),
    "argmin": lambda x: x.argmin(), "argmin of rows": lambda x: x.argmin(1), "max": lambda x: x.max(1).indices,
    "min": lambda x: x.min(0).indices, "sort": lambda x: x.sort(1).indices, "sort, falling": lambda x: x.sort(0, True).indices,
    "argsort": lambda x: x.argsort(1, stable=True), "msort": lambda x: x.msort().argsort(0), "topk": lambda x: x.topk(2).indices,
    "least": lambda x: x.topk(2, 0, False, False).indices, "kthvalue": lambda x: x.kthvalue(2).indices,
    "median": lambda x: x.median(1).indices, "nanmedian": lambda x: x.nanmedian(1).indices, "mode": lambda x: x.mode(1).indices,
    "cummax": lambda x: x.cummax(1).indices, "cummin": lambda x: x.cummin(0).indices, "aminmax": lambda x: x.aminmax().max.long(),
    "nonzero": lambda x: x.nonzero(), "nonzero, apart": lambda x: x.nonzero(as_tuple=True), "argwhere": lambda x: torch.argwhere(x),
    "where": lambda x: torch.where(x > 1), "nonzero_static": lambda x: torch.nonzero_static(x, size=3),
    "count_nonzero": lambda x: x.count_nonzero(), "count_nonzero of rows": lambda x: x.count_nonzero(1),
    "searchsorted": lambda x: torch.searchsorted(EDGES, x), "bucketize": lambda x: torch.bucketize(x, EDGES, right=True),
    "searchsorted of one": lambda x: torch.searchsorted(EDGES, 2.5),
    "unique": lambda x: torch.unique(x, return_inverse=True, return_counts=True)[1:],
    "unique rows": lambda x: torch.unique(x, return_inverse=True, return_counts=True, dim=0)[1:],
    "unique_consecutive": lambda x: torch.unique_consecutive(x, return_inverse=True, return_counts=True)[1:],
    "bincount": lambda x: x.reshape(-1).long().bincount(), "histc of many": lambda x: torch.histc(x).long(),
    "one_hot": lambda x: F.one_hot(x.long()), "sum of truths": lambda x: (x > 1).sum(), "sum along": lambda x: (x > 1).sum(1),
    "prod of truths": lambda x: (x > 1).prod(), "cumsum of truths": lambda x: (x > 1).cumsum(0),
    "sum of int32": lambda x: x.int().sum(), "sum of int32 along": lambda x: x.int().sum(1), "prod of uint8": lambda x: x.byte().prod(0),
    "cumsum of int32": lambda x: x.int().cumsum(1), "cumprod of int8": lambda x: x.char().cumprod(1), "trace": lambda x: x.int().trace(),
    "matrix_rank": lambda x: torch.linalg.matrix_rank(x), "multinomial": lambda x: torch.multinomial(x + 1, 2),
    "multinomial, repeated": lambda x: torch.multinomial(x + 1, 300, True),
    "Categorical": lambda x: torch.distributions.Categorical(logits=x).sample(),
    "max_pool1d": lambda x: F.max_pool1d(x, 2, return_indices=True)[1],
    "max_pool2d": lambda x: F.max_pool2d(x[None], 2, return_indices=True)[1],
    "adaptive_max_pool1d": lambda x: F.adaptive_max_pool1d(x, 3, return_indices=True)[1],
    "adaptive_max_pool2d": lambda x: F.adaptive_max_pool2d(x[None], (2, 3), return_indices=True)[1],
    "fractional_max_pool2d": lambda x: F.fractional_max_pool2d(x[None, None], 2, output_size=(2, 2), return_indices=True)[1],
    "sparse indices": lambda x: x.to_sparse().indices(), "coalesced": lambda x: (x.to_sparse() + x.to_sparse()).coalesce().indices(),
    "CSR": lambda x: (x.to_sparse_csr().crow_indices(), x.to_sparse_csr().col_indices()),
    "CSC": lambda x: (x.to_sparse_csc().ccol_indices(), x.to_sparse_csc().row_indices()),
    "packed": lambda x: torch.nn.utils.rnn.pack_padded_sequence(x[..., None], [x.shape[1]] * len(x), batch_first=True).batch_sizes,
    "repeat_interleave": lambda x: torch.repeat_interleave(torch.tensor([2, 1, 3])),
    "result of isin, counted": lambda x: torch.isin(x, EDGES).sum(),
}

MADE: dict[str, Callable[[], Any]] = {
    "tensor": lambda: torch.tensor([1, 2]), "tensor of one": lambda: torch.tensor(1), "arange": lambda: torch.arange(3),
    "full": lambda: torch.full((2,), 7), "as_tensor": lambda: torch.as_tensor([[1], [2]]), "randint": lambda: torch.randint(9, (3,)),
    "randperm": lambda: torch.randperm(5), "randperm of many": lambda: torch.randperm(5000),
    "tril_indices": lambda: torch.tril_indices(3, 3),
    "triu_indices": lambda: torch.triu_indices(70, 70), "combinations": lambda: torch.combinations(torch.arange(4)),
    "unravel_index": lambda: torch.unravel_index(torch.tensor([5]), (2, 3)), "new_tensor": lambda: EDGES.new_tensor([1]).long(),
    "scalar beside": lambda: torch.tensor([True]) * 3, "where of numbers": lambda: torch.where(TRUE, 1, 0),
    "size of": lambda: torch.tensor(X.size()), "collated": lambda: torch.utils.data.default_collate([1, 2]),
    "random_": lambda: torch.empty(3, dtype=torch.long).random_(), "poisson": lambda: torch.poisson(X).long(),
    "frexp's exponent": lambda: torch.frexp(X).exponent.long(), "sum_to": lambda: WHOLE.sum(0),
}


def to_tuple(found: Any) -> tuple[Any, ...]:
    return found if isinstance(found, tuple) else (found,)


@pytest.mark.parametrize("x", [X, LARGE], ids=["few", "many"])
@pytest.mark.parametrize("name", FOUND)
def test_what_is_found_is_int64(name: str, x: Any) -> None:
    for part in to_tuple(FOUND[name](x)):
        assert part.dtype is torch.int64 and part._array.dtype is part._dtype is dtypes.int64


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_is_int64(name: str) -> None:
    for part in to_tuple(MADE[name]()):
        assert part.dtype is torch.int64 and part._array.dtype is part._dtype is dtypes.int64


@pytest.mark.parametrize("letter", "bBhHiIlLqQefdFD?")
def test_a_foreign_array_has_one_of_our_types(letter: str) -> None:
    kind = np.dtype(letter)
    for t in (torch.from_numpy(np.zeros(2, kind)), torch.tensor(np.zeros(2, kind)), torch.as_tensor(np.zeros(2, kind)),
              torch.tensor(kind.type(1)), torch.from_numpy(np.zeros((), kind))):
        assert t._array.dtype is t._dtype is dtypes.canonical_dtype(kind)
        assert t.dtype is getattr(torch, kind.name)


def test_whole_numbers_meet_in_one_of_our_types() -> None:
    kinds = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
    for a in kinds:
        for b in kinds:
            for found in (torch.ones(2, dtype=a) + torch.ones(2, dtype=b), torch.ones(2, dtype=a) // torch.ones((), dtype=b),
                          torch.cat([torch.ones(2, dtype=a), torch.ones(2, dtype=b)]),
                          torch.maximum(torch.ones(2, dtype=a), torch.ones(2, dtype=b))):
                assert found._array.dtype is found._dtype is dtypes.canonical_dtype(found._dtype)


BEYOND = [1 << 32, (1 << 32) + 1, -(1 << 32)]
#: What 32 bits would cut to an index that is there.
ASKED: dict[str, Callable[[int], Any]] = {
    "index": lambda n: X[torch.tensor([n])], "column": lambda n: X[:, torch.tensor([n])],
    "pair": lambda n: X[torch.tensor([0]), torch.tensor([n])], "number": lambda n: X[n],
    "written": lambda n: X.clone().__setitem__(torch.tensor([n]), 5.), "pair written": lambda n: X.clone().__setitem__(
        (torch.tensor([0]), torch.tensor([n])), 5.),
    "added": lambda n: X.clone().index_put_((torch.tensor([n]),), torch.tensor(1.), accumulate=True),
    "index_select": lambda n: X.index_select(0, torch.tensor([n])), "select": lambda n: X.select(0, n),
    "narrow": lambda n: X.narrow(0, n, 1),
    "gather": lambda n: X.gather(0, torch.tensor([[n, 0]])), "scatter": lambda n: X.scatter(0, torch.tensor([[n]]), torch.ones(1, 1)),
    "scatter_add": lambda n: X.scatter_add(0, torch.tensor([[n]]), torch.ones(1, 1)),
    "index_add": lambda n: X.index_add(0, torch.tensor([n]), torch.ones(1, 4)),
    "index_copy": lambda n: X.index_copy(0, torch.tensor([n]), torch.ones(1, 4)),
    "index_fill": lambda n: X.index_fill(0, torch.tensor([n]), 1.),
    "take": lambda n: X.take(torch.tensor([n])), "put": lambda n: X.clone().put_(torch.tensor([n]), torch.ones(1)),
    "embedding": lambda n: F.embedding(torch.tensor([n]), X), "embedding_bag": lambda n: F.embedding_bag(torch.tensor([[n]]), X),
    "one_hot": lambda n: F.one_hot(torch.tensor([n]), 3), "cross_entropy": lambda n: F.cross_entropy(X, torch.tensor([0, n, 1])),
    "nll_loss": lambda n: F.nll_loss(X, torch.tensor([0, n, 1])),
    "multi_margin_loss": lambda n: F.multi_margin_loss(X, torch.tensor([0, n, 1])),
    "ctc_loss": lambda n: F.ctc_loss(torch.zeros(5, 1, 3), torch.tensor([[n]]), torch.tensor([5]), torch.tensor([1])),
    "max_unpool1d": lambda n: F.max_unpool1d(X[None], torch.full((1, 3, 4), n), 2),
    "sparse": lambda n: torch.sparse_coo_tensor(torch.tensor([[n]]), torch.ones(1), (3,)),
}


@pytest.mark.parametrize("beyond", BEYOND)
@pytest.mark.parametrize("name", ASKED)
def test_an_index_is_not_cut_to_the_word(name: str, beyond: int) -> None:
    with pytest.raises((IndexError, RuntimeError)):
        ASKED[name](beyond)


@pytest.mark.skipif(sys.maxsize > 1 << 32, reason="here there are addresses for it")
@pytest.mark.parametrize("make", [
    lambda n: torch.empty(n), lambda n: torch.zeros(3, n), lambda n: torch.arange(n), lambda n: torch.ones(1).expand(n),
    lambda n: torch.eye(n), lambda n: X.repeat(n, 1), lambda n: X.repeat_interleave(n), lambda n: torch.bincount(torch.tensor([n])),
    lambda n: F.pad(X, (n, 0)), lambda n: torch.linspace(0, 1, n), lambda n: F.one_hot(torch.tensor([1]), n)])
def test_sizes_beyond_the_addresses_are_refused(make: Callable[[int], Any]) -> None:
    with pytest.raises(RuntimeError, match="overflow"):
        make(1 << 32)
